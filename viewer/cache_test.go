// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"os"
	"testing"

	_ "github.com/combgl/comb/gpu/gputest" // turns the cache in the user's home off
)

// sharedCache names the folder of compiled programs and results of self-tests that tests and the programs they start
// share. With none each of some forty devices would test the same kernels for seconds. It is empty at the start of a
// run. A variable, as it must be set before the init functions, one of which is the viewer's main.
const sharedCache = "COMB_TEST_CACHE"

var ownCache, cacheError = shareCache()

// shareCache makes the folder, or takes the one of the test that started this process.
func shareCache() (own string, err error) {
	dir := os.Getenv(sharedCache)
	if dir == "" {
		if dir, err = os.MkdirTemp("", "comb-viewer-test"); err != nil {
			return "", err
		}
		own = dir
	}
	return own, errors.Join(os.Setenv(sharedCache, dir), os.Setenv("COMB_CACHE", dir))
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
	if ownCache != "" {
		_ = os.RemoveAll(ownCache)
	}
	if err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}
