// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Type is what a key's 32 bits mean.
type Type int

// The types. Floats are ordered by their bits, as in IEEE 754's totalOrder: -NaN, -Inf, …, -0, +0, …, +Inf, +NaN.
const (
	Uint32 Type = iota
	Int32
	Float32
)

func (t Type) String() string {
	if t < Uint32 || t > Float32 {
		return fmt.Sprintf("type(%d)", int(t))
	}
	return [...]string{"u32", "i32", "f32"}[t]
}

// Options for New. The zero value sorts uint32 by the whole key, ascending.
type Options struct {
	Type       Type
	FirstBit   int // the lowest bit of the key to sort by, 0 to 31; of Int32 and Float32, after they are mapped to uint32
	Bits       int // how many bits to sort by; 0 means all from FirstBit up
	Descending bool
	gpu.Tuning
}

const (
	digitBits = 8
	digits    = 1 << digitBits
)

func (o Options) withDefaults() (Options, error) {
	if o.Bits == 0 {
		o.Bits = 32 - o.FirstBit
	}
	if o.Type < Uint32 || o.Type > Float32 {
		return o, fmt.Errorf("%w: radix: keys of %v", gpu.ErrUnsupported, o.Type)
	}
	if o.FirstBit < 0 || o.FirstBit > 31 || o.Bits < 1 || o.FirstBit+o.Bits > 32 {
		return o, fmt.Errorf("%w: radix: bits %d+%d of a 32-bit key", gpu.ErrUnsupported, o.FirstBit, o.Bits)
	}
	return o, nil
}

// pass is one digit: its lowest bit and its width.
type pass struct{ shift, bits int }

// passes cuts the bit range into digits of 8 bits, the last narrower. It is pure.
func (o Options) passes() []pass {
	var all []pass
	for at := o.FirstBit; at < o.FirstBit+o.Bits; at += digitBits {
		all = append(all, pass{at, min(digitBits, o.FirstBit+o.Bits-at)})
	}
	return all
}

// Sorter holds a compiled sort and its scratch.
type Sorter struct {
	d         *gpu.Device
	o         Options
	plan      []pass
	count     program
	spine     program
	scatter   [3]program // by payloadKind
	histogram *gpu.Buffer[uint32]
	totals    *gpu.Buffer[uint32]
	own       [2]*gpu.Buffer[uint32] // scratch of the Sorter's own: keys, payload
	spare     *gpu.Buffer[uint32]    // keys, for Argsort alone, which must not touch its caller's
	scratch   arrays                 // what is used: the Sorter's own or lent
}

// New compiles a sorter. Errors: gpu.ErrUnsupported for a bit range outside the key, gpu.ErrTooLarge, gpu.ErrShader,
// gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Sorter, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	shape, err := gpu.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	s := &Sorter{d: d, o: o, plan: o.passes()}
	if err := s.build(shape); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Sorter) build(shape gpu.Shape) (err error) {
	count, spine, scatter := specs(shape, s.o.Type)
	if s.count, err = load(s.d, count, true); err != nil {
		return err
	}
	if s.spine, err = load(s.d, spine, false); err != nil {
		return err
	}
	for i := range scatter {
		if s.scatter[i], err = load(s.d, scatter[i], true); err != nil {
			return err
		}
	}
	if s.histogram, err = gpu.NewBuffer[uint32](s.d, digits*shape.Workers); err != nil {
		return err
	}
	s.totals, err = gpu.NewBuffer[uint32](s.d, digits)
	return err
}

// Reserve takes the scratch for sorts of up to n keys (and payloads), so that later calls do not allocate.
// Errors: gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrView.
func (s *Sorter) Reserve(n int, withPayload bool) error {
	if err := s.grow(&s.own[0], &s.scratch.keys, n); err != nil || !withPayload {
		return err
	}
	return s.grow(&s.own[1], &s.scratch.payload, n)
}

func (s *Sorter) grow(own **gpu.Buffer[uint32], used *gpu.View, n int) error {
	if used.Size()/4 >= n {
		return nil
	}
	fresh, err := gpu.NewBuffer[uint32](s.d, n)
	if err != nil {
		return fmt.Errorf("radix: scratch for %d keys: %w", n, err)
	}
	(*own).Release()
	*own, *used = fresh, fresh.View()
	return nil
}

// Lend gives the Sorter memory of the caller's to use as scratch, a word for each key and each payload; its own is
// freed. Sorts overwrite it; between sorts it is the caller's. A sort that needs more takes its own again, as if nothing
// had been lent. Errors: gpu.ErrOverlap when the two share bytes.
func (s *Sorter) Lend(keys, payload gpu.View) error {
	if err := gpu.NeedApart("radix: the scratch of keys and of payload", keys, payload); err != nil {
		return err
	}
	for i := range s.own {
		s.own[i].Release()
		s.own[i] = nil
	}
	s.scratch = arrays{keys, payload}
	return nil
}

// Keys enqueues: dst gets the n keys of src, sorted. dst may be src.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrOutOfMemory for the scratch,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sorter) Keys(dst, src gpu.View, n gpu.Count) error {
	return s.sort(arrays{keys: dst}, arrays{keys: src}, n, false)
}

// Pairs enqueues: dstKeys gets the n keys sorted, dstPayload the payload words in the same order. Both destinations
// may be their sources, or neither. Errors: as for Keys.
func (s *Sorter) Pairs(dstKeys, dstPayload, srcKeys, srcPayload gpu.View, n gpu.Count) error {
	return s.sort(arrays{dstKeys, dstPayload}, arrays{srcKeys, srcPayload}, n, true)
}

// arrays are the keys and the payload that go with each other.
type arrays struct{ keys, payload gpu.View }

func (s *Sorter) sort(dst, src arrays, n gpu.Count, pairs bool) error {
	if err := s.d.Enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	inPlace, err := s.check(dst, src, n, pairs)
	if err != nil || n.Max() == 0 {
		return err
	}
	if inPlace || len(s.plan) > 1 {
		if err := s.Reserve(n.Max(), pairs); err != nil {
			return err
		}
		if err := s.apart(dst, src, pairs); err != nil {
			return err
		}
	}
	scratch := s.scratch
	if inPlace && len(s.plan)%2 == 1 {
		// An odd number of passes from dst ends in the scratch; so begin there.
		if err := s.copy(scratch, src, n, pairs); err != nil {
			return err
		}
		src = scratch
	}
	kind := keysAlone
	if pairs {
		kind = withPayload
	}
	for i, p := range s.plan {
		to := scratch
		if (len(s.plan)-1-i)%2 == 0 {
			to = dst
		}
		s.pass(to, src, n, p, kind)
		src = to
	}
	s.d.Publish()
	return nil
}

func (s *Sorter) copy(dst, src arrays, n gpu.Count, pairs bool) error {
	if err := s.d.Copy(dst.keys, src.keys, n); err != nil || !pairs {
		return err
	}
	return s.d.Copy(dst.payload, src.payload, n)
}

func (s *Sorter) check(dst, src arrays, n gpu.Count, pairs bool) (inPlace bool, err error) {
	if s.count.kernel == nil {
		return false, fmt.Errorf("%w: the Sorter", gpu.ErrReleased)
	}
	named := [4]struct {
		what string
		view gpu.View
	}{{"radix: dst keys", dst.keys}, {"radix: src keys", src.keys}, {"radix: dst payload", dst.payload}, {"radix: src payload", src.payload}}
	used := named[:]
	if !pairs {
		used = named[:2]
	}
	for _, v := range used {
		if err := gpu.Need(v.what, v.view, n, 4); err != nil {
			return false, err
		}
	}
	if err := s.count.kernel.Shape().Check("radix", n); err != nil {
		return false, err
	}
	inPlace = same(dst.keys, src.keys)
	if pairs && inPlace != same(dst.payload, src.payload) {
		return false, fmt.Errorf("%w: radix: keys and payload are both sorted in place, or neither", gpu.ErrOverlap)
	}
	for i, a := range used {
		for j, b := range used[:i] {
			if inPlace && i-j == 1 && i%2 == 1 || !inPlace && i == 3 && j == 1 {
				continue // a destination and its own source; two sources that are only read
			}
			if a.view.Overlaps(b.view) { // the name is put together only when it is needed
				return false, gpu.NeedApart(b.what+" and "+a.what, a.view, b.view)
			}
		}
	}
	return inPlace, nil
}

// apart refuses lent scratch that shares bytes with what is sorted.
func (s *Sorter) apart(dst, src arrays, pairs bool) error {
	used := [4]gpu.View{dst.keys, src.keys, dst.payload, src.payload}
	for i, v := range used {
		if !pairs && i > 1 {
			break
		}
		if v.Overlaps(s.scratch.keys) || pairs && v.Overlaps(s.scratch.payload) {
			return fmt.Errorf("%w: radix: the lent scratch shares bytes of buffer %d with what is sorted", gpu.ErrOverlap, v.ID())
		}
	}
	return nil
}

func same(a, b gpu.View) bool { return a.ID() == b.ID() && a.Offset() == b.Offset() }

// Release frees the programs and the scratch.
func (s *Sorter) Release() {
	if s == nil {
		return
	}
	for _, p := range []program{s.count, s.spine, s.scatter[0], s.scatter[1], s.scatter[2]} {
		p.kernel.Release()
	}
	for _, b := range []*gpu.Buffer[uint32]{s.histogram, s.totals, s.own[0], s.own[1], s.spare} {
		b.Release()
	}
	s.count.kernel = nil
}
