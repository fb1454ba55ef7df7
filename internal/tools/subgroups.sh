# SPDX-License-Identifier: MIT
# The command ./dev subgroups: tests on a private Mesa that has subgroups of 4, 8 or 16. dev sources
# this file in the root folder.

subgroups() {
	need_packages $build_packages
	need_go
	quick_links
	sizes= packages=
	for arg; do
		case $arg in
		4 | 8 | 16) sizes="$sizes $arg" ;;
		./*) packages="$packages $arg" ;;
		*) fail "subgroups: got $arg, want a size of 4, 8 or 16, or a package such as ./scan" ;;
		esac
	done
	sizes=${sizes:-4 8 16}
	sh internal/tools/mesa-get.sh "$here/.cache/mesa"
	build_report
	failed=0
	if [ -n "$packages" ]; then
		for size in $sizes; do
			for package in $packages; do at_size "$size" "$package" || failed=1; done
		done
		return $failed
	fi
	# A test program compiles kernels on one core, so as many run side by side as there are cores.
	# The longest begin first: radix compiles more than half of all kernels.
	rm -f out/test-times-of-*.json out/subgroups-*
	for package in ./radix $lane_packages ./hair $other_packages; do
		for size in 8 16 4; do
			case " $sizes " in *" $size "*) ! runs_at "$size" "$package" || echo "$size $package" ;; esac
		done
	done | xargs -P "$(nproc)" -L 1 sh internal/tools/job.sh ./dev subgroups
}

# runs_at SIZE PACKAGE says whether a run without packages has the package at the size. At 16 this
# Mesa crashes in every draw call, so hair does not run there.
runs_at() {
	case $1-$2 in
	16-./hair) return 1 ;;
	8-./hair) [ -n "${COMB_NIGHTLY-}" ] ;;
	8-*) ;;
	*) [ -n "${COMB_NIGHTLY-}" ] || case " ./radix $lane_packages ./hair " in *" $2 "*) ;; *) return 1 ;; esac ;;
	esac
}

# at_size SIZE PACKAGE runs the tests of a package on the private Mesa with subgroups of that size.
at_size() (
	case " $other_packages " in
	*" $2 "*) tests="-skip $size_free_tests" ;;
	*) tests=$(tests_at "$1" "$2") ;;
	esac
	export COMB_EXPECT_GL=1 COMB_EXPECT_SUBGROUP="$1" COMB_LANES=khr LP_NATIVE_VECTOR_WIDTH=$(($1 * 32))
	times=out/test-times-of-$1$(echo "${2#.}" | tr -d . | tr / -).json
	out/bin/testreport -times "$times" -- -vet=off -count=1 -short -timeout $test_timeout \
		-exec "sh $here/internal/tools/mesa-run.sh $here/.cache/mesa" $tests "$2"
)

# tests_at SIZE PACKAGE prints the flags of go test that select tests of a package whose kernels use
# lanes. Memory, refusals and examples do not depend on the subgroup size. Size 8 alone runs
# self-tests and tiles that publish nothing.
tests_at() {
	slow=
	[ "$2" != ./radix ] || slow="|$slow_sorts"
	case $1${COMB_NIGHTLY:+-nightly} in
	8) echo "-run $lane_tests|$tests_at_8 -skip $size_free_tests$slow" ;;
	8-nightly) echo "-skip $size_free_tests" ;;
	*-nightly) echo "-skip $size_free_tests|SelfTest" ;;
	4) echo "-run $lane_tests -skip $size_free_tests|SelfTest|SilentTiles|AllTiles" ;;
	16) echo "-run $lane_tests -skip $size_free_tests|SelfTest|SilentTiles|AllTiles|FallBack" ;;
	esac
}

size_free_tests='TestShaders|Example|Allocates|CallerScratch|BitsPerCall|Refuse|Leak'
# Tests of sorts that compile many kernels and whose lane paths others run too: nightly has them at
# size 8. RanksAgree runs at 4 and 16. That a wrong sort of a tile is found runs without subgroups.
slow_sorts='SelfTestPasses|Segments|Distributions|RanksAgree|WrongTileSort'

# Packages whose kernels use lanes, besides radix, and other packages that run kernels.
lane_packages="./scan ./reduce ./compact ./particles"
other_packages="./gpu/... ./internal/kernel ./bench/classic ./bench/limits ./hair/motion ./internal/fuzzops"

# Runs that are not nightly take these tests of the packages whose kernels use lanes: those of lane
# paths and tiles at each size, and those of options at size 8.
lane_tests='LanePath|EveryTypeAndOperator|CallersOperator|EveryOperator|EveryWayToDecide|RunLengths|Keyed'
lane_tests="$lane_tests|Partition|LongChunks|RanksAgree|LaneOrder|Lanes|Tiles|StepMatchesCPU"
tests_at_8='Chain|OnePass|Fallback|TileSort|Distributions|TopK|Segments|Slots|SelfTestPasses|SelfTestsPass'
