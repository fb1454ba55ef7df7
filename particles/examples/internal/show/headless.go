// SPDX-License-Identifier: MIT

package show

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/particles"
)

// stats is the object that -stats writes.
type stats struct {
	Example string                 `json:"example"`
	Scene   map[string]float64     `json:"scene,omitempty"`  // of a Measured scene
	Stages  []stageStats           `json:"stages,omitempty"` // of the last step of a Measured scene, in order
	Systems map[string]systemStats `json:"systems"`
	WallMS  float64                `json:"wall_ms"` // of the last step, to glFinish
	Drawing stageStats             `json:"picture"` // drawing
	Steps   int                    `json:"steps"`
	Width   int                    `json:"width"`
	Height  int                    `json:"height"`
	Device  string                 `json:"device"`
	Driver  string                 `json:"driver"`
}

type systemStats struct {
	Alive     int          `json:"alive"`
	MostAlive int          `json:"most_alive"`
	Emitted   uint64       `json:"emitted"`
	Died      uint64       `json:"died"`
	Dropped   uint64       `json:"dropped"`
	Variant   string       `json:"variant"`
	Sort      string       `json:"sort,omitempty"`
	Stages    []stageStats `json:"stages"` // of the last step; none if the scene has stages
}

type stageStats struct {
	Name     string  `json:"name"`
	MS       float64 `json:"ms"`
	Reliable bool    `json:"reliable"`
}

// headless renders one image.
func headless(ctx context.Context, a App, o options, stderr io.Writer) error {
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return err
	}
	defer c.Release()
	d, err := c.Attach(gpu.Options{})
	if err != nil {
		return err
	}
	defer d.Release()
	canvas, err := newCanvas(d)
	if err != nil {
		return err
	}
	defer canvas.release()
	if err := canvas.resize(o.width, o.height); err != nil {
		return err
	}
	s, err := a.Open(d)
	if err != nil {
		return err
	}
	defer s.Release()
	began := time.Now()
	camera := o.orbit.camera(o.width, o.height)
	for range o.steps - 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.Step(step, camera); err != nil {
			return err
		}
	}
	numbers, err := timed(a, o, canvas, s, camera)
	if err != nil {
		return err
	}
	if err := canvas.save(s, o, a, o.out); err != nil {
		return err
	}
	if !o.quiet {
		fmt.Fprintf(stderr, "%s: %d steps in %.2f s, wrote %s\n", a.Name, o.steps, time.Since(began).Seconds(), o.out)
	}
	return numbers.write(o.stats)
}

// step is the length of a step in seconds.
const step = 1.0 / 60

// firstStage is the first stage of every step of particles.
const firstStage = "update"

// timed makes the last step and its image, and measures both.
func timed(a App, o options, c *canvas, s Scene, camera particles.Camera) (stats, error) {
	d := c.d
	all := stats{Example: a.Name, Systems: map[string]systemStats{}, Steps: o.steps, Width: o.width, Height: o.height, Device: d.Caps().Renderer, Driver: d.Caps().Version}
	if m, ok := s.(Measured); ok {
		if err := all.measure(d, m, camera); err != nil {
			return all, err
		}
		return all, all.draw(a, o, c, s)
	}
	// All systems mark one timer, one system after the other.
	timer, err := d.NewTimer(max(1, len(s.Systems())) * particles.Stages())
	if err != nil {
		return all, err
	}
	defer timer.Release()
	for _, system := range s.Systems() {
		system.SetTimer(timer)
		defer system.SetTimer(nil)
	}
	timer.Begin()
	began := time.Now()
	if err := s.Step(step, camera); err != nil {
		return all, err
	}
	d.Finish()
	all.WallMS = time.Since(began).Seconds() * 1000
	stages, _, err := timer.Stages()
	if err != nil {
		return all, err
	}
	for _, system := range s.Systems() {
		n, err := system.StatsNow()
		if err != nil {
			return all, err
		}
		one := systemStats{n.Alive, n.MostAlive, n.Emitted, n.Died, n.Dropped, system.Variant(), system.SortVariant(), nil}
		for first := true; len(stages) > 0 && (first || stages[0].Name != firstStage); first = false {
			one.Stages, stages = append(one.Stages, newStageStats(stages[0])), stages[1:]
		}
		all.Systems[system.Name] = one
	}
	return all, all.draw(a, o, c, s)
}

// draw renders the image of the last step and returns its time.
func (all *stats) draw(a App, o options, c *canvas, s Scene) error {
	timer, err := c.d.NewTimer(1)
	if err != nil {
		return err
	}
	defer timer.Release()
	timer.Begin()
	if err := c.frame(s, o, a, c.toned); err != nil {
		return err
	}
	timer.Mark("picture")
	stages, _, err := timer.Stages()
	if err != nil {
		return err
	}
	all.Drawing = newStageStats(stages[0])
	return c.d.Check()
}

func newStageStats(s gpu.Stage) stageStats {
	return stageStats{s.Name, float64(s.Time.Nanoseconds()) / 1e6, s.Reliable}
}

func (s stats) write(path string) error {
	if path == "" {
		return nil
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}
