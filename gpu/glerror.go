// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lost says ErrContextLost once the context was lost, where the driver tells: in contexts that asked for it
// (LOSE_CONTEXT_ON_RESET), as offscreen's do. Everything read from then on is zero, without any error of GL's, so every
// operation asks, and every read asks after it has read; a program that reads by itself should, too. It does not wait.
func (d *Device) Lost() error {
	if err := d.ready(); err != nil {
		return err
	}
	return d.alive()
}

// HostErrors takes the codes of GL errors, such as gl.INVALID_ENUM, that were pending when comb
// began to read GL's error flag, in their order. They are of the program's own calls, or of kernels
// that comb enqueued before. Reading the flag clears it, and GL has no call that sets it again, so
// a program that looks at glGetError finds there what comb took. Check returns ErrGL for the same
// codes, once. It returns at most 16 and calls no GL.
func (d *Device) HostErrors() []uint32 {
	if d == nil {
		return nil
	}
	codes := d.pending
	d.pending, d.unchecked = nil, 0
	return codes
}

// maxPending is how many codes are kept. A lost context may repeat one for ever.
const maxPending = 16

// keepPending reads the errors that are there before comb's own calls, so that those are not blamed
// for them. It says whether the driver was out of memory: then a kernel may not have run, whoever
// made the call, and what is read means nothing.
func (d *Device) keepPending() (outOfMemory bool) { return d.keepPendingBut(gl.NO_ERROR) }

// keepPendingBut is keepPending after a call of comb's that may raise one error, which is
// forgotten.
func (d *Device) keepPendingBut(ours uint32) (outOfMemory bool) {
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

// pendingError is Check's error for what keepPending has found since the last one.
func (d *Device) pendingError() error {
	if d.unchecked == 0 {
		return nil
	}
	var names []string
	for _, code := range d.pending[len(d.pending)-d.unchecked:] {
		names = append(names, errorName(code))
	}
	d.unchecked = 0
	return fmt.Errorf("gpu: Check: GL had raised %s before comb looked, in the program's own calls or in kernels enqueued before: %w", strings.Join(names, ", "), ErrGL)
}

// errorName is a GL error by name and number.
func errorName(code uint32) string {
	names := [...]string{"GL_INVALID_ENUM", "GL_INVALID_VALUE", "GL_INVALID_OPERATION", "GL_STACK_OVERFLOW", "GL_STACK_UNDERFLOW", "GL_OUT_OF_MEMORY",
		"GL_INVALID_FRAMEBUFFER_OPERATION", "GL_CONTEXT_LOST"}
	if i := int(code) - gl.INVALID_ENUM; i >= 0 && i < len(names) {
		return fmt.Sprintf("%s (0x%X)", names[i], code)
	}
	return fmt.Sprintf("error 0x%X", code)
}

// glError turns GL's error flags and its reset status into an error of comb's own calls:
// keepPending stands before them.
func (d *Device) glError(doing string) error {
	if err := d.alive(); err != nil {
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

// alive refuses a lost context. GL tells the loss once, so it is remembered.
func (d *Device) alive() error {
	if d.lost == 0 {
		d.lost = d.resetStatus()
	}
	if d.lost != 0 {
		return fmt.Errorf("gpu: the reset status is 0x%X: release everything and make a new context: %w", d.lost, ErrContextLost)
	}
	return nil
}

// resetStatus asks what GL errors do not tell: after a hang every read is zero and no error is raised.
func (d *Device) resetStatus() uint32 {
	if d.options.ResetStatus != nil {
		return d.options.ResetStatus()
	}
	switch resetName(d.caps, d.options) {
	case "glGetGraphicsResetStatus":
		return gl.GetGraphicsResetStatus()
	case "glGetGraphicsResetStatusKHR":
		return gl.GetGraphicsResetStatusKHR()
	}
	return gl.NO_ERROR
}

// resetName is the GL function that returns the reset status; "" when the driver has none or a test
// stands for it.
func resetName(c Caps, o Options) string {
	switch {
	case o.ResetStatus != nil:
		return ""
	case c.Major*10+c.Minor >= 45:
		return "glGetGraphicsResetStatus"
	case c.Has("GL_KHR_robustness"):
		return "glGetGraphicsResetStatusKHR"
	}
	return ""
}

// tellsReset says whether the context was made to tell of its loss.
func (d *Device) tellsReset() bool {
	return resetName(d.caps, Options{}) != "" && getInt(gl.RESET_NOTIFICATION_STRATEGY) == gl.LOSE_CONTEXT_ON_RESET
}

func resetLine(tells bool) string {
	if tells {
		return "a lost context is told"
	}
	return "a lost context is not told: the context was made without reset notification"
}

// drainErrors forgets the flags that comb's own calls left where another answer says what went
// wrong. Bounded: a lost context may repeat one for ever.
func drainErrors() {
	for i := 0; i < maxPending && gl.GetError() != gl.NO_ERROR; i++ {
	}
}
