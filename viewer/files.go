// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"

	"github.com/combgl/comb/hair/strands"
)

// files are the flags of how files are read, and written by -convert.
type files struct {
	convert  bool
	to       string
	reading  strands.Options
	writing  strands.WriteOptions
	resample int

	unit, up, writeUnit, writeUp string
	spread, spreadTip            float64
}

func (o *files) flags(f *flag.FlagSet) {
	f.BoolVar(&o.convert, "convert", false, "")
	f.StringVar(&o.unit, "unit", "auto", "")
	f.StringVar(&o.up, "up", "auto", "")
	f.IntVar(&o.reading.StrandPoints, "points", 0, "")
	f.IntVar(&o.reading.Follow.Count, "follow", 0, "")
	f.Float64Var(&o.spread, "spread", 0, "")
	f.Float64Var(&o.spreadTip, "spread-tip", 0, "")
	f.IntVar(&o.resample, "resample", 0, "")
	f.StringVar(&o.writeUnit, "write-unit", "auto", "")
	f.StringVar(&o.writeUp, "write-up", "auto", "")
}

// What may be said with -convert, and of a file alone, and of a file that is written alone.
var (
	withConvert = map[string]bool{
		"convert": true, "unit": true, "up": true, "points": true, "follow": true, "spread": true, "spread-tip": true, "resample": true,
		"write-unit": true, "write-up": true, "strands": true, "seed": true, "subdivide": true, "quiet": true,
	}
	ofFiles = []string{"unit", "up", "points", "follow", "spread", "spread-tip", "resample"}
	ofOut   = []string{"write-unit", "write-up"}
)

// parse checks what the flags say together, and turns words into numbers.
func (o *files) parse(f *flag.FlagSet) (err error) {
	said := map[string]bool{}
	f.Visit(func(g *flag.Flag) { said[g.Name] = true })
	if o.convert {
		for name := range said {
			if !withConvert[name] {
				return fmt.Errorf("-%s: not with -convert", name)
			}
		}
		if f.NArg() != 2 {
			return fmt.Errorf("-convert: two files are needed, what to read and what to write, not %d (flags come before them)", f.NArg())
		}
		o.to = f.Arg(1)
	}
	for _, name := range ofFiles {
		if said[name] && f.NArg() == 0 {
			return fmt.Errorf("-%s: only with a file", name)
		}
	}
	for _, name := range ofOut {
		if said[name] && !o.convert {
			return fmt.Errorf("-%s: only with -convert", name)
		}
	}
	if o.reading.Unit, err = parseUnit("-unit", o.unit); err != nil {
		return err
	}
	if o.writing.Unit, err = parseUnit("-write-unit", o.writeUnit); err != nil {
		return err
	}
	if o.reading.Up, err = strands.ParseUp(o.up); err != nil {
		return fmt.Errorf("-up: %w", err)
	}
	if o.writing.Up, err = strands.ParseUp(o.writeUp); err != nil {
		return fmt.Errorf("-write-up: %w", err)
	}
	switch {
	case o.reading.StrandPoints < 0 || o.reading.StrandPoints == 1:
		return fmt.Errorf("-points %d: 0, or from 2 up", o.reading.StrandPoints)
	case o.reading.Follow.Count < 0 || o.reading.Follow.Count > strands.MaxFollow:
		return fmt.Errorf("-follow %d: from 0 to %d", o.reading.Follow.Count, strands.MaxFollow)
	case !(o.spread >= 0 && o.spread <= strands.MaxSpread):
		return fmt.Errorf("-spread %v: from 0 to %v", o.spread, float64(strands.MaxSpread))
	case !(o.spreadTip >= 0 && o.spreadTip <= strands.MaxTip):
		return fmt.Errorf("-spread-tip %v: from 0 to %v", o.spreadTip, float64(strands.MaxTip))
	case o.resample != 0 && (o.resample < 2 || o.resample > strands.MaxStrandPoints):
		return fmt.Errorf("-resample %d: 0, or from 2 to %d", o.resample, strands.MaxStrandPoints)
	}
	o.reading.Follow.Spread, o.reading.Follow.Tip = float32(o.spread), float32(o.spreadTip)
	return nil
}

// parseUnit is a unit in metres, 0 for auto.
func parseUnit(flag, name string) (float32, error) {
	if name == "auto" {
		return 0, nil
	}
	metres, err := strands.ParseUnit(name)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", flag, err)
	}
	return metres, nil
}

// maxPipe is how many bytes are read from a pipe or FIFO, as nothing says how many there will be.
const maxPipe = 1 << 30
