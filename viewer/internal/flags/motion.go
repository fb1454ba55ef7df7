// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair/motion"
	"github.com/go-gl/mathgl/mgl32"
)

// Motion has the flags of motion.
type Motion struct {
	breeze             string
	Wind               mgl32.Vec3 // metres a second
	gravity, stiffness float64
	Steps              int
	guides             int
	Requested          bool // one of them was given
}

// The motion's own.
const (
	Breeze          = "2.5:60" // wind that the window's key starts
	windUp          = 240      // steps before an image with -wind, until the hair moves
	maxSteps        = 1_000_000
	maxWind         = 40
	FramesPerSecond = 30
)

func (m *Motion) flags(f *flag.FlagSet) {
	f.StringVar(&m.breeze, "wind", "0", "")
	number[float64]{at: &m.gravity, least: -100, most: 100}.define(f, "gravity", 9.81)
	number[float64]{at: &m.stiffness, most: 1}.define(f, "stiffness", 0.5)
	number[int]{at: &m.guides, most: motion.MaxGuides}.define(f, "guides", motion.Defaults().Guides)
	number[int]{at: &m.Steps, most: maxSteps}.define(f, "steps", 0)
}

func (m *Motion) parse(f *flag.FlagSet, headless bool) (err error) {
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	m.Requested = given["wind"] || given["gravity"] || given["stiffness"] || given["guides"] || given["steps"]
	if m.Wind, err = parseWind(m.breeze); err != nil {
		return err
	}
	if headless && m.Wind != (mgl32.Vec3{}) && !given["steps"] {
		m.Steps = windUp
	}
	return nil
}

// parseWind reads SPEED or SPEED:DIRECTION. The wind blows from that direction, an angle like the
// camera's azimuth.
func parseWind(s string) (mgl32.Vec3, error) {
	first, second, two := strings.Cut(s, ":")
	speed, err := strconv.ParseFloat(first, 64)
	from := 60.0
	if two && err == nil {
		from, err = strconv.ParseFloat(second, 64)
	}
	if err != nil || !(speed >= 0 && speed <= maxWind) || !(math.Abs(from) <= 360) {
		return mgl32.Vec3{}, fmt.Errorf("-wind %q: want SPEED or SPEED:DIRECTION: metres a second from 0 to %d, degrees from -360 to 360", s, maxWind)
	}
	sin, cos := math.Sincos(from * math.Pi / 180)
	return mgl32.Vec3{float32(-speed * sin), 0, float32(-speed * cos)}, nil
}

// Apply returns options with the values of the flags.
func (m *Motion) Apply(o motion.Options) motion.Options {
	o.Wind, o.Gravity = m.Wind, mgl32.Vec3{0, float32(-m.gravity), 0}
	o.Style, o.Bend = float32(m.stiffness), float32(m.stiffness)
	o.Guides = m.guides
	return o
}
