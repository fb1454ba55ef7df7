// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/combgl/comb/gpu/gputest" // turns the cache in the user's home off
)

// sharedCache is the variable that names the folder of compiled programs and of results of self-tests. Tests and the
// programs that they start share it: otherwise each of some forty devices tests the same kernels for seconds. It is
// empty at the start of a run. ownFolder, which holds it, is made before the init functions: one runs the viewer's main.
const sharedCache = "COMB_TEST_CACHE"

var ownFolder, cacheError = shareCache()

// shareCache makes the folder, or takes the one of the test that started this process.
func shareCache() (own string, err error) {
	dir := os.Getenv(sharedCache)
	if dir == "" {
		if own, err = os.MkdirTemp("", "comb-viewer-test"); err != nil {
			return "", err
		}
		dir = filepath.Join(own, "cache")
	}
	return own, errors.Join(os.Setenv(sharedCache, dir), os.Setenv("COMB_CACHE", dir))
}

// built is this package's program, built once.
var built = sync.OnceValues(func() (program string, err error) {
	program = filepath.Join(ownFolder, "viewer")
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

// windowProcess does what a test wants of a window in a process of its own, where there are windows.
var windowProcess = func() (asked bool, err error) { return false, nil }

func TestMain(m *testing.M) {
	asked, err := windowProcess()
	if err == nil {
		err = cacheError
	}
	code := 0
	if err == nil && !asked {
		code = m.Run()
	}
	if ownFolder != "" {
		_ = os.RemoveAll(ownFolder)
	}
	if err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}
