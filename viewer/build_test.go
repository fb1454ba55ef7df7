// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/combgl/comb/viewer/internal/viewertest"
)

// built is this package's program, built once.
var built = sync.OnceValues(func() (program string, err error) {
	program = filepath.Join(viewertest.Folder(), "viewer")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
})

func buildViewer(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func TestMain(m *testing.M) {
	viewertest.Main(m, func() (done bool, err error) { return false, nil })
}
