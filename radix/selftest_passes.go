// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// NVIDIA's driver takes up to 0.6 s to compile a pass. So the passes of each payload and size are
// tested when a sort first needs them. If one fails, the sorter becomes one of the next variant.

// passesNames name these self-tests in Report.
var passesNames = [plainKinds]string{
	keysAlone: "radix, keys", withPayload: "radix, pairs", withIndex: "radix, argsort", payloadAlone: "radix, values",
}

// selfTest is what New tests: nothing. It passes over a variant that is known to fail a test of its
// passes.
func (s *Sorter) selfTest(kernel.Shape) kernel.SelfTest { return kernel.SelfTest{Late: s.passTests()} }

// movesWith are the payloads that a sort moves whose first pass moves such a payload.
var movesWith = [plainKinds][]payloadKind{
	keysAlone:    {keysAlone},
	withPayload:  {withPayload},
	withIndex:    {withIndex, withPayload, payloadAlone},
	payloadAlone: {withPayload, payloadAlone},
}

// passTests are the self-tests of all passes.
func (s *Sorter) passTests() (all []kernel.LateTest) {
	beside := s.besidePasses()
	for kind := range plainKinds {
		for _, m := range s.movers[kind] {
			all = append(all, s.passTest(kind, s.leastKeys(kind, m.most), beside))
		}
	}
	return all
}

// leastKeys is the fewest keys that take the same kernels as n keys.
func (s *Sorter) leastKeys(kind payloadKind, n int) (least int) {
	least = 1
	for _, m := range s.movers[kind] {
		if m.most < n {
			least = max(least, m.most+1)
		}
	}
	for _, c := range s.counters {
		if c.most < n {
			least = max(least, c.most+1)
		}
	}
	return least
}

// passTest is the self-test of the passes of n keys whose first one moves such a payload. beside
// are the kernels of besidePasses.
func (s *Sorter) passTest(kind payloadKind, n int, beside []kernel.Spec) kernel.LateTest {
	used := append(s.moversWith(kind, n), beside...)
	if len(s.counters) > 0 {
		used = append(used, kernel.BySize(s.counters, n).spec)
	}
	return kernel.LateTest{Name: passesNames[kind], SelfTest: kernel.SelfTest{Specs: used, Test: func() error { return s.tryPasses(kind, n) }}}
}

// moversWith are the kernels that move n keys in a sort whose first pass moves such a payload.
func (s *Sorter) moversWith(kind payloadKind, n int) (all []kernel.Spec) {
	for _, moved := range movesWith[kind] {
		all = append(all, kernel.BySize(s.movers[moved], n).spec)
	}
	return all
}

// besidePasses are the kernels that passes of any size need.
func (s *Sorter) besidePasses() (used []kernel.Spec) {
	if s.singlePass() {
		used = append(used, s.histogramSpec)
	} else {
		f := specs(s.shape, s.o.Type, s.inOrder)
		used = append(used, f.spine)
		if s.o.SkipSorted {
			used = append(used, f.order)
		}
	}
	if k := keyTypes[s.o.Type]; k.perWord > 1 {
		used = append(used, narrowSpec(unpackFile, k.perWord), narrowSpec(packFile, k.perWord))
	}
	return used
}

// testPasses runs that self-test, unless it has.
func (s *Sorter) testPasses(kind payloadKind, n int) error {
	m, c := kernel.BySize(s.movers[kind], n), &counter{tested: true}
	if len(s.counters) > 0 {
		c = kernel.BySize(s.counters, n)
	}
	if s.inTest || m.tested && c.tested {
		return nil
	}
	test := s.passTest(kind, s.leastKeys(kind, n), s.besidePasses())
	if err := kernel.RunSelfTest(s.d, test.Name, s.shape, test.SelfTest); err != nil {
		s.wrong = s.wrong || errors.Is(err, gpu.ErrSelfTest)
		return err
	}
	m.tested, c.tested = true, true
	return nil
}

// tryPasses sorts by these passes: whole and by a count on the GPU, by the range of the options, by
// all bits, and by an odd number of passes, of which the last has fewer bits. The result counts for
// any range.
func (s *Sorter) tryPasses(kind payloadKind, n int) error {
	defer s.onlyFor(n)()
	defer s.plainPasses()()
	for _, moved := range movesWith[kind] {
		if err := failed(s.load(moved, n)); err != nil {
			return err
		}
	}
	use := [...]Use{keysAlone: ForKeys, withPayload: ForPairs, withIndex: ForIndices, payloadAlone: ForValues}[kind]
	all := 8 * s.o.Type.Bytes()
	tile, large := s.tilesFor(n)
	bits := max(3, all-11)
	inPlace := !use.keyless()
	trials := []trial{
		{use: use, n: large, most: large},
		{use: use, n: tile + 3, most: 2*tile + 5, first: min(7, all-bits), bits: bits, descending: true, inPlace: inPlace},
		{use: use, n: large, most: large, first: s.o.FirstBit, bits: s.o.Bits, descending: s.o.Descending, kind: fewKeys},
		{use: use, n: 1, most: 1, descending: true},
	}
	if s.o.SkipSorted {
		trials = append(trials,
			trial{use: use, n: large, most: large, kind: sortedKeys},
			trial{use: use, n: large, most: large, descending: true, inPlace: inPlace, kind: sortedKeys},
			trial{use: use, n: large, most: large, kind: gappedKeys, inPlace: inPlace})
	}
	return s.aside(func(r *rand.Rand) error { return s.tryPlain(r, trials) })
}

// byAnyVariant makes a call, and makes it again if a kernel failed its self-test and the sorter has
// become one of the next variant. A call that returns such an error has changed nothing of the
// caller's.
func (s *Sorter) byAnyVariant(call func() error) error {
	for {
		err := call()
		if err == nil || s == nil || !s.wrong {
			return err
		}
		if err := s.takeNext(err); err != nil {
			return err
		}
	}
}

// takeNext makes the sorter one of the next variant. It returns the error of the variants that are
// left, or failure if the variant stays.
func (s *Sorter) takeNext(failure error) error {
	next, lacking := newSorter(s.d, s.o)
	if lacking != nil {
		return lacking
	}
	if next.Variant() == s.Variant() { // never: New passes over a variant that is known to fail
		next.Release()
		return failure
	}
	next.scratch, s.scratch = s.scratch, next.scratch // which may be the caller's
	next.items, s.items = s.items, nil                // with the program that has the caller's Key
	before := *s
	*s = *next
	before.Release()
	return nil
}
