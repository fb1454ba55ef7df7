// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// unordered has the methods that need no order.
var unordered = []Transparency{Weighted, Lists8, Lists16, Occupancy, Exact}

// newRenderer returns a renderer of a set, resized, without shadows: they do not affect OIT.
func newRenderer(t *testing.T, dev *gpu.Device, set *strands.Set, o Options, width, height int) *Renderer {
	t.Helper()
	o.Light.Shadow = NoShadow
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		m.Release()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Release()
		m.Release()
	})
	if err := r.Resize(width, height); err != nil {
		t.Fatal(err)
	}
	return r
}

// lightOf draws a frame and gives what the canvas holds before the tone map: linear, premultiplied.
func lightOf(t *testing.T, r *Renderer, c Camera) []float32 {
	t.Helper()
	if err := r.Frame(c, Target{Framebuffer: newTarget(t, r.scene.Canvas.Width, r.scene.Canvas.Height)}, nil); err != nil {
		t.Fatal(err)
	}
	return readLight(t, r)
}

// sceneOf is the canvas without hair, as the latest frame has it.
func sceneOf(t *testing.T, r *Renderer) []float32 {
	t.Helper()
	r.scene.Frame.Upload(r.scene.Block)
	if err := r.drawHead(); err != nil {
		t.Fatal(err)
	}
	return readLight(t, r)
}

// readLight is the canvas, row by row from the bottom as GL has it.
func readLight(t *testing.T, r *Renderer) []float32 {
	t.Helper()
	l, err := r.Linear()
	if err != nil {
		t.Fatal(err)
	}
	var rows []float32
	for y := l.Height - 1; y >= 0; y-- {
		rows = append(rows, l.Pixels[4*y*l.Width:][:4*l.Width]...)
	}
	return rows
}

// furthest is the largest difference of two images' values.
func furthest[A, B float32 | float64](a []A, b []B) (most float64) {
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-float64(b[i])))
	}
	return most
}

// flatFiles are the shaders with a light that makes all hair of one colour.
type flatFiles struct{ light fstest.MapFS }

func (f flatFiles) Open(name string) (fs.File, error) {
	if _, ok := f.light[name]; ok {
		return f.light.Open(name)
	}
	return os.DirFS("../shaders").Open(name)
}

// flatColor is linear.
var flatColor = [3]float32{0.6, 0.25, 0.1}

// flatLight is in force until the test's end.
func flatLight(t *testing.T) {
	t.Helper()
	const file, light = "hair/ribbon_fragment.glsl", "ribbonLight() * alpha"
	text, err := os.ReadFile("../shaders/" + file)
	if err != nil || strings.Count(string(text), light) != 1 {
		t.Fatalf("%s: %v, want %q once", file, err, light)
	}
	text = []byte(strings.Replace(string(text), light, "vec3(0.6, 0.25, 0.1) * alpha", 1))
	scene.Files = flatFiles{fstest.MapFS{file: {Data: text}}}
	t.Cleanup(func() { scene.Files = nil })
}

// thick is a tuft of n hairs, a pixel wide and more, of different colours and on each other.
func thick(n int) *strands.Set {
	s := tuft(n)
	s.DefaultThickness, s.DefaultOpacity = 0.03, 0.4
	for i := range n {
		for range s.First[i+1] - s.First[i] {
			s.Color = append(s.Color, mgl32.Vec3{float32(i % 2), float32(i % 3 / 2), float32(i % 5 / 4)})
		}
	}
	return s
}

// Where all hair has one colour, only how much it hides is left to see, which no order changes.
func TestOITMethodsAgreeOnOneColour(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thick(300), bust()
	different := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Order: Unsorted}, Image: ImageOptions{Samples: 1}, Head: head}, 64, 48)
	flatLight(t)
	r := newRenderer(t, dev, set, Options{Image: ImageOptions{Samples: 1}, Head: head}, 64, 48)
	camera := front(r)
	want := lightOf(t, r, camera)
	scene := sceneOf(t, r)
	if d := furthest(want, scene); d < 0.1 {
		t.Fatalf("the hair changes the scene by %v at most", d)
	}
	// A hundredth of the colour: some hundred layers are added up, or blended one by one, in half
	// floats of 11 bits.
	const limit = 0.006
	if d := furthest(lightOf(t, different, camera), want); d < 10*limit {
		t.Errorf("light changes the image by %v only: the limit would let much pass", d)
	}
	for i, o := range []Options{
		{Transparency: TransparencyOptions{KeyBits: 6}}, {Transparency: TransparencyOptions{KeyBits: 32}}, {Transparency: TransparencyOptions{Order: PerStrand}}, {Transparency: TransparencyOptions{Order: Unsorted}}, {Transparency: TransparencyOptions{Method: Weighted}}, {Transparency: TransparencyOptions{Method: Occupancy}},
		{Transparency: TransparencyOptions{Method: Lists8}}, {Transparency: TransparencyOptions{Method: Lists16}}, {Transparency: TransparencyOptions{Method: Lists16, ListNodes: 1}}, {Transparency: TransparencyOptions{Method: Lists8, ListNodes: 777}}, {Transparency: TransparencyOptions{Method: Exact}},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%d,%v,%v,bits=%d,nodes=%d", i, o.Transparency.Method, o.Transparency.Order, o.Transparency.KeyBits, o.Transparency.ListNodes), func(t *testing.T) {
			o.Image.Samples, o.Head = 1, head
			got := lightOf(t, newRenderer(t, dev, set, o, 64, 48), camera)
			d := furthest(got, want)
			t.Logf("%v, %v, %d bits, %d nodes: %.5f", o.Transparency.Method, o.Transparency.Order, o.Transparency.KeyBits, o.Transparency.ListNodes, d)
			if d > limit {
				t.Errorf("%v, %v, %d bits, %d nodes: differs by %v from the sorted image", o.Transparency.Method, o.Transparency.Order, o.Transparency.KeyBits, o.Transparency.ListNodes, d)
			}
		})
	}
}

// Opaque hair hides all, and makes no infinities.
func TestOpaqueHairHidesTheSceneWithEveryOITMethod(t *testing.T) {
	dev := gputest.Device(t)
	flatLight(t)
	set := &strands.Set{First: []uint32{0, 2, 4}, Unit: 1, DefaultThickness: 4, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1},
		Points: []mgl32.Vec3{{-1, 0, 0}, {1, 0, 0}, {-1, 0, 0.1}, {1, 0, 0.1}}}
	for _, method := range append([]Transparency{Blend}, unordered...) {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{Samples: 1}}, 16, 16)
			got := lightOf(t, r, Camera{FieldOfView: fieldOfView, Distance: 3})
			for i, v := range got[4*(8*16+8):][:3] {
				if d := math.Abs(float64(v - flatColor[i])); !(d < 0.001) {
					t.Errorf("%v: channel %d is %v, want %v", method, i, v, flatColor[i])
				}
			}
		})
	}
}

// What lies behind the head changes nothing in any method, and takes no memory.
func TestHeadHidesHairWithEveryOITMethod(t *testing.T) {
	dev := gputest.Device(t)
	head := bust()
	low, high := head.Vertices[0], head.Vertices[0]
	for _, v := range head.Vertices {
		for a := range 3 {
			low[a], high[a] = min(low[a], v[a]), max(high[a], v[a])
		}
	}
	middle := low.Add(high).Mul(0.5)
	hairs := func(z float32) *strands.Set {
		s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.01, DefaultOpacity: 0.7, DefaultColor: mgl32.Vec3{1, 1, 1}}
		for i := range 9 {
			x := 0.005 * float32(i-4)
			s.Points = append(s.Points, mgl32.Vec3{middle[0] + x, high[1] - 0.1, z}, mgl32.Vec3{middle[0] + x, high[1] - 0.15, z})
			s.First = append(s.First, uint32(len(s.Points)))
		}
		return s
	}
	for _, method := range append([]Transparency{Blend}, unordered...) {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			for _, behind := range []bool{true, false} {
				gputest.Run(t, dev, fmt.Sprint("behind=", behind), func(t *testing.T) {
					z := high[2] + 0.02
					if behind {
						z = low[2] - 0.02
					}
					r := newRenderer(t, dev, hairs(z), Options{Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{Samples: 1}, Head: head}, 64, 64)
					got := lightOf(t, r, Fit(low, high, 1))
					if l, ok := r.oit.(*oit.Lists); ok && behind {
						if counts, err := l.Counts.Download(); err != nil || counts[0] != 0 || counts[1] != 0 {
							t.Errorf("%v: hidden hair takes nodes: %v, %v", method, counts, err)
						}
					}
					if o, ok := r.oit.(*oit.Occupancy); ok && behind {
						slices, err := o.Slices.Download()
						for _, s := range slices {
							if err != nil || s != [4]uint32{} {
								t.Fatalf("hidden hair marks slices %x, %v", s, err)
							}
						}
					}
					if d := furthest(got, sceneOf(t, r)); behind && d != 0 || !behind && d < 0.05 {
						t.Errorf("%v, behind %v: the hair changes the image by %v", method, behind, d)
					}
				})
			}
		})
	}
}

// Estimated ranks are the true ones where each layer has a slice of its own; weights by depth at
// least know their order.
func TestNearerHairHasMoreWeight(t *testing.T) {
	dev := gputest.Device(t)
	set := sheets(12)
	for _, azimuth := range []float32{0, math.Pi} {
		gputest.Run(t, dev, fmt.Sprint("azimuth=", azimuth), func(t *testing.T) {
			camera := Camera{FieldOfView: fieldOfView, Distance: 3, Azimuth: azimuth}
			drawn := func(o Options) []float32 {
				o.Image.Samples = 1
				return lightOf(t, newRenderer(t, dev, set, o, 64, 64), camera)
			}
			want := drawn(Options{})
			off := func(o Options) float64 { return furthest(drawn(o), want) }
			occupied, weighted, unsorted := off(Options{Transparency: TransparencyOptions{Method: Occupancy}}), off(Options{Transparency: TransparencyOptions{Method: Weighted}}), off(Options{Transparency: TransparencyOptions{Order: Unsorted}})
			if occupied > unsorted/4 || weighted > 0.6*unsorted {
				t.Errorf("from %v: occupancy is off by %.3f, weighted by %.3f, unsorted by %.3f", azimuth, occupied, weighted, unsorted)
			}
		})
	}
}

func TestOITMethodsResize(t *testing.T) {
	dev := gputest.Device(t)
	for _, method := range unordered {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			set := thick(gputest.InNightly(300, 120))
			if method == Lists8 || method == Lists16 {
				set = thick(7) // no more than are sorted: the others come in the order that the GPU drew them in
			}
			r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: method}}, 64, 48)
			c := front(r)
			first := lightOf(t, r, c)
			for _, size := range [][2]int{{33, 17}, {70, 50}, {64, 48}} {
				if err := r.Resize(size[0], size[1]); err != nil {
					t.Fatal(err)
				}
				fresh := first
				if size != [2]int{64, 48} {
					fresh = lightOf(t, newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: method}}, size[0], size[1]), c)
				}
				if d := furthest(lightOf(t, r, c), fresh); d > 1e-3 {
					t.Errorf("%v: after a resize to %v the image differs by %v", method, size, d)
				}
			}
			if err := r.Resize(1<<20, 5); !errors.Is(err, gpu.ErrTooLarge) {
				t.Errorf("%v: a image that is too wide: %v", method, err)
			}
			if d := furthest(lightOf(t, r, c), first); d > 1e-3 {
				t.Errorf("%v: after a size that was refused the image differs by %v", method, d)
			}
		})
	}
}

func TestOITMethodsReleaseAllAndAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, thick(300))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	target := Target{Framebuffer: newTarget(t, 32, 24)}
	for i, method := range append([]Transparency{Blend}, unordered...) {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			use := func() {
				r, err := NewRenderer(dev, m, Options{Transparency: TransparencyOptions{Method: method}, Light: LightOptions{ShadowSize: 64}})
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					r.Release()
					gl.UseProgram(0) // a program in use is deleted later
				}()
				for _, size := range []int{16, 24} {
					if err := r.Resize(32, size); err != nil {
						t.Fatal(err)
					}
				}
				c := front(r)
				frame := func() {
					if err := r.Frame(c, target, nil); err != nil {
						t.Fatal(err)
					}
				}
				if n := testing.AllocsPerRun(3, frame); n != 0 {
					t.Errorf("%v: %v allocations a frame", method, n)
				}
			}
			if i == 0 { // llvmpipe holds on to the first program that a frame used, until the next frame of any renderer
				use()
			}
			gputest.LeavesNothing(t, dev, method.String(), use)
		})
	}
}

func TestOITOptionsOutOfRangeAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	most := dev.Caps().MaxStorageBytes / oit.NodeBytes
	for i, c := range []struct {
		o        Options
		is       error
		wantText string
	}{
		{Options{Transparency: TransparencyOptions{Method: Weighted}, Image: ImageOptions{Samples: 4}}, gpu.ErrArgument, `Image.Samples is 4, want 1 with the method "weighted"`},
		{Options{Transparency: TransparencyOptions{Method: Lists8, ListNodes: most + 1}}, gpu.ErrTooLarge, "want 1 to"},
		{Options{Transparency: TransparencyOptions{Method: Lists16, ListNodes: -1}}, gpu.ErrArgument, "-1 nodes"},
		{Options{Transparency: TransparencyOptions{Method: 99}}, gpu.ErrArgument, "Transparency.Method is 99"},
		{Options{Transparency: TransparencyOptions{Order: 3}}, gpu.ErrArgument, "Transparency.Order is 3"},
	} {
		gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
			gputest.LeavesNothing(t, dev, c.wantText, func() {
				r, err := NewRenderer(dev, m, c.o)
				if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.wantText) {
					t.Errorf("%+v: %v, %v, want %q", c.o, r, err, c.wantText)
				}
			})
		})
	}
	if _, err := ParseTransparency("foggy"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "occupancy") {
		t.Errorf("%v", err)
	}
	for _, method := range unordered {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			if got, err := ParseTransparency(method.String()); err != nil || got != method {
				t.Errorf("%v: %v, %v", method, got, err)
			}
		})
	}
}
