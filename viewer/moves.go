// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair/motion"
	"github.com/go-gl/mathgl/mgl32"
)

// moves are the flags of motion.
type moves struct {
	breeze             string
	wind               mgl32.Vec3 // metres a second
	gravity, stiffness float64
	steps              int
	asked              bool // one of them was given
}

// The motion's own.
const (
	breeze          = "2.5:60" // of the window's key
	windUp          = 240      // steps before a picture with -wind: what hair takes to get going
	maxSteps        = 1_000_000
	maxWind         = 40
	framesPerSecond = 30
)

func (m *moves) flags(f *flag.FlagSet) {
	f.StringVar(&m.breeze, "wind", "0", "")
	f.Float64Var(&m.gravity, "gravity", 9.81, "")
	f.Float64Var(&m.stiffness, "stiffness", 0.5, "")
	f.IntVar(&m.steps, "steps", 0, "")
}

func (m *moves) parse(f *flag.FlagSet, headless bool) (err error) {
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	m.asked = given["wind"] || given["gravity"] || given["stiffness"] || given["steps"]
	if m.wind, err = parseWind(m.breeze); err != nil {
		return err
	}
	if headless && m.wind != (mgl32.Vec3{}) && !given["steps"] {
		m.steps = windUp
	}
	switch {
	case !(m.gravity >= -100 && m.gravity <= 100):
		return fmt.Errorf("-gravity %v: from -100 to 100", m.gravity)
	case !(m.stiffness >= 0 && m.stiffness <= 1):
		return fmt.Errorf("-stiffness %v: from 0 to 1", m.stiffness)
	case m.steps < 0 || m.steps > maxSteps:
		return fmt.Errorf("-steps %d: from 0 to %d", m.steps, maxSteps)
	}
	return nil
}

// parseWind reads SPEED or SPEED:DIRECTION. Wind blows from its direction, which is counted as the camera's.
func parseWind(s string) (mgl32.Vec3, error) {
	first, second, two := strings.Cut(s, ":")
	speed, err := strconv.ParseFloat(first, 64)
	from := 60.0
	if two && err == nil {
		from, err = strconv.ParseFloat(second, 64)
	}
	if err != nil || !(speed >= 0 && speed <= maxWind) || !(math.Abs(from) <= 360) {
		return mgl32.Vec3{}, fmt.Errorf("-wind %q: SPEED or SPEED:DIRECTION: metres a second from 0 to %d, degrees from -360 to 360", s, maxWind)
	}
	sin, cos := math.Sincos(from * math.Pi / 180)
	return mgl32.Vec3{float32(-speed * sin), 0, float32(-speed * cos)}, nil
}

// set are options with what the flags say.
func (m *moves) set(o motion.Options) motion.Options {
	o.Wind, o.Gravity = m.wind, mgl32.Vec3{0, float32(-m.gravity), 0}
	o.Style, o.Bend = float32(m.stiffness), float32(m.stiffness)
	return o
}
