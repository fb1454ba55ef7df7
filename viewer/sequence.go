// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/atomicfile"
)

// sequence are the flags of pictures in a row, numbered from 0.
type sequence struct {
	frames, pattern string // as given
	turntable       int    // frames of a full turn; 0 for none
	overwrite       bool

	first, last int
	asked       bool // for a sequence and not one picture
}

const (
	maxFrame     = 999_999
	usualPattern = "f%04d.png"
)

func (q *sequence) flags(f *flag.FlagSet) {
	f.IntVar(&q.turntable, "turntable", 0, "")
	f.StringVar(&q.frames, "frames", "", "")
	f.StringVar(&q.pattern, "of", usualPattern, "")
	f.BoolVar(&q.overwrite, "overwrite", false, "")
}

// ofSequences may be said of a sequence alone, and besideSequences not with one.
var (
	ofSequences     = []string{"of", "overwrite"}
	besideSequences = []string{"o", "stats", "compare", "methods", "turn", "recede", "lod-report", "shadow-error", "shadows"}
)

func (q *sequence) parse(f *flag.FlagSet, headless bool) (err error) {
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if q.turntable < 0 || q.turntable > maxFrame+1 {
		return fmt.Errorf("-turntable %d: from 0 to %d frames", q.turntable, maxFrame+1)
	}
	q.asked = headless && (q.turntable > 0 || given["frames"])
	if given["frames"] && !headless {
		return errors.New("-frames: only with -headless (a window closes by itself with -close-after)")
	}
	for _, name := range ofSequences {
		if given[name] && !q.asked {
			return fmt.Errorf("-%s: only with -headless and -frames or -turntable", name)
		}
	}
	if !q.asked {
		return nil
	}
	for _, name := range besideSequences {
		if given[name] {
			return fmt.Errorf("-%s: not with -frames or -turntable, which write pictures alone, named by -of", name)
		}
	}
	if q.first, q.last, err = parseFrames(q.frames); err != nil {
		return err
	}
	if q.frames == "" {
		q.last = q.turntable - 1
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
		return 0, 0, fmt.Errorf("-frames %q: A-B or A, from 0 to %d, the first no higher than the last", s, maxFrame)
	}
	return first, last, nil
}

var frameNumber = regexp.MustCompile(`%(0?[1-9])?d`)

// checkPattern wants one number in a name, and no other of Printf's verbs.
func checkPattern(s string) error {
	if len(frameNumber.FindAllString(s, -1)) != 1 || strings.Contains(frameNumber.ReplaceAllString(s, ""), "%") {
		return fmt.Errorf("-of %q: a file's name with one %%d or %%04d in it for the frame's number", s)
	}
	return nil
}

func (q *sequence) name(frame int) string { return fmt.Sprintf(q.pattern, frame) }

// angle is how far around a frame is, in radians. It depends on the frame's number alone.
func (q *sequence) angle(frame int) float32 {
	if q.turntable == 0 {
		return 0
	}
	return float32(2 * math.Pi * float64(frame%q.turntable) / float64(q.turntable))
}

// missing are the frames that no earlier run has finished. Errors are inputErrors: a picture that is of another size, or was
// drawn with other flags or of another model, is not this sequence's.
func (q *sequence) missing(width, height int, drawn record) (frames []int, err error) {
	for frame := q.first; frame <= q.last; frame++ {
		if !q.overwrite {
			name := q.name(frame)
			p, whole, err := finished(name)
			if err != nil {
				return nil, inputError{err}
			}
			if whole && (p.width != width || p.height != height) {
				return nil, inputError{fmt.Errorf("%s is there and %dx%d, not %dx%d: is it of another sequence? -overwrite writes over it",
					name, p.width, p.height, width, height)}
			}
			if whole {
				if why := drawn.differs(p.note); why != "" {
					return nil, inputError{fmt.Errorf("%s is there and was drawn %s: use another folder, or -overwrite writes over it", name, why)}
				}
				continue
			}
		}
		frames = append(frames, frame)
	}
	if len(frames) > 0 { // one stands for all, which lie in the same folder as a rule
		if err := atomicfile.Check(q.name(frames[0])); err != nil {
			return nil, err
		}
	}
	return frames, nil
}

// sequence draws the frames that are missing, each written whole or not at all, and with a note of what it was drawn with.
func (st *studio) sequence(frames []int, note string) error {
	q, o := &st.o.sequence, st.o
	for i, frame := range frames {
		began := time.Now()
		if err := st.s.moveTo(st.ctx, st.d, frame); err != nil {
			return err
		}
		if err := st.ctx.Err(); err != nil {
			return err
		}
		camera := st.s.camera(o, o.width, o.height)
		camera.Azimuth += q.angle(frame)
		if err := st.s.renderer.Reserve(camera); err != nil {
			return err
		}
		if err := st.s.renderer.Frame(camera, hair.Target{Framebuffer: st.p.framebuffer}, nil); err != nil {
			return err
		}
		img, err := readImage(st.d, st.p.framebuffer, o.width, o.height)
		if err != nil {
			return err
		}
		if isEXR(q.name(frame)) {
			if st.linear, err = st.s.renderer.Linear(); err != nil {
				return err
			}
		}
		if err := writePicture(q.name(frame), img, st.linear, note); err != nil {
			return err
		}
		st.say.line("frame %-6d %8.2f s  %s, %d to go", frame, time.Since(began).Seconds(), q.name(frame), len(frames)-i-1)
	}
	return nil
}
