// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"

	"github.com/combgl/comb/hair"
)

// Measuring has the flags of a headless run's measurements.
type Measuring struct {
	methodsText, shadowsText, detailText string // as given

	Methods     bool      // each OIT method, order and number of key bits
	ShadowError bool      // the error of the shadow method
	Shadows     bool      // the errors of all shadow methods
	Details     []float32 // the shares of -lod-report
	Turn        float64   // degrees from the first frame's camera to the second's
	Recede      float64   // the second camera's distance over the first's; 0 for the same
}

func (m *Measuring) flags(f *flag.FlagSet) {
	f.StringVar(&m.methodsText, "methods", "", "")
	f.BoolVar(&m.ShadowError, "shadow-error", false, "")
	f.StringVar(&m.shadowsText, "shadows", "", "")
	f.StringVar(&m.detailText, "lod-report", "", "")
	number[float64]{at: &m.Turn, least: -360, most: 360, unit: " degrees"}.define(f, "turn", 0)
	number[float64]{at: &m.Recede, least: 0.1, most: 10, also: []float64{0}, or: " times as far, or 0 for none"}.define(f, "recede", 0)
}

// parse validates the flags and parses their texts.
func (m *Measuring) parse(headless bool) error {
	switch {
	case m.methodsText != "" && m.methodsText != "all":
		return fmt.Errorf("-methods %q: want all", m.methodsText)
	case m.shadowsText != "" && m.shadowsText != "all":
		return fmt.Errorf("-shadows %q: want all", m.shadowsText)
	}
	m.Methods, m.Shadows = m.methodsText != "", m.shadowsText != ""
	if m.detailText == "" {
		return nil
	}
	for _, text := range strings.Split(m.detailText, ",") {
		share, err := parseDetail(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("-lod-report %w", err)
		}
		m.Details = append(m.Details, share)
	}
	if !headless {
		return errors.New("-lod-report: only with -headless")
	}
	return nil
}

// check refuses flags that only change a measurement which was not requested.
func (m *Measuring) check(compared, headless bool) error {
	two := compared || m.Details != nil
	switch {
	case m.Turn != 0 && !two:
		return fmt.Errorf("-turn %v: only with -compare, -methods or -lod-report", m.Turn)
	case m.Recede != 0 && !two:
		return fmt.Errorf("-recede %v: only with -compare, -methods or -lod-report", m.Recede)
	case m.Methods && !headless:
		return errors.New("-methods: only with -headless")
	}
	return nil
}

// Counts reports whether a run counts the hair of each pixel.
func (r *Run) Counts() bool { return r.Stats != "" || r.Compared || r.Measuring.Details != nil }

// Cameras returns the camera, and with -turn or -recede the second frame's too.
func (m *Measuring) Cameras(c hair.Camera) []hair.Camera {
	if m.Turn == 0 && m.Recede == 0 {
		return []hair.Camera{c}
	}
	next := c
	next.Azimuth += float32(m.Turn * math.Pi / 180)
	if m.Recede != 0 {
		next.Distance *= float32(m.Recede)
	}
	return []hair.Camera{c, next}
}
