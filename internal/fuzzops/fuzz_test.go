// SPDX-License-Identifier: MIT

package fuzzops

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"runtime"
	"sort"
	"sync"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// plan is what a fuzzer's bytes say.
type plan struct {
	op         int // 0 reduce, 1 exclusive, 2 inclusive, 3 compact, 4 compact flagged, 5 keys, 6 pairs, 7 argsort
	tune       gpu.Tuning
	n, offset  int // items; words before them
	stride     int // words, of a record
	density    int // of 256, that a word is not zero
	first, bit int // of the key
	descending bool
	inPlace    bool
	onGPU      bool // the count
	keyType    radix.Type
	spare      int // how much less than the maximum the count on the GPU is
	seed       int64
}

func read(data []byte) (p plan, ok bool) {
	if len(data) < 16 {
		return p, false
	}
	p.op = int(data[0]) % 8
	p.tune = gpu.Tuning{Lanes: gpu.Lanes(1 + data[1]%3), Workers: 1 + int(data[2])%9}
	p.n = int(binary.LittleEndian.Uint16(data[3:])) % 20001
	p.offset = int(data[5]) % 71
	p.stride = 1 + int(data[6])%7
	p.density = int(data[7])
	p.first = int(data[8]) % 32
	p.bit = int(data[9])%(32-p.first) + 1
	p.descending, p.inPlace, p.onGPU = data[10]&1 != 0, data[10]&2 != 0, data[10]&4 != 0
	p.keyType = radix.Type(data[10] >> 3 % 3)
	p.spare = int(data[11])
	p.seed = int64(binary.LittleEndian.Uint32(data[12:]))
	return p, true
}

// machine runs plans on one locked thread: a context belongs to a thread, and the fuzzer's callbacks to many.
type machine struct {
	plans  chan plan
	result chan error
}

var start = sync.OnceValues(func() (*machine, error) {
	m := &machine{make(chan plan), make(chan error)}
	ready := make(chan error)
	go func() {
		runtime.LockOSThread()
		c, err := offscreen.New(offscreen.Options{})
		if err != nil {
			ready <- err
			return
		}
		d, err := c.Attach(gpu.Options{})
		ready <- err
		if err != nil {
			return
		}
		w := worker{d: d, made: map[string]any{}}
		for p := range m.plans {
			m.result <- w.try(p)
		}
	}()
	return m, <-ready
})

func FuzzOperation(f *testing.F) {
	r := rand.New(rand.NewSource(1))
	for op := range 8 {
		for range 6 {
			seed := make([]byte, 16)
			r.Read(seed)
			seed[0] = byte(op)
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, ok := read(data)
		if !ok {
			return
		}
		m, err := start()
		if err != nil {
			t.Skipf("no OpenGL here: %v", err)
		}
		m.plans <- p
		if err := <-m.result; err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
	})
}

// worker holds the device and the operations made so far.
type worker struct {
	d    *gpu.Device
	made map[string]any
}

// get makes an operation once for each set of options.
func get[T any](w *worker, key string, make func() (T, error)) (T, error) {
	if o, ok := w.made[key]; ok {
		return o.(T), nil
	}
	o, err := make()
	if err == nil {
		w.made[key] = o
	}
	return o, err
}

// try runs one plan and compares.
func (w *worker) try(p plan) error {
	if _, err := gpu.Pick(w.d.Caps(), p.tune); err != nil {
		p.tune.Lanes = gpu.LanesShared
	}
	if p.op != 3 && p.op != 4 {
		p.stride = 1
	}
	r := rand.New(rand.NewSource(p.seed))
	words := make([]uint32, p.n*p.stride)
	for i := range words {
		if r.Intn(256) < p.density {
			words[i] = r.Uint32()
		}
	}
	src, err := w.area(words, p.offset)
	if err != nil {
		return err
	}
	defer src.b.Release()
	junk := make([]uint32, max(1, len(words)))
	for i := range junk {
		junk[i] = r.Uint32()
	}
	dst, err := w.area(junk, (p.offset*3)%67)
	if err != nil {
		return err
	}
	defer dst.b.Release()

	count, n := gpu.N(p.n), p.n
	if p.onGPU {
		n = max(0, p.n-p.spare)
		word, err := w.area([]uint32{uint32(n)}, p.offset%13)
		if err != nil {
			return err
		}
		defer word.b.Release()
		count = gpu.CountAt(word.view(), p.n)
	}
	if err := w.run(p, dst, src, junk, words, count, n); err != nil {
		return err
	}
	return w.d.Check()
}

func (w *worker) run(p plan, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	key := fmt.Sprint(p.tune, p.op)
	switch p.op {
	case 0:
		op, err := get(w, key, func() (*reduce.Reducer, error) { return reduce.New(w.d, reduce.Options{Tuning: p.tune}) })
		if err != nil {
			return err
		}
		if err := op.Reduce(dst.view(), src.view(), count); err != nil {
			return err
		}
		var sum uint32
		for _, v := range words[:n] {
			sum += v
		}
		return dst.holds("sum", []uint32{sum}, junk)
	case 1, 2:
		return w.scan(p, fmt.Sprint(p.tune, "scan"), dst, src, junk, words, count, n)
	case 3, 4:
		return w.compact(p, fmt.Sprint(key, p.stride), dst, src, junk, words, count, n)
	}
	return w.sort(p, fmt.Sprint(p.tune, p.keyType, p.first, p.bit, p.descending), dst, src, junk, words, count, n)
}

func (w *worker) scan(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	op, err := get(w, key, func() (*scan.Scanner, error) { return scan.New(w.d, scan.Options{Tuning: p.tune}) })
	if err != nil {
		return err
	}
	run := op.Exclusive
	if p.op == 2 {
		run = op.Inclusive
	}
	before := junk
	if p.inPlace {
		dst, before = src, words
	}
	if err := run(dst.view(), src.view(), count); err != nil {
		return err
	}
	want := make([]uint32, n)
	var sum uint32
	for i, v := range words[:n] {
		want[i] = sum
		sum += v
		if p.op == 2 {
			want[i] = sum
		}
	}
	return dst.holds("scan", want, before)
}

func (w *worker) compact(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	op, err := get(w, key, func() (*compact.Compactor, error) {
		return compact.New(w.d, compact.Options{Stride: 4 * p.stride, Flagged: p.op == 4, Tuning: p.tune})
	})
	if err != nil {
		return err
	}
	keep := make([]uint32, p.n)
	for i := range keep {
		for _, v := range words[i*p.stride : (i+1)*p.stride] {
			keep[i] |= v
		}
	}
	if p.op == 4 {
		for i := range keep {
			keep[i] = uint32(mix(uint64(p.seed)+uint64(i))) & 1
		}
		flags, err := w.area(keep, (p.offset*5)%61)
		if err != nil {
			return err
		}
		defer flags.b.Release()
		err = op.CompactFlagged(dst.view(), src.view(), flags.view(), count)
		if err != nil {
			return err
		}
	} else if err := op.Compact(dst.view(), src.view(), count); err != nil {
		return err
	}
	want := []uint32{}
	for i := range n {
		if keep[i] != 0 {
			want = append(want, words[i*p.stride:(i+1)*p.stride]...)
		}
	}
	word, _ := op.Result().Count.Word()
	var kept [1]uint32
	if err := gpu.Download(w.d, word, kept[:]); err != nil {
		return err
	}
	if int(kept[0])*p.stride != len(want) {
		return fmt.Errorf("%d kept, want %d", kept[0], len(want)/p.stride)
	}
	return dst.holds("kept", want, junk)
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// sortable maps a key to a uint32 of the same order.
func sortable(t radix.Type, key uint32) uint32 {
	switch {
	case t == radix.Int32, t == radix.Float32 && key>>31 == 0:
		return key ^ 1<<31
	case t == radix.Float32:
		return ^key
	}
	return key
}

func (w *worker) sort(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	op, err := get(w, key, func() (*radix.Sorter, error) {
		return radix.New(w.d, radix.Options{Type: p.keyType, FirstBit: p.first, Bits: p.bit, Descending: p.descending, Tuning: p.tune})
	})
	if err != nil {
		return err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	part := func(i int) uint64 { return uint64(sortable(p.keyType, words[i])) >> p.first & (1<<p.bit - 1) }
	sort.SliceStable(order, func(i, j int) bool {
		a, b := part(order[i]), part(order[j])
		if p.descending {
			a, b = b, a
		}
		return a < b
	})
	if p.op == 7 {
		if err := op.Argsort(dst.view(), src.view(), count); err != nil {
			return err
		}
		want := make([]uint32, n)
		for i, j := range order {
			want[i] = uint32(j)
		}
		return dst.holds("argsort", want, junk)
	}
	index := make([]uint32, p.n)
	for i := range index {
		index[i] = uint32(i) * 3
	}
	payload, err := w.area(index, (p.offset*7)%59)
	if err != nil {
		return err
	}
	defer payload.b.Release()
	to, err := w.area(make([]uint32, p.n), p.offset%11)
	if err != nil {
		return err
	}
	defer to.b.Release()
	before, beforePayload := junk, make([]uint32, p.n)
	if p.inPlace {
		dst, to, before, beforePayload = src, payload, words, index
	}
	if p.op == 5 {
		err = op.Keys(dst.view(), src.view(), count)
	} else {
		err = op.Pairs(dst.view(), to.view(), src.view(), payload.view(), count)
	}
	if err != nil {
		return err
	}
	keys, values := make([]uint32, n), make([]uint32, n)
	for i, j := range order {
		keys[i], values[i] = words[j], index[j]
	}
	if err := dst.holds("keys", keys, before); err != nil || p.op == 5 {
		return err
	}
	return to.holds("payload", values, beforePayload)
}
