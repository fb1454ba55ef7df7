#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A sequence on this machine, over several processes: sh local.sh [viewer flags] [file]
#
#   FRAMES (240) a turn, PROCESSES (4), OF (frames/f%04d.png), VIEWER (viewer)
# Run it again after a crash or a kill: finished frames are skipped.
set -eu
frames=${FRAMES-240} processes=${PROCESSES-4} of=${OF-frames/f%04d.png} viewer=${VIEWER-viewer}
children=
trap 'kill $children 2>/dev/null' INT TERM
i=0
while [ "$i" -lt "$processes" ]; do
	first=$((i * frames / processes)) last=$(((i + 1) * frames / processes - 1))
	i=$((i + 1))
	[ "$first" -le "$last" ] || continue
	"$viewer" -headless -turntable "$frames" -frames "$first-$last" -of "$of" "$@" &
	children="$children $!"
done
failed=0
for child in $children; do
	wait "$child" || failed=1
done
exit "$failed"
