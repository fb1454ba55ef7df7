// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"sync"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// job is one row to be: something to run, and how to check what it did.
type job struct {
	row   result.Row
	run   func() error
	check func() error
}

// op is an operation that can be measured.
type op struct {
	name  string
	tuned bool // has a row for each way of lane operations
	extra bool // only when asked for
	jobs  func(m maker, kept []int) []makeJob
}

type makeJob func() (*job, error)

// table lists the operations, the copy first: the others are held against it.
var table = []op{
	{"copy", false, false, single(maker.copyJob)},
	{"append", false, false, forEachKept(maker.appendJob)},
	{"compact", true, false, forEachKept(maker.compactJob)},
	{"scan", true, false, single(maker.scanJob)},
	{"reduce", true, false, single(maker.reduceJob)},
	{"sort", true, false, func(m maker, _ []int) []makeJob {
		return []makeJob{
			func() (*job, error) { return m.sortJob(32, false) },
			func() (*job, error) { return m.sortJob(32, true) },
			func() (*job, error) { return m.sortJob(16, true) },
		}
	}},
	{"resort", true, true, single(maker.resortJob)},
	{"topk", true, true, single(maker.topKJob)},
	{"segsort", true, true, single(maker.segmentedSortJob)},
	{"segscan", true, true, single(maker.segmentedScanJob)},
	{"segreduce", true, true, single(maker.segmentedReduceJob)},
	{"argmax", true, true, single(maker.argMaxJob)},
	{"histogram", true, true, single(maker.histogramJob)},
	{"partition", true, true, forEachKept(maker.partitionJob)},
}

func single(make func(m maker) (*job, error)) func(maker, []int) []makeJob {
	return func(m maker, _ []int) []makeJob { return []makeJob{func() (*job, error) { return make(m) }} }
}

func forEachKept(make func(m maker, kept int) (*job, error)) func(maker, []int) []makeJob {
	return func(m maker, kept []int) []makeJob {
		var all []makeJob
		for _, k := range kept {
			all = append(all, func() (*job, error) { return make(m, k) })
		}
		return all
	}
}

func names(ops []op) []string {
	var all []string
	for _, o := range ops {
		all = append(all, o.name)
	}
	return all
}

// maker makes jobs of one size on one device.
type maker struct {
	d    *gpu.Device
	n    int
	seed int64
	tune gpu.Tuning
	pool *pool

	pattern string // of keys and of what a compaction keeps
}

// data is the input that the pattern makes.
func (m maker) data(kept int) []uint32 { return patterns[m.pattern](m.seed, m.n, kept) }

// words puts data at the front of one of the pool's buffers.
func (m maker) words(i int, data []uint32) (gpu.View, error) {
	v, err := m.pool.view(i, len(data))
	if err != nil {
		return v, err
	}
	return v, gpu.Upload(m.d, v, data)
}

// poison stands where a result will be, so that a kernel that writes nothing is not taken for right where zeros are
// expected: a scan of one item, a count of nothing kept.
const poison = 0xBADBAD01

// target is n poisoned words at the front of one of the pool's buffers.
func (m maker) target(i, n int) (gpu.View, error) {
	data := make([]uint32, n)
	for i := range data {
		data[i] = poison
	}
	return m.words(i, data)
}

// expect compares the front of a view with words.
func (m maker) expect(what string, v gpu.View, want []uint32) error {
	got := make([]uint32, len(want))
	if err := gpu.Download(m.d, v, got); err != nil {
		return err
	}
	return same(what, got, want)
}

func (m maker) copyJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "copy", Variant: "kernel", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	j.run = func() error { return m.d.Copy(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("copy", dst, in) }
	return j, err
}

func (m maker) compactJob(kept int) (*job, error) {
	in := m.data(kept)
	want := nonzero(in)
	j := &job{row: result.Row{N: m.n, Op: "compact", Kept: kept, Dist: m.pattern, KeyBits: -1, Bytes: 4 * int64(m.n+len(want))}}
	c, err := keepTuned(m, j, "compact", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	if err != nil {
		return j, err
	}
	word, _ := c.Result().Count.Word()
	if err := gpu.Upload(m.d, word, []uint32{poison}); err != nil {
		return j, err
	}
	j.run = func() error { return c.Compact(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		var count [1]uint32
		if err := gpu.Download(m.d, word, count[:]); err != nil {
			return err
		}
		if int(count[0]) != len(want) {
			return fmt.Errorf("compact: %d kept, want %d", count[0], len(want))
		}
		return m.expect("compact", dst, want)
	}
	return j, nil
}

// appendSpec is the naive compaction's kernel.
func appendSpec() gpu.Spec {
	return gpu.Spec{
		File:    "bench/append_naive.comp.glsl",
		Shape:   gpu.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 1},
		Buffers: []string{"Src", "Dst", "Kept", "Count"},
	}
}

func (m maker) appendJob(kept int) (*job, error) {
	in := words(m.seed, m.n, kept)
	want := nonzero(in)
	j := &job{row: result.Row{N: m.n, Op: "append", Variant: "naive", Kept: kept, KeyBits: -1, Bytes: 4 * int64(m.n+len(want))}}
	k, err := keep(m.pool, "append", func() (*gpu.Kernel, error) { return m.d.NewKernel(appendSpec()) })
	if err != nil {
		return j, err
	}
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	if err != nil {
		return j, err
	}
	count := m.pool.count
	j.run = func() error {
		if err := m.d.Enter(); err != nil {
			return err
		}
		defer m.d.Leave()
		// By a kernel, so that this row too is kernels alone and not the driver's way of uploading a word.
		if err := m.d.Copy(count, m.pool.zero, gpu.N(1)); err != nil {
			return err
		}
		k.SetBuffer(0, src)
		k.SetBuffer(1, dst)
		k.SetBuffer(2, count)
		k.SetCount(gpu.N(m.n))
		k.Dispatch((m.n + 255) / 256)
		m.d.Publish()
		return nil
	}
	asSet := sync.OnceValue(func() []uint32 { return sorted(want) })
	j.check = func() error {
		if err := m.expect("append: count", count, []uint32{uint32(len(want))}); err != nil {
			return err
		}
		got := make([]uint32, len(want))
		if err := gpu.Download(m.d, dst, got); err != nil {
			return err
		}
		return same("append, as a set", sorted(got), asSet())
	}
	return j, err
}

func (m maker) scanJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "scan", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	s, err := keepTuned(m, j, "scan", func() (*scan.Scanner, error) {
		return scan.New(m.d, scan.Options{Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	j.run = func() error { return s.Exclusive(dst, src, gpu.N(m.n)) }
	want := sync.OnceValue(func() []uint32 { return exclusive(in) })
	j.check = func() error { return m.expect("scan", dst, want()) }
	return j, err
}

func (m maker) reduceJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "reduce", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	r, err := keepTuned(m, j, "reduce", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, 1)
	j.run = func() error { return r.Reduce(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("reduce", dst, total(in)) }
	return j, err
}

func (m maker) sortJob(bits int, pairs bool) (*job, error) {
	passes := int64(bits+7) / 8
	j := &job{row: result.Row{N: m.n, Op: "sort", Dist: m.pattern, Kept: -1, KeyBits: bits, Bytes: passes * 8 * int64(m.n)}}
	if pairs {
		j.row.PayloadBytes = 4
		j.row.Bytes *= 2
	}
	s, err := keepTuned(m, j, fmt.Sprint("sort", bits), func() (*radix.Sorter, error) {
		s, err := radix.New(m.d, radix.Options{Bits: bits, Tuning: m.tune})
		if err == nil {
			s.Lend(m.pool.scratch)
		}
		return s, err
	})
	if err != nil {
		return j, err
	}
	keys, payload := m.data(100), make([]uint32, m.n)
	for i := range payload {
		payload[i] = uint32(i)
	}
	src, err := m.words(areaSrc, keys)
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	if err != nil {
		return j, err
	}
	srcPayload, err := m.words(areaSrcPayload, payload)
	if err != nil {
		return j, err
	}
	dstPayload, err := m.target(areaDstPayload, m.n)
	if err != nil {
		return j, err
	}
	j.run = func() error {
		if !pairs {
			return s.Keys(dst, src, gpu.N(m.n))
		}
		return s.Pairs(dst, dstPayload, src, srcPayload, gpu.N(m.n))
	}
	// The payload is each key's place, so the stable order is what the payload must be.
	want := sync.OnceValue(func() []uint32 { return order(keys, bits) })
	j.check = func() error {
		if err := m.expect("sort: keys", dst, take(keys, want())); err != nil || !pairs {
			return err
		}
		return m.expect("sort: payload", dstPayload, want())
	}
	return j, nil
}
