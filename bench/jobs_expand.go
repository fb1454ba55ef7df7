// SPDX-License-Identifier: MIT

package main

import (
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
)

// decodeJob decodes runs of three equal words.
func (m maker) decodeJob() *job {
	runs := (m.n + 2) / 3
	j := m.newJob(4 * int64(m.n+2*runs))
	e := keepFor(m, j, "decode", func() (*expand.Expander, error) { return expand.New(m.d, expand.Options{}) })
	_, values := m.inputAt(j, areaSrc, "values of runs", func() []uint32 { return each(runs, func(i int) uint32 { return uint32(i) }) })
	_, starts := m.inputAt(j, areaSrcPayload, "starts of runs", func() []uint32 {
		return each(runs+1, func(i int) uint32 { return uint32(min(3*i, m.n)) })
	})
	dst := m.target(j, areaDst, m.n)
	j.run = func() error { return e.Decode(dst, values, starts, gpu.N(runs), gpu.N(m.n)) }
	j.check = func() error {
		return m.expect("decode", dst, each(m.n, func(i int) uint32 { return uint32(i / 3) }))
	}
	return j
}

const columnWords = 4 // of a record

// columnsJob moves n words, which are records of four, to columns.
func (m maker) columnsJob() *job {
	records := m.n / columnWords
	j := m.newJob(8 * int64(records*columnWords))
	t := keepFor(m, j, "columns", func() (*expand.Transposer, error) { return expand.NewTransposer(m.d) })
	_, src := m.inputAt(j, areaSrc, "records of columns", func() []uint32 { return each(m.n, func(i int) uint32 { return uint32(i) }) })
	dst := m.target(j, areaDst, records*columnWords)
	j.run = func() error { return t.Columns(dst, src, 4*columnWords, records, gpu.N(records)) }
	j.check = func() error {
		return m.expect("columns", dst, each(records*columnWords, func(i int) uint32 {
			return uint32(i%records*columnWords + i/records)
		}))
	}
	return j
}

const keyedWords = 2 // of a record

// keySortJob sorts n words, which are records of two, by the second.
func (m maker) keySortJob() *job {
	records := m.n / keyedWords
	j := m.newJob(4 * 8 * int64(records))
	s := keepFor(m, j, "keysort", func() (*radix.Sorter, error) {
		return radix.New(m.d, radix.Options{Record: "uvec2", RecordBytes: 4 * keyedWords, Key: "uint key(uvec2 r) { return r.y; }"})
	})
	j.form = func() string { return s.VariantFor(radix.ForKeys, records) }
	in, src := m.inputAt(j, areaSrc, "records by key", func() []uint32 { return keys(m.seed, m.n, 32, usualDist) })
	dst := m.target(j, areaDst, records*keyedWords)
	j.run = func() error { return s.SortKeys(dst, src, gpu.N(records)) }
	want := m.known(j, "records in order", func() []uint32 {
		at := order(each(records, func(i int) uint32 { return in[keyedWords*i+1] }), 32)
		return each(records*keyedWords, func(i int) uint32 { return in[keyedWords*int(at[i/keyedWords])+i%keyedWords] })
	})
	j.check = func() error { return m.expect("keysort", dst, want) }
	return j
}
