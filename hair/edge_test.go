// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// Hair behind the edge of the head covers the samples that the head leaves, however many layers it
// has. Then the outline of the head has no stairs.
func TestManyLayersBehindTheHeadLeaveItsEdge(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 64, 48
	const layers = 30
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.05, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{0.8, 0.4, 0.2}}
	for layer := range layers {
		for k := range 41 {
			x, z := 0.03*float32(k-20), -0.3-0.002*float32(layer)
			set.Points = append(set.Points, mgl32.Vec3{x, -0.6, z}, mgl32.Vec3{x, 0.6, z})
			set.First = append(set.First, uint32(len(set.Points)))
			color := set.DefaultColor.Mul(0.88 + 0.24*unit(uint32(41*layer+k)))
			set.Color = append(set.Color, color, color)
		}
	}
	o := Options{Head: ball(0.15), Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: NoShadow}, Image: ImageOptions{Samples: 4}}
	camera := func(r *Renderer) Camera { return Fit(mgl32.Vec3{-0.2, -0.2, -0.2}, mgl32.Vec3{0.2, 0.2, 0.2}, 4.0/3) }
	both := newRenderer(t, dev, set, o, width, height)
	got := lightOf(t, both, camera(both))
	depths := make([]uint32, both.scene.Traced.Depths.Size()/4)
	if err := gpu.Download(dev, both.scene.Traced.Depths, depths); err != nil {
		t.Fatal(err)
	}
	o.Head = nil
	wall := newRenderer(t, dev, set, o, width, height)
	hair := lightOf(t, wall, camera(wall))
	edges, worst := 0, 0.0
	for p := range width * height {
		covered := 0
		for _, word := range depths[4*p : 4*p+4] {
			if word != 0 {
				covered++
			}
		}
		if covered == 0 || covered == 4 || hair[4*p+3] < 0.999 {
			continue
		}
		// The pixels beside it show the head alone and the hair alone.
		at := func(q, c int) float64 { return float64(got[4*q+c]) }
		low, high := math.Inf(1), math.Inf(-1)
		for _, q := range []int{p - 1, p + 1, p - width, p + width} {
			low, high = min(low, at(q, 2)), max(high, at(q, 2))
		}
		if high-low < 0.05 {
			continue
		}
		edges++
		share := float64(covered) / 4
		head := at(p, 2) - (1-share)*float64(hair[4*p+2])
		worst = max(worst, math.Abs(head/share-high)/high)
		if a := at(p, 3); math.Abs(a-1) > 0.01 {
			t.Errorf("alpha is %v at an edge before hair, want 1", a)
		}
	}
	t.Logf("%d pixels at edges, the head's share is off by %.2f at most", edges, worst)
	if edges < 20 || worst > 0.35 {
		t.Errorf("the head's share is off by %.2f at most in %d pixels at edges", worst, edges)
	}
}
