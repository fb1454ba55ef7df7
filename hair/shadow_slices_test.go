// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/go-gl/mathgl/mgl32"
)

// sliceOf is the CPU twin of sliceAt in shadow_slices.glsl, before rounding down.
func sliceOf(f *scene.Frame, light int, p mgl32.Vec3) float64 {
	depth := f.LightDepth[light].Dot(p.Vec4(1))*f.LightScale[light][0] + f.LightScale[light][1]
	return min(max(float64(depth)*shadow.SliceCount, 0), shadow.SliceCount-1)
}

// planOf is the CPU twin of slices_plan.comp.glsl: draws and dispatches.
func planOf(pieceBegins, placeBegins []uint32) (draws, dispatches []uint32) {
	for i := range shadow.SliceCount + 1 {
		next, before := min(i+1, shadow.SliceCount), max(i-1, 0)
		draws = append(draws, 6*(pieceBegins[next]-pieceBegins[i]), 1, 6*pieceBegins[i], 0)
		groups := (placeBegins[next] - placeBegins[before] + scene.GroupSize - 1) / scene.GroupSize
		dispatches = append(dispatches, groups, min(groups, 1), 1)
	}
	return draws, dispatches
}

func TestSlicesMatchCPUSortAndPlan(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	head := ball(0.05)
	r := newStage(t, dev, set, Options{Light: LightOptions{Shadow: SliceShadow}, Head: head})
	litOf(t, r, SliceShadow, front(r))
	s := r.shadow.(*shadow.Slices)
	get := func(b *gpu.Buffer[uint32]) []uint32 {
		words, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		return words
	}
	const light = 1 // the buffers hold the last light
	check := func(what string, keys, order, begins []uint32, at func(i int) mgl32.Vec3) {
		var counts [shadow.SliceCount + 1]uint32
		for i, k := range keys {
			exact := sliceOf(r.scene.Frame, light, at(i))
			if math.Abs(float64(k)+0.5-exact) > 0.5+1e-3 && k < shadow.SliceCount-1 {
				t.Fatalf("%s %d has slice %d, on the CPU %.3f", what, i, k, exact)
			}
			counts[k+1]++
		}
		for i := range shadow.SliceCount {
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
	segments := get(r.scene.Expanded.Segments)
	if s.Pieces < 2 {
		t.Fatalf("segments are cut into %d: the test is of nothing", s.Pieces)
	}
	check("piece", get(s.PieceKeys), get(s.PieceOrder), get(s.PieceBegins), func(i int) mgl32.Vec3 {
		p := scene.PointOf(segments[i/s.Pieces])
		part := (float32(i%s.Pieces) + 0.5) / float32(s.Pieces)
		return set.Points[p].Mul(1 - part).Add(set.Points[p+1].Mul(part)).Mul(set.Unit)
	})
	check("place", get(s.PlaceKeys), get(s.PlaceOrder), get(s.PlaceBegins), func(i int) mgl32.Vec3 {
		if i < len(set.Points) {
			return set.Points[i].Mul(set.Unit)
		}
		return head.Vertices[i-len(set.Points)]
	})
	draws, dispatches := planOf(get(s.PieceBegins), get(s.PlaceBegins))
	gputest.Equal(t, "draws", get(s.Draws)[shadow.DrawsAt:], draws)
	gputest.Equal(t, "dispatches", get(s.Dispatches), dispatches)
}

// In bands of a few rows the exact shadow is what it is in one.
func TestExactShadowInBandsMatchesOne(t *testing.T) {
	dev := gputest.Device(t)
	r := newStage(t, dev, tuft(300), Options{Head: ball(0.1), Light: LightOptions{Lights: DefaultLights()[:1]}})
	camera := front(r)
	whole := litOf(t, r, ExactShadow, camera)
	e := r.shadow.(*shadow.Exact)
	counts, err := e.Counts.Download()
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for y := range r.shadowSize {
		row := 0
		for _, n := range counts[y*r.shadowSize : (y+1)*r.shadowSize] {
			row += int(n)
		}
		most = max(most, row)
	}
	e.Most = most + 10
	bands, err := shadow.BandsOf(counts, r.shadowSize, e.Most)
	if err != nil || len(bands) < 4 {
		t.Fatalf("%d bands, %v", len(bands), err)
	}
	if err := r.shadows.Run(e); err != nil {
		t.Fatal(err)
	}
	words, err := r.shadows.Lit.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range whole {
		if got := float64(uint16(words[shadow.LitWords*i])) / math.MaxUint16; math.Abs(got-want[0]) > 2e-5 {
			t.Fatalf("place %d: %v in %d bands, %v in one", i, got, len(bands), want[0])
		}
	}
	e.Most = most - 1
	if err := r.shadows.Run(e); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "fragments in row") {
		t.Errorf("a row of too many fragments: %v", err)
	}
}

// The rounded sum of the pieces can exceed that of the whole segments. No hair is then behind a
// place, and not 2^32 steps. The head is so large that all hair is in front of its far side.
func TestSlicesLeaveTheHeadAsOpenAsExact(t *testing.T) {
	dev := gputest.Device(t)
	r := newStage(t, dev, tuft(700), Options{Head: ball(0.5)})
	open := func(method Shadow) (all []float64) {
		litOf(t, r, method, front(r))
		words, err := r.shadows.Lit.Download()
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.scene.Places() {
			all = append(all, float64(math.Float32frombits(words[shadow.LitWords*i+2])))
		}
		return all
	}
	got, want := open(SliceShadow), open(ExactShadow)
	for i := r.m.hair.Points.Len(); i < len(got); i++ {
		if math.Abs(got[i]-want[i]) > 0.05 {
			t.Fatalf("the openness at vertex %d of the head is %.4f, by %v %.4f", i-r.m.hair.Points.Len(), got[i], ExactShadow, want[i])
		}
	}
}
