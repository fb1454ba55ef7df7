// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

const (
	stackLayers  = 6
	stackOpacity = 0.2 // 51 of 255
)

// stack returns hairs along x, one behind the other along z at z = 0, -1, … -5. They are so wide
// that they cover all texels around their middle. Between them, before the first and behind the
// last, at z = 0.5 - k, are hairs that take no light.
func stack() *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 0.1, DefaultColor: mgl32.Vec3{1, 1, 1}, DefaultThickness: 2.5, DefaultOpacity: 1}
	line := func(z, opacity float32) {
		for _, x := range []float32{-2, 0, 2} {
			s.Points = append(s.Points, mgl32.Vec3{x, 0, z})
			s.Opacity = append(s.Opacity, opacity)
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	for k := range stackLayers {
		line(0.5-float32(k), 0)
		line(-float32(k), stackOpacity)
	}
	line(0.5-stackLayers, 0)
	return s
}

// stackPoint is the middle of the hair before layer k of the stack.
func stackPoint(k int) int { return 6*k + 1 }

// errorOf is the largest error of each method at the stack, where no hair lies in the place's own
// slice but layers do.
var errorOf = map[Shadow]float64{
	ExactShadow: 0.0002, SliceShadow: 0.0002, VolumeShadow: 0.0002, OccupancyShadow: 0.0002,
	Deep16Shadow: 0.11, Deep8Shadow: 0.16, DeepShadow: 0.25,
}

// newStage is a renderer that finds the light of a set, for a test.
func newStage(t *testing.T, dev *gpu.Device, set *strands.Set, o Options) *Renderer {
	t.Helper()
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	if o.Light.ShadowSize == 0 {
		o.Light.ShadowSize = 64
	}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Release()
		m.Release()
	})
	return r
}

// litOf returns the light that a method computes at all places: a number for each light.
func litOf(t *testing.T, r *Renderer, method Shadow, c Camera) [][MaxLights]float64 {
	t.Helper()
	if err := r.SetShadow(method); err != nil {
		t.Fatal(err)
	}
	if err := r.begin(c, 64, 64); err != nil {
		t.Fatal(err)
	}
	if err := r.detail.Run(); err != nil {
		t.Fatal(err)
	}
	if err := r.shadows.Run(r.shadow); err != nil {
		t.Fatal(err)
	}
	words, err := r.shadows.Lit.Download()
	if err != nil {
		t.Fatal(err)
	}
	out := make([][MaxLights]float64, r.scene.Places())
	for i := range out {
		for k := range MaxLights {
			out[i][k] = float64(uint16(words[shadow.LitWords*i+k/2]>>(16*(k%2)))) / math.MaxUint16
		}
	}
	return out
}

// Along z both ways, and from a point: what gets through is the product, by hand.
func TestShadowOfAStackIsTheProductOfTransmittances(t *testing.T) {
	dev := gputest.Device(t)
	r := newStage(t, dev, stack(), Options{Light: LightOptions{Lights: []Light{
		{Direction: mgl32.Vec3{0, 0, 2}, Strength: 1},
		{Direction: mgl32.Vec3{0, 0, -1}, Strength: 1},
		{Point: true, Position: mgl32.Vec3{0, 0, 2}, Strength: 1},
	}}})
	for method, most := range errorOf {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			lit := litOf(t, r, method, Camera{Distance: 1, FieldOfView: 1})
			for k := range stackLayers + 1 {
				at := lit[stackPoint(k)]
				before, behind := math.Pow(1-stackOpacity, float64(k)), math.Pow(1-stackOpacity, float64(stackLayers-k))
				for light, want := range []float64{before, behind, before} {
					if off := math.Abs(at[light] - want); off > most {
						t.Errorf("%v: behind %d hairs light %d is %.4f, want %.4f, off by %.4f of %.4f", method, k, light, at[light], want, off, most)
					}
				}
			}
		})
	}
}

// What gets to the other side, over all lights.
func TestOpennessIsTheMeanOfBothDirections(t *testing.T) {
	dev := gputest.Device(t)
	r := newStage(t, dev, stack(), Options{Light: LightOptions{Lights: []Light{{Direction: mgl32.Vec3{0, 0, 1}, Strength: 1}, {Direction: mgl32.Vec3{0, 0, -1}, Strength: 1}}}})
	for method, most := range errorOf {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			litOf(t, r, method, Camera{Distance: 1, FieldOfView: 1})
			words, err := r.shadows.Lit.Download()
			if err != nil {
				t.Fatal(err)
			}
			for k := range stackLayers + 1 {
				got := float64(math.Float32frombits(words[shadow.LitWords*stackPoint(k)+2]))
				want := math.Pow(1-stackOpacity, float64(k)) + math.Pow(1-stackOpacity, float64(stackLayers-k))
				if math.Abs(got-want) > 2*most {
					t.Errorf("%v: behind %d hairs %.4f is open, want %.4f", method, k, got, want)
				}
			}
		})
	}
}

// shuffled is a set with its strands in another order, and where each point went.
func shuffled(s *strands.Set) (*strands.Set, []int) {
	out := *s
	out.First, out.Points = []uint32{0}, nil
	moved := make([]int, len(s.Points))
	for _, i := range rand.New(rand.NewSource(3)).Perm(s.Strands()) {
		for p := s.First[i]; p < s.First[i+1]; p++ {
			moved[p] = len(out.Points)
			out.Points = append(out.Points, s.Points[p])
		}
		out.First = append(out.First, uint32(len(out.Points)))
	}
	return &out, moved
}

// Sums of integers: not a bit is different.
func TestShadowsAreIndependentOfInputOrder(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(300)
	mixed, moved := shuffled(set)
	camera := Camera{Distance: 1, FieldOfView: 1, Azimuth: 0.5, Elevation: 0.2}
	a, b := newStage(t, dev, set, Options{}), newStage(t, dev, mixed, Options{})
	for method := range errorOf {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			got, want := litOf(t, b, method, camera), litOf(t, a, method, camera)
			dark := 0
			for p, to := range moved {
				if got[to] != want[p] {
					t.Fatalf("%v: point %d gets %v, %v in another order", method, p, want[p], got[to])
				}
				if want[p][0] < 0.5 {
					dark++
				}
			}
			if dark == 0 {
				t.Errorf("%v: no point is in shadow", method)
			}
		})
	}
}

func TestShadowErrors(t *testing.T) {
	dev := gputest.Device(t)
	// Exact shadows are drawn. Many of these hairs lie in one place, where what is traced falls
	// on other texels.
	trace := false
	shadow.FormForTests = &trace
	defer func() { shadow.FormForTests = nil }()
	r := newStage(t, dev, tuft(400), Options{Light: LightOptions{ShadowSize: 64}})
	camera := front(r)
	found, err := r.ShadowErrors(camera, Shadows(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.ShadowErrors(camera, []Shadow{NoShadow}, 1000)
	if err != nil || len(again) != 1 || again[0].Mean != found[NoShadow].Mean {
		t.Errorf("%+v the second time, %v", again, err)
	}
	for _, e := range found {
		most := map[Shadow]float64{ExactShadow: 0, VolumeShadow: 0.02, SliceShadow: 0.02, OccupancyShadow: 0.03, Deep16Shadow: 0.04, Deep8Shadow: 0.06, DeepShadow: 0.12, NoShadow: 1}[e.Shadow]
		t.Logf("%-10v %.4f %.4f, %d bytes", e.Shadow, e.Mean, e.Lights, e.Bytes)
		if e.Mean > most || len(e.Lights) != 2 {
			t.Errorf("%v: %+v, at most %v", e.Shadow, e, most)
		}
		if (e.Shadow == NoShadow) != (e.Bytes == 0) {
			t.Errorf("%v keeps %d bytes", e.Shadow, e.Bytes)
		}
	}
	// Without shadows all light gets everywhere: the error is what the others keep away.
	lit := litOf(t, r, ExactShadow, camera)
	sum := 0.0
	for _, at := range lit {
		sum += 1 - at[0]
	}
	if none := found[NoShadow].Lights[0]; none < 0.1 || math.Abs(none-sum/float64(len(lit))) > 0.05 {
		t.Errorf("no shadows are off by %.3f, the exact ones take %.3f", none, sum/float64(len(lit)))
	}
	if _, err := r.ShadowErrors(camera, nil, 0); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no points: %v", err)
	}
	if _, err := r.ShadowErrors(camera, []Shadow{99}, 10); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no such method: %v", err)
	}
}

func TestShadowMethodsReleaseAll(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	use := func(t *testing.T, method Shadow) {
		r, err := NewRenderer(dev, m, Options{Light: LightOptions{Shadow: method, ShadowSize: 32}, Head: ball(0.1)})
		if err != nil {
			t.Fatal(err)
		}
		compared := gputest.InNightly(Shadows(), []Shadow{method})
		if _, err := r.ShadowErrors(Camera{Distance: 1, FieldOfView: 1}, compared, 10); err != nil {
			t.Error(err)
		}
		r.Release()
	}
	use(t, ExactShadow) // Mesa keeps a deleted kernel that was the last to run before something was drawn
	for _, method := range Shadows() {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			gputest.LeavesNothing(t, dev, method.String(), func() { use(t, method) })
		})
	}
}

func TestShadowMethodsDrawAndAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	r, exact := render(t, dev, tuft(200), Options{Light: LightOptions{Shadow: ExactShadow}}, front, 64, 64)
	camera, target := front(r), Target{Framebuffer: newTarget(t, 64, 64)}
	for _, method := range Shadows() {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			if err := r.SetShadow(method); err != nil {
				t.Fatal(err)
			}
			_, got := render(t, dev, tuft(200), Options{Light: LightOptions{Shadow: method}}, front, 64, 64)
			off := 0.0
			for i := range got {
				off += math.Abs(float64(got[i])-float64(exact[i])) / float64(len(got))
			}
			if (method == NoShadow) != (off > 0.5) {
				t.Errorf("%v: the image is off by %.2f on the mean from that with exact shadows", method, off)
			}
			frame := func() {
				if err := r.Frame(camera, target, nil); err != nil {
					t.Fatal(err)
				}
			}
			if n := testing.AllocsPerRun(3, frame); n != 0 && method != ExactShadow {
				t.Errorf("%v: %v allocations a frame", method, n)
			}
		})
	}
}

// Every OIT method draws hair in the light that a shadow leaves.
func TestOITMethodsShowShadows(t *testing.T) {
	dev := gputest.Device(t)
	lights := []Light{ // strong ones, so that shadows show
		{Direction: mgl32.Vec3{-0.55, 0.65, 0.75}, AtCamera: true, Strength: 2.8},
		{Direction: mgl32.Vec3{0.75, 0.45, -0.75}, AtCamera: true, Strength: 2.8},
	}
	o := Options{Image: ImageOptions{Samples: 1}, Light: LightOptions{ShadowSize: 512, Lights: lights}}
	_, want := render(t, dev, tuft(200), o, front, 64, 64)
	mean := func(a, b []byte) (sum float64) {
		for i := range a {
			sum += math.Abs(float64(a[i])-float64(b[i])) / float64(len(a))
		}
		return sum
	}
	for _, method := range Transparencies() {
		if method == Blend && !gputest.Nightly() {
			continue // it is the image that the others are compared with
		}
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			o.Transparency.Method, o.Light.Shadow = method, NoShadow
			_, bright := render(t, dev, tuft(200), o, front, 64, 64)
			o.Light.Shadow = VolumeShadow
			_, got := render(t, dev, tuft(200), o, front, 64, 64)
			if near, far := mean(got, want), mean(bright, want); near > far/3 {
				t.Errorf("%v: off by %.2f from blended hair with shadows, by %.2f without them", method, near, far)
			}
		})
	}
}

func TestShadowOptionsOutOfRangeAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	sun := Light{Direction: mgl32.Vec3{0, 1, 0}, Strength: 1}
	nan := float32(math.NaN())
	for wantText, o := range map[string]Options{
		"15 texels":           {Light: LightOptions{ShadowSize: 15}},
		"8193 texels":         {Light: LightOptions{ShadowSize: 8193}},
		"Shadow is 99":        {Light: LightOptions{Shadow: 99}},
		"Shadow is -1":        {Light: LightOptions{Shadow: -1}},
		"5 lights":            {Light: LightOptions{Lights: []Light{sun, sun, sun, sun, sun}}},
		"Lights[1].Direction": {Light: LightOptions{Lights: []Light{sun, {Strength: 1}}}},
		"Lights[0].Strength":  {Light: LightOptions{Lights: []Light{{Direction: mgl32.Vec3{1, 0, 0}, Strength: nan}}}},
		"Lights[0].Color":     {Light: LightOptions{Lights: []Light{{Direction: mgl32.Vec3{1, 0, 0}, Strength: 1, Color: mgl32.Vec3{-1, 0, 0}}}}},
		"Lights[0].Position":  {Light: LightOptions{Lights: []Light{{Point: true, Strength: 1}}}},
		"Lights[0].AtCamera":  {Light: LightOptions{Lights: []Light{{Point: true, AtCamera: true, Position: mgl32.Vec3{5, 5, 5}, Strength: 1}}}},
	} {
		gputest.Run(t, dev, wantText, func(t *testing.T) {
			kind := gpu.ErrArgument
			if o.Light.Lights != nil {
				kind = ErrLight
			}
			if r, err := NewRenderer(dev, m, o); !errors.Is(err, kind) || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%v, %v, want an error with %q", r, err, wantText)
			}
		})
	}
	if most := dev.Caps().MaxStorageBytes; most < 8192*8192*4*shadow.HalfSlices {
		if r, err := NewRenderer(dev, m, Options{Light: LightOptions{ShadowSize: 8192}}); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "volume") {
			t.Errorf("a volume of 64 GiB: %v, %v", r, err)
		}
	}
	for _, s := range Shadows() {
		if got, err := ParseShadow(s.String()); got != s || err != nil {
			t.Errorf("%v is parsed as %v, %v", s, got, err)
		}
	}
	if _, err := ParseShadow("gloom"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "occupancy") {
		t.Errorf("%v", err)
	}
	none := newStage(t, dev, tuft(9), Options{Light: LightOptions{Lights: []Light{}}})
	if _, err := none.ShadowErrors(front(none), nil, 9); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no lights: %v", err)
	}
}
