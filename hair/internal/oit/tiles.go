// SPDX-License-Identifier: MIT

package oit

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Tiles makes the image of blending without the graphics pipeline. Sorted segments are listed once
// for each tile of the image that they touch. A stable sort by tile brings each tile's segments
// together, still in order. A workgroup a tile blends them near to far and stops where nothing
// behind shows. Source: Kerbl, Kopanas, Leimkuehler and Drettakis, "3D Gaussian Splatting for
// Real-Time Radiance Field Rendering", 2023.
type Tiles struct {
	s                                 *scene.Scene
	light                             *light.Light
	o                                 Options
	count, list, begin, compose       *kernel.Kernel
	listRoom, firstTile, endTile      kernel.Uniform
	scanner                           *scan.Scanner
	sorter                            *radix.Sorter
	resolve                           uint32
	tileCounts, places, begins        *gpu.Buffer[uint32]
	tiles, refs, sortedTiles, ordered *gpu.Buffer[uint32]
	tileBits                          *gpu.Buffer[[2]uint32] // which tiles a segment may touch; nil in software
	records                           *gpu.Buffer[[4]uint32] // four a segment; nil where tiles project segments
	totals                            *gpu.Buffer[uint32]    // how many are listed, how many there were
	image                             uint32                 // of the hair: a texture
	across, number                    int                    // tiles in a row, and all
	Room                              int                    // for listed segments
}

// screenTile is the side of a tile in pixels, whose square a workgroup has invocations.
const screenTile = 8

// leastThrough is what is let through where nothing behind shows: half a step of an 8-bit image.
const leastThrough = float32(1.0 / 512)

// tilesRoom is how many tiles a segment touches on the mean until Reserve has counted them.
const tilesRoom = 4

// staged is the number of items that a workgroup of tiles_spread.comp.glsl stages: 8 KiB.
const staged = 2048

func tilesProgram() scene.Program {
	return scene.Program{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/screen_fill.frag.glsl#over", Constants: scene.ImageUnits()}
}

// NewTiles compiles the kernels and takes room for four tiles a segment, on a GPU 8 bytes that say
// which and the 64 of a record, or no records where memory is short. Errors: gpu.ErrShader,
// gpu.ErrOutOfMemory.
func NewTiles(s *scene.Scene, l *light.Light, o Options) (Method, error) {
	records := keepsRecords(s.Device.Caps(), s.Hair.Segments)
	if RecordsForTests != nil {
		records = *RecordsForTests
	}
	records = records && !s.Texels && composeFile(s.Device.Caps()) != tableFile
	build := func(records bool) (*Tiles, error) {
		t := &Tiles{s: s, light: l, o: o}
		if err := t.build(records); err != nil {
			t.Release()
			return nil, err
		}
		return t, nil
	}
	var t *Tiles
	var err error
	if s.Device.Internal().MakesTogether() {
		t, err = build(records) // where memory is short all is made again in turn, and then without
	} else {
		t, err = ifMemoryAllows(records, build)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ifMemoryAllows builds something with records if they are wanted and memory has room for it, else
// without them.
func ifMemoryAllows[T any](wanted bool, build func(records bool) (T, error)) (T, error) {
	if wanted {
		if t, err := build(true); !errors.Is(err, gpu.ErrOutOfMemory) {
			return t, err
		}
	}
	return build(false)
}

func (t *Tiles) build(records bool) (err error) {
	d := t.s.Device
	file := composeFile(d.Caps())
	count, list, begin, compose := tilesSpecs(t.light.Lighting, file, t.s.Samples, t.o.Resort, t.s.Traces, t.s.Texels, records)
	for k, spec := range map[**kernel.Kernel]kernel.Spec{&t.count: count, &t.list: list, &t.begin: begin, &t.compose: compose} {
		if *k, err = kernel.New(d, spec); err != nil {
			return err
		}
	}
	if t.listRoom, err = t.list.Uniform("room"); err != nil {
		return err
	}
	if t.firstTile, err = t.compose.Uniform("first_tile"); err != nil {
		return err
	}
	if t.endTile, err = t.compose.Uniform("end_tile"); err != nil {
		return err
	}
	if t.scanner, err = t.s.Scanner(); err != nil {
		return err
	}
	if t.sorter, err = radix.New(d, radix.Options{}); err != nil {
		return err
	}
	for _, b := range []**gpu.Buffer[uint32]{&t.tileCounts, &t.places} {
		if *b, err = gpu.NewBuffer[uint32](d, t.s.Hair.Segments); err != nil {
			return err
		}
	}
	if !t.s.Texels {
		if t.tileBits, err = gpu.NewBuffer[[2]uint32](d, t.s.Hair.Segments); err != nil {
			return err
		}
	}
	if records {
		if t.records, err = gpu.NewBuffer[[4]uint32](d, recordWords*t.s.Hair.Segments); err != nil {
			return err
		}
	}
	if t.totals, err = gpu.NewBuffer[uint32](d, 2); err != nil {
		return err
	}
	return t.Grow(max(1<<16, min(tilesRoom*t.s.Hair.Segments, d.Caps().MaxStorageBytes/4)))
}

// Grow makes room for so many listed segments, if there is less.
func (t *Tiles) Grow(room int) (err error) {
	if room <= t.Room {
		return nil
	}
	if most := t.s.Device.Caps().MaxStorageBytes / 4; room > most {
		return fmt.Errorf("hair: tiles: room for %d listed segments, at most %d: a storage block holds them: %w", room, most, gpu.ErrTooLarge)
	}
	t.Room = 0
	for _, b := range []**gpu.Buffer[uint32]{&t.tiles, &t.refs, &t.sortedTiles, &t.ordered} {
		(*b).Release()
		if *b, err = gpu.NewBuffer[uint32](t.s.Device, room); err != nil {
			return fmt.Errorf("hair: tiles: room for %d listed segments: %w", room, err)
		}
	}
	if err := t.sorter.ReserveCall(radix.ForPairs, gpu.N(room)); err != nil {
		return fmt.Errorf("hair: tiles: %w", err)
	}
	t.Room = room
	t.list.Set(t.listRoom, uint32(room))
	return nil
}

func (t *Tiles) Resize(width, height int) (err error) {
	across, up := (width+screenTile-1)/screenTile, (height+screenTile-1)/screenTile
	t.across, t.number = across, across*up
	t.begins.Release()
	if t.begins, err = gpu.NewBuffer[uint32](t.s.Device, t.number+1); err != nil {
		return fmt.Errorf("hair: tiles: %w", err)
	}
	if err := t.sorter.SetBits(0, max(1, bits.Len(uint(t.number-1)))); err != nil {
		return err
	}
	gl.DeleteTextures(1, &t.image)
	gl.GenTextures(1, &t.image)
	gl.BindTexture(gl.TEXTURE_2D, t.image)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	return nil
}

func (t *Tiles) Stages() []scene.Stage {
	return []scene.Stage{
		{Name: "tiles", Run: t.listSegments},    // segments, near to far -> one item for each tile that they touch
		{Name: "tile order", Run: t.sortByTile}, // each tile's together, still near to far
		{Name: "tile compose", Run: t.composeImage},
	}
}

func (t *Tiles) listSegments() error {
	s, n := t.s, t.s.Kept.Count
	groups := s.Expanded.Groups
	k := t.count
	k.SetBuffer(0, s.Sorted.View())
	k.SetBuffer(1, s.Hair.Points.View())
	k.SetBuffer(2, t.tileCounts.View())
	s.ReadWords(0, s.Sorted.View())
	s.ReadVectors(1, s.Hair.Points.View())
	if t.tileBits != nil {
		k.SetBuffer(3, t.tileBits.View())
	}
	if t.records != nil {
		k.SetBuffer(5, t.records.View())
	}
	k.SetCount(n)
	k.Dispatch(groups)
	s.Device.StorageBarrier()
	if err := t.scanner.Exclusive(t.places.View(), t.tileCounts.View(), n); err != nil {
		return err
	}
	k = t.list
	of := t.tileCounts.View() // what each segment touches
	if t.tileBits != nil {
		of = t.tileBits.View()
	}
	for i, v := range [...]gpu.View{s.Sorted.View(), s.Hair.Points.View(), of, t.places.View(), t.tiles.View(), t.refs.View(), t.totals.View()} {
		k.SetBuffer(i, v)
	}
	s.ReadWords(2, t.tileCounts.View())
	s.ReadWords(3, t.places.View())
	k.SetCount(n)
	k.Dispatch(groups)
	s.Device.StorageBarrier()
	return nil
}

// listed is how many items there are. Its word counts those without room too, so that the sort
// reports them through Device.Check.
func (t *Tiles) listed() gpu.Count {
	word, err := t.totals.Slice(1, 2)
	if err != nil {
		return gpu.N(0) // released
	}
	return gpu.CountAt(word, t.Room)
}

func (t *Tiles) sortByTile() error {
	if err := t.sorter.SortPairs(t.sortedTiles.View(), t.ordered.View(), t.tiles.View(), t.refs.View(), t.listed()); err != nil {
		return err
	}
	k := t.begin
	k.SetBuffer(0, t.sortedTiles.View())
	k.SetBuffer(1, t.totals.View())
	k.SetBuffer(2, t.begins.View())
	k.SetCount(gpu.N(t.number + 1))
	k.Dispatch((t.number + scene.GroupSize) / scene.GroupSize)
	t.s.Device.StorageBarrier()
	return nil
}

func (t *Tiles) composeImage() error {
	s, k := t.s, t.compose
	buffers := 4 // before the depth
	if t.records != nil {
		k.SetBuffer(4, t.records.View())
		buffers = 5
	}
	s.ShowDepth(k, buffers)
	gl.BindImageTexture(0, t.image, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	s.BindLit()
	t.light.Show()
	k.SetBuffer(0, t.begins.View())
	k.SetBuffer(1, t.ordered.View())
	k.SetBuffer(2, s.Hair.Points.View())
	k.SetBuffer(3, t.light.Colors())
	t.readTable()
	err := t.dispatchBands()
	t.light.Hide()
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	s.HideDepth()
	s.AfterDraw()
	return err
}

// composeBands is the number of dispatches that compose an image which may be stopped between them.
const composeBands = 16

// dispatchBands composes all tiles. Where a dispatch takes its time in the call, as in software, a
// frame that may be stopped is composed in bands of rows of tiles. Each tile has the same bits in
// any band.
func (t *Tiles) dispatchBands() error {
	band := t.number
	if t.s.Stop != nil && t.s.Device.Caps().Software {
		rows := t.number / t.across
		band = t.across * ((rows + composeBands - 1) / composeBands)
	}
	for first := 0; first < t.number; first += band {
		if first > 0 {
			if err := t.s.GoOn(); err != nil {
				return err
			}
		}
		end := min(first+band, t.number)
		t.compose.Set(t.firstTile, uint32(first))
		t.compose.Set(t.endTile, uint32(end))
		t.compose.Dispatch(end - first)
	}
	return nil
}

// readTable binds what tableFile reads.
func (t *Tiles) readTable() {
	s := t.s
	s.ReadWords(0, t.begins.View())
	s.ReadWords(1, t.ordered.View())
	s.ReadVectors(2, s.Hair.Points.View())
	if t.light.Lighting.PerFragment {
		s.ReadWords(3, t.light.Colors())
	} else {
		s.ReadPairs(3, t.light.Colors())
	}
	if s.Traces {
		s.ReadWords(4, s.Traced.Depths)
	}
	s.ReadWords(5, s.Lit)
}

// Image is where the hair lies until the tone map.
func (t *Tiles) Image() uint32 { return t.image }

// Lay draws the hair over the head.
func (t *Tiles) Lay() error {
	if err := tilesProgram().LinkOnce(t.s.Device, &t.resolve); err != nil {
		return err
	}
	scene.Show(scene.UnitSums, t.image)
	t.s.Lay(t.resolve)
	scene.Show(scene.UnitSums, 0)
	return nil
}

// Inspect reads back whether there was room for all.
func (t *Tiles) Inspect() (f Findings, err error) {
	totals, err := t.totals.Download()
	if err != nil {
		return f, err
	}
	if f.Leftover = int(totals[1] - totals[0]); f.Leftover > 0 {
		return f, fmt.Errorf("hair: tiles: %d listed segments, there is room for %d: Renderer.Reserve makes more: %w", totals[1], t.Room, gpu.ErrOverflow)
	}
	return f, nil
}

// Prepare makes room for the segments of the frame whose order was found, and an eighth more. It
// waits for their number.
func (t *Tiles) Prepare() error {
	if err := t.listSegments(); err != nil {
		return err
	}
	totals, err := t.totals.Download()
	if err != nil || int(totals[1]) <= t.Room {
		return err
	}
	return t.Grow(min(int(totals[1])+int(totals[1])/8, max(int(totals[1]), t.s.Device.Caps().MaxStorageBytes/4)))
}

func (t *Tiles) Release() {
	for _, k := range []*kernel.Kernel{t.count, t.list, t.begin, t.compose} {
		k.Release()
	}
	t.sorter.Release()
	for _, b := range []*gpu.Buffer[uint32]{t.tileCounts, t.places, t.begins, t.tiles, t.refs, t.sortedTiles, t.ordered, t.totals} {
		b.Release()
	}
	t.tileBits.Release()
	t.records.Release()
	gl.DeleteProgram(t.resolve)
	gl.DeleteTextures(1, &t.image)
}
