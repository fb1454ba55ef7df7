// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
)

// runOffsets returns where runs of all lengths begin, and n: one is longer than two tiles.
func runOffsets(n, tile int) []uint32 {
	if n == 0 {
		return []uint32{0}
	}
	return slices.Compact(slices.Insert(madeOffsets(n, tile), 0, 0))
}

// onceByKey is once for runs that begin at the offsets. It also compares the keys and the number of
// runs. Only the last word of a key changes, and the key of the first run comes again.
func (r *Reducer) onceByKey(items, offsets []uint32, n int) ([]uint32, error) {
	runs, each := len(offsets)-1, r.o.KeyBytes/4
	keys := make([]uint32, n*each)
	wantKeys := make([]uint32, runs*each)
	for s := range runs {
		key := uint32(7)
		if s > 0 && (s != runs/2 || runs < 4) {
			key = 0x80000000 | uint32(s)
		}
		wantKeys[s*each+each-1] = key
		for i := offsets[s]; i < offsets[s+1]; i++ {
			keys[int(i)*each+each-1] = key
		}
	}
	release, src, err := r.laid(items)
	if err != nil {
		return nil, err
	}
	defer release()
	words := r.plan.dstBytes / 4
	c := ByKey{N: gpu.N(n), Src: src}
	var outputs [3]*gpu.Buffer[uint32]
	for i, b := range []struct {
		words []uint32
		side  int
		view  *gpu.View
	}{
		{make([]uint32, n*words), words, &c.Dst}, {make([]uint32, n*each), each, &c.RunKeys}, {[]uint32{fence}, 1, &c.Runs},
		{keys, each, &c.Keys},
	} {
		buffer, v, err := r.fenced(b.words, 4*b.side)
		if err != nil {
			return nil, err
		}
		defer buffer.Release()
		if *b.view = v; i < len(outputs) {
			outputs[i] = buffer
		}
	}
	if err := r.ReduceByKey(c); err != nil {
		return nil, err
	}
	var got [3][]uint32
	for i, side := range []int{words, each, 1} {
		var err error
		if got[i], err = unfenced(outputs[i], side, n); err != nil {
			return nil, err
		}
	}
	if got[2][0] != uint32(runs) || !slices.Equal(got[1][:len(wantKeys)], wantKeys) {
		return nil, fmt.Errorf("reduce: n %d by key: %d runs, want %d, or a wrong key: %w", n, got[2][0], runs, gpu.ErrSelfTest)
	}
	return got[0][:runs*words], nil
}
