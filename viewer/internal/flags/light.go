// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl32"
)

// Light has the flags of lights and shadows.
type Light struct {
	method, lights, env string // as given
	Size                int
	Share               float64 // of the strands that shade others; 0: by the hair

	Shadow      hair.Shadow
	Lamps       []hair.Light // nil: the default
	Environment *hair.Environment
}

func (l *Light) flags(f *flag.FlagSet) {
	f.StringVar(&l.method, "shadow", hair.Shadow(0).String(), "")
	number[int]{at: &l.Size, least: 16, most: 8192, also: []int{0}, unit: " texels", or: ", or 0 for 512"}.define(f, "shadow-size", 0)
	number[float64]{at: &l.Share, least: 0.05, most: 1, also: []float64{0}, or: ", or 0 for what the hair allows"}.define(f, "shadow-share", 0)
	f.StringVar(&l.lights, "lights", "", "")
	f.StringVar(&l.env, "env", "", "")
}

// parse validates the flags and parses their texts.
func (l *Light) parse() (err error) {
	if l.Shadow, err = hair.ParseShadow(l.method); err != nil {
		return fmt.Errorf("-shadow %q: want %s", l.method, oneOf(hair.Shadows()))
	}
	if l.Lamps, err = parseLights(l.lights); err != nil {
		return err
	}
	l.Environment, err = parseEnvironment(l.env)
	return err
}

// parseLights reads lights separated by semicolons. Each is KIND,X,Y,Z,STRENGTH or
// KIND,X,Y,Z,STRENGTH,R,G,B. The text "" means the default lights, and "none" means no lights.
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
			return nil, fmt.Errorf("-lights %q: want KIND,X,Y,Z,STRENGTH or KIND,X,Y,Z,STRENGTH,R,G,B, semicolons between lights", text)
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
			return nil, fmt.Errorf("-lights %q: the kind is %q, want camera, sun or point", text, kind)
		}
		if len(v) == 7 {
			lamp.Color = mgl32.Vec3{v[4], v[5], v[6]}
		}
		if err := checkLight(text, v, lamp.Point); err != nil {
			return nil, err
		}
		lamps = append(lamps, lamp)
	}
	if len(lamps) > hair.MaxLights {
		return nil, fmt.Errorf("-lights: got %d lights, want at most %d", len(lamps), hair.MaxLights)
	}
	return lamps, nil
}

// mostLight is the most of a light's strength, of each channel of its colour, and of the length of
// its place or direction.
const mostLight = 1e6

// checkLight refuses numbers of a light that package hair refuses, before the model is read. Only
// how near a light may stand depends on the model.
func checkLight(text string, v []float32, point bool) error {
	length := mgl32.Vec3{v[0], v[1], v[2]}.Len()
	switch {
	case !(v[3] >= 0 && v[3] <= mostLight):
		return fmt.Errorf("-lights %q: the strength is %v, want from 0 to %v", text, v[3], float64(mostLight))
	case !point && !(length > 1e-6 && length < mostLight):
		return fmt.Errorf("-lights %q: the direction has the length %v, want above 1e-06 and below %v", text, length, float64(mostLight))
	case !(length < mostLight):
		return fmt.Errorf("-lights %q: the place is %v m from 0,0,0, want below %v", text, length, float64(mostLight))
	}
	for _, c := range v[4:] {
		if !(c >= 0 && c <= mostLight) {
			return fmt.Errorf("-lights %q: the colour is %v, want from 0 to %v in each channel", text, v[4:], float64(mostLight))
		}
	}
	return nil
}

// parseEnvironment reads NAME or NAME,STRENGTH. "" is the default.
func parseEnvironment(s string) (*hair.Environment, error) {
	if s == "" {
		return nil, nil
	}
	name, rest, scaled := strings.Cut(s, ",")
	strength := float32(1)
	bad := fmt.Errorf("-env %q: want studio, sky, horizon, even or none, and perhaps a strength from 0 to 100: sky,0.5", s)
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
	case horizon:
		e = hair.Horizon()
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

// Next returns the next shadow method. It leaves out the exact one.
func (l *Light) Next() hair.Shadow {
	all := hair.Shadows()
	next := all[(int(l.Shadow)+1)%len(all)]
	if next == hair.ExactShadow {
		next = all[(int(next)+1)%len(all)]
	}
	return next
}

// halfCast is how many strands a groom of a style has if half of them shade the others. With more
// strands a smaller share adds the same error to the light: to the mean of 60,000 strands so much
// that the sum stays at 0.010 or less (docs/decisions/28-a-share-of-the-strands-shades-others.md).
// Files have thicker hairs, and all of them shade.
var halfCast = map[string]float32{"wavy": 50_000, "straight": 50_000, "curly": 100_000, "bob": 50_000, "short": 300_000}

// groomShare is the share of a groom's strands that shade others. 0 strands are the style's own.
func groomShare(style string, strands int) float32 {
	if o, err := groom.Style(style); err == nil && strands == 0 {
		strands = o.Strands
	}
	return 1 / (1 + float32(strands)/halfCast[style])
}

// set writes the flags to a renderer's options. usual is the share of the strands that shade others
// if no flag says so.
func (l *Light) set(o *hair.Options, usual float32) {
	o.Light.Shadow, o.Light.ShadowSize, o.Light.Lights, o.Light.Environment = l.Shadow, l.Size, l.Lamps, l.Environment
	if o.Light.ShadowShare = float32(l.Share); l.Share == 0 {
		o.Light.ShadowShare = usual
	}
}

// LightsText is the inverse of parseLights.
func LightsText(lamps []hair.Light) string {
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
