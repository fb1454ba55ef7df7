#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One share of a sequence, for a Slurm array: sbatch --array=0-9 slurm.sh [viewer flags] [file]
#
#SBATCH --job-name=hair
#SBATCH --gres=gpu:1
#SBATCH --requeue
#
# Without Slurm: TASK=0 TASKS=10 sh slurm.sh [viewer flags] [file]
#   FRAMES (240) a turn, OF (frames/f%04d.png, on a disk that all nodes see), VIEWER (viewer)
# A restarted task draws only unfinished frames.
set -eu
frames=${FRAMES-240} of=${OF-frames/f%04d.png} viewer=${VIEWER-viewer}
task=${TASK-$((${SLURM_ARRAY_TASK_ID?no Slurm array and no TASK} - ${SLURM_ARRAY_TASK_MIN-0}))}
tasks=${TASKS-${SLURM_ARRAY_TASK_COUNT?no Slurm array and no TASKS}}
first=$((task * frames / tasks)) last=$(((task + 1) * frames / tasks - 1))
if [ "$first" -gt "$last" ]; then
	echo "slurm.sh: no frames for task $task of $tasks"
	exit 0
fi
exec "$viewer" -headless -turntable "$frames" -frames "$first-$last" -of "$of" "$@"
