// SPDX-License-Identifier: MIT

package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
	"github.com/go-gl/mathgl/mgl32"
)

func TestProgressIsShownOnTerminals(t *testing.T) {
	for _, c := range []struct{ watched, quiet, shows bool }{{true, false, true}, {false, false, false}, {true, true, false}} {
		t.Run(fmt.Sprintf("watched=%v,quiet=%v", c.watched, c.quiet), func(t *testing.T) {
			var out bytes.Buffer
			log := progress.Log{Lines: &out, Watched: c.watched, Quiet: c.quiet}
			o := flags.Options{File: viewertest.Wig(t)}
			if _, err := Read(context.Background(), o, &log); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "100 %\b"); got != c.shows {
				t.Errorf("%+v: %q", c, out.String())
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, flags.Options{File: viewertest.Wig(t)}, &progress.Log{Quiet: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while reading: %v", err)
	}
}

// A head from a file lies where the hair's file has it. Errors name the flag and the file.
func TestHeadOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "head.obj")
	if err := os.WriteFile(path, []byte("v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &progress.Log{Quiet: true}
	load := func(file, head string) (*groom.Head, error) {
		args := []string{"-head=" + head, "-strands=1000"}
		if file != "" {
			args = []string{"-head=" + head, file}
		}
		o, err := flags.Parse(args)
		if err != nil {
			t.Fatal(err)
		}
		_, h, err := Load(context.Background(), o, log)
		return h, err
	}
	wig := viewertest.Wig(t)
	h, err := load(wig, path) // of 0.1 inch, with z up and the face towards +y
	if err != nil || len(h.Indices) != 3 || h.Vertices[1].Sub(mgl32.Vec3{-0.254, 0, 0}).Len() > 1e-6 {
		t.Errorf("%v, %v", h, err)
	}
	if h, err = load("", path); err != nil || h.Vertices[1] != (mgl32.Vec3{100, 0, 0}) {
		t.Errorf("a groom's: %v, %v", h, err)
	}
	if h, err = load(wig, "milliner"); err != nil || h == nil {
		t.Errorf("the milliner's: %v", err)
	}
	if h, err = load(wig, "on"); err != nil || h == nil || len(h.Indices) < 3000 {
		t.Errorf("the scalp of a file: %v", err)
	}
	if h, err = load(wig, "none"); err != nil || h != nil {
		t.Errorf("none: %v", err)
	}
	// Hair without a length has no surface below it, and is shown without a head.
	dot := filepath.Join(t.TempDir(), "dot.ply")
	if err := strands.Save(dot, &strands.Set{First: []uint32{0, 2}, Points: make([]mgl32.Vec3, 2), Unit: 1, DefaultOpacity: 1}, strands.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if h, err = load(dot, "on"); err != nil || h != nil {
		t.Errorf("hair without a length: %v", err)
	}
	if _, err = load(dot, "scalp"); err == nil || !strings.HasPrefix(err.Error(), "-head scalp: scalp: New: all points of 1 strands") {
		t.Errorf("a scalp of hair without a length: %v", err)
	}
	for _, bad := range []string{filepath.Join(t.TempDir(), "none.obj"), filepath.Join(filepath.Dir(path), "dir.obj")} {
		if strings.HasSuffix(bad, "dir.obj") {
			if err := os.Mkdir(bad, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := load(wig, bad); err == nil || !strings.HasPrefix(err.Error(), "-head "+bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Files of few points are smoothed by default, and the description says from how many segments.
func TestReadSmoothsFewPoints(t *testing.T) {
	file := viewertest.Bent(t)
	was, err := strands.Open(file, strands.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for degrees, want := range map[float32]bool{flags.AutoSmooth: true, 0: false, strands.MaxSmooth: false, 1: true} {
		var out bytes.Buffer
		o := flags.Options{File: file}
		o.Files.Smooth = degrees
		got, err := Read(context.Background(), o, &progress.Log{Lines: &out})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(out.String(), fmt.Sprintf("smoothed from %d segments", was.Segments()))
		if smoothed := got.Segments() > was.Segments(); smoothed != want || said != want {
			t.Errorf("%v degrees: %d segments of %d, and the line is %q", degrees, got.Segments(), was.Segments(), out.String())
		}
	}
	many := &strands.Set{Points: make([]mgl32.Vec3, flags.MostSmoothed+1)}
	if got, err := smooth(many, flags.AutoSmooth); got != many || err != nil {
		t.Errorf("a file of many points is smoothed by default: %v", err)
	}
}
