// SPDX-License-Identifier: MIT

package soak

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func testOptions(dev *gpu.Device, trials, most int) Options {
	shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{})
	if err != nil {
		panic(err) // gpu.Pick does not fail for the zero Tuning
	}
	return Options{Trials: trials, Seed: 3, Most: most, Lanes: []gpu.Lanes{shape.Lanes}, Algorithms: []gpu.Algorithm{gpu.ReduceThenScan}, Repeat: "again"}
}

func TestShadersSoak(t *testing.T) {
	var all []kernel.Spec
	for name := range checkers {
		all = append(all, spec(name))
	}
	gputest.Validate(t, all)
}

func TestSizesAreMostlySmall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const limit, draws = 1 << 25, 200_000
	sum, edges, most := 0.0, 0, 0
	for range draws {
		n := drawSize(r, limit, 2048, 1056)
		if n < 0 || n > limit {
			t.Fatalf("%d items of at most %d", n, limit)
		}
		if n%2048 <= 1 || n%2048 == 2047 {
			edges++
		}
		sum += float64(n)
		most = max(most, n)
	}
	if mean := math.Log2(sum / draws); mean < 17.5 || mean > 19.5 {
		t.Errorf("a mean of 2^%.1f items", mean)
	}
	if edges < draws/5 || most < limit/2 {
		t.Errorf("%d of %d at a tile's edge, at most %d items", edges, draws, most)
	}
	for _, small := range []int{1, 2, 100} {
		t.Run(fmt.Sprint("small=", small), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			for range 1000 {
				if n := drawSize(r, small, 2048, 8); n < 0 || n > small {
					t.Fatalf("%d items of at most %d", n, small)
				}
			}
		})
	}
}

// A trial depends on the seed and its number, not on earlier trials.
func TestTrialIsReproducibleAlone(t *testing.T) {
	dev := gputest.Device(t)
	o := testOptions(dev, 4, 1<<11) // most trials compile kernels of their own
	if gputest.Nightly() {
		o.Trials = 30
	}
	e, err := newEngine(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.release()
	if err := e.clearRing(0, ringSlots); err != nil {
		t.Fatal(err)
	}
	var notes []string
	for i := range o.Trials {
		notes = append(notes, e.try(i, uint32(i*slotWords)).String())
	}
	for _, i := range []int{o.Trials - 1, 3, o.Trials / 2} {
		gputest.Run(t, dev, fmt.Sprint("trial=", i), func(t *testing.T) {
			if alone := e.try(i, uint32(40*slotWords)).String(); alone != notes[i] {
				t.Errorf("trial %d: %s alone, %s in a row", i, alone, notes[i])
			}
		})
	}
	if err := dev.Check(); err != nil && !e.clamped {
		t.Error(err)
	}
}

func TestRun(t *testing.T) {
	dev := gputest.Device(t)
	trials := 8
	if gputest.Nightly() {
		trials = 40
	}
	o := testOptions(dev, trials, 1<<12)
	statuses := 0
	o.Progress = func(Status) { statuses++ }
	sum, err := Run(context.Background(), dev, o)
	if err != nil || sum.Trials != trials || sum.WrongTrials != 0 || len(sum.Wrong) != 0 || sum.Interrupted || statuses == 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	var saved []Summary
	o.Trials, o.Save = 1, func(s Summary) error { saved = append(saved, s); return nil }
	if sum, err = Run(context.Background(), dev, o); err != nil || len(saved) != 1 || saved[0].Trials != 1 || !saved[0].Interrupted || sum.Interrupted {
		t.Errorf("saved %+v, then %+v, %v", saved, sum, err)
	}
	full := errors.New("a full disk")
	o.Trials, o.Save = 1_000_000, func(Summary) error { return full }
	if sum, err = Run(context.Background(), dev, o); !errors.Is(err, full) || sum.Trials > 100_000 {
		t.Errorf("a Save that fails: %+v, %v", sum, err)
	}
	o.Save = nil
	ctx, stop := context.WithCancel(context.Background())
	o.Trials, o.Progress = 1_000_000, func(Status) { stop() }
	if sum, err = Run(ctx, dev, o); err != nil || !sum.Interrupted || sum.Trials < 1 || sum.Trials > 100_000 {
		t.Errorf("interrupted: %+v, %v", sum, err)
	}
}

// spoilings are kinds of errors. spoil writes the error to the words of a result, n items of size
// words, and to the words behind it.
var spoilings = []struct {
	name  string
	least int // items that it takes
	spoil func(words []uint32, n, size int)
}{
	{"a changed word", 1, func(w []uint32, n, size int) { w[n/2*size+size-1] ^= 1 << 3 }},
	{"neighbours swapped", 8, func(w []uint32, n, size int) {
		for k := range size {
			a, b := (n/2-1)*size+k, n/2*size+k
			w[a], w[b] = w[b], w[a]
		}
	}},
	{"a dropped item", 8, func(w []uint32, n, size int) { copy(w[n/2*size:], w[(n/2+1)*size:n*size]) }},
	{"the first twice", 8, func(w []uint32, n, size int) { copy(w[size:2*size], w[:size]) }},
	{"all zero", 8, func(w []uint32, n, size int) { clear(w[:n*size]) }},
	{"written behind the end", 0, func(w []uint32, n, size int) { w[n*size]++ }},
	{"written before", 0, nil}, // see spoil
}

// spoil changes result i of a trial between the operation and its checks. It reports whether that
// changed any word.
func spoil(t *testing.T, tr *trial, i, how int) bool {
	t.Helper()
	e, p := tr.e, tr.outs[i]
	n := p.n
	if c, ok := tr.made.(*compactor); ok && n < 0 {
		var count [1]uint32
		word, _ := c.Result().Counts[p.class].Word()
		if err := gpu.Download(e.d, word, count[:]); err != nil {
			t.Fatal(err)
		}
		n = int(count[0]) + p.may // n follows the starts of runs
	}
	all := make([]uint32, p.from+p.words+guardWords)
	if err := gpu.Download(e.d, e.area[p.area], all); err != nil {
		t.Fatal(err)
	}
	was := append([]uint32(nil), all...)
	s := spoilings[how]
	if n < s.least {
		return false
	}
	if s.spoil == nil {
		all[p.from-1]++
	} else {
		s.spoil(all[p.from:], n, p.each)
	}
	if err := gpu.Upload(e.d, e.area[p.area], all); err != nil {
		t.Fatal(err)
	}
	for j := range all {
		if all[j] != was[j] {
			return true
		}
	}
	return false
}

// finding makes a trial, changes its memory between the operation and the checks, and returns the
// finding.
func (e *engine) finding(t *testing.T, number int, spoiler func(*trial)) (*trial, string) {
	t.Helper()
	e.spoil = spoiler
	if err := e.clearRing(0, 1); err != nil {
		t.Fatal(err)
	}
	tr := e.try(number, 0)
	e.d.MemoryBarrier()
	slot := make([]uint32, slotWords)
	if err := gpu.Download(e.d, e.area[areaRing], slot); err != nil {
		t.Fatal(err)
	}
	what, _ := tr.finding(slot)
	return tr, what
}

// The checks find each deliberately wrong result, and find nothing if nothing was changed. An
// ordinary run takes a sixth of the kinds of an operation, fewer of sorts and more of histograms.
func TestChecksFindWrongResults(t *testing.T) {
	dev := gputest.Device(t)
	o := testOptions(dev, 1, 1<<12)
	e, err := newEngine(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.release()
	e.forced = &forced{700, spreadRandom}
	if testing.Short() {
		e.kinds = e.kinds[:20]
	}
	all := e.kinds
	finding := func(number int, spoiler func(*trial)) (*trial, string) { return e.finding(t, number, spoiler) }
	seen, ops := map[string]map[string]int{}, map[string]int{}
	for number, k := range all {
		every := 6
		switch k.op {
		case "radix": // many kinds
			every = 12
		case "histogram": // few
			every = 4
		}
		ops[k.op]++
		if !gputest.Share(ops[k.op], every) {
			continue
		}
		e.kinds = []*kind{k}
		tr, what := finding(number, nil)
		if what != "" {
			t.Errorf("%v: nothing was spoilt: %s", tr, what)
			continue
		}
		for i := range tr.outs {
			for how, s := range spoilings {
				changed := false
				tr, what := finding(number, func(tr *trial) { changed = spoil(t, tr, i, how) })
				if !changed {
					continue
				}
				if seen[k.op] == nil {
					seen[k.op] = map[string]int{}
				}
				seen[k.op][s.name]++
				if what == "" || strings.Contains(what, "checks ran") {
					t.Errorf("%v: result %d: %s: not seen (%s)", tr, i, s.name, what)
				}
			}
		}
	}
	t.Log(seen)
	for op, variants := range seen {
		for _, s := range spoilings {
			if variants[s.name] == 0 {
				t.Errorf("%s: never was %s", op, s.name)
			}
		}
	}
	if err := dev.Check(); err != nil && !e.clamped {
		t.Error(err)
	}
}

// The checks find changed counts of a compaction, changed inputs, and checks that never ran. An
// ordinary run takes a share of the kinds.
func TestChecksFindWrongCountsAndInputs(t *testing.T) {
	dev := gputest.Device(t)
	e, err := newEngine(dev, testOptions(dev, 1, 1<<12))
	if err != nil {
		t.Fatal(err)
	}
	defer e.release()
	e.forced = &forced{700, spreadRandom}
	change := func(v gpu.View, word int) {
		t.Helper()
		w := make([]uint32, v.Size()/4)
		if err := gpu.Download(dev, v, w); err != nil {
			t.Fatal(err)
		}
		w[word]++
		if err := gpu.Upload(dev, v, w); err != nil {
			t.Fatal(err)
		}
	}
	every := e.kinds
	counts, inputs := 0, 0
	for number, k := range every {
		if k.op != "compact" && number%5 > 0 || !gputest.Share(number, 8) {
			continue
		}
		e.kinds = []*kind{k}
		if tr, what := e.finding(t, number, func(tr *trial) { change(tr.parts[0].view, 0) }); what == "" {
			t.Errorf("%v: the first input changed: not seen", tr)
		}
		inputs++
		for i := range 3 {
			tr, what := e.finding(t, number, func(tr *trial) {
				if c, ok := tr.made.(*compactor); ok {
					change(c.args, int([]uint32{c.count, c.found, c.draws}[i]))
				}
			})
			if _, ok := tr.made.(*compactor); !ok {
				break
			}
			counts++
			if !strings.Contains(what, "a wrong count") {
				t.Errorf("%v: count %d changed: %q", tr, i, what)
			}
		}
		// A ring of zeros, as after the loss of a context, is not a correct result.
		tr, _ := e.finding(t, number, nil)
		if what, _ := tr.finding(make([]uint32, slotWords)); !strings.Contains(what, "checks ran") {
			t.Errorf("%v: no check ran: %q", tr, what)
		}
	}
	least := 4
	if gputest.Nightly() {
		least = 30
	}
	if counts < least || inputs < least {
		t.Errorf("%d counts and %d inputs were spoilt: the test looks at nothing", counts, inputs)
	}
	if err := dev.Check(); err != nil && !e.clamped {
		t.Error(err)
	}
}
