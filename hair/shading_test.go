// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/scatter"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// readTarget reads a target's pixels back.
func readTarget(framebuffer uint32, width, height int) []byte {
	pixels := make([]byte, 4*width*height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pixels))
	return pixels
}

// brightness is the mean of light for each unit of alpha, over what is covered, and its furthest
// from 1.
func brightness(t *testing.T, r *Renderer) (mean, furthest float64) {
	t.Helper()
	l, err := r.Linear()
	if err != nil {
		t.Fatal(err)
	}
	light, alpha := 0.0, 0.0
	for i := 0; i < len(l.Pixels); i += 4 {
		p := l.Pixels[i:][:4]
		for _, v := range p[:3] {
			light += float64(v) / 3
			furthest = max(furthest, math.Abs(float64(v-p[3])))
		}
		alpha += float64(p[3])
	}
	if alpha < 20 {
		t.Fatalf("%v pixels are covered", alpha)
	}
	return light / alpha, furthest
}

// The white furnace, drawn: hair that absorbs nothing cannot be reported from light of the same
// radiance from everywhere, one hair or many, in shadow or not. Hair that absorbs can.
func TestWhiteHairMatchesEvenLight(t *testing.T) {
	dev := gputest.Device(t)
	white := EvenLight(mgl32.Vec3{1, 1, 1})
	for _, hairs := range []int{5, 700} {
		gputest.Run(t, dev, fmt.Sprint("hairs=", hairs), func(t *testing.T) {
			for _, shadow := range []Shadow{NoShadow, VolumeShadow} {
				gputest.Run(t, dev, shadow.String(), func(t *testing.T) {
					set := tuft(hairs)
					set.DefaultColor, set.DefaultThickness = mgl32.Vec3{1, 1, 1}, 0.05
					set.Color = make([]mgl32.Vec3, len(set.Points))
					draw := func(gray float32) (float64, float64) {
						for i := range set.Color {
							set.Color[i] = mgl32.Vec3{gray, gray, gray}
						}
						o := Options{Light: LightOptions{Environment: &white, Lights: []Light{{Direction: mgl32.Vec3{0, 1, 0}}}, Shadow: shadow}, Image: ImageOptions{NoBackdrop: true, Samples: 1}}
						r, _ := render(t, dev, set, o, front, 64, 64)
						return brightness(t, r)
					}
					mean, off := draw(1)
					t.Logf("%d hairs, shadow %v: mean %.4f, off by at most %.4f", hairs, shadow, mean, off)
					if math.Abs(mean-1) > 0.005 || off > 0.02 {
						t.Errorf("%d hairs, shadow %v: white hair is %.4f times as bright as the light around it, off by up to %.4f", hairs, shadow, mean, off)
					}
					if mean, _ := draw(0.8); mean > 0.9 {
						t.Errorf("%d hairs, shadow %v: grey hair is %.4f times as bright as the light around it", hairs, shadow, mean)
					}
				})
			}
		})
	}
}

// The same of lamps all around, one after the other: what a single white hair scatters of them
// comes to their own light.
func TestWhiteHairScattersAllLightOfLamps(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(5)
	set.DefaultColor, set.DefaultThickness, set.DefaultOpacity = mgl32.Vec3{1, 1, 1}, 0.05, 0.02
	set.Color = make([]mgl32.Vec3, len(set.Points))
	for i := range set.Color {
		set.Color[i] = mgl32.Vec3{1, 1, 1}
	}
	fibre := scatter.Defaults()
	fibre.Roughness, fibre.Azimuthal = 0.5, 0.5 // wide enough for so few lamps
	fibre.Density = 0                           // no light from other hairs
	dark := EvenLight(mgl32.Vec3{})
	const lamps = 96
	o := Options{Light: LightOptions{Environment: &dark, Lights: make([]Light, MaxLights), Shadow: Deep8Shadow}, Shading: ShadingOptions{Model: SingleShading, Fibre: fibre}, Image: ImageOptions{NoBackdrop: true, Samples: 1}}
	for i := range o.Light.Lights {
		o.Light.Lights[i] = Light{Direction: mgl32.Vec3{0, 0, 1}, Strength: 1}
	}
	r, _ := render(t, dev, set, o, front, 48, 48)
	target, sum := Target{Framebuffer: newTarget(t, 48, 48)}, 0.0
	for first := 0; first < lamps; first += MaxLights {
		for i := range r.o.Light.Lights {
			y := 1 - (2*float64(first+i)+1)/lamps // a spiral over the sphere
			sin, cos := math.Sincos(float64(first+i) * math.Pi * (3 - math.Sqrt(5)))
			across := math.Sqrt(1 - y*y)
			r.o.Light.Lights[i] = Light{Direction: mgl32.Vec3{float32(across * cos), float32(y), float32(across * sin)}, Strength: 4.0 / lamps}
		}
		if err := r.Frame(front(r), target, nil); err != nil {
			t.Fatal(err)
		}
		l, err := r.Linear()
		if err != nil {
			t.Fatal(err)
		}
		light, alpha := 0.0, 0.0
		for i := 0; i < len(l.Pixels); i += 4 {
			light += float64(l.Pixels[i])
			alpha += float64(l.Pixels[i+3])
		}
		sum += light / alpha
	}
	t.Logf("%d lamps: %.4f", lamps, sum)
	if math.Abs(sum-1) > 0.04 {
		t.Errorf("white hair among %d lamps is %.4f times as bright as they are", lamps, sum)
	}
}

func TestParseShadingAcceptsAllNames(t *testing.T) {
	for _, s := range Shadings() {
		if got, err := ParseShading(s.String()); got != s || err != nil {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	for _, m := range ToneMaps() {
		if got, err := ParseToneMap(m.String()); got != m || err != nil {
			t.Errorf("%v: %v, %v", m, got, err)
		}
	}
	if _, err := ParseShading("phong"); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("%v", err)
	}
	if _, err := ParseToneMap("film"); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("%v", err)
	}
}

// A renderer whose shading, fibre and colour were changed draws what one made so draws, and a frame
// allocates nothing.
func TestSetShadingMatchesANewRenderer(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(gputest.InNightly(300, 150))
	dye := scatter.RGB{0.1, 0.4, 1}
	rough := scatter.Defaults()
	rough.Roughness = 0.6
	for _, method := range []Transparency{Blend, Exact} {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			r, first := render(t, dev, set, Options{Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{Samples: 1}}, front, 64, 64)
			target := newTarget(t, 64, 64)
			for i, s := range []Shading{KajiyaShading, SingleShading, DualShading} {
				if method == Exact && !gputest.Share(i, 3) {
					continue
				}
				gputest.Run(t, dev, s.String(), func(t *testing.T) {
					if err := r.SetShading(s); err != nil {
						t.Fatal(err)
					}
					fibre := rough
					if i > 0 && !gputest.Nightly() {
						fibre = scatter.Defaults()
					}
					if err := r.SetFibre(fibre, &dye); err != nil {
						t.Fatal(err)
					}
					frame := func() {
						if err := r.Frame(front(r), Target{Framebuffer: target}, nil); err != nil {
							t.Fatal(err)
						}
					}
					if n := testing.AllocsPerRun(2, frame); n != 0 {
						t.Errorf("%v, %v: %v allocations a frame", method, s, n)
					}
					got := readTarget(target, 64, 64)
					_, want := render(t, dev, set, Options{Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{Samples: 1}, Shading: ShadingOptions{Model: s, Fibre: fibre, Dye: &dye}}, front, 64, 64)
					off, changed := 0, 0
					for i := range got {
						if got[i] != want[i] {
							off++
						}
						if got[i] != first[i] {
							changed++
						}
					}
					if off > 0 || changed < 1000 {
						t.Errorf("%v, %v: %d values differ from a renderer made so, %d from before", method, s, off, changed)
					}
				})
			}
		})
	}
	r, _ := render(t, dev, set, Options{}, front, 64, 64)
	if err := r.SetShading(3); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("%v", err)
	}
	if err := r.SetFibre(scatter.Hair{Roughness: 9}, nil); !errors.Is(err, scatter.ErrOptions) {
		t.Errorf("%v", err)
	}
}

// imageOf is pixels as compare has images.
func imageOf(pixels []byte, width, height int) *image.NRGBA {
	img := &image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

// The golden images of the shadings, by FLIP: its mean over the image is what an eye notices.
// Each is further from the others than it may be from its own.
func TestGoldenShadings(t *testing.T) {
	dev := gputest.Device(t)
	set, head := groomed(t)
	brown, err := scatter.Preset("brown")
	if err != nil {
		t.Fatal(err)
	}
	dye, err := brown.Absorption()
	if err != nil {
		t.Fatal(err)
	}
	const limit = 0.006
	images := map[Shading]*image.NRGBA{}
	for _, s := range Shadings() {
		if s != KajiyaShading && !gputest.Nightly() {
			images[s] = readGolden(t, "shading-"+s.String()) // only its distance from the others is tested
			continue
		}
		_, pixels := render(t, dev, set, Options{Head: head, Light: LightOptions{ShadowSize: 512}, Shading: ShadingOptions{Model: s, Dye: &dye}}, func(r *Renderer) Camera {
			low, high := r.Bounds()
			return Fit(low, high, 1).Orbit(-0.5, 0.15, 0.7)
		}, goldenSize, goldenSize)
		pixels = flipped(pixels)
		golden(t, "shading-"+s.String(), pixels)
		images[s] = imageOf(pixels, goldenSize, goldenSize)
		if *update {
			continue
		}
		off := meanFLIP(t, images[s], readGolden(t, "shading-"+s.String()))
		t.Logf("%v: FLIP %.4f", s, off)
		if off > limit {
			t.Errorf("%v: FLIP %.4f, at most %v", s, off, limit)
		}
	}
	for s, a := range images {
		for other, b := range images {
			if s >= other {
				continue
			}
			if off := meanFLIP(t, a, b); off < 2*limit {
				t.Errorf("%v is a FLIP of %.4f from %v: the limit would let it pass for that", s, off, other)
			}
		}
	}
}
