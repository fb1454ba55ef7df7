// SPDX-License-Identifier: MIT

package gpu

import "github.com/combgl/comb/internal/core"

// The four kinds of errors, which errors.Is matches. Every error of comb has one of them.
var (
	ErrArgument    = core.ErrArgument    // an option, a view or a number that no driver supports
	ErrUnsupported = core.ErrUnsupported // a limit of this driver; another, a smaller input or the CPU works
	ErrEnvironment = core.ErrEnvironment // no context, the wrong thread, no memory
	ErrInternal    = core.ErrInternal    // a mistake of comb; please report it with Device.Report
)

// The reasons of errors. Every error wraps one of these, or a kind directly. Its text names the
// operation, the value and the limit. If the context, the thread or the Device is wrong, it names
// no operation. Each reason belongs to one kind.
var (
	ErrView         = core.ErrView         // bad buffer view
	ErrCount        = core.ErrCount        // bad count
	ErrOverlap      = core.ErrOverlap      // buffers overlap
	ErrOverflow     = core.ErrOverflow     // destination too small
	ErrReleased     = core.ErrReleased     // released, or never made
	ErrTexture      = core.ErrTexture      // bad texture
	ErrVersion      = core.ErrVersion      // OpenGL 4.3 or later is needed
	ErrTooLarge     = core.ErrTooLarge     // larger than the driver takes
	ErrSelfTest     = core.ErrSelfTest     // wrong results on this driver
	ErrNoContext    = core.ErrNoContext    // no current OpenGL context on this thread
	ErrWrongContext = core.ErrWrongContext // another OpenGL context is current
	ErrWrongThread  = core.ErrWrongThread  // called from another thread than the context's
	ErrOutOfMemory  = core.ErrOutOfMemory  // out of memory
	ErrContextLost  = core.ErrContextLost  // the context was lost
	ErrGL           = core.ErrGL           // OpenGL error
	ErrBinding      = core.ErrBinding      // shader and Go disagree on a binding
	ErrShader       = core.ErrShader       // ErrArgument for GLSL of the caller, else ErrInternal
)
