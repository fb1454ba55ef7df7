// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

func TestKeyHistogramCountsDrawnSegments(t *testing.T) {
	dev := gputest.Device(t)
	for _, bits := range []int{1, 6, 16, 32} {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) {
			r, _ := render(t, dev, tuft(700), Options{Transparency: TransparencyOptions{KeyBits: bits}}, front, 64, 64)
			got, err := r.KeyHistogram()
			if err != nil {
				t.Fatal(err)
			}
			drawn, err := r.Inspect() // leaves the keys of what was drawn
			if err != nil {
				t.Fatal(err)
			}
			keys, err := r.scene.Kept.Keys.Download()
			if err != nil {
				t.Fatal(err)
			}
			want := make([]uint32, min(256, 1<<bits))
			for _, k := range keys[:drawn.Segments] {
				want[uint64(k)*uint64(len(want))>>bits]++
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d bits: %v, want %v", bits, got, want)
			}
		})
	}
	m, err := NewModel(dev, tuft(10))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	r, err := NewRenderer(dev, m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if _, err := r.KeyHistogram(); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("before a frame: %v", err)
	}
}

// The cull leaves the keys of what it keeps, to the bit what segments_key makes of the kept.
func TestCullWritesSortKeys(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thinned(t)
	for _, o := range []Options{{Transparency: TransparencyOptions{KeyBits: 1}}, {}, {Transparency: TransparencyOptions{KeyBits: 24}}, {Transparency: TransparencyOptions{KeyBits: 32}}, {Transparency: TransparencyOptions{KeyBits: 32}, Debug: DebugOptions{KeepAll: true}}, {Transparency: TransparencyOptions{KeyBits: 24}, Strands: StrandOptions{Detail: 0.5}}} {
		gputest.Run(t, dev, fmt.Sprintf("bits=%d,keep-all=%v,detail=%v", o.Transparency.KeyBits, o.Debug.KeepAll, o.Strands.Detail), func(t *testing.T) {
			o.Head, o.Light.Shadow, o.Image.Samples = head, NoShadow, gputest.InNightly(0, 1)
			r, _ := render(t, dev, set, o, front, 96, 80)
			got, err := r.scene.Kept.Keys.Download()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.KeyHistogram(); err != nil { // makes them anew
				t.Fatal(err)
			}
			want, err := r.scene.Kept.Keys.Download()
			if err != nil {
				t.Fatal(err)
			}
			word, _ := r.scene.Kept.Count.Word()
			var kept [1]uint32
			if err := gpu.Download(dev, word, kept[:]); err != nil || kept[0] == 0 {
				t.Fatalf("%d kept, %v", kept[0], err)
			}
			gputest.Equal(t, fmt.Sprintf("keys of %d bits", r.o.Transparency.KeyBits), got[:kept[0]], want[:kept[0]])
		})
	}
}

// Lights that are set look as lights that a renderer was made with, from none to some and back.
func TestSetLightsMatchesANewRenderer(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(300)
	sun := []Light{{Direction: mgl32.Vec3{1, 1, 0.5}, Strength: 3}}
	even := EvenLight(mgl32.Vec3{0.3, 0.2, 0.1})
	const width, height = 48, 48
	target := newTarget(t, width, height)
	r, _ := render(t, dev, set, Options{Light: LightOptions{ShadowSize: 64}, Image: ImageOptions{Samples: 1}}, front, width, height)
	for i, c := range []struct {
		lights []Light
		env    *Environment
	}{{sun, &even}, {[]Light{}, nil}, {nil, nil}, {[]Light{}, &even}, {sun, nil}} {
		_, want := render(t, dev, set, Options{Light: LightOptions{ShadowSize: 64, Lights: c.lights, Environment: c.env}, Image: ImageOptions{Samples: 1}}, front, width, height)
		if err := r.SetLights(c.lights, c.env); err != nil {
			t.Fatal(err)
		}
		if err := r.Frame(front(r), Target{Framebuffer: target}, nil); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 4*width*height)
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, target)
		gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(got))
		if !slices.Equal(got, want) {
			t.Errorf("case %d: another image than of a renderer made with them", i)
		}
	}
	for _, lights := range [][]Light{{}, sun} {
		dark := append([]Light{{Direction: mgl32.Vec3{-1, 0, 0.2}}}, lights...)
		_, want := render(t, dev, set, Options{Light: LightOptions{ShadowSize: 64, Lights: lights, Environment: &even}, Head: ball(0.1)}, front, width, height)
		made, got := render(t, dev, set, Options{Light: LightOptions{ShadowSize: 64, Lights: dark, Environment: &even}, Head: ball(0.1)}, front, width, height)
		if !slices.Equal(got, want) || len(dark) != len(lights)+1 || dark[0].Direction[0] != -1 {
			t.Errorf("a light of strength 0 before %d lights changes the image, or the caller's lights", len(lights))
		}
		if err := made.SetLights(dark, &even); err != nil || len(made.o.Light.Lights) != len(lights) {
			t.Errorf("SetLights keeps a light of strength 0: %d lights, %v", len(made.o.Light.Lights), err)
		}
	}
	before := r.o
	if err := r.SetLights([]Light{{Strength: 1}}, nil); !errors.Is(err, ErrLight) || len(r.o.Light.Lights) != len(before.Light.Lights) {
		t.Errorf("a light without a direction: %v", err)
	}
}
