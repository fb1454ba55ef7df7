// SPDX-License-Identifier: MIT

package comb_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// smokeItems is a number of items that fill several tiles and a part of one.
const smokeItems = 5003

// TestSmoke runs each operation once, with one size and the default variant of the driver. It takes
// seconds: ./dev check runs it. The packages' own tests run all variants, shapes and sizes.
func TestSmoke(t *testing.T) {
	dev := gputest.Device(t)
	t.Log(dev.Report()[0]) // ./dev test looks for a driver's name here
	random := rand.New(rand.NewSource(1))
	src := make([]uint32, smokeItems)
	for i := range src {
		if random.Intn(3) > 0 {
			src[i] = random.Uint32()
		}
	}
	input := gputest.Words(t, dev, src)
	n := gpu.N(smokeItems)
	for _, c := range []struct {
		name string
		run  func(dst gpu.View) error
		want []uint32
	}{
		{"reduce", func(dst gpu.View) error {
			r, err := reduce.New(dev, reduce.Options{})
			if err != nil {
				return err
			}
			defer r.Release()
			return r.Reduce(dst, input.View(), n)
		}, running(src)[smokeItems:]},
		{"scan", func(dst gpu.View) error {
			s, err := scan.New(dev, scan.Options{})
			if err != nil {
				return err
			}
			defer s.Release()
			return s.Exclusive(dst, input.View(), n)
		}, running(src)[:smokeItems]},
		{"compact", func(dst gpu.View) error {
			c, err := compact.New(dev, compact.Options{})
			if err != nil {
				return err
			}
			defer c.Release()
			return c.Compact(dst, input.View(), n)
		}, slices.DeleteFunc(slices.Clone(src), func(w uint32) bool { return w == 0 })},
		{"expand", func(dst gpu.View) error {
			c, err := compact.New(dev, compact.Options{By: compact.Unique, Output: compact.Runs})
			if err != nil {
				return err
			}
			defer c.Release()
			e, err := expand.New(dev, expand.Options{})
			if err != nil {
				return err
			}
			defer e.Release()
			values, starts := gputest.Fresh(t, dev, smokeItems), gputest.Fresh(t, dev, smokeItems+1)
			if err := c.RunLengths(values.View(), starts.View(), gpu.View{}, input.View(), n); err != nil {
				return err
			}
			return e.Decode(dst, values.View(), starts.View(), c.Result().Count, n)
		}, src},
		{"radix", func(dst gpu.View) error {
			s, err := radix.New(dev, radix.Options{})
			if err != nil {
				return err
			}
			defer s.Release()
			return s.SortKeys(dst, input.View(), n)
		}, sorted(src)},
		{"merge", func(dst gpu.View) error {
			s, err := merge.NewSorter(dev, merge.Options{})
			if err != nil {
				return err
			}
			defer s.Release()
			return s.SortKeys(dst, input.View(), n)
		}, sorted(src)},
	} {
		dst := gputest.Fresh(t, dev, smokeItems)
		before := dst.Get()
		if err := c.run(dst.View()); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := dst.Get()
		gputest.Equal(t, c.name, got[:len(c.want)], c.want)
		gputest.Equal(t, c.name+": words behind the result", got[len(c.want):], before[len(c.want):])
		dst.Free()
	}
}

// running returns the sum before each item, and the sum of all.
func running(items []uint32) []uint32 {
	sums := make([]uint32, 1, len(items)+1)
	for _, v := range items {
		sums = append(sums, sums[len(sums)-1]+v)
	}
	return sums
}

func sorted(items []uint32) []uint32 {
	all := slices.Clone(items)
	slices.Sort(all)
	return all
}
