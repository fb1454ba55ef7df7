// SPDX-License-Identifier: MIT

package tone

import (
	"math"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/mathgl/mgl32"
)

// The backdrops.
const (
	NoBackdrop = iota
	Studio
	Outdoors
)

// studioAt is the CPU twin of backdropAt in tone_map.comp.glsl. at: 0 to 1 in both directions, from
// the lower left.
func studioAt(at mgl32.Vec2, aspect float32) (light mgl32.Vec3) {
	x, y := (at[0]-0.5)*aspect, at[1]-0.55
	pool := float32(math.Exp(-2.4 * float64(x*x+y*y)))
	for i, dark := range [...]float32{0.030, 0.033, 0.040} {
		light[i] = dark + pool*([...]float32{0.175, 0.180, 0.195}[i]-dark)
	}
	return light
}

// Horizon is the light from a direction outdoors, y up: the CPU twin of horizonAt in
// tone_map.comp.glsl.
func Horizon(d mgl32.Vec3) mgl32.Vec3 {
	mix := func(a, b mgl32.Vec3, t float32) mgl32.Vec3 { return a.Mul(1 - t).Add(b.Mul(t)) }
	root := func(y float32) float32 { return float32(math.Sqrt(float64(max(y, 0)))) }
	sky := mix(mgl32.Vec3{0.60, 0.64, 0.68}, mgl32.Vec3{0.32, 0.43, 0.66}, root(d[1]))
	ground := mix(mgl32.Vec3{0.38, 0.33, 0.27}, mgl32.Vec3{0.22, 0.185, 0.14}, root(-d[1]))
	t := max(0, min((d[1]+0.05)/0.1, 1))
	return mix(ground, sky, t*t*(3-2*t))
}

// AddBackdrop puts a backdrop behind an image of premultiplied pixels, row by row from the top. All
// pixels then have alpha 1. f has the view of the image.
func AddBackdrop(pixels []float32, width, height int, backdrop uint32, f *scene.Frame) {
	w, h := float32(width), float32(height)
	axes := f.View.Mat3().Transpose()
	for i := range width * height {
		p := pixels[4*i:][:4]
		x, y := float32(i%width)+0.5, float32(height-1-i/width)+0.5
		b := studioAt(mgl32.Vec2{x / w, y / h}, w/h)
		if backdrop == Outdoors {
			b = Horizon(axes.Mul3x1(mgl32.Vec3{(x - w/2) / f.Eye[3], (y - h/2) / f.Eye[3], -1}.Normalize()))
		}
		for a := range 3 {
			p[a] += (1 - p[3]) * b[a]
		}
		p[3] = 1
	}
}
