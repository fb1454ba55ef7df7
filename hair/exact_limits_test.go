// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func TestExactReportsOverflow(t *testing.T) {
	dev := gputest.Device(t)
	set := tangle(600, 1)
	o := Options{Transparency: TransparencyOptions{Method: Exact}, Debug: DebugOptions{WidthPixels: 14}, Strands: StrandOptions{Opacity: 0.3}}
	magenta := func(pixels []byte) int {
		n := 0
		for i := 0; i < len(pixels); i += 4 {
			if pixels[i] > 150 && pixels[i+1] < 30 && pixels[i+2] > 150 {
				n++
			}
		}
		return n
	}
	for _, bytes := range []int{0, 2000 * oit.FragmentBytes} {
		gputest.Run(t, dev, fmt.Sprint("bytes=", bytes), func(t *testing.T) {
			o.Transparency.FragmentBytes = bytes
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
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Frame(front(r), Target{Framebuffer: newTarget(t, 64, 64)}, nil); err != nil {
				t.Fatal(err)
			}
			after, err := r.Inspect()
			if err != nil || after.Fragments != drawn.Fragments {
				t.Errorf("after Reserve: %+v (%v), before %+v", after, err, drawn)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A pixel that needs more turns of a loop than a driver runs, or whose fragments were not all
// counted, is reported and magenta.
func TestExactReportsWrongPixels(t *testing.T) {
	dev := gputest.Device(t)
	set := flatTangle(120)
	r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: Exact}, Debug: DebugOptions{WidthPixels: 3}, Strands: StrandOptions{Opacity: 0.4}}, 64, 48)
	e := r.oit.(*oit.Exact)
	magenta := func(light []float32) (n int) {
		for i := 0; i < len(light); i += 4 {
			if [3]float32(light[i:]) == [3]float32{1, 0, 1} {
				n++
			}
		}
		return n
	}
	right := lightOf(t, r, front(r))
	if n := magenta(right); n != 0 {
		t.Fatalf("%d pixels of the right image are magenta", n)
	}
	runStages(t, r, "scene", "emit")
	layers, err := e.Layers.Download()
	if err != nil {
		t.Fatal(err)
	}
	layers[64*3+7]++
	if err := e.Layers.Upload(layers); err != nil {
		t.Fatal(err)
	}
	runStages(t, r, "emit", "tone")
	if _, err := r.Inspect(); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), "in 1 pixels") {
		t.Errorf("a pixel of which one fragment is missing: %v", err)
	}
	if n := magenta(readLight(t, r)); n != 1 {
		t.Errorf("%d pixels are magenta, want 1", n)
	}
	if !slices.Equal(lightOf(t, r, front(r)), right) {
		t.Error("the next frame is not right")
	}
	if _, err := r.Inspect(); err != nil {
		t.Errorf("the next frame: %v", err)
	}

	gl.DeleteProgram(e.Programs[2])
	if e.Programs[2], err = oit.ExactPrograms(light.Lighting{}, 40)[2].Link(dev); err != nil {
		t.Fatal(err)
	}
	short := lightOf(t, r, front(r))
	if _, err := r.Inspect(); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "cuts loops off") {
		t.Errorf("40 turns of loops: %v", err)
	}
	wrong := 0
	for i := 0; i < len(short); i += 4 {
		if same := [4]float32(short[i:]) == [4]float32(right[i:]); !same && [3]float32(short[i:]) != [3]float32{1, 0, 1} {
			t.Fatalf("value %d is %v, neither %v nor magenta", i, short[i:i+4], right[i:i+4])
		} else if !same {
			wrong++
		}
	}
	if wrong < 20 {
		t.Errorf("%d pixels are magenta", wrong)
	}
}

// Reserve makes room for more fragments than usual, up to what a storage block holds.
func TestExactSortsAFullBlock(t *testing.T) {
	dev := gputest.Device(t)
	most := dev.Caps().MaxStorageBytes / 8
	if most > 1<<26 {
		t.Skipf("a block of this driver holds %d keys, too many for a test", most)
	}
	r := newRenderer(t, dev, tuft(9), Options{Transparency: TransparencyOptions{Method: Exact}, Light: LightOptions{Shadow: NoShadow}}, 1280, 720)
	large := lightOf(t, r, front(r))
	if err := r.oit.(*oit.Exact).Reserve(most); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(lightOf(t, r, front(r)), large) {
		t.Error("with more room the image is another one")
	}
}

func TestExactRefusesBadOptions(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	for wantText, o := range map[string]Options{
		"Samples is 4": {Transparency: TransparencyOptions{Method: Exact}, Image: ImageOptions{Samples: 4}},
		"Core is true": {Transparency: TransparencyOptions{Method: Exact, Core: true}},
		"-1 bytes":     {Transparency: TransparencyOptions{FragmentBytes: -1}},
	} {
		gputest.Run(t, dev, wantText, func(t *testing.T) {
			if r, err := NewRenderer(dev, m, o); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%+v: %v, %v", o, r, err)
			}
		})
	}
	r, err := NewRenderer(dev, m, Options{Transparency: TransparencyOptions{Method: Exact}, Light: LightOptions{Shadow: NoShadow}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if err := r.Reserve(Camera{}); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("Reserve before Resize: %v", err)
	}
	most := dev.Caps().MaxStorageBytes / 8
	huge, err := NewRenderer(dev, m, Options{Transparency: TransparencyOptions{Method: Exact, FragmentBytes: (most + 1) * oit.FragmentBytes}, Light: LightOptions{Shadow: NoShadow}})
	if err != nil {
		t.Fatal(err)
	}
	defer huge.Release()
	if err := huge.Resize(16, 16); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "at most") {
		t.Errorf("more fragments than the driver takes: %v", err)
	}
	if err := r.Resize(16, 16); err != nil {
		t.Fatal(err)
	}
	if err := r.oit.(*oit.Exact).Reserve(most + 1); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("a view of more fragments than the driver takes: %v", err)
	}
	lightOf(t, r, front(r)) // there is still the room that there was
	for _, bits := range []int{0, 33} {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) {
			if err := r.SetKeyBits(bits); !errors.Is(err, gpu.ErrArgument) {
				t.Errorf("%d key bits: %v", bits, err)
			}
		})
	}
}
