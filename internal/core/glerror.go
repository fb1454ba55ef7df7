// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lost returns ErrContextLost if the context was lost and the driver reports it. Drivers report it
// for contexts with reset notification (LOSE_CONTEXT_ON_RESET), such as those of package offscreen.
// After a loss every read returns zeros without a GL error. Operations therefore check for a loss
// at the start, and reads check again at the end. Programs that read by themselves should do the
// same. Lost does not wait. Errors: also those of Enter.
func (d *Device) Lost() error {
	if err := d.Ready(); err != nil {
		return err
	}
	return d.Alive()
}

// HostErrors returns the codes of GL errors that were pending when comb read GL's error flag, such
// as gl.INVALID_ENUM, in order, and forgets them. They come from calls of the program, or from
// kernels that comb enqueued before. Reading the flag clears it, and GL cannot set it again, so the
// program's own glGetError does not return them. Check returns ErrGL for the same codes, once.
// HostErrors returns at most 16 codes and calls no GL.
func (d *Device) HostErrors() []uint32 {
	if d == nil {
		return nil
	}
	codes := d.pending
	d.pending, d.unchecked = nil, 0
	return codes
}

// maxPending is the largest number of codes that are kept. A lost context may repeat one without
// end.
const maxPending = 16

// KeepPending reads the GL errors from before comb's own calls, so that they are not reported as
// comb's. outOfMemory is true if one of them says so: then a kernel may not have run, and what is
// read may be wrong.
func (d *Device) KeepPending() (outOfMemory bool) { return d.KeepPendingBut(gl.NO_ERROR) }

// KeepPendingBut is KeepPending after a call of comb's that may raise the error ours, which is
// dropped.
func (d *Device) KeepPendingBut(ours uint32) (outOfMemory bool) {
	for i := 0; i < maxPending; i++ {
		code := gl.GetError()
		if code == gl.NO_ERROR {
			break
		}
		outOfMemory = outOfMemory || code == gl.OUT_OF_MEMORY
		if code != ours && len(d.pending) < maxPending {
			d.pending = append(d.pending, code)
			d.unchecked++
		}
	}
	return outOfMemory
}

// pendingError returns the error of Check for what KeepPending has read since the last Check.
func (d *Device) pendingError() error {
	if d.unchecked == 0 {
		return nil
	}
	var names []string
	for _, code := range d.pending[len(d.pending)-d.unchecked:] {
		names = append(names, errorName(code))
	}
	d.unchecked = 0
	return fmt.Errorf("gpu: Check: GL raised %s before this call, in the program's own calls or in earlier kernels: %w", strings.Join(names, ", "), ErrGL)
}

// errorName returns the name and the number of a GL error.
func errorName(code uint32) string {
	names := [...]string{"GL_INVALID_ENUM", "GL_INVALID_VALUE", "GL_INVALID_OPERATION", "GL_STACK_OVERFLOW", "GL_STACK_UNDERFLOW", "GL_OUT_OF_MEMORY",
		"GL_INVALID_FRAMEBUFFER_OPERATION", "GL_CONTEXT_LOST"}
	if i := int(code) - gl.INVALID_ENUM; i >= 0 && i < len(names) {
		return fmt.Sprintf("%s (0x%X)", names[i], code)
	}
	return fmt.Sprintf("error 0x%X", code)
}

// GLError returns an error if comb's own calls raised one, or if the context was lost. KeepPending
// must run before those calls.
func (d *Device) GLError(doing string) error {
	if err := d.Alive(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	code := gl.GetError()
	if code != gl.OUT_OF_MEMORY {
		drainErrors()
	}
	switch code {
	case gl.NO_ERROR:
		return nil
	case gl.OUT_OF_MEMORY:
		return fmt.Errorf("%s: %w", doing, ErrOutOfMemory)
	}
	return fmt.Errorf("%s: GL raised %s: %w", doing, errorName(code), ErrGL)
}

// Alive returns an error for a lost context. GL reports the loss once, so the Device keeps it.
func (d *Device) Alive() error {
	if d.lost == 0 {
		d.lost = d.resetStatus()
	}
	if d.lost != 0 {
		return fmt.Errorf("gpu: the context's reset status is 0x%X, want 0: release everything and make a new context: %w", d.lost, ErrContextLost)
	}
	return nil
}

// resetStatus returns the context's reset status. GL errors are no substitute: after a hang every
// read returns zeros and no error is raised.
func (d *Device) resetStatus() uint32 {
	if d.Faults.ResetStatus != nil {
		return d.Faults.ResetStatus()
	}
	switch resetName(d.Facts) {
	case "glGetGraphicsResetStatus":
		return gl.GetGraphicsResetStatus()
	case "glGetGraphicsResetStatusKHR":
		return gl.GetGraphicsResetStatusKHR()
	}
	return gl.NO_ERROR
}

// resetName returns the name of the GL function for the reset status. It is "" if the driver has
// none.
func resetName(c Facts) string {
	switch {
	case c.Major*10+c.Minor >= 45:
		return "glGetGraphicsResetStatus"
	case c.Has("GL_KHR_robustness"):
		return "glGetGraphicsResetStatusKHR"
	}
	return ""
}

// hasResetNotification reports whether the context was made with reset notification.
func (d *Device) hasResetNotification() bool {
	return resetName(d.Facts) != "" && GetInt(gl.RESET_NOTIFICATION_STRATEGY) == gl.LOSE_CONTEXT_ON_RESET
}

func resetLine(reports bool) string {
	if reports {
		return "a lost context is reported"
	}
	return "a lost context is not reported: the context was made without reset notification"
}

// drainErrors drops the errors of comb's own calls if another result shows the failure. It is
// bounded, since a lost context may repeat an error without end.
func drainErrors() {
	for i := 0; i < maxPending && gl.GetError() != gl.NO_ERROR; i++ {
	}
}
