// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/radix"
)

// startItems is how many items the first call has.
const startItems = 100_000

// starting are the operations of -startup, most of them rows of the table.
var starting = []struct {
	name string
	job  func(m maker) (*job, error)
}{
	{"reduce", maker.reduceJob},
	{"image", maker.imageJob},
	{"scan", maker.scanJob},
	{"segscan", maker.segmentedScanJob},
	{"histogram", maker.histogramJob},
	{"compact", func(m maker) (*job, error) { return m.compactJob(50) }},
	{"predicate", maker.predicateJob},
	{"partition", func(m maker) (*job, error) { return m.partitionJob(50) }},
	{"runs", maker.runsJob},
	{"sort", func(m maker) (*job, error) { return m.sortJob(32, false) }},
	{"pairs", func(m maker) (*job, error) { return m.sortJob(32, true) }},
	{"topk", maker.searchJob},
	{"hair", maker.hairJob},
}

func startNames() (all []string) {
	for _, s := range starting {
		all = append(all, s.name)
	}
	return all
}

// startOne is one start in this process, told on stdout: the program's exit code. The first context is made here: the
// drivers' own caches are where the environment says.
func startOne(o options, stdout, stderr io.Writer, device gpu.Options) int {
	t, err := o.start(device)
	if err == nil {
		err = json.NewEncoder(stdout).Encode(t)
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	return 0
}

func (o options) start(device gpu.Options) (told, error) {
	var t told
	window, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return t, err
	}
	defer window.Release()
	bare := o.startCache == ""
	device.CacheDir, device.NoCache, device.NoSelfTest = o.startCache, bare, bare
	began := time.Now()
	d, err := window.Attach(device)
	if err != nil {
		return t, err
	}
	defer d.Release()
	d.Finish()
	t.Attach = milliseconds(time.Since(began))
	t.Device, t.Driver = d.Caps().Renderer, d.Caps().Version
	pool, err := newPool(d, startItems+4096) // a picture has some more
	if err != nil {
		return t, err
	}
	defer pool.free()
	i := slices.Index(startNames(), o.startOne)
	tune := gpu.Tuning{Workers: o.workers}
	for _, a := range []gpu.Algorithm{gpu.Chunked, gpu.Chained} {
		if o.algorithms[0] == a.String() {
			tune.Algorithm = a
		}
	}
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		if o.lanes[0] == l.String() {
			tune.Lanes = l
		}
	}
	// The table's jobs make their operation and put their data in place; the pool's clock counts the first alone.
	j, err := starting[i].job(maker{d: d, n: startItems, seed: o.seed, tune: tune, pool: pool, pattern: "random"})
	if errors.Is(err, errNoForm) {
		t.None = true
		return t, nil
	}
	if err != nil {
		return t, err
	}
	d.Finish()
	t.New = milliseconds(pool.making)
	began = time.Now()
	if err := j.run(); err != nil {
		return t, err
	}
	d.Finish()
	t.Call = milliseconds(time.Since(began))
	t.Total = t.Attach + t.New + t.Call
	t.Variant = j.row.Variant
	t.Compiled, t.Cached = d.Programs()
	return t, errors.Join(j.check(), d.Check())
}

func milliseconds(d time.Duration) float64 { return microseconds(d) / 1000 }

// predicateJob keeps the odd words by a predicate of the caller's.
func (m maker) predicateJob() (*job, error) {
	in := m.data(50)
	j := &job{row: result.Row{N: m.n, Op: "predicate", Kept: 50, KeyBits: -1}}
	c, err := keepTuned(m, j, "predicate", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Predicate: "bool keep(uint v) { return (v & 1u) == 1u; }", Record: "uint", Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	src, dst, err := m.prepared(in, m.n)
	j.run = func() error { return c.Compact(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		want := slices.DeleteFunc(slices.Clone(in), func(v uint32) bool { return v&1 == 0 })
		return m.expect("predicate", dst, want)
	}
	return j, err
}

// runsJob encodes runs of three equal words.
func (m maker) runsJob() (*job, error) {
	in := each(m.n, func(i int) uint32 { return uint32(i / 3) })
	j := &job{row: result.Row{N: m.n, Op: "runs", Kept: -1, KeyBits: -1}}
	c, err := keepTuned(m, j, "runs", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Output: compact.Runs, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	src, values, err := m.prepared(in, m.n)
	if err != nil {
		return j, err
	}
	lengths, err := m.target(areaDstPayload, m.n)
	j.run = func() error { return c.RunLengths(values, gpu.View{}, lengths, src, gpu.N(m.n)) }
	j.check = func() error {
		runs := (m.n + 2) / 3
		if err := m.expect("runs: values", values, each(runs, func(i int) uint32 { return uint32(i) })); err != nil {
			return err
		}
		return m.expect("runs: lengths", lengths, each(runs, func(i int) uint32 { return uint32(min(3, m.n-3*i)) }))
	}
	return j, err
}

// searchJob finds the first keys by search, as a program with millions of them would: fewer are sorted as a whole.
func (m maker) searchJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "topk", Kept: -1, KeyBits: 32}}
	s, err := keepTuned(m, j, "search", func() (*radix.Sorter, error) {
		return radix.New(m.d, radix.Options{SearchAbove: m.n / 2, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	keys := m.data(100)
	src, dst, err := m.prepared(keys, topK)
	if err != nil {
		return j, err
	}
	to, err := m.target(areaDstPayload, topK)
	j.run = func() error { return s.TopK(dst, to, src, topK, gpu.N(m.n)) }
	j.check = func() error { return m.expect("topk", to, order(keys, 32)[:topK]) }
	return j, err
}
