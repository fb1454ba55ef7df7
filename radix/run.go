// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// A software renderer runs the invocations of a workgroup on one processor, some at a time. The
// steps that they take together cost it more than the keys do. So there each invocation sorts a run
// of keys of its own, without shared memory (radix/run.glsl).

// runSorter has the kernels of passes by runs. They are self-tested on first use, and each compiles
// on first use.
type runSorter struct {
	count, spine runKernel
	scatter      [plainKinds]runKernel
	right, wrong bool // the result of the self-test
}

type runKernel struct {
	spec kernel.Spec
	kernel.Loaded[runUniforms]
}

// runUniforms are those of run_count, run_spine and run_scatter.
type runUniforms struct {
	Workers  kernel.Uniform `uniform:"workers"`
	Straight kernel.Uniform `uniform:"straight,optional"`
	digitUniforms
}

// byRuns reports whether sorts go by runs. It is pure. They do on a software renderer, unless the
// caller's Tuning or SkipSorted has a say in the passes.
func (o Options) byRuns(c gpu.Caps) bool {
	return c.Software && o.Tuning == gpu.Tuning{} && !o.SkipSorted
}

// The sizes from which the number of runs follows. A processor takes 8 or 16 invocations at a time,
// and a workgroup has as many.
// The spine takes as long as runs of 256 keys. Loops of Mesa's renderers end after 65,535 turns. An
// invocation of the spine takes two for each run: 32,768 for 2^29 keys, and no buffer has more.
const (
	runGroup    = 16
	shortestRun = 256
	longestRun  = 1 << 15
	fewRuns     = 128
)

// runsOf returns the number of runs of n keys. It is pure.
func runsOf(n int) int {
	runs := max(min(n/shortestRun, fewRuns), (n+longestRun-1)/longestRun, 1)
	return (runs + runGroup - 1) / runGroup * runGroup
}

// runSpecs are the kernels for the keys of a family.
func (f family) runSpecs() (count, spine kernel.Spec, scatter [plainKinds]kernel.Spec) {
	small := flat.With(runGroup, 1)
	count, spine = f.count, f.count
	count.File, count.Shape = "radix/run_count.comp.glsl", small
	spine.File, spine.Shape = "radix/run_spine.comp.glsl", flat
	spine.Buffers = []string{"Keys?", "Histogram"}
	for kind := range scatter {
		one := f.scatter[kind]
		one.File, one.Shape = "radix/run_scatter.comp.glsl", small
		one.Buffers = append([]string{one.Buffers[0], one.Buffers[1], "Histogram", "DigitTotals?", "Count"}, payloadBuffers[kind]...)
		scatter[kind] = one
	}
	return count, spine, scatter
}

func newRunSorter(f family) *runSorter {
	r := &runSorter{}
	count, spine, scatter := f.runSpecs()
	r.count.spec, r.spine.spec = count, spine
	for kind := range scatter {
		r.scatter[kind].spec = scatter[kind]
	}
	return r
}

// readyRuns compiles the kernels of a sort by runs, and self-tests them on first use. It reports
// whether the sort goes by runs.
func (s *Sorter) readyRuns(kind payloadKind, keyless bool) (bool, error) {
	r := s.runs
	if r == nil || r.wrong {
		return false, nil
	}
	if !r.right {
		specs := []kernel.Spec{r.count.spec, r.spine.spec}
		for i := range r.scatter {
			specs = append(specs, r.scatter[i].spec)
		}
		err := kernel.RunSelfTest(s.d, "radix, by runs", s.shape, kernel.SelfTest{Specs: specs, Test: s.testRuns})
		if err != nil {
			r.release()
			if r.wrong = errors.Is(err, gpu.ErrSelfTest); r.wrong {
				err = nil
			}
			return false, err
		}
		r.right = true
	}
	err := r.count.load(s.d)
	if err == nil {
		err = r.spine.load(s.d)
	}
	for place := 0; place < s.o.passes() && err == nil; place++ {
		err = r.scatter[s.kindAt(kind, place, keyless, never)].load(s.d)
	}
	if !keyless && err == nil {
		err = r.scatter[kind.after()].load(s.d) // after the copy that a sort in place may begin with
	}
	return err == nil, err
}

// load compiles the kernel, unless it is.
func (k *runKernel) load(d *gpu.Device) error { return load(d, &k.Loaded, k.spec) }

// usable reports whether the kernels are tested and right.
func (r *runSorter) usable() bool { return r != nil && r.right }

// testRuns is the self-test: few keys and many runs, each payload, whole and by a count on the GPU,
// of all bits and of some.
func (s *Sorter) testRuns() error {
	r := s.runs
	for _, k := range []*runKernel{&r.count, &r.spine, &r.scatter[0], &r.scatter[1], &r.scatter[2], &r.scatter[3]} {
		if err := loadForTest(s.d, &k.Loaded, k.spec); err != nil {
			return err
		}
	}
	r.right = true
	defer func() { r.right = false }()
	return s.aside(func(rnd *rand.Rand) error {
		const n = 40*shortestRun + 37
		bits := 8 * s.o.Type.Bytes()
		return s.tryAll(rnd, []trial{
			{use: ForPairs, n: 1, most: 1, descending: true},
			{use: ForPairs, n: n, most: n},
			{use: ForKeys, inPlace: true, n: n, most: n, bits: min(bits, 17), descending: true},
			{use: ForIndices, n: n - 5, most: n, first: 3, bits: bits - 5},
			{use: ForValues, n: n, most: n, first: min(3, bits-3), bits: 3, descending: true},
		})
	})
}

// runPass enqueues a digit pass. No barrier is behind it.
func (s *Sorter) runPass(m move, r sorting, place int) {
	runs := runsOf(r.n.Max())
	if place > 0 {
		s.d.StorageBarrier()
	}
	c := &s.runs.count
	c.SetBuffer(0, m.src.keys)
	c.SetBuffer(1, r.joins)
	c.SetCount(r.n)
	c.Set(c.U.Workers, uint32(runs))
	c.U.set(c.Kernel, s.o.pass(place), s.o.Descending)
	c.Dispatch(runs / runGroup)
	s.d.StorageBarrier()
	p := &s.runs.spine
	p.SetBuffer(1, r.joins)
	p.Set(p.U.Workers, uint32(runs))
	p.U.set(p.Kernel, s.o.pass(place), s.o.Descending)
	p.Dispatch(1)
	s.d.StorageBarrier()
	s.moveRuns(m, r, place, false)
}

// moveRuns enqueues a scatter, or a copy of the items, each to its own place.
func (s *Sorter) moveRuns(m move, r sorting, place int, straight bool) {
	runs := runsOf(r.n.Max())
	k := &s.runs.scatter[m.kind]
	m.bind(k.Kernel, r)
	k.Set(k.U.Workers, uint32(runs))
	k.Set(k.U.Straight, word(straight))
	k.U.set(k.Kernel, s.o.pass(place), s.o.Descending)
	k.Dispatch(runs / runGroup)
}

func (r *runSorter) release() {
	if r == nil {
		return
	}
	r.count.Release()
	r.spine.Release()
	r.count.Loaded, r.spine.Loaded = kernel.Loaded[runUniforms]{}, kernel.Loaded[runUniforms]{}
	for i := range r.scatter {
		r.scatter[i].Release()
		r.scatter[i].Loaded = kernel.Loaded[runUniforms]{}
	}
}
