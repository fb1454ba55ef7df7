// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"

	"github.com/combgl/comb/bench/limits"
	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
)

func (m maker) copyJob() *job {
	j := m.newJob(8 * int64(m.n))
	in, src := m.random(j)
	dst := m.target(j, areaDst, m.n)
	j.run = func() error { return m.d.Copy(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("copy", dst, in) }
	return j
}

// readBits is the widest load that there is: no other reads faster.
const readBits = 128

// readJob reads by as many workgroups a multiprocessor as are the fastest here: it is a limit, so
// the best read counts.
func (m maker) readJob() (best *job) {
	fastest := 0.0
	for _, workers := range readers {
		j := m.readBy(readBits, workers)
		if j.err != nil {
			return j
		}
		w, err := newWatch(m.d, j, nil)
		if err != nil {
			return j.fail(err)
		}
		r, err := pace{reps: 3}.measure(context.Background(), w)
		w.release()
		if err != nil {
			return j.fail(err)
		}
		if t := result.Percentile(r.Wall, 0); best == nil || t < fastest {
			best, fastest = j, t
		}
	}
	return best
}

// readers are numbers of workgroups a multiprocessor that read.
var readers = []int{1, 2, 4, 8}

func (m maker) fetchJob() *job { return m.readBy(m.fetch, m.cell.workers) }

// readBy reads n words; the sums of all workers are the words'.
func (m maker) readBy(bits, workers int) *job {
	j := m.newJob(4 * int64(m.n))
	j.row.FetchBits, j.row.Workers = bits, workers
	f := keepFor(m, j, fmt.Sprint("fetch ", bits, " ", workers), func() (*limits.Fetch, error) { return limits.NewFetch(m.d, bits, workers) })
	if j.err != nil {
		return j
	}
	in, src := m.random(j)
	sums := keepFor(m, j, fmt.Sprint("sums ", f.Workers()), func() (*gpu.Buffer[uint32], error) {
		return gpu.NewBuffer[uint32](m.d, f.Workers())
	})
	if j.err != nil {
		return j
	}
	dst := sums.View()
	m.poisoned(j, dst)
	want := m.known(j, "sum", func() []uint32 { return []uint32{total(in)} })
	j.run = func() error { return f.Run(dst, src, m.n) }
	j.check = func() error {
		got, err := m.pool.read(dst, f.Workers())
		if err != nil {
			return err
		}
		return same("the workers' sums together", []uint32{total(got)}, want)
	}
	return j
}

// emptyJob dispatches a kernel n times that does nothing: there is no result to check but that GL
// has no complaint.
func (m maker) emptyJob() *job {
	j := m.newJob(0)
	e := keepFor(m, j, "empty", func() (*limits.Empty, error) { return limits.NewEmpty(m.d) })
	barrier := m.variant == emptyVariants[1].name
	j.run = func() error { return e.Run(m.n, barrier) }
	j.check = func() error { return nil }
	return j
}

var emptyVariants = []variant{
	{name: "dispatch", about: "dispatches of one workgroup that does nothing"},
	{name: "dispatch+barrier", about: "the same with a barrier between each two"},
}
