// SPDX-License-Identifier: MIT

package oit

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Exact is an A-buffer: the reference of all other methods. One draw counts the fragments over each
// pixel. A scan turns the counts into places, and a second draw writes the fragments there. A sort
// by pixel and depth orders all of them, and each pixel blends its own in 32-bit floats. The same
// fragments make the same bits in any order; fragments of a pixel with the same depth go by colour.
type Exact struct {
	s        *scene.Scene
	light    *light.Light
	o        Options
	Programs [3]uint32 // count, emit, compose
	scanner  *scan.Scanner
	sorter   *radix.Sorter

	width, height   int
	Layers, offsets *gpu.Buffer[uint32] // a word a pixel and one more: how many fragments, and where they begin
	Keys, Colors    *gpu.Buffer[[2]uint32]
	Order           *gpu.Buffer[uint32]
	faults          *gpu.Buffer[uint32] // pixels that went wrong
	room            int                 // fragments
	bits            int                 // of the keys that are sorted
	fragments       gpu.Count           // on the GPU, at most the room
}

// FragmentBytes is what a fragment takes: key, colour, index, and the first and the last again as
// the sort's scratch.
const FragmentBytes = 8 + 8 + 4 + 12

// Room for fragments, where Options.FragmentBytes is 0 and Reserve was not called.
const (
	fragmentsPerPixel  = 32
	mostFragmentMemory = 512 << 20
	leastFragments     = 1 << 10
)

// turns is how many turns of its loops an invocation may take: llvmpipe up to Mesa 24 ends them
// after 65,535 in silence.
func turns(c gpu.Caps) uint32 {
	if c.Software {
		return 65000
	}
	return 1 << 30
}

// usualRoom is the room for fragments of an image where nothing else says how many. It is pure.
func usualRoom(c gpu.Caps, pixels int) int {
	return min(fragmentsPerPixel*pixels, mostFragmentMemory/FragmentBytes, c.MaxStorageBytes/8)
}

func CountProgram(l light.Lighting) scene.Program {
	f := l.Ribbons("hair/oit_exact.frag.glsl#count", nil)
	f.Slots = nil // it counts, and needs to know nothing of a fragment
	return f
}

// ExactPrograms are those of the programs, in their order.
func ExactPrograms(l light.Lighting, turns uint32) []scene.Program {
	return []scene.Program{
		CountProgram(l),
		l.Ribbons("hair/oit_exact.frag.glsl#emit", nil),
		{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/oit_exact.frag.glsl#compose", Constants: shaders.Constants{"TURNS": turns}},
	}
}

// NewExact compiles the passes. Resize takes the room. Errors: gpu.ErrShader, gpu.ErrUnsupported.
func NewExact(s *scene.Scene, l *light.Light, o Options) (Method, error) {
	e := &Exact{s: s, light: l, o: o}
	if err := e.build(); err != nil {
		e.Release()
		return nil, err
	}
	return e, nil
}

func (e *Exact) build() (err error) {
	d := e.s.Device
	var blocks int32
	if gl.GetIntegerv(gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, &blocks); blocks < 6 {
		return fmt.Errorf("hair: exact: %d storage blocks in fragment shaders, 6 are needed: %w", blocks, gpu.ErrUnsupported)
	}
	if err = scene.LinkAll(e.s.Device, ExactPrograms(e.light.Lighting, turns(d.Caps())), e.Programs[:]); err != nil {
		return err
	}
	if e.scanner, err = e.s.Scanner(); err != nil {
		return err
	}
	if e.sorter, err = radix.New(d, radix.Options{Type: gpu.Uint64}); err != nil {
		return err
	}
	e.faults, err = gpu.NewBuffer[uint32](d, 2)
	return err
}

func (e *Exact) Resize(width, height int) error {
	if e.width == width && e.height == height {
		return nil
	}
	e.width, e.height = 0, 0
	d, pixels := e.s.Device, width*height
	e.bits = 32 + bits.Len(uint(pixels-1))
	e.Layers.Release()
	e.offsets.Release()
	var err error
	if e.Layers, err = gpu.NewBuffer[uint32](d, pixels+1); err != nil {
		return fmt.Errorf("hair: exact: %w", err)
	}
	if e.offsets, err = gpu.NewBuffer[uint32](d, pixels+1); err != nil {
		return fmt.Errorf("hair: exact: %w", err)
	}
	if err := e.sorter.SetBits(0, e.bits); err != nil {
		return err
	}
	room := usualRoom(d.Caps(), pixels)
	if limit := e.o.FragmentBytes; limit > 0 {
		room = limit / FragmentBytes
	}
	e.width, e.height = width, height
	return e.grow(max(room, leastFragments))
}

// grow makes room for so many fragments, if there is less.
func (e *Exact) grow(room int) (err error) {
	if room > e.room {
		if most := e.s.Device.Caps().MaxStorageBytes / 8; room > most {
			return fmt.Errorf("hair: exact: room for %d fragments, at most %d: a storage block holds their keys: %w", room, most, gpu.ErrTooLarge)
		}
		// What was there is of no more use, and there may not be memory for both.
		e.room = 0
		e.Keys.Release()
		e.Colors.Release()
		e.Order.Release()
		if err = e.take(room); err != nil {
			return fmt.Errorf("hair: exact: room for %d fragments: %w", room, err)
		}
		e.room = room
	}
	word, err := e.offsets.Slice(e.width*e.height, e.width*e.height+1)
	e.fragments = gpu.CountAt(word, e.room)
	return err
}

func (e *Exact) take(room int) (err error) {
	d := e.s.Device
	if e.Keys, err = gpu.NewBuffer[[2]uint32](d, room); err != nil {
		return err
	}
	if e.Colors, err = gpu.NewBuffer[[2]uint32](d, room); err != nil {
		return err
	}
	if e.Order, err = gpu.NewBuffer[uint32](d, room); err != nil {
		return err
	}
	return e.sorter.ReserveCall(radix.ForPairs, gpu.N(room))
}

// Reserve makes room for the fragments of a view, and an eighth more for those beside it.
func (e *Exact) Reserve(fragments int) error {
	if fragments <= e.room {
		return nil
	}
	if limit := e.o.FragmentBytes; limit > 0 {
		return fmt.Errorf("hair: exact: %d fragments of %d bytes, Options.Transparency.FragmentBytes is %d: %w", fragments, FragmentBytes, limit, gpu.ErrTooLarge)
	}
	return e.grow(min(fragments+fragments/8, max(fragments, e.s.Device.Caps().MaxStorageBytes/8)))
}

func (e *Exact) Stages() []scene.Stage {
	return []scene.Stage{
		{Name: "count", Run: e.countFragments}, // segments -> how many fragments lie over each pixel
		{Name: "places", Run: e.placePixels},   // -> where each pixel's begin
		{Name: "emit", Run: e.emitFragments},   // segments -> keys and colours, pixel by pixel
		{Name: "order", Run: e.sortFragments},  // near to far in each pixel
		{Name: "compose", Run: e.composePixels},
	}
}

// bind gives the fragment stages their buffers.
func (e *Exact) bind() {
	for i, v := range [...]gpu.View{e.Layers.View(), e.offsets.View(), e.Keys.View(), e.Order.View(), e.Colors.View(), e.faults.View()} {
		scene.BindStorage(uint32(3+i), v)
	}
}

func (e *Exact) countFragments() error {
	if e.room == 0 {
		return fmt.Errorf("hair: exact: no room for fragments: Resize or Reserve failed: %w", gpu.ErrArgument)
	}
	e.bind()
	e.drawUnseen(e.Programs[0])
	return nil
}

// drawUnseen draws the ribbons for what their fragment stage writes to buffers.
func (e *Exact) drawUnseen(program uint32) {
	gl.ColorMask(false, false, false, false)
	e.light.Draw(program)
	gl.ColorMask(true, true, true, true)
	e.s.AfterDraw()
}

func (e *Exact) placePixels() error {
	return e.scanner.Exclusive(e.offsets.View(), e.Layers.View(), gpu.N(e.width*e.height+1))
}

func (e *Exact) emitFragments() error {
	e.bind()
	e.drawUnseen(e.Programs[1])
	return nil
}

func (e *Exact) sortFragments() error {
	return e.sorter.SortPairs(e.Keys.View(), e.Order.View(), e.Keys.View(), e.Order.View(), e.fragments)
}

func (e *Exact) composePixels() error {
	e.bind()
	e.s.Lay(e.Programs[2])
	e.s.Device.MemoryBarrier()
	return nil
}

// Inspect reads back how many fragments there were, and what went wrong with them.
func (e *Exact) Inspect() (f Findings, err error) {
	word, _ := e.fragments.Word()
	var total [1]uint32
	if err := gpu.Download(e.s.Device, word, total[:]); err != nil {
		return f, err
	}
	f.Fragments = int(total[0])
	if f.Fragments > e.room {
		return f, fmt.Errorf("hair: exact: %d fragments, there is room for %d: Renderer.Reserve makes more: %w", f.Fragments, e.room, gpu.ErrOverflow)
	}
	faults, err := e.faults.Download()
	if err != nil {
		return f, err
	}
	if err := e.faults.Upload(make([]uint32, len(faults))); err != nil {
		return f, err
	}
	if faults[0] != 0 {
		return f, fmt.Errorf("hair: exact: in %d pixels two draws of the same segments had different fragments: %w", faults[0], gpu.ErrSelfTest)
	}
	if faults[1] != 0 {
		return f, fmt.Errorf("hair: exact: %d pixels have too many fragments, all or of one depth: this driver cuts loops off after %d turns: %w", faults[1], turns(e.s.Device.Caps()), gpu.ErrTooLarge)
	}
	return f, nil
}

func (e *Exact) Release() {
	for _, p := range e.Programs {
		gl.DeleteProgram(p)
	}
	if e.sorter != nil {
		e.sorter.Release()
	}
	for _, b := range []*gpu.Buffer[uint32]{e.Layers, e.offsets, e.Order, e.faults} {
		b.Release()
	}
	e.Keys.Release()
	e.Colors.Release()
}
