// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// On some systems only the process's first thread may use windows. TestMain runs on it.
func init() { runtime.LockOSThread() }

// A child process presses keys in a window, or runs a job there.
func TestMain(m *testing.M) {
	viewertest.Main(m, func() (done bool, err error) {
		if file := os.Getenv("COMB_TEST_KEYS"); file != "" {
			return true, pressKeys(file)
		}
		if job := os.Getenv("COMB_TEST_WINDOW"); job != "" {
			return true, windowJobs[job](os.Getenv("COMB_TEST_FILE"))
		}
		return false, nil
	})
}

// pressKeys presses keys, draws a frame after each, and prints the state of the window.
func pressKeys(file string) error {
	o, err := flags.Parse([]string{"-transparency", "blend", "-size", "96x54", "-shadow", "none", "-width-px", "2", "-alpha", "0.4", "-head", "none", "-quiet", file})
	if err != nil {
		return err
	}
	o.Run.CloseAfter = 1 // compute figures without waiting for a rest
	log := progress.Log{Lines: os.Stdout, Results: os.Stdout, Quiet: true}
	return inWindow(context.Background(), o, gpu.Options{}, &log, func(v *view) error {
		for _, key := range []glfw.Key{
			glfw.KeyF, glfw.KeyO, glfw.KeyO, glfw.KeyW, glfw.KeyH, glfw.KeyO, glfw.KeyK, glfw.KeyW,
			glfw.KeyT, glfw.KeyT, glfw.KeyT, glfw.KeyT, glfw.KeyT, glfw.KeyT, glfw.KeyW, glfw.KeyT, glfw.KeyH, glfw.KeyEqual, glfw.KeyL, glfw.KeyH, glfw.KeyA, glfw.KeyA, glfw.KeyA, glfw.KeyM, glfw.KeyU,
		} {
			v.press(key, 0)
			v.catchUp()
			if v.err != nil {
				return v.err
			}
			width, height := v.w.GetFramebufferSize()
			if err := v.draw(width, height); err != nil {
				return err
			}
			if err := v.measure(); err != nil {
				return err
			}
			v.c.line, v.c.toFit = 0.25, v.c.shows == wipe // the line moves
			if err := v.refit(); err != nil {
				return err
			}
			if err := v.move(context.Background(), 9); err != nil {
				return err
			}
			fmt.Printf("%v, %v, %d bits, shows %d%s\n", v.o.Transparency, v.o.Order, v.o.KeyBits, v.c.shows, v.c.figures)
		}
		return v.d.Check()
	})
}

func TestKeysSelectAndCompareMethods(t *testing.T) {
	viewertest.NeedX(t)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "COMB_TEST_KEYS="+viewertest.Wig(t))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	methods := hair.Transparencies()
	for i, want := range map[int]string{
		0: "blend, sorted, 16 bits, shows 0", 1: "blend, strands, 16 bits, shows 0", 2: "blend, unsorted, 16 bits, shows 0",
		3: "blend, unsorted, 16 bits, shows 1, ", 4: "blend, unsorted, 16 bits, shows 2, ", 5: "blend, sorted, 16 bits, shows 2, ",
		6: "blend, sorted, 12 bits, shows 2, ", 7: "blend, sorted, 12 bits, shows 1, ", 8: methods[1].String() + ", sorted, 12 bits, shows 1, ",
		13: methods[6].String() + ", sorted, 12 bits, shows 1, ", 14: methods[6].String() + ", sorted, 12 bits, shows 0", 15: "blend, sorted, 12 bits, shows 0",
		16: "blend, sorted, 12 bits, shows 2, ", 18: "blend, sorted, 12 bits, shows 2, ", 19: "blend, sorted, 12 bits, shows 0", 20: "blend, sorted, 12 bits, shows 0", 22: "blend, sorted, 12 bits, shows 0",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) || strings.HasSuffix(want, ", ") != strings.Contains(lines[i], "dB") {
			t.Errorf("line %d lacks %q:\n%s", i, want, out)
		}
	}
	if !strings.Contains(lines[13], "150.0 dB") {
		t.Errorf("exact against exact: %s", lines[13])
	}
	// In a heat map unsorted hair has a large error, sorted hair a small one.
	var unsorted, sorted float64
	fmt.Sscanf(lines[4][strings.Index(lines[4], "shows 2, ")+9:], "%f", &unsorted)
	fmt.Sscanf(lines[5][strings.Index(lines[5], "shows 2, ")+9:], "%f", &sorted)
	if sorted < unsorted+3 {
		t.Errorf("sorted %v dB, unsorted %v dB", sorted, unsorted)
	}
}
