// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Exact keeps every fragment of a light's map: written out, sorted by texel and depth, summed. It
// is a reference to compare the other methods with. It counts the fragments first, waits for the
// number, and takes memory as it needs it. If more fragments than fit are counted, it draws the map
// in bands of rows.
type Exact struct {
	l                               *Pass
	count, emit                     adder
	emitFirst, emitRoom             int32
	lookup                          placesKernel
	placeCount                      kernel.Uniform
	firstFragment, firstRow, endRow kernel.Uniform
	sorter                          *radix.Sorter
	scanner                         *scan.Scanner
	Counts, begins, emitted         *gpu.Buffer[uint32]
	taus                            *gpu.Buffer[uint32]
	keys                            *gpu.Buffer[[2]uint32]
	sums                            *gpu.Buffer[[2]float32]
	room                            int // fragments that the buffers hold
	Most                            int // that they may hold
}

// exactRoom is how many fragments are sorted at a time at most: 128 MiB of keys, and twice as much
// for the sort.
const exactRoom = 1 << 24

func exactPrograms() (count, emit scene.Program) {
	return adderProgram("hair/light_map.frag.glsl#count", nil), adderProgram("hair/light_map.frag.glsl#emit", nil)
}

func exactSpec() kernel.Spec {
	return kernel.Spec{File: "hair/exact_light.comp.glsl", Shape: scene.Flat, Constants: shaders.Constants{"TAU_STEPS": float32(tauSteps)},
		Buffers: []string{"Points", "HeadPlaces", "Lit", "Begins", "Keys", "Taus", "Sums"}}
}

func NewExact(l *Pass) (Method, error) {
	e := &Exact{l: l, Most: min(exactRoom, l.s.Device.Caps().MaxStorageBytes/8)}
	if err := e.build(); err != nil {
		e.Release()
		return nil, err
	}
	return e, nil
}

func (e *Exact) build() (err error) {
	d := e.l.s.Device
	count, emit := exactPrograms()
	if e.count, err = e.l.newAdder(count); err != nil {
		return err
	}
	if e.emit, err = e.l.newAdder(emit); err != nil {
		return err
	}
	e.emitFirst, e.emitRoom = scene.Uniform(e.emit.program, "first_texel"), scene.Uniform(e.emit.program, "room")
	if e.lookup, err = e.l.newPlacesKernel(exactSpec()); err != nil {
		return err
	}
	for name, u := range map[string]*kernel.Uniform{"place_count": &e.placeCount, "first_fragment": &e.firstFragment, "first_row": &e.firstRow, "end_row": &e.endRow} {
		if *u, err = e.lookup.kernel.Uniform(name); err != nil {
			return err
		}
	}
	if e.sorter, err = radix.New(d, radix.Options{Type: gpu.Uint64}); err != nil {
		return err
	}
	if e.scanner, err = e.l.s.Scanner(); err != nil {
		return err
	}
	texels := e.l.Room * e.l.Room
	if e.Counts, err = gpu.NewBuffer[uint32](d, texels+1); err != nil {
		return err
	}
	if e.begins, err = gpu.NewBuffer[uint32](d, texels+1); err != nil {
		return err
	}
	if e.emitted, err = gpu.NewBuffer[uint32](d, 1); err != nil {
		return err
	}
	e.sums, err = gpu.NewBuffer[[2]float32](d, e.l.s.Places())
	return err
}

// band is some rows of the map: [first, end), with the fragments before it and in it.
type band struct{ first, end, before, fragments int }

// BandsOf cuts the rows of a map into bands of at most so many fragments. Errors: gpu.ErrTooLarge
// for a row of more.
func BandsOf(counts []uint32, size, most int) ([]band, error) {
	bands := []band{{}}
	for y := range size {
		row := 0
		for _, n := range counts[y*size : (y+1)*size] {
			row += int(n)
		}
		if row > most {
			return nil, fmt.Errorf("%d fragments in row %d of a light's map, at most %d are sorted at a time: a smaller map has fewer: %w", row, y, most, gpu.ErrTooLarge)
		}
		b := &bands[len(bands)-1]
		if b.fragments+row > most {
			bands = append(bands, band{y, y, b.before + b.fragments, 0})
			b = &bands[len(bands)-1]
		}
		b.end, b.fragments = y+1, b.fragments+row
	}
	return bands, nil
}

func (e *Exact) Find(light int) error {
	e.l.clear(e.Counts.View())
	e.l.s.Device.StorageBarrier()
	e.count.all(light, additionBuffers{e.Counts.View()})
	e.l.s.Device.MemoryBarrier()
	counts, err := e.Counts.Download()
	if err != nil {
		return err
	}
	bands, err := BandsOf(counts, e.l.Size, e.Most)
	if err != nil {
		return err
	}
	if err := e.scanner.Exclusive(e.begins.View(), e.Counts.View(), gpu.N(len(counts))); err != nil {
		return err
	}
	for i, b := range bands {
		if err := e.band(light, b, i == len(bands)-1); err != nil {
			return err
		}
	}
	return nil
}

// reserve makes room for so many fragments.
func (e *Exact) reserve(n int) (err error) {
	if n <= e.room {
		return nil
	}
	e.keys.Release()
	e.taus.Release()
	e.keys, e.taus, e.room = nil, nil, 0
	if e.keys, err = gpu.NewBuffer[[2]uint32](e.l.s.Device, n); err != nil {
		return fmt.Errorf("%d fragments: %w", n, err)
	}
	if e.taus, err = gpu.NewBuffer[uint32](e.l.s.Device, n); err != nil {
		return fmt.Errorf("%d fragments: %w", n, err)
	}
	if err = e.sorter.Reserve(radix.ForPairs, n); err != nil {
		return fmt.Errorf("%d fragments: %w", n, err)
	}
	e.room = n
	return nil
}

func (e *Exact) band(light int, b band, last bool) error {
	if err := e.reserve(max(b.fragments, 1)); err != nil {
		return err
	}
	d, n := e.l.s.Device, gpu.N(b.fragments)
	keys, taus, emitted := e.keys.View(), e.taus.View(), e.emitted.View()
	e.l.clear(emitted)
	d.StorageBarrier()
	gl.ProgramUniform1ui(e.emit.program, e.emitFirst, uint32(b.first*e.l.Size))
	gl.ProgramUniform1ui(e.emit.program, e.emitRoom, uint32(b.fragments))
	e.emit.begin(light, emitted, keys, taus)
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(0, int32(b.first), int32(e.l.Size), int32(b.end-b.first))
	e.l.s.DrawExpanded()
	gl.Disable(gl.SCISSOR_TEST)
	e.emit.end()
	if err := e.sorter.SetBits(0, 24+bits.Len(uint((b.end-b.first)*e.l.Size-1))); err != nil {
		return err
	}
	if err := e.sorter.SortPairs(keys, taus, keys, taus, n); err != nil {
		return err
	}
	if err := e.scanner.Inclusive(taus, taus, n); err != nil {
		return err
	}
	e.lookup.set(light)
	k := e.lookup.kernel
	k.SetBuffer(2, e.l.Lit.View())
	k.SetBuffer(3, e.begins.View())
	k.SetBuffer(4, keys)
	k.SetBuffer(5, taus)
	k.SetBuffer(6, e.sums.View())
	k.Set(e.placeCount, uint32(e.l.s.Places()))
	k.Set(e.firstFragment, uint32(b.before))
	k.Set(e.firstRow, uint32(b.first))
	end := b.end
	if last {
		end = 0
	}
	k.Set(e.endRow, uint32(end))
	k.Dispatch((e.l.s.Places() + scene.GroupSize - 1) / scene.GroupSize)
	d.StorageBarrier()
	var wrote [1]uint32
	if err := gpu.Download(d, emitted, wrote[:]); err != nil {
		return err
	}
	if int(wrote[0]) != b.fragments {
		return fmt.Errorf("%d fragments were counted and %d drawn: %w", b.fragments, wrote[0], gpu.ErrGL)
	}
	return nil
}

func (e *Exact) Bytes() int {
	return e.Counts.View().Size() + e.begins.View().Size() + e.keys.View().Size() + e.taus.View().Size()
}

func (e *Exact) Release() {
	e.count.Release()
	e.emit.Release()
	e.lookup.Release()
	e.sorter.Release()
	for _, b := range []*gpu.Buffer[uint32]{e.Counts, e.begins, e.emitted, e.taus} {
		b.Release()
	}
	e.keys.Release()
	e.sums.Release()
}
