// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// trialBytes is the number of bytes that choose what all operations have. The rest chooses an
// operation's options.
const trialBytes = 10

// trial is one input: the bytes choose the operation and everything about it; past the end they are
// zero.
type trial struct {
	*worker
	bytes  []byte
	r      *rand.Rand
	skew   int // where areas begin
	areas  []*area
	chosen []any // what the bytes chose, for the message

	tune  gpu.Tuning
	most  int       // items that the buffers hold
	n     int       // items that there are
	count gpu.Count // n, on the host or the GPU, of at most most
	over  bool      // the count on the GPU is above its maximum
}

// operations are what a trial can be: each enqueues and says what is to come out. New ones come
// last, since the first byte of an input is the place of its operation.
var operations = []struct {
	name string
	run  func(*trial) error
}{
	{"reduce", reduceAll}, {"reduce segments", reduceSegments}, {"reduce custom", reduceCustom},
	{"scan", scanItems}, {"histogram", histogram},
	{"compact", compactRecords}, {"compact arrays", compactArrays}, {"run lengths", runLengths},
	{"sort", sortItems}, {"sort segments", sortSegments}, {"first k", firstK}, {"gather", gather},
	{"scan ends", scanEnds}, {"statistics", statistics}, {"reduce by key", reduceByKey},
	{"merge sort", mergeSort}, {"merge", mergeArrays}, {"sets", mergeSets}, {"search", mergeSearch},
	{"histogram count", histogramCount}, {"scan inputs", scanInputs}, {"reduce inputs", reduceInputs},
	{"sort by key", sortByKey}, {"expand", expandItems}, {"shuffle", shuffle}, {"transpose", transpose},
	{"split", splitRecords}, {"compact results", compactResults},
	{"histogram inputs", histogramInputs}, {"expand results", expandResults},
	{"merge reads", mergeReads}, {"first of segments", firstOfSegments},
}

// tuning is that of most inputs in testdata, so that all tests share the kernels of those.
func tuning(d *gpu.Device) gpu.Tuning {
	t := gpu.Tuning{Lanes: gpu.LanesKHR, Algorithm: gpu.ReduceThenScan, Workers: 3}
	if _, err := kernel.Pick(d.Caps(), t); err != nil {
		t.Lanes = gpu.LanesShared
	}
	return t
}

// pick takes the next byte: a number below limit.
func (t *trial) pick(limit int) int {
	v := 0
	if len(t.bytes) > 0 {
		v, t.bytes = int(t.bytes[0])%limit, t.bytes[1:]
	}
	t.chosen = append(t.chosen, v)
	return v
}

func (t *trial) flip() bool { return t.pick(2) == 1 }

// wide is pick for limits above 256.
func (t *trial) wide(limit int) int { return (t.pick(256)<<8 | t.pick(256)) % limit }

type failure struct{ error }

// fail ends the trial.
func (t *trial) fail(err error) { panic(failure{err}) }

func (w *worker) try(data []byte) (err error) {
	t := &trial{worker: w, bytes: data}
	op := operations[t.pick(len(operations))]
	defer func() {
		if f, ok := recover().(failure); ok {
			err = f.error
		}
		for _, a := range t.areas {
			a.b.Release()
		}
		if err != nil {
			err = fmt.Errorf("%s, by the bytes %v: %w", op.name, t.chosen, err)
		}
	}()
	how := t.pick(6)
	t.tune = gpu.Tuning{Lanes: gpu.Lanes(1 + how%3), Algorithm: gpu.ReduceThenScan + gpu.Algorithm(how/3), Workers: 1 + t.pick(9)}
	if _, err := kernel.Pick(w.d.Caps(), t.tune); err != nil {
		t.tune.Lanes = gpu.LanesShared
	}
	t.most = t.wide(12001)
	t.n, t.count = t.most, gpu.N(t.most)
	t.skew = t.pick(71)
	where, spare := t.pick(4), t.pick(256)
	t.r = rand.New(rand.NewSource(int64(t.wide(1 << 16))))
	if where >= 2 {
		reported := max(0, t.most-spare)
		t.n = reported
		if where == 3 && spare > 0 {
			t.n, reported, t.over = t.most, t.most+spare, true
		}
		t.count = gpu.CountAt(t.area("count", []uint32{uint32(reported)}).view(), t.most)
	}
	// What an operation does not do, it must refuse before it does anything.
	refused := false
	if err := op.run(t); errors.Is(err, errRefused) || errors.Is(err, gpu.ErrUnsupported) {
		refused = true
	} else if err != nil {
		return err
	}
	for _, a := range t.areas {
		if refused && !a.loose {
			continue
		}
		if err := a.check(); err != nil {
			return err
		}
	}
	return t.quiet(refused)
}

// quiet checks that the device has nothing else to complain of than a count above its maximum.
func (t *trial) quiet(refused bool) error {
	err := t.d.Check()
	switch {
	case t.over && !refused && t.most > 0: // with no items possible nothing may have read the count
		if !errors.Is(err, gpu.ErrCount) {
			return fmt.Errorf("a count above its maximum: Check says %v", err)
		}
	case err != nil && !(t.over && errors.Is(err, gpu.ErrCount)):
		return err
	}
	messages, err := t.d.Messages()
	for _, m := range messages {
		if m.Bad() {
			return fmt.Errorf("the driver says: %v", m)
		}
	}
	return err
}

// scratch makes an operation use memory full of something, or its own again.
func (t *trial) scratch(useScratch func(gpu.View), bytes int, err error) error {
	if err != nil {
		return err
	}
	fill, kind := [...]uint32{0, 0xCDCDCDCD, 0xFFFFFFFF, 0}, t.pick(4)
	if kind == 3 {
		useScratch(gpu.View{})
		return nil
	}
	words := make([]uint32, bytes/4)
	for i := range words {
		words[i] = fill[kind]
	}
	a := t.area("scratch", words)
	a.loose = true
	useScratch(a.view())
	return nil
}

// offsets cut most items into segments: how many, and the area with their bounds.
func (t *trial) offsets() (bounds []uint32, a *area) {
	segments := t.wide(1 + t.most/(1+t.pick(20)))
	for range segments + 1 {
		bounds = append(bounds, uint32(t.r.Intn(t.most+1)))
	}
	slices.Sort(bounds)
	if t.flip() {
		bounds[0], bounds[segments] = 0, uint32(t.most)
		slices.Sort(bounds)
	}
	return bounds, t.area("offsets", bounds)
}
