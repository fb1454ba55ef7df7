// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// tangle is strands of colours of their own that cross each other everywhere.
func tangle(n int, seed int64) *strands.Set {
	random := rand.New(rand.NewSource(seed))
	s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.01, DefaultOpacity: 0.5}
	for range n {
		color := mgl32.Vec3{random.Float32(), random.Float32(), random.Float32()}
		at := mgl32.Vec3{random.Float32()*2 - 1, random.Float32()*2 - 1, random.Float32()*2 - 1}
		for range 4 {
			s.Points = append(s.Points, at)
			s.Color = append(s.Color, color)
			at = at.Add(mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// permuted is the same strands in another order.
func permuted(s *strands.Set, seed int64) *strands.Set {
	out := *s
	out.First, out.Points, out.Color = []uint32{0}, nil, nil
	for _, i := range rand.New(rand.NewSource(seed)).Perm(s.Strands()) {
		out.Points = append(out.Points, s.Points[s.First[i]:s.First[i+1]]...)
		out.Color = append(out.Color, s.Color[s.First[i]:s.First[i+1]]...)
		out.First = append(out.First, uint32(len(out.Points)))
	}
	return &out
}

// runStages enqueues the stages from one up to another, of the frame that was drawn last.
func runStages(t *testing.T, r *Renderer, from, to string) {
	t.Helper()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.scene.Block)
	running := from == ""
	for _, s := range r.stages {
		if running = running || s.Name == from; s.Name == to {
			return
		}
		if running {
			if err := s.Run(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// emitted is what the emission wrote down.
type emitted struct {
	key   uint64
	color [2]uint32
}

// fragmentsOf reads back what was emitted.
func fragmentsOf(t *testing.T, r *Renderer) []emitted {
	t.Helper()
	e := r.oit.(*oit.Exact)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := e.Keys.Download()
	if err != nil {
		t.Fatal(err)
	}
	colors, _ := e.Colors.Download()
	order, _ := e.Order.Download()
	out := make([]emitted, drawn.Fragments)
	seen := make([]bool, len(out))
	for i := range out {
		if o := order[i]; int(o) >= len(out) || seen[o] {
			t.Fatalf("the order of %d fragments has %d where it should have each once", len(out), o)
		}
		seen[order[i]] = true
		out[i] = emitted{uint64(keys[i][1])<<32 | uint64(keys[i][0]), colors[order[i]]}
	}
	return out
}

func unhalf(h uint32) float64 {
	exponent, mantissa := int(h>>10&31), float64(h&1023)
	if exponent == 0 {
		return math.Ldexp(mantissa, -24)
	}
	return math.Ldexp(1024+mantissa, exponent-25) * (1 - 2*float64(h>>15&1))
}

// composed is the CPU's A-buffer, the twin of oit_exact.frag.glsl#compose: fragments sorted by
// pixel, depth and colour, and put over the scene, far to near, in 64-bit floats.
func composed(fragments []emitted, scene []float32) []float64 {
	out := make([]float64, len(scene))
	for i, v := range scene {
		out[i] = float64(v)
	}
	fragments = slices.Clone(fragments)
	slices.SortFunc(fragments, func(a, b emitted) int {
		for _, pair := range [][2]uint64{{b.key, a.key}, {uint64(a.color[0]), uint64(b.color[0])}, {uint64(a.color[1]), uint64(b.color[1])}} {
			if pair[0] != pair[1] {
				if pair[0] < pair[1] {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	for _, f := range fragments {
		c := [4]float64{unhalf(f.color[0] & 0xFFFF), unhalf(f.color[0] >> 16), unhalf(f.color[1] & 0xFFFF), unhalf(f.color[1] >> 16)}
		p := out[4*(f.key>>32):][:4]
		for a := range c {
			p[a] = c[a] + p[a]*(1-c[3])
		}
	}
	return out
}

func TestExactMatchesCPUABuffer(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		name string
		set  *strands.Set
		o    Options
	}{
		{"crossing", tangle(300, 1), Options{Debug: DebugOptions{WidthPixels: 2.5}, Strands: StrandOptions{Opacity: 0.3}}},
		{"own widths", tangle(300, 2), Options{}},
		{"all at one depth", flatTangle(120), Options{Debug: DebugOptions{WidthPixels: 3}, Strands: StrandOptions{Opacity: 0.4}}},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			c.o.Transparency.Method = Exact
			r, _ := render(t, dev, c.set, c.o, front, 80, 48)
			got := readLight(t, r)
			fragments := fragmentsOf(t, r)
			layers, err := r.Layers()
			if err != nil {
				t.Fatal(err)
			}
			if len(fragments) < 2000 || layers.Fragments() != len(fragments) {
				t.Fatalf("%s: %d fragments, the layers have %d", c.name, len(fragments), layers.Fragments())
			}
			runStages(t, r, "scene", "compose")
			want := composed(fragments, readLight(t, r))
			for i, w := range want {
				// The result is rounded to 16 bits, and on some drivers the hair before it is
				// blended; llvmpipe cuts bits off.
				if off := math.Abs(float64(got[i]) - w); off > 1e-5+w*(2.0/1024) {
					t.Fatalf("%s: value %d is %v, want %v", c.name, i, got[i], w)
				}
			}
		})
	}
}

// flatTangle is strands in a plane that faces the camera of front.
func flatTangle(n int) *strands.Set {
	s := tangle(n, 3)
	for i, p := range s.Points {
		// The middle of the box shifts with the points, the plane's normal does not.
		s.Points[i] = p.Sub(camera.direction().Mul(p.Dot(camera.direction())))
	}
	return s
}

// camera has the angles of front.
var camera = Camera{Azimuth: 0.4, Elevation: 0.2}

func TestExactIsIndependentOfInputOrder(t *testing.T) {
	dev := gputest.Device(t)
	for name, set := range map[string]*strands.Set{"crossing": tangle(gputest.InNightly(300, 150), 1), "all at one depth": flatTangle(gputest.InNightly(120, 60))} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			var first []float32
			turns := 2
			if gputest.Nightly() {
				turns = 4
			}
			for turn, o := range make([]Options, turns) {
				o.Transparency.Method, o.Debug.WidthPixels, o.Strands.Opacity = Exact, 2.5, 0.3
				if turn > 0 {
					set = permuted(set, int64(turn))
				}
				r := newRenderer(t, dev, set, o, 80, 48)
				got := lightOf(t, r, front(r))
				if first == nil {
					first = got
				}
				if !slices.Equal(got, first) {
					t.Fatalf("%s, order %d: values differ by up to %v", name, turn, furthest(got, first))
				}
				// The next frame finds the buffers as this one left them.
				if again := lightOf(t, r, front(r)); !slices.Equal(again, got) {
					t.Fatalf("%s, order %d: a second frame differs by up to %v", name, turn, furthest(again, got))
				}
			}
		})
	}
}

// Five hairs that lie on each other, across the middle, and a wall in front of the left half.
func TestLayers(t *testing.T) {
	dev := gputest.Device(t)
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.2, DefaultOpacity: 0.5}
	for i := range 5 {
		set.Points = append(set.Points, mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{1, 0, 0})
		set.First = append(set.First, uint32(2*i+2))
	}
	c := Camera{FieldOfView: fieldOfView, Distance: 5}
	layers := func(head *groom.Head) Layers {
		r := newRenderer(t, dev, set, Options{Head: head, Image: ImageOptions{Samples: 1}}, 40, 20)
		if _, err := r.Layers(); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("Layers before a frame: %v", err)
		}
		before := lightOf(t, r, c)
		l, err := r.Layers()
		if err != nil {
			t.Fatal(err)
		}
		if again := lightOf(t, r, c); furthest(before, again) != 0 {
			t.Error("the frame after Layers differs")
		}
		return l
	}
	l := layers(nil)
	if l.Width != 40 || l.Height != 20 || l.Max() != 5 || l.Mean() != 5 || l.Fragments() != 5*l.Pixels() || l.Pixels() < 20 || l.Pixels() > 120 {
		t.Errorf("%d fragments over %d pixels, at most %d", l.Fragments(), l.Pixels(), l.Max())
	}
	mask := l.Mask()
	if !mask[10*40+20] || mask[0] || mask[19*40+39] {
		t.Error("the hair is not in the middle alone")
	}
	h := &groom.Head{Indices: []uint32{0, 1, 2, 2, 1, 3}}
	for i := range 4 {
		h.Vertices = append(h.Vertices, mgl32.Vec3{-3 + 3*float32(i%2), float32(i/2)*4 - 2, 0.5})
		h.Normals = append(h.Normals, mgl32.Vec3{0, 0, 1})
		h.Scalp = append(h.Scalp, 0)
	}
	if half := layers(h); half.Pixels() >= l.Pixels()*6/10 || half.Pixels() <= l.Pixels()*4/10 {
		t.Errorf("a wall in front of half leaves %d of %d pixels", half.Pixels(), l.Pixels())
	}
	if l.Counts[0] != 0 || (Layers{}).Mean() != 0 {
		t.Error("nothing has layers")
	}
}
