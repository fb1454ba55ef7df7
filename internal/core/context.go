// SPDX-License-Identifier: MIT

package core

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// home is the context of a Device, and the thread of Attach.
type home struct {
	query   contextQuery
	context uintptr
	thread  int
}

// elsewhere is the result of contextQuery.read for another context. No GL reset status has this
// value.
const elsewhere = 1

// findHome returns the context that is current on this thread. resetName is the GL function that
// returns its reset status, or "".
func findHome(resetName string) home {
	q, context := findContext()
	if q.found() && resetName != "" {
		q.watch(resetName)
	}
	return home{q, context, threadID()}
}

// line returns the line of Report about the check.
func (h *home) line() string {
	if h.query.found() {
		return "each call checks that the context is current: " + h.query.name
	}
	return "this platform cannot report the current context: each call checks the thread only"
}

// check returns an error if the Device's own context is not current. Otherwise it returns the
// context's reset status, or 0 if the query does not watch it. It usually costs one call of C.
func (h *home) check() (reset uint32, err error) {
	if !h.query.found() {
		if t := threadID(); t != h.thread {
			return 0, h.wrongThread(t)
		}
		return 0, nil
	}
	if reset = h.query.read(h.context); reset == elsewhere {
		return 0, h.missing(h.query.current(), threadID())
	}
	return reset, nil
}

// missing returns the error for a call on a thread where another context is current, or none (0).
// It is pure.
func (h *home) missing(current uintptr, thread int) error {
	switch {
	case current != 0:
		return fmt.Errorf("gpu: the current context is %#[2]x (%[1]s), want the Device's own, %#[3]x: make it current first: %[4]w",
			h.query.name, current, h.context, ErrWrongContext)
	case thread != h.thread:
		return h.wrongThread(thread)
	}
	return fmt.Errorf("gpu: no context is current, want the Device's own: make it current first: %w", ErrNoContext)
}

func (h *home) wrongThread(thread int) error {
	return fmt.Errorf("gpu: the thread is %d, want %d, where Attach ran: call runtime.LockOSThread before the context is created, or make the context current here: %w",
		thread, h.thread, ErrWrongThread)
}

// deferred holds what calls without the Device's context leave for later calls. All its methods are
// safe for concurrent use.
type deferred struct {
	any   atomic.Bool // there are functions; Enter reads this only
	mu    sync.Mutex
	funcs []func()
	err   error // the first error of a call that returns none
}

// add keeps a function for take.
func (a *deferred) add(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.funcs = append(a.funcs, f)
	a.any.Store(true)
}

// take returns the functions that add kept, and forgets them.
func (a *deferred) take() []func() {
	a.mu.Lock()
	defer a.mu.Unlock()
	funcs := a.funcs
	a.funcs = nil
	a.any.Store(false)
	return funcs
}

// keepError keeps the first error for Check.
func (a *deferred) keepError(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.err = err
	}
}

// takeError returns the kept error and forgets it.
func (a *deferred) takeError() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	err := a.err
	a.err = nil
	return err
}

var errNoDevice = fmt.Errorf("gpu: the Device is nil or was not made by Attach, want one from Attach: %w", ErrReleased)

// Attached returns an error for a Device that is nil, zero or released.
func (d *Device) Attached() error {
	switch {
	case d == nil || d.store == nil:
		return errNoDevice
	case d.released.Load():
		if d.deferred.any.Load() {
			if _, err := d.home.check(); err == nil {
				d.runDeferred()
			}
		}
		return fmt.Errorf("gpu: the Device: %w", ErrReleased)
	}
	return nil
}

// Ready returns an error unless the Device is attached and its context current. Between Enter and
// Leave it checks nothing, since Enter has.
func (d *Device) Ready() error {
	if err := d.Attached(); err != nil || d.depth > 0 {
		return err
	}
	return d.checkContext()
}

// checkContext returns an error unless the context is current. It also keeps the reset status, for
// Alive.
func (d *Device) checkContext() error {
	reset, err := d.home.check()
	if reset != 0 && d.lost == 0 {
		d.lost = reset
	}
	return err
}

// KeepError keeps the error of a call that returns none. Check returns the first that was kept.
func (d *Device) KeepError(err error) { d.deferred.keepError(err) }

// ReadyOr is Ready for calls that return no error. Check returns the error instead.
func (d *Device) ReadyOr(what string) bool {
	err := d.Ready()
	if err != nil && !errors.Is(err, ErrReleased) {
		d.KeepError(fmt.Errorf("%s did nothing: %w", what, err))
	}
	return err == nil
}

// WhenCurrent calls f at once if the Device's context is current. Otherwise the next call with the
// context current calls f first. Release methods use it to delete GL objects, since they may run on
// any thread and a GL name means another object in another context. After the Device's own Release,
// f is not called: the objects go with the context. Nor is it if another context has the place of
// the Device's own, which was destroyed.
func (d *Device) WhenCurrent(f func()) {
	if d == nil || d.store == nil || d.released.Load() {
		return
	}
	d.deferred.add(f)
	if d.checkContext() == nil {
		d.runDeferred()
	}
}

// runDeferred calls what WhenCurrent kept. The context must be current.
func (d *Device) runDeferred() {
	funcs := d.deferred.take()
	if !d.marked() {
		return
	}
	for _, f := range funcs {
		f()
	}
}

// devices is the number of Devices so far.
var devices atomic.Int64

// mark gives a buffer of the Device a label that no other Device has. By it, marked distinguishes
// the Device's context from a later one at the same address: drivers often put a new context where
// a destroyed one was.
func (d *Device) mark() {
	label := fmt.Sprintf("comb: Device %d", devices.Add(1))
	gl.ObjectLabel(gl.BUFFER, d.idle.Of.id, int32(len(label)), gl.Str(label+"\x00"))
	if labelOf(d.idle.Of.id) == label {
		d.label = label
	}
}

// marked reports whether the current context has the Device's mark. It is true for a Device without
// one: mark has not run yet, or the driver keeps no labels.
func (d *Device) marked() bool { return d.label == "" || labelOf(d.idle.Of.id) == d.label }

// labelOf returns the label of a buffer, or "" if there is no such buffer.
func labelOf(id uint32) string {
	if !gl.IsBuffer(id) {
		return ""
	}
	var text [64]byte
	gl.GetObjectLabel(gl.BUFFER, id, int32(len(text)), nil, &text[0])
	return gl.GoStr(&text[0])
}
