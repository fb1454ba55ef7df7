// SPDX-License-Identifier: MIT

package input

import (
	"bytes"
	"context"
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

// Points that decide the box of a file's hair, and hair without a length, are warned of. Quiet logs
// keep warnings.
func TestStrayPointsAreWarnedOf(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*strands.Set)
		o      strands.Options
		want   string
	}{
		"usual":     {func(s *strands.Set) {}, strands.Options{}, ""},
		"a bit far": {func(s *strands.Set) { s.Points[50][0] = 100 }, strands.Options{}, ""},
		"far": {func(s *strands.Set) { s.Points[50][0] = 1e4 }, strands.Options{},
			"1 of 3600 points lie far from the others: the box of all is 175 times as large as that of 99 %. It decides the camera and the guess of -unit and -up"},
		"far, of known unit": {func(s *strands.Set) { s.Points[50][0] = 1e4 }, strands.Options{Unit: 0.00254, Up: strands.UpZ}, "times as large as that of 99 %. It decides the camera"},
		"very far":           {func(s *strands.Set) { s.Points[50][0], s.Points[90][1] = 1e15, 1e15 }, strands.Options{}, "2 of 3600 points"},
		"one place":          {func(s *strands.Set) { clear(s.Points) }, strands.Options{}, "all 3600 points are at [0 0 0]"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := strands.Open(viewertest.Wig(t), strands.Options{})
			if err != nil {
				t.Fatal(err)
			}
			c.change(s)
			path := filepath.Join(t.TempDir(), "a.hair")
			if err := strands.Save(path, s, strands.WriteOptions{Unit: 0.00254}); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			clear(data[40:128]) // the words about unit and axis, which comb writes
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			log := &progress.Log{Lines: &out, Quiet: true}
			o := flags.Options{File: path}
			o.Files.Reading = c.o
			if _, err := Read(context.Background(), o, log); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(log.Warnings(), "\n")
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
			if want := "viewer: warning: " + got + "\n"; got != "" && out.String() != want {
				t.Errorf("writes %q, want %q", out.String(), want)
			}
		})
	}
}

// A file's hair that does not grow on the milliner's head is warned of. It grows there in its own
// unit, and not in a wrong one or beside it.
func TestHairBesideTheMillinersHeadIsWarnedOf(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*strands.Set)
		want   []string
	}{
		"on it":     {func(s *strands.Set) { s.Unit *= 3.3 }, nil},
		"too large": {func(s *strands.Set) { s.Unit *= 8 }, []string{"-head milliner: half of the roots are 0.1", "-head scalp fits"}},
		"inside":    {func(s *strands.Set) { s.Unit *= 0.1 }, []string{"are 0.0"}},
		"beside":    {func(s *strands.Set) { s.Points, s.Unit = moved(s, 0.4), 1 }, []string{"are 0.3", "want 0.03 m"}},
		"guessed": {func(s *strands.Set) { s.Points, s.Unit, s.Origin.UnitBy = moved(s, 0.4), 1, strands.ByGuess },
			[]string{"-unit m is guessed by the hair's size: give it if it is another"}},
		"no hair": {func(s *strands.Set) { s.First = s.First[:1] }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := strands.Open(viewertest.Wig(t), strands.Options{})
			if err != nil {
				t.Fatal(err)
			}
			c.change(s)
			got := warningOfHead(s, groom.NewHead())
			if (got == "") != (c.want == nil) {
				t.Errorf("%q, want %q", got, c.want)
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
			}
		})
	}
}

// moved returns the points of a set in metres, moved to a side.
func moved(s *strands.Set, by float32) []mgl32.Vec3 {
	points := make([]mgl32.Vec3, len(s.Points))
	for i, p := range s.Points {
		points[i] = p.Mul(s.Unit).Add(mgl32.Vec3{by, 0, 0})
	}
	return points
}
