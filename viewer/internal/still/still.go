// SPDX-License-Identifier: MIT

package still

import (
	"context"
	"image"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/studio"
)

// Run draws one image without a window, takes the measurements of the flags, and writes the files.
func Run(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log) error {
	if err := o.CheckFiles(); err != nil {
		return err
	}
	st, err := studio.New(ctx, o, device, log)
	if err != nil {
		return err
	}
	defer st.Release()
	if err := st.Scene.Rest(true); err != nil { // all images that are compared share its shadows
		return err
	}
	m := &measure.Meter{Studio: st, Options: o}
	camera := st.Scene.Camera(o.Camera, o.Width, o.Height)
	f, err := firstFrame(ctx, m, camera)
	if err != nil {
		return err
	}
	st.ReportCache()
	for _, stage := range f.Stages {
		mark := ""
		if !stage.Reliable {
			mark = "  (unreliable: this driver's GPU clock)"
		}
		log.Line("  %-26s%8.2f ms%s", stage.Name, measure.Milliseconds(stage.Time), mark)
	}
	img, err := st.Image()
	if err != nil {
		return err
	}
	if err := st.WarnOfNone(); err != nil {
		return err
	}
	linear, err := st.Linear(o.Run.Out)
	if err != nil {
		return err
	}
	images := map[string]image.Image{o.Run.Out: img}
	measured, err := m.All(ctx, f, camera, images)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := log.Step("writing")
	for path, img := range images {
		if err := imagefile.Write(path, img, linear, ""); err != nil {
			return err
		}
	}
	done("%s", o.Run.Out)
	if o.Run.Stats == "" {
		return nil
	}
	measured.Warnings = log.Warnings()
	return measured.Write(o.Run.Stats)
}

// firstFrame draws the image, and times it if the run writes stats. In the first frame drivers may
// still compile programs.
func firstFrame(ctx context.Context, m *measure.Meter, camera hair.Camera) (studio.Frame, error) {
	r := m.Scene.Renderer
	f, err := m.Frame(ctx, "first frame", r, camera)
	if err != nil || m.Options.Run.Stats == "" {
		return f, err
	}
	r.RedoShadow() // as in the frames of timed
	if f, err = m.Frame(ctx, "second frame", r, camera); err != nil {
		return f, err
	}
	return m.Timed(ctx, r, camera, f)
}
