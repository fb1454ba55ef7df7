// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"slices"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/measure"
)

func init() { windowJobs["timing"] = timingJob }

// timingJob prints the time of a frame headless, in the window, in the window without showing it,
// and with panels. The frames take turns. No test runs it, because no test depends on times. To run
// it: COMB_TEST_WINDOW=timing COMB_TEST_FILE=wig.hair go test ./viewer/internal/window
func timingJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		const width, height = 1280, 720
		v.w.SetSize(width, height)
		p, err := framebuffer.New(v.d, width, height)
		if err != nil {
			return err
		}
		defer p.Release()
		kinds := []string{"headless", "window", "window, unshown", "window with panels"}
		took := map[string][]time.Duration{}
		for range 41 {
			for _, kind := range kinds {
				v.turn(0.01, 0)
				v.ui.shown = kind == kinds[3]
				v.d.Finish()
				began := time.Now()
				if kind == kinds[0] {
					if err = v.s.Renderer.Resize(width, height); err == nil {
						err = v.s.Renderer.Frame(v.camera, hair.Target{Framebuffer: p.ID}, nil)
					}
				} else if kind == kinds[2] { // without showing it, which X does in software here
					err = v.drawOnce(width, height)
				} else {
					err = v.draw(width, height)
				}
				if err != nil {
					return err
				}
				v.d.Finish()
				took[kind] = append(took[kind], time.Since(began))
			}
		}
		first := time.Duration(0)
		for _, kind := range kinds {
			slices.Sort(took[kind])
			median := took[kind][len(took[kind])/2]
			if first == 0 {
				first = median
			}
			fmt.Printf("%-20s %8.2f ms, %+.1f %%\n", kind, measure.Milliseconds(median), 100*(float64(median)/float64(first)-1))
		}
		return nil
	})
}
