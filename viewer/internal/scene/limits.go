// SPDX-License-Identifier: MIT

package scene

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// CheckSamples compares -samples with the present device's limit. It needs no model, which may take
// minutes to read.
func CheckSamples(o flags.Options) error {
	var color, depth int32
	gl.GetIntegerv(gl.MAX_COLOR_TEXTURE_SAMPLES, &color)
	gl.GetIntegerv(gl.MAX_DEPTH_TEXTURE_SAMPLES, &depth)
	if most := int(min(color, depth)); o.Samples > most && most > 0 && o.Unused("samples") == "" { // a lost context has no limits
		return flags.InputError(fmt.Errorf("-samples %d: want a whole number from 0 to %d with this device", o.Samples, most))
	}
	return nil
}

// modelError names the flags that make fewer points, if the model is too large for the device.
func modelError(err error) error {
	if !errors.Is(err, gpu.ErrTooLarge) {
		return err
	}
	return flags.InputError(fmt.Errorf("%w: lower -strands, -follow, -subdivide or -resample", err))
}

// NewRenderer is hair.NewRenderer. Errors name flags.
func NewRenderer(d *gpu.Device, m *hair.Model, o hair.Options) (*hair.Renderer, error) {
	r, err := hair.NewRenderer(d, m, o)
	if err != nil {
		return nil, flags.Named(err)
	}
	return r, nil
}
