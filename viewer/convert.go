// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/boundedread"
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

// read reads the file, with its progress on a terminal. Errors of the file are inputErrors.
func (o options) read(ctx context.Context, say *progress) (*strands.Set, error) {
	in := o.reading
	switch info, err := os.Stat(o.file); {
	case err != nil || info.Mode().IsRegular() || info.IsDir(): // strands.Open has the better words
	case info.Mode()&fs.ModeNamedPipe != 0:
		in.Limits.Bytes = maxPipe
	default:
		return nil, inputError{fmt.Errorf("%s is %s: a file, a pipe or a FIFO is needed", o.file, boundedread.Kind(info.Mode()))}
	}
	done := say.step("reading %s", o.file)
	in.Follow.Seed = o.seed
	in.Progress = func(read, size int64) error {
		say.part(read, size)
		return ctx.Err()
	}
	set, err := strands.Open(o.file, in)
	if err == nil && o.strands != 0 {
		set, err = set.Subset(o.strands, o.seed)
	}
	if err == nil && o.resample != 0 {
		set, err = set.Resample(o.resample)
	}
	if err != nil {
		say.line("")
		return nil, inputError{err}
	}
	done("%d strands, %d segments, %v", set.Strands(), set.Segments(), set.Origin)
	return set, nil
}

// part tells on a terminal how much of a step is done, in the place where its time will stand.
func (p *progress) part(done, all int64) {
	if p.quiet || all <= 0 || !p.terminal() {
		return
	}
	if now := time.Now(); now.Sub(p.told) >= 100*time.Millisecond {
		p.told = now
		fmt.Fprintf(p.out, "%8d %%\b\b\b\b\b\b\b\b\b\b", 100*done/all)
	}
}

// terminal says whether somebody may be looking.
func (p *progress) terminal() bool {
	if p.watched {
		return true
	}
	f, ok := p.out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// convert reads a file and writes it in another format. No GL.
func convert(ctx context.Context, o options, say *progress) error {
	to := strands.FormatOf(o.to)
	if err := strands.Writable(to); err != nil { // before minutes of reading
		return inputError{fmt.Errorf("%s: %w", o.to, err)}
	}
	if err := atomicfile.Check(o.to); err != nil {
		return err
	}
	set, err := o.read(ctx, say)
	if err != nil {
		return err
	}
	if o.subdivide > 1 {
		if set, err = set.Subdivide(o.subdivide); err != nil {
			return inputError{fmt.Errorf("-subdivide %d: %w", o.subdivide, err)}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := say.step("writing %s", o.to)
	if err := strands.Save(o.to, set, o.writing); err != nil {
		say.line("")
		if errors.Is(err, strands.ErrLimit) || errors.Is(err, strands.ErrSet) {
			return inputError{err} // the format does not hold this set
		}
		return err
	}
	info, err := os.Stat(o.to)
	if err != nil {
		return err
	}
	kept := ""
	if to.Bare() {
		kept = fmt.Sprintf(", points alone: %v keeps no widths, opacities, colours, unit or up axis", to)
	}
	done("%d strands, %d segments, %d bytes%s", set.Strands(), set.Segments(), info.Size(), kept)
	return nil
}

// Source is what the stats tell of a file.
type Source struct {
	Format string  `json:"format"`
	Unit   float64 `json:"unit_m"`
	UnitBy string  `json:"unit_by"`
	Up     string  `json:"up"`
	UpBy   string  `json:"up_by"`
	Left   int     `json:"strands_left_out"`
	Guides int     `json:"guides,omitempty"`
}

// sourceOf is nil for a groom.
func sourceOf(o strands.Origin) *Source {
	if o.Format == strands.Auto {
		return nil
	}
	return &Source{o.Format.String(), float64(o.Unit), o.UnitBy.String(), o.Up.String(), o.UpBy.String(), o.Dropped, o.Guides}
}
