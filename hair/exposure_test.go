// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/tone"
	"github.com/combgl/comb/hair/scatter"
)

// exposureOf is the CPU twin of tone_count.comp.glsl and tone_expose.comp.glsl, from premultiplied
// light: the factor without bins.
func exposureOf(pixels []float32, key float64) float64 {
	var bins [96]int
	all := 0
	for i := 0; i < len(pixels); i += 4 {
		p := pixels[i:][:4]
		light := float64(0.2126*p[0]+0.7152*p[1]+0.0722*p[2]) / float64(p[3])
		if p[3] >= 0.5 && light > 0 {
			bins[int(max(0, min(4*math.Log2(light)+48, 95)))]++
			all++
		}
	}
	before, weight, sum := 0.0, 0.0, 0.0
	for i, n := range bins {
		after := before + float64(n)
		part := max(0, min(after, 0.95*float64(all))-max(before, 0.5*float64(all)))
		weight, sum, before = weight+part, sum+part*(float64(i)+0.5-48)/4, after
	}
	return math.Exp2(max(-6, min(key-sum/weight, 6)))
}

// Black hair without a head stays dark, fair hair does not change by that.
func TestAutoExposureKeepsDarkHairDark(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(50), Options{}, front, 32, 32)
	for color, most := range map[string]float32{"black": -2, "brown": -0.5, "blond": 0} {
		melanin, _ := scatter.Preset(color)
		dye, _ := melanin.Absorption()
		if err := r.SetFibre(scatter.Defaults(), &dye); err != nil {
			t.Fatal(err)
		}
		if key := r.exposureKey() - tone.Key; key > most || color == "blond" && key != 0 {
			t.Errorf("%s: %v stops, want at most %v", color, key, most)
		}
	}
}

// The automatic exposure is that of the CPU twin, for a drawn and a traced head and hair with an
// image of its own. It follows the light's strength, so that the image stays; it is smooth where it
// has to be, and nothing waits or allocates.
func TestAutoExposure(t *testing.T) {
	dev := gputest.Device(t)
	const size = 64
	for _, method := range []Transparency{Blend, Tiles} {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			o := Options{Head: ball(0.1), Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{AutoExposure: true, NoBackdrop: true}}
			o.Light.Lights = []Light{DefaultLights()[0]}
			r, bright := render(t, dev, thick(300), o, front, size, size)
			factor := func() float64 {
				f, err := r.ExposureFactor()
				if err != nil {
					t.Fatal(err)
				}
				return float64(f)
			}
			target := Target{Framebuffer: newTarget(t, size, size)}
			frame := func() {
				if err := r.Frame(front(r), target, nil); err != nil {
					t.Fatal(err)
				}
			}
			first := factor()
			l, err := r.Linear()
			if err != nil {
				t.Fatal(err)
			}
			if want := exposureOf(l.Pixels, tone.Key); math.Abs(math.Log2(first/want)) > 0.05 {
				t.Errorf("the factor is %.4f, want %.4f", first, want)
			}
			// A sixteenth of all light: the same image.
			dim := o.Light.Lights[0]
			dim.Strength /= 16
			e := DefaultEnvironment()
			for i := range e {
				e[i] = e[i].Mul(1.0 / 16)
			}
			if err := r.SetLights([]Light{dim}, &e); err != nil {
				t.Fatal(err)
			}
			frame()
			if f := factor(); math.Abs(math.Log2(f/first)-4) > 0.1 {
				t.Errorf("a sixteenth of the light: the factor is %.3f times as high", f/first)
			}
			worst := 0
			for i, v := range readTarget(target.Framebuffer, size, size) {
				worst = max(worst, int(math.Abs(float64(v)-float64(bright[i]))))
			}
			if worst > 12 {
				t.Errorf("a sixteenth of the light: a pixel differs by %d", worst)
			}
			// Back, in steps of a quarter of the way in stops.
			if err := r.SetLights(o.Light.Lights, nil); err != nil {
				t.Fatal(err)
			}
			r.SetExposureFollow(0.25)
			dimmed := factor()
			frame()
			if f, want := factor(), dimmed*math.Pow(first/dimmed, 0.25); math.Abs(f/want-1) > 0.02 {
				t.Errorf("a quarter of the way: %.4f, want %.4f", f, want)
			}
			if n := testing.AllocsPerRun(2, frame); n != 0 {
				t.Errorf("%v allocations a frame", n)
			}
			last := factor()
			for range 40 {
				frame()
			}
			if f := factor(); math.Abs(f/first-1) > 0.01 {
				t.Errorf("after 40 frames: %.4f, want %.4f; before: %.4f", f, first, last)
			}
			if err := r.SetAutoExposure(false); err != nil {
				t.Fatal(err)
			}
			if frame(); factor() != 1 {
				t.Errorf("turned off the factor is %v", factor())
			}
		})
	}
}

// What no hair and no head is in has no light to go by: the exposure stays.
func TestAutoExposureOfNothingStays(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(50), Options{Image: ImageOptions{AutoExposure: true}}, front, 32, 32)
	before, err := r.ExposureFactor()
	if err != nil {
		t.Fatal(err)
	}
	away := front(r)
	away.Target[0] += 100
	if err := r.Frame(away, Target{Framebuffer: newTarget(t, 32, 32)}, nil); err != nil {
		t.Fatal(err)
	}
	if f, err := r.ExposureFactor(); err != nil || f != before {
		t.Errorf("%v, %v; before %v", f, err, before)
	}
}

// The sky of HorizonBackdrop does not turn white, whatever the light on hair and head.
func TestAutoExposureKeepsTheSky(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Image: ImageOptions{AutoExposure: true, Backdrop: HorizonBackdrop}}
	o.Light.Lights = []Light{DefaultLights()[0]}
	o.Light.Lights[0].Strength /= 64
	r, _ := render(t, dev, tuft(50), o, front, 32, 32)
	f, err := r.ExposureFactor()
	if err != nil {
		t.Fatal(err)
	}
	if f < 1.6 || f > 1.8 {
		t.Errorf("in dim light the factor is %.3f, want 1.6 to 1.8", f)
	}
}
