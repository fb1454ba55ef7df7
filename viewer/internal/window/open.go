// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// startGLFW initialises GLFW. It returns a one-line error if the display cannot be opened.
func startGLFW() error {
	cause, err := guarded(func() error {
		if err := glfw.Init(); err != nil {
			return err
		}
		glfw.GetPrimaryMonitor() // panics if Init failed, which it does not always return
		return nil
	})
	if err == nil {
		return nil
	}
	if cause != "" { // the cause: the panic says only that GLFW is not initialised
		err = errors.New(cause)
	}
	display := fmt.Sprintf("DISPLAY=%q", os.Getenv("DISPLAY"))
	if w := os.Getenv("WAYLAND_DISPLAY"); w != "" {
		display += fmt.Sprintf(", WAYLAND_DISPLAY=%q", w)
	}
	return fmt.Errorf("no window can be opened on %s (%v): use -headless, or name a display that is there", display, err)
}

// guarded calls GLFW. Its Go binding logs some errors, returns others and panics with the rest.
// guarded returns the logged text, and turns panics into errors.
func guarded(do func() error) (cause string, err error) {
	var b bytes.Buffer
	flags, prefix, out := log.Flags(), log.Prefix(), log.Writer()
	log.SetFlags(0)
	log.SetPrefix("")
	log.SetOutput(&b)
	defer func() {
		log.SetFlags(flags)
		log.SetPrefix(prefix)
		log.SetOutput(out)
		cause = strings.Join(strings.Fields(b.String()), " ")
		switch p := recover().(type) {
		case nil:
		case *glfw.Error:
			err = p
		default:
			panic(p)
		}
	}()
	return "", do()
}

// newWindow creates a window with the newest core context from 4.6 down to 4.3. It prefers a robust
// context, which reports its loss. Without that, a hang of the GPU leaves a black window and no
// error.
func newWindow(o flags.Options) (*glfw.Window, error) {
	var cause string
	var err error
	for _, robustness := range []int{glfw.LoseContextOnReset, glfw.NoRobustness} {
		for _, version := range [][2]int{{4, 6}, {4, 5}, {4, 3}} {
			glfw.WindowHint(glfw.ContextVersionMajor, version[0])
			glfw.WindowHint(glfw.ContextVersionMinor, version[1])
			glfw.WindowHint(glfw.ContextRobustness, robustness)
			glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
			glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
			glfw.WindowHint(glfw.Visible, glfw.False) // until there is something to show
			if os.Getenv("WAYLAND_DISPLAY") != "" || eglBuild {
				glfw.WindowHint(glfw.ContextCreationAPI, glfw.EGLContextAPI)
			}
			var w *glfw.Window
			cause, err = guarded(func() (err error) {
				w, err = glfw.CreateWindow(o.Width, o.Height, "comb", nil, nil)
				return err
			})
			if err == nil && w != nil {
				return w, nil
			}
		}
	}
	if err == nil { // it was logged
		err = errors.New(cause)
	}
	return nil, fmt.Errorf("no window with OpenGL 4.3 (%v): use -headless: %w", err, gpu.ErrVersion)
}
