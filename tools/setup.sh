#!/bin/sh
# setup.sh build|test|bench|package|site: installs what is missing for building, testing, measuring, packaging or the
# site of the documents, with apt, and says so.
set -e

need() { # COMMAND-OR-FILE PACKAGE
    case $1 in
    /*) [ -e "$1" ] && return ;;
    *) command -v "$1" >/dev/null 2>&1 && return ;;
    esac
    packages="$packages $2"
}

packages=
need gcc gcc
need g++ g++
need make make
need cmake cmake
need python3 python3
need addr2line binutils
need /usr/include/jansson.h libjansson-dev
need /usr/include/cairo/cairo.h libcairo2-dev
need /usr/include/zlib.h zlib1g-dev
if [ "$1" = test ]; then
    need clang clang
    need ninja ninja-build
    need pkg-config pkgconf
    need gdb gdb
    need patch patch
    need /usr/include/cmocka.h libcmocka-dev
    need /usr/include/mpfr.h libmpfr-dev
    need chromium chromium
    # AddressSanitizer needs the runtime of the compiler that builds the tests; gcc brings its own.
fi
if [ "$1" = test ] || [ "$1" = package ]; then
    need file file
    need dpkg-shlibdeps dpkg-dev
    need node nodejs
    need npm npm
fi
if [ "$1" = test ] || [ "$1" = site ]; then
    need mkdocs mkdocs
    need /usr/lib/python3/dist-packages/pygments python3-pygments
fi
if [ "$1" = bench ]; then
    need /usr/include/oneapi/dnnl/dnnl.h libdnnl-dev
    # Its header lies in a folder named after the architecture.
    ls /usr/include/cblas.h /usr/include/*/cblas.h >/dev/null 2>&1 || packages="$packages libopenblas-dev"
fi
[ -n "$packages" ] || exit 0

echo "Installing with apt:$packages"
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "Please install these packages as root: apt-get install$packages" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq $packages >/dev/null
