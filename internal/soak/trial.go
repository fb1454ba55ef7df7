// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/combgl/comb/gpu"
)

// trial is one operation on one input. It depends on the seed and its number alone.
type trial struct {
	e      *engine
	r      *rand.Rand
	number int
	seed   uint32
	slot   uint32
	kind   *kind
	tune   gpu.Tuning
	silent int // core.Faults.Silent of the operation

	n, most int       // items of the input, and items that the operands hold
	count   gpu.Count // n, from the host or the GPU
	parts   []*part
	made    released
	variant string   // the one that runs: an operation may have no single-pass form
	outs    []output // results, for a test that spoils them
	checks  uint32   // number enqueued
	notes   []string
	err     error
}

func (e *engine) draw(number int, slot uint32) *trial {
	t := &trial{e: e, number: number, slot: slot}
	t.r = rand.New(rand.NewPCG(uint64(e.o.Seed), uint64(number)))
	t.seed = t.r.Uint32()
	t.kind = e.kinds[t.r.IntN(len(e.kinds))]
	t.tune = gpu.Tuning{Lanes: e.o.Lanes[t.r.IntN(len(e.o.Lanes))], Algorithm: e.o.Algorithms[t.r.IntN(len(e.o.Algorithms))], Workers: t.kind.workers}
	if !t.kind.singlePass {
		t.tune.Algorithm = gpu.ReduceThenScan
	}
	if t.tune.Algorithm == gpu.SinglePass {
		t.tune.Spins, t.silent = t.kind.spins, t.kind.silent
		if e.d.Caps().Software {
			t.tune.ResidentGroups = t.kind.atOnce
		}
	}
	t.note("workers %d, spins %d, silent %d, at once %d", t.tune.Workers, t.tune.Spins, t.silent, t.tune.ResidentGroups)
	return t
}

func (t *trial) keep(err error) {
	if t.err == nil {
		t.err = err
	}
}

func (t *trial) flip() bool { return t.r.IntN(2) == 1 }

func (t *trial) note(format string, values ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, values...))
}

func (t *trial) String() string {
	return fmt.Sprintf("%s %s-%s, %s: n=%d of %d%s", t.kind.op, t.tune.Algorithm, t.tune.Lanes, t.kind.name, t.n, t.most, strings.Join(append([]string{""}, t.notes...), ", "))
}

// size draws the number of items, at most limit: often near a boundary, mostly small, sometimes the
// limit.
func (t *trial) size(limit int) {
	if t.kind.own {
		limit = min(limit, ownMost)
	}
	limit = max(limit, 1)
	t.n = drawSize(t.r, limit, t.e.tile, t.e.workers)
	if f := t.e.forced; f != nil {
		t.n = min(f.n, limit)
	}
	t.most, t.count = t.n, gpu.N(t.n)
	if t.r.IntN(5) < 2 {
		t.most = min(limit, t.n+t.r.IntN(300))
		t.count = gpu.CountAt(t.constant(areaCount, 1, uint32(t.n)).view, t.most)
		t.note("count on the GPU")
	}
}

// drawSize is about 2^18 on average where limit is 2^25.
func drawSize(r *rand.Rand, limit, tile, workers int) int {
	reach := limit
	if limit > 1<<20 && r.IntN(12) > 0 {
		reach = 1 << 20
	}
	wide := bits.Len(uint(reach))   // 2^(wide-1) <= reach
	uniform := func(bits int) int { // in the logarithm
		b := r.IntN(max(1, bits))
		return 1<<b + r.IntN(1<<b)
	}
	near := r.IntN(3) - 1
	n := 0
	switch r.IntN(20) {
	case 0:
		n = r.IntN(4)
	case 1, 2, 3, 4:
		n = 1<<r.IntN(wide) + near
	case 5, 6, 7, 8:
		n = tile*uniform(bits.Len(uint(reach/tile))) + near
	case 9:
		n = tile*workers*(1+r.IntN(2)) + near
	case 10:
		n = []int{31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257}[r.IntN(12)]
	default:
		n = uniform(wide)
	}
	return max(0, min(n, limit))
}

// spreadArgs draws the distribution of the values.
func (t *trial) spreadArgs(kind uint32, items int) args {
	how := t.r.IntN(spreadCount)
	if t.r.IntN(3) == 0 {
		how = spreadRandom
	}
	high := t.r.IntN(spreadCount)
	if f := t.e.forced; f != nil {
		how, high = f.spread, spreadRandom
	}
	period := []int{1, 2, 32, t.e.tile, 3}[t.r.IntN(5)]
	if how == spreadOne || high == spreadOne {
		period = t.r.IntN(max(1, items))
	}
	t.note("%s", spreadNames[how])
	return args{"kind": kind, "spread": uint32(how), "spread_high": uint32(high), "items": uint32(items), "period": uint32(period),
		"seed": t.r.Uint32(), "density": []uint32{0, 1, 50, 512, 970, 1023, 1024}[t.r.IntN(7)]}
}

// values returns the arguments for items of a type. For sums, floats are whole and so small that
// every sum is exact.
func (t *trial) values(typ gpu.Type, sum bool) args {
	a := t.spreadArgs(makeValues, t.most)
	a["item_words"] = uint32(typ.Bytes() / 4)
	if typ == gpu.Float32 {
		a["kind"], a["argument"] = makeFloats, 1<<23
		if sum {
			a["argument"] = uint32(min(1000, 1<<24/max(1, t.most)))
		}
	}
	return a
}

// cuts draws segments. It returns their offsets, their number, and the count that the operation
// gets.
func (t *trial) cuts(least, limit int) (offsets *part, segments int, count gpu.Count) {
	segments = least
	if t.r.IntN(8) > 0 {
		segments = max(least, min(drawSize(t.r, max(1, min(limit, t.most+10)), 64, 4), limit))
	}
	clump := []uint32{1, 1, 3, 1000}[t.r.IntN(4)]
	step := 0
	if t.most > 0 {
		step = max(1, t.most/max(1, segments))
	}
	room := 0
	if t.flip() {
		room = min(20, limit-segments)
	}
	cover := uint32(t.r.IntN(2))
	offsets = t.put(areaCuts, segments+1+room, args{"kind": makeOffsets, "data_words": uint32(segments + 1), "argument": uint32(step), "period": clump, "density": cover, "items": uint32(t.most)})
	count = gpu.N(segments)
	if room > 0 {
		count = gpu.CountAt(t.constant(areaSegments, 1, uint32(segments)).view, segments+room)
	}
	t.note("%d segments", segments)
	return offsets, segments, count
}

// useScratch makes an operation use scratch filled with a constant: set is its UseScratch. An
// operation with its own scratch keeps that.
func (t *trial) useScratch(set func(gpu.View), bytes int, err error) {
	t.keep(err)
	if t.kind.own || err != nil {
		return
	}
	fill := []uint32{0, 0xCDCDCDCD, 0xFFFFFFFF}[t.r.IntN(3)]
	p := t.constant(areaScratch, bytes/4, fill)
	p.may = p.words
	t.note("scratch of %#x", fill)
	if t.err == nil {
		set(p.view)
	}
}

// output is a result of n items of each words. If n is below 0, the number of items is on the GPU.
type output struct {
	*part
	n, each int
}

// result declares that the operation must write n items of each words to a part.
func (t *trial) result(p *part, n, each int) {
	p.may = n * each
	t.outs = append(t.outs, output{p, n, each})
}

// expect declares what an operation must write to a part: n items of something that words_make
// makes. Other words there are wrong in the given way.
func (t *trial) expect(p *part, n int, wrong uint32, a args) {
	maps.Copy(p.made, a)
	p.made["data_words"] = uint32(n) * a["item_words"]
	p.wrong = wrong
	t.outs = append(t.outs, output{p, n, int(a["item_words"])})
}

// do makes the call if no error has occurred before.
func (t *trial) do(call func() error) error {
	t.e.d.MemoryBarrier()
	if t.err == nil {
		t.err = call()
	}
	if t.err == nil && t.e.spoil != nil {
		t.e.spoil(t)
	}
	return t.err
}

// check enqueues one of the checks.
func (t *trial) check(name string, items int, a args, views ...gpu.View) {
	a["slot"] = t.slot
	t.keep(t.e.dispatch(name, items, a, views...))
	t.checks++
}

// area returns a whole area, as the checks read it.
func (t *trial) area(i int) gpu.View { return t.e.area[i] }

// at is the index of a part's first word in its area; 0 for a nil part.
func (p *part) at() uint32 {
	if p == nil {
		return 0
	}
	return uint32(p.from)
}

// zeroWork zeroes the front of the area in which the checks count.
func (t *trial) zeroWork(words int) {
	t.keep(t.e.dispatch("words_make", words, args{"kind": makeConstant, "item_words": 1, "data_words": uint32(words), "words": uint32(words)}, t.area(areaWork)))
}
