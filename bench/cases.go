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
	row     row
	run     func() error
	check   func() error
	release []func()
}

func (j *job) free() {
	for _, f := range j.release {
		f()
	}
}

// maker makes jobs of one size on one device.
type maker struct {
	d    *gpu.Device
	n    int
	seed int64
	tune gpu.Tuning
}

// buffer keeps a new buffer in the job's care.
func (m maker) buffer(j *job, words []uint32) (*gpu.Buffer[uint32], error) {
	b, err := gpu.NewBufferFrom(m.d, words)
	if err == nil {
		j.release = append(j.release, b.Release)
	}
	return b, err
}

// expect compares the front of a buffer with words.
func expect(what string, b *gpu.Buffer[uint32], want []uint32) error {
	got, err := b.Download()
	if err != nil {
		return err
	}
	return same(what, got[:len(want)], want)
}

func (m maker) copyJob() (*job, error) {
	j := &job{row: row{N: m.n, Op: "copy", Variant: "kernel", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	in := words(m.seed, m.n, 100)
	src, err := m.buffer(j, in)
	if err != nil {
		return j, err
	}
	dst, err := m.buffer(j, make([]uint32, m.n))
	j.run = func() error { return m.d.Copy(dst.View(), src.View(), gpu.N(m.n)) }
	j.check = func() error { return expect("copy", dst, in) }
	return j, err
}

func (m maker) compactJob(kept int) (*job, error) {
	in := words(m.seed, m.n, kept)
	want := nonzero(in)
	j := &job{row: row{N: m.n, Op: "compact", Kept: kept, KeyBits: -1, Bytes: 4 * int64(m.n+len(want))}}
	c, err := compact.New(m.d, compact.Options{Tuning: m.tune})
	if err != nil {
		return j, err
	}
	j.release = append(j.release, c.Release)
	src, err := m.buffer(j, in)
	if err != nil {
		return j, err
	}
	dst, err := m.buffer(j, make([]uint32, m.n))
	j.run = func() error { return c.Compact(dst.View(), src.View(), gpu.N(m.n)) }
	j.check = func() error {
		word, _ := c.Result().Count.Word()
		var count [1]uint32
		if err := gpu.Download(m.d, word, count[:]); err != nil {
			return err
		}
		if int(count[0]) != len(want) {
			return fmt.Errorf("compact: %d kept, want %d", count[0], len(want))
		}
		return expect("compact", dst, want)
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
	k, err := m.d.NewKernel(appendSpec())
	if err != nil {
		return j, err
	}
	j.release = append(j.release, k.Release)
	src, err := m.buffer(j, in)
	if err != nil {
		return j, err
	}
	dst, err := m.buffer(j, make([]uint32, m.n))
	if err != nil {
		return j, err
	}
	count, err := m.buffer(j, []uint32{0})
	zero := []uint32{0}
	j.run = func() error {
		if err := m.d.Enter(); err != nil {
			return err
		}
		defer m.d.Leave()
		if err := count.Upload(zero); err != nil {
			return err
		}
		k.SetBuffer(0, src.View())
		k.SetBuffer(1, dst.View())
		k.SetBuffer(2, count.View())
		k.SetCount(gpu.N(m.n))
		k.Dispatch((m.n + 255) / 256)
		m.d.Publish()
		return nil
	}
	j.check = func() error {
		got, err := dst.Download()
		if err != nil {
			return err
		}
		if err := expect("append: count", count, []uint32{uint32(len(want))}); err != nil {
			return err
		}
		return same("append, as a set", sorted(got[:len(want)]), sorted(want))
	}
	return j, err
}

func (m maker) scanJob() (*job, error) {
	j := &job{row: row{N: m.n, Op: "scan", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	s, err := scan.New(m.d, scan.Options{Tuning: m.tune})
	if err != nil {
		return j, err
	}
	j.release = append(j.release, s.Release)
	in := words(m.seed, m.n, 100)
	src, err := m.buffer(j, in)
	if err != nil {
		return j, err
	}
	dst, err := m.buffer(j, make([]uint32, m.n))
	j.run = func() error { return s.Exclusive(dst.View(), src.View(), gpu.N(m.n)) }
	j.check = func() error { return expect("scan", dst, exclusive(in)) }
	return j, err
}

func (m maker) reduceJob() (*job, error) {
	j := &job{row: row{N: m.n, Op: "reduce", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	r, err := reduce.New(m.d, reduce.Options{Tuning: m.tune})
	if err != nil {
		return j, err
	}
	j.release = append(j.release, r.Release)
	in := words(m.seed, m.n, 100)
	src, err := m.buffer(j, in)
	if err != nil {
		return j, err
	}
	dst, err := m.buffer(j, []uint32{0xBAD})
	j.run = func() error { return r.Reduce(dst.View(), src.View(), gpu.N(m.n)) }
	j.check = func() error { return expect("reduce", dst, total(in)) }
	return j, err
}

func (m maker) sortJob(bits int, pairs bool) (*job, error) {
	passes := int64(bits+7) / 8
	j := &job{row: row{N: m.n, Op: "sort", Kept: -1, KeyBits: bits, Bytes: passes * 8 * int64(m.n)}}
	if pairs {
		j.row.PayloadBytes = 4
		j.row.Bytes *= 2
	}
	s, err := radix.New(m.d, radix.Options{Bits: bits, Tuning: m.tune})
	if err != nil {
		return j, err
	}
	j.release = append(j.release, s.Release)
	if err := s.Reserve(m.n, pairs); err != nil {
		return j, err
	}
	keys, payload := words(m.seed, m.n, 100), make([]uint32, m.n)
	for i := range payload {
		payload[i] = uint32(i)
	}
	var b [4]*gpu.Buffer[uint32] // dst keys, dst payload, src keys, src payload
	for i, w := range [][]uint32{make([]uint32, m.n), make([]uint32, m.n), keys, payload} {
		if b[i], err = m.buffer(j, w); err != nil {
			return j, err
		}
	}
	j.run = func() error {
		if !pairs {
			return s.Keys(b[0].View(), b[2].View(), gpu.N(m.n))
		}
		return s.Pairs(b[0].View(), b[1].View(), b[2].View(), b[3].View(), gpu.N(m.n))
	}
	j.check = func() error {
		want := order(keys, bits)
		if err := expect("sort: keys", b[0], take(keys, want)); err != nil || !pairs {
			return err
		}
		return expect("sort: payload", b[1], take(payload, want))
	}
	return j, nil
}
