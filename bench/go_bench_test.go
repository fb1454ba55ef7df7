// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// Benchmarks for benchstat: the jobs of the table, a small sweep of each operation.
//
//	go test -run - -bench 'Compact|Scan' -count 10 ./bench > new.txt && benchstat old.txt new.txt
//
// ns/op is the median time of a call, by the GPU's clock where it is reliable, else by the wall's.

func BenchmarkCopy(b *testing.B)   { benchmarkOp(b, "copy", line{}) }
func BenchmarkScan(b *testing.B)   { benchmarkOp(b, "scan", line{}) }
func BenchmarkReduce(b *testing.B) { benchmarkOp(b, "reduce", line{}) }
func BenchmarkCompact(b *testing.B) {
	benchmarkOp(b, "compact", line{kept: []int{1, 50}, dist: []string{usualDist}, record: []int{4}})
}
func BenchmarkLadder(b *testing.B) {
	benchmarkOp(b, "ladder", line{operator: []string{"sum"}, element: []string{"f32"}})
}
func BenchmarkSort(b *testing.B) {
	benchmarkOp(b, "sort", line{bits: []int{32}, payload: []int{0, 4}, dist: []string{usualDist}})
}

// benchmarkSizes are few, and small in software: each is checked twice, and made anew for each b.N.
func benchmarkSizes(software bool) []int {
	if software {
		return []int{1 << 12, 1 << 16}
	}
	return []int{1 << 16, 1 << 20, 1 << 24}
}

// The name of a benchmark's part that names the cell, such as n=65536/kept=50/variant=auto.
func (c cell) benchmarkName() string {
	name := fmt.Sprint("n=", c.n)
	for _, part := range []struct {
		name  string
		value int
		usual int
	}{{"kept", c.kept, none}, {"record", c.record, 4}, {"bits", c.bits, none}, {"payload", c.payload, none}} {
		if part.value != none && part.value != part.usual {
			name += fmt.Sprintf("/%s=%d", part.name, part.value)
		}
	}
	return name + "/variant=" + c.variant
}

func benchmarkOp(b *testing.B, name string, l line) {
	g := benchmarkThread(b)
	l.n = benchmarkSizes(g.d.Caps().Software)
	for _, o := range table {
		if o.name != name {
			continue
		}
		for _, s := range o.steps([]line{l}, choice(nil).of(o.variants())) {
			b.Run(s.benchmarkName(), func(b *testing.B) {
				var err error
				g.do(func() { err = g.benchmark(b, s) })
				if cannot(err) {
					b.Skip(reason(err)) // no number stands for it
				} else if err != nil {
					b.Error(err)
				}
			})
		}
		g.do(g.pool.forget)
	}
}

// glThread is the thread that has the context: go test runs each part of a benchmark on another.
type glThread struct {
	work chan func()
	d    *gpu.Device
	pool *pool
	err  error
}

var startThread = sync.OnceValue(func() *glThread {
	g := &glThread{work: make(chan func())}
	ready := make(chan bool)
	go func() {
		runtime.LockOSThread()
		g.err = g.open()
		close(ready)
		for f := range g.work {
			f()
		}
	}()
	<-ready
	return g
})

func (g *glThread) open() error {
	window, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return err
	}
	if g.d, err = window.Attach(gpu.Options{}); err != nil {
		return err
	}
	sizes := benchmarkSizes(g.d.Caps().Software)
	most := sizes[len(sizes)-1]
	g.pool, err = newPool(g.d, needs{words: most, payload: most, sorted: most})
	return err
}

func benchmarkThread(b *testing.B) *glThread {
	g := startThread()
	if g.err != nil && os.Getenv("COMB_EXPECT_GL") != "" {
		b.Fatal(g.err)
	} else if g.err != nil {
		b.Skip(g.err)
	}
	return g
}

func (g *glThread) do(f func()) {
	done := make(chan bool)
	g.work <- func() {
		defer close(done) // b.Fatal and b.Skip end the goroutine that calls them: none is called in here
		f()
	}
	<-done
}

// benchmark checks a step, runs it b.N times, and checks it again.
func (g *glThread) benchmark(b *testing.B, s step) error {
	j := s.op.job(maker{cell: s.cell, d: g.d, seed: 1, tune: s.variant.tune, pool: g.pool})
	defer j.free()
	if err := j.checkedRun(g.d); err != nil {
		return err
	}
	w, err := newWatch(g.d, j, nil)
	if err != nil {
		return err
	}
	defer w.release()
	var all []reading
	b.ResetTimer()
	for range b.N {
		one, err := w.take(1)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	b.StopTimer()
	if err := j.check(); err != nil {
		return err
	}
	r := j.row
	r.Settle(gather(all).Times, result.Row{})
	b.ReportMetric(1000*r.Time(), "ns/op")
	b.ReportMetric(r.GBs, "GB/s")
	return nil
}

func TestBenchmarkNames(t *testing.T) {
	c := newCell("compact", 1<<20)
	c.kept, c.record, c.dist, c.variant = 50, 4, usualDist, auto
	if s := c.benchmarkName(); s != "n=1048576/kept=50/variant=auto" {
		t.Error(s)
	}
	c = newCell("sort", 8)
	c.bits, c.payload, c.record, c.variant = 32, 0, 16, auto
	if s := c.benchmarkName(); s != "n=8/record=16/bits=32/payload=0/variant=auto" {
		t.Error(s)
	}
}
