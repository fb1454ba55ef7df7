// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
)

// stats is the object that -stats writes.
type stats struct {
	File          string       `json:"file"`
	Strands       int          `json:"strands"`
	Segments      int          `json:"segments"`
	DrawnSegments int          `json:"drawn_segments"`
	Inversions    int          `json:"inversions"` // neighbours in drawing order that are not far to near
	Stages        []stageStats `json:"stages"`
	WallMS        float64      `json:"wall_ms"` // the whole frame by the wall clock, to glFinish
	Device        string       `json:"device"`
	Driver        string       `json:"driver"`
	GL            string       `json:"gl"`
	Width         int          `json:"width"`
	Height        int          `json:"height"`
	Order         string       `json:"order"`
	KeyBits       int          `json:"key_bits"`
	Transparency  string       `json:"transparency"`
	ListLeftover  int          `json:"list_leftover"` // fragments without a place in the per-pixel lists
}

type stageStats struct {
	Name     string  `json:"name"`
	MS       float64 `json:"ms"`
	Reliable bool    `json:"reliable"`
}

// measure reads back what the latest frame drew and gathers the object.
func (s *scene) measure(o options, d *gpu.Device, stages []gpu.Stage, wall time.Duration) (stats, error) {
	drawn, err := s.renderer.Inspect()
	if err != nil {
		return stats{}, err
	}
	c := d.Caps()
	out := stats{
		File:          s.name,
		Strands:       s.model.Strands(),
		Segments:      s.model.Segments(),
		DrawnSegments: drawn.Segments,
		Inversions:    drawn.Inversions,
		WallMS:        ms(wall),
		Device:        c.Renderer,
		Driver:        c.Version,
		GL:            fmt.Sprintf("%d.%d", c.Major, c.Minor),
		Width:         o.width,
		Height:        o.height,
		Order:         o.order.String(),
		KeyBits:       o.keyBits,
		Transparency:  o.transparency.String(),
		ListLeftover:  drawn.Leftover,
	}
	for _, st := range stages {
		out.Stages = append(out.Stages, stageStats{st.Name, ms(st.Time), st.Reliable})
	}
	return out, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (s stats) write(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}
