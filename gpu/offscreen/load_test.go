// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package offscreen_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// A program starts without libEGL, and New names the packages to install.
func TestAProgramStartsWithoutEGL(t *testing.T) {
	const inner = "COMB_TEST_WITHOUT_EGL"
	if os.Getenv(inner) != "" {
		for range 2 {
			c, err := offscreen.New(offscreen.Options{})
			if c != nil || !errors.Is(err, gpu.ErrNoContext) || !errors.Is(err, gpu.ErrEnvironment) ||
				!strings.Contains(err.Error(), "libEGL.so.1") || !strings.Contains(err.Error(), "libegl1") {
				t.Errorf("New: %v, %v", c, err)
			}
		}
		if offscreen.ProcAddr("glFinish") != nil {
			t.Error("ProcAddr finds a function")
		}
		if _, err := gpu.Attach(gpu.Options{ProcAddr: offscreen.ProcAddr}); !errors.Is(err, gpu.ErrNoContext) {
			t.Errorf("Attach: %v", err)
		}
		return
	}
	// The loader finds this file and cannot load it.
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "libEGL.so.1"), []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	program := exec.Command(os.Args[0], "-test.run=^TestAProgramStartsWithoutEGL$")
	program.Env = append(os.Environ(), inner+"=1", "LD_LIBRARY_PATH="+dir)
	if out, err := program.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
