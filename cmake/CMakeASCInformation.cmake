# How Ascend C is compiled and linked.
include(CMakeLanguageInformation)

if(NOT CMAKE_ASC_RUN_MODE)
    set(CMAKE_ASC_RUN_MODE npu)
elseif(NOT CMAKE_ASC_RUN_MODE MATCHES "^(npu|sim|cpu)$")
    message(FATAL_ERROR "CMAKE_ASC_RUN_MODE is '${CMAKE_ASC_RUN_MODE}'; it is npu, sim or cpu, which all run on the "
            "model")
endif()

# ---- options -------------------------------------------------------------------------------------------------------

set(CMAKE_INCLUDE_FLAG_ASC "-I")
set(CMAKE_INCLUDE_SYSTEM_FLAG_ASC "-isystem ")
set(CMAKE_ASC_COMPILE_OPTIONS_PIC -fPIC)
set(CMAKE_ASC_COMPILE_OPTIONS_PIE -fPIE)

set(CMAKE_ASC_DEPENDS_USE_COMPILER TRUE)
set(CMAKE_ASC_DEPFILE_FORMAT gcc)
set(CMAKE_DEPFILE_FLAGS_ASC "-MD -MT <DEP_TARGET> -MF <DEP_FILE>")

set(CMAKE_ASC_FLAGS_INIT "$ENV{ASCFLAGS}")
set(CMAKE_ASC_FLAGS_DEBUG_INIT "-O0 -g")
set(CMAKE_ASC_FLAGS_RELEASE_INIT "-O3 -DNDEBUG")
set(CMAKE_ASC_FLAGS_RELWITHDEBINFO_INIT "-O2 -g -DNDEBUG")
set(CMAKE_ASC_FLAGS_MINSIZEREL_INIT "-Os -DNDEBUG")
cmake_initialize_per_config_variable(CMAKE_ASC_FLAGS "Flags used by the ASC compiler")

# Not in the cache, where the first values would stay.
foreach(architecture IN LISTS CMAKE_ASC_ARCHITECTURES)
    string(APPEND CMAKE_ASC_FLAGS " --npu-arch=${architecture}")
endforeach()
if(NOT CMAKE_ASC_RUN_MODE STREQUAL npu)
    string(APPEND CMAKE_ASC_FLAGS " --run-mode=${CMAKE_ASC_RUN_MODE}")
endif()
if(CMAKE_ASC_RUN_MODE STREQUAL cpu)
    string(APPEND CMAKE_ASC_FLAGS " -g")
endif()
if(CMAKE_ASC_ENABLE_SIMT)
    string(APPEND CMAKE_ASC_FLAGS " --enable-simt")
endif()

# The linker is the one of the host compiler, on Linux.
set(CMAKE_EXE_EXPORTS_ASC_FLAG -Wl,--export-dynamic)
set(CMAKE_SHARED_LIBRARY_SONAME_ASC_FLAG -Wl,-soname,)
foreach(kind SHARED_LIBRARY SHARED_MODULE)
    set(CMAKE_${kind}_ASC_FLAGS -fPIC)
    set(CMAKE_${kind}_CREATE_ASC_FLAGS -shared)
endforeach()
foreach(kind SHARED_LIBRARY EXECUTABLE)
    set(CMAKE_${kind}_RUNTIME_ASC_FLAG -Wl,-rpath,)
    set(CMAKE_${kind}_RUNTIME_ASC_FLAG_SEP :)
    set(CMAKE_${kind}_RPATH_LINK_ASC_FLAG -Wl,-rpath-link,)
endforeach()

# ---- rules ---------------------------------------------------------------------------------------------------------

string(REPLACE ";" " " CMAKE_ASC_LAUNCH_COMPILER "${CMAKE_ASC_COMPILER_LAUNCHER} <CMAKE_ASC_COMPILER>")
string(REPLACE ";" " " CMAKE_ASC_LAUNCH_LINKER "${CMAKE_ASC_LINKER_LAUNCHER} <CMAKE_ASC_COMPILER>")

# The standard is part of the rule; a project that sets it later gets another rule.
macro(asc_standard_changed variable access)
    if("${access}" STREQUAL "MODIFIED_ACCESS")
        if(CMAKE_ASC_STANDARD LESS 17)
            message(WARNING "CMAKE_ASC_STANDARD is ${CMAKE_ASC_STANDARD}; kernels are compiled as C++17 at least")
        endif()
        set(CMAKE_ASC_COMPILE_OBJECT "${CMAKE_ASC_LAUNCH_COMPILER} <DEFINES> <INCLUDES> \
-std=c++${CMAKE_ASC_STANDARD} <FLAGS> -o <OBJECT> -c --asc-aicore-lang <SOURCE>")
    endif()
endmacro()
variable_watch(CMAKE_ASC_STANDARD asc_standard_changed)
if(NOT CMAKE_ASC_STANDARD)
    set(CMAKE_ASC_STANDARD 17)
endif()
asc_standard_changed(CMAKE_ASC_STANDARD MODIFIED_ACCESS)

set(CMAKE_ASC_LINK_EXECUTABLE "${CMAKE_ASC_LAUNCH_LINKER} <FLAGS> <CMAKE_ASC_LINK_FLAGS> <LINK_FLAGS> \
<OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_ASC_CREATE_SHARED_LIBRARY "${CMAKE_ASC_LAUNCH_LINKER} <CMAKE_SHARED_LIBRARY_ASC_FLAGS> \
<LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> <CMAKE_SHARED_LIBRARY_CREATE_ASC_FLAGS> <SONAME_FLAG><TARGET_SONAME> \
-o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
set(CMAKE_ASC_CREATE_SHARED_MODULE "${CMAKE_ASC_CREATE_SHARED_LIBRARY}")
set(CMAKE_ASC_ARCHIVE_CREATE "<CMAKE_AR> qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_ASC_ARCHIVE_APPEND "<CMAKE_AR> q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_ASC_ARCHIVE_FINISH "<CMAKE_RANLIB> <TARGET>")

set(CMAKE_ASC_INFORMATION_LOADED 1)
