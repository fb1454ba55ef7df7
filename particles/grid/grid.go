// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Grid sorts places into cells.
type Grid struct {
	d     *gpu.Device
	l     layout
	shape gpu.Shape

	key, order               *gpu.Kernel
	keyWorkers, orderWorkers gpu.Uniform
	sorter                   *radix.Sorter
	gatherer                 *gpu.Gatherer

	keys, index, starts, state *gpu.Buffer[uint32]
	places                     *gpu.Buffer[[4]uint32]
	n                          gpu.Count // of the latest build
	stats                      Stats
	reading                    *gpu.Readback
	asked                      bool
}

// The words of State (shaders/grid/state.glsl).
const (
	stateStats = 3
	stateWords = 5
)

// live refuses a Grid that is nil, that New did not make, or that is released.
func (g *Grid) live(operation string) error {
	if g == nil || g.key == nil {
		return fmt.Errorf("grid: %s: the Grid: %w", operation, gpu.ErrReleased)
	}
	return nil
}

// New compiles a grid and takes its memory: seven words and the sort's three for each of Capacity, a word for each cell.
// Errors: gpu.ErrArgument for options that cannot be; gpu.ErrTooLarge for more cells or records than the driver's
// buffers hold; gpu.ErrUnsupported for a Binding that the driver does not have; gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrSelfTest.
func New(d *gpu.Device, o Options) (*Grid, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	l, err := o.layout()
	if err != nil {
		return nil, err
	}
	if most := d.Caps().MaxStorageBytes; 16*o.Capacity > most || 4*(l.cells+1) > most {
		return nil, fmt.Errorf("grid: New: %d places of 16 bytes and %d cells of 4, this driver's storage blocks have %d bytes: %w", o.Capacity, l.cells, most, gpu.ErrTooLarge)
	}
	if most := d.Caps().MaxStorageBindings; l.Binding+1 >= most {
		return nil, fmt.Errorf("grid: New: Binding is %d, which takes %d too, this driver has %d: %w", l.Binding, l.Binding+1, most, gpu.ErrUnsupported)
	}
	return gpu.Choose(d, "grid", o.Tuning, false, func(s gpu.Shape) (*Grid, error) {
		g := &Grid{d: d, l: l, shape: shapeFor(s)}
		for _, n := range []int{o.Capacity, l.cells + 1} {
			if err := g.shape.Check("grid", gpu.N(n)); err != nil {
				return nil, err
			}
		}
		if err := g.build(); err != nil {
			g.Release()
			return nil, err
		}
		return g, nil
	}, (*Grid).proof)
}

func (g *Grid) build() (err error) {
	key, order := g.l.specs(g.shape)
	if g.key, err = g.d.NewKernel(key); err != nil {
		return err
	}
	if g.order, err = g.d.NewKernel(order); err != nil {
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
			return fmt.Errorf("grid: %w", err)
		}
	}
	if g.places, err = gpu.NewBuffer[[4]uint32](g.d, g.l.Capacity); err != nil {
		return fmt.Errorf("grid: %w", err)
	}
	if g.reading, err = g.d.NewReadback(stateStats); err != nil {
		return err
	}
	if g.gatherer, err = g.d.NewGatherer(); err != nil {
		return err
	}
	if g.sorter, err = radix.New(g.d, radix.Options{Bits: g.l.keyBits, Tuning: g.l.Tuning}); err != nil {
		return err
	}
	return g.sorter.Reserve(radix.ForPairs, g.l.Capacity)
}

// Build enqueues: the n records of src are sorted into the cells. src is only read. It waits for nothing, reads nothing
// back and allocates nothing: two launches and those of the sort.
// Neither src nor the word of n may lie in the grid's own buffers.
// Errors, before anything is enqueued: gpu.ErrTooLarge for more records than Capacity, gpu.ErrView, gpu.ErrCount,
// gpu.ErrOverlap, gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (g *Grid) Build(src gpu.View, n gpu.Count) error {
	if err := g.live("Build"); err != nil {
		return err
	}
	if err := g.d.Enter(); err != nil {
		return err
	}
	defer g.d.Leave()
	if n.Max() > g.l.Capacity {
		return fmt.Errorf("grid: Build: up to %d records, the Capacity is %d: %w", n.Max(), g.l.Capacity, gpu.ErrTooLarge)
	}
	if err := g.d.Need("grid: Build: src", src, n, g.l.Stride); err != nil {
		return err
	}
	for _, own := range g.written() {
		if err := gpu.NeedApart("grid: Build: src and the grid", src, own); err != nil {
			return err
		}
		if err := gpu.NeedCountApart("grid: Build", n, own); err != nil {
			return err
		}
	}
	g.n = n
	k, workers := g.key, g.shape.WorkersFor(n.Max())
	k.SetBuffer(bufSrc, src)
	k.SetBuffer(bufKeys, g.keys.View())
	k.SetBuffer(bufIndex, g.index.View())
	k.SetBuffer(bufState, g.state.View())
	k.SetCount(n)
	k.Set(g.keyWorkers, uint32(workers))
	k.Dispatch(workers)
	g.d.Barrier()
	if err := g.sorter.Pairs(g.keys.View(), g.index.View(), g.keys.View(), g.index.View(), n); err != nil {
		return fmt.Errorf("grid: %w", err)
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
	g.d.Publish()
	return nil
}

// written are the buffers that Build writes.
func (g *Grid) written() [5]gpu.View {
	return [...]gpu.View{g.keys.View(), g.index.View(), g.starts.View(), g.places.View(), g.state.View()}
}

// Reorder enqueues: dst gets the records of the latest Build in the grid's order, whole: the record of a neighbour is then
// number w.slot of dst. src is what Build was given, or another array beside it; one launch. A count on the GPU that Build
// was given is read again. dst may hold neither it nor any of the grid's own buffers.
// Errors, before anything is enqueued: as for gpu.Gatherer.Gather.
func (g *Grid) Reorder(dst, src gpu.View, stride int) error {
	if err := g.live("Reorder"); err != nil {
		return err
	}
	if err := gpu.NeedCountApart("grid: Reorder", g.n, dst); err != nil {
		return err
	}
	for _, own := range g.written() {
		if err := gpu.NeedApart("grid: Reorder: dst and the grid", dst, own); err != nil {
			return err
		}
	}
	return g.gatherer.Gather(dst, src, g.index.View(), g.n, stride)
}

// Bind binds what GLSL reads to its two storage bindings, and the generic one, and leaves them so, also with
// gpu.Options.PreserveState. Operations of comb leave the two alone. Of a released Grid it does nothing.
func (g *Grid) Bind() {
	if g == nil || g.key == nil || !g.d.CanBind("grid: Bind") {
		return
	}
	for i, v := range []gpu.View{g.places.View(), g.starts.View()} {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(g.l.Binding+i), v.ID(), v.Offset(), v.Size())
	}
}

// GLSL is what a kernel of the caller's begins with to walk the grid: shaders/grid/walk.glsl has the ways. It fits what
// takes GLSL of a caller's, such as particles.Options.Functions. Bind before the kernel runs.
func (g *Grid) GLSL() string { return g.l.glsl() }

// Places are x, y, z and the number of its record (a uint) for each record, cell by cell; those with a NaN come last.
func (g *Grid) Places() gpu.View { return g.places.View() }

// Starts is where each cell begins in Places, and behind the last cell where that ends: Cells words and one.
func (g *Grid) Starts() gpu.View { return g.starts.View() }

// Order is the number of the record at each place: what a gather takes.
func (g *Grid) Order() gpu.View { return g.index.View() }

// Count is the number of records of the latest Build: what Build was given, not a copy of its word.
func (g *Grid) Count() gpu.Count { return g.n }

// Cells is the number of cells, or of buckets.
func (g *Grid) Cells() int { return g.l.cells }

// KeyBits is how many bits gridKey and gridKeyOf have, the key of a record without a place included.
func (g *Grid) KeyBits() int { return g.l.keyBits }

// Release frees what the grid owns.
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
