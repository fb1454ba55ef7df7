// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"maps"
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// The most bins: of all, and of those that workgroups count in copies.
const (
	maxBins       = 1 << 20
	maxCopiedBins = 1 << 16
)

// usualSharedBytes is the shared memory of a workgroup that every driver has.
const usualSharedBytes = 32 << 10

// Limits of the memory for bins.
const (
	sharedReplicas = 8       // words of a bin in shared memory
	replicatedBins = 4096    // words of all bins in shared memory, if a bin has more than one
	copiedWords    = 1 << 19 // words of all copies: 2 MiB
	maxCopies      = 16
)

// place is the memory in which a histogram counts.
type place int

const (
	inShared place = iota // of each workgroup
	inCopies              // several copies of the bins in a buffer, which are added up afterwards
	inDst                 // the result itself
)

// placeOf returns the place for a number of bins. Shared memory has the least contention, and bins
// in half of it leave room for a second workgroup. Copies spread the additions to a bin that many
// items share. Copies of more bins than maxCopiedBins would be larger than the caches. It is pure.
func placeOf(bins, sharedBytes int) place {
	switch {
	case 4*bins <= max(sharedBytes, usualSharedBytes)/2:
		return inShared
	case bins <= maxCopiedBins:
		return inCopies
	}
	return inDst
}

// copiesOf returns the number of copies of the bins for at most n items, where dst has a number of
// words: a power of two. One copy for each so many items means that adding up the copies reads no
// more words than the counting. It is pure.
func copiesOf(words, n int) int {
	most := max(1, min(maxCopies, copiedWords/words, n/words))
	return 1 << (bits.Len(uint(most)) - 1)
}

// countsArrivals reports whether bins may count the workgroups that have added to them. Weights
// exclude it, as their sums may have any bit, and so does a second axis. An invocation must add to
// one bin at most, as each addition waits for its result. It is pure.
func (o HistogramOptions) countsArrivals(s kernel.Shape) bool {
	return o.isPlain() && o.words() <= s.GroupSize
}

// arrivalBit is the bit of a bin's total from which on workgroups are counted, for at most n items:
// the lowest above all counts. It is 0 where 32 bits do not hold both. It is pure.
func (o HistogramOptions) arrivalBit(s kernel.Shape, n, workers int) uint32 {
	if !o.countsArrivals(s) || bits.Len(uint(n))+bits.Len(uint(workers-1)) > 32 {
		return 0
	}
	return uint32(bits.Len(uint(n)))
}

// bins is the number of bins of both axes.
func (o HistogramOptions) bins() int { return o.Bins * max(1, o.Y.Bins) }

// words is the length of dst.
func (o HistogramOptions) words() int {
	if o.Outside {
		return o.bins() + 1
	}
	return o.bins()
}

// x is the first axis.
func (o HistogramOptions) x() Axis {
	return Axis{Type: o.Type, Bins: o.Bins, Lower: o.Lower, Upper: o.Upper, Edges: o.Edges}
}

// isPlain reports whether the histogram counts items on one axis.
func (o HistogramOptions) isPlain() bool { return o.Y == Axis{} && !o.Weighted }

// byFours reports whether items are read four at a time: plain words in few bins. It is pure.
func (o HistogramOptions) byFours(c gpu.Caps, s kernel.Shape) bool {
	direct := o.isPlain() && o.Map == "" && o.Input == gpu.InputDirect && s.ItemsPerThread%4 == 0
	return direct && placeOf(o.bins(), c.MaxSharedBytes) == inShared
}

// shape is that of the kernel that counts. A GPU gets two workgroups of 1,024 invocations a
// multiprocessor: each workgroup adds up all bins once, and those additions to memory took longer
// than the counting with more and smaller workgroups. It is pure.
func (o HistogramOptions) shape(c gpu.Caps, s kernel.Shape) kernel.Shape {
	if c.Software || placeOf(o.bins(), c.MaxSharedBytes) != inShared {
		return s
	}
	s = s.With(1024, 8)
	if o.Workers == 0 {
		s.Workers = max(1, min(s.Workers, 2*c.Multiprocessors))
	}
	return s
}

// histogramSpecs are the kernels of a histogram: the counting, and where the bins are not in shared
// memory the one that clears dst before it, or adds up the copies after it.
type histogramSpecs struct {
	place       place
	count, rest kernel.Spec
}

// all are the kernels that the histogram has.
func (s histogramSpecs) all() []kernel.Spec {
	if s.place == inShared {
		return []kernel.Spec{s.count}
	}
	return []kernel.Spec{s.count, s.rest}
}

// specs are the kernels for a shape. It is pure. Errors: gpu.ErrArgument.
func (o HistogramOptions) specs(c gpu.Caps, s kernel.Shape) (all histogramSpecs, err error) {
	x, y := o.x(), o.Y
	if err := x.check(""); err != nil {
		return all, err
	}
	if err := o.checkInput(); err != nil {
		return all, err
	}
	count := kernel.Spec{
		File:    "scan/histogram_count.comp.glsl",
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Totals?"},
		Slots:   map[string]shaders.Snippet{},
	}
	if count.Constants, err = x.constants(""); err != nil {
		return all, err
	}
	turns := x.turns() + y.turns()
	if turns > 0 {
		count.Buffers = append(count.Buffers, "Edges")
	}
	count.Slots["BIN"] = shaders.Snippet{File: "scan/bin.glsl#" + x.part()}
	if x.Edges {
		keys := [...]string{"lib/key.glsl#uint", "lib/key.glsl#int", "lib/key.glsl#number"}
		count.Slots["KEY"] = shaders.Snippet{File: keys[x.Type]}
	}
	part := ""
	if !o.isPlain() {
		count.File, part = "scan/histogram_sum.comp.glsl", "_weighted"
		count.Slots["SECOND"] = shaders.Snippet{File: "scan/bin_y.glsl#none"}
	}
	if y != (Axis{}) {
		if err := o.addSecond(&count); err != nil {
			return all, err
		}
	}
	o.addInput(&count)
	all.place = placeOf(o.bins(), c.MaxSharedBytes)
	name := [...]string{inShared: "shared", inCopies: "copied", inDst: "direct"}[all.place]
	count.Slots["BINS"] = shaders.Snippet{File: "scan/histogram_bins.glsl#" + name + part}
	if o.isPlain() {
		count.Slots["LOAD"] = shaders.Snippet{File: "scan/histogram_load.glsl#items"}
		if o.byFours(c, s) {
			count.Slots["LOAD"] = shaders.Snippet{File: "scan/histogram_load.glsl#fours"}
		}
	}
	count.Constants["BINS"] = uint32(o.Bins)
	count.Constants["DST_WORDS"] = uint32(o.words())
	count.Constants["REPLICAS"] = o.replicas(c.Software)
	if turns > 0 {
		s.MaxItems = min(s.MaxItems, s.Workers*s.GroupSize*(searchTurns/turns))
	}
	count.Shape = s
	all.count = count
	all.rest = kernel.Spec{
		File:      "scan/histogram_zero.comp.glsl",
		Shape:     s,
		Constants: shaders.Constants{"DST_WORDS": uint32(o.words())},
		Buffers:   []string{"Dst"},
	}
	if all.place == inCopies {
		all.rest.File, all.rest.Buffers = "scan/histogram_copies.comp.glsl", []string{"Dst", "Totals"}
	}
	return all, nil
}

// addSecond adds the second axis to the kernel.
func (o HistogramOptions) addSecond(count *kernel.Spec) error {
	if err := o.Y.check("Y."); err != nil {
		return err
	}
	if o.bins() > maxBins {
		return kernel.ArgumentError("Bins * Y.Bins is %d, want at most %d", o.bins(), maxBins)
	}
	second, err := o.Y.constants("Y_")
	if err != nil {
		return err
	}
	maps.Copy(count.Constants, second)
	count.Constants["Y_BINS"] = uint32(o.Y.Bins)
	count.Constants["Y_TYPE"] = int(o.Y.Type)
	count.Constants["Y_EDGES"] = uint32(0)
	if o.Edges {
		count.Constants["Y_EDGES"] = uint32(o.Bins + 1)
	}
	count.Slots["SECOND"] = shaders.Snippet{File: "scan/bin_y.glsl#" + o.Y.part()}
	return nil
}

// replicas is the number of words of a bin in shared memory: a power of two.
func (o HistogramOptions) replicas(software bool) uint32 {
	if software {
		return 1
	}
	return 1 << (bits.Len(uint(max(1, min(sharedReplicas, replicatedBins/o.words())))) - 1)
}

// searchTurns are the loop turns that an invocation may spend on searches among edges where a
// driver ends long loops early, of 65,535; zeroing and adding up take a few hundred.
const searchTurns = 50_000

// turns are the loop turns of the search among the edges for an item, some 20 with many bins.
func (a Axis) turns() int {
	if !a.Edges {
		return 0
	}
	return bits.Len32(a.firstJump()) + 2
}

// firstJump is the first jump of the binary search: the largest power of two that is no more than
// the edges.
func (a Axis) firstJump() uint32 { return 1 << (bits.Len(uint(a.Bins+1)) - 1) }

// part returns the part of scan/bin.glsl and scan/bin_y.glsl for the axis.
func (a Axis) part() string {
	switch {
	case a.Edges:
		return "edges"
	case a.Type == gpu.Float32:
		return "even_float"
	}
	return "even"
}

// check validates the type and the number of bins of an axis. name is what its fields have before
// their names in errors.
func (a Axis) check(name string) error {
	if a.Type < gpu.Uint32 || a.Type > gpu.Float32 {
		return fmt.Errorf("%sType is %v, want Uint32, Int32 or Float32: %w", name, a.Type, gpu.ErrArgument)
	}
	if a.Bins < 1 || a.Bins > maxBins {
		return fmt.Errorf("%sBins is %d, want from 1 to %d: %w", name, a.Bins, maxBins, gpu.ErrArgument)
	}
	return nil
}

// constants returns the constants of the axis, with names that begin with prefix.
func (a Axis) constants(prefix string) (shaders.Constants, error) {
	name := map[string]string{"": "", "Y_": "Y."}[prefix]
	switch {
	case a.Edges && (a.Lower != 0 || a.Upper != 0):
		return nil, fmt.Errorf("%sLower is %v and %sUpper %v, want 0 with Edges: %w", name, a.Lower, name, a.Upper, gpu.ErrArgument)
	case a.Edges:
		return shaders.Constants{prefix + "FIRST_JUMP": a.firstJump()}, nil
	case a.Type == gpu.Float32:
		return a.evenFloat(prefix, name)
	}
	return a.evenInteger(prefix, name)
}

func (a Axis) evenInteger(prefix, name string) (shaders.Constants, error) {
	least, most := 0.0, float64(1<<32)
	if a.Type == gpu.Int32 {
		least, most = -1<<31, 1<<31
	}
	// Written so that a NaN fails.
	if !(least <= a.Lower && a.Lower < a.Upper && a.Upper <= most) || math.Trunc(a.Lower) != a.Lower || math.Trunc(a.Upper) != a.Upper {
		return nil, fmt.Errorf("%sLower is %v and %sUpper %v, want whole numbers of %v from %.0f to %.0f, Lower first: %w", name, a.Lower, name, a.Upper, a.Type, least, most, gpu.ErrArgument)
	}
	span := int64(a.Upper) - int64(a.Lower)
	if span%int64(a.Bins) != 0 {
		return nil, fmt.Errorf("%sUpper - %sLower is %d, want a multiple of %sBins, which is %d: %w", name, name, span, name, a.Bins, gpu.ErrArgument)
	}
	return shaders.Constants{
		prefix + "LOWER":     uint32(int64(a.Lower)),
		prefix + "SPAN_LAST": uint32(span - 1),
		prefix + "BIN_WIDTH": uint32(min(span/int64(a.Bins), math.MaxUint32)), // 2^32 for one bin of everything: see the kernel
	}, nil
}

// The scales for which float32 serves: where a smaller one, or a difference that matters under a
// larger one, is denormal, drivers may take it for 0.
const (
	minScale = 0x1p-126
	maxScale = 0x1p+100
)

func (a Axis) evenFloat(prefix, name string) (shaders.Constants, error) {
	bad := func() error {
		return fmt.Errorf("%sLower is %v and %sUpper %v with %d %sBins of f32, want finite numbers, Lower first, and bins whose width float32 can hold: %w", name, a.Lower, name, a.Upper, a.Bins, name, gpu.ErrArgument)
	}
	// Written so that a NaN fails.
	if !(math.Abs(a.Lower) <= math.MaxFloat32 && math.Abs(a.Upper) <= math.MaxFloat32) {
		return nil, bad()
	}
	lower, upper, scale := a.rounded()
	if lower >= upper || scale < minScale || scale > maxScale {
		return nil, bad()
	}
	// As bits: not every compiler reads decimals to the last one.
	return shaders.Constants{
		prefix + "LOWER_BITS": math.Float32bits(lower),
		prefix + "UPPER_BITS": math.Float32bits(upper),
		prefix + "SCALE_BITS": math.Float32bits(scale),
	}, nil
}

// rounded is what the kernel sees of Lower and Upper, and the bins to a unit.
func (a Axis) rounded() (lower, upper, scale float32) {
	lower, upper = float32(a.Lower), float32(a.Upper)
	return lower, upper, float32(a.Bins) / (upper - lower)
}
