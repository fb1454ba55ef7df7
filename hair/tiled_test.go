// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/go-gl/mathgl/mgl32"
)

// Tiles make the image of what is drawn in the same order, but for pixels whose middles lie on
// ribbons' edges, and what is left of light where nothing behind shows.
func TestTilesMatchDrawnRibbons(t *testing.T) {
	dev := gputest.Device(t)
	for i, c := range []struct {
		name string
		o    Options
	}{
		{"a head", Options{Head: ball(0.1)}},
		{"by strand", Options{Transparency: TransparencyOptions{Order: PerStrand}}},
		{"in no order", Options{Transparency: TransparencyOptions{Order: Unsorted}}},
		{"wide", Options{Debug: DebugOptions{WidthPixels: 9}, Strands: StrandOptions{Opacity: 0.4}}},
		{"few strands", Options{Strands: StrandOptions{Detail: 0.4}}},
		{"another light", Options{Shading: ShadingOptions{Model: KajiyaShading}, Light: LightOptions{Shadow: NoShadow}}},
	} {
		name, o := c.name, c.o
		gputest.Run(t, dev, name, func(t *testing.T) {
			for k, size := range [][2]int{{64, 48}, {61, 43}} {
				if !gputest.Share(i+k, 2) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("size=%dx%d", size[0], size[1]), func(t *testing.T) {
					o.Image.Samples, o.Transparency.Resort = 1, 1
					set := thick(300)
					drawn := newRenderer(t, dev, set, o, size[0], size[1])
					want := lightOf(t, drawn, front(drawn))
					o := o
					o.Transparency.Method = Tiles
					r := newRenderer(t, dev, set, o, size[0], size[1])
					got := lightOf(t, r, front(r))
					mean, worst := 0.0, furthest(got, want)
					for i := range got {
						mean += math.Abs(float64(got[i]-want[i])) / float64(len(got))
					}
					t.Logf("%s, %v: mean %.5f, worst %.4f", name, size, mean, worst)
					if mean > 0.002 {
						t.Errorf("%s, %v: differs by %.5f on the mean, by %.4f at most", name, size, mean, worst)
					}
					// The check sees whether the order is right.
					if name == "in no order" {
						r.SetOrder(Sorted)
						if d := furthest(lightOf(t, r, front(r)), got); d < 0.02 {
							t.Errorf("order changes the image by %v only", d)
						}
					}
				})
			}
		})
	}
}

// The kernel of software renderers makes the image of the other one.
func TestTileTableMatchesBatches(t *testing.T) {
	dev := gputest.Device(t)
	defer func() { oit.TableForTests = nil }()
	for _, c := range []struct {
		name string
		o    Options
	}{
		{"thin hair", Options{Head: ball(0.1)}},
		{"wide hair, sorted again", Options{Debug: DebugOptions{WidthPixels: 9}, Transparency: TransparencyOptions{Resort: 8}}},
		{"light of each fragment", Options{Shading: ShadingOptions{PerFragment: true}, Image: ImageOptions{Samples: 1}}},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			c.o.Transparency.Method = Tiles
			var images [2][]float32
			for k, table := range []bool{false, true} {
				oit.TableForTests = &table
				r := newRenderer(t, dev, thick(300), c.o, 61, 43)
				images[k] = lightOf(t, r, front(r))
			}
			if d := furthest(images[0], images[1]); d > 0.004 {
				t.Errorf("the images differ by %v", d)
			}
			if d := furthest(images[0], make([]float32, len(images[0]))); d < 0.1 {
				t.Errorf("the images are black up to %v", d)
			}
		})
	}
}

// A image of several samples has a smooth head, in front of which hair is as with one sample.
func TestTilesAgreeBetweenSampleCounts(t *testing.T) {
	dev := gputest.Device(t)
	set := thick(300)
	images := map[int][]float32{}
	for _, samples := range []int{1, 4} {
		_, pixels := render(t, dev, set, Options{Transparency: TransparencyOptions{Method: Tiles}, Image: ImageOptions{Samples: samples}, Head: ball(0.1)}, front, 64, 48)
		for _, p := range pixels {
			images[samples] = append(images[samples], float32(p)/255)
		}
	}
	mean := 0.0
	for i, p := range images[1] {
		mean += math.Abs(float64(p-images[4][i])) / float64(len(images[1]))
	}
	if mean == 0 || mean > 0.01 {
		t.Errorf("one sample and four are %.5f apart", mean)
	}
}

// Without room segments are left out, and reported; Reserve makes room for all of them.
func TestTilesWithoutMemoryReportOverflow(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev, thick(300), Options{Transparency: TransparencyOptions{Method: Tiles}, Debug: DebugOptions{WidthPixels: 30}}, 64, 48)
	want := lightOf(t, r, front(r))
	if d, err := r.Inspect(); err != nil || d.Leftover != 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	w := r.oit.(*oit.Tiles)
	w.Room = 0
	if err := w.Grow(100); err != nil {
		t.Fatal(err)
	}
	if err := r.Frame(front(r), Target{Framebuffer: newTarget(t, 64, 48)}, nil); err != nil {
		t.Fatal(err)
	}
	if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
		t.Errorf("Check: %v", err)
	}
	if d := furthest(readLight(t, r), want); d < 0.01 {
		t.Errorf("100 listed segments make a image that differs by %v only", d)
	}
	if d, err := r.Inspect(); !errors.Is(err, gpu.ErrOverflow) || d.Leftover == 0 || !strings.Contains(fmt.Sprint(err), "room for 100: Renderer.Reserve") {
		t.Errorf("Inspect: %+v, %v", d, err)
	}
	if err := r.Reserve(front(r)); err != nil {
		t.Fatal(err)
	}
	if d := furthest(lightOf(t, r, front(r)), want); d > 0.001 {
		t.Errorf("with room the image differs by %v", d)
	}
	if d, err := r.Inspect(); err != nil || d.Leftover != 0 {
		t.Errorf("with room: %+v, %v", d, err)
	}
	if err := dev.Check(); err != nil {
		t.Errorf("with room: %v", err)
	}
	if err := w.Grow(1 << 40); err == nil {
		t.Error("there is room for anything")
	}
}

// Segments that are long, pass the camera, or lie out of the image.
func TestTilesMatchDrawnRibbonsFromInsideTheHair(t *testing.T) {
	dev := gputest.Device(t)
	set := thick(300)
	for _, c := range []Camera{
		{FieldOfView: 1.2, Distance: 0.02}, {FieldOfView: 0.1, Distance: 0.4, Target: mgl32.Vec3{0.1, 0.1, 0}},
	} {
		gputest.Run(t, dev, fmt.Sprint("view=", c.FieldOfView, ",distance=", c.Distance), func(t *testing.T) {
			drawn := newRenderer(t, dev, set, Options{Image: ImageOptions{Samples: 1}}, 64, 48)
			r := newRenderer(t, dev, set, Options{Image: ImageOptions{Samples: 1}, Transparency: TransparencyOptions{Method: Tiles, Resort: 1}}, 64, 48)
			want := lightOf(t, drawn, c)
			got := lightOf(t, r, c)
			mean := 0.0
			for i := range got {
				mean += math.Abs(float64(got[i]-want[i])) / float64(len(got))
			}
			t.Logf("%+v: differs by %.4f on the mean", c, mean)
			// llvmpipe cuts ribbons that reach far out of the image, and interpolates across them
			// otherwise then.
			if limit := 0.01; mean > limit && (!dev.Caps().Software || mean > 8*limit) {
				t.Errorf("%+v: differs by %.4f on the mean", c, mean)
			}
		})
	}
}
