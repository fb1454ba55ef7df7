// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/scene"
)

// Work that takes longer than plateAfter shows a plate, which is drawn every plateEvery.
const (
	plateAfter = 300 * time.Millisecond
	plateEvery = 100 * time.Millisecond
)

// readModel and openModel are the steps from options to a scene. Tests replace them.
var (
	readModel = input.Load
	openModel = scene.Open
)

// caught calls do, and returns a panic in it as an error. A file that a reader cannot take must not
// end a window that shows another one. The stack goes to the terminal.
func (v *view) caught(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			v.log.End()
			fmt.Fprintf(v.log.Lines, "%s", debug.Stack())
			err = fmt.Errorf("a bug in comb: %v (the terminal has the place)", p)
		}
	}()
	return do()
}

// openScene uploads a model that was read with the options.
func (v *view) openScene(o flags.Options, set *strands.Set, head *groom.Head) (s *scene.Scene, err error) {
	err = v.caught(func() (err error) {
		s, err = openModel(v.ctx, v.d, o, set, head, v.log)
		return err
	})
	return s, err
}

// loaded is what load returns from its goroutine.
type loaded struct {
	set  *strands.Set
	head *groom.Head
	err  error
}

// load reads the file or grows the groom beside the window's loop. The window shows what it waits
// for, and Esc ends the wait. What reads no context then ends in the background. Call it between
// two frames.
func (v *view) load(o flags.Options) (*strands.Set, *groom.Head, error) {
	ctx, cancel := context.WithCancel(v.ctx)
	defer cancel()
	done := make(chan loaded, 1)
	go func() {
		var l loaded
		l.err = v.caught(func() (err error) {
			l.set, l.head, err = readModel(ctx, o, v.log)
			return err
		})
		done <- l
	}()
	what := "Growing hair"
	if o.File != "" {
		what = printable.Linef("Reading %s", filepath.Base(o.File))
	}
	began, warned := time.Now(), len(v.log.Warnings())
	v.busy = true
	v.cancelled.Store(false)
	defer func() { v.busy = false }()
	for wait := plateAfter; ; wait = plateEvery {
		select {
		case l := <-done:
			if time.Since(began) > plateAfter {
				v.working("Preparing the hair for drawing")
			}
			for _, text := range v.log.Warnings()[warned:] {
				v.ui.notify(text)
			}
			return l.set, l.head, l.err
		case <-time.After(wait):
		}
		if v.stopped() {
			return nil, nil, errStopped
		}
		v.working(fmt.Sprintf("%s, %.1f s   Esc: stop", what, time.Since(began).Seconds()))
	}
}

// begin loads the model of the options. The window shows itself when that takes long, and else when
// the model is there. If Esc ends that, the window is empty and waits for another model. It leaves
// no scene if the window was closed meanwhile.
func (v *view) begin() error {
	v.working = v.splash
	for waited := false; ; waited = true {
		err := v.first()
		switch {
		case err == nil:
			if waited && v.o.File != "" {
				v.remembered(v.o.File)
			}
			v.working = v.plate
			v.w.Show()
			return nil
		case v.ctx.Err() != nil || v.w.ShouldClose():
			return v.ctx.Err()
		case errors.Is(err, errStopped):
			v.log.Line("stopped: drop a file on the window, or close it with Ctrl+Q")
		case !waited || errors.Is(err, gpu.ErrContextLost):
			return err
		case v.o.File == "":
			v.try(err)
		default:
			v.couldNotOpen(v.o.File, err)
		}
		if !v.waitForModel() {
			return v.ctx.Err()
		}
	}
}

// first makes the first scene.
func (v *view) first() error {
	set, head, err := v.load(v.o)
	if err != nil {
		return err
	}
	if v.s, err = v.openScene(v.o, set, head); err != nil {
		v.s = nil
		return err
	}
	v.set, v.head = set, v.o.Head
	return nil
}

// splash shows what the window works at before there is an image.
func (v *view) splash(text string) {
	if v.o.Run.CloseAfter > 0 {
		return
	}
	v.w.Show()
	if width, height := v.w.GetFramebufferSize(); width > 0 && height > 0 {
		v.ui.splash(v.w, text, width, height)
		v.w.SwapBuffers()
	}
}

// plate shows what the window works at, over the latest image.
func (v *view) plate(text string) {
	v.ui.works = text
	defer func() { v.ui.works = "" }()
	if width, height := v.w.GetFramebufferSize(); width > 0 && height > 0 && v.ui.visible() {
		v.overlay(width, height)
		v.w.SwapBuffers()
	}
}

// readAgain reads the file anew, or grows the groom anew.
func (v *view) readAgain() error {
	if err := v.reload(false); err != nil {
		return err
	}
	v.notify("%s: %s strands.", v.s.Name, thousands(v.s.Model.Strands()))
	return nil
}
