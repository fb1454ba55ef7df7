// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// runItems is the average length of a run of equal keys.
const runItems = 8

// runOf is the run that item i lies in. Each run has 1 to 2*runItems-1 items; run 0 may have none.
func runOf(seed int64, i int) int {
	k := i / runItems
	if i < k*runItems+int(draw(seed, ofOthers, k)%runItems) {
		return k
	}
	return k + 1
}

// runKeys are n keys in runs: neighbouring runs have different keys.
func runKeys(seed int64, n int) []uint32 {
	return each(n, func(i int) uint32 { return mixed(uint32(runOf(seed, i))) })
}

// runsOf calls f for each run of equal keys.
func runsOf(keys []uint32, f func(begin, end int)) {
	begin := 0
	for i := 1; i <= len(keys); i++ {
		if i == len(keys) || keys[i] != keys[begin] {
			f(begin, i)
			begin = i
		}
	}
}

func (m maker) runKeysAt(j *job, area int) ([]uint32, gpu.View) {
	return m.inputAt(j, area, "keys in runs", func() []uint32 { return runKeys(m.seed, m.n) })
}

// reduceByKeyJob sums up random words by keys in runs.
func (m maker) reduceByKeyJob() *job {
	j := m.newJob(0)
	r := keepTuned(m, j, "reducebykey", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{ByKey: true, Tuning: m.tune})
	})
	in, src := m.random(j)
	keys, at := m.runKeysAt(j, areaSrcPayload)
	call := reduce.ByKey{Keys: at, Src: src, N: gpu.N(m.n), RunKeys: m.target(j, areaDst, m.n), Dst: m.target(j, areaDstPayload, m.n)}
	if j.err != nil {
		return j
	}
	runs, err := gpu.NewBuffer[uint32](m.d, 1)
	if err != nil {
		return j.fail(err)
	}
	j.release = runs.Release
	call.Runs = runs.View()
	var runKeys, sums []uint32
	runsOf(keys, func(begin, end int) {
		runKeys = append(runKeys, keys[begin])
		sums = append(sums, total(in[begin:end]))
	})
	j.row.Bytes = 8 * int64(m.n+len(sums))
	j.run = func() error { return r.ReduceByKey(call) }
	j.check = func() error {
		return errors.Join(
			m.expect("reducebykey: the number of runs", call.Runs, []uint32{uint32(len(sums))}),
			m.expect("reducebykey: keys", call.RunKeys, runKeys), m.expect("reducebykey: sums", call.Dst, sums))
	}
	return j
}

// scanByKeyJob scans random words by keys in runs.
func (m maker) scanByKeyJob() *job {
	j := m.newJob(12 * int64(m.n))
	s := keepTuned(m, j, "scanbykey", func() (*scan.Scanner, error) {
		return scan.New(m.d, scan.Options{By: scan.Keys, Tuning: m.tune})
	})
	in, src := m.random(j)
	keys, at := m.runKeysAt(j, areaSrcPayload)
	dst := m.target(j, areaDst, m.n)
	want := m.known(j, "scanbykey", func() (all []uint32) {
		runsOf(keys, func(begin, end int) { all = append(all, exclusive(in[begin:end])...) })
		return all
	})
	j.run = func() error { return s.ExclusiveBy(dst, src, at, gpu.N(m.n)) }
	j.check = func() error { return m.expect("scanbykey", dst, want) }
	return j
}

// uniqueJob keeps the first of each run of equal keys.
func (m maker) uniqueJob() *job {
	j := m.newJob(0)
	c := keepTuned(m, j, "unique", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{By: compact.Unique, Tuning: m.tune})
	})
	keys, src := m.runKeysAt(j, areaSrc)
	dst := m.target(j, areaDst, m.n)
	var want []uint32
	runsOf(keys, func(begin, _ int) { want = append(want, keys[begin]) })
	j.row.Bytes = 4 * int64(m.n+len(want))
	j.run = func() error { return c.Compact(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		word, _ := c.Result().Count.Word()
		return errors.Join(m.expect("unique: the number", word, []uint32{uint32(len(want))}), m.expect("unique", dst, want))
	}
	return j
}

// wideKeys are n random keys of so many words, the lowest first.
func wideKeys(seed int64, n, wordsEach int) []uint32 {
	return each(n*wordsEach, func(i int) uint32 { return draw(seed, uint32(3+i%wordsEach), i/wordsEach) })
}

// wideOrder is the stable order of such keys.
func wideOrder(keys []uint32, wordsEach int) []uint32 {
	at := each(len(keys)/wordsEach, func(i int) uint32 { return uint32(i) })
	for w := range wordsEach {
		at = take(at, order(each(len(at), func(i int) uint32 { return keys[int(at[i])*wordsEach+w] }), 32))
	}
	return at
}

// wideSortJob sorts random keys of 64 or 128 bits, alone or with a word of payload.
func wideSortJob(name string, wordsEach int, o radix.Options) func(m maker) *job {
	return func(m maker) *job {
		m.bits = 32 * wordsEach
		pairs := m.payload > 0
		j := m.newJob(int64(4*wordsEach) * 8 * int64(wordsEach) * int64(m.n))
		o := o
		o.Tuning = m.tune
		s := keepSorter(m, j, name, useOf(pairs), func() (*radix.Sorter, error) { return radix.New(m.d, o) })
		keysOnly := m
		keysOnly.payload = none // the keys are the same with one
		in, src := keysOnly.inputAt(j, areaSrc, "wide keys", func() []uint32 { return wideKeys(m.seed, m.n, wordsEach) })
		dst := m.target(j, areaDst, len(in))
		var payload, to gpu.View
		if pairs {
			j.row.Bytes += int64(4*wordsEach) * 8 * int64(m.n)
			payload, to = m.indices(j), m.target(j, areaDstPayload, m.n)
		}
		at := keysOnly.known(j, "order of wide keys", func() []uint32 { return wideOrder(in, wordsEach) })
		inOrder := keysOnly.known(j, "wide keys in order", func() []uint32 {
			return each(len(in), func(i int) uint32 { return in[int(at[i/wordsEach])*wordsEach+i%wordsEach] })
		})
		j.run = func() error {
			if pairs {
				return s.SortPairs(dst, to, src, payload, gpu.N(m.n))
			}
			return s.SortKeys(dst, src, gpu.N(m.n))
		}
		j.check = func() error {
			if err := m.expect(name+": keys", dst, inOrder); err != nil || !pairs {
				return err
			}
			return m.expect(name+": payload", to, at)
		}
		return j
	}
}

// shuffleJob puts the numbers from 0 on in random order. Any order is right that has each number
// once and leaves few where they were.
func (m maker) shuffleJob() *job {
	j := m.newJob(8 * int64(m.n))
	s := keepFor(m, j, "shuffle", func() (*expand.Shuffler, error) { return expand.NewShuffler(m.d, expand.ShuffleOptions{}) })
	_, src := m.inputAt(j, areaSrc, "numbers", func() []uint32 { return each(m.n, func(i int) uint32 { return uint32(i) }) })
	dst := m.target(j, areaDst, m.n)
	j.run = func() error { return s.Shuffle(dst, src, 4, gpu.N(m.n), uint64(m.seed)) }
	j.check = func() error {
		got, err := m.pool.read(dst, m.n)
		if err != nil {
			return err
		}
		return shuffled(got)
	}
	return j
}

// leastShuffled is the number of items from which on a shuffle that leaves half of them in place is
// wrong. Of random ones it leaves one on average.
const leastShuffled = 64

// shuffled reports what is wrong with the numbers below len(got) in random order.
func shuffled(got []uint32) error {
	seen, stay := make([]bool, len(got)), 0
	for i, v := range got {
		if int(v) >= len(got) || seen[v] {
			return fmt.Errorf("shuffle: word %d of %d is %d, which is too large or there already", i, len(got), v)
		}
		seen[v] = true
		if int(v) == i {
			stay++
		}
	}
	if len(got) >= leastShuffled && 2*stay > len(got) {
		return fmt.Errorf("shuffle: %d of %d numbers are where they were", stay, len(got))
	}
	return nil
}
