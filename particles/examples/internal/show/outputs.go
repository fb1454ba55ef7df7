// SPDX-License-Identifier: MIT

package show

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/internal/atomicfile"
)

// checkFiles refuses names of -o and -stats that could not be written, before the first step.
func (o options) checkFiles() error {
	if o.out != "" && !strings.EqualFold(filepath.Ext(o.out), ".png") {
		return fmt.Errorf("-o is %q, want a name that ends in .png", o.out)
	}
	if o.out != "" && filepath.Clean(o.out) == filepath.Clean(o.stats) {
		return fmt.Errorf("-o and -stats are both %q, want two files", o.out)
	}
	for name, path := range map[string]string{"-o": o.out, "-stats": o.stats} {
		if path == "" {
			continue
		}
		if err := atomicfile.Check(path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
