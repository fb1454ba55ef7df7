// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/merge" // its GLSL
)

// Options are the order of the items, for all constructors of this package. The zero value orders
// uint32, the smallest first.
type Options struct {
	// Type is the type of the items: an integer or float type of 32 or 64 bits. Floats are ordered
	// by their bits, as in IEEE 754's totalOrder: -NaN, -Inf, ..., -0, +0, ..., +Inf, +NaN. A
	// gpu.Buffer of floats or of signed integers is refused (gpu.ErrView) unless Type is its type.
	Type       gpu.Type
	Descending bool // the largest item first; equal items keep their order

	// Less replaces Type by items of the caller's type and an order in GLSL:
	//
	//	struct Hit { vec3 at; float depth; };
	//	bool less(Hit a, Hit b) { return a.depth < b.depth; }
	//
	// less(a, b) returns whether a comes before b. It must be a strict weak ordering, as a < b is
	// for numbers: less(a, a) is false, and items of which neither comes before the other are
	// equal, which is transitive. A float that may be NaN needs a rule for it. With another less,
	// results are of no use, but no access leaves the buffers. less must give the same answer each
	// time and write nothing.
	//
	// The caller binds its own uniform blocks, and its own shader-storage blocks at bindings from
	// gpu.UserBinding on. Plain uniforms must be set in every program of Programs. Compiler errors
	// name Name and the line. Views of items must begin where gpu.Operator says, or the call
	// returns gpu.ErrView.
	Less  string
	Item  string // GLSL type of an item, such as "Hit", which Less declares first or is built in
	Bytes int    // the std430 array stride of Item: a multiple of 4, at most MaxItemBytes
	Name  string // what compiler errors call Less; "" means "less"

	// Map makes items of records of the caller's type, in GLSL, as they are read:
	//
	//	uint map(Particle p, uint index) { return cellOf(p.at); }
	//
	// The sources then hold records of type Record: src of a sort, a and b of a merge or a set
	// operation, and the queries of a search. Item index is made of its record. map returns an
	// Item, or without Less uint for Uint32, int for Int32, float for Float32, double for Float64,
	// and for Uint64 and Int64 uvec2, the low word first. map may be called more than once for a
	// record. It must give the same answer each time and write nothing. A driver may take a
	// subnormal float for 0 and change the bits of NaN.
	//
	// With SortedRecord, the sorted array of a search holds records of that type, and Map has a
	// function mapSorted for them. Without Record the Map must not define map, and without
	// SortedRecord no mapSorted: nothing would call them. All said for Less holds for Map, and its
	// types may be those that Less declares. Compiler errors name it "map".
	Map          string
	Record       string
	RecordBytes  int // the std430 array stride of Record: a multiple of 4, at most 1,024
	SortedRecord string
	SortedBytes  int // that of SortedRecord, with the same limits

	// Input selects what is read of the sources (Map lists them): with InputStrided every Stride-th
	// record or item. Sorts and searches also have InputGathered, for records at the indices of
	// SetIndices, and InputCounting. With InputCounting, src or queries is the zero View, and item
	// i is the number i, or what a Map with Record "uint" makes of it. A number above 2^24 is
	// rounded to a Float32.
	Input  gpu.Input
	Stride int

	// Finish computes what dst gets, in GLSL, as it is written:
	//
	//	Row finish(uint key, uint index) { return Row(key, index); }  // merges, set operations
	//	uint finish(uint place, uint index) { return values[place]; } // searches
	//
	// It gets the item, in the form of Map, or the place that a search found, and the index in dst.
	// dst holds results of type Result. All said for Less holds for it. Compiler errors name it
	// "finish". A sort has no Finish: its passes write items to dst and read them again.
	Finish      string
	Result      string
	ResultBytes int // the std430 array stride of Result: a multiple of 4, at most 1,024

	// Tuning sets the tile by GroupSize and ItemsPerThread, of which at most 16 are used. It does
	// not set the tile of a search of many queries. It sets the workers of a Searcher, and for Sets
	// also the workers, the form and the lane tier.
	gpu.Tuning
}

// MaxItemBytes is the size of the largest item. A tile of 128 lanes with an item each fits the
// shared memory that every driver has.
const MaxItemBytes = 128

// keyTypes has the part that orders each type.
var keyTypes = map[gpu.Type]string{
	gpu.Uint32: "lib/key.glsl#uint", gpu.Int32: "lib/key.glsl#int", gpu.Float32: "lib/key.glsl#float",
	gpu.Uint64: "lib/key.glsl#uint64", gpu.Int64: "lib/key.glsl#int64", gpu.Float64: "lib/key.glsl#float64",
}

// withDefaults fills in the defaults and validates. call names the function in errors.
func (o Options) withDefaults(call string) (Options, error) {
	if o.Name == "" {
		o.Name = "less"
	}
	if !o.callers() && o.Bytes == 0 {
		o.Bytes = o.Type.Bytes()
	}
	err := o.checkItem()
	if err == nil {
		err = o.checkReads(call)
	}
	if err != nil {
		err = fmt.Errorf("merge: %s: %w", call, err)
	}
	return o, err
}

// checkItem validates the items and their order.
func (o Options) checkItem() error {
	switch _, known := keyTypes[o.Type]; {
	case !o.callers() && !known:
		return kernel.ArgumentError("Type is %v, want an integer or float type of 32 or 64 bits", o.Type)
	case !o.callers() && (o.Item != "" || o.Bytes != o.Type.Bytes()):
		return kernel.ArgumentError("Item is %q and Bytes %d without Less, want neither", o.Item, o.Bytes)
	case !o.callers():
		return nil
	case o.Type != 0 || o.Descending:
		return kernel.ArgumentError("Type is %v and Descending %v with Less, want neither", o.Type, o.Descending)
	case !kernel.IsTypeName(o.Item):
		return kernel.ArgumentError("Item is %q, want the name of a GLSL type", o.Item)
	case o.Bytes < 4 || o.Bytes%4 != 0 || o.Bytes > MaxItemBytes:
		return kernel.ArgumentError("Bytes is %d, want a multiple of 4 from 4 to %d", o.Bytes, MaxItemBytes)
	}
	return nil
}

// callers reports whether the items have a type of the caller.
func (o Options) callers() bool { return o.Less != "" }

// sharedBytes is what a tile may take of the 32 KiB of shared memory that every driver has. The
// rest is for searches and sums.
const sharedBytes = 30 << 10

// mostItems is the largest number of items of an invocation. A merge of pairs has a bit for each in
// half a word.
const mostItems = 16

// tile returns the shape with a tile of items whose payload may be a word. Its workgroups are whole
// subgroups, and of whole runs of 32 places in shared memory.
func (o Options) tile(s kernel.Shape) kernel.Shape {
	unit := max(32, s.LaneCount)
	group, each := s.GroupSize, s.ItemsPerThread
	if o.GroupSize > 0 {
		group, each = min(o.GroupSize, kernel.MostInvocations(s.LaneCount)), o.ItemsPerThread
	}
	group, each = (group+unit-1)/unit*unit, max(1, min(each, mostItems)*4/o.Bytes)
	for !fits(group, each, o.Bytes+4) {
		if each > 1 {
			each /= 2
		} else {
			group = group / 2 / unit * unit
		}
	}
	return s.With(group, each)
}

// fits reports whether a tile of items of a number of bytes fits shared memory.
func fits(group, each, bytes int) bool { return group*each*33/32*bytes <= sharedBytes }

// wordsApart reports whether words beside a tile's items need memory of their own, since they do
// not fit the items' room.
func (o Options) wordsApart() bool { return o.callers() && o.Item != "uint" && o.Item != "int" }

// shape returns the shape of kernels in which lanes do not cooperate. It is the same on all lane
// tiers. It is pure. Errors: those of kernel.Pick.
func (o Options) shape(c gpu.Caps) (kernel.Shape, error) {
	if _, err := kernel.Pick(c, o.Tuning); err != nil {
		return kernel.Shape{}, err
	}
	t := o.Tuning
	t.Lanes, t.Algorithm = gpu.LanesShared, gpu.ReduceThenScan
	s, err := kernel.Pick(c, t)
	return o.tile(s), err
}

// spec returns a kernel that orders items.
func (o Options) spec(file string, s kernel.Shape, buffers ...string) kernel.Spec {
	spec := kernel.Spec{
		File: file, Shape: s, Buffers: buffers,
		Constants: shaders.Constants{"KEY": "uint", "DESCENDING": o.Descending, "ITEM_BYTES": uint32(o.Bytes)},
		Slots:     map[string]shaders.Snippet{},
	}
	switch {
	case o.callers():
		spec.Constants["KEY"] = o.Item
		spec.Slots["KEYS"] = shaders.Snippet{File: "merge/keys.glsl#integer"}
		if o.wordsApart() {
			spec.Slots["KEYS"] = shaders.Snippet{File: "merge/keys.glsl#record"}
		}
		spec.Slots["LESS"] = shaders.Snippet{Name: o.Name, Text: o.Less}
	case o.Bytes == 8:
		spec.Constants["KEY"] = "uvec2"
		spec.Slots["KEYS"] = shaders.Snippet{File: "merge/keys.glsl#pair"}
		spec.Slots["KEY"] = shaders.Snippet{File: keyTypes[o.Type]}
	default:
		spec.Slots["KEYS"] = shaders.Snippet{File: "merge/keys.glsl#word"}
		spec.Slots["KEY"] = shaders.Snippet{File: keyTypes[o.Type]}
	}
	return spec
}

// payloadSpec returns a kernel of tiles with a part of merge/payload.glsl and its buffers.
func payloadSpec(spec kernel.Spec, part string, buffers ...string) kernel.Spec {
	spec.Slots["PAYLOAD"] = shaders.Snippet{File: "merge/payload.glsl#" + part}
	spec.Buffers = append(spec.Buffers, buffers...)
	return spec
}

// splitsIn returns a kernel of tiles that takes its splits from a part of merge/splits.glsl.
func splitsIn(spec kernel.Spec, part string) kernel.Spec {
	spec.Slots["SPLITS"] = shaders.Snippet{File: "merge/splits.glsl#" + part}
	return spec
}

// need checks a view of items. what names it in errors: "src". Errors: those of kernel.NeedRecords
// and kernel.NeedItems.
func (o Options) need(d *gpu.Device, what string, v gpu.View, n gpu.Count) error {
	if o.callers() {
		return kernel.NeedRecords(d, what, v, n, o.Bytes)
	}
	if err := kernel.Need(d, what, v, n, o.Bytes); err != nil {
		return err
	}
	return kernel.NeedItems(d, what, v, o.Type, true)
}

// set binds a view of items. what names it in errors. Errors: those of kernel.SetItems.
func (o Options) set(k *kernel.Kernel, i int, what string, v gpu.View) error {
	if err := k.SetItems(i, v, o.Bytes, o.callers()); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// flag returns 1 for true.
func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
