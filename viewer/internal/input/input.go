// SPDX-License-Identifier: MIT

package input

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scalp"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
)

// Load reads the file or grows the groom, and the head. No GL. Errors of the files are inputErrors.
func Load(ctx context.Context, o flags.Options, log *progress.Log) (*strands.Set, *groom.Head, error) {
	if o.File == "" {
		g, err := o.Shape.Grown()
		if err != nil {
			return nil, nil, flags.InputError(err)
		}
		g.Seed = o.Seed
		if o.Strands != 0 {
			g.Strands = o.Strands
		}
		done := log.Step("growing %d strands", g.Strands)
		set, err := groom.New(g)
		if err != nil {
			return nil, nil, err
		}
		done("%d segments", set.Segments())
		head, err := headOf(o, set, log)
		return set, head, err
	}
	set, err := Read(ctx, o, log)
	if err != nil {
		return nil, nil, err
	}
	head, err := headOf(o, set, log)
	return set, head, err
}

// headOf returns the head for a set, nil for none. It makes a hidden groom's head too, for a window
// that shows it later.
func headOf(o flags.Options, set *strands.Set, log *progress.Log) (*groom.Head, error) {
	switch {
	case o.Head == flags.Milliner, o.Head == "" && o.File == "":
		head := groom.NewHead()
		if o.File != "" {
			if warning := warningOfHead(set, head); warning != "" {
				log.Warn("%s", warning)
			}
		}
		return head, nil
	case o.Head == "":
		return nil, nil
	case o.Head == flags.Scalp:
		done := log.Step("growing a scalp")
		head, err := scalp.New(set, scalp.Options{})
		if err != nil && o.Given["head"] != flags.Scalp { // the default: the hair is shown all the same
			done("none: %v", err)
			return nil, nil
		}
		if err != nil {
			return nil, flags.InputError(fmt.Errorf("-head %s: %w", flags.Scalp, err))
		}
		done("%d triangles", len(head.Indices)/3)
		return head, nil
	}
	if info, err := os.Stat(o.Head); err == nil && !info.Mode().IsRegular() { // of others OpenMesh has the words
		return nil, flags.InputError(fmt.Errorf("-head %s is %s: a regular file is needed", o.Head, boundedread.Kind(info.Mode())))
	}
	done := log.Step("reading %s", o.Head)
	m, err := strands.OpenMesh(o.Head)
	if err != nil {
		return nil, flags.InputError(fmt.Errorf("-head %w", err))
	}
	m.PlaceLike(set)
	done("%d triangles", len(m.Indices)/3)
	return &groom.Head{Vertices: m.Vertices, Normals: m.Normals, Scalp: make([]float32, len(m.Vertices)), Indices: m.Indices}, nil
}

// Read reads the file, with its progress on a terminal. Errors of the file are inputErrors.
func Read(ctx context.Context, o flags.Options, log *progress.Log) (*strands.Set, error) {
	in := o.Files.Reading
	switch info, err := os.Stat(o.File); {
	case err != nil || info.Mode().IsRegular() || info.IsDir(): // strands.Open has the better words
	case info.Mode()&fs.ModeNamedPipe != 0:
		in.Limits.Bytes = flags.MaxPipe
	default:
		return nil, flags.InputError(fmt.Errorf("%s is %s: a file, a pipe or a FIFO is needed", o.File, boundedread.Kind(info.Mode())))
	}
	done := log.Step("reading %s", o.File)
	in.Follow.Seed = o.Seed
	in.Progress = func(read, size int64) error {
		log.Part(read, size)
		return ctx.Err()
	}
	set, err := strands.Open(o.File, in)
	warning := ""
	if err == nil {
		warning = warningOf(set)
	}
	if err == nil && o.Strands > set.Strands() {
		err = fmt.Errorf("-strands %d: %s has %d strands", o.Strands, o.File, set.Strands())
	}
	if err == nil && o.Strands != 0 {
		if set, err = set.Subset(o.Strands, o.Seed); err != nil {
			err = fmt.Errorf("-strands %d: %w", o.Strands, err)
		}
	}
	if err == nil {
		set, err = smooth(set, o.Files.Smooth)
	}
	if err == nil && o.Files.Resample != 0 {
		if set, err = set.Resample(o.Files.Resample); err != nil {
			err = fmt.Errorf("-resample %d: %w", o.Files.Resample, err)
		}
	}
	if err != nil {
		return nil, flags.InputError(err)
	}
	done("%d strands, %d segments, %v", set.Strands(), set.Segments(), set.Origin)
	if warning != "" {
		log.Warn("%s", warning)
	}
	return set, nil
}

// smooth bends the strands as -smooth says.
func smooth(set *strands.Set, degrees float32) (*strands.Set, error) {
	switch {
	case degrees == flags.AutoSmooth && len(set.Points) <= flags.MostSmoothed:
		degrees = strands.UsualSmooth
	case degrees <= 0:
		return set, nil
	}
	set, err := set.Smooth(degrees)
	if err != nil {
		return nil, fmt.Errorf("-smooth %v: %w", degrees, err)
	}
	return set, nil
}
