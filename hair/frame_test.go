// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// tuft is a small set of strands of different lengths around the origin.
func tuft(n int) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 0.5, DefaultThickness: 0.004, DefaultOpacity: 0.9, DefaultColor: mgl32.Vec3{0.8, 0.4, 0.2}}
	for i := range n {
		sin, cos := math.Sincos(float64(i) * 2.4)
		for k := range 2 + i%5 {
			r := 0.05 * float32(i%7) * float32(k)
			s.Points = append(s.Points, mgl32.Vec3{r * float32(cos), float32(k)*0.2 - 0.3, r * float32(sin)})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// newTarget is a framebuffer of 8-bit pixels that lives as long as the test.
func newTarget(t testing.TB, width, height int) uint32 {
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	t.Cleanup(func() {
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	})
	return framebuffer
}

func render(t *testing.T, dev *gpu.Device, set *strands.Set, o Options, c func(*Renderer) Camera, width, height int) (*Renderer, []byte) {
	t.Helper()
	if o.ShadowSize == 0 {
		o.ShadowSize = 64 // enough for small pictures, and quick
	}
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Release()
		m.Release()
	})
	if err := r.Resize(width, height); err != nil {
		t.Fatal(err)
	}
	framebuffer := newTarget(t, width, height)
	if err := r.Frame(c(r), Target{Framebuffer: framebuffer}, nil); err != nil {
		t.Fatal(err)
	}
	return r, readTarget(framebuffer, width, height)
}

func front(r *Renderer) Camera {
	low, high := r.Bounds()
	return Fit(low, high, 1).Orbit(0.4, 0.2, 1)
}

func TestAFrameExpandsKeysAndSortsLikeTheCPU(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, bits := range []int{5, 6, 8, 12, 16, 24, 32} {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{KeyBits: bits}, front, 64, 64)
			segments, err := r.segments.Download()
			if err != nil {
				t.Fatal(err)
			}
			want := expand(set.First)
			gputest.Equal(t, "segments", segments, want)
			drawn, err := r.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			if drawn.Segments != len(want) || drawn.Inversions != 0 {
				t.Errorf("%d bits: %+v of %d segments", bits, drawn, len(want))
			}
			keys, _ := r.keys.Download() // as Inspect left them: of the segments as they were drawn
			order, _ := r.sorted.Download()
			seen := map[uint32]bool{}
			for i, s := range order {
				if seen[s] {
					t.Fatalf("segment %#x is drawn twice", s)
				}
				seen[s] = true
				p := s & (1<<30 - 1)
				middle := set.Points[p].Add(set.Points[p+1]).Mul(0.5 * set.Unit)
				depth := -r.frame.view.Mul4x1(middle.Vec4(1))[2]
				at := float64(depth-r.frame.depthKeys[0]) * float64(r.frame.depthKeys[1])
				exact := at * float64(r.frame.depthKeys[2])
				if off := math.Abs(float64(keys[i]) - exact); off > 2+exact*1e-5 {
					t.Fatalf("%d bits: the key of segment %#x is %d, its depth makes %v", bits, s, keys[i], exact)
				}
			}
		})
	}
}

func TestUnsortedKeepsTheFilesOrder(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(700), Options{Order: Unsorted}, front, 64, 64)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Inversions == 0 {
		t.Error("hair in the file's order has no inversions: the count counts nothing")
	}
	kept, _ := r.kept.Download()
	gputest.Equal(t, "drawn", kept, expand(tuft(700).First))
}

func TestCullLeavesOutWhatCannotShow(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	count := func(c func(*Renderer) Camera, s *strands.Set) int {
		r, _ := render(t, dev, s, Options{}, c, 64, 64)
		drawn, err := r.Inspect()
		if err != nil {
			t.Fatal(err)
		}
		return drawn.Segments
	}
	all := count(front, set)
	if n := count(func(r *Renderer) Camera { return front(r).Pan(0.5, 0) }, set); n == 0 || n >= all {
		t.Errorf("half out of the picture: %d of %d segments are drawn", n, all)
	}
	if n := count(func(r *Renderer) Camera { return front(r).Pan(30, 0) }, set); n != 0 {
		t.Errorf("out of the picture: %d segments are drawn", n)
	}
	if n := count(func(r *Renderer) Camera {
		c := front(r)
		c.Target = c.Target.Add(c.direction().Mul(-10 * c.Distance)) // the eye is past the model, looking away
		return c
	}, set); n != 0 {
		t.Errorf("behind the camera: %d segments are drawn", n)
	}
	thin := tuft(700)
	thin.DefaultThickness = 1e-9
	if n := count(front, thin); n != 0 {
		t.Errorf("thinner than shows: %d segments are drawn", n)
	}
}

// The picture of one hair: as bright as its width says, on either side of a pixel.
func TestWidthBelowAPixelIsCoverage(t *testing.T) {
	dev := gputest.Device(t)
	ink := func(width float32) float64 {
		set := &strands.Set{First: []uint32{0, 3}, Points: []mgl32.Vec3{{-1, 0.013, 0}, {0, 0.013, 0}, {1, 0.013, 0}}, Unit: 1,
			DefaultThickness: width, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1}}
		camera := func(*Renderer) Camera { return Camera{FieldOfView: fieldOfView, Distance: 1} }
		r, with := render(t, dev, set, Options{}, camera, 128, 128)
		set.DefaultThickness = 0
		_, without := render(t, dev, set, Options{}, camera, 128, 128)
		pixel := float64(1 / r.frame.eye[3]) // metres
		sum := 0.0
		for i := range with {
			sum += math.Abs(float64(with[i]) - float64(without[i]))
		}
		return sum / (float64(width) / pixel)
	}
	pixel := float32(2 * math.Tan(fieldOfView/2) / 128)
	wide := ink(3 * pixel)
	for _, part := range []float32{1, 0.5, 0.25} {
		// The tone curve is not a straight line: thin hair is a little brighter than its share.
		if thin := ink(part * pixel); thin < 0.7*wide || thin > 2.8*wide {
			t.Errorf("a hair of %v pixels has %.2f times the ink for its width", part, thin/wide)
		}
	}
}

func TestCameraFramesAndPans(t *testing.T) {
	low, high := mgl32.Vec3{-1, -2, -1}, mgl32.Vec3{1, 2, 1}
	for _, aspect := range []float32{0.5, 1, 2} {
		t.Run(fmt.Sprint("aspect=", aspect), func(t *testing.T) {
			c := Fit(low, high, aspect)
			for turn := range 8 {
				t.Run(fmt.Sprint("turn=", turn), func(t *testing.T) {
					o := c.Orbit(float32(turn)*math.Pi/4, 0, 1)
					view, projection, _ := o.matrices(aspect, 4)
					for corner := range 8 {
						p := mgl32.Vec3{low[0], low[1], low[2]}
						for a := range 3 {
							if corner>>a&1 == 1 {
								p[a] = high[a]
							}
						}
						// A corner of the box turned by 45 degrees may just leave the picture; the model's sides do not.
						q := projection.Mul4(view).Mul4x1(p.Vec4(1))
						if x, y := q[0]/q[3], q[1]/q[3]; max(abs(x), abs(y)) > 1.35 {
							t.Errorf("aspect %v, turn %d: corner %v lands at %v, %v", aspect, turn, p, x, y)
						}
					}
				})
			}
		})
	}
	c := Camera{FieldOfView: fieldOfView, Distance: 2}
	if moved := c.Pan(1, 0).Target; moved[0] <= 0 || moved[1] != 0 {
		t.Errorf("a pan to the right moves the target by %v", moved)
	}
	if up := c.Orbit(0, math.Pi/2, 1).up(); up.Sub(mgl32.Vec3{0, 0, -1}).Len() > 1e-6 {
		t.Errorf("from straight above, up is %v", up)
	}
}

func TestAFrameAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(700), Options{}, front, 64, 64)
	camera, target := front(r), Target{Framebuffer: newTarget(t, 64, 64)}
	frame := func() {
		if err := r.Frame(camera, target, nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(5, frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func TestInversions(t *testing.T) {
	for _, c := range []struct {
		keys []uint32
		want int
	}{{nil, 0}, {[]uint32{1}, 0}, {[]uint32{3, 3, 2, 0}, 0}, {[]uint32{0, 1, 0, 1}, 2}} {
		t.Run(fmt.Sprint("keys=", c.keys), func(t *testing.T) {
			if got := inversions(c.keys); got != c.want {
				t.Errorf("%v: %d, want %d", c.keys, got, c.want)
			}
		})
	}
}

func TestShadersHair(t *testing.T) {
	if size := unsafe.Sizeof(frame{}); size != (2+MaxLights)*64+(9+4*MaxLights+9)*16 {
		t.Errorf("the frame block has %d bytes in Go, %d in std140", size, (2+MaxLights)*64+(9+4*MaxLights+9)*16)
	}
	expand, key, strandKey := kernelSpecs()
	measure, expandKept := thinSpecs()
	gputest.Validate(t, []gpu.Spec{expand, key, strandKey, measure, expandKept, judgeSpec(false), judgeSpec(true), tilesSpec(1, false), tilesSpec(4, false), tilesSpec(4, true), toneSpec(1, false), toneSpec(4, false), toneSpec(4, true)})
	files := []stageFiles{headFiles(), copyFiles()}
	for _, l := range looks() {
		files = append(files, sumFiles(l, 1), sumFiles(l, 4))
		files = append(append(append(files, ribbonFiles(l)), weightedFiles(l)...), occupancyFiles(l)...)
		files = append(append(files, listFiles(l, 8, 100)...), listFiles(l, 16, 100)...)
		files = append(append(files, coreFiles(l)), exactFiles(l, 9)...)
	}
	for _, s := range Shadings() {
		mark, shade := pointShaderSpecs(s)
		gputest.Validate(t, []gpu.Spec{mark, shade})
	}
	for _, f := range files {
		vertex, fragment, err := f.sources()
		if err != nil {
			t.Fatal(err)
		}
		gputest.ValidateSource(t, f.vertex, "vert", vertex)
		gputest.ValidateSource(t, f.fragment, "frag", fragment)
	}
	// The predicates, as the compaction inserts them.
	for _, head := range []bool{false, true} {
		validatePredicate(t, "the cull", "compact/keep_fetch_keyed.glsl", cullOptions(head).Predicate)
	}
	validatePredicate(t, "the level of detail", "compact/keep_index.glsl", thinOptions().Predicate)
}

// looks are all ways by which ribbons get their light.
func looks() []look {
	all := []look{{}}
	for _, s := range Shadings() {
		all = append(all, look{s, true})
	}
	return all
}

func validatePredicate(t *testing.T, name, file, text string) {
	src, err := shaders.Assemble(shaders.Request{
		File:      file,
		Constants: shaders.Constants{"RECORD": "uint", "FETCH": cullOptions(false).Fetch, "BIND_RECORDS": 0, "DECIDE": "keep", "DECIDED": "bool", "CLASSES": uint32(1), "VOTES": uint32(1)},
		Slots:     map[string]shaders.Snippet{"PREDICATE": {Name: name, Text: text}},
	})
	if err != nil {
		t.Fatal(err)
	}
	src.Text += "layout(local_size_x = 1) in;\nvoid main() { if (classOf(0u) == 0u) records_out = 1u; }\n"
	src.Text = "#version 430 core\nlayout(std430, binding = 11) buffer Out { uint records_out; };\n" + src.Text[len("#version 430 core\n"):]
	gputest.ValidateSource(t, name, "comp", src)
}
