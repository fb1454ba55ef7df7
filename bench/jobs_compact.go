// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/combgl/comb/bench/classic"
	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
)

// compaction is the input of a compaction and what must come of it.
func (m maker) compaction() (j *job, in, want []uint32, src, dst gpu.View) {
	j = m.newJob(0)
	each := m.recordWords()
	in, src = m.inputAt(j, areaSrc, "records", func() []uint32 { return records(m.seed, m.n, each, m.kept, m.dist) })
	want = m.known(j, "kept", func() []uint32 { return nonzero(in, each) })
	j.row.Bytes = 4 * int64(len(in)+len(want))
	return j, in, want, src, m.target(j, areaDst, len(in))
}

// recordWords is a record's size in words, one where the operation has no choice of it.
func (m maker) recordWords() int { return max(1, m.record/4) }

func (m maker) compactJob() *job {
	if i := slices.IndexFunc(classic.Methods(), func(way classic.Method) bool { return way.Name == m.variant }); i >= 0 {
		if way := classic.Methods()[i]; !way.Host {
			return m.classicJob(way)
		}
		return m.hostJob()
	}
	j, _, want, src, dst := m.compaction()
	c := keepTuned(m, j, fmt.Sprint("compact ", m.record), func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Stride: m.record, Tuning: m.tune})
	})
	kept := func() gpu.View {
		word, _ := c.Result().Count.Word()
		return word
	}
	for range 2 { // calls write two sets of results in turn: both are poisoned
		if j.err == nil {
			j.err = c.Compact(dst, src, gpu.N(0))
		}
		if j.err == nil {
			m.poisoned(j, kept())
		}
	}
	j.run = func() error { return c.Compact(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		return errors.Join(m.expect("the number kept", kept(), []uint32{uint32(len(want) / m.recordWords())}), m.expect("compact", dst, want))
	}
	return j
}

// orderLost is the note of a way whose result is right but for the order.
const orderLost = "order lost"

func (m maker) classicJob(way classic.Method) *job {
	j, in, want, src, dst := m.compaction()
	c := keepFor(m, j, fmt.Sprint("classic ", way.Name, m.record), func() (*classic.Compactor, error) {
		return classic.New(m.d, way.Name, m.record)
	})
	if j.err != nil {
		return j
	}
	if err := c.Fits(m.n); err != nil {
		return j.fail(err)
	}
	if !way.Ordered {
		j.row.Note = orderLost
	}
	m.poisoned(j, c.Count())
	j.run = func() error { return c.Compact(dst, src, m.n) }
	j.check = func() error {
		if err := m.expect("the number kept", c.Count(), []uint32{uint32(len(want) / m.recordWords())}); err != nil {
			return err
		}
		if way.Ordered {
			return m.expect(way.Name, dst, want)
		}
		got, err := m.pool.read(dst, len(want))
		if err != nil {
			return err
		}
		return sameSet(way.Name, m.seed, got, in, m.recordWords())
	}
	return j
}

// hostJob is a compaction by the CPU, in the CPU's memory.
func (m maker) hostJob() *job {
	j := m.newJob(0)
	each := m.recordWords()
	in := remember(m.pool, fmt.Sprint("area ", areaSrc), m.tag("records"), func() []uint32 { return records(m.seed, m.n, each, m.kept, m.dist) })
	want := m.known(j, "kept", func() []uint32 { return nonzero(in, each) })
	j.row.Bytes = 4 * int64(len(in)+len(want))
	j.host, j.words = true, 0 // the GPU's copy is no measure of the CPU's memory
	dst := remember(m.pool, "host", fmt.Sprint(len(in)), func() []uint32 { return make([]uint32, len(in)) })
	copy(dst, m.pool.poisons(len(dst)))
	kept := none
	j.run = func() error {
		kept = classic.OnHost(m.variant, dst, in, each)
		return nil
	}
	j.check = func() error {
		if kept != len(want)/each {
			return fmt.Errorf("%s: %d records kept, want %d", m.variant, kept, len(want)/each)
		}
		return same(m.variant, dst[:len(want)], want)
	}
	return j
}

// partitionJob puts what a compaction keeps in front of the rest.
func (m maker) partitionJob() *job { return m.partition("partition", compact.Options{Classes: 2}) }

// endsJob is partitionJob with the rest in reverse order, as CUB's DevicePartition has it.
func (m maker) endsJob() *job {
	return m.partition("ends", compact.Options{Classes: 2, ReverseRest: true})
}

// partition is a partition in one array, whose rest is zero.
func (m maker) partition(name string, o compact.Options) *job {
	j, _, kept, src, dst := m.compaction()
	j.row.Bytes = 8 * int64(m.n)
	o.Tuning = m.tune
	c := keepTuned(m, j, name, func() (*compact.Compactor, error) { return compact.New(m.d, o) })
	want := append(slices.Clone(kept), make([]uint32, m.n-len(kept))...)
	j.run = func() error { return c.Partition(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect(name, dst, want) }
	return j
}

// splitJob puts what a compaction keeps into one array and the rest, which is zero, into another.
func (m maker) splitJob() *job {
	j, _, kept, src, dst := m.compaction()
	j.row.Bytes = 8 * int64(m.n)
	c := keepTuned(m, j, "split", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Output: compact.Split, Tuning: m.tune})
	})
	others := m.target(j, areaDstPayload, m.n)
	j.run = func() error { return c.Split(dst, others, src, gpu.N(m.n)) }
	j.check = func() error {
		return errors.Join(m.expect("split: kept", dst, kept), m.expect("split: others", others, make([]uint32, m.n-len(kept))))
	}
	return j
}

// runsJob encodes runs of three equal words.
func (m maker) runsJob() *job {
	runs := (m.n + 2) / 3
	j := m.newJob(4 * int64(m.n+2*runs))
	c := keepTuned(m, j, "runs", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Output: compact.Runs, Tuning: m.tune})
	})
	_, src := m.inputAt(j, areaSrc, "runs", func() []uint32 { return each(m.n, func(i int) uint32 { return uint32(i / 3) }) })
	values, lengths := m.target(j, areaDst, m.n), m.target(j, areaDstPayload, m.n)
	j.run = func() error { return c.RunLengths(values, gpu.View{}, lengths, src, gpu.N(m.n)) }
	j.check = func() error {
		return errors.Join(
			m.expect("runs: values", values, each(runs, func(i int) uint32 { return uint32(i) })),
			m.expect("runs: lengths", lengths, each(runs, func(i int) uint32 { return uint32(min(3, m.n-3*i)) })))
	}
	return j
}
