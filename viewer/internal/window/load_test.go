// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"fmt"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/scene"
)

// panicJob opens files whose reading, and whose upload, panics. The view stays.
func panicJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		shown, read, open := v.s, readModel, openModel
		defer func() { readModel, openModel = read, open }()
		fails := func(what string) error {
			v.ui.notify("")
			v.drop([]string{file + "x"})
			if said := v.ui.latest(); !strings.Contains(said, "Could not open wig.hairx: a bug in comb: "+what) {
				return fmt.Errorf("%s: says %q", what, said)
			}
			if v.s != shown || v.o.File != file || v.busy {
				return fmt.Errorf("%s: the window shows %s, busy: %v", what, v.o.File, v.busy)
			}
			return v.frame()
		}
		readModel = func(context.Context, flags.Options, *progress.Log) (*strands.Set, *groom.Head, error) {
			panic("no reader")
		}
		if err := fails("no reader"); err != nil {
			return err
		}
		readModel = func(ctx context.Context, o flags.Options, log *progress.Log) (*strands.Set, *groom.Head, error) {
			o.File = file
			return read(ctx, o, log)
		}
		openModel = func(context.Context, *gpu.Device, flags.Options, *strands.Set, *groom.Head, *progress.Log) (*scene.Scene, error) {
			panic("no upload")
		}
		return fails("no upload")
	})
}
