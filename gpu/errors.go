// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"

	"github.com/combgl/comb/internal/errkind"
)

// The four kinds of errors, which errors.Is matches. Every error of comb has one of them.
var (
	// ErrArgument is a mistake of the caller: an option, a view or a number that no driver
	// supports.
	ErrArgument = errkind.ErrArgument
	// ErrUnsupported is a limit of this driver. Another driver, a smaller input or a loop on the
	// CPU works.
	ErrUnsupported = errors.New("not supported by this driver")
	// ErrEnvironment is a state of the process or the machine: no context, the wrong thread, no
	// memory.
	ErrEnvironment = errors.New("the environment does not allow this")
	// ErrInternal is a mistake of comb. Please report it with the lines of Device.Report.
	ErrInternal = errors.New("internal error of comb")
)

// The reasons of errors. Every error wraps one of these, or one of the four kinds directly. Its
// text names the operation, the value and the limit. Each reason belongs to one kind:
// errors.Is(err, ErrArgument) holds for every ErrView.
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

	// ErrShader is wrapped with ErrArgument if the program contains GLSL of the caller. Otherwise
	// it is wrapped with ErrInternal.
	ErrShader = errors.New("shader rejected")
)

func reason(kind error, text string) error { return errkind.Reason(kind, text) }
