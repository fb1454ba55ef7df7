// SPDX-License-Identifier: MIT

package hair

import (
	"image"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/go-gl/mathgl/mgl32"
)

const orderSize = 96

// drawn is a frame as an image, and where the hair is in it.
func drawn(t *testing.T, dev *gpu.Device, set *strands.Set, o Options) (*image.NRGBA, []bool) {
	t.Helper()
	o.Image.Samples, o.Transparency.FragmentBytes = 1, 400_000*oit.FragmentBytes
	r, pixels := render(t, dev, set, o, front, orderSize, orderSize)
	if _, err := r.Inspect(); err != nil {
		t.Fatal(err)
	}
	layers, err := r.Layers()
	if err != nil {
		t.Fatal(err)
	}
	p := &image.NRGBA{Stride: 4 * orderSize, Rect: image.Rect(0, 0, orderSize, orderSize)}
	for y := orderSize - 1; y >= 0; y-- {
		p.Pix = append(p.Pix, pixels[4*orderSize*y:][:4*orderSize]...)
	}
	return p, layers.Mask()
}

// against returns the difference of a method from the exact image of the same set.
func against(t *testing.T, dev *gpu.Device, set *strands.Set, o Options) imagediff.Figures {
	t.Helper()
	got, _ := drawn(t, dev, set, o)
	o.Transparency.Method, o.Transparency.Core = Exact, false
	reference, mask := drawn(t, dev, set, o)
	f, err := imagediff.Measure(got, reference, mask)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// planes is single segments, each in a plane of its own that faces the camera of front, gap apart,
// in no order.
func planes(n int, gap float32, color func(*rand.Rand) mgl32.Vec3) *strands.Set {
	random := rand.New(rand.NewSource(7))
	s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.01, DefaultOpacity: 1}
	right, up, back := camera.up().Cross(camera.direction()), camera.up(), camera.direction()
	for _, plane := range random.Perm(n) {
		middle := back.Mul(gap * (float32(plane) - float32(n)/2))
		tint := color(random)
		for range 2 {
			s.Points = append(s.Points, middle.Add(right.Mul(random.Float32()*2-1)).Add(up.Mul(random.Float32()*2-1)))
			s.Color = append(s.Color, tint)
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

func anyColor(r *rand.Rand) mgl32.Vec3 {
	return mgl32.Vec3{r.Float32(), r.Float32(), r.Float32()}
}

// Segments that do not overlap in depth are sorted right by their midpoints: blending is then a
// second, independent method for the exact image, and differs by the rounding of its 16-bit target
// alone.
func TestSortedMatchesExactWithoutDepthOverlap(t *testing.T) {
	dev := gputest.Device(t)
	set := planes(400, 0.005, anyColor)
	o := Options{Debug: DebugOptions{WidthPixels: 4}, Strands: StrandOptions{Opacity: 0.4}}
	f := against(t, dev, set, o)
	if f.MaxError > 2.5/255 || f.PSNR < 52 || f.SSIM < 0.9995 || f.FLIP > 0.01 {
		t.Errorf("sorted: %+v", f)
	}
	o.Transparency.Order = Unsorted
	if f := against(t, dev, set, o); f.PSNR > 30 || f.MaxError < 0.2 {
		t.Errorf("unsorted: %+v: the scene shows no order", f)
	}
}

// wall is a head that is a square through the middle of things, facing the camera of front.
func wall() *groom.Head {
	right, up, back := camera.up().Cross(camera.direction()), camera.up(), camera.direction()
	h := &groom.Head{Indices: []uint32{0, 1, 2, 2, 1, 3}}
	for i := range 4 {
		h.Vertices = append(h.Vertices, right.Mul(float32(i%2)*2-1).Add(up.Mul(float32(i/2)*2-1)))
		h.Normals = append(h.Normals, back)
		h.Scalp = append(h.Scalp, 0)
	}
	return h
}

func TestExactDropsFragmentsBehindTheHead(t *testing.T) {
	dev := gputest.Device(t)
	set := planes(400, 0.005, anyColor)
	o := Options{Debug: DebugOptions{WidthPixels: 4}, Strands: StrandOptions{Opacity: 0.4}, Head: wall(), Transparency: TransparencyOptions{Method: Exact, FragmentBytes: 400_000 * oit.FragmentBytes}}
	hidden, _ := render(t, dev, set, o, front, orderSize, orderSize)
	o.Head = nil
	open, _ := render(t, dev, set, o, front, orderSize, orderSize)
	a, err := hidden.Inspect()
	b, err2 := open.Inspect()
	if err != nil || err2 != nil || a.Fragments > 6*b.Fragments/10 || a.Fragments < 4*b.Fragments/10 {
		t.Errorf("a wall through the middle leaves %d of %d fragments (%v, %v)", a.Fragments, b.Fragments, err, err2)
	}
	o.Head, o.Transparency.Method = wall(), Blend
	if f := against(t, dev, set, o); f.MaxError > 2.5/255 {
		t.Errorf("sorted, behind a wall: %+v", f)
	}
}

// Thick opaque hairs show the order of whole segments. Shorter segments and an opaque core both
// help.
func TestSubdivisionAndCoreReduceTheErrorToExact(t *testing.T) {
	dev := gputest.Device(t)
	set := tangle(150, 5)
	o := Options{Debug: DebugOptions{WidthPixels: 5}, Strands: StrandOptions{Opacity: 1}}
	before := against(t, dev, set, o)
	all := []int{4}
	if gputest.Nightly() {
		all = []int{2, 4, 8}
	}
	for _, parts := range all {
		fine, err := set.Subdivide(parts)
		if err != nil {
			t.Fatal(err)
		}
		f := against(t, dev, fine, o)
		t.Logf("in %d parts: %.1f dB, before %.1f", parts, f.PSNR, before.PSNR)
		if f.PSNR < before.PSNR+1 {
			t.Errorf("in %d parts: %.2f dB, before %.2f", parts, f.PSNR, before.PSNR)
		}
		before = f
	}
	whole := against(t, dev, set, o)
	o.Transparency.Core = true
	core := against(t, dev, set, o)
	t.Logf("with a core: %.1f dB, without %.1f", core.PSNR, whole.PSNR)
	if core.PSNR < whole.PSNR+3 {
		t.Errorf("with a core: %.2f dB, without %.2f", core.PSNR, whole.PSNR)
	}
}
