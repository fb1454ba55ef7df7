// SPDX-License-Identifier: MIT

package ladder

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

var (
	operators = []Operator{Sum, Mean, Min, Max}
	elements  = []Element{F32, Vec4}
)

func namesOf(rungs []Rung) (names []string) {
	for _, r := range rungs {
		names = append(names, r.Name)
	}
	return names
}

// shareOf returns half of the names, the odd or the even ones, and all in a nightly run.
func shareOf(names []string, half int) (share []string) {
	for i, name := range names {
		if gputest.Share(i+half, 2) {
			share = append(share, name)
		}
	}
	return share
}

// reduced is what each channel of the first n items comes to, in float64, and the sum of the
// magnitudes.
func reduced(op Operator, el Element, items []float32, n int) (want, magnitude []float64) {
	channels := el.Bytes() / 4
	want, magnitude = make([]float64, channels), make([]float64, channels)
	for c := range want {
		want[c] = float64(items[c])
		magnitude[c] = math.Abs(want[c])
		for i := 1; i < n; i++ {
			v := float64(items[i*channels+c])
			magnitude[c] += math.Abs(v)
			switch op {
			case Min:
				want[c] = min(want[c], v)
			case Max:
				want[c] = max(want[c], v)
			default:
				want[c] += v
			}
		}
		if op == Mean {
			want[c] /= float64(n)
			magnitude[c] /= float64(n)
		}
	}
	return want, magnitude
}

// whole are items whose sums are exact in any order: whole numbers, none of them 0. The last of any
// number of them is the least, or the greatest, and what reads past them reads a better one; 0
// would be, too.
func whole(r *rand.Rand, op Operator, words int) []float32 {
	items := make([]float32, words)
	for i := range items {
		switch op {
		case Min:
			items[i] = float32(1<<20 - i)
		case Max:
			items[i] = float32(i - 1<<20)
		default:
			items[i] = float32(1+r.Intn(9)) * float32(1-2*r.Intn(2))
		}
	}
	return items
}

func bitsOf(items []float32) []uint32 {
	words := make([]uint32, len(items))
	for i, v := range items {
		words[i] = math.Float32bits(v)
	}
	return words
}

// source is items between guard words, at a place that no alignment divides but the item's.
func source(t *testing.T, dev *gpu.Device, el Element, items []float32) *gputest.Guarded {
	return gputest.WordsAt(t, dev, bitsOf(items), map[Element]int{F32: 67, Vec4: 68}[el])
}

// ofFirst is the view of n items.
func ofFirst(t *testing.T, g *gputest.Guarded, el Element, n int) gpu.View {
	t.Helper()
	v, err := g.View().Slice(0, n*el.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// result runs a rung and reads what it made.
func result(t *testing.T, dev *gpu.Device, r *Reducer, src gpu.View) []float32 {
	t.Helper()
	if err := r.Run(src); err != nil {
		t.Fatal(err)
	}
	if size := r.Result().Size(); size != r.el.Bytes() {
		t.Fatalf("%s: a result of %d bytes", r.rung, size)
	}
	got := make([]float32, r.el.Bytes()/4)
	if err := gpu.Download(dev, r.Result(), got); err != nil {
		t.Fatal(err)
	}
	return got
}

// matches runs a rung over the first items and checks what it makes of whole numbers.
func matches(t *testing.T, dev *gpu.Device, r *Reducer, src gpu.View, items []float32) {
	t.Helper()
	want, magnitude := reduced(r.op, r.el, items, r.n)
	for c, got := range result(t, dev, r, src) {
		if !(math.Abs(float64(got)-want[c]) <= allowed(dev, r)*magnitude[c]) {
			t.Errorf("%s, %v of %d %v: channel %d is %v, want %v", r.rung, r.op, r.n, r.el, c, got, want[c])
		}
	}
}

// can says what New should make of it: nil, or the reason of a refusal.
func can(dev *gpu.Device, rung string, op Operator, el Element, n int) error {
	switch rung {
	case "mipmap-points", "mipmap-instanced":
		if !op.adds() {
			return ErrRung
		}
	case "atomic-device", "atomic-shared":
		if op.adds() {
			return ErrRung
		}
	case "pyramid-interp-r", "pyramid-fetch-r", "pyramid-gather-r":
		if el == Vec4 {
			return ErrRung
		}
	case "subgroup":
		if s := dev.Caps().Subgroup; !s.KHR && !s.Ballot {
			return ErrRung
		}
	case "serial":
		if n > 1<<20 || n > 1<<15 && dev.Caps().Software {
			return gpu.ErrTooLarge
		}
	}
	return nil
}

// made is a rung made ready; nil where it was rightly refused.
func made(t *testing.T, dev *gpu.Device, rung string, op Operator, el Element, n int) *Reducer {
	t.Helper()
	r, err := New(dev, rung, op, el, n)
	want := can(dev, rung, op, el, n)
	if (err == nil) != (want == nil) || !errors.Is(err, want) {
		t.Fatalf("%s, %v of %d %v: %v, want %v", rung, op, n, el, err, want)
	}
	return r
}
