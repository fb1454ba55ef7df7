// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// The tests' own program is the viewer where this is set, for tests of what a process does:
// signals, terminals, displays, windows.
const asViewer = "COMB_TEST_AS_VIEWER"

func init() {
	if os.Getenv(asViewer) != "" {
		main()
	}
}

// built is this package's program, built once.
var built = sync.OnceValues(func() (program string, err error) {
	program = filepath.Join(viewertest.Folder(), "viewer")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
})

// quickViewer is buildViewer in a nightly run. Other runs use the tests' own program, whose small
// tiles compile in less time.
func quickViewer(t *testing.T) string {
	t.Helper()
	if gputest.Nightly() {
		return buildViewer(t)
	}
	t.Setenv(asViewer, "1")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func buildViewer(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// The builds without panels and without a window compile with their tests.
func TestOtherBuildsAreVetted(t *testing.T) {
	viewertest.NeedX(t) // without a display the headers of windows may be missing too
	for _, tags := range []string{"egl,plain", "egl,headless"} {
		t.Run(tags, func(t *testing.T) {
			if out, err := exec.Command("go", "vet", "-tags", tags, "./...").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestMain(m *testing.M) {
	viewertest.Main(m, func() (done bool, err error) { return false, nil })
}
