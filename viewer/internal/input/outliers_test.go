// SPDX-License-Identifier: MIT

package input

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
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
