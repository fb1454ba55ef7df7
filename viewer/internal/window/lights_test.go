// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
)

func init() {
	windowJobs["lights"] = lightsJob
	windowJobs["rest"] = restJob
	windowJobs["usual lights"] = usualLightsJob
}

func TestWindowLightsAreFixedToTheWorld(t *testing.T)  { runJob(t, "lights") }
func TestShadowIsKeptWhileHairRests(t *testing.T)      { runJob(t, "rest") }
func TestDefaultLightsAreThoseOfTheModel(t *testing.T) { runJob(t, "usual lights") }
func nearTo(a, b mgl32.Vec3) bool                      { return a.Sub(b).Len() < 1e-5 }
func orbited(azimuth, elevation float32) hair.Camera {
	return hair.Camera{Azimuth: azimuth, Elevation: elevation, Distance: 1}
}

// Lights that are fixed to the camera, and then to the world again, stand where they stood.
func TestLightsKeepTheirPlaceFromCameraToWorld(t *testing.T) {
	lamps := append(hair.DefaultLights(), hair.Light{Direction: mgl32.Vec3{1, 2, -3}, Strength: 1},
		hair.Light{Point: true, Position: mgl32.Vec3{3, 4, 5}, Strength: 2})
	for _, c := range []hair.Camera{orbited(0, 0), orbited(1, 0.4), orbited(-2, 1.5), orbited(4, -1.2)} {
		world := inWorld(lamps, c)
		if lightsFollow(world) || !lightsFollow(lamps) {
			t.Fatalf("%v follows, or %v does not", world, lamps)
		}
		follow := atCamera(world, c)
		for i, l := range follow {
			if l.Point != lamps[i].Point || l.AtCamera == l.Point || l.Strength != lamps[i].Strength || l.Position != lamps[i].Position {
				t.Errorf("%+v became %+v", lamps[i], l)
			}
			if i < 2 && !nearTo(l.Direction, lamps[i].Direction) {
				t.Errorf("from %v: %v became %v", c, lamps[i].Direction, l.Direction)
			}
			if again := l.InWorld(c); !nearTo(again.Direction, world[i].Direction) {
				t.Errorf("from %v: %v stands at %v, and then at %v", c, lamps[i].Direction, world[i].Direction, again.Direction)
			}
		}
	}
}

// lightsJob orbits: the default lights stay in the world, until Shift+L fixes them to the camera.
// Given lights are left alone.
func lightsJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		first := inWorld(hair.DefaultLights(), v.camera)
		if !slices.Equal(v.o.Light.Lamps, first) || v.o.Given["lights"] != flags.LightsText(first) {
			return fmt.Errorf("the window begins with %v", v.o.Light.Lamps)
		}
		v.turn(1, 0.2)
		if !slices.Equal(v.o.Light.Lamps, first) {
			return fmt.Errorf("an orbit moves the lights to %v", v.o.Light.Lamps)
		}
		for _, follow := range []bool{true, false} {
			v.press(glfw.KeyL, glfw.ModShift)
			v.catchUp()
			if lightsFollow(v.o.Light.Lamps) != follow {
				return fmt.Errorf("after Shift+L the lights are %v", v.o.Light.Lamps)
			}
			if now := inWorld(v.o.Light.Lamps, v.camera); !nearTo(now[0].Direction, first[0].Direction) {
				return fmt.Errorf("Shift+L moves a light from %v to %v", first[0], now[0])
			}
		}
		for _, kind := range []string{"point", "camera", "sun"} { // each stands where it stood
			l := v.lamps()[0]
			got := v.lightAs(l, kind)
			if back := v.lightAs(got, "sun"); lightName(got) != kind || !nearTo(back.Direction.Normalize(), l.Direction.Normalize()) || got.Strength != l.Strength {
				return fmt.Errorf("as %s %+v is %+v, and back %+v", kind, l, got, back)
			}
			if err := v.change("lights", flags.LightsText([]hair.Light{got})); err != nil {
				return fmt.Errorf("a %s light: %w", kind, err)
			}
			if err := v.change("lights", flags.LightsText(first)); err != nil {
				return err
			}
		}
		if err := v.frame(); err != nil {
			return err
		}
		// Of another model the default lights are those for its view.
		if err := v.change("lights", v.fixedLights); err != nil {
			return err
		}
		v.o.Camera.Azimuth = 2
		v.place()
		other := filepath.Join(filepath.Dir(file), "other"+filepath.Ext(file))
		if err := os.Link(file, other); err != nil {
			return err
		}
		v.drop([]string{other})
		if want := flags.LightsText(inWorld(hair.DefaultLights(), v.camera)); v.o.Given["lights"] != want || v.camera.Azimuth != 0 {
			return fmt.Errorf("a dropped file has the lights %s, want %s", v.o.Given["lights"], want)
		}
		given := "sun,1,0,0,2"
		if err := v.change("lights", given); err != nil {
			return err
		}
		v.drop([]string{file})
		if v.o.Given["lights"] != given {
			return fmt.Errorf("a dropped file changes lights that were given to %s", v.o.Given["lights"])
		}
		return v.frame()
	})
}

// usualLightsJob shows a second model, whose default lights are others since its view is another
// one. The lights of each step of undo, and of each look, count as that step's default.
func usualLightsJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		other := filepath.Join(filepath.Dir(file), "other"+filepath.Ext(file))
		if err := os.Link(file, other); err != nil {
			return err
		}
		first := v.o.Given["lights"]
		drop := func() error { v.drop([]string{other}); return nil }
		turn := func() error { v.turnLights(1); return nil }
		look := func(slot int) func() error { return func() error { return v.showLook(slot) } }
		for _, step := range []struct {
			name   string
			do     func() error
			first  bool // the lights that count as default are those of the first model
			differ bool
		}{
			{"the start", look(0), true, false},
			{"a dropped file", drop, false, false},
			{"undo of it", v.undo, true, false},
			{"redo of it", v.redo, false, false},
			{"turned lights", turn, false, true},
			{"look B", look(1), false, true},
			{"look A", look(0), true, false},
			{"look B again", look(1), false, true},
			{"undo of look B", v.undo, true, false},
			{"the groom", v.grow, false, false},
			{"undo of the groom", v.undo, true, false},
		} {
			if err := step.do(); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
			v.catchUp()
			if (v.usualLights() == first) != step.first || v.lightsDiffer() != step.differ {
				return fmt.Errorf("%s: the lights are %s, by default %s, of the first model %s", step.name, v.o.Given["lights"], v.usualLights(), first)
			}
		}
		return nil
	}, "-camera", "60,20,1", "-strands", "0")
}

// restJob lets hair come to rest: frames from then on keep the shadows, until it moves again.
func restJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		if err := v.change("wind", "3"); err != nil {
			return err
		}
		step := func(still bool) error {
			if err := v.move(context.Background(), 0); err != nil {
				return err
			}
			if v.s.Resting != still {
				return fmt.Errorf("the hair stands still: %v", v.s.Resting)
			}
			return v.frame()
		}
		if err := step(false); err != nil {
			return err
		}
		if err := v.change("wind", "0"); err != nil {
			return err
		}
		v.windOff = time.Now().Add(-2 * calm)
		if err := errors.Join(step(true), step(true)); err != nil {
			return err
		}
		// Back to the style: the points change once, and stand still again.
		if err := v.backToStyle(); err != nil || v.s.Resting {
			return fmt.Errorf("back to the style: %v, still: %v", err, v.s.Resting)
		}
		if err := step(true); err != nil {
			return err
		}
		if err := v.change("wind", "2"); err != nil {
			return err
		}
		return step(false)
	})
}
