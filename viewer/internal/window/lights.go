// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"cmp"
	"slices"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/scene"
)

// fixLights fixes the default lights to the world, as they stand for the camera that was just
// placed. Then an orbit keeps the shadows that were found. Lights that were given stay as they are.
func (v *view) fixLights() error {
	if _, given := v.o.Given["lights"]; given {
		return nil
	}
	defer func(was bool) { v.unrecorded = was }(v.unrecorded)
	v.unrecorded = true // nobody changed them
	text := flags.LightsText(inWorld(hair.DefaultLights(), v.camera))
	if err := v.change("lights", text); err != nil {
		return err
	}
	v.fixedLights = text
	return nil
}

// forgetLights leaves lights that nobody gave out of settings for another view.
func (v *view) forgetLights(flags map[string]string) {
	if v.fixedLights != "" && flags["lights"] == v.fixedLights {
		delete(flags, "lights")
	}
}

// usualLights is the default of -lights: those that fixLights gave the window, where nobody gave
// others.
func (v *view) usualLights() string { return cmp.Or(v.fixedLights, flags.Value(nil, "lights")) }

// lightsDiffer reports whether the lights are others than by default.
func (v *view) lightsDiffer() bool { return flags.Value(v.o.Given, "lights") != v.usualLights() }

// lamps are the lights of the frames that follow.
func (v *view) lamps() []hair.Light {
	if v.o.Light.Lamps == nil {
		return hair.DefaultLights()
	}
	return slices.Clone(v.o.Light.Lamps)
}

// lit are the lights that are drawn: those of the flags, or the one that Solo shows.
func (v *view) lit() []hair.Light {
	if lamps := v.lamps(); v.solo > 0 && v.solo <= len(lamps) {
		return lamps[v.solo-1 : v.solo]
	}
	return v.o.Light.Lamps
}

// environment is the light from all around. A light that Solo shows is alone.
func (v *view) environment() *hair.Environment {
	if v.solo > 0 && v.solo <= len(v.lamps()) {
		return &hair.Environment{}
	}
	return v.o.Light.Environment
}

// rendererOptions are those of the window's renderer, for options of the command line.
func (v *view) rendererOptions(o flags.Options) hair.Options {
	h := o.Renderer(v.s.Head)
	h.Light.Lights, h.Light.Environment = v.lit(), v.environment()
	scene.ResolveCore(o, v.s.Model, &h)
	return h
}

// lightsFollow says whether a light turns with the camera.
func lightsFollow(lamps []hair.Light) bool {
	return slices.ContainsFunc(lamps, func(l hair.Light) bool { return l.AtCamera })
}

// toggleLights fixes the lights to the world where one turns with the camera, and to the camera
// otherwise. The frame stays the same: each light begins where it stands.
func (v *view) toggleLights() error {
	lamps := v.lamps()
	if lightsFollow(lamps) {
		v.notify("the lights stand still")
		return v.change("lights", flags.LightsText(inWorld(lamps, v.camera)))
	}
	v.notify("the lights turn with the camera")
	return v.change("lights", flags.LightsText(atCamera(lamps, v.camera)))
}

// inWorld are the lights as they stand for a camera, fixed to the world.
func inWorld(lamps []hair.Light, c hair.Camera) (out []hair.Light) {
	for _, l := range lamps {
		out = append(out, l.InWorld(c))
	}
	return out
}

// atCamera are the lights as they stand for a camera, fixed to it. Points keep their places.
func atCamera(lamps []hair.Light, c hair.Camera) (out []hair.Light) {
	for _, l := range lamps {
		if !l.Point && !l.AtCamera {
			world := l.Direction
			for i := range 3 {
				axis := hair.Light{AtCamera: true}
				axis.Direction[i] = 1
				l.Direction[i] = world.Dot(axis.InWorld(c).Direction)
			}
			l.AtCamera = true
		}
		out = append(out, l)
	}
	return out
}

// lightAs returns a light of another kind, which stands where it stood for the present camera.
func (v *view) lightAs(l hair.Light, kind string) hair.Light {
	low, high := v.s.Renderer.Bounds()
	middle, reach := low.Add(high).Mul(0.5), high.Sub(low).Len()
	if l.Point {
		l.Point, l.Direction = false, l.Position.Sub(middle).Normalize()
	} else {
		l = l.InWorld(v.camera)
	}
	switch kind {
	case "camera":
		return atCamera([]hair.Light{l}, v.camera)[0]
	case "point": // as far away as the model is large; the strength is that in its middle
		l.Point, l.Position = true, middle.Add(l.Direction.Normalize().Mul(reach))
	}
	return l
}

// lightName is the kind of a light, as -lights has it.
func lightName(l hair.Light) string {
	switch {
	case l.AtCamera:
		return "camera"
	case l.Point:
		return "point"
	}
	return "sun"
}

// soloLight shows one light alone, counted from 1, or all again. It changes no flag.
func (v *view) soloLight(n int) error {
	if v.solo == n {
		n = 0
	}
	v.solo, v.stale = n, true
	return v.setLights()
}
