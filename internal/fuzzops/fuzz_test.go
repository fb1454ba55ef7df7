// SPDX-License-Identifier: MIT

package fuzzops

import (
	"encoding/binary"
	"math/rand"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
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
	spare      int  // how much less than the maximum the count on the GPU is
	over       bool // the count on the GPU is above its maximum
	fold       reduce.Options
	predicate  bool // the compaction's, in GLSL
	lend       bool // scratch for the sort
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
	p.over = data[11] >= 0xF8
	p.fold = reduce.Options{Op: reduce.Op(data[6] % 3), Type: gpu.Type(data[8] % 3), Tuning: p.tune}
	p.predicate = p.op == 3 && data[9]&1 != 0
	p.lend = data[6]&8 != 0
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
		c, err := offscreen.New(offscreen.Options{Debug: true})
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
			if os.Getenv("COMB_EXPECT_GL") != "" {
				t.Fatalf("COMB_EXPECT_GL is set and there is no context: %v", err)
			}
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
	if len(w.made) >= 100 { // programs take memory, and a fuzzer runs for hours
		for _, o := range w.made {
			o.(interface{ Release() }).Release()
		}
		clear(w.made)
	}
	o, err := make()
	if err == nil {
		w.made[key] = o
	}
	return o, err
}
