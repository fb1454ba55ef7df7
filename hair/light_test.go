// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/mathgl/mgl32"
)

// inLight is the CPU twin of light.glsl: texels, the depth, and the depth among the hair.
func inLight(f *scene.Frame, light int, p mgl32.Vec3) (x, y, depth, hair float32) {
	c := f.LightClip[light].Mul4x1(p.Vec4(1))
	depth = f.LightDepth[light].Dot(p.Vec4(1))
	size := f.Lights[2]
	return (c[0]/c[3]*0.5 + 0.5) * size, (c[1]/c[3]*0.5 + 0.5) * size, depth, depth*f.LightScale[light][0] + f.LightScale[light][1]
}

func TestLightMapsContainTheModel(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var points [][4]float32
	var hair, all box
	for range 400 {
		p := mgl32.Vec3{random.Float32() - 0.5, 0.6 * random.Float32(), 0.3 * random.Float32()}
		points = append(points, p.Vec4(0.001))
		for a := range 3 {
			hair.low[a], hair.high[a] = min(hair.low[a], p[a]), max(hair.high[a], p[a])
		}
	}
	all = box{hair.low.Sub(mgl32.Vec3{0.1, 0.4, 0.1}), hair.high.Add(mgl32.Vec3{0, 0, 0.2})}
	o, err := Options{Light: LightOptions{ShadowSize: 256, Lights: []Light{
		{Direction: mgl32.Vec3{-3, 2, 1}, AtCamera: true, Strength: 2},
		{Direction: mgl32.Vec3{0, 7, 0}, Strength: 1, Color: mgl32.Vec3{1, 0.5, 0}},
		{Point: true, Position: mgl32.Vec3{2, 1, 1}, Strength: 3},
		{Direction: mgl32.Vec3{0.1, -1, 0}, Strength: 1},
	}}, Head: ball(0.1)}.withDefaults(4)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkLights("lights", o.Light.Lights, all.low, all.high); err != nil {
		t.Fatal(err)
	}
	var f scene.Frame
	setLights(&f, Camera{Distance: 1, Azimuth: 0.7, Elevation: -0.3}, hullOf(points), all, o, o.Light.ShadowSize)
	if f.Lights != (mgl32.Vec4{4, 1, 256, 1}) {
		t.Errorf("lights are %v", f.Lights)
	}
	for light := range o.Light.Lights {
		t.Run(fmt.Sprint("light=", light), func(t *testing.T) {
			nearest, farthest := float32(1), float32(0)
			for _, p := range points {
				x, y, depth, hair := inLight(&f, light, mgl32.Vec3(p[:3]))
				if min(x, y) < 2.9 || max(x, y) > 253.1 || depth < -1e-4 || depth > 1+1e-4 || hair < -0.03 || hair > 1.03 {
					t.Fatalf("light %d sees %v at %v, %v, depth %v, among the hair %v", light, p, x, y, depth, hair)
				}
				nearest, farthest = min(nearest, hair), max(farthest, hair)
			}
			if nearest > 0.02 || farthest < 0.98 {
				t.Errorf("light %d: the hair's depths go from %v to %v", light, nearest, farthest)
			}
			widest := float32(0)
			for _, c := range all.corners() {
				x, y, depth, _ := inLight(&f, light, c)
				widest = max(widest, abs(x-128), abs(y-128))
				if depth < -1e-4 || depth > 1+1e-4 {
					t.Errorf("light %d: a corner's depth is %v", light, depth)
				}
			}
			if widest < 124.5 || widest > 125.5 {
				t.Errorf("light %d: the box reaches %v texels from the middle", light, widest)
			}
			// A metre across the light is so many texels; depth goes away from the light.
			from := f.LightFrom[light].Vec3()
			toward := from.Sub(all.centre().Mul(f.LightFrom[light][3])).Normalize()
			side := toward.Cross(mgl32.Vec3{1, 2, 3}).Normalize().Mul(0.01)
			x0, y0, d0, _ := inLight(&f, light, all.centre())
			x1, y1, _, _ := inLight(&f, light, all.centre().Add(side))
			_, _, d1, _ := inLight(&f, light, all.centre().Sub(toward.Mul(0.01)))
			w := f.LightClip[light].Mul4x1(all.centre().Vec4(1))[3]
			if got, want := math.Hypot(float64(x1-x0), float64(y1-y0)), float64(0.01*f.LightScale[light][2]/w); math.Abs(got/want-1) > 0.02 {
				t.Errorf("light %d: a centimetre is %v texels, want %v", light, got, want)
			}
			if got, want := d1-d0, 0.01*f.LightScale[light][3]; abs(got/want-1) > 0.01 {
				t.Errorf("light %d: a centimetre is %v deep, want %v", light, got, want)
			}
		})
	}
	if got := f.LightColor[1]; got != (mgl32.Vec4{1, 0.5, 0, 0}) {
		t.Errorf("an orange light is %v", got)
	}
	distance := mgl32.Vec3{2, 1, 1}.Sub(all.centre()).Len()
	if got := f.LightColor[2][0] / (distance * distance); abs(got-3) > 1e-4 {
		t.Errorf("a point light of strength 3 arrives with %v", got)
	}
}

// skyLight is the CPU twin of lamps.glsl.
func skyLight(s [9]mgl32.Vec3, n mgl32.Vec3) mgl32.Vec3 {
	x, y, z := n[0], n[1], n[2]
	sum := s[0]
	for i, v := range []float32{y, z, x, x * y, y * z, 3*z*z - 1, x * z, x*x - y*y} {
		sum = sum.Add(s[i+1].Mul(v))
	}
	return sum
}

func TestEnvironmentMatchesIntegratedIrradiance(t *testing.T) {
	even := EvenLight(mgl32.Vec3{0.5, 0.25, 1})
	for _, n := range []mgl32.Vec3{{1, 0, 0}, {0, -1, 0}, {0.6, 0, 0.8}} {
		if got := skyLight(even.folded(), n); got.Sub(mgl32.Vec3{0.5, 0.25, 1}).Len() > 1e-3 {
			t.Errorf("even light on %v is %v", n, got)
		}
	}
	// By plain sums over the half sphere, for a light that order 2 holds all of.
	light := func(d mgl32.Vec3) mgl32.Vec3 { v := 1 + d[1] + 0.5*d[0]*d[2] + d[2]*d[2]; return mgl32.Vec3{v, v, v} }
	e := project(light)
	for _, n := range []mgl32.Vec3{{0, 1, 0}, {0.6, 0.8, 0}, {-0.36, 0.48, -0.8}} {
		sum, weight := float32(0), float32(0)
		project(func(d mgl32.Vec3) mgl32.Vec3 {
			c := max(d.Dot(n), 0)
			sum += c * light(d)[0]
			weight += c
			return mgl32.Vec3{}
		})
		if got, want := skyLight(e.folded(), n)[0], sum/weight; abs(got-want) > 0.01 {
			t.Errorf("on %v light is %v, summed %v", n, got, want)
		}
	}
	s := Sky(mgl32.Vec3{1, 1, 1}, mgl32.Vec3{0.5, 0.5, 0.5}, mgl32.Vec3{})
	f := s.folded()
	if up, aside, down := skyLight(f, mgl32.Vec3{0, 1, 0})[0], skyLight(f, mgl32.Vec3{1, 0, 0})[0], skyLight(f, mgl32.Vec3{0, -1, 0})[0]; up < aside+0.2 || aside < down+0.2 || down < 0 {
		t.Errorf("a sky lights %v from above, %v from aside, %v from below", up, aside, down)
	}
}

func TestHullHasTheExtremePoints(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	var points [][4]float32
	for range 3000 {
		points = append(points, mgl32.Vec3{random.Float32() * 3, random.Float32(), random.Float32() * random.Float32()}.Vec4(0))
	}
	hull := hullOf(points)
	for range 200 {
		d := mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5}.Normalize()
		low, high := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, p := range points {
			v := -d.Dot(mgl32.Vec3(p[:3]))
			low, high = min(low, v), max(high, v)
		}
		nearest, farthest := along(d, hull)
		if span := high - low; nearest < low || farthest > high || nearest > low+0.03*span || farthest < high-0.03*span {
			t.Errorf("along %v points reach from %v to %v, by the hull from %v to %v", d, low, high, nearest, farthest)
		}
	}
}
