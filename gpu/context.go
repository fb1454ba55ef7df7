// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// home is the context that a Device was attached to.
type home struct {
	query   contextQuery
	context uintptr
	thread  int
}

// elsewhere is what contextQuery.look returns for another context: no reset status of GL's.
const elsewhere = 1

// findHome is the context that is current on this thread. resetName is the GL function that returns
// its reset status, "" when there is none.
func findHome(resetName string) home {
	q, context := findContext()
	if q.known() && resetName != "" {
		q.watch(resetName)
	}
	return home{q, context, threadID()}
}

// line is the Report's.
func (h *home) line() string {
	if h.query.known() {
		return "each call checks that the context is current: " + h.query.name
	}
	return "which context is current is not known on this platform: calls check the thread alone"
}

// check refuses calls where the Device's own context is not current, and returns its reset status
// otherwise, 0 when the query does not watch it. The usual case costs one call of C.
func (h *home) check() (reset uint32, err error) {
	if !h.query.known() {
		if t := threadID(); t != h.thread {
			return 0, h.wrongThread(t)
		}
		return 0, nil
	}
	if reset = h.query.look(h.context); reset == elsewhere {
		return 0, h.missing(h.query.current(), threadID())
	}
	return reset, nil
}

// missing is the error for a call on a thread where another context is current, or none (0). It is
// pure.
func (h *home) missing(current uintptr, thread int) error {
	switch {
	case current != 0:
		return fmt.Errorf("gpu: the context of another window or thread is current (%s: %#x), want the Device's own (%#x): make it current first: %w",
			h.query.name, current, h.context, ErrWrongContext)
	case thread != h.thread:
		return h.wrongThread(thread)
	}
	return fmt.Errorf("gpu: no context is current, want the Device's own: make it current first: %w", ErrNoContext)
}

func (h *home) wrongThread(thread int) error {
	return fmt.Errorf("gpu: called on thread %d, attached on %d: call runtime.LockOSThread before the context is created, or make the context current here: %w",
		thread, h.thread, ErrWrongThread)
}

// aside is what calls without the Device's context leave behind. Any goroutine may add to it.
type aside struct {
	any   atomic.Bool // there are functions: Enter looks at nothing else
	mu    sync.Mutex
	funcs []func()
	err   error // the first mistake of a call that returns no error
}

// later keeps a function for run.
func (a *aside) later(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.funcs = append(a.funcs, f)
	a.any.Store(true)
}

// run calls what later kept.
func (a *aside) run() {
	a.mu.Lock()
	funcs := a.funcs
	a.funcs = nil
	a.any.Store(false)
	a.mu.Unlock()
	for _, f := range funcs {
		f()
	}
}

// blame keeps the first mistake for Check.
func (a *aside) blame(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.err = err
	}
}

// blamed takes the mistake.
func (a *aside) blamed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	err := a.err
	a.err = nil
	return err
}

var errNoDevice = fmt.Errorf("gpu: the Device is nil or was not made by Attach: %w", ErrReleased)

// attached refuses a Device that cannot be used any more, or never could.
func (d *Device) attached() error {
	switch {
	case d == nil || d.store == nil:
		return errNoDevice
	case d.released.Load():
		if d.aside.any.Load() {
			if _, err := d.home.check(); err == nil {
				d.aside.run()
			}
		}
		return fmt.Errorf("gpu: the Device: %w", ErrReleased)
	}
	return nil
}

// ready says whether GL may be called now: the Device is attached and its context current. Between
// Enter and Leave that was checked already.
func (d *Device) ready() error {
	if err := d.attached(); err != nil || d.depth > 0 {
		return err
	}
	return d.atHome()
}

// atHome checks that the context is current, and on the way that it was not lost, for alive.
func (d *Device) atHome() error {
	reset, err := d.home.check()
	if reset != 0 && d.lost == 0 {
		d.lost = reset
	}
	return err
}

// readyOr is ready for calls that return no error: Check returns what was wrong.
func (d *Device) readyOr(what string) bool {
	err := d.ready()
	if err != nil && !errors.Is(err, ErrReleased) {
		d.aside.blame(fmt.Errorf("%s did nothing: %w", what, err))
	}
	return err == nil
}

// WhenCurrent calls f at once when the Device's context is current, or else at the beginning of the
// next call that finds it current. It is for Release methods, which delete GL objects and may be
// called on any thread: a GL name means another object in another context. After the Device's own
// Release f is not called: the objects go with the context.
func (d *Device) WhenCurrent(f func()) {
	if d == nil || d.store == nil || d.released.Load() {
		return
	}
	if d.atHome() == nil {
		f()
		return
	}
	d.aside.later(f)
}
