// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// sliceOf is the CPU twin of slice.glsl, before rounding down.
func (f *frame) sliceOf(light int, p mgl32.Vec3) float64 {
	depth := f.lightDepth[light].Dot(p.Vec4(1))*f.lightScale[light][0] + f.lightScale[light][1]
	return min(max(float64(depth)*sliceCount, 0), sliceCount-1)
}

// planOf is the CPU twin of slices_plan.comp.glsl: draws and dispatches.
func planOf(pieceBegins, placeBegins []uint32) (draws, dispatches []uint32) {
	for i := range sliceCount + 1 {
		next, before := min(i+1, sliceCount), max(i-1, 0)
		draws = append(draws, 6*(pieceBegins[next]-pieceBegins[i]), 1, 6*pieceBegins[i], 0)
		groups := (placeBegins[next] - placeBegins[before] + groupSize - 1) / groupSize
		dispatches = append(dispatches, groups, min(groups, 1), 1)
	}
	return draws, dispatches
}

func TestSlicesSortAndPlanLikeTheCPU(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	head := ball(0.05)
	r := newStage(t, dev, set, Options{Shadow: SliceShadow, Head: head})
	litOf(t, r, SliceShadow, front(r))
	s := r.shadow.(*sliceShadow)
	get := func(b *gpu.Buffer[uint32]) []uint32 {
		words, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		return words
	}
	const light = 1 // the last one is what the buffers still tell
	check := func(what string, keys, order, begins []uint32, at func(i int) mgl32.Vec3) {
		var counts [sliceCount + 1]uint32
		for i, k := range keys {
			exact := r.frame.sliceOf(light, at(i))
			if math.Abs(float64(k)+0.5-exact) > 0.5+1e-3 && k < sliceCount-1 {
				t.Fatalf("%s %d has slice %d, on the CPU %.3f", what, i, k, exact)
			}
			counts[k+1]++
		}
		for i := range sliceCount {
			counts[i+1] += counts[i]
		}
		gputest.Equal(t, what+" begins", begins, counts[:])
		want := make([]uint32, len(order))
		for i := range want {
			want[i] = uint32(i)
		}
		slices.SortStableFunc(want, func(a, b uint32) int { return int(keys[a]) - int(keys[b]) })
		gputest.Equal(t, what+" order", order, want)
	}
	segments := get(r.segments)
	if s.pieces < 2 {
		t.Fatalf("segments are cut into %d: the test is of nothing", s.pieces)
	}
	check("piece", get(s.pieceKeys), get(s.pieceOrder), get(s.pieceBegins), func(i int) mgl32.Vec3 {
		p := segments[i/s.pieces] & (1<<30 - 1)
		part := (float32(i%s.pieces) + 0.5) / float32(s.pieces)
		return set.Points[p].Mul(1 - part).Add(set.Points[p+1].Mul(part)).Mul(set.Unit)
	})
	check("place", get(s.placeKeys), get(s.placeOrder), get(s.placeBegins), func(i int) mgl32.Vec3 {
		if i < len(set.Points) {
			return set.Points[i].Mul(set.Unit)
		}
		return head.Vertices[i-len(set.Points)]
	})
	draws, dispatches := planOf(get(s.pieceBegins), get(s.placeBegins))
	gputest.Equal(t, "draws", get(s.draws)[drawsAt:], draws)
	gputest.Equal(t, "dispatches", get(s.dispatches), dispatches)
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		mean, size float32
		want       int
	}{{0, 1, 1}, {1, 0, 1}, {1.0 / 128, 1, 1}, {1.0 / 64, 1, 1}, {3.0 / 128, 1, 2}, {4.0 / 64, 1, 4}, {1, 1, mostPieces}} {
		t.Run(fmt.Sprint("mean=", c.mean, ",size=", c.size), func(t *testing.T) {
			if got := piecesOf(c.mean, c.size); got != c.want {
				t.Errorf("segments of %v in a model of %v: %d pieces, want %d", c.mean, c.size, got, c.want)
			}
		})
	}
}

// In bands of a few rows the exact shadow is what it is in one.
func TestExactShadowInBands(t *testing.T) {
	dev := gputest.Device(t)
	r := newStage(t, dev, tuft(300), Options{Head: ball(0.1), Lights: DefaultLights()[:1]})
	camera := front(r)
	whole := litOf(t, r, ExactShadow, camera)
	e := r.shadow.(*exactShadow)
	counts, err := e.counts.Download()
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for y := range e.l.r.shadowSize {
		row := 0
		for _, n := range counts[y*e.l.r.shadowSize : (y+1)*e.l.r.shadowSize] {
			row += int(n)
		}
		most = max(most, row)
	}
	e.most = most + 10
	bands, err := bandsOf(counts, e.l.r.shadowSize, e.most)
	if err != nil || len(bands) < 4 {
		t.Fatalf("%d bands, %v", len(bands), err)
	}
	if err := r.lighting.run(e); err != nil {
		t.Fatal(err)
	}
	words, err := r.lighting.lit.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range whole {
		if got := float64(uint16(words[litWords*i])) / math.MaxUint16; math.Abs(got-want[0]) > 2e-5 {
			t.Fatalf("place %d: %v in %d bands, %v in one", i, got, len(bands), want[0])
		}
	}
	e.most = most - 1
	if err := r.lighting.run(e); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "fragments in row") {
		t.Errorf("a row of too many fragments: %v", err)
	}
}

func TestBands(t *testing.T) {
	counts := []uint32{1, 2, 0, 0, 0, 0, 0, 0, 5, 1, 1, 3, 9, 0, 0, 0} // rows of 3, 0, 10, 9
	for _, c := range []struct {
		most int
		want []band
	}{
		{30, []band{{0, 4, 0, 22}}},
		{13, []band{{0, 3, 0, 13}, {3, 4, 13, 9}}},
		{10, []band{{0, 2, 0, 3}, {2, 3, 3, 10}, {3, 4, 13, 9}}},
		{9, nil},
	} {
		t.Run(fmt.Sprint("most=", c.most), func(t *testing.T) {
			got, err := bandsOf(counts, 4, c.most)
			if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
				t.Errorf("at most %d: %v, %v, want %v", c.most, got, err, c.want)
			}
		})
	}
}
