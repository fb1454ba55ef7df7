// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
)

// compactKind is a compaction with the kind of its decision.
type compactKind struct {
	decides uint32
	stride  int // words
	classes int
	output  compact.Output
	clamp   bool
	arrays  bool // CompactArrays, not Indices
	reverse bool // the second class of two is reversed
}

var decidesNames = [...]string{"value", "predicate", "part", "flags", "classes", "mask", "unique", "same", "index"}

func compactions() []*kind {
	var all []*kind
	for _, c := range []compactKind{
		{decides: decidesValue, stride: 1}, {decides: decidesValue, stride: 2}, {decides: decidesValue, stride: 9}, {decides: decidesValue, stride: 16},
		{decides: decidesValue, stride: 1, clamp: true}, {decides: decidesKeep, stride: 5, clamp: true}, {decides: decidesFlags, stride: 3, clamp: true},
		{decides: decidesKeep, stride: 1}, {decides: decidesKeep, stride: 4}, {decides: decidesKeep, stride: 13}, {decides: decidesIndex, stride: 2},
		{decides: decidesFlags, stride: 1}, {decides: decidesFlags, stride: 8}, {decides: decidesFlags, stride: 10},
		{decides: decidesMask, stride: 1}, {decides: decidesMask, stride: 12},
		{decides: decidesUnique, stride: 1}, {decides: decidesUnique, stride: 5}, {decides: decidesSame, stride: 2}, {decides: decidesSame, stride: 7},
		{decides: decidesKeep, stride: 1, classes: 2}, {decides: decidesFlags, stride: 6, classes: 2}, {decides: decidesMask, stride: 2, classes: 2}, {decides: decidesSame, stride: 3, classes: 2},
		{decides: decidesKeep, stride: 1, classes: 2, reverse: true}, {decides: decidesFlags, stride: 6, classes: 2, reverse: true}, {decides: decidesMask, stride: 16, classes: 2, reverse: true},
		{decides: decidesIndex, stride: 1, classes: 2, output: compact.Indices, reverse: true},
		{decides: decidesPart, stride: 1, classes: 3}, {decides: decidesPart, stride: 11, classes: 3}, {decides: decidesClasses, stride: 2, classes: 3},
		{decides: decidesValue, stride: 1, output: compact.Indices}, {decides: decidesKeep, stride: 4, output: compact.Indices}, {decides: decidesMask, stride: 1, output: compact.Indices},
		{decides: decidesUnique, stride: 2, output: compact.Indices}, {decides: decidesIndex, stride: 1, output: compact.Indices}, {decides: decidesFlags, stride: 1, output: compact.Indices, clamp: true},
		{decides: decidesPart, stride: 2, output: compact.Indices, classes: 3},
		{decides: decidesFlags, stride: 3, output: compact.Indices, arrays: true}, {decides: decidesKeep, stride: 5, output: compact.Indices, arrays: true}, {decides: decidesKeep, stride: 2, output: compact.Indices, arrays: true, classes: 2},
		{decides: decidesUnique, stride: 1, output: compact.Runs}, {decides: decidesUnique, stride: 3, output: compact.Runs}, {decides: decidesSame, stride: 2, output: compact.Runs},
		{decides: decidesValue, stride: 1, output: compact.Split}, {decides: decidesKeep, stride: 5, output: compact.Split, clamp: true}, {decides: decidesFlags, stride: 2, output: compact.Split, clamp: true},
		{decides: decidesMask, stride: 16, output: compact.Split}, {decides: decidesIndex, stride: 1, output: compact.Split}, {decides: decidesSame, stride: 4, output: compact.Split},
	} {
		c.classes = max(1, c.classes)
		if c.output == compact.Split {
			c.classes = 2
		}
		all = append(all, &kind{
			op: "compact", singlePass: true,
			name: fmt.Sprintf("%v by %s, stride %d, %d classes, clamp %v, arrays %v, reverse %v", c.output, decidesNames[c.decides], 4*c.stride, c.classes, c.clamp, c.arrays, c.reverse),
			make: func(e *engine, tune gpu.Tuning) (released, error) { return newCompactor(e, c, tune) },
			run:  func(t *trial, made released) error { return runCompact(t, made.(*compactor), c) },
		})
	}
	return all
}

func (c compactKind) options(tune gpu.Tuning) compact.Options {
	o := compact.Options{Output: c.output, Classes: c.classes, Stride: 4 * c.stride, Clamp: c.clamp, ReverseRest: c.reverse, Tuning: tune}
	words := fmt.Sprintf("struct Words { uint w[%d]; };\n", c.stride)
	switch c.decides {
	case decidesKeep:
		o.Record, o.Predicate = "Words", words+"bool keep(Words v) { return (v.w[0] & 1u) != 0u; }"
	case decidesPart:
		o.Record, o.Predicate = "Words", words+"uint part(Words v) { return v.w[0] & 3u; }"
	case decidesFlags, decidesClasses:
		o.By = compact.Flags
	case decidesMask:
		o.By = compact.Mask
	case decidesUnique:
		o.By = compact.Unique
	case decidesSame:
		o.By, o.Record, o.Predicate = compact.Unique, "Words", words+"bool same(Words a, Words b) { return a.w[1] == b.w[1]; }"
	case decidesIndex:
		o.Predicate = "bool keep(uint i) { return (i * 2654435761u) >> 22 < 512u; }"
	}
	return o
}

// compactor is a Compactor with all words of its result in one view.
type compactor struct {
	*compact.Compactor
	args                gpu.View
	count, found, draws uint32 // words in args
}

func newCompactor(e *engine, c compactKind, tune gpu.Tuning) (released, error) {
	made, err := compact.New(e.d, c.options(tune))
	if err != nil {
		return nil, err
	}
	k := &compactor{Compactor: made}
	if err := k.latest(e.d, c); err != nil {
		made.Release()
		return nil, err
	}
	return k, nil
}

// latest stores the offsets of the words in the latest call's result. Calls write two sets of words
// in turn.
func (k *compactor) latest(d *gpu.Device, c compactKind) (err error) {
	r := k.Result()
	count, _ := r.Count.Word()
	found, _ := r.Found.Word()
	k.count, k.found, k.draws = uint32(count.Offset()/4), uint32(found.Offset()/4), uint32(r.Draw.Offset()/4)
	end := 0
	for _, n := range append(r.Counts[:c.classes:c.classes], r.Found) {
		word, _ := n.Word()
		end = max(end, word.Offset()+4)
	}
	k.args, err = d.Wrap(count.ID(), 0, end)
	return err
}

func runCompact(t *trial, s *compactor, c compactKind) error {
	t.size(2 * t.e.o.Most / max(2, c.stride))
	in, by, a := t.decided(c)
	o := c.options(t.tune)
	bytes, err := compact.ScratchBytes(t.e.d.Caps(), o, t.most)
	t.useScratch(s.UseScratch, bytes, err)

	room, othersRoom := t.most, t.most
	if c.clamp && t.flip() {
		room, othersRoom = t.r.IntN(t.most+1), t.r.IntN(t.most+1)
		t.note("room for %d, of Split and %d", room, othersRoom)
		t.e.clamped = true
	}
	each := c.stride
	if c.output == compact.Indices && !c.arrays {
		each, a["to_index"] = 1, 1
	}
	// The host has the number of written items only for a partition. Otherwise the checks take the
	// room from the counts that they compute.
	split := c.output == compact.Split
	out := func(area, each, more int) *part {
		room, class := room, 0
		if split && area == areaOut2 {
			room, class = othersRoom, 1
		}
		p := t.junk(area, room*each+more)
		if c.classes > 1 && !split {
			t.result(p, t.n, each)
			return p
		}
		p.each, p.room, p.class = each, room, class
		t.outs = append(t.outs, output{p, -1, each})
		return p
	}
	dst := out(areaOut, each, 0)
	var second, third *part
	var run func() error
	switch {
	case c.output == compact.Runs:
		second, third = out(areaOut2, 1, 1), out(areaOut3, 1, 0)
		second.may = 1
		run = func() error { return s.RunLengths(dst.view, second.view, third.view, in.view, t.count) }
	case split && by != in:
		second = out(areaOut2, each, 0)
		run = func() error { return s.SplitBy(dst.view, second.view, in.view, by.view, t.count) }
	case split:
		second = out(areaOut2, each, 0)
		run = func() error { return s.Split(dst.view, second.view, in.view, t.count) }
	case c.arrays:
		second = out(areaOut2, each, 0)
		run = func() error {
			return s.CompactArrays(by.view, t.count, compact.Array{Dst: dst.view, Src: in.view, Stride: 4 * each}, compact.Array{Dst: second.view, Src: in.view, Stride: 4 * each})
		}
	case c.output == compact.Indices:
		run = func() error { return s.Indices(dst.view, by.view, t.count) }
	case by != in && c.classes > 1:
		run = func() error { return s.PartitionBy(dst.view, in.view, by.view, t.count) }
	case by != in:
		run = func() error { return s.CompactBy(dst.view, in.view, by.view, t.count) }
	case c.classes > 1:
		run = func() error { return s.Partition(dst.view, in.view, t.count) }
	default:
		run = func() error { return s.Compact(dst.view, in.view, t.count) }
	}
	if err := t.do(func() error {
		if err := run(); err != nil {
			return err
		}
		return s.latest(t.e.d, c)
	}); err != nil {
		return err
	}
	t.check("class_count", t.n, a.but("to_index"), t.area(areaIn), t.area(areaCuts))
	t.e.d.StorageBarrier()
	a["room"], a["classes"], a["out_from"] = uint32(room), uint32(c.classes), dst.at()
	if c.reverse {
		a["reversed"] = 1
	}
	if split {
		a["classes"] = 1 // each destination has the records of one class
	}
	t.check("compact_check", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaOut))
	if second != nil {
		a["out_from"] = second.at()
		if split {
			a["room"], a["only"] = uint32(othersRoom), 1
		}
		if c.output == compact.Runs {
			a["to_index"] = 1
		}
		t.check("compact_check", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaOut2))
	}
	if c.output == compact.Runs {
		t.check("runs_check", t.n, args{"starts_from": second.at(), "lengths_from": third.at(), "count": uint32(t.n)}, t.area(areaOut2), t.area(areaOut3))
	}
	t.check("counts_check", 1, args{"counts_at": s.count, "found_at": s.found, "draw_at": s.draws, "classes": uint32(c.classes), "room": uint32(room), "others_room": uint32(othersRoom)}, s.args)
	return nil
}

// decided makes the records and the array that decides, and returns the arguments of the checks.
func (t *trial) decided(c compactKind) (in, by *part, a args) {
	kinds := map[uint32]uint32{decidesValue: makeRecordsValue, decidesKeep: makeRecordsKeep, decidesPart: makeRecordsPart, decidesUnique: makeRecordsRuns, decidesSame: makeRecordsSame}
	kind, reported := kinds[c.decides]
	if !reported {
		kind = makeRecords
	}
	made := t.spreadArgs(kind, t.most)
	made["item_words"], made["argument"] = uint32(c.stride), []uint32{0, 0, 1, 2, 33, 3000, 1 << 30}[t.r.IntN(7)]
	align := 0
	if c.options(t.tune).Record != "" {
		align = c.stride
	}
	in = t.putAligned(areaIn, t.most*c.stride, align, made)
	by = in
	made = made.but("item_words")
	switch c.decides {
	case decidesFlags:
		made["kind"] = makeFlags
		by = t.put(areaCuts, t.most, made)
	case decidesClasses:
		made["kind"], made["argument"] = makeClasses, 7
		by = t.put(areaCuts, t.most, made)
	case decidesMask:
		made["kind"] = makeMask
		by = t.put(areaCuts, (t.most+31)/32, made)
	}
	a = args{"in_from": in.at(), "stride_words": uint32(c.stride), "decides": c.decides, "count": uint32(t.n)}
	if by != in {
		a["cuts_from"] = by.at()
	}
	return in, by, a
}
