// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// strand is a set of one hair of a usual width.
func strand(width float32, points ...mgl32.Vec3) *strands.Set {
	return &strands.Set{First: []uint32{0, uint32(len(points))}, Points: points, Unit: 1, DefaultThickness: width, DefaultOpacity: 0.9, DefaultColor: mgl32.Vec3{0.8, 0.4, 0.2}}
}

// A model without an extent costs its shadow no more than a hair of usual length: no more of the
// volume is zeroed and summed. Before, a ribbon of such a model covered all of the map.
func TestZeroLengthHairCostsNoMoreShadow(t *testing.T) {
	dev := gputest.Device(t)
	usual, zero, short := make([]mgl32.Vec3, 10), make([]mgl32.Vec3, 10), make([]mgl32.Vec3, 10)
	for i := range usual {
		usual[i] = mgl32.Vec3{float32(i) * 0.01, 0, float32(i%3) * 0.01}
		short[i] = usual[i].Mul(1e-5)
	}
	wide := strand(70e-6, usual...)
	wide.Thickness = make([]float32, 10)
	for i := range wide.Thickness {
		wide.Thickness[i] = 70e-6
	}
	wide.Thickness[4] = 1e6
	words := func(t *testing.T, set *strands.Set) uint32 {
		r := newStage(t, dev, set, Options{Light: LightOptions{ShadowSize: 256, Lights: []Light{{Direction: mgl32.Vec3{1, 2, 3}, Strength: 1}}}})
		litOf(t, r, VolumeShadow, front(r))
		planned, err := r.shadow.(*shadow.Volume).Planned.Download()
		if err != nil {
			t.Fatal(err)
		}
		return planned[0]
	}
	most := words(t, strand(70e-6, usual...))
	all := uint32(256 * 256 * shadow.HalfSlices)
	if most == 0 || most > all/4 {
		t.Fatalf("a usual hair takes %d words of %d", most, all)
	}
	for what, points := range map[string][]mgl32.Vec3{"no length": zero, "next to no length": short} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			if got := words(t, strand(70e-6, points...)); got > most {
				t.Errorf("%s: %d words of the volume, a usual hair takes %d", what, got, most)
			}
		})
	}
	if got := words(t, wide); got > all/2 {
		t.Errorf("one wide point: %d words of %d", got, all)
	}
}

// Points that a program moves to nowhere change nothing for the other hair, whatever is made of
// them.
func TestNaNAndFarPointsKeepOtherHair(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(60)
	begin := len(set.Points)
	set.Points = append(set.Points, mgl32.Vec3{}, mgl32.Vec3{0.01, 0.01, 0}, mgl32.Vec3{0.02, 0.03, 0}, mgl32.Vec3{0.03, 0.03, 0})
	set.First = append(set.First, uint32(len(set.Points)))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	far := [4]mgl32.Vec3{{1e5, 0, 0}, {1e5, 1, 0}, {1e5, 2, 0}, {1e5, 3, 0}}
	cases := map[string][4]mgl32.Vec3{
		"not a number":     {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}},
		"infinite":         {{inf, inf, inf}, {inf, inf, inf}, {inf, inf, inf}, {inf, inf, inf}},
		"some of a hair":   {far[0], {nan, 0, 0}, far[1], {-inf, inf, 0}},
		"huge":             {{1e30, 0, 0}, {1e30, 1e30, 0}, {1e30, 0, 1e30}, {1e37, 1e37, 1e37}},
		"far, no length":   {far[0], far[0], far[0], far[0]},
		"huge, no length":  {{3e38, 3e38, 3e38}, {3e38, 3e38, 3e38}, {3e38, 3e38, 3e38}, {3e38, 3e38, 3e38}},
		"just not a depth": {{1e5, nan, 0}, {1e5, nan, 0}, {1e5, nan, 0}, {1e5, nan, 0}},
	}
	defer func() { shadow.FormForTests = nil }()
	for _, method := range []struct {
		shadow Shadow
		hair   Transparency
		traced bool
	}{{VolumeShadow, Blend, false}, {VolumeShadow, Tiles, true}, {DeepShadow, Blend, true}, {OccupancyShadow, Weighted, false}, {SliceShadow, Blend, false}} {
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,traced=%v", method.shadow, method.hair, method.traced), func(t *testing.T) {
			shadow.FormForTests = &method.traced
			m, err := NewModel(dev, set)
			if err != nil {
				t.Fatal(err)
			}
			view, err := m.Moving(0)
			if err != nil {
				t.Fatal(err)
			}
			r, err := NewRenderer(dev, m, Options{Light: LightOptions{Shadow: method.shadow, ShadowSize: 64}, Transparency: TransparencyOptions{Method: method.hair}, Image: ImageOptions{Samples: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Resize(64, 64); err != nil {
				t.Fatal(err)
			}
			framebuffer := newTarget(t, 64, 64)
			all, err := m.hair.Points.Download()
			if err != nil {
				t.Fatal(err)
			}
			drawn := func(t *testing.T, points [4]mgl32.Vec3) []byte {
				for i, p := range points {
					copy(all[begin+i][:3], p[:])
				}
				if err := gpu.Upload(dev, view, all); err != nil {
					t.Fatal(err)
				}
				if err := r.Frame(front(r), Target{Framebuffer: framebuffer}, nil); err != nil {
					t.Fatal(err)
				}
				return readTarget(framebuffer, 64, 64)
			}
			want := drawn(t, far)
			for what, points := range cases {
				gputest.Run(t, dev, what, func(t *testing.T) {
					gputest.Equal(t, method.shadow.String()+", "+method.hair.String()+", "+what, drawn(t, points), want)
				})
			}
			gputest.Equal(t, "and again", drawn(t, far), want)
			r.Release()
			m.Release()
		})
	}
}
