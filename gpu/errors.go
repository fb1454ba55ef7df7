// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"

	"github.com/combgl/comb/internal/errkind"
)

// Every error of comb is of one of these four kinds, which errors.Is finds: they say who can mend it.
var (
	// ErrArgument is the caller's mistake: an option, a view or a number that no driver could take.
	ErrArgument = errkind.ErrArgument
	// ErrUnsupported is a limit of this driver. Another driver, a smaller input or a plain loop on the CPU works.
	ErrUnsupported = errors.New("not supported by this driver")
	// ErrEnvironment is the state of the process or the machine: no context, the wrong thread, no memory.
	ErrEnvironment = errors.New("the environment does not allow this")
	// ErrInternal is a mistake of comb's own. Please report it with Device.Report.
	ErrInternal = errors.New("internal error of comb")
)

// The reasons for which comb refuses or fails. Every error wraps one of these, or directly one of the four kinds, and
// names the thing, the value and the limit. Each reason belongs to one kind: errors.Is(err, ErrArgument) holds for
// every ErrView.
var (
	ErrView     = reason(ErrArgument, "bad buffer view")
	ErrCount    = reason(ErrArgument, "bad count")
	ErrOverlap  = reason(ErrArgument, "buffers overlap")
	ErrOverflow = reason(ErrArgument, "destination too small")
	ErrReleased = reason(ErrArgument, "released, or never made")
	ErrTexture  = reason(ErrArgument, "bad texture")

	ErrVersion  = reason(ErrUnsupported, "OpenGL 4.3 or later is needed")
	ErrTooLarge = reason(ErrUnsupported, "larger than the driver takes")
	ErrSelfTest = reason(ErrUnsupported, "wrong results on this driver")

	ErrNoContext    = reason(ErrEnvironment, "no current OpenGL context on this thread")
	ErrWrongContext = reason(ErrEnvironment, "another OpenGL context is current")
	ErrWrongThread  = reason(ErrEnvironment, "called from another thread than the context's")
	ErrOutOfMemory  = reason(ErrEnvironment, "out of memory")
	ErrContextLost  = reason(ErrEnvironment, "the context was lost")
	ErrGL           = reason(ErrEnvironment, "OpenGL error")

	ErrBinding = reason(ErrInternal, "shader and Go disagree on a binding")

	// ErrShader comes with ErrArgument when the program holds GLSL of the caller's, else with
	// ErrInternal.
	ErrShader = errors.New("shader rejected")
)

func reason(kind error, text string) error { return errkind.Reason(kind, text) }
