// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// program is a kernel with the uniforms that a pass sets.
type program struct {
	kernel                     *gpu.Kernel
	workers                    gpu.Uniform
	shift, mask, flip, digitAt gpu.Uniform
	straight, addedUp          gpu.Uniform
	low, high, descending      gpu.Uniform
	firstBit, bits, inPlace    gpu.Uniform

	// Of the chained form.
	place, stateBegin, stateNext, chainBegin, chainNext, chainTile, chainPart gpu.Uniform
}

// load compiles a kernel and finds its uniforms.
func load(d *gpu.Device, s gpu.Spec, uniforms func(*program) map[string]*gpu.Uniform) (p program, err error) {
	if p.kernel, err = d.NewKernel(s); err != nil {
		return p, err
	}
	for name, u := range uniforms(&p) {
		if *u, err = p.kernel.Uniform(name); err != nil {
			return p, err
		}
	}
	return p, nil
}

func workersOnly(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{"workers": &p.workers}
}

// byDigit are the uniforms of a kernel to whom a pass gives the digit, byPlan of one that reads it from Order.
func byDigit(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{"workers": &p.workers, "added_up": &p.addedUp, "digit_shift": &p.shift, "digit_mask": &p.mask}
}

func byPlan(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{"workers": &p.workers, "added_up": &p.addedUp, "digit_at": &p.digitAt}
}

// moving are those of a scatter, besides.
func moving(digit func(*program) map[string]*gpu.Uniform) func(*program) map[string]*gpu.Uniform {
	return func(p *program) map[string]*gpu.Uniform {
		m := digit(p)
		m["straight"] = &p.straight
		if _, told := m["digit_shift"]; told {
			m["digit_flip"] = &p.flip
		}
		return m
	}
}

func comparing(words int) func(*program) map[string]*gpu.Uniform {
	return func(p *program) map[string]*gpu.Uniform {
		m := map[string]*gpu.Uniform{
			"workers": &p.workers, "part_low": &p.low, "descending": &p.descending,
			"first_bit": &p.firstBit, "bit_count": &p.bits, "in_place": &p.inPlace,
		}
		if words > 1 {
			m["part_high"] = &p.high
		}
		return m
	}
}

func (p program) setDigit(digit pass) {
	p.kernel.Set(p.shift, uint32(digit.shift))
	p.kernel.Set(p.mask, uint32(1)<<digit.bits-1)
}

// setOrder gives a kernel that orders digits the order, besides.
func (p program) setOrder(digit pass, descending bool) {
	flip := uint32(0)
	if descending {
		flip = uint32(1)<<digit.bits - 1
	}
	p.kernel.Set(p.flip, flip)
}

// run is one sort under way: where it works. histogram holds the words of the chain where passes are chained.
type run struct {
	n                 gpu.Count
	workers           int
	chained           bool
	looks             bool // its first pass looks at all keys
	keyless           bool // nobody wants the keys
	histogram, totals gpu.View
	scratch           arrays
}

// way is where a pass goes from and to, and what kind of payload it makes; groups are its workgroups' number on the
// GPU, where the GPU decides.
type way struct {
	dst, src arrays
	kind     payloadKind
	groups   gpu.View
}

// dispatch enqueues so many workgroups, or those of the view where there is one.
func (s *Sorter) dispatch(k *gpu.Kernel, groups int, args gpu.View) error {
	if args.ID() == 0 {
		k.Dispatch(groups)
		return nil
	}
	return k.DispatchIndirect(args)
}

// begin cuts from the scratch what every sort works in.
func (s *Sorter) begin(n gpu.Count, z sizes) (run, gpu.Cut) {
	cut := s.scratch.Cut()
	r := run{n: n, workers: s.workersFor(n), chained: s.shape.Algorithm == gpu.Chained, histogram: cut.Take(z.histogram), totals: cut.Take(z.totals)}
	r.scratch = arrays{cut.Take(z.keys), cut.Take(z.payload)}
	return r, cut
}

// setPart gives a kernel the bits from a digit's upper end, or of the whole range.
func (s *Sorter) setPart(p program, from int) {
	part := bitsBetween(from, s.o.FirstBit+s.o.Bits)
	p.kernel.Set(p.low, uint32(part))
	if keyTypes[s.o.Type].words > 1 {
		p.kernel.Set(p.high, uint32(part>>32))
	}
}

// bitsBetween is a mask of the bits from from up to to; 1<<64 is 0 in Go, so 64 is right too.
func bitsBetween(from, to int) uint64 { return (uint64(1)<<to - 1) &^ (uint64(1)<<from - 1) }

func (s *Sorter) setDescending(p program) {
	descending := uint32(0)
	if s.o.Descending {
		descending = 1
	}
	p.kernel.Set(p.descending, descending)
}

// sum enqueues the scan of the histogram's rows over the workers, one row a digit.
func (s *Sorter) sum(spine program, r run, rows int, groups gpu.View) error {
	k := spine.kernel
	k.SetBuffer(0, r.histogram)
	k.SetBuffer(1, r.totals)
	k.Set(spine.workers, uint32(r.workers))
	err := s.dispatch(k, rows, groups)
	s.d.Barrier()
	return err
}

// addAlone is up to how many workers the spine is left out: a launch costs an H200 more than to add up as many counts of each digit in
// every workgroup. Of 32 workers, 2^17 keys, it sorted in 47.9 us so, with the spine in 61.2; of 64 in 52.1 and 62.4, of 128 in 61.6 and 67.8, of 256 in 90.6
// and 75.2.
const addAlone = 128

// pass enqueues one digit, on each of its ways: count, spine where there are many workers, scatter. With a plan, which has the digit, it is pass place.
// Behind the last one stands no barrier: whoever reads what was sorted puts one there.
func (s *Sorter) pass(ways []way, r run, place int, spine gpu.View) error {
	if place > 0 {
		s.d.Barrier()
	}
	count := kernelFor(s.counters, r.n.Max())
	k := count.kernel
	s.chooseDigit(count.program, place, bufCountOrder)
	k.SetBuffer(1, r.histogram)
	k.SetCount(r.n)
	k.Set(count.workers, uint32(r.workers))
	addedUp := uint32(0)
	if r.workers > s.addAlone {
		addedUp = 1
	}
	k.Set(count.addedUp, addedUp)
	for _, w := range ways {
		k.SetBuffer(0, w.src.keys)
		if err := s.dispatch(k, r.workers, w.groups); err != nil {
			return err
		}
	}
	s.d.Barrier()
	if addedUp == 1 {
		if err := s.sum(s.spine, r, digits, spine); err != nil {
			return err
		}
	}
	for _, w := range ways {
		p, groups := s.moverOf(r, w.kind)
		s.setMove(w, r, 0)
		s.chooseDigit(p, place, bufOrder[w.kind])
		p.kernel.Set(p.addedUp, addedUp)
		if !s.o.SkipSorted {
			p.setOrder(s.o.pass(place), s.o.Descending)
		}
		if err := s.dispatch(p.kernel, groups, w.groups); err != nil {
			return err
		}
	}
	return nil
}

// chooseDigit gives a kernel the digit of a pass, or where the plan has it.
func (s *Sorter) chooseDigit(p program, place, order int) {
	if !s.o.SkipSorted {
		p.setDigit(s.o.pass(place))
		return
	}
	p.kernel.SetBuffer(order, s.state.View())
	p.kernel.Set(p.digitAt, uint32(orderDigits+3*place))
}

// straight enqueues a copy of the items, each to its own place.
func (s *Sorter) straight(w way, r run) error {
	if err := s.ready(w.kind, r.n.Max()); err != nil {
		return err
	}
	s.setMove(w, r, 1)
	p, groups := s.moverOf(r, w.kind)
	s.chooseDigit(p, 0, bufOrder[w.kind])
	err := s.dispatch(p.kernel, groups, w.groups)
	s.d.Barrier()
	return err
}

func (s *Sorter) setMove(w way, r run, straight uint32) {
	p, _ := s.moverOf(r, w.kind)
	p.setWay(w, r)
	if r.chained {
		p.kernel.SetBuffer(bufState, s.state.View())
	} else {
		p.kernel.SetBuffer(bufTotals, r.totals)
		p.kernel.Set(p.workers, uint32(r.workers))
	}
	p.kernel.Set(p.straight, straight)
}

// setWay gives a kernel that moves items the items.
func (p program) setWay(w way, r run) {
	if w.kind != keysAlone {
		p.kernel.SetBuffer(bufDstPayload, w.dst.payload)
	}
	if w.kind.movesPayload() {
		p.kernel.SetBuffer(bufPayload, w.src.payload)
	}
	p.kernel.SetBuffer(0, w.src.keys)
	p.kernel.SetBuffer(1, w.dst.keys)
	p.kernel.SetBuffer(2, r.histogram)
	p.kernel.SetCount(r.n)
}

// The triples and words of Order, as radix_order.comp.glsl has them: of each place, the rest, digits, the state.
const (
	orderBegin = iota
	orderNext
	orderSpine
	orderOfPlace // how many triples a place has

	orderCopy   = orderOfPlace * maxPasses
	orderAhead  = orderCopy + 1
	orderDigits = 3 * (orderAhead + 1)
	orderWords  = orderDigits + 3*maxPasses + 4
)

// survey enqueues the look at all keys, which decides all dispatches that follow.
func (s *Sorter) survey(keys gpu.View, r run, inPlace bool) {
	k := s.order.kernel
	k.SetBuffer(0, keys)
	k.SetBuffer(1, s.state.View())
	k.SetCount(r.n)
	k.Set(s.order.workers, uint32(r.workers))
	s.setPart(s.order, s.o.FirstBit)
	s.setDescending(s.order)
	k.Set(s.order.firstBit, uint32(s.o.FirstBit))
	k.Set(s.order.bits, uint32(s.o.Bits))
	place := uint32(0)
	if inPlace {
		place = 1
	}
	k.Set(s.order.inPlace, place)
	k.Dispatch(r.workers)
	s.d.Publish() // indirect dispatches too
}

// passesWhereNeeded is passes after a look at the keys: none for a digit that is the same in all of them, none at all
// when they are in order. Each place is enqueued with all the ways that its pass may go, and the GPU knows which it goes.
func (s *Sorter) passesWhereNeeded(dst, src arrays, r run, kind payloadKind) error {
	inPlace := same(dst.keys, src.keys)
	s.survey(src.keys, r, inPlace)
	if !inPlace || kind == withIndex || kind == withPayload && !same(dst.payload, src.payload) {
		if err := s.straight(way{dst, src, kind, s.groups[orderCopy]}, r); err != nil {
			return err
		}
	}
	if inPlace {
		if err := s.straight(way{r.scratch, src, kind, s.groups[orderAhead]}, r); err != nil {
			return err
		}
	}
	later := kind.after()
	last := s.o.passes() - 1
	for i := 0; i <= last; i++ {
		to, from := dst, r.scratch
		if (last-i)%2 == 1 {
			to, from = from, to
		}
		triples := s.groups[orderOfPlace*i:]
		var ways [2]way
		n := 0
		if !inPlace || (last-i)%2 == 1 {
			ways[n] = way{to, src, kind, triples[orderBegin]}
			n++
		}
		if inPlace || i > 0 {
			ways[n] = way{to, from, later, triples[orderNext]}
			n++
		}
		if err := s.pass(ways[:n], r, i, triples[orderSpine]); err != nil {
			return err
		}
	}
	return nil
}
