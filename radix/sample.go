// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math"
	"math/bits"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// The first k of many keys are found by a sample, in three dispatches and one read of the keys.
// Items are keys with their indices, and are ordered by both, so no two are equal, and equal keys
// need no treatment of their own.
//
//   - sample_bound reads random keys and takes one of them as a bound.
//   - sample_keep copies the items up to the bound: the candidates, some more than k.
//   - sample_sort counts for each candidate how many come before it. That is its place.
//
// If the sample was bad, sample_sort finds the first k of all keys, which takes longer.
type sample struct {
	bound, keep, sort kernel.Loaded[sampleUniforms]
	state             *gpu.Buffer[uint32]
	wanted            gpu.View // the word in state with k, or n if that is less
	wrong             bool     // the kernels failed their self-test

	rankMost, foundMost int // smaller in tests of a bad sample
}

// sampleUniforms are those of the three kernels.
type sampleUniforms struct {
	Groups    kernel.Uniform `uniform:"groups,optional"`
	Wanted    kernel.Uniform `uniform:"k_wanted,optional"`
	RankMost  kernel.Uniform `uniform:"rank_most,optional"`
	FoundMost kernel.Uniform `uniform:"found_most,optional"`
	Parts     kernel.Uniform `uniform:"parts,optional"`
	Room      kernel.Uniform `uniform:"item_room"`
	rangeUniforms
}

const (
	sampleMost   = 2048    // the most keys that are wanted
	sampleParts  = 256     // the most workgroups of sample_sort; the parts of all keys if the sample was bad
	partItems    = 512     // keys for each, at least
	mostFound    = 1 << 14 // the most candidates
	rankWords    = 6144    // words of shared memory for candidates
	rankBatch    = 32      // candidates whose places a workgroup counts at a time
	sampleWords  = 6       // of Sample
	wantedAt     = 3       // the word in Sample
	sampleEach   = 2       // keys that an invocation reads at a time
	sampleJoined = 16      // invocations that share a value, and such values that are joined
	sampleValues = 256     // the most values among which the bound is found
	sampleGroups = 128     // the most workgroups of sample_bound
	sampleRounds = 8       // the most times that each reads
	roundItems   = 1 << 25 // keys for each time
	twiceItems   = 1 << 24 // keys from which on it reads twice at least, so that fewer are candidates
	groupItems   = 1 << 15 // keys for each workgroup

	// The most keys that are sorted as a whole by default, where this search would find the first
	// k. Where one dispatch sorts keys of a word, that is faster for more of them: an H200 sorts
	// 2^14 in 16 us, and the search takes 33.
	sampleAbove      = 1 << 10
	sampleAboveTiles = 1 << 14

	// softwareSampled is the most keys where a driver ends long loops early: a bad sample takes up
	// to 100 turns for each key of an invocation.
	softwareSampled = 1 << 20
)

// samples reports whether TopK finds the first k of at most n keys by a sample.
func (o Options) samples(shape kernel.Shape, k, n, room int) bool {
	return o.maySample(shape, k, n, room) && (o.candidatesOf(shape, k, n) <= mostFound/2 || o.SearchAbove < 0 && n <= mostFound)
}

// maySample reports whether samples may be true for at most n keys. As n grows from one power of
// two to the next it turns from false to true, or from n = roundItems on it stays true. samples may
// turn more often, because the number of candidates grows with n and shrinks with their rank.
func (o Options) maySample(shape kernel.Shape, k, n, room int) bool {
	above := o.SearchAbove
	if above == 0 {
		above = sampleAbove
		if o.inTiles(shape) && shape.MaxItems == 0 && keyTypes[o.Type].words == 1 {
			above = sampleAboveTiles
		}
	}
	if room != k || k > min(sampleMost, n/2) || n <= above || shape.MaxItems > 0 && n > softwareSampled {
		return false
	}
	hasBound := n >= roundItems || o.candidatesOf(shape, k, n) < math.MaxInt32
	return hasBound || o.SearchAbove < 0 && n <= mostFound
}

// sampleRank returns the rank of the bound among the values of the sample, each the first of so
// many items. It is what sample_bound computes. Fewer than k candidates are found with a
// probability below one in a million: five standard deviations and six values more than expected.
func (o Options) sampleRank(shape kernel.Shape, k, n int) (rank, values, items int) {
	all := sampleGroupsFor(n) * o.sampleShape(shape).GroupSize / sampleJoined
	values = min(sampleValues, all)
	items = all / values * sampleJoined * sampleEach * roundsFor(n)
	share := float64(max(k, 1)-1) / float64(n)
	chance := 1 - math.Exp(-float64(items)*share/(1-share))
	mean := float64(values) * chance
	return int(math.Ceil(mean + 5*math.Sqrt(mean*(1-chance)) + 6)), values, items
}

// roundsFor is how many times an invocation reads keys, as in sample_bound. With two keys each,
// 3,780 candidates are expected for the first 1,000 of 2^24: more than fit into the shared memory
// of sample_sort at a time. With four they are 2,850. An H200 took 62 us and 51, in two rounds as
// with four at once. For 2^22 keys 2,220 are expected with two, and four only cost time: 33 us and
// 34.
func roundsFor(n int) int {
	least := 1
	if n >= twiceItems {
		least = 2
	}
	return min(max(n/roundItems, least), sampleRounds)
}

// candidatesOf is the number of candidates that are expected, or too many if the sample has too few
// values for a bound. Then all keys are candidates.
func (o Options) candidatesOf(shape kernel.Shape, k, n int) int {
	rank, values, items := o.sampleRank(shape, k, n)
	if rank > values {
		return math.MaxInt32
	}
	return int(float64(n) * (1 - math.Pow(1-float64(rank)/float64(values+1), 1/float64(items))))
}

// sampleShape is the shape of the kernels, from that of a sort.
func (o Options) sampleShape(s kernel.Shape) kernel.Shape {
	s.Algorithm, s.Spins, s.Silent = gpu.ReduceThenScan, 0, 0
	if s.GroupSize == wideGroup {
		s = s.With(wideGroup, 8)
	}
	return s
}

// sampleGroupsFor is the number of workgroups that take the sample, a power of two.
func sampleGroupsFor(n int) int { return max(4, min(sampleGroups, 1<<bits.Len(uint(n/groupItems))/2)) }

// rankTile is the number of candidates in shared memory.
func rankTile(t gpu.Type) int { return rankWords / (keyTypes[t].words + 1) }

// samplePartsFor is the number of workgroups that sort the candidates.
func samplePartsFor(n int) int { return max(8, min(sampleParts, n/partItems)) }

// sampleRoom is the number of items in the scratch: the values of the sample, then the candidates,
// or the first k of each part and of all.
func (o Options) sampleRoom(s kernel.Shape, k, n int) int {
	values := sampleGroupsFor(n) * o.sampleShape(s).GroupSize / sampleJoined
	return max(values, min(n, mostFound), (samplePartsFor(n)+1)*k)
}

func (o Options) sampleBytes(s kernel.Shape, k, n int) int {
	return 4 * (keyTypes[o.Type].words + 1) * o.sampleRoom(s, k, n)
}

// sampleSpecs are the three kernels.
func (o Options) sampleSpecs(s kernel.Shape) (bound, keep, sort kernel.Spec) {
	k := keyTypes[o.Type]
	spec := kernel.Spec{
		Shape: o.sampleShape(s),
		Slots: map[string]shaders.Snippet{
			"KEYS": {File: "radix/keys.glsl#" + []string{"word", "pair"}[k.words-1]}, "KEY": {File: k.order},
		},
	}
	bound, keep, sort = spec, spec, spec
	bound.File, bound.Buffers = "radix/sample_bound.comp.glsl", []string{"Keys", "Sample", "Items", "Count", "Fault"}
	bound.Constants = shaders.Constants{
		"SAMPLES": uint32(sampleEach), "JOINED": uint32(sampleJoined), "VALUES": uint32(sampleValues),
		"ROUND_ITEMS": uint32(roundItems), "MOST_ROUNDS": uint32(sampleRounds), "TWICE_ITEMS": uint32(twiceItems),
	}
	if s.GroupSize == wideGroup {
		keep.Shape = keep.Shape.With(wideGroup/2, 4)
	}
	keep.File, keep.Buffers = "radix/sample_keep.comp.glsl", []string{"Keys", "Sample", "Items", "Count"}
	sort.File, sort.Buffers = "radix/sample_sort.comp.glsl", []string{"Keys", "Sample", "Items", "Count", "DstKeys", "DstIndices", "Candidates"}
	sort.Shape = o.sampleShape(s)
	if s.GroupSize == wideGroup {
		sort.Shape = sort.Shape.With(2*wideGroup, 8)
	}
	sort.Constants = shaders.Constants{
		"RANK_TILE": uint32(rankTile(o.Type)), "RANK_BATCH": uint32(rankBatch),
		"RADIX": uint32(digits), "RADIX_BITS": uint32(digitBits),
	}
	sort.Slots = map[string]shaders.Snippet{"KEYS": spec.Slots["KEYS"], "KEY": spec.Slots["KEY"], "PUT": putSnippet(o.Type, "")}
	return bound, keep, sort
}

// readySample compiles and self-tests the kernels, unless they are, and reports whether they work.
func (s *Sorter) readySample() (bool, error) {
	if s.sample != nil {
		return !s.sample.wrong, nil
	}
	p := &sample{rankMost: math.MaxInt32, foundMost: mostFound}
	bound, keep, sort := s.o.sampleSpecs(s.shape)
	err := kernel.RunSelfTest(s.d, "radix, first k by a sample", bound.Shape, kernel.SelfTest{
		Specs: []kernel.Spec{bound, keep, sort}, Test: func() error { return s.testSample(p) },
	})
	if err == nil {
		err = p.load(s)
	}
	if err != nil {
		p.Release()
		if !errors.Is(err, gpu.ErrSelfTest) {
			return false, err
		}
		p = &sample{wrong: true}
	}
	s.sample = p
	return !p.wrong, nil
}

func (p *sample) load(s *Sorter) (err error) {
	if p.state != nil {
		return nil
	}
	bound, keep, sort := s.o.sampleSpecs(s.shape)
	for _, k := range []struct {
		to   *kernel.Loaded[sampleUniforms]
		spec kernel.Spec
	}{{&p.bound, bound}, {&p.keep, keep}, {&p.sort, sort}} {
		if *k.to, err = kernel.Load[sampleUniforms](s.d, k.spec); err != nil {
			return err
		}
	}
	if p.state, err = gpu.NewBuffer[uint32](s.d, sampleWords); err != nil {
		return err
	}
	p.wanted, err = p.state.Slice(wantedAt, wantedAt+1)
	return err
}

// Release frees the kernels.
func (p *sample) Release() {
	if p != nil {
		p.bound.Release()
		p.keep.Release()
		p.sort.Release()
		p.state.Release()
	}
}

// The kernels' buffers, by index.
const (
	bufSample        = 1
	bufSampleItems   = 2
	bufSampleKeys    = 4
	bufSampleIndices = 5
	bufSampleFound   = 6
)

// firstOfSample enqueues the search, with no barrier behind it. items are the scratch for
// candidates.
func (s *Sorter) firstOfSample(dst arrays, keys, items gpu.View, k int, n gpu.Count) {
	p, groups := s.sample, sampleGroupsFor(n.Max())
	room := s.o.sampleRoom(s.shape, k, n.Max())
	for _, l := range [...]*kernel.Loaded[sampleUniforms]{&p.bound, &p.keep, &p.sort} {
		l.SetBuffer(0, keys)
		l.SetBuffer(bufSample, p.state.View())
		l.SetBuffer(bufSampleItems, items)
		l.SetCount(n)
		l.Set(l.U.Room, uint32(room))
		l.U.rangeUniforms.set(l.Kernel, s.o.FirstBit, s.o)
	}
	p.bound.Set(p.bound.U.Groups, uint32(groups))
	p.bound.Set(p.bound.U.Wanted, uint32(k))
	p.bound.Set(p.bound.U.RankMost, uint32(p.rankMost))
	p.bound.Dispatch(groups)
	s.d.StorageBarrier()
	p.keep.Dispatch(p.keep.Shape().GroupsFor(n.Max()))
	s.d.StorageBarrier()
	p.sort.SetBuffer(bufSampleKeys, dst.keys)
	p.sort.SetBuffer(bufSampleIndices, dst.payload)
	p.sort.SetBuffer(bufSampleFound, items)
	p.sort.Set(p.sort.U.FoundMost, uint32(min(p.foundMost, room)))
	p.sort.Set(p.sort.U.Parts, uint32(samplePartsFor(n.Max())))
	p.sort.Dispatch(samplePartsFor(n.Max()))
}

// testSample is the self-test: by all bits and by some, in both directions, whole and by a count on
// the GPU, with a good sample, with too few candidates and with too many.
func (s *Sorter) testSample(p *sample) error {
	if err := p.load(s); err != nil {
		return failed(err)
	}
	s.sample = p
	defer func() { s.sample, p.rankMost, p.foundMost = nil, math.MaxInt32, mostFound }()
	return s.aside(func(r *rand.Rand) error {
		s.o.SearchAbove = -1
		n, width, first := max(p.keep.Shape().TileSize(), 2*rankTile(s.o.Type))+37, s.o.Bits, s.o.FirstBit
		for _, t := range []struct {
			trial
			k, rankMost, foundMost int
		}{
			{trial{n: n, most: n}, 70, math.MaxInt32, mostFound},
			{trial{n: n - 5, most: n, descending: true}, 300, 1, mostFound},
			{trial{n: n, most: n, first: first, bits: width, descending: true}, 9, math.MaxInt32, 8},
			{trial{n: 60, most: n}, 70, math.MaxInt32, mostFound}, // fewer than are wanted
			{trial{n: n, most: n}, n / 4, math.MaxInt32, mostFound},
		} {
			if err := s.SetBits(t.first, t.bits); err != nil {
				return err
			}
			s.o.Descending, p.rankMost, p.foundMost = t.descending, t.rankMost, t.foundMost
			if err := s.trySelection(r, t.trial, min(t.k, t.most/2), false); err != nil {
				return err
			}
		}
		return nil
	})
}
