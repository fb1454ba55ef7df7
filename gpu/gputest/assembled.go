// SPDX-License-Identifier: MIT

package gputest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/combgl/comb/internal/kernel"
)

// Assembled is one variant of a shader as ./dev kernel shows it.
type Assembled struct {
	Kind  string            // "comp", "vert" or "frag"
	Names []string          // of its pieces: the constants, the kernel's file, then what that includes
	Fills map[string]string // each slot with the name of the file or snippet in it
	Text  string            // with the origin of each part in a comment
}

// written writes the assembled kernels to the file that COMB_KERNELS names; false when it names
// none.
func written(t *testing.T, specs []kernel.Spec) bool {
	path := os.Getenv("COMB_KERNELS")
	if path == "" {
		return false
	}
	for _, s := range specs {
		src, err := s.Source()
		if err != nil {
			t.Error(err)
			continue
		}
		writeAssembled(t, path, Assembled{Kind: "comp", Names: src.Names, Fills: src.Fills(), Text: src.Annotated()})
	}
	return true
}

// writeAssembled adds one line of JSON to a file.
func writeAssembled(t *testing.T, path string, a Assembled) {
	line, err := json.Marshal(a)
	if err == nil {
		err = appendLines(path, []string{string(line)})
	}
	if err != nil {
		t.Error(err)
	}
}
