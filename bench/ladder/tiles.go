// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/reduce"
)

// tileRung is a method of reducing tiles: a kind of tree, the number of invocations, and the texels
// that each fetches at once. comb's own rung has an empty tree.
type tileRung struct {
	Rung
	tree         string
	group, fetch int
}

var tileRungs = makeTileRungs()

func makeTileRungs() []tileRung {
	all := []tileRung{
		{Rung{"interleaved", "256 invocations, tree: neighbours first, one lane in 2, 4, 8 works"}, "interleaved", 256, 1},
		{Rung{"sequential", "256 invocations, tree: the first half adds the second half's"}, "sequential", 256, 1},
		{Rung{"unrolled", "as sequential, no loop; barriers stay: lanes keep no lockstep"}, "unrolled", 256, 1},
	}
	for _, fetch := range []int{2, 4} {
		for _, group := range []int{16, 64, 256} {
			about := fmt.Sprintf("as unrolled, %d texels fetched first, %d invocations", fetch, group)
			all = append(all, tileRung{Rung{fmt.Sprintf("prefetch-%d-%d", fetch, group), about}, "unrolled", group, fetch})
		}
	}
	return append(all,
		tileRung{Rung{"subgroup", "one texel fetched first, then the lanes of a subgroup hand over"}, "subgroup", 0, 1},
		tileRung{Rung{"ours", "comb's reduce.Image: small tiles share a workgroup"}, "", 0, 0},
	)
}

// Tiles lists the methods of reducing the tiles of an image.
func Tiles() []Rung {
	var all []Rung
	for _, r := range tileRungs {
		all = append(all, r.Rung)
	}
	return all
}

// Tiler is a rung made ready for images of one size.
type Tiler struct {
	d                   *gpu.Device
	rung                tileRung
	width, height, tile int
	chain               int
	result              *gpu.Buffer[float32]
	unit                *kernel.TextureUnit

	k       *kernel.Kernel // nil in comb's
	sampler kernel.Sampler

	image *reduce.Image
	known uint32 // the last texture whose size was checked; comb's own rung checks it in each call
}

// NewTiles makes a rung ready for images of width x height texels in tiles of 16x16, 32x32 or
// 64x64. Tiles at the right and the last edge are cut to the image. Errors: ErrRung and
// gpu.ErrTooLarge, with the reason, if this rung cannot do it; gpu.ErrArgument for other sides or
// an unknown rung; gpu.ErrOutOfMemory, gpu.ErrShader.
func NewTiles(d *gpu.Device, rung string, width, height, tile int) (*Tiler, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	t := &Tiler{d: d, width: width, height: height, tile: tile}
	switch {
	case width < 1 || height < 1 || width > maxSide || height > maxSide:
		return nil, fmt.Errorf("ladder: tiles: %s: an image of %dx%d texels, sides from 1 to %d are possible: %w", rung, width, height, maxSide, gpu.ErrArgument)
	case tile != 16 && tile != 32 && tile != 64:
		return nil, fmt.Errorf("ladder: tiles: %s: tiles of %dx%d texels, want a side of 16, 32 or 64: %w", rung, tile, tile, gpu.ErrArgument)
	}
	i := slices.IndexFunc(tileRungs, func(one tileRung) bool { return one.Name == rung })
	if i < 0 {
		return nil, fmt.Errorf("ladder: tiles: %s: there is no such rung: %w", rung, gpu.ErrArgument)
	}
	t.rung = tileRungs[i]
	if err := t.build(); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// maxSide keeps the number of tiles and the index of a texel far below 2^31. Drivers have lower
// limits.
const maxSide = 1 << 18

func (t *Tiler) unsupported(why string) error {
	return fmt.Errorf("ladder: tiles: %s: %s: %w", t.rung.Name, why, ErrRung)
}

func (t *Tiler) build() (err error) {
	if texels := t.tile * t.tile; t.rung.group*t.rung.fetch > texels {
		return t.unsupported(fmt.Sprintf("%d invocations that fetch %d texels each are more than the %d of a tile", t.rung.group, t.rung.fetch, texels))
	}
	columns, rows := t.Size()
	if t.result, err = gpu.NewBuffer[float32](t.d, columns*rows); err != nil {
		return err
	}
	if t.unit, err = kernel.NewTextureUnit(t.d); err != nil {
		return err
	}
	if t.rung.tree == "" {
		t.chain = 64 + 256 // the texels of an invocation and the lanes of its team, at most
		t.image, err = reduce.NewImage(t.d, reduce.ImageOptions{Op: reduce.Mean, Weighted: true, TileWidth: t.tile, TileHeight: t.tile})
		return err
	}
	s := plain(t.rung.group, t.rung.fetch)
	if t.rung.tree == "subgroup" {
		if s, err = lanes(t.d.Caps(), t.rung.fetch); err != nil {
			return fmt.Errorf("ladder: tiles: %s: %w", t.rung.Name, err)
		}
	}
	t.chain = up(t.tile*t.tile, s.GroupSize) + treeChain(s)
	if t.k, err = kernel.New(t.d, tileSpec(t.rung.tree, s, t.tile)); err != nil {
		return err
	}
	for name, v := range map[string]int{"source_width": t.width, "source_height": t.height, "tile_columns": columns} {
		u, err := t.k.Uniform(name)
		if err != nil {
			return err
		}
		t.k.Set(u, uint32(v))
	}
	t.sampler = t.k.Sampler("source_image", t.unit)
	return nil
}

// Run enqueues the mean luminance (Rec. 709 weights of what a shader reads) of each tile of level 0
// of a GL_TEXTURE_2D. Errors, before anything is enqueued: gpu.ErrTexture for an object that is no
// GL_TEXTURE_2D, or one of another size; gpu.ErrUnsupported for a texture of integers or depth;
// gpu.ErrReleased, gpu.ErrWrongThread.
func (t *Tiler) Run(texture uint32) error {
	if err := t.d.Internal().Enter(); err != nil {
		return err
	}
	defer t.d.Internal().Leave()
	switch {
	case t.unit == nil:
		return fmt.Errorf("ladder: the Tiler: %w", gpu.ErrReleased)
	case t.k == nil && texture == t.known && texture != 0:
		return t.image.Reduce(t.Result(), texture, 0)
	}
	p, err := t.unit.Bind("ladder: tiles", texture, 0)
	if err != nil {
		return err
	}
	defer t.unit.Unbind()
	if p.Width != t.width || p.Height != t.height {
		return fmt.Errorf("ladder: tiles: texture %d has %dx%d texels, want %dx%d: %w", texture, p.Width, p.Height, t.width, t.height, gpu.ErrTexture)
	}
	if t.k == nil {
		t.known = texture
		return t.image.Reduce(t.Result(), texture, 0)
	}
	t.sampler.Set(p)
	t.k.SetBuffer(0, t.Result())
	columns, rows := t.Size()
	t.k.Dispatch(columns * rows)
	t.d.MemoryBarrier()
	return nil
}

// Size is the number of tiles.
func (t *Tiler) Size() (columns, rows int) { return up(t.width, t.tile), up(t.height, t.tile) }

// Result is the view to which Run writes the means: a float32 for each tile, row by row.
func (t *Tiler) Result() gpu.View { return t.result.View() }

// Bound is the largest allowed error of a mean, for texels from 0 to 1.
func (t *Tiler) Bound() float64 { return float64(t.chain+8) * rounding }

// Release frees the rung's kernels, buffers and textures.
func (t *Tiler) Release() {
	if t == nil || t.d.Internal().Enter() != nil {
		return
	}
	defer t.d.Internal().Leave()
	t.k.Release()
	t.image.Release()
	t.unit.Release()
	t.result.Release()
	t.unit = nil
}
