// SPDX-License-Identifier: MIT

package gpu

import "errors"

// The reasons for which comb refuses or fails. Every error wraps one of these and names the thing and the limit.
var (
	ErrNoContext   = errors.New("gpu: no current OpenGL context on this thread")
	ErrWrongThread = errors.New("gpu: called from another thread than the context's")
	ErrVersion     = errors.New("gpu: OpenGL 4.3 or later is needed")
	ErrUnsupported = errors.New("gpu: the driver does not support this")
	ErrOutOfMemory = errors.New("gpu: out of memory")
	ErrContextLost = errors.New("gpu: the context was lost")
	ErrGL          = errors.New("gpu: OpenGL error")
	ErrSelfTest    = errors.New("gpu: wrong results on this driver")
	ErrShader      = errors.New("gpu: shader rejected")
	ErrBinding     = errors.New("gpu: shader and Go disagree on a binding")
	ErrView        = errors.New("gpu: bad buffer view")
	ErrCount       = errors.New("gpu: bad count")
	ErrOverlap     = errors.New("gpu: buffers overlap")
	ErrOverflow    = errors.New("gpu: destination too small")
	ErrTooLarge    = errors.New("gpu: larger than the driver takes")
	ErrReleased    = errors.New("gpu: used after Release")
)
