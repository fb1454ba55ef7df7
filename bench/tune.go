// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// tunedBy is what -tune measures a kernel by.
type tunedBy struct {
	kernel, op string
	algorithm  gpu.Algorithm
	line       line
}

var tunedKernels = []tunedBy{
	{"compact", "compact", gpu.SinglePass, line{kept: []int{50}, record: []int{4}, dist: []string{"uniform"}}},
	{"compact-split", "split", gpu.SinglePass, line{kept: []int{50}, record: []int{4}, dist: []string{"uniform"}}},
	{"scan", "scan", gpu.SinglePass, line{}},
	{"scan-segments", "segscan", gpu.SinglePass, line{}},
	{"scan-heads", "scanbykey", gpu.SinglePass, line{}},
	{"reduce-segments", "segreduce", gpu.SinglePass, line{}},
	{"reduce-by-key", "reducebykey", gpu.SinglePass, line{}},
	{"sort-keys", "sort", gpu.SinglePass, line{bits: []int{32}, payload: []int{0}, dist: []string{"uniform"}}},
	{"sort-pairs", "sort", gpu.SinglePass, line{bits: []int{32}, payload: []int{4}, dist: []string{"uniform"}}},
	{"sort-wide", "sort64", gpu.SinglePass, line{payload: []int{4}}},
	{"sort-chunks", "sort", gpu.ReduceThenScan, line{bits: []int{32}, payload: []int{4}, dist: []string{"uniform"}}},
}

// tunedNames are the operations of -tune, each once.
func tunedNames() (names []string) {
	for _, t := range tunedKernels {
		if !slices.Contains(names, t.op) {
			names = append(names, t.op)
		}
	}
	return names
}

// tilesToTry are the sizes that are tried: as many subgroups a workgroup as kernels have room for.
func tilesToTry(c gpu.Caps) (all []kernel.Tile) {
	for _, group := range []int{128, 256, 384, 512, 1024} {
		for _, items := range []int{4, 8, 12, 16, 20, 24} {
			if group <= kernel.MostInvocations(c.Subgroup.Size) {
				all = append(all, kernel.Tile{GroupSize: group, ItemsPerThread: items})
			}
		}
	}
	return all
}

// tried is a tile's times in microseconds, one for each n; infinite where it cannot be.
type tried struct {
	tile  kernel.Tile
	times []float64
	wrong bool
}

// tune measures the tiles of kernels and writes the table: the program's exit code.
func (b *benchmark) tune() int {
	caps := b.d.Caps()
	if !caps.Subgroup.KHR || caps.Subgroup.Size < 4 {
		return fail(b.stderr, fmt.Errorf("%w: -tune on %s: kernels with tiles of several sizes need KHR_shader_subgroup", gpu.ErrUnsupported, caps.Renderer))
	}
	ns := b.o.asked.n
	if len(ns) == 0 {
		for log := 12; log <= 24 && (log <= 16 || !caps.Software); log += 2 {
			ns = append(ns, 1<<log)
		}
	}
	ns = slices.Clone(ns)
	slices.Sort(ns)
	device, _, _ := strings.Cut(caps.Renderer, "/")
	var tables []kernel.TileTable
	for _, t := range tunedKernels {
		if asked := b.o.ops; len(asked) > 0 && !slices.Contains(asked, t.op) {
			continue
		}
		all, err := b.tryTiles(t, ns)
		if err != nil {
			return fail(b.stderr, err)
		}
		b.printTried(t.kernel, ns, all)
		if b.ctx.Err() != nil {
			break
		}
		tiles := bestTiles(ns, all)
		if tiles == nil {
			return fail(b.stderr, fmt.Errorf("%w: -tune: no tile of %s will do", gpu.ErrSelfTest, t.kernel))
		}
		tables = append(tables, kernel.TileTable{Device: device, Kernel: t.kernel, Tiles: tiles})
	}
	if len(tables) > 0 || b.ctx.Err() == nil {
		if err := writeTo(cmp.Or(b.o.json, "-"), b.stdout, asJSON(tables)); err != nil {
			return fail(b.stderr, err)
		}
	}
	if b.ctx.Err() != nil {
		fmt.Fprintf(b.stderr, "bench: interrupted; the tables of the %d kernels so far are kept\n", len(tables))
		return 130
	}
	return 0
}

// tryTiles times a kernel with every tile at every n, twice, as what disturbs a device lasts a
// while: the lesser time counts. A tile that is wrong, or that a driver does not take, does not,
// and a line says why. Errors: what makes all of it impossible; a gpu.ErrContextLost.
func (b *benchmark) tryTiles(t tunedBy, ns []int) (all []tried, err error) {
	t.line.n = ns
	var steps []step
	for _, tile := range tilesToTry(b.d.Caps()) {
		tune := gpu.Tuning{Algorithm: t.algorithm, Lanes: gpu.LanesKHR, GroupSize: tile.GroupSize, ItemsPerThread: tile.ItemsPerThread}
		v := variant{name: fmt.Sprintf("%dx%d", tile.GroupSize, tile.ItemsPerThread), tune: tune}
		i := slices.IndexFunc(b.table, func(o op) bool { return o.name == t.op })
		steps = append(steps, b.table[i].steps([]line{t.line}, []variant{v})...)
		all = append(all, tried{tile: tile, times: slices.Repeat([]float64{math.Inf(1)}, len(ns))})
	}
	pool, kept, err := b.buffers(steps)
	if err != nil {
		return nil, err
	}
	defer pool.free()
	if len(kept) < len(steps) {
		return nil, fmt.Errorf("%w: -tune: n up to %d", gpu.ErrOutOfMemory, ns[len(ns)-1])
	}
	if err := b.wake(pool, wakeUp); err != nil {
		return nil, err
	}
	p := newProgress(b.stderr, 2*len(steps), b.o.progress)
	defer p.clear()
	for turn := range 2 * len(steps) {
		if b.ctx.Err() != nil {
			return all, nil
		}
		i := turn % len(steps)
		s, one := steps[i], &all[i/len(ns)]
		if one.wrong { // at one n, so nowhere
			continue
		}
		p.at(turn, s.cell)
		us, err := b.timeTile(s, pool)
		if lost := b.d.Lost(); lost != nil {
			return nil, lost
		}
		if err != nil {
			p.clear()
			fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %v\n", t.kernel, s.variant.name, s.n, err)
			one.wrong = true
			continue
		}
		one.times[i%len(ns)] = min(one.times[i%len(ns)], us)
	}
	return all, nil
}

// timeTile is the median of a row that is checked before and after.
func (b *benchmark) timeTile(s step, pool *pool) (float64, error) {
	began := time.Now()
	j := s.op.job(maker{cell: s.cell, d: b.d, seed: b.o.seed, tune: s.variant.tune, pool: pool})
	defer j.free()
	if err := j.checkedRun(b.d); err != nil {
		return 0, err
	}
	p := b.pace(0, time.Since(began))
	if p.reps == 0 {
		p.reps = tuneReps
	}
	times, err := b.sample(j, pool, p)
	if err != nil {
		return 0, err
	}
	r := j.row
	r.Settle(times.Times, result.Row{})
	return r.Time(), nil
}

const tuneReps = 21

// mostTiles is how many tiles a kernel's table has at most: each is a kernel to compile.
const mostTiles = 3

// bestTiles are the up to three tiles, those for few items first, whose times, each over the best
// at its n, have the least geometric mean. One more must gain 1 %. nil where there is none.
func bestTiles(ns []int, all []tried) (tiles []kernel.Tile) {
	all = slices.DeleteFunc(slices.Clone(all), func(t tried) bool { return t.wrong })
	best := slices.Repeat([]float64{math.Inf(1)}, len(ns))
	for i := range ns {
		for _, t := range all {
			best[i] = min(best[i], t.times[i])
		}
	}
	// What the first so many ns cost with as many tiles, and what those are.
	type plan struct {
		cost  float64
		tiles []kernel.Tile
	}
	before := slices.Repeat([]plan{{cost: math.Inf(1)}}, len(ns)+1)
	before[0].cost = 0
	least := math.Inf(1)
	for range mostTiles {
		now := slices.Repeat([]plan{{cost: math.Inf(1)}}, len(ns)+1)
		for to := range now {
			for _, t := range all {
				cost := 0.0
				for from := to - 1; from >= 0; from-- { // t serves ns[from:to]
					cost += math.Log(t.times[from] / best[from])
					if sum := before[from].cost + cost; sum < now[to].cost {
						one := t.tile
						one.Most = ns[to-1]
						now[to] = plan{sum, append(slices.Clone(before[from].tiles), one)}
					}
				}
			}
		}
		if whole := now[len(ns)]; whole.cost < least {
			least, tiles = whole.cost-0.01*float64(len(ns)), whole.tiles
			tiles[len(tiles)-1].Most = 0
		}
		before = now
	}
	return tiles
}

// printTried is the table on the terminal.
func (b *benchmark) printTried(kernel string, ns []int, all []tried) {
	w := tabwriter.NewWriter(b.stderr, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s, us\t", kernel)
	for _, n := range ns {
		fmt.Fprintf(w, "%s\t", count(n))
	}
	fmt.Fprintln(w)
	for _, t := range all {
		fmt.Fprintf(w, "%dx%d\t", t.tile.GroupSize, t.tile.ItemsPerThread)
		for _, us := range t.times {
			if t.wrong || math.IsInf(us, 1) {
				fmt.Fprint(w, "-\t")
				continue
			}
			fmt.Fprintf(w, "%.1f\t", us)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}
