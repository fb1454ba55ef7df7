// SPDX-License-Identifier: MIT

package ladder

import "fmt"

// rung is a method with what makes it ready: ready sets the Reducer's run, chain and owned, and
// owned even if it fails half-way.
type rung struct {
	Rung
	ready func(*Reducer) error
}

// rungs is the ladder.
var rungs = makeRungs()

func makeRungs() []rung {
	all := []rung{
		{Rung{"blend-point", "points, all blended into one texel of floats; exact sums end at 2^24"}, readyBlend},
		{Rung{"mipmap-points", "points fill a square texture that mipmaps average; no min, no max"}, mipmaps(false)},
		{Rung{"mipmap-instanced", "as mipmap-points, filled by an instance of points for each row"}, mipmaps(true)},
		{Rung{"serial", "one invocation in a loop over everything"}, readySerial},
		{Rung{"two-pass-strided", "two dispatches over shares of sqrt(n) items; lanes read side by side"}, twoPass(true)},
		{Rung{"two-pass-blocked", "two dispatches over shares of sqrt(n) items; each reads a block of its own"}, twoPass(false)},
		{Rung{"group-serial-tail", "one workgroup; its first invocation adds up what the others found"}, readyAlone},
		{Rung{"pyramid-interp-r", "2x2 fragment passes between two textures, interpolated coordinates, 1 channel"}, pyramid("interp", false, 1)},
		{Rung{"pyramid-interp-rgba", "as pyramid-interp-r, 4 channels: 4 floats packed, or a vec4"}, pyramid("interp", true, 1)},
		{Rung{"pyramid-fetch-r", "2x2 fragment passes between two textures, computed coordinates, 1 channel"}, pyramid("fetch", false, 1)},
		{Rung{"pyramid-fetch-rgba", "as pyramid-fetch-r, 4 channels: 4 floats packed, or a vec4"}, pyramid("fetch", true, 1)},
		{Rung{"pyramid-gather-r", "as pyramid-fetch-r, one gather for the four texels"}, pyramid("gather", false, 1)},
		{Rung{"pyramid-stop-rgba", "as pyramid-fetch-rgba down to 16x16 texels, which one workgroup finishes"}, pyramid("fetch", true, stopSide)},
		{Rung{"atomic-device", "atomics of every invocation on one word a channel; no sum, no mean"}, atomics("device")},
		{Rung{"atomic-shared", "atomics in shared memory, then one a workgroup; no sum, no mean"}, atomics("shared")},
		{Rung{"shared-interleaved", "tree in shared memory: neighbours first, one lane in 2, 4, 8 works"}, levels("interleaved", levelGroup, 1)},
		{Rung{"shared-conflicts", "as shared-interleaved, the first lanes work: their words share banks"}, levels("conflicts", levelGroup, 1)},
		{Rung{"shared-padded", "as shared-conflicts, padded so that words lie in other banks"}, levels("padded", levelGroup, 1)},
		{Rung{"shared-sequential", "tree in shared memory: the first half adds the second half's"}, levels("sequential", levelGroup, 1)},
		{Rung{"unrolled", "as shared-sequential, no loop; barriers stay: lanes keep no lockstep"}, levels("unrolled", levelGroup, 1)},
	}
	for _, fetch := range []int{2, 4} {
		for _, group := range []int{16, 64, 256} {
			about := fmt.Sprintf("as unrolled, %d values fetched first, %d invocations a workgroup", fetch, group)
			all = append(all, rung{Rung{fmt.Sprintf("fetch-%d-%d", fetch, group), about}, levels("unrolled", group, fetch)})
		}
	}
	return append(all,
		rung{Rung{"subgroup", "4 values fetched first, then the lanes of a subgroup hand over"}, readySubgroup},
		rung{Rung{"ours", "comb's reduce: one dispatch, the last workgroup to finish joins the results"}, readyOurs},
	)
}
