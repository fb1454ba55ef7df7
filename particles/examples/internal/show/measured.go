// SPDX-License-Identifier: MIT

package show

import (
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
)

// Measured is a Scene that has stages besides those of its systems, marks all of them in one timer,
// and has numbers of its own.
type Measured interface {
	Scene
	SetTimer(*gpu.Timer) // nil ends it
	Numbers() (map[string]float64, error)
}

// mostStages is enough for the stages of any example.
const mostStages = 128

// measure makes the last step of a measured scene and returns its times.
func (s *stats) measure(d *gpu.Device, m Measured, camera particles.Camera) error {
	t, err := d.NewTimer(mostStages)
	if err != nil {
		return err
	}
	defer t.Release()
	t.Begin()
	m.SetTimer(t)
	began := time.Now()
	if err := m.Step(step, camera); err != nil {
		return err
	}
	d.Finish()
	s.WallMS = time.Since(began).Seconds() * 1000
	m.SetTimer(nil)
	stages, _, err := t.Stages()
	if err != nil {
		return err
	}
	s.Stages = stagesOf(stages)
	for _, system := range m.Systems() {
		if s.Systems[system.Name], err = statsOf(system.System); err != nil {
			return err
		}
	}
	s.Scene, err = m.Numbers()
	return err
}

func stagesOf(stages []gpu.Stage) (all []stageStats) {
	for _, st := range stages {
		all = append(all, newStageStats(st))
	}
	return all
}

func statsOf(s *particles.System) (systemStats, error) {
	n, err := s.StatsNow()
	return systemStats{n.Alive, n.MostAlive, n.Emitted, n.Died, n.Dropped, s.Variant(), s.SortVariant(), nil}, err
}
