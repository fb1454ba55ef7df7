// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
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

	Edges   bool // each call of HistogramRange gives the edges in a buffer; Lower and Upper stay 0
	Outside bool // dst has one more word, at the end, for the items in no bin, such as NaN
	gpu.Tuning
}

// The most bins: of all, and counted in shared memory, where they take 16 of the 32 KiB that every
// driver has.
const (
	maxBins       = 1 << 20
	maxSharedBins = 4096
	maxReplicas   = 8 // words of a bin in shared memory
)

// words is the length of dst.
func (o HistogramOptions) words() int {
	if o.Outside {
		return o.Bins + 1
	}
	return o.Bins
}

// Histogram counts items by bin. Its methods must be called on the thread of the Device's context.
type Histogram struct {
	d     *gpu.Device
	o     HistogramOptions
	shape kernel.Shape
	count kernel.Loaded[histogramUniforms]

	totals *gpu.Buffer[uint32] // of bins in shared memory: how many workgroups have finished, then the bins
	zero   *kernel.Kernel      // of more bins
}

// histogramUniforms are the uniforms of histogram_count.
type histogramUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// The count kernel's buffers, by index; the zero kernel has Dst alone.
const (
	histBufSrc    = 0
	histBufDst    = 1
	histBufTotals = 4
	histBufEdges  = 5
	zeroBufDst    = 0
)

// shape is that of the kernel that counts. A GPU gets two workgroups of 1,024 invocations a
// multiprocessor: each workgroup adds up all bins once, and those additions to memory took longer
// than the counting with more and smaller workgroups. It is pure.
func (o HistogramOptions) shape(c gpu.Caps, s kernel.Shape) kernel.Shape {
	if c.Software || !o.shared() {
		return s
	}
	s = s.With(1024, 8)
	if o.Workers == 0 {
		s.Workers = max(1, min(s.Workers, 2*c.Multiprocessors))
	}
	return s
}

// specs are the kernels for a shape: the counting, and zeros into dst before it if the bins do not
// fit in shared memory. It is pure. Errors: gpu.ErrArgument.
func (o HistogramOptions) specs(s kernel.Shape, software bool) (zero, count kernel.Spec, err error) {
	if o.Type < gpu.Uint32 || o.Type > gpu.Float32 {
		return zero, count, fmt.Errorf("scan: NewHistogram: Type is %v, want Uint32, Int32 or Float32: %w", o.Type, gpu.ErrArgument)
	}
	if o.Bins < 1 || o.Bins > maxBins {
		return zero, count, fmt.Errorf("scan: NewHistogram: Bins is %d, want from 1 to %d: %w", o.Bins, maxBins, gpu.ErrArgument)
	}
	count = kernel.Spec{
		File:    "scan/histogram_count.comp.glsl",
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Totals?"},
		Slots:   map[string]shaders.Snippet{"BINS": {File: "scan/histogram_bins.glsl#shared"}},
	}
	switch {
	case o.Edges:
		err = o.byEdges(&count)
		s = o.shortChunks(s)
	case o.Type == gpu.Float32:
		err = o.evenFloat(&count)
	default:
		err = o.evenInteger(&count)
	}
	if err != nil {
		return zero, count, err
	}
	if !o.shared() {
		count.Slots["BINS"] = shaders.Snippet{File: "scan/histogram_bins.glsl#direct"}
	}
	count.Shape = s
	count.Constants["BINS"] = uint32(o.Bins)
	count.Constants["DST_WORDS"] = uint32(o.words())
	count.Constants["REPLICAS"] = o.replicas(software)
	zero = kernel.Spec{
		File:      "scan/histogram_zero.comp.glsl",
		Shape:     s,
		Constants: shaders.Constants{"DST_WORDS": uint32(o.words())},
		Buffers:   []string{"Dst"},
	}
	return zero, count, nil
}

// shared reports whether a workgroup counts in shared memory.
func (o HistogramOptions) shared() bool { return o.Bins <= maxSharedBins }

// replicas is the number of words of a bin in shared memory: a power of two.
func (o HistogramOptions) replicas(software bool) uint32 {
	if software {
		return 1
	}
	return 1 << (bits.Len(uint(max(1, min(maxReplicas, maxSharedBins/o.words())))) - 1)
}

// firstJump is the first jump of the binary search: the largest power of two that is no more than
// the edges.
func (o HistogramOptions) firstJump() uint32 { return 1 << (bits.Len(uint(o.Bins+1)) - 1) }

func (o HistogramOptions) byEdges(count *kernel.Spec) error {
	if o.Lower != 0 || o.Upper != 0 {
		return fmt.Errorf("scan: NewHistogram: Lower is %v and Upper %v, want 0 with Edges: %w", o.Lower, o.Upper, gpu.ErrArgument)
	}
	keys := [...]string{"lib/key.glsl#uint", "lib/key.glsl#int", "lib/key.glsl#number"}
	count.Buffers = append(count.Buffers, "Edges")
	count.Slots["BIN"] = shaders.Snippet{File: "scan/bin.glsl#edges"}
	count.Slots["KEY"] = shaders.Snippet{File: keys[o.Type]}
	count.Constants = shaders.Constants{"FIRST_JUMP": o.firstJump()}
	return nil
}

// shortChunks lowers the most items of a shape where a driver cuts long loops short. There the
// turns of the search count as well, some 20 for each item with many bins.
func (o HistogramOptions) shortChunks(s kernel.Shape) kernel.Shape {
	const turns = 50_000 // of 65,535; zeroing and adding up take a few hundred
	each := bits.Len32(o.firstJump()) + 2
	s.MaxItems = min(s.MaxItems, s.Workers*s.GroupSize*(turns/each))
	return s
}

func (o HistogramOptions) evenInteger(count *kernel.Spec) error {
	least, most := 0.0, float64(1<<32)
	if o.Type == gpu.Int32 {
		least, most = -1<<31, 1<<31
	}
	// Written so that a NaN fails.
	if !(least <= o.Lower && o.Lower < o.Upper && o.Upper <= most) || math.Trunc(o.Lower) != o.Lower || math.Trunc(o.Upper) != o.Upper {
		return fmt.Errorf("scan: NewHistogram: Lower is %v and Upper %v, want whole numbers of %v from %.0f to %.0f, Lower first: %w", o.Lower, o.Upper, o.Type, least, most, gpu.ErrArgument)
	}
	span := int64(o.Upper) - int64(o.Lower)
	if span%int64(o.Bins) != 0 {
		return fmt.Errorf("scan: NewHistogram: Upper - Lower is %d, want a multiple of Bins, which is %d: %w", span, o.Bins, gpu.ErrArgument)
	}
	count.Slots["BIN"] = shaders.Snippet{File: "scan/bin.glsl#even"}
	count.Constants = shaders.Constants{
		"LOWER":     uint32(int64(o.Lower)),
		"SPAN_LAST": uint32(span - 1),
		"BIN_WIDTH": uint32(min(span/int64(o.Bins), math.MaxUint32)), // 2^32 for one bin of everything: see the kernel
	}
	return nil
}

// The scales for which float32 serves: where a smaller one, or a difference that matters under a
// larger one, is denormal, drivers may take it for 0.
const (
	minScale = 0x1p-126
	maxScale = 0x1p+100
)

func (o HistogramOptions) evenFloat(count *kernel.Spec) error {
	bad := func() error {
		return fmt.Errorf("scan: NewHistogram: Lower is %v and Upper %v with %d Bins of f32, want finite numbers, Lower first, and bins whose width float32 can hold: %w", o.Lower, o.Upper, o.Bins, gpu.ErrArgument)
	}
	// Written so that a NaN fails.
	if !(math.Abs(o.Lower) <= math.MaxFloat32 && math.Abs(o.Upper) <= math.MaxFloat32) {
		return bad()
	}
	lower, upper, scale := o.rounded()
	if lower >= upper || scale < minScale || scale > maxScale {
		return bad()
	}
	count.Slots["BIN"] = shaders.Snippet{File: "scan/bin.glsl#even_float"}
	// As bits: not every compiler reads decimals to the last one.
	count.Constants = shaders.Constants{
		"LOWER_BITS": math.Float32bits(lower),
		"UPPER_BITS": math.Float32bits(upper),
		"SCALE_BITS": math.Float32bits(scale),
	}
	return nil
}

// rounded is what the kernel sees of Lower and Upper, and the bins to a unit.
func (o HistogramOptions) rounded() (lower, upper, scale float32) {
	lower, upper = float32(o.Lower), float32(o.Upper)
	return lower, upper, float32(o.Bins) / (upper - lower)
}

// NewHistogram returns a Histogram for the options. On a driver that comb has not tested yet it
// runs a self-test and waits for the GPU. Errors: gpu.ErrArgument for bins that cannot work and an
// unknown type or lane tier; gpu.ErrTooLarge for Tuning.Workers outside 0 to 4,096; gpu.ErrShader;
// gpu.ErrOutOfMemory; gpu.ErrSelfTest; gpu.ErrWrongThread; gpu.ErrReleased.
func NewHistogram(d *gpu.Device, o HistogramOptions) (*Histogram, error) {
	shape, err := kernel.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	if _, _, err := o.specs(shape, false); err != nil {
		return nil, err
	}
	// Bins are added up in any order: one dispatch needs no look-back.
	return kernel.SelectVariant(d, "scan: histogram", o.Tuning, false, func(shape kernel.Shape) (*Histogram, error) {
		zero, count, err := o.specs(o.shape(d.Caps(), shape), d.Caps().Software)
		if err != nil {
			return nil, err
		}
		h := &Histogram{d: d, o: o, shape: count.Shape}
		if o.shared() {
			h.totals, err = gpu.NewBuffer[uint32](d, 1+o.words())
		} else {
			h.zero, err = kernel.New(d, zero)
		}
		if err == nil {
			h.count, err = kernel.Load[histogramUniforms](d, count)
		}
		if err != nil {
			h.Release()
			return nil, err
		}
		return h, nil
	}, (*Histogram).selfTest)
}

// HistogramEven writes to dst[b] the number of items of src in bin b, modulo 2^32, for bins of
// equal width. dst is overwritten: Bins uint32, one more with Outside. src holds n items. dst
// overlaps neither src nor the word of n. The counts are exact and the same on every driver.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge; gpu.ErrArgument with Edges; gpu.ErrContextLost, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (h *Histogram) HistogramEven(dst, src gpu.View, n gpu.Count) error {
	return h.run(dst, src, gpu.View{}, n, false)
}

// HistogramRange is HistogramEven for bins between edges: Bins+1 values of the items' type, none
// below the one before. Bin b holds edges[b] <= x < edges[b+1]. Edges of Float32 may be infinite,
// not NaN. dst must not overlap edges. Errors: as for HistogramEven; gpu.ErrArgument without Edges.
func (h *Histogram) HistogramRange(dst, src, edges gpu.View, n gpu.Count) error {
	return h.run(dst, src, edges, n, true)
}

func (h *Histogram) run(dst, src, edges gpu.View, n gpu.Count, byEdges bool) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.d.Internal().Leave()
	if err := h.check(dst, src, edges, n, byEdges); err != nil {
		return err
	}
	if h.o.shared() {
		h.count.SetBuffer(histBufTotals, h.totals.View())
	} else {
		h.zero.SetBuffer(zeroBufDst, dst)
		h.zero.Dispatch((h.o.words() + h.zero.Shape().GroupSize - 1) / h.zero.Shape().GroupSize)
		h.d.StorageBarrier()
	}
	workers := h.workers(n.Max())
	h.count.SetBuffer(histBufSrc, src)
	h.count.SetBuffer(histBufDst, dst)
	if byEdges {
		h.count.SetBuffer(histBufEdges, edges)
	}
	h.count.SetCount(n)
	h.count.Set(h.count.U.Workers, uint32(workers))
	h.count.Dispatch(workers)
	h.d.MemoryBarrier()
	return nil
}

// workers is the number of workgroups for at most n items. Two tiles take one: to add up the bins
// of two workgroups takes longer than a tile.
func (h *Histogram) workers(n int) int {
	if h.o.shared() && n <= 2*h.shape.TileSize() {
		return 1
	}
	return h.shape.WorkersFor(n)
}

func (h *Histogram) check(dst, src, edges gpu.View, n gpu.Count, byEdges bool) error {
	if byEdges != h.o.Edges {
		return fmt.Errorf("scan: histogram: Edges is %v, want true for HistogramRange and false for HistogramEven: %w", h.o.Edges, gpu.ErrArgument)
	}
	if err := kernel.Need(h.d, "scan: histogram: dst", dst, gpu.N(h.o.words()), 4); err != nil {
		return err
	}
	if err := kernel.Need(h.d, "scan: histogram: src", src, n, 4); err != nil {
		return err
	}
	if err := kernel.NeedType(h.d, "scan: histogram: src", src, h.o.Type); err != nil {
		return err
	}
	if err := h.shape.Check("scan: histogram", n); err != nil {
		return err
	}
	if err := kernel.NeedApart("scan: histogram: dst and src", dst, src); err != nil {
		return err
	}
	// The count may be read when dst has been written already.
	if err := kernel.NeedCountApart("scan: histogram", n, dst); err != nil {
		return err
	}
	if !byEdges {
		return nil
	}
	if err := kernel.Need(h.d, "scan: histogram: edges", edges, gpu.N(h.o.Bins+1), 4); err != nil {
		return err
	}
	return kernel.NeedApart("scan: histogram: dst and edges", dst, edges)
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Histogram.
func (h *Histogram) Variant() string {
	if h == nil {
		return ""
	}
	return h.shape.Variant()
}

// enter begins a call.
func (h *Histogram) enter() error {
	if h == nil || h.count.Kernel == nil {
		return fmt.Errorf("scan: the Histogram is nil, not made by NewHistogram or released: %w", gpu.ErrReleased)
	}
	return h.d.Internal().Enter()
}

// Release frees the kernels.
func (h *Histogram) Release() {
	if h == nil {
		return
	}
	h.totals.Release()
	h.zero.Release()
	h.count.Release()
	h.totals, h.zero, h.count.Kernel = nil, nil, nil
}
