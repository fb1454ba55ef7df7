// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
)

// In a single pass a workgroup may have to recompute all tiles before its own. If a driver ends
// long loops early, that limits the number of items. The call refuses more items with an error that
// names the number and the limit. Up to the limit the result is right, although no tile publishes
// anything.
func TestSinglePassRefusesTooManyItems(t *testing.T) {
	d := gputest.Device(t)
	if !d.Caps().Software {
		t.Skip("this driver runs loops to their end")
	}
	const most = 1 << 21
	r := rand.New(rand.NewSource(51))
	words := make([]uint32, most)
	for i := range words {
		words[i] = uint32(r.Int31n(1<<16)) &^ uint32(r.Intn(2)*0xFFFFFF)
	}
	src := made[*gpu.Buffer[uint32]](t)(gpu.NewBufferFrom(d, words))
	dst, other := made[*gpu.Buffer[uint32]](t)(gpu.NewBuffer[uint32](d, most)), made[*gpu.Buffer[uint32]](t)(gpu.NewBuffer[uint32](d, most))
	tune := gpu.Tuning{Algorithm: gpu.SinglePass}
	gputest.Silence(t, d, 1)
	if testing.Short() {
		gputest.Silence(t, d, 16)
	}
	ofSort := tune
	if !gputest.Nightly() { // polls count as turns too: as many turns over fewer tiles take less time
		tune.Spins, ofSort.Spins = 2600, 200
	}
	c := made[*compact.Compactor](t)(compact.New(d, compact.Options{Tuning: tune}))
	s := made[*scan.Scanner](t)(scan.New(d, scan.Options{Tuning: tune}))
	x := made[*radix.Sorter](t)(radix.New(d, radix.Options{Bits: 8, Tuning: ofSort}))
	sums := func(n int) []uint32 {
		all, sum := make([]uint32, n), uint32(0)
		for i, w := range words[:n] {
			sum += w
			all[i] = sum
		}
		return all
	}
	for _, op := range []struct {
		name string
		call func(n gpu.Count) error
		want func(n int) []uint32
	}{
		{"compact", func(n gpu.Count) error { return c.Compact(dst.View(), src.View(), n) },
			func(n int) []uint32 {
				return slices.DeleteFunc(slices.Clone(words[:n]), func(w uint32) bool { return w == 0 })
			}},
		{"scan", func(n gpu.Count) error { return s.Inclusive(dst.View(), src.View(), n) }, sums},
		{"radix", func(n gpu.Count) error { return x.SortKeys(dst.View(), src.View(), n) }, func(n int) []uint32 {
			all := slices.Clone(words[:n])
			slices.SortStableFunc(all, func(a, b uint32) int { return int(a&0xFF) - int(b&0xFF) })
			return all
		}},
		{"radix", func(n gpu.Count) error { return x.SortIndices(other.View(), src.View(), n) }, nil},
	} {
		gputest.Run(t, d, op.name, func(t *testing.T) {
			err := op.call(gpu.N(most))
			limit := regexp.MustCompile(`want at most (\d+)`).FindStringSubmatch(fmt.Sprint(err))
			if !errors.Is(err, gpu.ErrTooLarge) || limit == nil || !regexp.MustCompile("^"+op.name+`: .*\b2097152 items`).MatchString(err.Error()) {
				t.Errorf("%s of %d: %v", op.name, most, err)
				return
			}
			n, _ := strconv.Atoi(limit[1])
			if err := op.call(gpu.N(n + 1)); !errors.Is(err, gpu.ErrTooLarge) {
				t.Errorf("%s of one more than %d: %v", op.name, n, err)
			}
			if op.want == nil {
				return
			}
			if err := op.call(gpu.N(n)); err != nil {
				t.Errorf("%s of %d: %v", op.name, n, err)
				return
			}
			got, err := dst.Download()
			if err != nil {
				t.Fatal(err)
			}
			want := op.want(n)
			gputest.Equal(t, fmt.Sprintf("%s of %d", op.name, n), got[:len(want)], want)
		})
	}
}
