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
	for size; do
		echo "subgroups of $size"
		now=$(date +%s)
		# Self-tests, fuzz inputs, and tests of memory and examples do not depend on the size.
		# Size 8 alone runs self-tests and fuzz inputs. At 16 this Mesa crashes in every draw call.
		skipped=$size_free_tests selected=$lane_tests
		if [ "$size" = 8 ]; then selected="$selected|SelfTest"; else skipped="$skipped|SelfTest"; fi
		if [ -n "${COMB_NIGHTLY-}" ]; then
			more="$other_lane_packages ./internal/fuzzops"
			[ "$size" = 16 ] || more="$more ./hair"
			with_subgroups "$size" -skip "$skipped" $lane_packages $more
		else
			[ "$size" = 4 ] && more=./hair || more=
			with_subgroups "$size" -run "$selected" -skip "$skipped" $lane_packages $more
			[ "$size" != 8 ] || with_subgroups 8 -skip TestShaders $other_lane_packages ./internal/fuzzops
		fi
		echo "    $(took "$now")"
	done
}

# with_subgroups SIZE ARGUMENTS...: runs go test on the private Mesa with subgroups of that size.
with_subgroups() (
	export COMB_EXPECT_GL=1 COMB_EXPECT_SUBGROUP="$1" COMB_LANES=khr LP_NATIVE_VECTOR_WIDTH=$(($1 * 32))
	shift
	out/bin/testreport -times "out/test-times-$COMB_EXPECT_SUBGROUP.json" -- -vet=off -ldflags=-s -count=1 -short -timeout $test_timeout \
		-exec "sh $here/internal/tools/mesa-run.sh $here/.cache/mesa" "$@"
)

size_free_tests='TestShaders|Example|Allocates|Lent|BitsPerCall'

# Packages whose kernels use lanes, the slowest first, and other packages that run kernels.
lane_packages="./radix ./scan ./reduce ./compact ./particles ./gpu"
other_lane_packages="./gpu/... ./bench/classic ./bench/limits ./hair/motion"

# Tests of lane paths, sizes, tiles and options. Other runs than nightly run only these of the
# packages whose kernels use lanes.
lane_tests='LanePath|EveryTypeAndOperator|CallersOperator|EveryOperator|EveryWayToDecide|RunLengths|Keyed|Partition|LongChunks'
lane_tests="$lane_tests|Chain|Distributions|RanksAgree|LaneOrder|TopK|Segments|StepIsItsTwin|Slots|Lanes|Tiles"
