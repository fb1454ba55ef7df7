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

// exact is an A-buffer: what all other ways are measured by. One draw counts the fragments over each pixel, a scan makes
// places of the counts, a second draw writes the fragments down there, a sort by pixel and depth orders them all at once,
// and each pixel puts its own over each other in 32-bit floats. The same fragments make the same bits, in whatever order
// they came; fragments of a pixel with the same depth go by colour.
type exact struct {
	r        *Renderer
	programs [3]uint32 // count, emit, compose
	scanner  *scan.Scanner
	sorter   *radix.Sorter

	width, height   int
	layers, offsets *gpu.Buffer[uint32] // a word a pixel and one more: how many fragments, and where they begin
	keys, colors    *gpu.Buffer[[2]uint32]
	order           *gpu.Buffer[uint32]
	told            *gpu.Buffer[uint32] // pixels that went wrong
	room            int                 // fragments
	fragments       gpu.Count           // on the GPU, at most the room
}

// fragmentBytes is what a fragment takes: key, colour, index, and the first and the last again as the sort's scratch.
const fragmentBytes = 8 + 8 + 4 + 12

// Room for fragments, when neither Options.FragmentBytes nor Reserve has said how much.
const (
	fragmentsPerPixel  = 32
	mostFragmentMemory = 512 << 20
	leastFragments     = 1 << 10
)

// turns is how many turns of its loops an invocation may take: llvmpipe up to Mesa 24 ends them after 65,535 in silence.
func turns(c gpu.Caps) uint32 {
	if c.Software {
		return 65000
	}
	return 1 << 30
}

func countFiles(l look) stageFiles {
	f := l.ribbons("hair/ribbon_count.frag.glsl", nil)
	f.slots = nil // it counts, and needs to know nothing of a fragment
	return f
}

// exactFiles are those of the programs, in their order.
func exactFiles(l look, turns uint32) []stageFiles {
	return []stageFiles{
		countFiles(l),
		l.ribbons("hair/ribbon_emit.frag.glsl", nil),
		{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/fragments_compose.frag.glsl", constants: shaders.Constants{"TURNS": turns}},
	}
}

func newExact(r *Renderer) (transparency, error) {
	e := &exact{r: r}
	if err := e.build(); err != nil {
		e.release()
		return nil, err
	}
	return e, nil
}

func (e *exact) build() (err error) {
	d := e.r.d
	var blocks int32
	if gl.GetIntegerv(gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, &blocks); blocks < 6 {
		return fmt.Errorf("hair: exact: %d storage blocks in fragment shaders, 6 are needed: %w", blocks, gpu.ErrUnsupported)
	}
	if err = e.r.linkAll(exactFiles(e.r.look(), turns(d.Caps())), e.programs[:]); err != nil {
		return err
	}
	if e.scanner, err = scan.New(d, scan.Options{}); err != nil {
		return err
	}
	if e.sorter, err = radix.New(d, radix.Options{Type: gpu.Uint64}); err != nil {
		return err
	}
	e.told, err = gpu.NewBuffer[uint32](d, 2)
	return err
}

func (e *exact) resize(width, height int) error {
	if e.width == width && e.height == height {
		return nil
	}
	e.width, e.height = 0, 0
	d, pixels := e.r.d, width*height
	e.layers.Release()
	e.offsets.Release()
	var err error
	if e.layers, err = gpu.NewBuffer[uint32](d, pixels+1); err != nil {
		return fmt.Errorf("hair: exact: %w", err)
	}
	if e.offsets, err = gpu.NewBuffer[uint32](d, pixels+1); err != nil {
		return fmt.Errorf("hair: exact: %w", err)
	}
	if err := e.sorter.SetBits(0, 32+bits.Len(uint(pixels-1))); err != nil {
		return err
	}
	room := min(fragmentsPerPixel*pixels, mostFragmentMemory/fragmentBytes, d.Caps().MaxStorageBytes/8)
	if asked := e.r.o.FragmentBytes; asked > 0 {
		room = asked / fragmentBytes
	}
	e.width, e.height = width, height
	return e.grow(max(room, leastFragments))
}

// grow makes room for so many fragments, if there is less.
func (e *exact) grow(room int) (err error) {
	if room > e.room {
		if most := e.r.d.Caps().MaxStorageBytes / 8; room > most {
			return fmt.Errorf("hair: exact: room for %d fragments, at most %d: a storage block holds their keys: %w", room, most, gpu.ErrTooLarge)
		}
		// What was there is of no more use, and there may not be memory for both.
		e.room = 0
		e.keys.Release()
		e.colors.Release()
		e.order.Release()
		if err = e.take(room); err != nil {
			return fmt.Errorf("hair: exact: room for %d fragments: %w", room, err)
		}
		e.room = room
	}
	word, err := e.offsets.Slice(e.width*e.height, e.width*e.height+1)
	e.fragments = gpu.CountAt(word, e.room)
	return err
}

func (e *exact) take(room int) (err error) {
	d := e.r.d
	if e.keys, err = gpu.NewBuffer[[2]uint32](d, room); err != nil {
		return err
	}
	if e.colors, err = gpu.NewBuffer[[2]uint32](d, room); err != nil {
		return err
	}
	if e.order, err = gpu.NewBuffer[uint32](d, room); err != nil {
		return err
	}
	return e.sorter.Reserve(radix.ForPairs, room)
}

// reserve makes room for the fragments of a view, and an eighth more for those beside it.
func (e *exact) reserve(fragments int) error {
	if fragments <= e.room {
		return nil
	}
	if asked := e.r.o.FragmentBytes; asked > 0 {
		return fmt.Errorf("hair: exact: %d fragments of %d bytes, Options.FragmentBytes is %d: %w", fragments, fragmentBytes, asked, gpu.ErrTooLarge)
	}
	return e.grow(min(fragments+fragments/8, max(fragments, e.r.d.Caps().MaxStorageBytes/8)))
}

func (e *exact) stages() []stage {
	return []stage{
		{"count", e.countFragments}, // segments -> how many fragments lie over each pixel
		{"places", e.placePixels},   // -> where each pixel's begin
		{"emit", e.emitFragments},   // segments -> keys and colours, pixel by pixel
		{"order", e.sortFragments},  // near to far in each pixel
		{"compose", e.composePixels},
	}
}

// bind gives the fragment stages their buffers.
func (e *exact) bind() {
	for i, id := range [...]uint32{e.layers.View().ID(), e.offsets.View().ID(), e.keys.View().ID(), e.order.View().ID(), e.colors.View().ID(), e.told.View().ID()} {
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(3+i), id)
	}
}

func (e *exact) countFragments(Target) error {
	if e.room == 0 {
		return fmt.Errorf("hair: exact: no room for fragments: Resize or Reserve failed: %w", gpu.ErrView)
	}
	e.bind()
	e.drawUnseen(e.programs[0])
	return nil
}

// drawUnseen draws the ribbons for what their fragment stage writes to buffers.
func (e *exact) drawUnseen(program uint32) {
	gl.ColorMask(false, false, false, false)
	e.r.drawRibbons(program)
	gl.ColorMask(true, true, true, true)
	e.r.wrote()
}

func (e *exact) placePixels(Target) error {
	return e.scanner.Exclusive(e.offsets.View(), e.layers.View(), gpu.N(e.width*e.height+1))
}

func (e *exact) emitFragments(Target) error {
	e.bind()
	e.drawUnseen(e.programs[1])
	return nil
}

func (e *exact) sortFragments(Target) error {
	return e.sorter.Pairs(e.keys.View(), e.order.View(), e.keys.View(), e.order.View(), e.fragments)
}

func (e *exact) composePixels(Target) error {
	e.bind()
	e.r.lay(e.programs[2])
	e.r.d.Publish()
	return nil
}

// inspect reads back how many fragments there were, and what went wrong with them.
func (e *exact) inspect(d *Drawn) error {
	word, _ := e.fragments.Word()
	var total [1]uint32
	if err := gpu.Download(e.r.d, word, total[:]); err != nil {
		return err
	}
	d.Fragments = int(total[0])
	if d.Fragments > e.room {
		return fmt.Errorf("hair: exact: %d fragments, there is room for %d: Renderer.Reserve makes more: %w", d.Fragments, e.room, gpu.ErrOverflow)
	}
	told, err := e.told.Download()
	if err != nil {
		return err
	}
	if err := e.told.Upload(make([]uint32, len(told))); err != nil {
		return err
	}
	if told[0] != 0 {
		return fmt.Errorf("hair: exact: in %d pixels two draws of the same segments had different fragments: %w", told[0], gpu.ErrSelfTest)
	}
	if told[1] != 0 {
		return fmt.Errorf("hair: exact: %d pixels have too many fragments, all or of one depth: this driver cuts loops off after %d turns: %w", told[1], turns(e.r.d.Caps()), gpu.ErrTooLarge)
	}
	return nil
}

func (e *exact) release() {
	for _, p := range e.programs {
		gl.DeleteProgram(p)
	}
	if e.scanner != nil {
		e.scanner.Release()
	}
	if e.sorter != nil {
		e.sorter.Release()
	}
	for _, b := range []*gpu.Buffer[uint32]{e.layers, e.offsets, e.order, e.told} {
		b.Release()
	}
	e.keys.Release()
	e.colors.Release()
}
