// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// dot is a record for the library's tests.
type dot struct {
	Position [3]float32
	Hit      uint32
	Velocity [3]float32
	Emitter  uint32
}

const dotInit = "void init(inout Particle p, Birth b) { p.position = b.position; p.velocity = b.direction; p.emitter = b.emitter; }"

// born makes n dots of each emitter and steps once.
func born(t *testing.T, dev *gpu.Device, o Options, n int) []dot {
	t.Helper()
	o.Record, o.Capacity = dot{}, n*len(o.Emitters)
	if o.Init == "" {
		o.Init = dotInit
	}
	if o.Update == "" {
		o.Update = "bool update(inout Particle p) { return true; }"
	}
	s := newSystem(t, dev, o)
	for i := range o.Emitters {
		if err := s.Emit(i, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Step(0.1); err != nil {
		t.Fatal(err)
	}
	all, err := Read[dot](s)
	if err != nil || len(all) != o.Capacity {
		t.Fatalf("%d dots, %v", len(all), err)
	}
	return all
}

// Shapes put all particles inside, and evenly: their mean is the expected one.
func TestShapes(t *testing.T) {
	dev := gputest.Device(t)
	// A square in two unequal parts, and a triangle without area.
	mesh, err := NewMesh([][3]float32{{0, 0, 5}, {4, 0, 5}, {4, 4, 5}, {0, 4, 5}, {9, 9, 9}}, []uint32{0, 1, 2, 4, 4, 4, 0, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	const n = 4000
	all := born(t, dev, Options{Mesh: mesh, Seed: 3, Emitters: []Emitter{
		{Shape: Point, At: [3]float32{1, 2, 3}},
		{Shape: Box, At: [3]float32{1, 0, 0}, Size: [3]float32{1, 2, 3}},
		{Shape: Sphere, At: [3]float32{0, 0, 7}, Size: [3]float32{2, 1}},
		{Shape: Surface, At: [3]float32{10, 0, 0}},
	}}, n)
	var mean [4]mgl32.Vec3
	inner, upper := 0, 0
	for _, p := range all {
		at, v := mgl32.Vec3(p.Position), mgl32.Vec3(p.Velocity)
		mean[p.Emitter] = mean[p.Emitter].Add(at.Mul(1.0 / n))
		if math.Abs(float64(v.Len())-1) > 1e-4 {
			t.Fatalf("a direction of length %v", v.Len())
		}
		ok := false
		switch p.Emitter {
		case 0:
			ok = at == mgl32.Vec3{1, 2, 3}
		case 1:
			ok = math.Abs(float64(at[0]-1)) <= 1 && math.Abs(float64(at[1])) <= 2 && math.Abs(float64(at[2])) <= 3
		case 2:
			d := at.Sub(mgl32.Vec3{0, 0, 7})
			ok = d.Len() < 2.0001 && d.Len() > 0.9999 && d.Normalize().Dot(v) > 0.999
			if d.Len() < 1.5 {
				inner++
			}
		case 3:
			ok = at[2] == 5 && at[0] >= 10 && at[0] <= 14 && at[1] >= 0 && at[1] <= 4 && v == mgl32.Vec3{0, 0, 1}
			if at[1] > at[0]-10 {
				upper++
			}
		}
		if !ok {
			t.Fatalf("emitter %d puts one at %v with %v", p.Emitter, at, v)
		}
	}
	for i, want := range []mgl32.Vec3{{1, 2, 3}, {1, 0, 0}, {0, 0, 7}, {12, 2, 5}} {
		if mean[i].Sub(want).Len() > 0.15 {
			t.Errorf("the mean of emitter %d is %v, expected %v", i, mean[i], want)
		}
	}
	if part := (1.5*1.5*1.5 - 1) / (8 - 1) * n; math.Abs(float64(inner)-part) > 150 {
		t.Errorf("%d in the inner half of the shell, expected %.0f", inner, part)
	}
	if upper < n/2-150 || upper > n/2+150 {
		t.Errorf("%d of %d on one of two triangles of one size", upper, n)
	}
}

// The fractions of the newborn of a step are spread evenly, the oldest first, over those of each
// emitter. An emitter that takes its number from the GPU has none.
func TestBirthFraction(t *testing.T) {
	dev := gputest.Device(t)
	for _, slots := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			counts := []int{7, 0, 1, 100, 33}
			word := gputest.Words(t, dev, []uint32{5})
			s := newSystem(t, dev, Options{
				Record: dot{}, Capacity: 200, Slots: slots,
				Emitters: []Emitter{{}, {}, {Rate: 10}, {Count: gpu.CountAt(word.View(), 9)}, {Bursts: []Burst{{Count: 100}}}, {}},
				Init:     "void init(inout Particle p, Birth b) { p.velocity.x = b.fraction; p.hit = b.index; p.emitter = b.emitter; }",
				Update:   "bool update(inout Particle p) { return true; }",
			})
			for i, e := range []int{0, 1, 5} {
				if err := s.Emit(e, []int{counts[0], counts[1], counts[4]}[i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Step(0.1); err != nil {
				t.Fatal(err)
			}
			all, err := Read[dot](s)
			if err != nil {
				t.Fatal(err)
			}
			var want []dot
			for _, e := range []struct{ emitter, n int }{{0, 7}, {2, 1}, {4, 100}, {5, 33}} {
				for i := range e.n {
					p := dot{Hit: uint32(i), Emitter: uint32(e.emitter)}
					p.Velocity[0] = (float32(e.n-i) - 0.5) / float32(e.n)
					want = append(want, p)
				}
			}
			for i := range 5 {
				want = append(want, dot{Hit: uint32(i), Emitter: 3})
			}
			if len(all) != len(want) {
				t.Fatalf("%d newborn, expected %d", len(all), len(want))
			}
			last := dot{Emitter: 99}
			for i, p := range all {
				w, f := want[i], p.Velocity[0]
				if p.Emitter != w.Emitter || p.Hit != w.Hit || math.Abs(float64(f-w.Velocity[0])) > 1e-6 {
					t.Fatalf("newborn %d is %+v, expected %+v", i, p, w)
				}
				if gpus := p.Emitter == 3; gpus != (f == 0) || f < 0 || f >= 1 || !gpus && p.Emitter == last.Emitter && f >= last.Velocity[0] {
					t.Fatalf("newborn %d of emitter %d has the fraction %v behind %v", p.Hit, p.Emitter, f, last.Velocity[0])
				}
				last = p
			}
		})
	}
}

// Each collider leaves every ball outside of the solid, and none that is well outside is touched.
func TestColliders(t *testing.T) {
	dev := gputest.Device(t)
	for name, c := range map[string]struct {
		call string
		far  func(p mgl32.Vec3) float64 // from the solid's surface
	}{
		"plane":   {"hitPlane(p.position, p.velocity, 0.1, vec4(0.0, 1.0, 0.0, 0.5), 0.5, 0.9)", func(p mgl32.Vec3) float64 { return float64(p[1]) - 0.5 }},
		"sphere":  {"hitSphere(p.position, p.velocity, 0.1, vec4(0.5, 0.0, 0.0, 1.0), 0.5, 0.9)", func(p mgl32.Vec3) float64 { return float64(p.Sub(mgl32.Vec3{0.5}).Len()) - 1 }},
		"capsule": {"hitCapsule(p.position, p.velocity, 0.1, vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), 0.5, 0.5, 0.9)", func(p mgl32.Vec3) float64 { return float64(p.Sub(mgl32.Vec3{min(max(p[0], -1), 1)}).Len()) - 0.5 }},
		"box":     {"hitBox(p.position, p.velocity, 0.1, vec3(0.0, 0.5, 0.0), vec3(1.0, 0.5, 0.25), 0.5, 0.9)", boxFar},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			o := Options{
				Update:   "bool update(inout Particle p) { p.hit = " + c.call + " ? 1u : 0u; return true; }",
				Emitters: []Emitter{{Shape: Box, Size: [3]float32{2, 2, 2}}},
			}
			before := born(t, dev, Options{Emitters: o.Emitters}, 3000)
			hit := 0
			for i, p := range born(t, dev, o, 3000) {
				was, is := c.far(before[i].Position), c.far(p.Position)
				if is < 0.1-1e-4 || (p.Hit == 1) != (was < 0.1) && math.Abs(was-0.1) > 1e-4 {
					t.Fatalf("%s: from %v (%v off) to %v (%v off), hit %d", name, before[i].Position, was, p.Position, is, p.Hit)
				}
				if p.Hit == 0 && (p.Position != before[i].Position || p.Velocity != before[i].Velocity) {
					t.Fatalf("%s: one that was not hit moved", name)
				}
				moved := mgl32.Vec3(p.Position).Sub(before[i].Position)
				if p.Hit == 1 && mgl32.Vec3(p.Velocity).Dot(moved) < -1e-4 {
					t.Fatalf("%s: it still flies into the solid", name)
				}
				hit += int(p.Hit)
			}
			if hit < 20 || hit > 2900 {
				t.Errorf("%s: %d of 3000 were hit", name, hit)
			}
		})
	}
}

func boxFar(p mgl32.Vec3) float64 {
	q := mgl32.Vec3{mgl32.Abs(p[0]) - 1, mgl32.Abs(p[1]-0.5) - 0.5, mgl32.Abs(p[2]) - 0.25}
	out := mgl32.Vec3{max(q[0], 0), max(q[1], 0), max(q[2], 0)}
	if l := out.Len(); l > 0 {
		return float64(l)
	}
	return float64(max(q[0], q[1], q[2]))
}

// The depth buffer of a wall before the camera stops what flies into it.
func TestDepthCollider(t *testing.T) {
	dev := gputest.Device(t)
	projection := mgl32.Perspective(1, 1, 0.1, 100)
	wall := projection.Mul4x1(mgl32.Vec4{0, 0, -5, 1})
	depth := make([]float32, 32*32)
	for i := range depth {
		depth[i] = wall[2]/wall[3]*0.5 + 0.5
	}
	var texture uint32
	gl.GenTextures(1, &texture)
	defer gl.DeleteTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT32F, 32, 32, 0, gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depth))
	gl.BindTexture(gl.TEXTURE_2D, 0) // with the default filter, which reads levels that are not there
	o := Options{
		Record: dot{}, Capacity: 500, DepthCollider: true, Init: dotInit,
		Update: `bool update(inout Particle p) {
    p.position.z -= dt;
    if (hitDepth(p.position, p.velocity, 0.01, 0.0, 1.0)) p.hit++;
    return true;
}`,
		Emitters: []Emitter{{Shape: Box, At: [3]float32{0, 0, -3}, Size: [3]float32{1, 1, 1}}},
	}
	s := newSystem(t, dev, o)
	s.SetCamera(Camera{View: mgl32.Ident4(), Projection: projection, Near: 0.1, Far: 100})
	s.SetDepth(texture, 0.5)
	if err := s.Emit(0, 500); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		if err := s.Step(0.1); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Read[dot](s)
	if err != nil || len(all) != 500 {
		t.Fatal(len(all), err)
	}
	for _, p := range all {
		if p.Position[2] < -5 || p.Position[2] > -4.9 || p.Hit == 0 {
			t.Fatalf("%+v is not before the wall at -5", p)
		}
	}
	if n := testing.AllocsPerRun(5, func() { err = errors.Join(err, s.Step(0)) }); n != 0 || err != nil {
		t.Errorf("a step with a depth texture allocates %v times, %v", n, err)
	}
	s.SetDepth(0, 0)
	if err := s.Step(1); err != nil {
		t.Fatal(err)
	}
	if all, err = Read[dot](s); err != nil || all[0].Position[2] > -5.5 {
		t.Errorf("without a depth buffer: %+v, %v", all[0], err)
	}
}

// Forces and curves, compared with their formulas.
func TestForcesAndCurves(t *testing.T) {
	dev := gputest.Device(t)
	keys := []Key{{0, [4]float32{0, 1}}, {0.25, [4]float32{4, 1}}, {1, [4]float32{1, 3}}}
	o := Options{
		Functions: "vec4 unused(float t) { return shine(t); }",
		Curves:    []Curve{{"other", []Key{{0, [4]float32{9, 9, 9, 9}}}}, {"shine", keys}},
		Update: `bool update(inout Particle p) {
    vec3 at = p.position;
    vec4 c = shine(at.x);
    p.velocity = vec3(c.xy, length(drag(vec3(1.0, 0.0, 0.0), 2.0)));
    p.hit = floatBitsToUint(length(attract(vec3(2.0, 0.0, 0.0), vec3(0.0), 8.0, 0.0)));
    p.emitter = floatBitsToUint(length(wind(vec3(0.0), vec3(1.0), 2.0)));
    const float e = 0.05;  // as curlNoise has it, so that nothing is left of the differences
    float gathers = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 d = vec3(0.0);
        d[i] = e;
        gathers += (curlNoise(at * 10.0 + d) - curlNoise(at * 10.0 - d))[i] / (2.0 * e);
    }
    p.position.y = gathers;
    p.position.z = length(curlNoise(at * 10.0));
    return true;
}`,
		Emitters: []Emitter{{Shape: Box, At: [3]float32{0.5, 0, 0}, Size: [3]float32{0.6, 1, 1}}},
	}
	curve := Curve{"shine", keys}
	moving := 0
	for _, p := range born(t, dev, o, 1000) {
		want := curve.at(min(max(p.Position[0], 0), 1))
		near := 1e-4
		if math.Abs(float64(p.Position[0])-0.25) < 1.0/(curveSamples-1) {
			near = 0.07 // the key at 0.25 lies between two samples
		}
		for a := range 2 {
			if math.Abs(float64(p.Velocity[a]-want[a])) > near {
				t.Fatalf("the curve at %v is %v, expected %v", p.Position[0], p.Velocity, want)
			}
		}
		for _, c := range [][2]float64{
			{float64(p.Velocity[2]), math.Exp(-0.2)}, {float64(math.Float32frombits(p.Hit)), 0.2},
			{float64(math.Float32frombits(p.Emitter)), math.Sqrt(3) * (1 - math.Exp(-0.2))},
		} {
			if math.Abs(c[0]-c[1]) > 1e-4 {
				t.Fatalf("a force is %v, expected %v", c[0], c[1])
			}
		}
		if math.Abs(float64(p.Position[1])) > 0.01 {
			t.Fatalf("the curl of noise gathers: %v", p.Position[1])
		}
		if p.Position[2] > 0.2 {
			moving++
		}
	}
	if moving < 500 {
		t.Errorf("the noise moves %d of 1000", moving)
	}
}
