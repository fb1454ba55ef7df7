// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"image"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/studio"
)

// meter measures what the flags ask for in a studio.
type meter struct {
	*studio.Studio
	o flags.Options
}

// all returns the stats of a frame of the studio's scene, with each measurement that the flags ask
// for. It adds the images to be written.
func (m *meter) all(ctx context.Context, f studio.Frame, camera hair.Camera, images map[string]image.Image) (stats, error) {
	out := statsOf(m.Scene, m.o, m.Device.Caps(), f)
	if m.o.Run.Stats != "" || m.o.Run.Compared {
		if err := out.count(m.Scene.Renderer); err != nil {
			return out, err
		}
	}
	if m.o.Run.Compared {
		if err := m.compare(ctx, camera, &out, images); err != nil {
			return out, err
		}
	}
	if err := m.details(ctx, camera, &out); err != nil {
		return out, err
	}
	return out, m.shadows(camera, &out)
}
