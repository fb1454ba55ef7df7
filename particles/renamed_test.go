// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A helper's former name is an error that names the line and the name of today.
func TestRenamedHelpersAreReported(t *testing.T) {
	dev := gputest.Device(t)
	for former, now := range renamed {
		o := moteOptions(100)
		o.Functions = "// " + former + "(x)\n\nvoid f() { " + former + " (1u); }"
		_, err := New(dev, o)
		want := "particles: New: Functions:3: " + former + "() was renamed: write " + now + "(): "
		if !errors.Is(err, gpu.ErrArgument) || !errors.Is(err, gpu.ErrShader) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s...", former, err, want)
		}
		gputest.DropMessages(t, dev)
		o.Functions = "void " + former + "(uint i) {}\nvoid f() { " + former + "(1u); }"
		s, err := New(dev, o)
		if err != nil {
			t.Errorf("%s of the caller's own: %v", former, err)
		}
		s.Release()
	}
}

// Other errors than those of a compiler stay as they are, whatever the GLSL calls.
func TestOtherErrorsAreNotExplained(t *testing.T) {
	o := Options{Update: "bool update(inout Particle p) { tell(sparks); return true; }"}
	if err := o.explain(gpu.ErrOutOfMemory); err != gpu.ErrOutOfMemory {
		t.Errorf("got %v, want %v", err, gpu.ErrOutOfMemory)
	}
}
