#!/bin/sh
# SPDX-License-Identifier: MIT
# mesa-run.sh FOLDER PROGRAM ARGS...: runs a program on the Mesa that mesa-get.sh fetched, with
# OpenGL through zink on lavapipe. The subgroup size is LP_NATIVE_VECTOR_WIDTH / 32. The program
# runs under that Mesa's own C library, through its dynamic loader, because the system's may be
# older.
set -eu
at=$1
shift
case $(dpkg --print-architecture) in
amd64) triplet=x86_64-linux-gnu loader=ld-linux-x86-64.so.2 ;;
arm64) triplet=aarch64-linux-gnu loader=ld-linux-aarch64.so.1 ;;
*) echo "mesa-run: no recipe for this architecture" >&2; exit 1 ;;
esac
libraries=$at/usr/lib/$triplet
icd=$(ls "$at"/usr/share/vulkan/icd.d/lvp_icd*.json | head -n 1)
export __EGL_VENDOR_LIBRARY_FILENAMES="$at/usr/share/glvnd/egl_vendor.d/50_mesa.json"
export LIBGL_DRIVERS_PATH="$libraries/dri" VK_DRIVER_FILES="$icd"
export LIBGL_ALWAYS_SOFTWARE=1 MESA_LOADER_DRIVER_OVERRIDE=zink COMB_EGL=surfaceless
# The shader cache ignores the subgroup size and would return shaders for another size, so each size
# has a folder.
export MESA_SHADER_CACHE_DIR="$at/shaders-of-${LP_NATIVE_VECTOR_WIDTH:-any}"
exec "$libraries/$loader" --library-path "$libraries" --argv0 "$1" "$@"
