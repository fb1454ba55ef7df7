// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/viewer/internal/progress"
)

// load reads the file or grows the groom. No GL. Errors of the file are inputErrors.
func load(ctx context.Context, o options, log *progress.Log) (*strands.Set, *groom.Head, error) {
	if o.file == "" {
		g, err := o.shape.grown()
		if err != nil {
			return nil, nil, inputError(err)
		}
		g.Seed = o.seed
		if o.strands != 0 {
			g.Strands = o.strands
		}
		done := log.Step("growing %d strands", g.Strands)
		set, err := groom.New(g)
		if err != nil {
			return nil, nil, err
		}
		head := groom.NewHead()
		done("%d segments", set.Segments())
		return set, head, nil
	}
	set, err := read(ctx, o, log)
	return set, nil, err
}

// read reads the file, with its progress on a terminal. Errors of the file are inputErrors.
func read(ctx context.Context, o options, log *progress.Log) (*strands.Set, error) {
	in := o.files.reading
	switch info, err := os.Stat(o.file); {
	case err != nil || info.Mode().IsRegular() || info.IsDir(): // strands.Open has the better words
	case info.Mode()&fs.ModeNamedPipe != 0:
		in.Limits.Bytes = maxPipe
	default:
		return nil, inputError(fmt.Errorf("%s is %s: a file, a pipe or a FIFO is needed", o.file, boundedread.Kind(info.Mode())))
	}
	done := log.Step("reading %s", o.file)
	in.Follow.Seed = o.seed
	in.Progress = func(read, size int64) error {
		log.Part(read, size)
		return ctx.Err()
	}
	set, err := strands.Open(o.file, in)
	if err == nil && o.strands != 0 {
		set, err = set.Subset(o.strands, o.seed)
	}
	if err == nil && o.files.resample != 0 {
		set, err = set.Resample(o.files.resample)
	}
	if err != nil {
		log.Line("")
		return nil, inputError(err)
	}
	done("%d strands, %d segments, %v", set.Strands(), set.Segments(), set.Origin)
	return set, nil
}
