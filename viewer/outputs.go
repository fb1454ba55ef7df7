// SPDX-License-Identifier: MIT

package main

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
func (o options) checkNames() error {
	if err := imagefile.CheckName("-o", o.run.out); err != nil {
		return err
	}
	return imagefile.CheckName("-of", o.run.sequence.pattern)
}

// checkOutputs tries all files that a run for one image will write, before anything is drawn. A
// sequence tries its own.
func (o options) checkOutputs() error {
	run := &o.run
	if run.sequence.asked {
		return nil
	}
	var paths []string
	if run.out != "" {
		paths = append(paths, run.out)
	}
	if run.headless && run.stats != "" {
		paths = append(paths, run.stats)
	}
	if run.headless && run.compared {
		if info, err := os.Stat(run.out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return inputError(fmt.Errorf("-o %s: -compare and -methods write images beside it, so it must be a file", run.out))
		}
		names := comparedNames(run.out, run.reference)
		paths = append(paths, names[:]...)
	}
	for _, path := range paths {
		if err := atomicfile.Check(path); err != nil {
			return err
		}
	}
	return nil
}

// comparedNames returns the names of the reference's image, the difference and the heat map.
func comparedNames(path string, reference hair.Transparency) [3]string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	return [3]string{stem + "-" + reference.String() + ".png", stem + "-diff.png", stem + "-heat.png"}
}
