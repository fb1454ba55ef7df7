// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/tone"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl64"
)

// curves are the CPU twins of tone_curves.glsl.
var curves = [...]func(mgl64.Vec3) mgl64.Vec3{
	ACES: func(x mgl64.Vec3) mgl64.Vec3 {
		x = mgl64.Mat3FromRows(mgl64.Vec3{0.59719, 0.35458, 0.04823}, mgl64.Vec3{0.07600, 0.90834, 0.01566}, mgl64.Vec3{0.02840, 0.13383, 0.83777}).Mul3x1(x)
		for c, v := range x {
			x[c] = (v*(v+0.0245786) - 0.000090537) / (v*(0.983729*v+0.4329510) + 0.238081)
		}
		return mgl64.Mat3FromRows(mgl64.Vec3{1.60475, -0.53108, -0.07367}, mgl64.Vec3{-0.10208, 1.10813, -0.00605}, mgl64.Vec3{-0.00327, -0.07276, 1.07602}).Mul3x1(x)
	},
	AgX: func(x mgl64.Vec3) mgl64.Vec3 {
		inset := mgl64.Mat3{0.842479062, 0.0423282423, 0.0423756549, 0.0784336, 0.878468636, 0.0784336, 0.0792237451, 0.0791661275, 0.879142974}
		x = inset.Mul3x1(x)
		for c, v := range x {
			v = max(0, min((math.Log2(max(v, 1e-10))+12.47393)/16.499999, 1))
			x[c] = 15.5*math.Pow(v, 6) - 40.14*math.Pow(v, 5) + 31.96*math.Pow(v, 4) - 6.868*v*v*v + 0.4298*v*v + 0.1191*v - 0.00232
		}
		x = inset.Inv().Mul3x1(x)
		for c, v := range x {
			x[c] = math.Pow(max(v, 0), 2.2)
		}
		return x
	},
	NoToneMap: func(x mgl64.Vec3) mgl64.Vec3 { return x },
}

// onScreen is the sRGB curve of IEC 61966-2-1.
func onScreen(v float64) float64 {
	v = max(0, min(v, 1))
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// What the screen gets is each curve and then sRGB's, of light times the exposure, but for half a
// step of noise.
func TestToneCurves(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 64, 8
	r, _ := render(t, dev, tuft(20), Options{Image: ImageOptions{Samples: 1, Exposure: 2}}, front, width, height)
	framebuffer := newTarget(t, width, height)
	colors := [height][3]float64{{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0.5, 0.1}, {0.2, 0.4, 1}, {0.9, 1, 0.8}, {0, 0, 0}}
	light := func(x int) float64 { return math.Exp2(float64(x)/4 - 11) } // to 16 times white, with the exposure
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.scene.Canvas.Framebuffer)
	gl.Enable(gl.SCISSOR_TEST)
	for y, color := range colors {
		for x := range width {
			gl.Scissor(int32(x), int32(y), 1, 1)
			gl.ClearColor(float32(color[0]*light(x)), float32(color[1]*light(x)), float32(color[2]*light(x)), 1)
			gl.Clear(gl.COLOR_BUFFER_BIT)
		}
	}
	gl.Disable(gl.SCISSOR_TEST)
	for _, tone := range ToneMaps() {
		gputest.Run(t, dev, tone.String(), func(t *testing.T) {
			r.SetToneMap(tone)
			if err := r.mapTones(Target{Framebuffer: framebuffer}); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, 4*width*height)
			gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
			gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(got))
			worst := 0.0
			for y, color := range colors {
				for x := range width {
					want := curves[tone](mgl64.Vec3{color[0], color[1], color[2]}.Mul(2 * light(x)))
					for c := range 3 {
						// Half floats and half a step of noise: below one step of 255, and half of
						// one by rounding.
						off := math.Abs(float64(got[4*(y*width+x)+c]) - 255*onScreen(want[c]))
						if worst = max(worst, off); off > 1.3 {
							t.Errorf("%v: colour %v times %.3g: %v in channel %d, expected %.1f", tone, color, 2*light(x), got[4*(y*width+x):][:3], c, 255*onScreen(want[c]))
							return
						}
					}
				}
			}
			t.Logf("%v: at most %.2f steps of 255 off", tone, worst)
		})
	}
}

// A pixel that light far above 1 covers by a share shows that share between the backdrop and the
// light: the ramp of a bright edge has all its steps. That holds for what is blended into the
// scene, and for hair that has its own image.
func TestBrightEdgesHaveARamp(t *testing.T) {
	dev := gputest.Device(t)
	const size, bright = 16, 12
	// linear light of a displayed value
	linear := func(v byte) float64 { return math.Pow((float64(v)/255+0.055)/1.055, 2.4) }
	cover := func(pixel int, c [4]float32) {
		gl.Scissor(int32(pixel), 0, 1, size)
		gl.ClearColor(c[0], c[1], c[2], c[3])
		gl.Clear(gl.COLOR_BUFFER_BIT)
	}
	for _, method := range []Transparency{Blend, Tiles} {
		for _, curve := range ToneMaps() {
			gputest.Run(t, dev, method.String()+"/"+curve.String(), func(t *testing.T) {
				o := Options{Transparency: TransparencyOptions{Method: method}, Image: ImageOptions{Samples: 1, NoBackdrop: true, ToneMap: curve}}
				r, _ := render(t, dev, tuft(5), o, front, size, size)
				f := tone.Frame{Curve: uint32(curve), Framebuffer: newTarget(t, size, size), Width: size, Height: size}
				into := r.scene.Canvas.Framebuffer
				if method == Tiles {
					into, f.Hair = newTextureTarget(t, gl.RGBA16F, size, size)
				}
				gl.BindFramebuffer(gl.FRAMEBUFFER, into)
				gl.Enable(gl.SCISSOR_TEST)
				for x := range size {
					share := float32(x) / (size - 1)
					cover(x, [4]float32{bright * share, bright * share, bright * share, share})
				}
				gl.Disable(gl.SCISSOR_TEST)
				if err := r.tone.Run(f); err != nil {
					t.Fatal(err)
				}
				got := readTarget(f.Framebuffer, size, size)
				for x := range size {
					want := float64(x) / (size - 1) * linear(got[4*(size-1)])
					if off := math.Abs(linear(got[4*x]) - want); off > 0.02 {
						t.Errorf("%d of %d covered: %.3f of the light, want %.3f", x, size-1, linear(got[4*x]), want)
					}
				}
			})
		}
	}
}

// The screen shows the backdrop that Linear has, from any side: sky above a horizon at the height
// of the eye, ground below. Its light from all around is brighter and bluer from above.
func TestHorizonBackdrop(t *testing.T) {
	dev := gputest.Device(t)
	const size = 32
	o := Options{Image: ImageOptions{Samples: 1, ToneMap: NoToneMap, Backdrop: HorizonBackdrop}}
	r, _ := render(t, dev, tuft(5), o, front, size, size)
	target := newTarget(t, size, size)
	for _, elevation := range []float32{-0.9, 0, 0.9} {
		low, high := r.Bounds()
		if err := r.Frame(Fit(low, high, 1).Orbit(2, elevation, 1), Target{Framebuffer: target}, nil); err != nil {
			t.Fatal(err)
		}
		l, err := r.Linear()
		if err != nil {
			t.Fatal(err)
		}
		shown := readTarget(target, size, size) // the lowest row first
		for _, corner := range []int{0, size - 1, size * (size - 1), size*size - 1} {
			got := shown[4*(size*(size-1-corner/size)+corner%size):][:3]
			for c := range 3 {
				if want := 255 * onScreen(float64(l.Pixels[4*corner+c])); math.Abs(float64(got[c])-want) > 1.3 {
					t.Errorf("elevation %v: pixel %d is %v, want %.1f in channel %d", elevation, corner, got, want, c)
				}
			}
		}
		if top, bottom := l.Pixels[2], l.Pixels[4*size*(size-1)+2]; elevation == 0 && top < 1.5*bottom {
			t.Errorf("above the horizon blue is %v, below %v", top, bottom)
		}
	}
	e := Horizon()
	if e[1][2] < 2*e[1][0] || e[1][0] <= 0 {
		t.Errorf("from above come %v more than from below", e[1])
	}
	if _, err := NewRenderer(dev, r.m, Options{Image: ImageOptions{Backdrop: 2}}); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("backdrop 2: %v", err)
	}
}

// newTextureTarget is a framebuffer and its texture of a format, that live as long as the test.
func newTextureTarget(t testing.TB, format uint32, width, height int32) (framebuffer, image uint32) {
	gl.GenTextures(1, &image)
	gl.BindTexture(gl.TEXTURE_2D, image)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, format, width, height)
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, image, 0)
	t.Cleanup(func() {
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteTextures(1, &image)
	})
	return framebuffer, image
}

// Grey stays grey, brighter light is never darker, and black is black.
func TestToneCurvesKeepGrey(t *testing.T) {
	for _, tone := range ToneMaps() {
		t.Run(tone.String(), func(t *testing.T) {
			last := -1.0
			for stops := -12.0; stops < 7; stops += 0.1 {
				v := math.Exp2(stops)
				c := curves[tone](mgl64.Vec3{v, v, v})
				for i := range c {
					if math.Abs(onScreen(c[i])-onScreen(c[1])) > 0.004 {
						t.Errorf("%v: grey of %.3g became %v", tone, v, c)
					}
				}
				if c[1] < last-2e-3 {
					t.Errorf("%v: grey of %.3g became %v, after %v", tone, v, c[1], last)
				}
				last = c[1]
			}
			if black := curves[tone](mgl64.Vec3{}); onScreen(black[1]) > 0.5/255 {
				t.Errorf("%v: black became %v", tone, black)
			}
		})
	}
}

// Linear is what the canvas holds, the right way up: alpha 1 with a backdrop, and without one the
// part that hair and head cover.
func TestLinearMatchesTheCanvas(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thinned(t)
	for _, bare := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("bare=", bare), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{Head: head, Image: ImageOptions{NoBackdrop: bare}}, front, 64, 64)
			l, err := r.Linear()
			if err != nil {
				t.Fatal(err)
			}
			corner, middle := l.Pixels[:4], l.Pixels[4*(64*28+33):][:4]
			if l.Width != 64 || l.Height != 64 || (corner[3] == 0) != bare || middle[3] < 0.9 || middle[0] <= 0 {
				t.Errorf("the corner is %v, the middle %v of %dx%d", corner, middle, l.Width, l.Height)
			}
			if (corner[0] == 0) != bare {
				t.Errorf("bare %v: the corner is %v", bare, corner)
			}
			part := 0
			for i := 3; i < len(l.Pixels); i += 4 {
				if a := l.Pixels[i]; a > 0.05 && a < 0.95 {
					part++
				} else if a < 0 || a > 1.002 || !bare && a != 1 {
					t.Fatalf("alpha %v", a)
				}
			}
			if bare && part < 20 || !bare && part > 0 {
				t.Errorf("bare %v: %d pixels are partly covered", bare, part)
			}
		})
	}
}
