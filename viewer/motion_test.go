// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

func TestParseWind(t *testing.T) {
	for s, want := range map[string]mgl32.Vec3{"0": {}, "3:0": {0, 0, -3}, "2:90": {-2, 0, 0}, "2:-90": {2, 0, 0}, "1:180": {0, 0, 1}} {
		t.Run(s, func(t *testing.T) {
			if got, err := parseWind(s); err != nil || got.Sub(want).Len() > 1e-6 {
				t.Errorf("%s: %v, %v", s, got, err)
			}
		})
	}
	o, err := parse(strings.Fields("-headless -wind 4"))
	if err != nil || math.Abs(float64(o.moves.wind.Len())-4) > 1e-5 || o.moves.steps != windUp || !o.moves.asked {
		t.Errorf("%+v, %v", o.moves, err)
	}
	if o, err = parse(strings.Fields("-headless -wind 4 -steps 0")); err != nil || o.moves.steps != 0 {
		t.Errorf("%+v, %v", o.moves, err)
	}
	if o, err = parse(nil); err != nil || o.moves.asked {
		t.Errorf("%+v, %v", o.moves, err)
	}
}

// A frame of a sequence looks the same however one gets there.
func TestAFrameDependsOnItsNumberAlone(t *testing.T) {
	needGL(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	o, err := parse([]string{"-headless", "-size", "64x48", "-shadow-size", "64", "-wind", "5", "-steps", "6", wig(t)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	log := &progress{quiet: true}
	set, head, err := load(context.Background(), o, log)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newFramebuffer(d, o.width, o.height)
	if err != nil {
		t.Fatal(err)
	}
	defer p.release()
	// last is the picture of the last of frames, in a scene of its own.
	last := func(frames ...int) *image.NRGBA {
		s, err := open(context.Background(), d, o, set, head, log)
		if err != nil {
			t.Fatal(err)
		}
		defer s.release()
		if err := s.renderer.Resize(o.width, o.height); err != nil {
			t.Fatal(err)
		}
		for _, f := range frames {
			if err := s.moveTo(context.Background(), f); err != nil {
				t.Fatal(err)
			}
			if want := 6 + 4*f; s.steps() != want {
				t.Errorf("frame %d stands at step %d, want %d", f, s.steps(), want)
			}
		}
		if err := s.renderer.Frame(s.camera(o.camera, o.width, o.height), hair.Target{Framebuffer: p.id}, nil); err != nil {
			t.Fatal(err)
		}
		img, err := readImage(d, p.id, o.width, o.height)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	want := last(3)
	for _, frames := range [][]int{{0, 1, 2, 3}, {5, 3}, {3, 3}} {
		if !slices.Equal(last(frames...).Pix, want.Pix) {
			t.Errorf("frame 3 by %v is another picture", frames)
		}
	}
	if slices.Equal(last(0).Pix, want.Pix) {
		t.Error("the hair does not move")
	}
}

func TestWindIsSeenInThePicture(t *testing.T) {
	needGL(t)
	file, dir := wig(t), t.TempDir()
	pixels := map[string][]uint8{}
	for name, flags := range map[string]string{"still": "", "rest": "-steps 3", "wind": "-wind 6:90 -steps 30", "fall": "-stiffness 0 -steps 30", "up": "-gravity -20 -steps 30"} {
		shot, numbers := filepath.Join(dir, name+".png"), filepath.Join(dir, name+".json")
		var out, errs bytes.Buffer
		args := append(strings.Fields("-headless -quiet -size 96x64 -shadow-size 64 -o "+shot+" -stats "+numbers+" "+flags), file)
		if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", name, code, errs.String())
		}
		f, err := os.Open(shot)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		img, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		for y := range 64 {
			for x := range 96 {
				r, g, b, _ := img.At(x, y).RGBA()
				pixels[name] = append(pixels[name], uint8(r>>8), uint8(g>>8), uint8(b>>8))
			}
		}
		var s struct{ Steps, Inversions int }
		data, err := os.ReadFile(numbers)
		if err == nil {
			err = json.Unmarshal(data, &s)
		}
		if err != nil || s.Inversions != 0 || strings.Contains(flags, "30") != (s.Steps == 30) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	// apart is how far two pictures are apart on the mean, of 255.
	apart := func(a, b string) float64 {
		sum := 0.0
		for i, v := range pixels[a] {
			sum += math.Abs(float64(v) - float64(pixels[b][i]))
		}
		return sum / float64(len(pixels[a]))
	}
	if v := apart("still", "rest"); v > 2 {
		t.Errorf("in still air the picture changes by %v", v)
	}
	for _, name := range []string{"wind", "fall", "up"} {
		if v := apart("rest", name); v < 2 {
			t.Errorf("%s: the picture changes by %v alone", name, v)
		}
	}
}
