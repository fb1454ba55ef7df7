// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the compactor's self-test. The buffers that a caller's GLSL reads may not be
// bound yet. So the test runs a compactor of the same options with a decision of comb's own in
// place of the predicate. Its result holds for any predicate.
func (c *Compactor) selfTest(kernel.Shape) kernel.SelfTest {
	o := c.o.standIn()
	var p kernel.SelfTest
	count, places, moves := c.plan(o)
	if c.serial {
		p.Specs = append(p.Specs, places)
	}
	if !moves[len(moves)-1].chained() {
		p.Specs = append(p.Specs, count)
	}
	for i := range moves {
		if !moves[i].late {
			p.Specs = append(p.Specs, moves[i].spec)
		}
	}
	if o.Output == Indices {
		p.Specs = append(p.Specs, c.gatherer.Spec())
	} else if c.measure != nil {
		p.Specs = append(p.Specs, measureSpec())
	}
	p.Test = func() error {
		if c.o.Predicate == "" {
			return c.test()
		}
		alike := &Compactor{d: c.d, o: o, shape: c.shape, chunks: c.chunks, serial: c.serial, scratch: kernel.NewScratch(c.d, "Compactor")}
		defer alike.Release()
		if err := alike.build(); err != nil {
			return err
		}
		return alike.test()
	}
	return p
}

// standIn returns the options with a decision of comb's own in place of the caller's.
func (o Options) standIn() Options {
	if o.Predicate != "" && o.Classes == 3 {
		o.By = Flags
	}
	o.readAgain, o.decides = o.Predicate != "", o.decidedWords()
	stride := o.largest()
	o.Predicate, o.Record = "", ""
	if o.Result != "" {
		return o.standInForResults(stride)
	}
	if o.Fetch != "" {
		o.Fetch = "uint"
	}
	return o
}

// trial is one input of the self-test and the expected results of a call.
type trial struct {
	c                *Compactor
	o                Options
	r                *rand.Rand
	n, most, allowed int // how many records there are, may be, and may be written
	record, by       []uint32
	order            []uint32 // the records that are written
	found            int      // to keep
	counts           [3]uint32
	buffers          []*gpu.Buffer[uint32]
	areas            []area
	err              error // the first
}

// area is a destination and its expected content.
type area struct {
	what string
	view gpu.View
	want []uint32
}

// testLate is the self-test of a late mover, by a compactor of its own, as the caller's may have
// its scratch elsewhere. Errors: gpu.ErrSelfTest for a wrong result.
func (c *Compactor) testLate(m *mover) error {
	one := &Compactor{d: c.d, o: c.o.standIn(), shape: c.shape, chunks: c.chunks}
	one.scratch = kernel.NewScratch(c.d, "Compactor")
	defer one.Release()
	spec := one.o.moveSpec(m.form)
	p := kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
		if err := one.build(); err != nil {
			return err
		}
		one.movers = []mover{{spec: spec, form: m.form}}
		err := one.test()
		if errors.Is(err, gpu.ErrShader) {
			err = fmt.Errorf("compact: %v: %w", err, gpu.ErrSelfTest)
		}
		return err
	}}
	return kernel.RunSelfTest(c.d, "compact, more records", m.Shape(), p)
}

// test tests each of the movers, but for those that are tested late. It leaves the compactor
// unchanged, except that its scratch may have grown.
func (c *Compactor) test() error {
	all, chunks := c.movers, c.chunks
	defer func() { c.movers, c.chunks = all, chunks }()
	for i := range all {
		if all[i].late {
			continue
		}
		// Compile before the test changes the options: a kernel gets them when it is compiled.
		if err := c.ready(&all[i]); err != nil {
			return err
		}
		one := all[i]
		one.turns = min(one.turns, 2) // of few workgroups, each has several tiles
		c.movers, c.chunks = []mover{one}, chunks
		if err := c.testMover(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Compactor) testMover() (err error) {
	o, tile, r := c.o, c.movers[0].Shape().TileSize(), rand.New(rand.NewSource(1))
	c.o.VerticesPerItem = 1                                                                  // no call is refused for what its arguments would come to
	c.chunks.Workers, c.chunks.MaxItems = 2, 0                                               // the kernels are the same for any number; of few, each has several tiles
	for _, n := range [][2]int{{1, 1}, {4*tile + 37, 4*tile + 37}, {tile + 3, 2*tile + 5}} { // fewer than may be: a count on the GPU
		t := &trial{c: c, o: o, r: r, n: n[0], most: n[1]}
		t.run()
		for _, b := range t.buffers {
			b.Release()
		}
		if err = t.err; err != nil {
			break
		}
	}
	c.o, c.latest = o, 0
	for i := range c.results {
		r := &c.results[i]
		*r = result{args: r.args, elements: r.elements}
		for _, v := range []gpu.View{r.args.View(), r.elements.View()} {
			if err == nil {
				err = gpu.Upload(c.d, v, make([]uint32, v.Size()/4))
			}
		}
	}
	return err
}

// run tests the methods that the options allow.
func (t *trial) run() {
	t.decide()
	n, others := gpu.N(t.n), t.order[t.found:]
	if t.allowed = t.most; t.n < t.most {
		n = gpu.CountAt(t.upload([]uint32{uint32(t.n)}), t.most)
	} else if t.o.Clamp {
		t.allowed = t.found * 2 / 3
		t.order, t.counts[0] = t.order[:t.allowed], uint32(t.allowed)
	}
	c, stride, src := t.c, t.o.Stride/4, t.upload(t.record)
	decides := src
	if t.o.apart() {
		decides = t.upload(t.by)
	}
	keys := func() gpu.View { return t.dst("keys", 1, 0, t.keys()) }
	switch {
	case t.o.Output == Indices && t.o.Keyed:
		dst, keys := t.dst("indices", 1, 0, t.order), keys()
		t.check(func() error { return c.IndicesKeyed(dst, keys, decides, n) })
	case t.o.Output == Indices:
		dst := t.dst("indices", 1, 0, t.order)
		t.check(func() error { return c.Indices(dst, decides, n) })
		one := Array{t.dst("an array", stride, 0, t.pick()), t.upload(t.record), t.o.Stride}
		t.check(func() error { return c.CompactArrays(decides, n, one) })
	case t.o.Output == Runs:
		starts := append(slices.Clone(t.order), uint32(t.n))
		var lengths []uint32
		for i := range t.order {
			lengths = append(lengths, starts[i+1]-starts[i])
		}
		values, begins, long := t.dst("values", stride, 0, t.pick()), t.dst("starts", 1, 1, starts), t.dst("lengths", 1, 0, lengths)
		t.check(func() error { return c.RunLengths(values, begins, long, src, n) })
	case t.o.Output == Split:
		t.order = t.order[:t.counts[0]]
		kept := t.dst("kept", stride, 0, t.pick())
		if t.order = others; t.o.Clamp && t.n == t.most { // each destination has a room of its own
			t.allowed = len(others) / 2
			t.order, t.counts[1] = others[:t.allowed], uint32(t.allowed)
		}
		rest := t.dst("others", stride, 0, t.pick())
		t.check(func() error {
			return c.split(operands{dst: kept, others: rest, src: src, by: decides, n: n}, t.o.method())
		})
	default:
		a := operands{dst: t.dst("records", stride, 0, t.pick()), src: src, by: decides, n: n}
		if t.o.Keyed {
			a.keys = keys()
		}
		t.check(func() error { return c.moveRecords(a, t.o.method()) })
	}
}

// upload returns a buffer with the data.
func (t *trial) upload(words []uint32) gpu.View {
	b, err := gpu.NewBufferFrom(t.c.d, words)
	if b != nil {
		t.buffers = append(t.buffers, b)
	}
	if t.err == nil {
		t.err = err
	}
	return b.View()
}

// dst makes a destination for the allowed items and more. A call must write want to its front. All
// of that is wrong before the call. The words behind it must not change, inside and outside of the
// room.
func (t *trial) dst(what string, words, more int, want []uint32) gpu.View {
	before := make([]uint32, (t.most+2)*words)
	for i := range before {
		if before[i] = 0x0BAD0BAD; i < len(want) {
			before[i] = ^want[i]
		}
	}
	view := t.upload(before)
	t.areas = append(t.areas, area{what, view, append(slices.Clone(want), before[len(want):]...)})
	room, _ := view.Slice(0, 4*words*(t.allowed+more)) // it fails where the upload did
	return room
}

// decide makes records, the flags or bits that decide, and the result of a plain loop. The last
// record is kept: a wrong number of items loses it.
func (t *trial) decide() {
	o, most, stride := t.o, t.most, t.o.Stride/4
	classes := make([]int, most)
	t.record, t.by = make([]uint32, most*stride), make([]uint32, most)
	for i := range t.record {
		t.record[i] = t.r.Uint32()
	}
	for i := 1; i < most-1; i++ {
		classes[i] = t.r.Intn(max(2, o.Classes))
	}
	for i, class := range classes {
		kept := class == 0
		record, word, one := t.record[i*stride:(i+1)*stride], t.r.Intn(stride), uint32(1)<<t.r.Intn(32)
		switch {
		case o.By == Value:
			if one |= record[word]; o.Keyed && i%5 == 0 {
				one = 1 // the key that is too large
			}
			if clear(record); kept {
				record[word] = one
			}
		case o.By == Unique && i > 0:
			copy(record, t.record[(i-1)*stride:])
			if kept {
				record[word] ^= one
			}
		case o.By == Mask && kept:
			t.by[i/32] |= 1 << (i % 32)
		case o.By == Flags && o.Classes == 3:
			t.by[i] = [...]uint32{0, 1, 2 | one}[class]
		case o.By == Flags && kept:
			t.by[i] = one
		}
	}
	for class := range o.Classes {
		for i, k := range classes[:t.n] {
			if k == class {
				t.order = append(t.order, uint32(i))
				t.counts[class]++
			}
		}
	}
	t.found = int(t.counts[0])
	if o.ReverseRest {
		slices.Reverse(t.order[t.found:])
	}
}

// pick returns the records of order.
func (t *trial) pick() (all []uint32) {
	stride := t.o.Stride / 4
	for _, i := range t.order {
		all = append(all, t.record[int(i)*stride:(int(i)+1)*stride]...)
	}
	return all
}

// keys returns the keys of order, as compact/keep.glsl#nonzero_keyed computes them.
func (t *trial) keys() (all []uint32) {
	stride := t.o.Stride / 4
	for _, i := range t.order {
		any := uint32(0)
		for _, w := range t.record[int(i)*stride : (int(i)+1)*stride] {
			any |= w
		}
		all = append(all, min(any-2, 1<<32-2))
	}
	return all
}

// check runs a method and compares everything that it wrote.
func (t *trial) check(method func() error) {
	if t.err == nil {
		t.err = method()
	}
	o, d, kept, to := t.o, t.c.d, int(t.counts[0]), &t.c.results[t.c.latest]
	elements := to.elements.View() // of no words without Options.Elements
	vertices, instances, limit := kept*o.VerticesPerItem, 1, d.Caps().MaxGroups
	if o.Instanced {
		vertices, instances = o.VerticesPerItem, kept
	}
	groups := (kept + o.ItemsPerGroup - 1) / o.ItemsPerGroup
	t.areas = append(t.areas, area{"arguments", to.args.View(), []uint32{
		uint32(vertices), uint32(instances), o.First, o.BaseInstance, uint32(min(groups, limit)), uint32((groups + limit - 1) / limit), 1,
		t.counts[0], t.counts[1], t.counts[2], uint32(t.found),
	}}, area{"elements", elements, []uint32{uint32(vertices), uint32(instances), o.First, uint32(o.BaseVertex), o.BaseInstance}[:elements.Size()/4]})
	for _, a := range t.areas {
		got := make([]uint32, len(a.want))
		if t.err == nil {
			t.err = gpu.Download(d, a.view, got)
		}
		for i := range got {
			if t.err == nil && got[i] != a.want[i] {
				t.err = fmt.Errorf("compact: %s of %d records by %v: word %d is %#x, want %#x: %w", a.what, t.n, o.By, i, got[i], a.want[i], gpu.ErrSelfTest)
			}
		}
	}
	t.areas = nil
	if t.err != nil {
		return
	}
	err := d.Check()
	if overflowed := errors.Is(err, gpu.ErrOverflow); overflowed != (kept < t.found) || errors.Is(err, gpu.ErrCount) {
		t.err = fmt.Errorf("compact: %d of %d records written, and the fault word: %v: %w", kept, t.found, err, gpu.ErrSelfTest)
	} else if !overflowed {
		t.err = err
	}
}
