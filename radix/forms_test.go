// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Drivers of docs/the-sort.md.
var (
	h200 = gpu.Caps{
		Vendor: "NVIDIA Corporation", Renderer: "NVIDIA H200/PCIe/SSE2", Multiprocessors: 132, MaxGroupInvocations: 1024,
		MaxSharedBytes: 48 << 10, Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: 32},
	}
	llvmpipe = gpu.Caps{Vendor: "Mesa", Renderer: "llvmpipe", Software: true, Multiprocessors: 32, MaxGroupInvocations: 1024, MaxSharedBytes: 32 << 10}
)

// tabled returns a Sorter that selects kernels as on a driver, and has no device to compile them.
func tabled(t *testing.T, c gpu.Caps, o Options) *Sorter {
	o, err := o.withDefaults("New")
	if err != nil {
		t.Fatal(err)
	}
	if o.SkipSorted {
		o.Tuning.Algorithm = gpu.ReduceThenScan // as SelectVariant has it
	}
	shape, err := kernel.Pick(c, o.Tuning)
	if err != nil {
		t.Fatal(err)
	}
	if o.SkipSorted {
		o.Tuning.Algorithm = gpu.AlgorithmAuto
	}
	s := &Sorter{o: o.plain(), layout: o.plain().layout(c, shape)}
	s.buildTables(c)
	if o.byItems() {
		s.items = &itemSorter{o: o}
	}
	return s
}

// What sorts depends on the number of items, the use, the bits and the driver.
func TestVariantFor(t *testing.T) {
	amd := h200
	amd.Vendor, amd.Renderer, amd.Subgroup.Size = "AMD", "AMD", 64
	small := h200
	small.Multiprocessors = 20
	record := Options{Key: "uint key(uint r) { return r; }", Record: "uint", RecordBytes: 4}
	wide, wideRecord := Options{Type: gpu.Uint64}, record
	wideRecord.Type = gpu.Uint64
	for _, c := range []struct {
		name string
		caps gpu.Caps
		o    Options
		use  Use
		want map[int]string
	}{
		{"keys", h200, Options{}, ForKeys, map[int]string{0: "one-tile", 4096: "one-tile", 4097: "splitters", 1 << 16: "splitters", 1<<16 + 1: "chained-khr", 1<<25 - 1: "chained-khr", 1 << 25: "most-significant-first", 1 << 26: "most-significant-first", 1 << 27: "chained-khr"}},
		{"31 bits", h200, Options{Bits: 31}, ForPairs, map[int]string{1 << 25: "chained-khr"}},
		{"indices", h200, Options{}, ForIndices, map[int]string{4096: "one-tile", 1 << 16: "splitters", 1<<16 + 1: "chained-khr"}},
		{"keys by 8 bits", h200, Options{Bits: 8}, ForKeys, map[int]string{8192: "one-tile", 8193: "chained-khr"}},
		{"keys by 16 bits", h200, Options{Bits: 16}, ForKeys, map[int]string{8192: "one-tile", 8193: "splitters", 1 << 14: "splitters", 1<<14 + 1: "chained-khr"}},
		{"pairs by 16 bits", h200, Options{Bits: 16}, ForPairs, map[int]string{4096: "one-tile", 4097: "splitters", 1<<14 + 1: "chained-khr"}},
		{"16 bits", h200, Options{Type: gpu.Uint16}, ForKeys, map[int]string{8192: "one-tile", 8193: "chained-khr"}},
		{"16 bits, indices", h200, Options{Type: gpu.Uint16}, ForIndices, map[int]string{4096: "one-tile", 1 << 14: "splitters", 1<<14 + 1: "chained-khr"}},
		{"few multiprocessors", small, Options{}, ForKeys, map[int]string{4096: "one-tile", 20 * splitterMean: "splitters", 20*splitterMean + 1: "chained-khr"}},
		{"64 bits", h200, wide, ForKeys, map[int]string{4096: "one-tile", 4097: "splitters", 1 << 16: "splitters", 1<<16 + 1: "chained-khr", 1<<22 - 1: "chained-khr", 1 << 22: "most-significant-first", 5 << 24: "most-significant-first", 5<<24 + 1: "chained-khr"}},
		{"64 bits, packed early", h200, Options{Type: gpu.Uint64, ValueBits: 8}, ForValues, map[int]string{1 << 22: "chained-khr"}},
		{"56 of 64 bits", h200, Options{Type: gpu.Uint64, Bits: 56}, ForKeys, map[int]string{1 << 22: "chained-khr"}},
		{"records", h200, record, ForKeys, map[int]string{4096: "one-tile", 1 << 16: "splitters", 1<<16 + 1: "chained-khr"}},
		{"records by 64 bits", h200, wideRecord, ForKeys, map[int]string{4096: "one-tile", 1 << 16: "splitters", 1 << 22: "most-significant-first"}},
		{"128 bits", h200, Options{Type: gpu.Uint128}, ForKeys, map[int]string{4096: "one-tile", 1 << 16: "splitters", 1 << 22: "most-significant-first"}},
		{"lowest 8 of 128 bits", h200, Options{Type: gpu.Uint128, Bits: 8}, ForKeys, map[int]string{4096: "one-tile", 1 << 16: "chained-khr"}},
		{"SkipSorted", h200, Options{SkipSorted: true}, ForKeys, map[int]string{100: "chunked-khr", 1 << 24: "chunked-khr"}},
		{"tuned", h200, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}}, ForKeys, map[int]string{100: "chunked-khr"}},
		{"segments", h200, Options{}, ForSegmented, map[int]string{100: "chained-khr"}},
		{"first k of segments", h200, Options{}, ForSegmentedTopK, map[int]string{100: "chained-khr"}},
		{"other GPUs", amd, Options{}, ForKeys, map[int]string{100: "one-tile", 1 << 14: "splitters", 1 << 24: "chunked-khr"}},
		{"software", llvmpipe, Options{}, ForKeys, map[int]string{0: "runs", 100: "runs", 1 << 24: "runs"}},
		{"software, segments", llvmpipe, Options{}, ForSegmented, map[int]string{100: "runs"}},
		{"software, 64 bits", llvmpipe, wide, ForKeys, map[int]string{1 << 22: "runs"}},
		{"software, SkipSorted", llvmpipe, Options{SkipSorted: true}, ForKeys, map[int]string{100: "chunked-shared"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := tabled(t, c.caps, c.o)
			for n, want := range c.want {
				if got := s.VariantFor(c.use, n); got != want {
					t.Errorf("%d items: %s, want %s", n, got, want)
				}
			}
		})
	}
}

// A form that failed its self-test is not named, and a Sorter that New has not made has no form.
func TestVariantForWithoutSomeKernels(t *testing.T) {
	s, wide := tabled(t, h200, Options{}), tabled(t, h200, Options{Type: gpu.Uint64})
	for _, one := range s.oneDispatch[tileKind{keysAlone, false}] {
		one.wrong = one.cells || one.split
	}
	wide.msd.wrong = true
	got := []string{s.VariantFor(ForKeys, 8192), s.VariantFor(ForKeys, 8193), s.VariantFor(ForPairs, 8193), wide.VariantFor(ForKeys, 1<<22)}
	if want := "one-tile chained-khr splitters chained-khr"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	if got := (*Sorter)(nil).VariantFor(ForKeys, 7); got != "" {
		t.Errorf("a nil Sorter: %q", got)
	}
	if got, want := (&Sorter{}).VariantFor(ForKeys, 7), (&Sorter{}).Variant(); got != want {
		t.Errorf("a zero Sorter: %q, want %q", got, want)
	}
}

// dispatches names what sorts n keys of a word, not in place or in place: kernels, workgroups and
// invocations.
func (s *Sorter) dispatches(n int, inPlace bool, multiprocessors int) string {
	mover := kernel.BySize(s.movers[keysAlone], n).spec.Shape
	pass := fmt.Sprintf("%dx%d", mover.GroupsFor(n), mover.GroupSize)
	if t := s.oneDispatchFor(tileKind{keysAlone, false}, n, inPlace); t != nil {
		name := strings.TrimSuffix(strings.TrimPrefix(t.spec.File, "radix/"), ".comp.glsl")
		one := fmt.Sprintf("%s %dx%d", name, t.groupsOf(n), t.spec.Shape.GroupSize)
		if t.split && inPlace {
			return "radix_chain " + pass + ", " + one
		}
		return one
	}
	passes := s.o.passes()
	switch {
	case s.runs != nil:
		run := fmt.Sprintf("%dx%d", runsOf(n)/runGroup, s.runs.count.spec.Shape.GroupSize)
		return fmt.Sprintf("%d of run_count %s, run_spine 1x%d, run_scatter %s", passes, run, s.runs.spine.spec.Shape.GroupSize, run)
	case s.fuses(keysAlone, n):
		return fmt.Sprintf("radix_chain_first %s, %d radix_chain %s", pass, passes-1, pass)
	}
	workers := min(s.workersFor(gpu.N(n)), histogramWorkers*multiprocessors)
	return fmt.Sprintf("radix_histogram %dx%d, %d radix_chain %s", workers, s.shape.GroupSize, passes, pass)
}

// docs/the-sort.md has these rows.
func TestDispatchesOfEachSize(t *testing.T) {
	gpuSorter, software := tabled(t, h200, Options{}), tabled(t, llvmpipe, Options{})
	for _, c := range []struct {
		s       *Sorter
		n       int
		inPlace bool
		want    string
	}{
		{gpuSorter, 1, false, "radix_tile 1x512"},
		{gpuSorter, 2048, true, "radix_tile 1x512"},
		{gpuSorter, 2049, false, "radix_tile 1x1024"},
		{gpuSorter, 4096, true, "radix_tile 1x1024"},
		{gpuSorter, 4097, false, "radix_split 33x1024"},
		{gpuSorter, 1 << 14, false, "radix_split 128x1024"},
		{gpuSorter, 1 << 14, true, "radix_chain 8x512, radix_split 128x1024"},
		{gpuSorter, 1 << 15, true, "radix_chain 16x512, radix_split 132x1024"},
		{gpuSorter, 1<<15 + 1, true, "radix_chain_first 17x512, 3 radix_chain 17x512"},
		{gpuSorter, 1 << 16, false, "radix_split 132x1024"},
		{gpuSorter, 1<<16 + 1, false, "radix_chain_first 33x512, 3 radix_chain 33x512"},
		{gpuSorter, 196608, false, "radix_chain_first 96x512, 3 radix_chain 96x512"},
		{gpuSorter, 196609, false, "radix_chain_first 49x512, 3 radix_chain 49x512"},
		{gpuSorter, 786432, false, "radix_chain_first 192x512, 3 radix_chain 192x512"},
		{gpuSorter, 786433, false, "radix_chain_first 97x512, 3 radix_chain 97x512"},
		{gpuSorter, 2162688, false, "radix_chain_first 264x512, 3 radix_chain 264x512"},
		{gpuSorter, 2162689, false, "radix_histogram 528x512, 4 radix_chain 265x512"},
		{gpuSorter, 1 << 24, true, "radix_histogram 528x512, 4 radix_chain 2048x512"},
		{software, 1, false, "4 of run_count 1x16, run_spine 1x256, run_scatter 1x16"},
		{software, 17*shortestRun - 1, false, "4 of run_count 1x16, run_spine 1x256, run_scatter 1x16"},
		{software, 17 * shortestRun, false, "4 of run_count 2x16, run_spine 1x256, run_scatter 2x16"},
		{software, 1 << 14, true, "4 of run_count 4x16, run_spine 1x256, run_scatter 4x16"},
		{software, 113*shortestRun - 1, false, "4 of run_count 7x16, run_spine 1x256, run_scatter 7x16"},
		{software, 113 * shortestRun, false, "4 of run_count 8x16, run_spine 1x256, run_scatter 8x16"},
		{software, 1 << 22, false, "4 of run_count 8x16, run_spine 1x256, run_scatter 8x16"},
		{software, 1<<22 + 1, false, "4 of run_count 9x16, run_spine 1x256, run_scatter 9x16"},
		{software, 1 << 24, true, "4 of run_count 32x16, run_spine 1x256, run_scatter 32x16"},
	} {
		t.Run(fmt.Sprintf("software=%v,n=%d,in place=%v", c.s == software, c.n, c.inPlace), func(t *testing.T) {
			if got := c.s.dispatches(c.n, c.inPlace, h200.Multiprocessors); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// The Sorter of a device names the form that its calls take.
func TestVariantForOnTheDevice(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	src, dst := gputest.Fresh(t, dev, 300), gputest.Fresh(t, dev, 300)
	before := s.VariantFor(ForKeys, 300)
	if err := s.SortKeys(dst.View(), src.View(), gpu.N(300)); err != nil {
		t.Fatal(err)
	}
	one := s.oneDispatchFor(tileKind{keysAlone, false}, 300, false)
	loaded := map[string]bool{"one-tile": one != nil && one.Kernel != nil, "runs": s.runs.usable()}
	if want, special := loaded[before]; special && !want || !special && before != s.Variant() {
		t.Errorf("%s did not sort", before)
	}
}
