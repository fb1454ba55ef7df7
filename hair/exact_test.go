// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
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

// canvasLight reads the canvas: what is there before tones are mapped.
func canvasLight(t *testing.T, r *Renderer) [][4]float32 {
	t.Helper()
	width, height := int32(r.canvas.width), int32(r.canvas.height)
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA16F, width, height)
	gl.GenFramebuffers(1, &framebuffer)
	defer gl.DeleteFramebuffers(1, &framebuffer)
	defer gl.DeleteRenderbuffers(1, &color)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.canvas.framebuffer)
	gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	out := make([][4]float32, width*height)
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(out))
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if err := r.d.Check(); err != nil {
		t.Fatal(err)
	}
	return out
}

// runStages enqueues the stages from one up to another, of the frame that was drawn last.
func runStages(t *testing.T, r *Renderer, from, to string) {
	t.Helper()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.block)
	running := from == ""
	for _, s := range r.stages {
		if running = running || s.name == from; s.name == to {
			return
		}
		if running {
			if err := s.run(Target{}); err != nil {
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
	e := r.hair.(*exact)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := e.keys.Download()
	if err != nil {
		t.Fatal(err)
	}
	colors, _ := e.colors.Download()
	order, _ := e.order.Download()
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

// composed is the CPU's A-buffer, the twin of fragments_compose.frag.glsl: fragments sorted by pixel, depth and colour,
// and put over the scene, far to near, in 64-bit floats.
func composed(fragments []emitted, scene [][4]float32) [][4]float64 {
	out := make([][4]float64, len(scene))
	for i, c := range scene {
		for a := range c {
			out[i][a] = float64(c[a])
		}
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
		p := &out[f.key>>32]
		for a := range c {
			p[a] = c[a] + p[a]*(1-c[3])
		}
	}
	return out
}

func TestExactIsTheCPUsABuffer(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		name string
		set  *strands.Set
		o    Options
	}{
		{"crossing", tangle(300, 1), Options{WidthPixels: 2.5, Opacity: 0.3}},
		{"own widths", tangle(300, 2), Options{}},
		{"all at one depth", flatTangle(120), Options{WidthPixels: 3, Opacity: 0.4}},
	} {
		c.o.Transparency = Exact
		r, _ := render(t, dev, c.set, c.o, front, 80, 48)
		got := canvasLight(t, r)
		fragments := fragmentsOf(t, r)
		layers, err := r.Layers()
		if err != nil {
			t.Fatal(err)
		}
		if len(fragments) < 2000 || layers.Fragments() != len(fragments) {
			t.Fatalf("%s: %d fragments, the layers tell %d", c.name, len(fragments), layers.Fragments())
		}
		runStages(t, r, "scene", "compose")
		want := composed(fragments, canvasLight(t, r))
		for i := range want {
			for a := range 3 {
				// The result is rounded to 16 bits, and on some drivers the hair before it is blended; llvmpipe cuts bits off.
				if off := math.Abs(float64(got[i][a]) - want[i][a]); off > 1e-5+want[i][a]*(2.0/1024) {
					t.Fatalf("%s: pixel %d channel %d is %v, want %v", c.name, i, a, got[i][a], want[i][a])
				}
			}
		}
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

func TestInputOrderDoesNotChangeTheExactPicture(t *testing.T) {
	dev := gputest.Device(t)
	for name, set := range map[string]*strands.Set{"crossing": tangle(300, 1), "all at one depth": flatTangle(120)} {
		var first [][4]float32
		for turn, o := range []Options{{}, {}, {Order: Unsorted}, {KeyBits: 5}} {
			o.Transparency, o.WidthPixels, o.Opacity = Exact, 2.5, 0.3
			if turn > 0 {
				set = permuted(set, int64(turn))
			}
			r, _ := render(t, dev, set, o, front, 80, 48)
			got := canvasLight(t, r)
			if first == nil {
				first = got
			}
			for i := range got {
				if got[i] != first[i] {
					t.Fatalf("%s, order %d: pixel %d is %v, was %v", name, turn, i, got[i], first[i])
				}
			}
			// The next frame finds the buffers as this one left them.
			if err := r.Frame(front(r), Target{newTarget(t, 80, 48)}, nil); err != nil {
				t.Fatal(err)
			}
			if again := canvasLight(t, r); !slices.Equal(again, got) {
				t.Fatalf("%s, order %d: a second frame differs", name, turn)
			}
		}
	}
}

func TestExactSaysWhenThereIsNoRoom(t *testing.T) {
	dev := gputest.Device(t)
	set := tangle(600, 1)
	o := Options{Transparency: Exact, WidthPixels: 9, Opacity: 0.3}
	magenta := func(pixels []byte) int {
		n := 0
		for i := 0; i < len(pixels); i += 4 {
			if pixels[i] > 150 && pixels[i+1] < 30 && pixels[i+2] > 150 {
				n++
			}
		}
		return n
	}
	for _, bytes := range []int{0, 2000 * fragmentBytes} {
		o.FragmentBytes = bytes
		r, pixels := render(t, dev, set, o, front, 64, 64)
		drawn, err := r.Inspect()
		if !errors.Is(err, gpu.ErrOverflow) || !strings.Contains(err.Error(), "room for") {
			t.Fatalf("%d bytes: Inspect says %v", bytes, err)
		}
		if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("%d bytes: Check says %v", bytes, err)
		}
		if n := magenta(pixels); n != 64*64 {
			t.Errorf("%d bytes: %d of %d pixels are magenta", bytes, n, 64*64)
		}
		err = r.Reserve(front(r))
		if bytes > 0 {
			if !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "FragmentBytes") {
				t.Errorf("Reserve past the option: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Frame(front(r), Target{newTarget(t, 64, 64)}, nil); err != nil {
			t.Fatal(err)
		}
		after, err := r.Inspect()
		if err != nil || after.Fragments != drawn.Fragments {
			t.Errorf("after Reserve: %+v (%v), before %+v", after, err, drawn)
		}
		if err := dev.Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestExactRefuses(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	for says, o := range map[string]Options{
		"4 samples":   {Transparency: Exact, Samples: 4},
		"opaque core": {Transparency: Exact, Core: true},
		"-1 bytes":    {FragmentBytes: -1},
	} {
		if r, err := NewRenderer(dev, m, o); !errors.Is(err, gpu.ErrUnsupported) || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, %v", o, r, err)
		}
	}
	r, err := NewRenderer(dev, m, Options{Transparency: Exact})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if err := r.Reserve(Camera{}); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Reserve before Resize: %v", err)
	}
	if _, err := r.Layers(); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Layers before a frame: %v", err)
	}
	for _, bits := range []int{0, 33} {
		if err := r.SetKeyBits(bits); !errors.Is(err, gpu.ErrUnsupported) {
			t.Errorf("%d key bits: %v", bits, err)
		}
	}
}

func TestExactLeavesNothingAndAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	target := Target{newTarget(t, 64, 64)}
	draw := func() {
		m, err := NewModel(dev, tuft(9))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Release()
		r, err := NewRenderer(dev, m, Options{Transparency: Exact})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		for _, size := range []int{40, 64} {
			if err := r.Resize(size, size); err != nil {
				t.Fatal(err)
			}
			frame := func() {
				if err := r.Frame(front(r), target, nil); err != nil {
					t.Fatal(err)
				}
			}
			frame()
			if _, err := r.Layers(); err != nil {
				t.Fatal(err)
			}
			if n := testing.AllocsPerRun(3, frame); n != 0 {
				t.Errorf("%v allocations a frame", n)
			}
			if _, err := r.Inspect(); err != nil {
				t.Error(err)
			}
		}
		gl.UseProgram(0) // the current program is not deleted
	}
	draw() // Mesa 22 keeps a deleted program that wrote to buffers until the next one does
	gputest.LeavesNothing(t, dev, "an exact renderer", draw)
}
