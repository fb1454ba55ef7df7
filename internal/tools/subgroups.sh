# SPDX-License-Identifier: MIT
# The command ./dev subgroups: tests on a private Mesa that has subgroups of 4, 8 or 16. dev sources
# this file in the root folder.

subgroups() {
	need_packages $build_packages
	need_go
	[ $# -gt 0 ] || set -- 4 8 16
	for size; do
		case $size in 4 | 8 | 16) ;; *) fail "subgroups: the size is $size, want 4, 8 or 16" ;; esac
	done
	sh internal/tools/mesa-get.sh "$here/.cache/mesa"
	build_report
	rm -f out/test-times-of-*.json
	failed=0
	# A test program compiles kernels on one core, and radix compiles more than half of them. So it
	# runs beside the other packages, at the last of several sizes behind them.
	earlier=$1 last=
	if [ $# -gt 1 ]; then
		earlier=
		for size; do
			earlier="$earlier $last"
			last=$size
		done
	fi
	at_each radix_at $earlier >out/subgroups-radix 2>&1 &
	beside=$!
	at_each others_at "$@" || failed=1
	at_each radix_at $last || failed=1
	wait "$beside" || failed=1
	cat out/subgroups-radix
	return $failed
}

# at_each COMMAND SIZE...: runs the command with each size, and fails if one of them did.
at_each() (
	command=$1 failed=0
	shift
	for size; do "$command" "$size" || failed=1; done
	exit $failed
)

radix_at() {
	now=$(date +%s)
	echo "subgroups of $1: radix"
	with_subgroups "$1" radix $(tests_at "$1" "$slow_sorts") ./radix || return
	echo "    $(took "$now")"
}

# At 16 this Mesa crashes in every draw call, so hair does not run there.
others_at() {
	now=$(date +%s)
	echo "subgroups of $1: the other packages"
	more=
	[ "$1" = 16 ] || more=./hair
	[ "$1" != 8 ] || [ -n "${COMB_NIGHTLY-}" ] || more=
	with_subgroups "$1" lanes $(tests_at "$1") $lane_packages $more || return
	if [ "$1" = 8 ] || [ -n "${COMB_NIGHTLY-}" ]; then
		with_subgroups "$1" all -skip "$size_free_tests" $other_packages || return
	fi
	echo "    $(took "$now")"
}

# tests_at SIZE [TESTS] prints the flags of go test that select tests, without TESTS unless nightly.
# Memory, refusals and examples do not depend on the subgroup size. Size 8 alone runs self-tests and
# tiles that publish nothing.
tests_at() {
	case $1${COMB_NIGHTLY:+-nightly} in
	8) echo "-run $lane_tests|$tests_at_8 -skip $size_free_tests${2:+|$2}" ;;
	8-nightly) echo "-skip $size_free_tests" ;;
	*-nightly) echo "-skip $size_free_tests|SelfTest" ;;
	*) echo "-run $lane_tests -skip $size_free_tests|SelfTest|SilentTiles|AllTiles" ;;
	esac
}

# with_subgroups SIZE JOB ARGUMENTS...: runs go test on the private Mesa with subgroups of that
# size. JOB is part of the name of the file of times.
with_subgroups() (
	export COMB_EXPECT_GL=1 COMB_EXPECT_SUBGROUP="$1" COMB_LANES=khr LP_NATIVE_VECTOR_WIDTH=$(($1 * 32))
	times=out/test-times-of-$1-$2.json
	shift 2
	out/bin/testreport -times "$times" -- -vet=off -ldflags=-s -count=1 -short -timeout $test_timeout \
		-exec "sh $here/internal/tools/mesa-run.sh $here/.cache/mesa" "$@"
)

size_free_tests='TestShaders|Example|Allocates|CallerScratch|BitsPerCall|Refuse|Leak'
# Tests of sorts that compile many kernels and whose lane paths others run too: nightly has them at
# size 8. RanksAgree runs at 4 and 16.
slow_sorts='SelfTestPasses|Segments|Distributions|RanksAgree'

# Packages whose kernels use lanes, besides radix, and other packages that run kernels.
lane_packages="./scan ./reduce ./compact ./particles"
other_packages="./gpu/... ./internal/kernel ./bench/classic ./bench/limits ./hair/motion ./internal/fuzzops"

# Runs that are not nightly take these tests of the packages whose kernels use lanes: those of lane
# paths and tiles at each size, and those of options at size 8.
lane_tests='LanePath|EveryTypeAndOperator|CallersOperator|EveryOperator|EveryWayToDecide|RunLengths|Keyed'
lane_tests="$lane_tests|Partition|LongChunks|RanksAgree|LaneOrder|Lanes|Tiles|StepMatchesCPU"
tests_at_8='Chain|Fallback|TileSort|Distributions|TopK|Segments|Slots|SelfTestPasses|SelfTestsPass|WrongStepFallsBack'
