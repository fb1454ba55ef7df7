// SPDX-License-Identifier: MIT

package sequence

import (
	"context"
	"fmt"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/studio"
)

// Run draws the frames of a sequence that no earlier run has finished.
func Run(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log) error {
	q := &o.Run.Sequence
	drawn, err := recordOf(o)
	if err != nil {
		return err
	}
	frames, err := missing(q, o.Width, o.Height, drawn)
	if err != nil {
		return err
	}
	all := q.Last - q.First + 1
	log.Line("frames %d to %d: %d to draw, %d are there", q.First, q.Last, len(frames), all-len(frames))
	if len(frames) == 0 {
		return nil
	}
	if err := o.CheckInputs(); err != nil {
		return err
	}
	st, err := studio.New(ctx, o, device, log)
	if err != nil {
		return err
	}
	defer st.Release()
	note := drawn.note(st.Device.Caps())
	for i, frame := range frames {
		began := time.Now()
		if err := drawFrame(ctx, st, o, frame, note); err != nil {
			return err
		}
		if i == 0 { // it stands for all
			if err := st.WarnOfNone(); err != nil {
				return err
			}
			st.ReportCache()
		}
		log.Line("frame %-6d %8.2f s  %s, %d to go", frame, time.Since(began).Seconds(), q.Name(frame), len(frames)-i-1)
	}
	return nil
}

// missing returns the frames that no earlier run has finished. Errors are input errors: an image of
// another size, or drawn with other flags or from another model, belongs to another sequence.
func missing(q *flags.Sequence, width, height int, drawn record) (frames []int, err error) {
	for frame := q.First; frame <= q.Last; frame++ {
		if !q.Overwrite {
			whole, err := isFinished(q.Name(frame), width, height, drawn)
			if err != nil {
				return nil, flags.InputError(err)
			}
			if whole {
				continue
			}
		}
		frames = append(frames, frame)
	}
	if len(frames) > 0 { // one stands for all, which lie in the same folder as a rule
		if err := flags.CheckOutput("-of", q.Name(frames[0])); err != nil {
			return nil, err
		}
	}
	return frames, nil
}

// isFinished reports whether a file is a whole frame that was drawn like the ones now.
func isFinished(name string, width, height int, drawn record) (bool, error) {
	p, whole, err := imagefile.Finished(name)
	if err != nil || !whole {
		return false, err
	}
	if p.Width != width || p.Height != height {
		return false, fmt.Errorf("%s is there and %dx%d, not %dx%d: is it of another sequence? -overwrite writes over it",
			name, p.Width, p.Height, width, height)
	}
	if why := drawn.differs(p.Note); why != "" {
		return false, fmt.Errorf("%s is there and was drawn %s: use another folder, or -overwrite writes over it", name, why)
	}
	return true, nil
}

// drawFrame draws and writes one frame, with a note of what it was drawn with.
func drawFrame(ctx context.Context, st *studio.Studio, o flags.Options, frame int, note string) error {
	if err := st.Scene.MoveTo(ctx, frame); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	camera := st.Scene.Camera(o.Camera, o.Width, o.Height)
	camera.Azimuth += o.Run.Sequence.Angle(frame)
	if err := st.Draw(ctx, camera); err != nil {
		return err
	}
	img, err := st.Image()
	if err != nil {
		return err
	}
	name := o.Run.Sequence.Name(frame)
	linear, err := st.Linear(name)
	if err != nil {
		return err
	}
	return imagefile.Write(name, img, linear, note)
}
