// SPDX-License-Identifier: MIT

package hair

import "github.com/combgl/comb/hair/internal/scene"

// ErrStopped is the error of Frame, Order and Reserve when the function of SetStop ended them. It
// is of none of the four kinds of errors: the caller wanted it.
var ErrStopped = scene.ErrStopped

// SetStop makes the calls of Frame, Order and Reserve that follow call a function between their
// stages, and in a shadow between its lights; a VolumeShadow calls it between its passes too, and
// Tiles in software between the bands of the image that they compose. If the function returns true,
// the call ends with ErrStopped. Nothing is drawn into the target. The next Frame is whole: it has
// the same bits as one without a stopped frame before. Until then calls that read the latest frame
// return gpu.ErrArgument.
//
// The function is for software renderers, where a stage has run when its call returns. On a GPU
// Frame only enqueues, so it ends in a fraction of a millisecond anyway. The function must not call
// the Renderer, and must leave OpenGL's state as it is. nil, the default, stops nothing.
func (r *Renderer) SetStop(stop func() bool) { r.scene.Stop = stop }
