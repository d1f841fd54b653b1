The settings of a shell. They name the folder in which this copy of Belay lies, and keep what was there.

$ cd / && belay env | sed "s#$(cd "$(dirname "$(command -v belay)")/.." && pwd -P)#HOME#"
> export ASCEND_HOME_PATH='HOME'
> export PATH='HOME'/bin${PATH:+:$PATH}
> export CMAKE_PREFIX_PATH='HOME'/lib64/cmake${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
> export LD_LIBRARY_PATH='HOME'/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
> export PKG_CONFIG_PATH='HOME'/lib64/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
$ unset CMAKE_PREFIX_PATH; eval "$(belay env)"; [ "$CMAKE_PREFIX_PATH" = "$ASCEND_HOME_PATH/lib64/cmake" ]
$ CMAKE_PREFIX_PATH=/a:/b; eval "$(belay env)"; [ "$CMAKE_PREFIX_PATH" = "$ASCEND_HOME_PATH/lib64/cmake:/a:/b" ]
$ eval "$(belay env)"; [ -d "$ASCEND_HOME_PATH/include/acl" ] && [ -f "$ASCEND_HOME_PATH/lib64/libascendcl.so" ]
$ . "$(dirname "$(command -v belay)")/../set_env.sh"; [ "$(belay env)" = "$("$ASCEND_HOME_PATH/bin/belay" env)" ]
$ mkdir -p "it's/bin" && cp "$(command -v belay)" "it's/bin" && eval "$("it's/bin/belay" env)" && basename "$ASCEND_HOME_PATH"; rm -r "it's"
> it's
$ belay env --fish
! usage: eval "$(belay env)"
! 
! Sets ASCEND_HOME_PATH, PATH and the paths of libraries for this shell.
= 2
