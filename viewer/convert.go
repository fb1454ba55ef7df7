// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/viewer/internal/progress"
)

// convert reads a file and writes it in another format. No GL.
func convert(ctx context.Context, o options, log *progress.Log) error {
	to := strands.FormatOf(o.files.to)
	if err := strands.Writable(to); err != nil { // before minutes of reading
		return inputError(fmt.Errorf("%s: %w", o.files.to, err))
	}
	if err := atomicfile.Check(o.files.to); err != nil {
		return err
	}
	set, err := read(ctx, o, log)
	if err != nil {
		return err
	}
	if o.subdivide > 1 {
		if set, err = set.Subdivide(o.subdivide); err != nil {
			return inputError(fmt.Errorf("-subdivide %d: %w", o.subdivide, err))
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := log.Step("writing %s", o.files.to)
	if err := strands.Save(o.files.to, set, o.files.writing); err != nil {
		log.Line("")
		if errors.Is(err, strands.ErrLimit) || errors.Is(err, strands.ErrSet) {
			return inputError(err) // the format does not hold this set
		}
		return err
	}
	info, err := os.Stat(o.files.to)
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
