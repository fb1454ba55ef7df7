// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// A lost context cannot be had in a test; what GL says of one can.
func TestLostContextIsRefusedBeforeAnythingElse(t *testing.T) {
	d := open(t, Options{})
	b, err := NewBuffer[uint32](d, 4)
	if err != nil {
		t.Fatal(err)
	}
	status := uint32(gl.GUILTY_CONTEXT_RESET)
	d.reset = func() uint32 {
		s := status
		status = 0 // GL tells it once
		return s
	}
	for what, f := range map[string]func() error{
		"Copy":      func() error { return d.Copy(b.View(), b.View(), N(1)) },
		"Upload":    func() error { return b.Upload([]uint32{1}) },
		"Check":     d.Check,
		"NewBuffer": func() error { _, err := NewBuffer[uint32](d, 1); return err },
		"NewKernel": func() error { _, err := d.NewKernel(copySpec()); return err },
	} {
		if err := f(); !errors.Is(err, ErrContextLost) {
			t.Errorf("%s: %v", what, err)
		}
	}
	d.reset, d.lost = nil, 0
}
