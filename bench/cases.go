// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// job is one row to be: something to run, and how to check what it did.
type job struct {
	row   row
	run   func() error
	check func() error
}

// maker makes jobs of one size on one device.
type maker struct {
	d    *gpu.Device
	n    int
	seed int64
	tune gpu.Tuning
	pool *pool
}

// words puts data at the front of one of the pool's buffers.
func (m maker) words(i int, data []uint32) (gpu.View, error) {
	v, err := m.pool.view(i, len(data))
	if err != nil {
		return v, err
	}
	return v, gpu.Upload(m.d, v, data)
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
	j := &job{row: row{N: m.n, Op: "copy", Variant: "kernel", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.words(areaDst, make([]uint32, m.n))
	j.run = func() error { return m.d.Copy(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("copy", dst, in) }
	return j, err
}

func (m maker) compactJob(kept int) (*job, error) {
	in := words(m.seed, m.n, kept)
	want := nonzero(in)
	j := &job{row: row{N: m.n, Op: "compact", Kept: kept, KeyBits: -1, Bytes: 4 * int64(m.n+len(want))}}
	c, err := keep(m.pool, m.tune, "compact", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.words(areaDst, make([]uint32, m.n))
	j.run = func() error { return c.Compact(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		word, _ := c.Result().Count.Word()
		var count [1]uint32
		if err := gpu.Download(m.d, word, count[:]); err != nil {
			return err
		}
		if int(count[0]) != len(want) {
			return fmt.Errorf("compact: %d kept, want %d", count[0], len(want))
		}
		return m.expect("compact", dst, want)
	}
	return j, err
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
	j := &job{row: row{N: m.n, Op: "append", Variant: "naive", Kept: kept, KeyBits: -1, Bytes: 4 * int64(m.n+len(want))}}
	k, err := keep(m.pool, gpu.Tuning{}, "append", func() (*gpu.Kernel, error) { return m.d.NewKernel(appendSpec()) })
	if err != nil {
		return j, err
	}
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst, err := m.words(areaDst, make([]uint32, m.n))
	if err != nil {
		return j, err
	}
	zero, count := []uint32{0}, m.pool.count
	j.run = func() error {
		if err := m.d.Enter(); err != nil {
			return err
		}
		defer m.d.Leave()
		if err := gpu.Upload(m.d, count, zero); err != nil {
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
	j.check = func() error {
		if err := m.expect("append: count", count, []uint32{uint32(len(want))}); err != nil {
			return err
		}
		got := make([]uint32, len(want))
		if err := gpu.Download(m.d, dst, got); err != nil {
			return err
		}
		return same("append, as a set", sorted(got), sorted(want))
	}
	return j, err
}

func (m maker) scanJob() (*job, error) {
	j := &job{row: row{N: m.n, Op: "scan", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	s, err := keep(m.pool, m.tune, "scan", func() (*scan.Scanner, error) {
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
	dst, err := m.words(areaDst, make([]uint32, m.n))
	j.run = func() error { return s.Exclusive(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("scan", dst, exclusive(in)) }
	return j, err
}

func (m maker) reduceJob() (*job, error) {
	j := &job{row: row{N: m.n, Op: "reduce", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	r, err := keep(m.pool, m.tune, "reduce", func() (*reduce.Reducer, error) {
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
	dst, err := m.words(areaDst, []uint32{0xBAD})
	j.run = func() error { return r.Reduce(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("reduce", dst, total(in)) }
	return j, err
}

func (m maker) sortJob(bits int, pairs bool) (*job, error) {
	passes := int64(bits+7) / 8
	j := &job{row: row{N: m.n, Op: "sort", Kept: -1, KeyBits: bits, Bytes: passes * 8 * int64(m.n)}}
	if pairs {
		j.row.PayloadBytes = 4
		j.row.Bytes *= 2
	}
	s, err := keep(m.pool, m.tune, fmt.Sprint("sort", bits), func() (*radix.Sorter, error) {
		s, err := radix.New(m.d, radix.Options{Bits: bits, Tuning: m.tune})
		if err == nil {
			err = s.Lend(m.pool.areas[areaScratch], m.pool.areas[areaScratchPayload])
		}
		return s, err
	})
	if err != nil {
		return j, err
	}
	keys, payload := words(m.seed, m.n, 100), make([]uint32, m.n)
	for i := range payload {
		payload[i] = uint32(i)
	}
	var v [4]gpu.View // as the areas: src keys, dst keys, src payload, dst payload
	for i, w := range [][]uint32{keys, make([]uint32, m.n), payload, make([]uint32, m.n)} {
		if v[i], err = m.words(i, w); err != nil {
			return j, err
		}
	}
	j.run = func() error {
		if !pairs {
			return s.Keys(v[1], v[0], gpu.N(m.n))
		}
		return s.Pairs(v[1], v[3], v[0], v[2], gpu.N(m.n))
	}
	j.check = func() error {
		want := order(keys, bits)
		if err := m.expect("sort: keys", v[1], take(keys, want)); err != nil || !pairs {
			return err
		}
		return m.expect("sort: payload", v[3], take(payload, want))
	}
	return j, nil
}
