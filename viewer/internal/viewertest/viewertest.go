// SPDX-License-Identifier: MIT

// Package viewertest helps the viewer's tests: a small model, one shared program cache, and checks
// for OpenGL and an X display.
package viewertest

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	_ "github.com/combgl/comb/gpu/gputest" // turns the cache in the user's home off
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// sharedCache is the variable that names the folder of compiled programs and of results of
// self-tests. A test and the programs that it starts share it: otherwise each of some forty devices
// tests the same kernels for seconds. It is empty at the start of a run. Folder, which holds it, is
// made before the init functions: one runs the viewer's main.
const sharedCache = "COMB_TEST_CACHE"

var folder, errCache = shareCache()

// Folder returns a folder of this test process, which Main removes. It is "" in a process that a
// test started.
func Folder() string { return folder }

// shareCache makes the folder, or takes the one of the test that started this process.
func shareCache() (own string, err error) {
	dir := os.Getenv(sharedCache)
	if dir == "" {
		if own, err = os.MkdirTemp("", "comb-viewer-test"); err != nil {
			return "", err
		}
		dir = filepath.Join(own, "cache")
	}
	err = errors.Join(os.Setenv(sharedCache, dir), os.Setenv("COMB_CACHE", dir))
	if config, errConfig := os.UserConfigDir(); own != "" && errConfig == nil {
		// Windows keep nothing in the user's folder. Go's own settings stay where they are.
		if os.Getenv("GOENV") == "" {
			err = errors.Join(err, os.Setenv("GOENV", filepath.Join(config, "go", "env")))
		}
		err = errors.Join(err, os.Setenv("XDG_CONFIG_HOME", filepath.Join(own, "config")))
	}
	return own, err
}

// Main runs the tests of a package and exits. other runs first. If it reports that it did the work
// of this process, no test runs.
func Main(m *testing.M, other func() (done bool, err error)) {
	done, err := other()
	if err == nil {
		err = errCache
	}
	code := 0
	if err == nil && !done {
		code = m.Run()
	}
	if folder != "" {
		_ = os.RemoveAll(folder)
	}
	if err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

// Wig writes a .hair file of 300 strands with 3,300 segments.
func Wig(t *testing.T) string {
	set := &strands.Set{First: []uint32{0}, Unit: 0.00254, DefaultThickness: 0.4, DefaultOpacity: 0.8, DefaultColor: mgl32.Vec3{0.9, 0.5, 0.2}}
	for i := range 300 {
		sin, cos := math.Sincos(float64(i))
		for k := range 12 {
			r := 10 + float32(k)
			set.Points = append(set.Points, mgl32.Vec3{r * float32(sin), -4*float32(k) + 0.05*float32(i), r * float32(cos)})
		}
		set.First = append(set.First, uint32(len(set.Points)))
	}
	return written(t, set)
}

// Bent returns a file of one strand with corners, of three segments.
func Bent(t *testing.T) string {
	return written(t, &strands.Set{First: []uint32{0, 4}, Points: []mgl32.Vec3{{0, 3, 0}, {0, 2, 0}, {1, 1, 0}, {1, 0, 0}}, Unit: 0.1, DefaultOpacity: 1})
}

// written writes a file of the strands.
func written(t *testing.T, set *strands.Set) string {
	path := filepath.Join(t.TempDir(), "wig.hair")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := strands.Write(f, strands.Hair, set, strands.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// NeedGL skips the test where headless rendering cannot work. With COMB_EXPECT_GL the test fails.
func NeedGL(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		if os.Getenv("COMB_EXPECT_GL") != "" {
			t.Fatal(err)
		}
		t.Skipf("no OpenGL here: %v", err)
	}
	c.Release()
}

// NeedX skips the test where there is no X display, or one of the tools is missing. With
// COMB_EXPECT_X the test fails.
func NeedX(t *testing.T, tools ...string) {
	missing := ""
	if os.Getenv("DISPLAY") == "" {
		missing = "X display"
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			missing = tool
		}
	}
	if missing == "" {
		NeedGL(t)
		return
	}
	if os.Getenv("COMB_EXPECT_X") != "" {
		t.Fatalf("COMB_EXPECT_X is set and there is no %s", missing)
	}
	t.Skipf("no %s here: run under xvfb-run to test the window", missing)
}
