// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

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

// glError turns GL's error flags and its reset status into an error.
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
		return fmt.Errorf("%w: %s", ErrOutOfMemory, doing)
	}
	return fmt.Errorf("%w: 0x%X after %s", ErrGL, code, doing)
}

// alive refuses a lost context. GL tells the loss once, so it is remembered.
func (d *Device) alive() error {
	if d.lost == 0 {
		d.lost = d.resetStatus()
	}
	if d.lost != 0 {
		return fmt.Errorf("%w (reset status 0x%X): release everything and make a new context", ErrContextLost, d.lost)
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

// drainErrors forgets the flags that the caller's own calls left. Bounded: a lost context may repeat one for ever.
func drainErrors() {
	for i := 0; i < 16 && gl.GetError() != gl.NO_ERROR; i++ {
	}
}
