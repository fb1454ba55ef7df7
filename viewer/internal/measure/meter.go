// SPDX-License-Identifier: MIT

package measure

import (
	"context"
	"image"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/studio"
)

// Meter takes the measurements of the flags in a studio.
type Meter struct {
	*studio.Studio
	Options flags.Options
}

// All returns the stats of a frame of the studio's scene, with each measurement of the flags. It
// adds the images to be written to images.
func (m *Meter) All(ctx context.Context, f studio.Frame, camera hair.Camera, images map[string]image.Image) (Stats, error) {
	out := statsOf(m.Scene, m.Options, m.Device.Caps(), f)
	if m.Options.Run.Stats != "" || m.Options.Run.Compared {
		if err := out.count(m.Scene.Renderer); err != nil {
			return out, err
		}
	}
	if m.Options.Run.Compared {
		if err := m.compare(ctx, camera, &out, images); err != nil {
			return out, err
		}
	}
	if err := m.details(ctx, camera, &out); err != nil {
		return out, err
	}
	return out, m.shadows(camera, &out)
}
