// SPDX-License-Identifier: MIT

package measure

import (
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/scene"
)

// The factors by which differences and FLIP's errors are multiplied in the written images.
const (
	differenceGain = 8
	heatGain       = 4
)

// comparison has the differences between an image and its reference.
type comparison struct {
	Reference string `json:"compare"`
	imagediff.Figures
	TurnDegrees float64  `json:"turn_degrees,omitempty"`
	Recede      float64  `json:"recede,omitempty"` // factor of the distance
	TemporalRMS *float64 `json:"temporal_rms,omitempty"`
}

func (c comparison) String() string {
	s := fmt.Sprintf("against %s: %.2f dB, mean error %.5f, largest %.3f, %.3f %% of pixels off by more than 8/255, SSIM %.5f, FLIP %.5f",
		c.Reference, c.PSNR, c.MeanError, c.MaxError, 100*c.PixelsOff, c.SSIM, c.FLIP)
	if c.TemporalRMS != nil {
		s += fmt.Sprintf(", temporal RMS %.5f", *c.TemporalRMS)
		if c.TurnDegrees != 0 {
			s += fmt.Sprintf(" for %v degrees", c.TurnDegrees)
		}
		if c.Recede != 0 {
			s += fmt.Sprintf(" at %v times the distance", c.Recede)
		}
	}
	return s
}

// gain compares -subdivide and -core with the same OIT method without them. Each has its own
// reference.
type gain struct {
	Plain float64 `json:"psnr_db_plain"`
	Gain  float64 `json:"psnr_db_gain"`
}

// referenceImages has the image of the reference from each camera, and a mask of its hair.
type referenceImages struct {
	name         string
	method       hair.Transparency
	turn, recede float64
	images       []*image.NRGBA
	masks        [][]bool
}

// drawReference draws the reference of a scene.
func (m *Meter) drawReference(ctx context.Context, s *scene.Scene, cameras []hair.Camera) (*referenceImages, error) {
	want := m.Options.Run.Measuring
	y := &referenceImages{name: m.Options.Run.Reference.String(), method: m.Options.Run.Reference, turn: want.Turn, recede: want.Recede}
	o := s.Reference(y.method)
	if o.Image.AutoExposure { // both have the exposure of the scene's latest frame
		factor, err := s.Renderer.ExposureFactor()
		if err != nil {
			return nil, err
		}
		o.Image.Exposure, o.Image.AutoExposure = o.Image.Exposure*factor, false
	}
	r, err := s.Another(o, m.Width, m.Height)
	if err != nil {
		return nil, err
	}
	defer r.Release()
	return y, m.reference(ctx, y, r, cameras)
}

// reference fills y with a renderer's images and the masks of their hair.
func (m *Meter) reference(ctx context.Context, y *referenceImages, r *hair.Renderer, cameras []hair.Camera) error {
	for _, c := range cameras {
		images, _, err := m.Shoot(ctx, y.name, r, []hair.Camera{c})
		if err != nil {
			return err
		}
		layers, err := r.Layers()
		if err != nil {
			return err
		}
		y.images, y.masks = append(y.images, images...), append(y.masks, layers.Mask())
	}
	return nil
}

// measure compares images from the reference's cameras.
func (y *referenceImages) measure(images []*image.NRGBA) (c comparison, err error) {
	c.Reference = y.name
	if c.Figures, err = imagediff.Measure(images[0], y.images[0], y.masks[0]); err != nil {
		if errors.Is(err, imagediff.ErrMask) {
			return c, flags.InputError(errors.New("there is no hair in the image: nothing to compare"))
		}
		return c, err
	}
	if len(y.images) > 1 {
		either := make([]bool, len(y.masks[0]))
		for i := range either {
			either[i] = y.masks[0][i] || y.masks[1][i]
		}
		rms, err := imagediff.TemporalRMS(images[0], images[1], y.images[0], y.images[1], either)
		if err != nil {
			return c, err
		}
		c.TurnDegrees, c.Recede, c.TemporalRMS = y.turn, y.recede, &rms
	}
	return c, nil
}

// compare measures the scene against its reference, and all methods with -methods. It adds the
// images to be written.
func (m *Meter) compare(ctx context.Context, camera hair.Camera, out *Stats, images map[string]image.Image) error {
	cameras := m.Options.Run.Measuring.Cameras(camera)
	y, err := m.drawReference(ctx, m.Scene, cameras)
	if err != nil {
		return err
	}
	mine, _, err := m.Shoot(ctx, m.Options.Transparency.String(), m.Scene.Renderer, cameras)
	if err != nil {
		return err
	}
	c, err := y.measure(mine)
	if err != nil {
		return err
	}
	out.comparison = &c
	fmt.Fprintf(m.Log.Results, "%v\n%v\n", c, out.Layers)
	if err := show(m.Options.Run.Out, y, mine[0], images); err != nil {
		return err
	}
	if m.Scene.Options.Transparency.Core || m.Options.Subdivide > 1 {
		if out.gain, err = m.gain(ctx, camera, c.PSNR); err != nil {
			return err
		}
		fmt.Fprintf(m.Log.Results, "without -core and -subdivide: %.2f dB; the gain is %.2f dB\n", out.gain.Plain, out.gain.Gain)
	}
	if m.Options.Run.Measuring.Methods {
		if out.Methods, err = m.methods(ctx, y, cameras); err != nil {
			return err
		}
		printMethods(m.Log.Results, out.Methods)
	}
	return nil
}

// show adds the reference, the difference and the heat map.
func show(path string, y *referenceImages, mine *image.NRGBA, images map[string]image.Image) error {
	difference, err := imagediff.Difference(mine, y.images[0], differenceGain)
	if err != nil {
		return err
	}
	flip, err := imagediff.FLIP(mine, y.images[0])
	if err != nil {
		return err
	}
	names := flags.ComparedNames(path, y.method)
	images[names[0]], images[names[1]], images[names[2]] = y.images[0], difference, imagediff.Heat(flip, heatGain)
	return nil
}

// gain measures the same method without an opaque core and with whole segments.
func (m *Meter) gain(ctx context.Context, camera hair.Camera, psnr float64) (*gain, error) {
	o := m.Options
	o.Core, o.AutoCore, o.Subdivide = false, false, 1
	s, err := scene.Open(ctx, m.Device, o, m.Set, m.Head, m.Log)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	if err := s.Renderer.Resize(o.Width, o.Height); err != nil {
		return nil, err
	}
	one := []hair.Camera{camera}
	y, err := m.drawReference(ctx, s, one)
	if err != nil {
		return nil, err
	}
	mine, _, err := m.Shoot(ctx, "plain", s.Renderer, one)
	if err != nil {
		return nil, err
	}
	plain, err := y.measure(mine)
	return &gain{plain.PSNR, psnr - plain.PSNR}, err
}
