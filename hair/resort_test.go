// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Fragments that are sorted again come much nearer to exact where hairs are thick and opaque.
func TestResortReducesTheErrorToExact(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 96, 72
	set := thick(300)
	o := Options{Image: ImageOptions{Samples: 1}, Debug: DebugOptions{WidthPixels: 4}, Strands: StrandOptions{Opacity: 1}}
	exactly := o
	exactly.Transparency.Method = Exact
	r := newRenderer(t, dev, set, exactly, width, height)
	want := lightOf(t, r, front(r))
	mean := func(resort int) float64 {
		o := o
		o.Transparency.Method, o.Transparency.Resort = Tiles, resort
		r := newRenderer(t, dev, set, o, width, height)
		sum := 0.0
		for i, v := range lightOf(t, r, front(r)) {
			sum += math.Abs(float64(v - want[i]))
		}
		return sum / float64(len(want))
	}
	without := mean(1)
	const most = 0.1
	for i, resort := range []int{0, 8, 4, 16} { // 0 is 8 here
		if !gputest.Share(i, 2) {
			continue
		}
		gputest.Run(t, dev, fmt.Sprint("resort=", resort), func(t *testing.T) {
			with := mean(resort)
			t.Logf("mean error %.5f, %.5f without", with, without)
			if !(with < most*without) {
				t.Errorf("mean error %.5f, %.5f without: want at most %v of it", with, without, most)
			}
		})
	}
}

func TestDefaultResort(t *testing.T) {
	for i, c := range []struct {
		o              Options
		width, opacity float32
		want           int
	}{
		{Options{}, 0.0001, 1, 1},
		{Options{}, 0.001, 1, 8},
		{Options{}, 0.001, 0.3, 1},
		{Options{Debug: DebugOptions{WidthPixels: 1}}, 0.001, 1, 1},
		{Options{Debug: DebugOptions{WidthPixels: 3}}, 0.0001, 1, 8},
		{Options{Transparency: TransparencyOptions{Order: Unsorted}}, 0.001, 1, 1},
		{Options{Transparency: TransparencyOptions{Resort: 1}}, 0.001, 1, 1},
		{Options{Transparency: TransparencyOptions{Resort: 5}}, 0.0001, 0.1, 5},
	} {
		if got := resortOf(c.o, c.width, c.opacity); got != c.want {
			t.Errorf("case %d: %d fragments, want %d", i, got, c.want)
		}
	}
}

func TestResortOutOfRangeIsRefused(t *testing.T) {
	for _, n := range []int{-1, 17} {
		if _, err := (Options{Transparency: TransparencyOptions{Resort: n}}).withDefaults(4); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("Resort %d: %v, want ErrArgument", n, err)
		}
	}
}
