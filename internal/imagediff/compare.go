// SPDX-License-Identifier: MIT

package imagediff

import (
	"fmt"
	"image"
	"math"

	"github.com/combgl/comb/internal/errkind"
)

// The reasons for which images cannot be compared. Every error wraps one of these and names the
// sizes.
var (
	ErrSize = errkind.Reason(errkind.ErrArgument, "imagediff: images of different sizes")
	ErrMask = errkind.Reason(errkind.ErrArgument, "imagediff: no mask for these images")
)

// Figures say how far an image is from its reference over the pixels of a mask.
type Figures struct {
	PSNR      float64 `json:"psnr_db"`    // of 8-bit values, over all channels; MostPSNR when there is no difference
	MeanError float64 `json:"mean_error"` // mean of the absolute differences of the channels
	MaxError  float64 `json:"max_error"`  // the largest of them
	PixelsOff float64 `json:"pixels_off"` // the share of pixels with a channel that is off by more than 8/255
	SSIM      float64 `json:"ssim"`       // mean over the mask: 1 is the same
	FLIP      float64 `json:"flip"`       // mean over the mask: 0 is the same
}

// MostPSNR stands for the infinite PSNR of images without a difference: JSON has no infinity. Any
// two images of 8-bit values that do differ, of less than 10^10 values, have less.
const MostPSNR = 150

// offBy is the difference of 8-bit values above which a pixel counts as off.
const offBy = 8

// Measure compares an image with its reference over the pixels of a mask. Errors: ErrSize; ErrMask
// for a mask of another size than the images, or without a pixel.
func Measure(img, reference *image.NRGBA, mask []bool) (Figures, error) {
	n, err := check(mask, img, reference)
	if err != nil {
		return Figures{}, err
	}
	var f Figures
	squares, sum, off := 0.0, 0.0, 0
	each(img, func(i int, a []uint8) {
		if !mask[i] {
			return
		}
		b := at(reference, i)
		worst := 0.0
		for c := range 3 {
			d := math.Abs(float64(a[c]) - float64(b[c]))
			squares += d * d
			sum += d
			worst = max(worst, d)
		}
		f.MaxError = max(f.MaxError, worst/255)
		if worst > offBy {
			off++
		}
	})
	f.PSNR = psnr(squares / float64(3*n))
	f.MeanError = sum / float64(3*n) / 255
	f.PixelsOff = float64(off) / float64(n)
	f.SSIM = ssim(img, reference).Mean(mask)
	f.FLIP = flip(img, reference).Mean(mask)
	return f, nil
}

// psnr is the peak signal to noise ratio in decibels for a mean square error of 8-bit values.
func psnr(mse float64) float64 {
	if mse == 0 {
		return MostPSNR
	}
	return min(10*math.Log10(255*255/mse), MostPSNR)
}

// TemporalRMS measures popping and flicker, without errors that stay. It is the root mean square of
// the change from one frame to the next minus that of the reference, over the pixels of a mask and
// all channels. Errors: those of Measure.
func TemporalRMS(before, after, referenceBefore, referenceAfter *image.NRGBA, mask []bool) (float64, error) {
	n, err := check(mask, before, after, referenceBefore, referenceAfter)
	if err != nil {
		return 0, err
	}
	squares := 0.0
	each(before, func(i int, a []uint8) {
		if !mask[i] {
			return
		}
		b, ra, rb := at(after, i), at(referenceBefore, i), at(referenceAfter, i)
		for c := range 3 {
			d := (float64(b[c]) - float64(a[c])) - (float64(rb[c]) - float64(ra[c]))
			squares += d * d
		}
	})
	return math.Sqrt(squares/float64(3*n)) / 255, nil
}

// check says whether images and mask are of one size, and counts the mask's pixels.
func check(mask []bool, images ...*image.NRGBA) (int, error) {
	if err := same(images...); err != nil {
		return 0, err
	}
	size := images[0].Rect
	if len(mask) != size.Dx()*size.Dy() {
		return 0, fmt.Errorf("%d values for %dx%d pixels: %w", len(mask), size.Dx(), size.Dy(), ErrMask)
	}
	n := 0
	for _, m := range mask {
		if m {
			n++
		}
	}
	if n == 0 {
		return 0, fmt.Errorf("none of %dx%d pixels is in it: %w", size.Dx(), size.Dy(), ErrMask)
	}
	return n, nil
}

func same(images ...*image.NRGBA) error {
	first := images[0].Rect
	for _, p := range images[1:] {
		if p.Rect.Dx() != first.Dx() || p.Rect.Dy() != first.Dy() {
			return fmt.Errorf("%dx%d and %dx%d: %w", first.Dx(), first.Dy(), p.Rect.Dx(), p.Rect.Dy(), ErrSize)
		}
	}
	return nil
}

// at is pixel i, row by row from the top.
func at(p *image.NRGBA, i int) []uint8 {
	width := p.Rect.Dx()
	return p.Pix[i/width*p.Stride+4*(i%width):][:4]
}

// each calls do with every pixel and its index.
func each(p *image.NRGBA, do func(i int, pixel []uint8)) {
	width, height := p.Rect.Dx(), p.Rect.Dy()
	for y := range height {
		row := p.Pix[y*p.Stride:]
		for x := range width {
			do(y*width+x, row[4*x:][:4])
		}
	}
}
