// SPDX-License-Identifier: MIT

package scan

import (
	"cmp"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// HistogramOptions for NewHistogram. Bins must be given, and either Lower and a greater Upper, or
// Edges.
type HistogramOptions struct {
	Type gpu.Type // Uint32, Int32 or Float32
	Bins int      // 1 to 2^20

	// Lower and Upper are the range of bins of equal width, for HistogramEven. An item x is in the
	// range if Lower <= x < Upper. For integers both are whole, Upper may be one above the largest
	// item, and Upper-Lower is a multiple of Bins. For Float32 both are rounded to float32, and the
	// bin of x is floor((x-Lower) * scale) in float32 with scale = Bins/(Upper-Lower), or the last
	// bin where that rounds to Bins.
	Lower, Upper float64

	Edges bool // each call of HistogramRange gives the edges in a buffer; Lower and Upper stay 0

	// Y is a second axis for Histogram.Count: item i then has a coordinate in each of two arrays.
	// It is counted in bin x*Y.Bins + y, where x is its bin on the axis of the fields above, and y
	// its bin on this axis. Bins*Y.Bins is at most 2^20. The zero Axis means that there is none.
	Y Axis

	// Weighted makes a Histogram whose calls give a weight for each item (HistogramCall). A bin is
	// the sum of the weights of its items modulo 2^32, in place of their number.
	Weighted bool

	Outside bool // dst has one more word, at the end, for the items in no bin, such as NaN

	// Map makes items of records of the caller's type, in GLSL, as they are read:
	//
	//	float map(vec4 pixel, uint i) { return dot(pixel.rgb, vec3(0.2126, 0.7152, 0.0722)); }
	//
	// Src then holds records of type Record, and map computes item i: uint for Type Uint32, int for
	// Int32, float for Float32. With Y a second function mapY computes the second coordinate, of
	// Y.Type, and with Weighted `uint mapWeight` the weight, from the same arguments. A call then
	// has no Y and no Weights. Without Y the Map must not define mapY, and without Weighted no
	// mapWeight: nothing would call them. The functions must write nothing. A driver may take a
	// subnormal result for 0.
	//
	// The caller binds its own uniform blocks, and its own shader-storage blocks at bindings from
	// gpu.UserBinding on. Plain uniforms must be set in the program of Programs. Compiler errors
	// name Name and the line. Views of records must begin where gpu.Operator says that items do, or
	// the call returns gpu.ErrView.
	Map         string
	Record      string // GLSL type of a record, which Map declares first or is built in
	RecordBytes int    // its std430 array stride: a multiple of 4, at most 1,024
	Name        string // what compiler errors call Map; "" means "map"

	// Input is which records of Src are counted: with InputStrided every Stride-th, with
	// InputGathered those at the indices of SetIndices. A call's Y and Weights hold a word for each
	// record, and are read at the same records. With InputCounting Src is the zero View and item i
	// is the number i; a Map then has Record "uint". A number above 2^24 is rounded to a Float32.
	// InputGathered with Weighted, Y and edges needs a Map.
	Input  gpu.Input
	Stride int

	gpu.Tuning
}

// Axis is the bins of the second array of items of a two-dimensional histogram. Its fields have the
// meaning and the limits of those of HistogramOptions.
type Axis struct {
	Type         gpu.Type
	Bins         int
	Lower, Upper float64
	Edges        bool
}

// Histogram counts items by bin. Its methods must be called on the thread of the Device's context.
type Histogram struct {
	d     *gpu.Device
	o     HistogramOptions
	shape kernel.Shape
	place place
	count kernel.Loaded[histogramUniforms]

	indices gpu.View // with InputGathered

	totals *gpu.Buffer[uint32] // in shared memory: how many workgroups have finished, then the bins; in copies: these
	zero   *kernel.Kernel      // into dst
	copies kernel.Loaded[copiesUniforms]

	noArrivals bool // of tests: the last workgroup moves all bins, as for many items
}

// histogramUniforms are the uniforms of histogram_count and histogram_sum.
type histogramUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
	Copies  kernel.Uniform `uniform:"copies,optional"`
	// Of bins in shared memory.
	ArrivalBit kernel.Uniform `uniform:"arrival_bit,optional"`
}

// copiesUniforms are those of histogram_copies.
type copiesUniforms struct {
	Copies kernel.Uniform `uniform:"copies"`
}

// The kernels' buffers, by index. The count kernel has those of optional arguments from
// histBufMore on, in the order of HistogramOptions.optional.
const (
	histBufSrc    = 0
	histBufDst    = 1
	histBufTotals = 4
	histBufMore   = 5
	restBufDst    = 0
	restBufTotals = 1
)

// NewHistogram returns a Histogram for the options. On a driver that comb has not tested yet it
// runs a self-test and waits for the GPU.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: bins or an
// input that cannot work, a RecordBytes that is not the std430 array stride, an unknown type or
// lane tier, or Tuning.Workers outside 0 to 4,096. gpu.ErrShader: a Map that does not compile.
// gpu.ErrSelfTest: every variant fails.
func NewHistogram(d *gpu.Device, o HistogramOptions) (*Histogram, error) {
	if err := kernel.Attached(d, "scan", "NewHistogram"); err != nil {
		return nil, err
	}
	shape, err := kernel.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	if _, err = o.specs(d.Caps(), shape); err == nil {
		err = o.checkFunctions()
	}
	if err != nil {
		return nil, fmt.Errorf("scan: NewHistogram: %w", err)
	}
	// Bins are added up in any order: one dispatch needs no look-back.
	h, err := kernel.SelectVariant(d, "scan: histogram", o.Tuning, false, func(shape kernel.Shape) (*Histogram, error) {
		specs, err := o.specs(d.Caps(), o.shape(d.Caps(), shape))
		if err != nil {
			return nil, err
		}
		h := &Histogram{d: d, o: o, shape: specs.count.Shape, place: specs.place}
		if err := h.build(specs); err != nil {
			h.Release()
			return nil, err
		}
		return h, nil
	}, (*Histogram).selfTest)
	return h, kernel.Lacking(err, &gpu.Operator{Name: cmp.Or(o.Name, "map"), GLSL: o.Map}, o.functions())
}

func (h *Histogram) build(specs histogramSpecs) (err error) {
	switch h.place {
	case inShared:
		h.totals, err = gpu.NewBuffer[uint32](h.d, 1+h.o.words())
	case inCopies:
		if h.copies, err = kernel.Load[copiesUniforms](h.d, specs.rest); err == nil {
			h.totals, err = gpu.NewBuffer[uint32](h.d, h.o.words()*copiesOf(h.o.words(), gpu.MaxItems))
		}
	default:
		h.zero, err = kernel.New(h.d, specs.rest)
	}
	if err == nil {
		h.count, err = kernel.Load[histogramUniforms](h.d, specs.count)
	}
	if err != nil || h.o.Map == "" || h.o.Input == gpu.InputCounting {
		return err
	}
	if got := h.count.ArrayStride("Src"); got != h.o.RecordBytes {
		return kernel.StrideError("scan: NewHistogram", "RecordBytes", h.o.RecordBytes, got, h.o.Record)
	}
	return nil
}

// HistogramEven writes to dst[b] the number of items of src in bin b, modulo 2^32, for bins of
// equal width. dst is overwritten: Bins uint32, one more with Outside. src holds n items, or what
// Map and Input make them of. dst overlaps neither src nor the word of n. The counts are exact and
// the same on every driver, if Map is.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge; gpu.ErrArgument with Edges, Y or Weighted; gpu.ErrContextLost,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (h *Histogram) HistogramEven(dst, src gpu.View, n gpu.Count) error {
	return h.run(HistogramCall{Dst: dst, Src: src, N: n}, "HistogramEven")
}

// HistogramRange is HistogramEven for bins between edges: Bins+1 values of the items' type, none
// below the one before. Bin b holds edges[b] <= x < edges[b+1]. Edges of Float32 may be infinite,
// not NaN. dst must not overlap edges. Errors: as for HistogramEven; gpu.ErrArgument without Edges.
func (h *Histogram) HistogramRange(dst, src, edges gpu.View, n gpu.Count) error {
	return h.run(HistogramCall{Dst: dst, Src: src, Edges: edges, N: n}, "HistogramRange")
}

// HistogramCall are the arguments of Count. Views that the options do not need stay zero.
type HistogramCall struct {
	Dst gpu.View // receives Bins uint32, with Y Bins*Y.Bins; one more with Outside
	Src gpu.View // N items, or what Map and Input make them of
	N   gpu.Count

	Y       gpu.View // with HistogramOptions.Y, the second coordinate of each item: N items of Y.Type
	Weights gpu.View // with Weighted, the weight of each item: N uint32

	// Edges has the edges of the axes with Edges, as in HistogramRange: Bins+1 for the first axis,
	// and behind them Y.Bins+1 for the second.
	Edges gpu.View
}

// Count is the general form of HistogramEven and HistogramRange: with the options for it, items
// have weights, or two coordinates, or both. An item that lies in no bin of one of the axes is
// outside. A sum of weights is exact modulo 2^32, and the same on every driver: a larger sum loses
// its upper bits, and no error is reported. There are no weights of float32, because workgroups add
// in an order that depends on the run; scale such weights to integers.
//
// Dst must overlap neither an input nor the word of N. Errors: as for HistogramEven;
// gpu.ErrArgument for a view that the options exclude.
func (h *Histogram) Count(c HistogramCall) error { return h.run(c, "Count") }

func (h *Histogram) run(c HistogramCall, method string) error {
	return h.call(method, func() error {
		if err := h.check(c, method); err != nil {
			return err
		}
		// The alignment of records may be wrong: report it before anything is enqueued.
		if err := h.bindInput(c); err != nil {
			return err
		}
		copies, workers := 1, h.workers(c.N.Max())
		switch h.place {
		case inShared:
			h.count.SetBuffer(histBufTotals, h.totals.View())
			arrival := h.o.arrivalBit(h.shape, c.N.Max(), workers)
			if h.noArrivals {
				arrival = 0
			}
			h.count.Set(h.count.U.ArrivalBit, arrival)
		case inCopies:
			copies = copiesOf(h.o.words(), c.N.Max())
			h.count.SetBuffer(histBufTotals, h.totals.View())
			h.count.Set(h.count.U.Copies, uint32(copies))
		default:
			h.zero.SetBuffer(restBufDst, c.Dst)
			h.dispatchRest(h.zero)
			h.d.StorageBarrier()
		}
		h.count.SetBuffer(histBufDst, c.Dst)
		at := histBufMore
		for _, more := range h.o.optional(c) {
			if more.wanted {
				h.count.SetBuffer(at, more.view)
				at++
			}
		}
		h.count.SetCount(c.N)
		h.count.Set(h.count.U.Workers, uint32(workers))
		h.count.Dispatch(workers)
		if h.place == inCopies {
			h.d.StorageBarrier()
			h.copies.SetBuffer(restBufDst, c.Dst)
			h.copies.SetBuffer(restBufTotals, h.totals.View())
			h.copies.Set(h.copies.U.Copies, uint32(copies))
			h.dispatchRest(h.copies.Kernel)
		}
		h.d.MemoryBarrier()
		return nil
	})
}

// dispatchRest enqueues a kernel with an invocation for each word of dst.
func (h *Histogram) dispatchRest(k *kernel.Kernel) {
	k.Dispatch((h.o.words() + k.Shape().GroupSize - 1) / k.Shape().GroupSize)
}

// workers is the number of workgroups for at most n items. Where bins count no arrivals, two tiles
// take one: the last workgroup's move of the bins takes longer than a tile.
func (h *Histogram) workers(n int) int {
	if h.place == inShared && !h.o.countsArrivals(h.shape) && n <= 2*h.shape.TileSize() {
		return 1
	}
	return h.shape.WorkersFor(n)
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Histogram.
func (h *Histogram) Variant() string {
	if h == nil {
		return ""
	}
	return h.shape.Variant()
}

// call runs the body of a method, and puts the method's name before its error.
func (h *Histogram) call(method string, body func() error) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.d.Internal().Leave()
	return kernel.Named("scan", method, body())
}

// enter begins a call.
func (h *Histogram) enter() error {
	if h == nil || h.count.Kernel == nil {
		return fmt.Errorf("scan: the Histogram is nil, not made by NewHistogram or released: %w", gpu.ErrReleased)
	}
	return h.d.Internal().Enter()
}

// Release frees the kernels and the memory.
func (h *Histogram) Release() {
	if h == nil {
		return
	}
	h.totals.Release()
	h.zero.Release()
	h.copies.Release()
	h.count.Release()
	h.totals, h.zero, h.copies.Kernel, h.count.Kernel = nil, nil, nil, nil
}
