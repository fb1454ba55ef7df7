// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"

	"github.com/combgl/comb/hair"
)

// measuring are the flags of what a headless run measures beside its image.
type measuring struct {
	methodsText, shadowsText, detailText string // as given

	methods     bool      // each OIT method, order and number of key bits
	shadowError bool      // the error of the shadow method
	shadows     bool      // the errors of all shadow methods
	details     []float32 // the shares of -lod-report
	turn        float64   // degrees from the first frame's camera to the second's
	recede      float64   // the second camera's distance over the first's; 0 for the same
}

func (m *measuring) flags(f *flag.FlagSet) {
	f.StringVar(&m.methodsText, "methods", "", "")
	f.BoolVar(&m.shadowError, "shadow-error", false, "")
	f.StringVar(&m.shadowsText, "shadows", "", "")
	f.StringVar(&m.detailText, "lod-report", "", "")
	f.Float64Var(&m.turn, "turn", 0, "")
	f.Float64Var(&m.recede, "recede", 0, "")
}

// parse checks what flags read.
func (m *measuring) parse(headless bool) error {
	switch {
	case m.methodsText != "" && m.methodsText != "all":
		return fmt.Errorf("-methods %q: all", m.methodsText)
	case m.shadowsText != "" && m.shadowsText != "all":
		return fmt.Errorf("-shadows %q: all", m.shadowsText)
	case m.recede != 0 && !(m.recede >= 0.1 && m.recede <= 10):
		return fmt.Errorf("-recede %v: from 0.1 to 10 times as far", m.recede)
	}
	m.methods, m.shadows = m.methodsText != "", m.shadowsText != ""
	if m.detailText == "" {
		return nil
	}
	for _, text := range strings.Split(m.detailText, ",") {
		share, err := parseDetail(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("-lod-report %w", err)
		}
		m.details = append(m.details, share)
	}
	if !headless {
		return errors.New("-lod-report: only with -headless")
	}
	return nil
}

// check refuses measurements that nothing asks for.
func (m *measuring) check(compared, headless bool) error {
	two := compared || m.details != nil
	switch {
	case !(math.Abs(m.turn) <= 360):
		return fmt.Errorf("-turn %v: from -360 to 360", m.turn)
	case m.turn != 0 && !two:
		return fmt.Errorf("-turn %v: only with -compare, -methods or -lod-report", m.turn)
	case m.recede != 0 && !two:
		return fmt.Errorf("-recede %v: only with -compare, -methods or -lod-report", m.recede)
	case m.methods && !headless:
		return errors.New("-methods: only with -headless")
	}
	return nil
}

// cameras returns the camera, and with -turn or -recede the second frame's too.
func (m *measuring) cameras(c hair.Camera) []hair.Camera {
	if m.turn == 0 && m.recede == 0 {
		return []hair.Camera{c}
	}
	next := c
	next.Azimuth += float32(m.turn * math.Pi / 180)
	if m.recede != 0 {
		next.Distance *= float32(m.recede)
	}
	return []hair.Camera{c, next}
}
