// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/viewer/internal/imagefile"
)

// checkNames refuses names whose endings stand for formats that the viewer does not write.
func (o Options) checkNames() error {
	if err := imagefile.CheckName("-o", o.Run.Out); err != nil {
		return err
	}
	if err := o.Run.checkStats(); err != nil {
		return err
	}
	return imagefile.CheckName("-of", o.Run.Sequence.pattern)
}

// CheckOutputs tries all files that a run for one image will write, before anything is drawn. A
// sequence tries its own.
func (o Options) CheckOutputs() error {
	run := &o.Run
	if run.Sequence.Requested {
		return nil
	}
	var paths []string
	if run.Out != "" {
		paths = append(paths, run.Out)
	}
	if run.Headless && run.Stats != "" {
		paths = append(paths, run.Stats)
	}
	if run.Headless && run.Compared {
		if info, err := os.Stat(run.Out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return InputError(fmt.Errorf("-o %s: -compare and -methods write images beside it, so it must be a file", run.Out))
		}
		names := ComparedNames(run.Out, run.Reference)
		paths = append(paths, names[:]...)
	}
	for _, path := range paths {
		if err := atomicfile.Check(path); err != nil {
			return err
		}
	}
	return nil
}

// ComparedNames returns the names of the reference's image, the difference and the heat map.
func ComparedNames(path string, reference hair.Transparency) [3]string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	return [3]string{stem + "-" + reference.String() + ".png", stem + "-diff.png", stem + "-heat.png"}
}
