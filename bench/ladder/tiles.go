// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Tiles lists the ways of reducing the tiles of a picture.
func Tiles() []Rung { return nil }

// Tiler is a rung made ready for pictures of one size.
type Tiler struct{}

// NewTiles makes a rung ready for pictures of width x height texels in tiles of 16x16, 32x32 or 64x64. Tiles at the
// right and last edge have only the texels that are there. Errors: as for New.
func NewTiles(d *gpu.Device, rung string, width, height, tile int) (*Tiler, error) {
	return nil, fmt.Errorf("%w: ladder: tiles: %s", gpu.ErrUnsupported, rung)
}

// Run enqueues the mean luminance (Rec. 709) of each tile of level 0 of a GL_TEXTURE_2D. Errors, before anything is
// enqueued: gpu.ErrTexture for one of another size, gpu.ErrUnsupported for one of integers or depth, gpu.ErrReleased.
func (t *Tiler) Run(texture uint32) error { return nil }

// Size is the number of tiles.
func (t *Tiler) Size() (columns, rows int) { return 0, 0 }

// Result is where Run leaves the means: a float32 for each tile, row by row.
func (t *Tiler) Result() gpu.View { return gpu.View{} }

// Bound is how far a mean may lie from the true one.
func (t *Tiler) Bound() float64 { return 0 }

// Release frees what the rung took.
func (t *Tiler) Release() {}
