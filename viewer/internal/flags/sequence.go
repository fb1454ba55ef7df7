// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Sequence are the flags of images in a row, numbered from 0.
type Sequence struct {
	frames, pattern string // as given
	Turntable       int    // frames of a full turn; 0 for none
	Overwrite       bool

	First, Last int
	Requested   bool // for a sequence and not one image
}

const (
	maxFrame     = 999_999
	usualPattern = "f%04d.png"
)

func (q *Sequence) flags(f *flag.FlagSet) {
	number[int]{at: &q.Turntable, most: maxFrame + 1, unit: " frames"}.define(f, "turntable", 0)
	f.StringVar(&q.frames, "frames", "", "")
	f.StringVar(&q.pattern, "of", usualPattern, "")
	f.BoolVar(&q.Overwrite, "overwrite", false, "")
}

// ofSequences may be said of a sequence alone, and besideSequences not with one.
var (
	ofSequences     = []string{"of", "overwrite"}
	besideSequences = []string{"o", "stats", "compare", "methods", "turn", "recede", "lod-report", "shadow-error", "shadows"}
)

func (q *Sequence) parse(f *flag.FlagSet, headless bool) (err error) {
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	q.Requested = headless && (q.Turntable > 0 || given["frames"])
	if given["frames"] && !headless {
		return errors.New("-frames: only with -headless (a window closes by itself with -close-after)")
	}
	for _, name := range ofSequences {
		if given[name] && !q.Requested {
			return fmt.Errorf("-%s: only with -headless and -frames or -turntable", name)
		}
	}
	if !q.Requested {
		return nil
	}
	for _, name := range besideSequences {
		if given[name] {
			return fmt.Errorf("-%s: not with -frames or -turntable, which write images alone, named by -of", name)
		}
	}
	if q.First, q.Last, err = parseFrames(q.frames); err != nil {
		return err
	}
	if q.frames == "" {
		q.Last = q.Turntable - 1
	}
	return checkPattern(q.pattern)
}

// parseFrames reads A-B or A; "" is 0.
func parseFrames(s string) (first, last int, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, two := strings.Cut(s, "-")
	if !two {
		b = a
	}
	if first, err = strconv.Atoi(a); err == nil {
		last, err = strconv.Atoi(b)
	}
	if err != nil || first < 0 || last < first || last > maxFrame {
		return 0, 0, fmt.Errorf("-frames %q: want A-B or A, from 0 to %d, the first no higher than the last", s, maxFrame)
	}
	return first, last, nil
}

var frameNumber = regexp.MustCompile(`%(0?[1-9])?d`)

// checkPattern wants one number in a name, and no other of Printf's verbs.
func checkPattern(s string) error {
	if len(frameNumber.FindAllString(s, -1)) != 1 || strings.Contains(frameNumber.ReplaceAllString(s, ""), "%") {
		return fmt.Errorf("-of %q: want a file's name with one %%d or %%04d in it for the frame's number", s)
	}
	return nil
}

func (q *Sequence) Name(frame int) string { return fmt.Sprintf(q.pattern, frame) }

// Angle is how far around a frame is, in radians. It depends on the frame's number alone.
func (q *Sequence) Angle(frame int) float32 {
	if q.Turntable == 0 {
		return 0
	}
	return float32(2 * math.Pi * float64(frame%q.Turntable) / float64(q.Turntable))
}
