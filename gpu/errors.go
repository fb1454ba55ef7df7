// SPDX-License-Identifier: MIT

package gpu

import "github.com/combgl/comb/internal/core"

// The four kinds of errors, which errors.Is matches. Every error of comb has one of them.
var (
	// ErrArgument is a mistake of the caller: an option, a view or a number that no driver
	// supports.
	ErrArgument = core.ErrArgument
	// ErrUnsupported is a limit of this driver. Another driver, a smaller input or a loop on the
	// CPU works.
	ErrUnsupported = core.ErrUnsupported
	// ErrEnvironment is a state of the process or the machine: no context, the wrong thread, no
	// memory.
	ErrEnvironment = core.ErrEnvironment
	// ErrInternal is a mistake of comb. Please report it with the lines of Device.Report.
	ErrInternal = core.ErrInternal
)

// The reasons of errors. Every error wraps one of these, or one of the four kinds directly. Its
// text names the operation, the value and the limit. Each reason belongs to one kind:
// errors.Is(err, ErrArgument) holds for every ErrView.
var (
	ErrView     = core.ErrView     // bad buffer view
	ErrCount    = core.ErrCount    // bad count
	ErrOverlap  = core.ErrOverlap  // buffers overlap
	ErrOverflow = core.ErrOverflow // destination too small
	ErrReleased = core.ErrReleased // released, or never made
	ErrTexture  = core.ErrTexture  // bad texture

	ErrVersion  = core.ErrVersion  // OpenGL 4.3 or later is needed
	ErrTooLarge = core.ErrTooLarge // larger than the driver takes
	ErrSelfTest = core.ErrSelfTest // wrong results on this driver

	ErrNoContext    = core.ErrNoContext    // no current OpenGL context on this thread
	ErrWrongContext = core.ErrWrongContext // another OpenGL context is current
	ErrWrongThread  = core.ErrWrongThread  // called from another thread than the context's
	ErrOutOfMemory  = core.ErrOutOfMemory  // out of memory
	ErrContextLost  = core.ErrContextLost  // the context was lost
	ErrGL           = core.ErrGL           // OpenGL error

	ErrBinding = core.ErrBinding // shader and Go disagree on a binding

	// ErrShader is wrapped with ErrArgument if the program contains GLSL of the caller. Otherwise
	// it is wrapped with ErrInternal.
	ErrShader = core.ErrShader
)
