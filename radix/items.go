// SPDX-License-Identifier: MIT

package radix

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Items that are no plain keys: records of the caller with a key in GLSL, and keys of 128 bits. A
// kernel of its own computes a key of one word or two for each. The passes sort indices by these
// keys, and the items move once, at the end. So the passes have no kernel for the caller's text,
// and read a record once, however many passes there are.

// itemSorter is what a Sorter has for them. The Sorter's own options are those of the computed
// keys.
type itemSorter struct {
	o       Options // the caller's
	compute kernel.Loaded[itemUniforms]
	latest  [mostRounds]latestPasses // as Sorter.latest, of each round
}

// itemUniforms are those of items_key with the part half of radix/item.glsl.
type itemUniforms struct {
	Half    kernel.Uniform `uniform:"half_at,optional"`
	ByOrder kernel.Uniform `uniform:"by_order,optional"`
}

// byItems reports whether the sort moves items that are no plain keys.
func (o Options) byItems() bool { return o.Key != "" || o.Type == gpu.Uint128 }

// plain returns the options of the sort by the keys that the passes have.
func (o Options) plain() Options {
	o.Key, o.Record, o.RecordBytes, o.Name = "", "", 0, ""
	if o.Type == gpu.Uint128 {
		o.Type, o.FirstBit, o.Bits = gpu.Uint64, 0, 64
	}
	return o
}

// itemBytes is the size of what a view of keys holds.
func (o Options) itemBytes() int {
	if o.Key != "" {
		return o.RecordBytes
	}
	return o.Type.Bytes()
}

// checkKey validates Key and what belongs to it. Its error begins with the option.
func (o Options) checkKey() error {
	switch k := keyTypes[o.Type]; {
	case o.Key == "" && (o.Record != "" || o.RecordBytes != 0):
		return kernel.ArgumentError("Record is %q of %d bytes without a Key, want both or neither", o.Record, o.RecordBytes)
	case o.Key == "":
		return nil
	case k.perWord != 1:
		return kernel.ArgumentError("Type is %v with a Key, want a type of 32 or 64 bits", o.Type)
	}
	if err := kernel.CheckRecord("Record", o.Record, o.RecordBytes); err != nil {
		return err
	}
	return o.checkResult()
}

// keyResults finds the numbers that functions of the name key return, and comments, which it skips.
var keyResults = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|\b(int|uint|float)\s+key\s*\(`)

// checkResult refuses a Key of another type of 32 bits than that of the keys. GLSL converts int to
// uint and both to float without an error, and the order would be another one.
func (o Options) checkResult() error {
	want, got := results[o.Type][0], ""
	for _, m := range keyResults.FindAllStringSubmatch(o.Key, -1) {
		if m[1] == want {
			return nil // others are overloads
		}
		got = cmp.Or(m[1], got)
	}
	if got == "" || keyTypes[o.Type].words > 1 {
		return nil // no definition, which the compiler reports; or a result that keeps its value
	}
	return kernel.ArgumentError("Key returns %s, want %s for keys of Type %v", got, want, o.Type)
}

// results has the type that Key returns for a type of keys, and what makes words of it.
var results = map[gpu.Type][2]string{
	gpu.Uint32: {"uint", "uint"}, gpu.Int32: {"int", "uint"}, gpu.Float32: {"float", "floatBitsToUint"},
	gpu.Uint64: {"uvec2", "uvec2"}, gpu.Int64: {"uvec2", "uvec2"}, gpu.Float64: {"double", "unpackDouble2x32"},
}

// mostRounds is the most sorts of a call, by a part of the keys each.
const mostRounds = 2

// round is one of them: its part of the key in words of 64 bits, and the bits of that.
type round struct{ part, first, bits int }

// rounds are the sorts of a call, the least significant part first.
func (o Options) rounds() (all [mostRounds]round, n int) {
	if o.Type != gpu.Uint128 {
		return [mostRounds]round{{0, o.FirstBit, o.Bits}}, 1
	}
	for part := range mostRounds {
		from, to := max(o.FirstBit, 64*part), min(o.FirstBit+o.Bits, 64*part+64)
		if from < to {
			all[n] = round{part, from - 64*part, to - from}
			n++
		}
	}
	return all, n
}

// itemSpec is the kernel that computes the keys.
func (o Options) itemSpec() kernel.Spec {
	p := o.plain()
	spec := kernel.Spec{
		File: "radix/items_key.comp.glsl", Shape: flat,
		Constants: shaders.Constants{"KEY": []string{"uint", "uvec2"}[keyTypes[p.Type].words-1]},
		Slots:     map[string]shaders.Snippet{"PUT": putSnippet(p.Type, ""), "ITEM": {File: "radix/item.glsl#half"}},
		Buffers:   []string{"Src", "DstKeys", "Count", "Fault", "Order"},
	}
	if o.Key != "" {
		name := o.Name
		if name == "" {
			name = "key"
		}
		spec.Constants["RECORD"], spec.Constants["RESULT"], spec.Constants["KEY_BITS"] = o.Record, results[o.Type][0], results[o.Type][1]
		spec.Slots["ITEM"] = shaders.Snippet{File: "radix/item.glsl#record"}
		spec.Slots["ITEM_KEY"] = shaders.Snippet{Name: name, Text: o.Key}
		spec.Buffers = slices.Clip(spec.Buffers[:bufItemOrder])
	}
	return spec
}

// bufItemOrder is the buffer Order of items_key.
const bufItemOrder = 4

// addItems makes a Sorter of plain keys one of items.
func (s *Sorter) addItems(o Options) error {
	var err error
	if s.items, err = s.newItems(o); err != nil {
		return err
	}
	test := o.standIn()
	return kernel.RunSelfTest(s.d, "radix, items", flat, kernel.SelfTest{
		Specs: []kernel.Spec{test.itemSpec()}, Test: func() error { return s.testItems(test) },
	})
}

func (s *Sorter) newItems(o Options) (*itemSorter, error) {
	k, err := kernel.Load[itemUniforms](s.d, o.itemSpec())
	if err != nil {
		return nil, err
	}
	if got := k.ArrayStride("Src"); o.Key != "" && got != o.RecordBytes {
		k.Release()
		return nil, kernel.StrideError("radix: New", "RecordBytes", o.RecordBytes, got, o.Record)
	}
	return &itemSorter{o: o, compute: k}, nil
}

func (p *itemSorter) release() {
	if p != nil {
		p.compute.Release()
	}
}

// options are the caller's.
func (s *Sorter) options() Options {
	if s.items != nil {
		return s.items.o
	}
	return s.o
}

// Programs returns the GL program with the caller's Key, for a caller that sets plain uniforms of
// it. It is nil without a Key, and for a nil or released Sorter.
func (s *Sorter) Programs() []uint32 {
	if s.released() || s.items == nil || s.items.o.Key == "" {
		return nil
	}
	return kernel.ProgramsOf(s.items.compute.Kernel)
}

// itemParts is scratchParts of a sort of items.
func (o Options) itemParts(l layout, use Use, n int) scratchParts {
	p, like := o.plain(), ForIndices
	if use.segmented() {
		like = use
	}
	s := p.scratchParts(l, like, n)
	s.wide, s.spare = s.keys, s.keys
	_, rounds := o.rounds()
	switch {
	case use.segmented():
		s.sorted = s.wide
	case use != ForIndices && (use != ForValues || rounds > 1):
		s.index = 4 * n
	}
	if rounds > 1 {
		s.between = 4 * n
	}
	return s
}

// computeKeys enqueues the keys of a round. order is the zero View in the first.
func (s *Sorter) computeKeys(dst, items, order gpu.View, r round, n gpu.Count) error {
	p := s.items
	k := &p.compute
	if err := k.SetItems(0, items, p.o.RecordBytes, p.o.Key != ""); err != nil {
		return fmt.Errorf("radix: src keys: %w", err)
	}
	k.SetBuffer(1, dst)
	k.SetCount(n)
	if p.o.Key == "" {
		byOrder := order.ID() != 0
		if !byOrder {
			order = dst // which is not read
		}
		k.SetBuffer(bufItemOrder, order)
		k.Set(k.U.Half, uint32(2*r.part))
		k.Set(k.U.ByOrder, word(byOrder))
	}
	k.Dispatch(flat.GroupsFor(n.Max()))
	s.d.StorageBarrier()
	return nil
}

// beginRound makes the bits of a round those of the passes.
func (s *Sorter) beginRound(i int, r round) {
	s.o.FirstBit, s.o.Bits, s.latest = r.first, r.bits, s.items.latest[i]
}

// sortItems enqueues a checked call.
func (s *Sorter) sortItems(j job) error {
	o := s.items.o
	parts := o.scratchParts(s.layout, j.use, j.n.Max())
	r, cut := s.begin(j.n, parts)
	spare, index, wide, between := cut.Take(parts.spare), cut.Take(parts.index), cut.Take(parts.wide), cut.Take(parts.between)
	rounds, last := o.rounds()
	last--

	from, kind := arrays{keys: wide}, s.itemKind(j.use)
	if parts.index == 0 {
		index = j.dst.payload
	}
	if kind == withPayload {
		from.payload = j.src.payload
	}
	r.keyless = true
	for i, round := range rounds[:last+1] {
		to := index
		if i < last {
			to = between
		}
		var order gpu.View
		if i > 0 {
			order = from.payload
		}
		if err := s.computeKeys(wide, j.src.keys, order, round, j.n); err != nil {
			return err
		}
		s.beginRound(i, round)
		if err := s.passes(arrays{spare, to}, from, r, kind); err != nil {
			return err
		}
		s.items.latest[i] = s.latest
		s.d.StorageBarrier()
		from.payload, kind = to, withPayload
	}
	s.d.MemoryBarrier()
	if j.use == ForIndices || j.use == ForValues && last == 0 {
		return nil
	}
	if j.use != ForValues {
		if err := s.gatherer.Gather(j.dst.keys, j.src.keys, index, j.n, o.itemBytes()); err != nil || j.use == ForKeys {
			return err
		}
	}
	return s.gatherer.Gather(j.dst.payload, j.src.payload, index, j.n, j.stride)
}

// itemKind is the payload of the first pass of the first round.
func (s *Sorter) itemKind(use Use) payloadKind {
	if _, rounds := s.items.o.rounds(); use == ForValues && rounds == 1 {
		return withPayload
	}
	return withIndex
}

// readyItems compiles the kernels of a use for up to n items.
func (s *Sorter) readyItems(use Use, n int) error {
	rounds, count := s.items.o.rounds()
	kind := s.itemKind(use)
	for i, round := range rounds[:count] {
		s.beginRound(i, round)
		if err := s.readyKinds(kind, true, n); err != nil {
			return err
		}
		kind = withPayload
	}
	return nil
}

// noWide refuses what keys of 128 bits do not have.
func (o Options) noWide(what string) error {
	if o.Type == gpu.Uint128 {
		return fmt.Errorf("radix: %s: Type is %v, want a type of at most 64 bits: %w", what, o.Type, gpu.ErrArgument)
	}
	return nil
}
