// SPDX-License-Identifier: MIT

package input

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
)

// Convert reads a file and writes it in another format. No GL.
func Convert(ctx context.Context, o flags.Options, log *progress.Log) error {
	to := strands.FormatOf(o.Files.To)
	if err := strands.Writable(to); err != nil { // before minutes of reading
		return flags.InputError(fmt.Errorf("-convert: %s: %w", o.Files.To, err))
	}
	if err := o.CheckFiles(); err != nil {
		return err
	}
	set, err := Read(ctx, o, log)
	if err != nil {
		return err
	}
	if o.Subdivide > 1 {
		if set, err = set.Subdivide(o.Subdivide); err != nil {
			return flags.InputError(fmt.Errorf("-subdivide %d: %w", o.Subdivide, err))
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := log.Step("writing %s", o.Files.To)
	if err := strands.Save(o.Files.To, set, o.Files.Writing); err != nil {
		if errors.Is(err, strands.ErrLimit) || errors.Is(err, strands.ErrSet) {
			return flags.InputError(err) // the format does not hold this set
		}
		return err
	}
	info, err := os.Stat(o.Files.To)
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
