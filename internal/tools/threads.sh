# SPDX-License-Identifier: MIT
# The part of ./dev test that runs tests with other numbers of threads. dev sources this file in the
# root folder.

# llvmpipe's number of threads decides which workgroups run at once, and so what a tile finds
# published by its predecessors. 0 is the caller's thread only. The tests above use as many threads
# as the machine has cores, so that number is not repeated.
thread_tests() {
	for package in $chain_packages; do
		go test -vet=off -c -o "out/bin/$package.test" "./$package"
	done
	running=
	for threads in 0 1 2; do
		[ "$threads" != "$(nproc)" ] || continue
		echo "look-back with LP_NUM_THREADS=$threads: $chain_packages"
		for package in $chain_packages; do
			(cd "$package" && COMB_EXPECT_GL=1 LP_NUM_THREADS=$threads exec "$here/out/bin/$package.test" -test.short -test.run "Chain|Fallback" -test.timeout 10m >"$here/out/chain-$package-$threads" 2>&1) &
			running="$running $package-$threads:$!"
		done
	done
	for one in $running; do
		wait "${one#*:}" || { cat "out/chain-${one%:*}"; fail "look-back of ${one%:*}, package and LP_NUM_THREADS"; }
	done
}
chain_packages="scan compact radix reduce"
