// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Grid sorts records into cells. New makes it; Release frees it. Its methods must be called on the
// thread of the Device's context.
type Grid struct {
	d     *gpu.Device
	l     layout
	shape kernel.Shape

	key, order               *kernel.Kernel
	keyWorkers, orderWorkers kernel.Uniform
	sorter                   *radix.Sorter
	gatherer                 *kernel.Gatherer

	keys, index, starts, state *gpu.Buffer[uint32]
	places                     *gpu.Buffer[[4]uint32]
	prepared                   int       // the Max for which the sorter is
	n                          gpu.Count // records of the latest build
	built                      bool
	stats                      Stats
	reading                    *gpu.Readback
	requested, arrived         bool
}

// Words of State (shaders/grid/state.glsl): the first stateStats are those of Stats.
const (
	stateStats = 3
	stateWords = 5
)

// live returns an error for a Grid that is nil, that New did not make, or that is released.
func (g *Grid) live(operation string) error {
	if g == nil || g.key == nil {
		return fmt.Errorf("grid: %s: the Grid: %w", operation, gpu.ErrReleased)
	}
	return nil
}

// New compiles the kernels of a grid and allocates its memory: ten words for each of Capacity,
// four of them for the sort, and a word for each cell.
//
// Errors: gpu.ErrArgument for invalid options; gpu.ErrTooLarge for more cells or records than the
// driver's storage blocks hold; gpu.ErrUnsupported for a Binding that the driver does not have;
// gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrReleased, gpu.ErrWrongThread.
func New(d *gpu.Device, o Options) (*Grid, error) {
	if err := kernel.Attached(d, "grid", "New"); err != nil {
		return nil, err
	}
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	l, err := o.layout()
	if err != nil {
		return nil, err
	}
	if most := d.Caps().MaxStorageBytes; 16*o.Capacity > most || 4*(l.cells+1) > most {
		return nil, fmt.Errorf("grid: New: %d records of 16 bytes and %d cells of 4 bytes, this driver's storage blocks have %d bytes: %w", o.Capacity, l.cells, most, gpu.ErrTooLarge)
	}
	if most := d.Caps().MaxStorageBindings; l.Binding+1 >= most {
		return nil, fmt.Errorf("grid: New: Binding is %d and uses %d too, this driver has %d bindings: %w", l.Binding, l.Binding+1, most, gpu.ErrUnsupported)
	}
	return kernel.Together(d, func() (*Grid, error) {
		return kernel.SelectVariant(d, "grid", o.Tuning, false, func(s kernel.Shape) (*Grid, error) { return makeGrid(d, l, s) }, (*Grid).selfTest)
	})
}

func makeGrid(d *gpu.Device, l layout, s kernel.Shape) (*Grid, error) {
	g := &Grid{d: d, l: l, shape: shapeFor(s)}
	for _, n := range []int{l.Capacity, l.cells + 1} {
		if err := g.shape.Check("grid: New", gpu.N(n)); err != nil {
			return nil, err
		}
	}
	if err := g.build(); err != nil {
		g.Release()
		return nil, err
	}
	return g, nil
}

func (g *Grid) build() (err error) {
	key, order := g.l.specs(g.shape)
	if g.key, err = kernel.New(g.d, key); err != nil {
		return err
	}
	if g.order, err = kernel.New(g.d, order); err != nil {
		return err
	}
	if g.keyWorkers, err = g.key.Uniform("workers"); err != nil {
		return err
	}
	if g.orderWorkers, err = g.order.Uniform("workers"); err != nil {
		return err
	}
	for _, b := range []struct {
		buffer **gpu.Buffer[uint32]
		words  int
	}{{&g.keys, g.l.Capacity}, {&g.index, g.l.Capacity}, {&g.starts, g.l.cells + 1}, {&g.state, stateWords}} {
		if *b.buffer, err = gpu.NewBuffer[uint32](g.d, b.words); err != nil {
			return fmt.Errorf("grid: New: %w", err)
		}
	}
	if g.places, err = gpu.NewBuffer[[4]uint32](g.d, g.l.Capacity); err != nil {
		return fmt.Errorf("grid: New: %w", err)
	}
	if g.reading, err = g.d.NewReadback(stateStats); err != nil {
		return err
	}
	if g.gatherer, err = kernel.NewGatherer(g.d); err != nil {
		return err
	}
	if g.sorter, err = radix.New(g.d, radix.Options{Bits: g.l.keyBits, Tuning: g.l.Tuning}); err != nil {
		return err
	}
	return g.prepare(gpu.N(g.l.Capacity))
}

// prepare compiles what a sort with the Max of n needs.
func (g *Grid) prepare(n gpu.Count) error {
	if n.Max() == g.prepared {
		return nil
	}
	if err := g.sorter.ReserveCall(radix.ForPairs, n); err != nil {
		return err
	}
	g.prepared = n.Max()
	return nil
}

// Build sorts the first n records of src into cells. It enqueues two dispatches and those of the
// sort, and does not wait, read back or allocate. The first with another Max than Capacity may
// compile. It only reads src. Neither src nor the word of n may be in the grid's own buffers. A
// gpu.Buffer of signed integers or of 64-bit numbers is refused as src (gpu.ErrView): it holds no
// positions. A count on the GPU that is above its maximum counts as the maximum, and
// gpu.Device.Check returns gpu.ErrCount.
//
// Errors, before anything is enqueued: gpu.ErrCount for a bad n or one above Capacity, gpu.ErrView,
// gpu.ErrOverlap, gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased; gpu.ErrShader,
// gpu.ErrOutOfMemory for what another Max needs first.
func (g *Grid) Build(src gpu.View, n gpu.Count) error {
	if err := g.live("Build"); err != nil {
		return err
	}
	if err := g.d.Internal().Enter(); err != nil {
		return err
	}
	defer g.d.Internal().Leave()
	if n.Max() > g.l.Capacity {
		return fmt.Errorf("grid: Build: n is up to %d records, want at most the Capacity, %d: %w", n.Max(), g.l.Capacity, gpu.ErrCount)
	}
	if err := kernel.NeedCount(g.d, "grid: Build", n); err != nil {
		return err
	}
	if err := kernel.Need(g.d, "grid: Build: src", src, n, g.l.Stride); err != nil {
		return err
	}
	if err := kernel.NeedItems(g.d, "grid: Build: src", src, gpu.Float32, true); err != nil {
		return err
	}
	for _, own := range g.written() {
		if err := kernel.NeedApart("grid: Build: src and the grid", src, own); err != nil {
			return err
		}
		if err := kernel.NeedCountApart("grid: Build", n, own); err != nil {
			return err
		}
	}
	if err := g.prepare(n); err != nil {
		return fmt.Errorf("grid: Build: %w", err)
	}
	g.built = false // until all of it is enqueued
	k, workers := g.key, g.shape.WorkersFor(n.Max())
	k.SetBuffer(bufSrc, src)
	k.SetBuffer(bufKeys, g.keys.View())
	k.SetBuffer(bufIndex, g.index.View())
	k.SetBuffer(bufState, g.state.View())
	k.SetCount(n)
	k.Set(g.keyWorkers, uint32(workers))
	k.Dispatch(workers)
	g.d.StorageBarrier()
	if err := g.sorter.SortPairs(g.keys.View(), g.index.View(), g.keys.View(), g.index.View(), n); err != nil {
		return fmt.Errorf("grid: Build: %w", err)
	}
	k, workers = g.order, g.shape.WorkersFor(max(n.Max(), g.l.cells+1))
	k.SetBuffer(bufSrc, src)
	k.SetBuffer(bufKeys, g.keys.View())
	k.SetBuffer(bufIndex, g.index.View())
	k.SetBuffer(bufState, g.state.View())
	k.SetBuffer(orderPlaces, g.places.View())
	k.SetBuffer(orderStarts, g.starts.View())
	k.SetCount(n)
	k.Set(g.orderWorkers, uint32(workers))
	k.Dispatch(workers)
	g.d.MemoryBarrier()
	g.n, g.built = n, true
	return nil
}

// written are the buffers that Build writes.
func (g *Grid) written() [5]gpu.View {
	return [...]gpu.View{g.keys.View(), g.index.View(), g.starts.View(), g.places.View(), g.state.View()}
}

// Reorder copies records to dst in the grid's order, so that the record of a neighbour is record
// w.slot of dst. src is the src of the latest Build, or another array with one record of stride
// bytes for each. stride is a multiple of 4 from 4 to gpu.MaxRecordBytes. src and dst have room for
// the n of that Build, or for its maximum if it is on the GPU. Reorder enqueues one dispatch. A
// count on the GPU that Build took is read again. dst must not overlap src, that count or the
// grid's own buffers.
//
// Errors, before anything is enqueued: gpu.ErrArgument for the stride or before the first Build;
// gpu.ErrView for less room; gpu.ErrOverlap, gpu.ErrContextLost, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (g *Grid) Reorder(dst, src gpu.View, stride int) error {
	if err := g.live("Reorder"); err != nil {
		return err
	}
	if err := g.d.Internal().Enter(); err != nil {
		return err
	}
	defer g.d.Internal().Leave()
	if !g.built {
		return fmt.Errorf("grid: Reorder: the Grid has no order, want a Build before: %w", gpu.ErrArgument)
	}
	if stride < 4 || stride > gpu.MaxRecordBytes || stride%4 != 0 {
		return fmt.Errorf("grid: Reorder: stride is %d, want a multiple of 4 from 4 to %d: %w", stride, gpu.MaxRecordBytes, gpu.ErrArgument)
	}
	if err := kernel.NeedCount(g.d, "grid: Reorder", g.n); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("grid: Reorder", g.n, dst); err != nil {
		return err
	}
	if err := kernel.NeedApart("grid: Reorder: dst and src", dst, src); err != nil {
		return err
	}
	for _, own := range g.written() {
		if err := kernel.NeedApart("grid: Reorder: dst and the grid", dst, own); err != nil {
			return err
		}
	}
	if err := kernel.NeedRecords(g.d, "grid: Reorder: dst", dst, g.n, stride); err != nil {
		return err
	}
	if err := kernel.NeedRecords(g.d, "grid: Reorder: src", src, g.n, stride); err != nil {
		return err
	}
	return g.gatherer.Gather(dst, src, g.index.View(), g.n, stride)
}

// Bind binds the buffers that GLSL reads to Options.Binding and the next storage binding. It
// changes the generic binding too. gpu.Options.PreserveState does not restore these bindings, and
// operations of comb do not use the two. Bind does nothing after Release.
func (g *Grid) Bind() {
	if g == nil || g.key == nil || !g.d.Internal().ReadyOr("grid: Bind") {
		return
	}
	for i, v := range []gpu.View{g.places.View(), g.starts.View()} {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(g.l.Binding+i), v.ID(), v.Offset(), v.Size())
	}
}

// GLSL returns the functions and macros that walk the grid; the package comment lists them. Use it
// as a caller's GLSL in other packages, such as particles.Options.Functions, or in a kernel of your
// own. Call Bind before the kernel runs. A kernel holds the GLSL of one grid only, because the
// names are the same for all. A nil Grid has none.
func (g *Grid) GLSL() string {
	if g == nil {
		return ""
	}
	return g.l.glsl()
}

// Places are four words for each record, cell by cell: the bits of x, y and z, and the index of the
// record. Records with a NaN come last. A nil Grid has the zero View here, and as Starts and Order.
func (g *Grid) Places() gpu.View {
	if g == nil {
		return gpu.View{}
	}
	return g.places.View()
}

// Starts are the starts of the cells in Places, and the end of the last cell: Cells() + 1 words.
func (g *Grid) Starts() gpu.View {
	if g == nil {
		return gpu.View{}
	}
	return g.starts.View()
}

// Order is the index of the record at each entry of Places, as System.Reorder of package particles
// takes it.
func (g *Grid) Order() gpu.View {
	if g == nil {
		return gpu.View{}
	}
	return g.index.View()
}

// Count is the n of the latest Build, 0 before the first and for a nil Grid. If that is on the GPU,
// Count refers to the same word.
func (g *Grid) Count() gpu.Count {
	if g == nil || !g.built {
		return gpu.N(0)
	}
	return g.n
}

// Cells is the number of cells, or of buckets. It is 0 for a nil Grid.
func (g *Grid) Cells() int {
	if g == nil {
		return 0
	}
	return g.l.cells
}

// KeyBits is the number of bits of the keys of gridKeyOf, the key for NaNs included. It is 0 for a
// nil Grid.
func (g *Grid) KeyBits() int {
	if g == nil {
		return 0
	}
	return g.l.keyBits
}

// Variant names the variant of the grid's own kernels, as gpu.Device.Report does; "" for a nil
// Grid.
func (g *Grid) Variant() string {
	if g == nil {
		return ""
	}
	return g.shape.Variant()
}

// Release frees the grid's memory and kernels. Calls after it return gpu.ErrReleased. It accepts
// nil.
func (g *Grid) Release() {
	if g == nil {
		return
	}
	g.key.Release()
	g.order.Release()
	g.sorter.Release()
	g.gatherer.Release()
	g.reading.Release()
	for _, b := range []*gpu.Buffer[uint32]{g.keys, g.index, g.starts, g.state} {
		b.Release()
	}
	g.places.Release()
	g.key = nil
}
