#!/bin/sh
# SPDX-License-Identifier: MIT
# softpipe.sh PROGRAM ARG...: runs a test program for go test -exec. The tests that softpipe.txt
# lists run on softpipe, the others on the driver as it is.
# softpipe.sh -only COMMAND ARG...: runs a command on softpipe.
#
# Mesa has two software renderers. llvmpipe compiles a kernel in 0.3 seconds on average, and then
# runs it fast. softpipe interprets it. So tests with many kernels and few items are faster on
# softpipe. It runs an invocation from barrier to barrier, then the next, and so also finds barriers
# that are missing within a subgroup.
set -u

# softpipe offers OpenGL 3.3 and the extensions that comb uses of 4.3. Each dispatch allocates the
# state of its invocations. With these thresholds malloc keeps that memory; without them a third of
# the time goes to the system.
on_softpipe() {
	GALLIUM_DRIVER=softpipe MESA_GL_VERSION_OVERRIDE=4.3 MESA_GLSL_VERSION_OVERRIDE=430 \
		GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=8589934592 "$@"
}

if [ "$1" = -only ]; then
	shift
	on_softpipe "$@"
	exit
fi

program=$1
shift
tools=$(cd "$(dirname "$0")" && pwd)
package=${PWD#"${tools%/internal/tools}/"}
names=$(awk -v p="$package" '$1 == p { printf "%s%s", n++ ? "|" : "", $2 }' "$tools/softpipe.txt")
[ -n "$names" ] || exec "$program" "$@"

# A run of chosen tests, such as the report's commands to run a failed test again, goes to one of
# the two.
for arg; do
	case $arg in
	-test.run=*)
		if echo "$arg" | sed 's/^-test.run=//; s|/.*||; s/[$^]//g' | grep -qxE "$names"; then
			on_softpipe "$program" "$@"
			exit
		fi
		exec "$program" "$@"
		;;
	esac
done

code=0
"$program" "-test.skip=^($names)\$" "$@" || code=$?
on_softpipe "$program" "-test.run=^($names)\$" "$@" || code=$?
exit $code
