// SPDX-License-Identifier: MIT

package core

import (
	"errors"

	"github.com/combgl/comb/internal/errkind"
)

// The errors of package gpu, which documents them.
var (
	ErrArgument    = errkind.ErrArgument
	ErrUnsupported = errors.New("not supported by this driver")
	ErrEnvironment = errors.New("the environment does not allow this")
	ErrInternal    = errors.New("internal error of comb")

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
	ErrShader  = errkind.ErrShader
)

func reason(kind error, text string) error { return errkind.Reason(kind, text) }
