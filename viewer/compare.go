// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/imagediff"
)

// How much stronger than they are differences and FLIP's errors are written.
const (
	differenceGain = 8
	heatGain       = 4
)

// comparison is how far a way is from its reference.
type comparison struct {
	Reference string `json:"compare"`
	imagediff.Figures
	TurnDegrees float64  `json:"turn_degrees,omitempty"`
	Recede      float64  `json:"recede,omitempty"` // times as far
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

// gain is what -subdivide and -core are good for: the way without them, against its own reference.
type gain struct {
	Plain float64 `json:"psnr_db_plain"`
	Gain  float64 `json:"psnr_db_gain"`
}

// yardstick is what pictures are compared with: the reference's from each camera, and where the hair is.
type yardstick struct {
	name         string
	way          hair.Transparency
	turn, recede float64
	pictures     []*image.NRGBA
	masks        [][]bool
}

// cameras are the views: the one asked for, and with -turn or -recede the one that the camera goes on to.
func (o options) cameras(c hair.Camera) []hair.Camera {
	if o.turn == 0 && o.shape.recede == 0 {
		return []hair.Camera{c}
	}
	next := c
	next.Azimuth += float32(o.turn * math.Pi / 180)
	if o.shape.recede != 0 {
		next.Distance *= float32(o.shape.recede)
	}
	return []hair.Camera{c, next}
}

// yardstick draws the reference of a scene.
func (st *studio) yardstick(s *scene, cameras []hair.Camera) (*yardstick, error) {
	y := &yardstick{name: st.o.reference.String(), way: st.o.reference, turn: st.o.turn, recede: st.o.shape.recede}
	r, err := s.another(st.d, s.reference(y.way), st.o.width, st.o.height)
	if err != nil {
		return nil, err
	}
	defer r.Release()
	for _, c := range cameras {
		pictures, _, err := st.shoot(y.way.String(), r, []hair.Camera{c})
		if err != nil {
			return nil, err
		}
		layers, err := r.Layers()
		if err != nil {
			return nil, err
		}
		y.pictures, y.masks = append(y.pictures, pictures...), append(y.masks, layers.Mask())
	}
	return y, nil
}

// measure compares pictures from the yardstick's cameras.
func (y *yardstick) measure(pictures []*image.NRGBA) (c comparison, err error) {
	c.Reference = y.name
	if c.Figures, err = imagediff.Measure(pictures[0], y.pictures[0], y.masks[0]); err != nil {
		if errors.Is(err, imagediff.ErrMask) {
			return c, inputError{errors.New("there is no hair in the picture: nothing to compare")}
		}
		return c, err
	}
	if len(y.pictures) > 1 {
		either := make([]bool, len(y.masks[0]))
		for i := range either {
			either[i] = y.masks[0][i] || y.masks[1][i]
		}
		rms, err := imagediff.TemporalRMS(pictures[0], pictures[1], y.pictures[0], y.pictures[1], either)
		if err != nil {
			return c, err
		}
		c.TurnDegrees, c.Recede, c.TemporalRMS = y.turn, y.recede, &rms
	}
	return c, nil
}

// compare measures the scene against its reference, with -methods all ways too, and adds the pictures to be written.
func (st *studio) compare(set *strands.Set, head *groom.Head, camera hair.Camera, out *stats, pictures map[string]image.Image) error {
	cameras := st.o.cameras(camera)
	y, err := st.yardstick(st.s, cameras)
	if err != nil {
		return err
	}
	mine, _, err := st.shoot(st.o.transparency.String(), st.s.renderer, cameras)
	if err != nil {
		return err
	}
	c, err := y.measure(mine)
	if err != nil {
		return err
	}
	out.comparison = &c
	fmt.Fprintf(st.o.stdout, "%v\n%v\n", c, out.layers)
	if err := show(st.o.out, y, mine[0], pictures); err != nil {
		return err
	}
	if st.o.core || st.o.subdivide > 1 {
		if out.gain, err = st.gain(set, head, camera, c.PSNR); err != nil {
			return err
		}
		fmt.Fprintf(st.o.stdout, "without -core and -subdivide: %.2f dB; the gain is %.2f dB\n", out.gain.Plain, out.gain.Gain)
	}
	if st.o.methods {
		if out.Methods, err = st.methods(y, cameras); err != nil {
			return err
		}
		printMethods(st.o.stdout, out.Methods)
	}
	return nil
}

// show adds the reference, the difference and the heat map.
func show(path string, y *yardstick, mine *image.NRGBA, pictures map[string]image.Image) error {
	difference, err := imagediff.Difference(mine, y.pictures[0], differenceGain)
	if err != nil {
		return err
	}
	flip, err := imagediff.FLIP(mine, y.pictures[0])
	if err != nil {
		return err
	}
	names := comparedNames(path, y.way)
	pictures[names[0]], pictures[names[1]], pictures[names[2]] = y.pictures[0], difference, imagediff.Heat(flip, heatGain)
	return nil
}

// comparedNames are the names of the reference's picture, the difference and the heat map.
func comparedNames(path string, reference hair.Transparency) [3]string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	return [3]string{stem + "-" + reference.String() + ".png", stem + "-diff.png", stem + "-heat.png"}
}

// gain measures the same way without an opaque core and with whole segments.
func (st *studio) gain(set *strands.Set, head *groom.Head, camera hair.Camera, psnr float64) (*gain, error) {
	o := st.o
	o.core, o.subdivide = false, 1
	s, err := open(st.ctx, st.d, o, set, head, st.say)
	if err != nil {
		return nil, err
	}
	defer s.release()
	if err := s.renderer.Resize(o.width, o.height); err != nil {
		return nil, err
	}
	one := []hair.Camera{camera}
	y, err := st.yardstick(s, one)
	if err != nil {
		return nil, err
	}
	mine, _, err := st.shoot("plain", s.renderer, one)
	if err != nil {
		return nil, err
	}
	plain, err := y.measure(mine)
	return &gain{plain.PSNR, psnr - plain.PSNR}, err
}
