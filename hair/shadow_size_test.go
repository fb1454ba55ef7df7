// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// A map of another size gives the image of a renderer that was made with that size, and the way
// back leads to the first.
func TestSetShadowSizeMatchesANewRenderer(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(60)
	for _, method := range []Shadow{VolumeShadow, SliceShadow, DeepShadow, OccupancyShadow, ExactShadow} {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			large := Options{Light: LightOptions{Shadow: method, ShadowSize: 96}, Image: ImageOptions{Samples: 1}}
			r, first := render(t, dev, set, large, front, 48, 48)
			small := large
			small.Light.ShadowSize = 24
			_, want := render(t, dev, set, small, front, 48, 48)
			if bytes.Equal(first, want) {
				t.Fatal("both sizes look alike: the test sees nothing")
			}
			target := newTarget(t, 48, 48)
			for _, c := range []struct {
				size int
				want []byte
			}{{24, want}, {96, first}} {
				if err := r.SetShadowSize(c.size); err != nil {
					t.Fatal(err)
				}
				if err := r.Frame(front(r), Target{Framebuffer: target}, nil); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, 4*48*48)
				gl.BindFramebuffer(gl.READ_FRAMEBUFFER, target)
				gl.ReadPixels(0, 0, 48, 48, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(got))
				if !bytes.Equal(got, c.want) {
					t.Errorf("a map set to %d texels looks unlike one made with them", c.size)
				}
			}
			for _, size := range []int{15, 97} {
				if err := r.SetShadowSize(size); !errors.Is(err, gpu.ErrArgument) {
					t.Errorf("%d texels: %v, want ErrArgument", size, err)
				}
			}
		})
	}
}

// A light that is fixed to the world shines as it did at the camera that it was fixed for, and
// stays when the camera turns.
func TestInWorldFixesALight(t *testing.T) {
	c := Camera{Distance: 1, Azimuth: 0.7, Elevation: -0.3}
	at := Light{Direction: mgl32.Vec3{0, 0, 2}, AtCamera: true, Strength: 3}
	fixed := at.InWorld(c)
	if d := fixed.Direction.Sub(c.direction().Mul(2)).Len(); fixed.AtCamera || d > 1e-6 || fixed.Strength != 3 {
		t.Errorf("a light towards the viewer of %+v is %+v in the world, want a direction of %v", c, fixed, c.direction().Mul(2))
	}
	if again := fixed.InWorld(Camera{Azimuth: 2}); again != fixed {
		t.Errorf("a light in the world is %+v for another camera, want %+v", again, fixed)
	}
	point := Light{Point: true, Position: mgl32.Vec3{1, 2, 3}, Strength: 1}
	if got := point.InWorld(c); got != point {
		t.Errorf("a point light is %+v in the world, want %+v", got, point)
	}
}

// With a share of the strands the mean light stays and the noise grows.
func TestShadowShareKeepsTheMeanLight(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(4000)
	lit := func(share float32) []uint16 {
		o := Options{Light: LightOptions{ShadowShare: share, ShadowSize: 64}, Image: ImageOptions{Samples: 1}}
		r, _ := render(t, dev, set, o, front, 16, 16)
		parts, _, err := r.lightBy(VolumeShadow)
		if err != nil {
			t.Fatal(err)
		}
		return parts
	}
	all := lit(1)
	before := 0.0
	for _, share := range []float32{0.5, 0.2} {
		sum, off, n := 0.0, 0.0, 0.0
		for i, v := range lit(share) {
			if i%MaxLights >= len(DefaultLights()) {
				continue
			}
			d := (float64(v) - float64(all[i])) / math.MaxUint16
			sum, off, n = sum+d, off+math.Abs(d), n+1
		}
		if mean := sum / n; math.Abs(mean) > 0.015 {
			t.Errorf("share %v: the mean light changes by %.4f, want at most 0.015", share, mean)
		}
		if noise := off / n; noise <= before || noise > 0.08 {
			t.Errorf("share %v: the light is off by %.4f on the mean, want more than %.4f and at most 0.08", share, noise, before)
		} else {
			before = noise
		}
	}
}
