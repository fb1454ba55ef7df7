// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// coarse has the styles whose edges pass light from behind through single hairs. That is forward
// scattering alone, whose form is the coarsest part of Kajiya and Kay's model.
var coarse = map[string]float64{"fur": 0.35, "curly": 0.2}

// A change of the shading does not look like a dye: under each light the models agree in the mean
// luminance of the hair, and in its hue.
func TestShadingsAgreeInBrightnessAndHue(t *testing.T) {
	const size = 40
	dev := gputest.Device(t)
	dark := EvenLight(mgl32.Vec3{})
	studio := DefaultEnvironment()
	lamp := func(x, y, z float32) []Light {
		return []Light{{Direction: mgl32.Vec3{x, y, z}, AtCamera: true, Strength: 2}}
	}
	lights := []struct {
		name        string
		lamps       []Light
		environment *Environment
	}{
		{"key", lamp(-0.55, 0.65, 0.75), &dark},
		{"behind", lamp(0.75, 0.45, -0.75), &dark},
		{"side", lamp(1, 0.3, 0.2), &dark},
		{"default", DefaultLights(), &studio},
	}
	for _, style := range gputest.InNightly(append(groom.Styles(), "fur"), []string{"wavy", "fur"}) {
		gputest.Run(t, dev, style, func(t *testing.T) {
			set := fur(600)
			if style != "fur" {
				o, err := groom.Style(style)
				if err != nil {
					t.Fatal(err)
				}
				if o.Strands = 4000; style == "wavy" {
					set, err = wig()
				} else {
					set, err = groom.New(o)
				}
				if err != nil {
					t.Fatal(err)
				}
				if set, err = set.Subset(groom.MinStrands, 1); err != nil {
					t.Fatal(err)
				}
			}
			// Few strands of the width of many.
			r, _ := render(t, dev, set, Options{Strands: StrandOptions{WidthScale: 8}, Image: ImageOptions{NoBackdrop: true, Samples: 1}}, front, size, size)
			want := map[string]scatter.RGB{}
			for _, s := range Shadings() {
				if err := r.SetShading(s); err != nil {
					t.Fatal(err)
				}
				for _, color := range []string{"blond", "brown", "black"} {
					melanin, _ := scatter.Preset(color)
					dye, _ := melanin.Absorption()
					if err := r.SetFibre(scatter.Defaults(), &dye); err != nil {
						t.Fatal(err)
					}
					for _, l := range lights {
						if err := r.SetLights(l.lamps, l.environment); err != nil {
							t.Fatal(err)
						}
						got, name := meanLight(lightOf(t, r, front(r))), l.name+" on "+color
						if s == DualShading {
							want[name] = got
							continue
						}
						share, hue := luminance(got)/luminance(want[name]), hueDistance(got, want[name])
						t.Logf("%v, %s: %.2f times as bright as dual scattering, hue %.3f off", s, name, share, hue)
						within := 0.15
						if l.name == "behind" && s == KajiyaShading {
							within = max(within, coarse[style])
						}
						if math.Abs(share-1) > within {
							t.Errorf("%v, %s: %.2f times as bright as dual scattering, want 1 within %v", s, name, share, within)
						}
						if hue > 0.04 {
							t.Errorf("%v, %s: chromaticity is %.3f from dual scattering's, want at most 0.04", s, name, hue)
						}
					}
				}
			}
		})
	}
}

// fur is a ball of n hairs that stand out in all directions.
func fur(n int) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 0.1, DefaultThickness: 0.01, DefaultOpacity: 0.9, DefaultColor: mgl32.Vec3{0.8, 0.4, 0.2}}
	for i := range n {
		y := 1 - (2*float64(i)+1)/float64(n) // a spiral over the sphere
		sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
		across := math.Sqrt(1 - y*y)
		out := mgl32.Vec3{float32(across * cos), float32(y), float32(across * sin)}
		for k := range 4 {
			// Each hair bends around the ball.
			s.Points = append(s.Points, out.Mul(0.3+0.2*float32(k)).Add(mgl32.Vec3{out[2], out[0], out[1]}.Mul(0.06*float32(k*k))))
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// meanLight is the mean light of an image for each unit of alpha.
func meanLight(pixels []float32) (mean scatter.RGB) {
	alpha := 0.0
	for i := 0; i < len(pixels); i += 4 {
		alpha += float64(pixels[i+3])
		for c := range mean {
			mean[c] += float64(pixels[i+c])
		}
	}
	for c := range mean {
		mean[c] /= alpha
	}
	return mean
}

func luminance(c scatter.RGB) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// hueDistance is the largest difference of two colours in the share of a channel.
func hueDistance(a, b scatter.RGB) (most float64) {
	for c := range a {
		most = max(most, math.Abs(a[c]/(a[0]+a[1]+a[2])-b[c]/(b[0]+b[1]+b[2])))
	}
	return most
}
