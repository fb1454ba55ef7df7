// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"math"
	"strconv"

	"github.com/combgl/comb/hair/strands"
)

// Files are the flags of how files are read, and written by -convert.
type Files struct {
	Convert  bool
	Raw      bool // just what the file says: no hairs around guides, no tapered tips, no scalp
	To       string
	Reading  strands.Options
	Writing  strands.WriteOptions
	Smooth   float32 // degrees; 0: strands stay polylines; AutoSmooth
	Resample int

	unit, up, writeUnit, writeUp, follow, smooth string
	spread, spreadTip                            float64
}

func (o *Files) flags(f *flag.FlagSet) {
	f.BoolVar(&o.Convert, "convert", false, "")
	f.StringVar(&o.unit, "unit", "auto", "")
	f.StringVar(&o.up, "up", "auto", "")
	number[int]{at: &o.Reading.StrandPoints, least: 2, most: math.MaxInt, also: []int{0}, or: ", or 0 to find them"}.define(f, "points", 0)
	f.StringVar(&o.follow, "follow", "auto", "")
	f.BoolVar(&o.Raw, "raw", false, "")
	number[float64]{at: &o.spread, most: strands.MaxSpread, unit: " metres"}.define(f, "spread", 0)
	number[float64]{at: &o.spreadTip, most: strands.MaxTip}.define(f, "spread-tip", 0)
	f.StringVar(&o.smooth, "smooth", "auto", "")
	number[int]{at: &o.Resample, least: 2, most: strands.MaxStrandPoints, also: []int{0}, or: ", or 0 for as it is"}.define(f, "resample", 0)
	f.StringVar(&o.writeUnit, "write-unit", "auto", "")
	f.StringVar(&o.writeUp, "write-up", "auto", "")
}

// What may be said with -convert, and of a file alone, and of a file that is written alone.
var (
	withConvert = map[string]bool{
		"convert": true, "unit": true, "up": true, "points": true, "follow": true, "spread": true, "spread-tip": true, "smooth": true, "resample": true,
		"write-unit": true, "write-up": true, "strands": true, "seed": true, "subdivide": true, "quiet": true,
	}
	OfFiles = []string{"unit", "up", "points", "follow", "spread", "spread-tip", "smooth", "resample", "raw"}
	ofOut   = []string{"write-unit", "write-up"}
)

// parse checks the flags together, and turns words into numbers.
func (o *Files) parse(f *flag.FlagSet) (err error) {
	given := map[string]bool{}
	f.Visit(func(g *flag.Flag) { given[g.Name] = true })
	if o.Convert {
		for name := range given {
			if !withConvert[name] {
				return fmt.Errorf("-%s: not with -convert", name)
			}
		}
		if f.NArg() != 2 {
			return fmt.Errorf("-convert: two files are needed, what to read and what to write, not %d (flags come before them)", f.NArg())
		}
		o.To = f.Arg(1)
	}
	for _, name := range OfFiles {
		if given[name] && f.NArg() == 0 {
			return fmt.Errorf("-%s: only with a file", name)
		}
	}
	for _, name := range ofOut {
		if given[name] && !o.Convert {
			return fmt.Errorf("-%s: only with -convert", name)
		}
	}
	if o.Reading.Unit, err = parseUnit("-unit", o.unit); err != nil {
		return err
	}
	if o.Writing.Unit, err = parseUnit("-write-unit", o.writeUnit); err != nil {
		return err
	}
	if o.Reading.Up, err = strands.ParseUp(o.up); err != nil {
		return fmt.Errorf("-up %q: want %s", o.up, ups)
	}
	if o.Writing.Up, err = strands.ParseUp(o.writeUp); err != nil {
		return fmt.Errorf("-write-up %q: want %s", o.writeUp, ups)
	}
	if o.Reading.Follow.Count, err = o.followers(); err != nil {
		return err
	}
	if o.Smooth, err = o.smoothing(); err != nil {
		return err
	}
	o.Reading.Follow.Spread, o.Reading.Follow.Tip = float32(o.spread), float32(o.spreadTip)
	return nil
}

// followers is the number of hairs around each. A file is converted without them, unless a number
// is given.
func (o *Files) followers() (int, error) {
	if o.follow == "auto" {
		if o.Raw || o.Convert {
			return 0, nil
		}
		return strands.AutoFollow, nil
	}
	n, err := strconv.Atoi(o.follow)
	switch {
	case err != nil || n < 0 || n > strands.MaxFollow:
		return 0, fmt.Errorf("-follow %s: want auto, or a whole number from 0 to %d", shown(o.follow), strands.MaxFollow)
	case o.Raw && n > 0:
		return 0, fmt.Errorf("-follow %s: not with -raw", o.follow)
	}
	return n, nil
}

// AutoSmooth stands for strands.UsualSmooth, if the file has at most MostSmoothed points.
const (
	AutoSmooth   = -1
	MostSmoothed = 1 << 22
)

// smoothing is the angle between the parts of smooth strands. A file is converted as it is, unless
// an angle is given.
func (o *Files) smoothing() (float32, error) {
	if o.smooth == "auto" {
		if o.Raw || o.Convert {
			return 0, nil
		}
		return AutoSmooth, nil
	}
	degrees, err := strconv.ParseFloat(o.smooth, 32)
	switch {
	case err != nil || !(degrees >= 0 && degrees <= strands.MaxSmooth):
		return 0, fmt.Errorf("-smooth %s: want auto, or a number from 0 to %d degrees", shown(o.smooth), strands.MaxSmooth)
	case o.Raw && degrees > 0:
		return 0, fmt.Errorf("-smooth %s: not with -raw", o.smooth)
	}
	return float32(degrees), nil
}

// ups are the texts of -up and -write-up.
const ups = "auto, x, y, z, -x, -y or -z"

// parseUnit is a unit in metres, 0 for auto.
func parseUnit(flag, name string) (float32, error) {
	if name == "auto" {
		return 0, nil
	}
	metres, err := strands.ParseUnit(name)
	if err != nil {
		return 0, fmt.Errorf("%s %q: want auto, m, cm, mm, in, 0.1in or a number of metres from %v to %v", flag, name, float32(strands.MinUnit), float32(strands.MaxUnit))
	}
	return metres, nil
}

// MaxPipe is how many bytes are read from a pipe or FIFO, as nothing says how many there will be.
const MaxPipe = 1 << 30
