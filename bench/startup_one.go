// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/reduce"
)

// startItems is how many items the first call has.
const startItems = 100_000

// starting are the operations of -startup, most of them rows of the table.
var starting = []op{
	{name: "reduce", job: maker.reduceJob},
	{name: "image", job: maker.imageJob},
	{name: "scan", job: maker.scanJob},
	{name: "segscan", job: maker.segmentedScanJob},
	{name: "histogram", job: maker.histogramJob},
	{name: "compact", job: maker.compactJob},
	{name: "predicate", job: maker.predicateJob},
	{name: "partition", job: maker.partitionJob},
	{name: "runs", job: maker.runsJob},
	{name: "sort", job: maker.sortJob},
	{name: "pairs", job: func(m maker) *job {
		m.payload = 4
		return m.sortJob()
	}},
	{name: "topk", job: maker.searchJob},
	{name: "particles", job: maker.firstStepJob},
	{name: "hair", job: func(m maker) *job {
		j, _ := m.frameOf(180, 0)
		return j
	}},
}

// startCell is the input of the first call: 100,000 words of which a compaction keeps half.
func startCell(op string) cell {
	c := newCell(op, startItems)
	c.kept, c.dist, c.record, c.bits = 50, usualDist, 4, 32
	return c
}

func startNames() []string { return names(starting) }

// startOne is one start in this process, printed on stdout: the program's exit code. The first
// context is made here: the drivers' own caches are where the environment says.
func startOne(o options, stdout, stderr io.Writer, device gpu.Options) int {
	t, err := o.start(device)
	if err == nil {
		err = json.NewEncoder(stdout).Encode(t)
	}
	if err != nil {
		return fail(stderr, err)
	}
	return 0
}

func (o options) start(device gpu.Options) (startReport, error) {
	var t startReport
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
	wanted := o.variants.of(tunings())
	if len(wanted) != 1 {
		return t, fmt.Errorf("-variant %s: one start is of one variant", strings.Join(o.variants, ","))
	}
	tune := wanted[0].tune
	tune.Workers = o.workers
	if _, err := kernel.Pick(d.Caps(), tune); errors.Is(err, gpu.ErrUnsupported) && !errors.Is(err, gpu.ErrTooLarge) {
		t.Lacking = err.Error()
		return t, nil
	}
	const most = startItems + 4096 // some for what grows with the operation
	pool, err := newPool(d, needs{words: most, payload: most, sorted: most})
	if err != nil {
		return t, err
	}
	defer pool.free()
	// The table's jobs make their operation and put their data in place; the pool's clock counts
	// the first alone.
	i := slices.Index(startNames(), o.startOne)
	j := starting[i].job(maker{cell: startCell(o.startOne), d: d, seed: o.seed, tune: tune, pool: pool})
	defer j.free()
	if errors.Is(j.err, errNoForm) {
		t.None = true
		return t, nil
	}
	if j.err != nil {
		return t, j.err
	}
	d.Finish()
	t.New = milliseconds(pool.making)
	began = time.Now()
	if err := j.first(); err != nil {
		return t, err
	}
	d.Finish()
	t.Call = milliseconds(time.Since(began))
	t.Total = t.Attach + t.New + t.Call
	t.Variant, t.Form = j.row.Variant, j.row.Form
	t.Compiled, t.Cached = d.Programs()
	return t, errors.Join(j.check(), d.Check())
}

func milliseconds(d time.Duration) float64 { return microseconds(d) / 1000 }

// imageWidth is the image's, of 100,000 texels.
const imageWidth = 400

// imageJob finds the largest value of each channel of an image.
func (m maker) imageJob() *job {
	j := m.newJob(16 * int64(m.n))
	if m.tune.Algorithm == gpu.SinglePass {
		return j.fail(errNoForm)
	}
	tune := m.tune
	tune.Algorithm = gpu.ReduceThenScan
	shape, err := kernel.Pick(m.d.Caps(), tune)
	if err != nil {
		return j.fail(err)
	}
	j.row.Variant = shape.Variant()
	im := keepFor(m, j, "image", func() (*reduce.Image, error) {
		return reduce.NewImage(m.d, reduce.ImageOptions{Op: reduce.Max, Tuning: m.tune})
	})
	if j.err != nil {
		return j
	}
	texels := make([]float32, 4*m.n)
	want := make([]uint32, 4)
	for i := range texels {
		texels[i] = float32(mixed(uint32(i)) >> 8)
		want[i%4] = max(want[i%4], math.Float32bits(texels[i])) // of floats above 0 the bits have the same order
	}
	texture, free, err := kernel.NewTextureLevel(m.d, imageWidth, m.n/imageWidth, texels)
	if err != nil {
		return j.fail(err)
	}
	j.release = free
	dst := m.target(j, areaDst, 4)
	j.run = func() error { return im.Reduce(dst, texture, 0) }
	j.check = func() error { return m.expect("image", dst, want) }
	return j
}
