// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// tiled is Blend's picture without the graphics pipeline. Sorted segments are listed once for each tile of the picture
// that they touch, a stable sort by tile brings each tile's together, still in order, and a workgroup a tile puts them
// over each other, near to far, so that it can stop where nothing behind shows. After the splats of Kerbl, Kopanas,
// Leimkuehler and Drettakis, "3D Gaussian Splatting for Real-Time Radiance Field Rendering", 2023.
type tiled struct {
	r                                 *Renderer
	count, list, begin, compose       *gpu.Kernel
	listRoom, composeTiles            gpu.Uniform
	scanner                           *scan.Scanner
	sorter                            *radix.Sorter
	resolve                           uint32
	touches, places, begins           *gpu.Buffer[uint32]
	tiles, refs, sortedTiles, ordered *gpu.Buffer[uint32]
	told                              *gpu.Buffer[uint32] // how many are listed, how many there were
	hair                              uint32              // the picture
	number                            int                 // of tiles
	room                              int                 // for listed segments
}

// screenTile is the side of a tile in pixels, whose square a workgroup has invocations.
const screenTile = 8

// leastThrough is what is let through where nothing behind shows: half a step of an 8-bit picture.
const leastThrough = float32(1.0 / 512)

// tiledRoom is how many tiles a segment touches on the mean until Reserve has counted them.
const tiledRoom = 4

func tiledSpecs(l look, samples, resort int, traced bool) (count, list, begin, compose gpu.Spec) {
	tile := shaders.Constants{"SCREEN_TILE": screenTile}
	count = gpu.Spec{File: "hair/tiles_count.comp.glsl", Shape: flat, Constants: tile, Buffers: []string{"Drawn", "Points", "Touches", "Count"}}
	list = gpu.Spec{File: "hair/tiles_list.comp.glsl", Shape: flat, Constants: tile,
		Buffers: []string{"Drawn", "Points", "Touches", "Places", "Tiles", "Refs", "Listed", "Count"}}
	begin = gpu.Spec{File: "hair/tiles_begin.comp.glsl", Shape: flat, Buffers: []string{"Tiles", "Listed", "Begins", "Count"}}
	shape := flat
	shape.GroupSize = screenTile * screenTile
	slots, constants := l.kernel(shaders.Constants{
		"SCREEN_TILE": uint32(screenTile), "SAMPLES": samples, "LEAST_THROUGH": leastThrough, "WINDOW": resort})
	compose = sceneDepth(gpu.Spec{File: "hair/tiles_compose.comp.glsl", Shape: shape, Constants: constants, Slots: slots,
		Buffers: []string{"Begins", "Refs", "Points", "Shades"}}, samples, traced)
	return count, list, begin, compose
}

func tiledResolveFiles() stageFiles {
	return stageFiles{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/tiles_resolve.frag.glsl", constants: readPictures()}
}

func newTiled(r *Renderer) (transparency, error) {
	t := &tiled{r: r}
	if err := t.build(); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

func (t *tiled) build() (err error) {
	d := t.r.d
	count, list, begin, compose := tiledSpecs(t.r.look(), t.r.o.Samples, t.r.resort(), t.r.o.tracesHead())
	for k, spec := range map[**gpu.Kernel]gpu.Spec{&t.count: count, &t.list: list, &t.begin: begin, &t.compose: compose} {
		if *k, err = d.NewKernel(spec); err != nil {
			return err
		}
	}
	if t.listRoom, err = t.list.Uniform("room"); err != nil {
		return err
	}
	if t.composeTiles, err = t.compose.Uniform("tile_count"); err != nil {
		return err
	}
	if t.resolve, err = tiledResolveFiles().link(d); err != nil {
		return err
	}
	if t.scanner, err = scan.New(d, scan.Options{}); err != nil {
		return err
	}
	if t.sorter, err = radix.New(d, radix.Options{}); err != nil {
		return err
	}
	for _, b := range []**gpu.Buffer[uint32]{&t.touches, &t.places} {
		if *b, err = gpu.NewBuffer[uint32](d, t.r.m.segments); err != nil {
			return err
		}
	}
	if t.told, err = gpu.NewBuffer[uint32](d, 2); err != nil {
		return err
	}
	return t.grow(max(1<<16, min(tiledRoom*t.r.m.segments, d.Caps().MaxStorageBytes/4)))
}

// grow makes room for so many listed segments, if there is less.
func (t *tiled) grow(room int) (err error) {
	if room <= t.room {
		return nil
	}
	if most := t.r.d.Caps().MaxStorageBytes / 4; room > most {
		return fmt.Errorf("hair: tiles: room for %d listed segments, at most %d: a storage block holds them: %w", room, most, gpu.ErrTooLarge)
	}
	t.room = 0
	for _, b := range []**gpu.Buffer[uint32]{&t.tiles, &t.refs, &t.sortedTiles, &t.ordered} {
		(*b).Release()
		if *b, err = gpu.NewBuffer[uint32](t.r.d, room); err != nil {
			return fmt.Errorf("hair: tiles: room for %d listed segments: %w", room, err)
		}
	}
	if err = t.sorter.Reserve(radix.ForPairs, room); err != nil {
		return fmt.Errorf("hair: tiles: %w", err)
	}
	t.room = room
	t.list.Set(t.listRoom, uint32(room))
	return nil
}

func (t *tiled) resize(width, height int) (err error) {
	across, up := (width+screenTile-1)/screenTile, (height+screenTile-1)/screenTile
	t.number = across * up
	t.begins.Release()
	if t.begins, err = gpu.NewBuffer[uint32](t.r.d, t.number+1); err != nil {
		return fmt.Errorf("hair: tiles: %w", err)
	}
	if err := t.sorter.SetBits(0, max(1, bits.Len(uint(t.number-1)))); err != nil {
		return err
	}
	t.compose.Set(t.composeTiles, uint32(t.number))
	gl.DeleteTextures(1, &t.hair)
	gl.GenTextures(1, &t.hair)
	gl.BindTexture(gl.TEXTURE_2D, t.hair)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	return nil
}

func (t *tiled) stages() []stage {
	return []stage{
		{"tiles", t.listSegments},    // segments, near to far -> one item for each tile that they touch
		{"tile order", t.sortByTile}, // each tile's together, still near to far
		{"tile compose", t.composePicture},
	}
}

func (t *tiled) listSegments(Target) error {
	r, n := t.r, t.r.cull.Result().Count
	groups := r.thin.groups()
	k := t.count
	k.SetBuffer(0, r.drawn().View())
	k.SetBuffer(1, r.m.points.View())
	k.SetBuffer(2, t.touches.View())
	k.SetCount(n)
	k.Dispatch(groups)
	r.d.Barrier()
	if err := t.scanner.Exclusive(t.places.View(), t.touches.View(), n); err != nil {
		return err
	}
	k = t.list
	for i, v := range [...]gpu.View{r.drawn().View(), r.m.points.View(), t.touches.View(), t.places.View(), t.tiles.View(), t.refs.View(), t.told.View()} {
		k.SetBuffer(i, v)
	}
	k.SetCount(n)
	k.Dispatch(groups)
	r.d.Barrier()
	return nil
}

// listed is how many items there are.
func (t *tiled) listed() gpu.Count {
	word, err := t.told.Slice(0, 1)
	if err != nil {
		return gpu.N(0) // released
	}
	return gpu.CountAt(word, t.room)
}

func (t *tiled) sortByTile(Target) error {
	if err := t.sorter.Pairs(t.sortedTiles.View(), t.ordered.View(), t.tiles.View(), t.refs.View(), t.listed()); err != nil {
		return err
	}
	k := t.begin
	k.SetBuffer(0, t.sortedTiles.View())
	k.SetBuffer(1, t.told.View())
	k.SetBuffer(2, t.begins.View())
	k.SetCount(gpu.N(t.number + 1))
	k.Dispatch((t.number + groupSize) / groupSize)
	t.r.d.Barrier()
	return nil
}

func (t *tiled) composePicture(Target) error {
	r, k := t.r, t.compose
	r.showSceneDepth(k, 4)
	gl.BindImageTexture(0, t.hair, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	r.bindLit()
	r.scattering.show()
	k.SetBuffer(0, t.begins.View())
	k.SetBuffer(1, t.ordered.View())
	k.SetBuffer(2, r.m.points.View())
	k.SetBuffer(3, r.ribbonColors())
	k.Dispatch(t.number)
	r.scattering.hide()
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	r.hideSceneDepth()
	r.wrote()
	return nil
}

// picture is where the hair lies until the tone map.
func (t *tiled) picture() uint32 { return t.hair }

// lay draws the hair over the scene.
func (t *tiled) lay() {
	show(unitSums, t.hair)
	t.r.lay(t.resolve)
	show(unitSums, 0)
}

// inspect reads back whether there was room for all.
func (t *tiled) inspect(d *Drawn) error {
	told, err := t.told.Download()
	if err == nil {
		d.Leftover = int(told[1] - told[0])
	}
	return err
}

// prepare makes room for the segments of the frame that was begun, and an eighth more, and waits for their number.
func (t *tiled) prepare() error {
	for _, stage := range []func(Target) error{t.r.keySegments, t.r.sortSegments, t.listSegments} {
		if err := stage(Target{}); err != nil {
			return err
		}
	}
	told, err := t.told.Download()
	if err != nil || int(told[1]) <= t.room {
		return err
	}
	return t.grow(min(int(told[1])+int(told[1])/8, max(int(told[1]), t.r.d.Caps().MaxStorageBytes/4)))
}

func (t *tiled) release() {
	for _, k := range []*gpu.Kernel{t.count, t.list, t.begin, t.compose} {
		k.Release()
	}
	t.scanner.Release()
	t.sorter.Release()
	for _, b := range []*gpu.Buffer[uint32]{t.touches, t.places, t.begins, t.tiles, t.refs, t.sortedTiles, t.ordered, t.told} {
		b.Release()
	}
	gl.DeleteProgram(t.resolve)
	gl.DeleteTextures(1, &t.hair)
}
