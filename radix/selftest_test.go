// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// reported returns the lines about sorts of the report.
func reported(dev *gpu.Device) string {
	lines := slices.DeleteFunc(dev.Report(), func(l string) bool { return !strings.HasPrefix(l, "radix") })
	return strings.Join(lines, "\n")
}

func TestSelfTestPasses(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	seen := 0
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{
				{FirstBit: 5, Bits: 11, Descending: true}, {SkipSorted: true},
				{Type: gpu.Int32}, {Type: gpu.Float32}, {Type: gpu.Uint64, Bits: 20}, {Type: gpu.Int64}, {Type: gpu.Float64, Descending: true},
				{Type: gpu.Uint16}, {Type: gpu.Uint8, FirstBit: 2}, {Type: gpu.Float64, SkipSorted: true},
				{Type: gpu.Float16},
			} {
				if !taken(i, o, path, len(all)) || len(usesOf(o)) > 0 || o.SkipSorted && tune.Algorithm == gpu.SinglePass {
					continue // usesOf: the self-test runs all kernels, and only some of these types have them all
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,first=%d,bits=%d,descending=%v,skip-sorted=%v", o.Type, o.FirstBit, o.Bits, o.Descending, o.SkipSorted), func(t *testing.T) {
					o.Tuning = tune
					what := fmt.Sprintf("%v %v %v", o.Type, tune.Lanes, tune.Algorithm)
					gputest.LeavesNothing(t, dev, what, func() {
						s, err := New(dev, o)
						if err != nil {
							t.Errorf("%s: %v", what, err)
							return
						}
						defer s.Release()
						if want, _ := o.withDefaults("New"); s.o != want || s.shape.Workers != 3 {
							t.Errorf("%s: the sorter is of %+v and %d workers after the self-test", what, s.o, s.shape.Workers)
						}
						try(t, dev, s, randomKeys(rand.New(rand.NewSource(1)), o.Type, 3*s.shape.TileSize()+1))
					})
					if err := dev.Check(); err != nil {
						t.Errorf("%s: Check after New: %v", what, err)
					}
					seen++
				})
			}
		})
	}
	report := reported(dev)
	t.Logf("%d sorters:\n%s", seen, report)
	if !strings.Contains(report, "self-test passed in") || strings.Contains(report, "not") {
		t.Error("the report does not say that all passed")
	}
}

// A variant that forgets the last key fails its self-test, and New takes the next one. If all are
// wrong, New fails.
func TestSelfTestFallsBackToNextVariant(t *testing.T) {
	for i, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		if !gputest.Share(i, 2) {
			continue // TestSelfTestDetectsLostKey has it
		}
		t.Run(a.String(), func(t *testing.T) {
			for _, o := range gputest.InNightly([]Options{{}, {Type: gpu.Uint8, Descending: true}, {SkipSorted: true}}, []Options{{}}) {
				if o.SkipSorted && a == gpu.SinglePass {
					continue // it is never a single pass
				}
				t.Run(fmt.Sprintf("%v,skip-sorted=%v", o.Type, o.SkipSorted), func(t *testing.T) {
					r := rand.New(rand.NewSource(5))
					if o.Algorithm = a; a == gpu.SinglePass {
						o.Tuning = oneSinglePass
					}
					gputest.PassedOver(t, "radix", a, func(dev *gpu.Device) (string, error) {
						s, err := New(dev, o)
						if err != nil {
							return "", err
						}
						defer s.Release()
						for _, use := range []Use{ForKeys, ForPairs, ForIndices, ForValues} {
							if s.runs != nil {
								s.runs.wrong = true // the passes of many workgroups are what is tested
							}
							if err := s.Reserve(use, 5001); err != nil {
								return "", err
							}
						}
						try(t, dev, s, randomKeys(r, o.Type, 5001))
						return s.Variant(), nil
					})
				})
			}
		})
	}
}

// The self-test finds a forgotten key of each form and type. An ordinary run takes a type of each
// size.
func TestSelfTestDetectsLostKey(t *testing.T) {
	wrong := gpu.Tier{Lanes: gpu.LanesShared}
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir(), Force: wrong}, wrong)
	for i, o := range []Options{
		{Type: gpu.Uint8, Descending: true}, {SkipSorted: true}, {Type: gpu.Float64}, {Type: gpu.Uint16}, {Type: gpu.Int32}, {Type: gpu.Float32}, {Type: gpu.Uint64}, {Type: gpu.Int64},
	} {
		if i > 2 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,skip-sorted=%v", o.Type, o.SkipSorted), func(t *testing.T) {
			o.Algorithm = []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass}[i/2%2]
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if err := s.Reserve(ForPairs, 5001); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("kernels that forget the last key: %v", err)
			}
			if _, err := New(dev, o); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("New, when the result is known: %v", err)
			}
		})
	}
}

// late are the calls whose kernels are compiled on first use.
var late = map[string]func(s *Sorter, a, b, c, d gpu.View) error{
	"radix, top k": func(s *Sorter, a, b, c, d gpu.View) error { return s.TopK(a, b, c, 5, gpu.N(64)) },
	"gather":       func(s *Sorter, a, b, c, d gpu.View) error { return s.SortRecords(a, b, c, d, 4, gpu.N(64)) },
	"radix, long segments": func(s *Sorter, a, b, c, d gpu.View) error {
		return s.SegmentedSort(a, b, c, d, 4, d, gpu.N(1), gpu.N(64))
	},
}

// Kernels that are compiled late are tested when they are compiled. The test does not use the
// caller's scratch and does not change the sorter's options.
func TestSelfTestOfLateKernels(t *testing.T) {
	dir := t.TempDir()
	types := []gpu.Type{gpu.Uint32, gpu.Uint16, gpu.Float64}
	if gputest.Nightly() {
		types = append(types, gpu.Int64)
	}
	for _, again := range []string{"passed in", "passed before"} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
		for name, call := range late {
			gputest.Run(t, dev, name, func(t *testing.T) {
				for _, typ := range types {
					gputest.LeavesNothing(t, dev, name, func() {
						o := Options{Type: typ, FirstBit: 3, Bits: 9, Descending: true}
						if typ == gpu.Float64 {
							o.Tuning = oneSinglePass
						}
						s, err := New(dev, o)
						if err != nil {
							t.Fatal(err)
						}
						defer s.Release()
						bytes, _ := ScratchBytes(dev.Caps(), o, ForSegmented, 64)
						scratch := gputest.Fresh(t, dev, (bytes+3)/4)
						defer scratch.Free()
						s.UseScratch(scratch.View())
						var v [4]gpu.View
						for i := range v {
							b := gputest.Fresh(t, dev, 128)
							defer b.Free()
							v[i] = b.View()
						}
						before := scratch.Get()
						if err := s.prepare(ForSegmented); err != nil {
							t.Fatal(err)
						}
						if err := s.prepareSelection(); err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, fmt.Sprint(name, " ", typ, ": the caller's scratch"), scratch.Get(), before)
						if want, _ := o.withDefaults("New"); s.o != want {
							t.Errorf("%s %v: options are %+v, were %+v", name, typ, s.o, want)
						}
						if err := call(s, v[0], v[1], v[2], v[3]); err != nil {
							t.Errorf("%s %v: %v", name, typ, err)
						}
					})
				}
				if name == "radix, long segments" && !listsLong(dev.Caps()) {
					name = "radix, segments"
				}
				if report := strings.Join(dev.Report(), "\n"); !strings.Contains(report, name+": ") || !strings.Contains(report, again) {
					t.Errorf("%s is not in the report:\n%s", name, report)
				}
			})
		}
	}
}

// A search that forgets the last key fails its self-test, and the call returns the error, because
// there is no other variant.
func TestSelfTestOfLateKernelsDetectsFaults(t *testing.T) {
	gputest.PassedOver(t, "radix, top k", gpu.ReduceThenScan, func(dev *gpu.Device) (string, error) {
		// The sorter itself is not what is to be tested.
		s := &Sorter{d: dev, o: Options{Bits: 32}, scratch: kernel.NewScratch(dev, "radix")}
		defer s.Release()
		var err error
		if s.shape, err = kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesShared}); err != nil {
			return "", err
		}
		s.shape = s.o.shape(s.shape)
		if err = s.build(); err != nil {
			return "", err
		}
		err = s.prepareSelection()
		if err != nil {
			return "", err
		}
		return s.selection.count.Shape().Variant(), nil
	})
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Lanes: gpu.LanesShared})
	if _, err := kernel.NewGatherer(dev); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("a gatherer that forgets the last record: %v", err)
	}
}

// The self-test of PartialSort finds an index that occurs twice behind the first keys, even beside
// an equal key.
func TestSelfTestOfPartialSortDetectsLostIndex(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.prepareSelection(); err != nil {
		t.Fatal(err)
	}
	s.o.SearchAbove = -1
	const n, k = 741, 100
	r := func() *rand.Rand { return rand.New(rand.NewSource(2)) }
	if err := s.trySelection(r(), trial{n: n, most: n}, k, true); err != nil {
		t.Fatal(err)
	}

	// The last two equal keys, in the layout of trySelection.
	keys := s.keysFor(r(), trial{n: n, most: n})
	first := s.orderOf(keys)[0]
	keys[first], keys[n-1] = keys[n-1], keys[first]
	order := s.orderOf(keys)
	at := n - 1
	for keys[order[at]] != keys[order[at-1]] {
		at--
	}
	if at <= k {
		t.Fatal("no equal keys behind the first")
	}
	p := s.selection
	_, _, wrong := selectionSpecs(p.count.Shape(), s.o.Type, p.inOrder)
	wrong.Constants["LOST"], wrong.Constants["TWICE"] = order[at], order[at-1]
	wrong.Slots["PAYLOAD"] = shaders.Snippet{Own: true, Name: "payload", Text: `const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;
uint payloadAt(uint i) { return i == LOST ? TWICE : i; }
void putPayload(uint i, uint v) { if (i < room) dst_payload[dst_payload_at + i] = v; }
`}
	p.scatter.Release()
	if p.scatter, err = kernel.Load[scatterUniforms](dev, wrong); err != nil {
		t.Fatal(err)
	}
	if err := s.trySelection(r(), trial{n: n, most: n}, k, true); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), "are not those of all") {
		t.Errorf("index %d is lost: %v", order[at], err)
	}
}

// A first pass that makes the histogram is self-tested on first use. A wrong one is not used, and
// its content of State is replaced; a right one is used.
func TestFirstPassIsSelfTested(t *testing.T) {
	o := Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, ResidentGroups: 12, Spins: gputest.InNightly(0, 1)}}
	r := rand.New(rand.NewSource(9))
	dir := t.TempDir()
	for _, again := range []string{"", "as found before: "} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, tile := range s.tiles {
			for _, kind := range []payloadKind{keysAlone, withPayload} {
				if err := s.ready(kind, tile.Most); err != nil {
					t.Fatal(err)
				}
			}
		}
		pairs := &s.movers[withPayload][0]
		slots := maps.Clone(pairs.spec.Slots)
		slots["KEY"] = shaders.Snippet{File: "lib/key.glsl#int"} // the kernels of the later passes are right
		pairs.spec.Slots = slots
		try(t, dev, s, randomKeys(r, gpu.Uint32, 2*pairs.spec.Shape.TileSize()+1))
		if !pairs.firstWrong || pairs.first.Kernel != nil {
			t.Error("a first pass that takes keys for signed is not found out")
		}
		keys := s.movers[keysAlone][0]
		if keys.firstWrong || keys.first.Kernel == nil {
			t.Error("the first pass of keys alone is not used")
		}
		report := reported(dev)
		refused := fmt.Sprintf("radix, first pass: not %s: %s.*: %v", s.shape.Variant(), again, gpu.ErrSelfTest)
		if !regexp.MustCompile(refused).MatchString(report) {
			t.Errorf("no line like %q in\n%s", refused, report)
		}
		if again == "" && !strings.Contains(report, "radix, first pass: "+s.shape.Variant()+", self-test passed in") {
			t.Errorf("none that passed in\n%s", report)
		}
		s.Release()
	}
}
