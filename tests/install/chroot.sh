#!/bin/bash
# chroot.sh PACKAGE [SUITE]: installs the Debian package into a clean Debian (bookworm unless named), builds and runs an
# example there as a user, once by hand and once with CMake, and removes the package. Needs root, debootstrap and the
# Debian archive.
set -e
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")
[ -f "$package" ] || { echo "there is no package $package; make deb makes it"; exit 2; }
root=$(mktemp -d)
chmod 755 "$root"
trap 'umount "$root/proc" 2>/dev/null; rm -rf --one-file-system "$root"' EXIT

debootstrap --variant=minbase "${2:-bookworm}" "$root" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
rm "$root.log"
mount --bind /proc "$root/proc"
cp "$package" "$root/belay.deb"
cp -r "$here/../../examples" "$here/../cmake" "$root/srv"
cat >"$root/srv/user.sh" <<'USER'
set -e
mkdir /tmp/work && cd /tmp/work
bisheng /srv/examples/padding_modes.asc -o main --npu-arch=dav-3510 && ./main
belay check ./main
belay trace ./main -o main.json && belay report ./main -o main.html && ls -s main.json main.html
cmake -S /srv/cmake/canonical -B project >/dev/null && cmake --build project && project/demo
ls /usr/share/man/man1/bisheng.1 /usr/share/man/man1/belay.1
USER

inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} "$@"
}
inside apt-get update -qq
inside apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends ./belay.deb cmake make >/dev/null
inside useradd user
inside su user -s /bin/bash /srv/user.sh
inside apt-get purge -y -qq -o Dpkg::Use-Pty=0 belay >/dev/null
left=$(find "$root/usr" -name '*belay*' -o -name '*bisheng*')
[ -z "$left" ] || { echo "left over: $left"; exit 1; }
echo 'the package works in a clean system'
