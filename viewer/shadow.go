// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

// light is what the flags say about lights and shadows.
type light struct {
	way, lights, env, compare string // as given
	size                      int
	measure                   bool

	shadow      hair.Shadow
	lamps       []hair.Light // nil: the default
	environment *hair.Environment
}

func (l *light) flags(f *flag.FlagSet) {
	f.StringVar(&l.way, "shadow", hair.Shadow(0).String(), "")
	f.IntVar(&l.size, "shadow-size", 0, "")
	f.BoolVar(&l.measure, "shadow-error", false, "")
	f.StringVar(&l.compare, "shadows", "", "")
	f.StringVar(&l.lights, "lights", "", "")
	f.StringVar(&l.env, "env", "", "")
}

// shadowErrorPoints is how many points of the model the error of a shadow is the mean over.
const shadowErrorPoints = 20_000

// parse checks what flags read.
func (l *light) parse() (err error) {
	if l.shadow, err = hair.ParseShadow(l.way); err != nil {
		return fmt.Errorf("-shadow %q: one of %v", l.way, hair.Shadows())
	}
	if l.size != 0 && (l.size < 16 || l.size > 8192) {
		return fmt.Errorf("-shadow-size %d: from 16 to 8192 texels, 0 for 512", l.size)
	}
	if l.compare != "" && l.compare != "all" {
		return fmt.Errorf("-shadows %q: all", l.compare)
	}
	if l.lamps, err = parseLights(l.lights); err != nil {
		return err
	}
	l.environment, err = parseEnvironment(l.env)
	return err
}

// numbers reads numbers with commas between.
func numbers(s string) (out []float32, err error) {
	for _, part := range strings.Split(s, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 32)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q is no number", part)
		}
		out = append(out, float32(v))
	}
	return out, nil
}

// parseLights reads lights with semicolons between, each KIND,X,Y,Z,STRENGTH and perhaps ,R,G,B. "" is the default, none
// none at all.
func parseLights(s string) ([]hair.Light, error) {
	switch s {
	case "":
		return nil, nil
	case "none":
		return []hair.Light{}, nil
	}
	var lamps []hair.Light
	for _, text := range strings.Split(s, ";") {
		kind, rest, _ := strings.Cut(strings.TrimSpace(text), ",")
		v, err := numbers(rest)
		if err != nil || len(v) != 4 && len(v) != 7 {
			return nil, fmt.Errorf("-lights %q: KIND,X,Y,Z,STRENGTH or KIND,X,Y,Z,STRENGTH,R,G,B, semicolons between lights", text)
		}
		at := mgl32.Vec3{v[0], v[1], v[2]}
		lamp := hair.Light{Direction: at, Strength: v[3]}
		switch kind {
		case "camera":
			lamp.AtCamera = true
		case "sun":
		case "point":
			lamp.Point, lamp.Position = true, at
		default:
			return nil, fmt.Errorf("-lights %q: a light is camera, sun or point", text)
		}
		if len(v) == 7 {
			lamp.Color = mgl32.Vec3{v[4], v[5], v[6]}
		}
		lamps = append(lamps, lamp)
	}
	if len(lamps) > hair.MaxLights {
		return nil, fmt.Errorf("-lights: %d of them, at most %d", len(lamps), hair.MaxLights)
	}
	return lamps, nil
}

// parseEnvironment reads NAME or NAME,STRENGTH. "" is the default.
func parseEnvironment(s string) (*hair.Environment, error) {
	if s == "" {
		return nil, nil
	}
	name, rest, scaled := strings.Cut(s, ",")
	strength := float32(1)
	bad := fmt.Errorf("-env %q: studio, sky, even or none, and perhaps a strength from 0 to 100: sky,0.5", s)
	if scaled {
		v, err := numbers(rest)
		if err != nil || len(v) != 1 || v[0] < 0 || v[0] > 100 {
			return nil, bad
		}
		strength = v[0]
	}
	var e hair.Environment
	switch name {
	case "studio":
		e = hair.DefaultEnvironment()
	case "sky":
		e = hair.Sky(mgl32.Vec3{0.25, 0.42, 0.85}, mgl32.Vec3{0.62, 0.66, 0.70}, mgl32.Vec3{0.16, 0.13, 0.09})
	case "even":
		e = hair.EvenLight(mgl32.Vec3{0.4, 0.4, 0.4})
	case "none":
	default:
		return nil, bad
	}
	for i := range e {
		e[i] = e[i].Mul(strength)
	}
	return &e, nil
}

// next is the way of shadow after this, without the exact one.
func (l *light) next() hair.Shadow {
	all := hair.Shadows()
	next := all[(int(l.shadow)+1)%len(all)]
	if next == hair.ExactShadow {
		next = all[(int(next)+1)%len(all)]
	}
	return next
}

// set puts the flags into a renderer's options.
func (l *light) set(o *hair.Options) {
	o.Shadow, o.ShadowSize, o.Lights, o.Environment = l.shadow, l.size, l.lamps, l.environment
}

// shadowStats is a way of shadow beside exact, for the stats file.
type shadowStats struct {
	Shadow string    `json:"shadow"`
	Error  float64   `json:"shadow_error"` // mean |T - exact T| over points and lights
	Lights []float64 `json:"light_errors"` // each light's
	MiB    float64   `json:"mib"`          // what the way keeps, beside what all share
	MS     float64   `json:"ms"`           // for all lights, by the wall clock
}

// shadows compares with exact what the flags ask for: no ways, the picture's own, or all of them in a table.
func (st *studio) shadows(camera hair.Camera, out *stats) error {
	l := st.o.light
	var ways []hair.Shadow
	switch {
	case l.compare != "":
		for _, w := range hair.Shadows() {
			if w != hair.ExactShadow {
				ways = append(ways, w)
			}
		}
	case l.measure:
		ways = []hair.Shadow{l.shadow}
	default:
		return nil
	}
	done := st.say.step("shadows against exact")
	found, err := st.s.renderer.ShadowErrors(camera, ways, shadowErrorPoints)
	if err != nil {
		return err
	}
	done("")
	fmt.Fprintf(st.o.stdout, "%-12s %14s %9s %9s\n", "shadow", "mean |T error|", "MiB", "ms")
	for i, e := range found {
		s := shadowStats{e.Shadow.String(), e.Mean, e.Lights, float64(e.Bytes) / (1 << 20), ms(e.Time)}
		fmt.Fprintf(st.o.stdout, "%-12s %14.4f %9.1f %9.2f\n", s.Shadow, s.Error, s.MiB, s.MS)
		out.Shadows = append(out.Shadows, s)
		if e.Shadow == l.shadow {
			out.ShadowError = &found[i].Mean
		}
	}
	return nil
}

// lightsText is what parseLights reads.
func lightsText(lamps []hair.Light) string {
	if len(lamps) == 0 {
		return "none"
	}
	var all []string
	for _, l := range lamps {
		kind, at := "sun", l.Direction
		switch {
		case l.AtCamera:
			kind = "camera"
		case l.Point:
			kind, at = "point", l.Position
		}
		s := fmt.Sprintf("%s,%v,%v,%v,%v", kind, at[0], at[1], at[2], l.Strength)
		if l.Color != (mgl32.Vec3{}) {
			s += fmt.Sprintf(",%v,%v,%v", l.Color[0], l.Color[1], l.Color[2])
		}
		all = append(all, s)
	}
	return strings.Join(all, ";")
}
