// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
)

func TestVariants(t *testing.T) {
	nvidia, amd, software := caps(true, true, 32), caps(true, false, 64), caps(true, true, 8)
	nvidia.Vendor, software.Vendor, software.Software = "NVIDIA Corporation", "NVIDIA look-alike", true
	none := caps(false, false, 0)
	singlePass, shared := gpu.Tuning{Algorithm: gpu.SinglePass}, gpu.Tuning{Lanes: gpu.LanesShared}
	for _, c := range []struct {
		name string
		caps gpu.Caps
		tune gpu.Tuning
		o    gpu.Options
		want string // an asterisk means MayReduceThenScan
	}{
		{"NVIDIA", nvidia, gpu.Tuning{}, gpu.Options{}, "chained-khr* chunked-khr chunked-ballot chunked-shared"},
		{"AMD", amd, gpu.Tuning{}, gpu.Options{}, "chunked-khr chunked-shared"},
		{"software", software, gpu.Tuning{}, gpu.Options{}, "chunked-khr chunked-ballot chunked-shared"},
		{"any GL 4.3", none, gpu.Tuning{}, gpu.Options{}, "chunked-shared"},
		{"single pass requested", nvidia, singlePass, gpu.Options{}, "chained-khr chained-ballot chained-shared"},
		{"single pass requested, anywhere", none, singlePass, gpu.Options{}, "chained-shared"},
		{"shared requested", nvidia, shared, gpu.Options{}, "chunked-shared"},
		{"khr requested", nvidia, gpu.Tuning{Lanes: gpu.LanesKHR}, gpu.Options{}, "chained-khr* chunked-khr"},
		{"single pass forced", nvidia, gpu.Tuning{}, gpu.Options{Force: gpu.Tier{Algorithm: gpu.SinglePass}}, "chained-khr chained-ballot chained-shared"},
		{"reduce-then-scan forced", nvidia, gpu.Tuning{}, gpu.Options{Force: gpu.Tier{Algorithm: gpu.ReduceThenScan}}, "chunked-khr chunked-ballot chunked-shared"},
		{"ballot forced", nvidia, gpu.Tuning{}, gpu.Options{Force: gpu.Tier{Lanes: gpu.LanesBallot}}, "chunked-ballot"},
		{"one forced", nvidia, gpu.Tuning{}, gpu.Options{Force: gpu.Tier{Algorithm: gpu.SinglePass, Lanes: gpu.LanesShared}}, "chained-shared"},
		{"tuning before force", nvidia, gpu.Tuning{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan}, gpu.Options{Force: gpu.Tier{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR}}, "chunked-shared"},
		{"single pass forbidden", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Algorithm: gpu.SinglePass}}}, "chunked-khr chunked-ballot chunked-shared"},
		{"reduce-then-scan khr forbidden: not either", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesKHR}}}, "chained-khr chunked-ballot chunked-shared"},
		{"reduce-then-scan forbidden: not either", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Algorithm: gpu.ReduceThenScan}}}, "chained-khr"},
		{"reduce-then-scan with other lanes forbidden", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesShared}}}, "chained-khr* chunked-khr chunked-ballot"},
		{"two forbidden", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Lanes: gpu.LanesKHR}, {Lanes: gpu.LanesBallot}}}, "chunked-shared"},
		{"nothing forbidden", amd, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{}}}, "chunked-khr chunked-shared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := Variants(c.caps, c.tune, c.o)
			var names []string
			for _, s := range all {
				name := s.Variant()
				if s.MayReduceThenScan {
					name += "*"
				}
				names = append(names, name)
			}
			if got := strings.Join(names, " "); got != c.want || err != nil {
				t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
			}
		})
	}
	for _, c := range []struct {
		name     string
		caps     gpu.Caps
		tune     gpu.Tuning
		o        gpu.Options
		want     error
		wantText string
	}{
		{"lanes that are not there", amd, gpu.Tuning{Lanes: gpu.LanesBallot}, gpu.Options{}, gpu.ErrUnsupported, "ballot"},
		{"forced lanes that are not there", none, gpu.Tuning{}, gpu.Options{Force: gpu.Tier{Lanes: gpu.LanesKHR}}, gpu.ErrUnsupported, "gpu: Options.Force: Lanes is khr"},
		{"all forbidden", nvidia, gpu.Tuning{}, gpu.Options{Forbid: []gpu.Tier{{Algorithm: gpu.SinglePass}, {Algorithm: gpu.ReduceThenScan}}}, gpu.ErrUnsupported, "Forbid"},
		{"what is asked for forbidden", nvidia, shared, gpu.Options{Forbid: []gpu.Tier{{Lanes: gpu.LanesShared}}}, gpu.ErrUnsupported, "Forbid leaves no variant of shared"},
		{"too many workers", nvidia, gpu.Tuning{Workers: 4097}, gpu.Options{}, gpu.ErrArgument, "4097"},
		{"too many polls", nvidia, gpu.Tuning{Spins: 1 << 31}, gpu.Options{}, gpu.ErrArgument, "Spins is 2147483648, want at most 2147483647"},
		{"no such lanes", nvidia, gpu.Tuning{Lanes: 9}, gpu.Options{}, gpu.ErrArgument, "lanes(9)"},
		{"no such algorithm", nvidia, gpu.Tuning{Algorithm: -1}, gpu.Options{}, gpu.ErrArgument, "algorithm(-1)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := Variants(c.caps, c.tune, c.o)
			if len(all) != 0 || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%s: %v, %v, want %v with %q", c.name, all, err, c.want, c.wantText)
			}
		})
	}
}

func TestTierString(t *testing.T) {
	for want, tier := range map[string]gpu.Tier{
		"any": {}, "chained": {Algorithm: gpu.SinglePass}, "shared": {Lanes: gpu.LanesShared}, "chunked-khr": {Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesKHR},
	} {
		t.Run(want, func(t *testing.T) {
			if got := tier.String(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// operation is wrong in some variants and cannot be made in others.
type operation struct {
	variant string
	live    *int
}

func (o *operation) Release() { *o.live-- }

type operations struct {
	live, tests    int
	wrong, failing map[string]error
}

func (f *operations) choose(d *gpu.Device, t gpu.Tuning, singlePass bool) (*operation, error) {
	return SelectVariant(d, "op", t, singlePass, func(s Shape) (*operation, error) {
		if err := f.failing[s.Variant()]; err != nil {
			return nil, err
		}
		f.live++
		return &operation{s.Variant(), &f.live}, nil
	}, func(o *operation, s Shape) SelfTest {
		spec := copySpec()
		spec.Shape.Algorithm = s.Algorithm // the texts are equal, the variants differ
		return SelfTest{Specs: []Spec{spec}, Test: func() error {
			f.tests++
			return f.wrong[o.variant]
		}}
	})
}

func TestSelectVariant(t *testing.T) {
	wrong := fmt.Errorf("off by one\nand more: %w", gpu.ErrSelfTest)
	broken := fmt.Errorf("%w: syntax", gpu.ErrShader)
	full := fmt.Errorf("%w: scratch", gpu.ErrOutOfMemory)
	all := gpu.Tuning{Algorithm: gpu.SinglePass}
	probe := open(t, gpu.Options{NoCache: true})
	variants, err := Variants(probe.Caps(), all, gpu.Options{})
	if err != nil || len(variants) < 2 {
		t.Skip("one variant only")
	}
	best, next := variants[0].Variant(), variants[1].Variant()
	each := func(err error) map[string]error {
		m := map[string]error{}
		for _, v := range variants {
			m[v.Variant()] = err
		}
		return m
	}
	for _, c := range []struct {
		name           string
		wrong, failing map[string]error
		variant        string
		err            error
		tests, live    int
		wantText       string
	}{
		{"right", nil, nil, best, nil, 1, 1, "op: " + best + ", self-test passed in"},
		{"wrong", map[string]error{best: wrong}, nil, next, nil, 2, 1, "op: not " + best + ": off by one"},
		{"does not compile", nil, map[string]error{best: broken}, next, nil, 1, 1, "op: not " + best + ": shader rejected: syntax"},
		{"no memory is no fault of the driver's", nil, map[string]error{best: full}, "", gpu.ErrOutOfMemory, 0, 0, ""},
		{"cannot be tested", map[string]error{best: full}, nil, "", gpu.ErrOutOfMemory, 1, 0, ""},
		{"none compiles", nil, each(broken), "", gpu.ErrShader, 0, 0, "op: not " + next},
		{"none is right", each(wrong), nil, "", gpu.ErrSelfTest, len(variants), 0, "op: not " + next},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for again := range 3 { // on this Device, and on another one with the same folder
				d := probe
				if again != 1 {
					d = open(t, gpu.Options{CacheDir: dir})
					probe = d
				}
				f := &operations{wrong: c.wrong, failing: c.failing}
				o, err := f.choose(d, all, true)
				if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || err == nil && o.variant != c.variant || f.live != c.live {
					t.Errorf("%s: %+v, %v, %d live, want %q, %v", c.name, o, err, f.live, c.variant, c.err)
				}
				tests := c.tests
				if again > 0 && c.err != gpu.ErrOutOfMemory {
					tests = 0 // from the cache
				}
				if f.tests != tests {
					t.Errorf("%s, time %d: %d tests were run, want %d", c.name, again, f.tests, tests)
				}
				report := strings.Join(d.Report(), "\n")
				wantText := c.wantText
				if again == 2 {
					wantText = strings.ReplaceAll(wantText, "passed in", "passed before")
					wantText = strings.ReplaceAll(wantText, ": off", ": as found before: off")
				}
				if !strings.Contains(report, wantText) || strings.Contains(report, "and more") || wantText != "" && strings.Count(report, wantText) != 1 {
					t.Errorf("%s, time %d: %q is not once in\n%s", c.name, again, wantText, report)
				}
			}
		})
	}
	d := open(t, gpu.Options{CacheDir: t.TempDir(), NoSelfTest: true})
	f := &operations{wrong: each(wrong)}
	if o, err := f.choose(d, gpu.Tuning{}, false); err != nil || f.tests != 0 || o.variant != gpu.ReduceThenScan.String()+best[len(gpu.SinglePass.String()):] {
		t.Errorf("without self-tests: %+v, %v, %d tests", o, err, f.tests)
	}
	if report := strings.Join(d.Report(), "\n"); !strings.Contains(report, "not tested") {
		t.Errorf("not tested, and not said:\n%s", report)
	}
}

// A wrong kernel may raise faults. A fault that a caller's kernel raised before stays.
func TestSelfTestRestoresFaults(t *testing.T) {
	d := open(t, gpu.Options{CacheDir: t.TempDir()})
	for i, before := range []uint32{0, core.FaultOverflow} {
		subtest(t, d, fmt.Sprint("before=", before), func(t *testing.T) {
			if err := gpu.Upload(d, gpu.ViewOf(d.Internal().FaultWord), []uint32{before}); err != nil {
				t.Fatal(err)
			}
			err := RunSelfTest(d, fmt.Sprint("op", i), Shape{}, SelfTest{Test: func() error { return gpu.Upload(d, gpu.ViewOf(d.Internal().FaultWord), []uint32{core.FaultCount}) }})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Check(); errors.Is(err, gpu.ErrCount) || errors.Is(err, gpu.ErrOverflow) != (before != 0) {
				t.Errorf("fault word %d before: %v", before, err)
			}
		})
	}
}

func TestInjectedFaultMatchesTier(t *testing.T) {
	shape := Shape{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan, LaneCount: 32, GroupSize: 64, ItemsPerThread: 1}
	spec := copySpec()
	spec.Shape = shape
	for want, wrong := range map[bool][]gpu.Tier{
		true:  {{Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesShared}, {Algorithm: gpu.ReduceThenScan}, {Lanes: gpu.LanesShared}},
		false: {{}, {Algorithm: gpu.SinglePass, Lanes: gpu.LanesShared}, {Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesKHR}},
	} {
		t.Run(fmt.Sprint("want=", want), func(t *testing.T) {
			for _, tier := range wrong {
				right, err := spec.Source()
				if err != nil {
					t.Fatal(err)
				}
				d := &gpu.Device{}
				d.Internal().Faults.WrongAlgorithm, d.Internal().Faults.WrongLanes = int(tier.Algorithm), int(tier.Lanes)
				src, err := spec.innerFor(d).Source()
				if err != nil || (src.Text != right.Text) != want {
					t.Errorf("%v: changed %v, %v, want %v", tier, src.Text != right.Text, err, want)
				}
			}
		})
	}
}

// Kernels for a software renderer keep some loops rolled, but not those with KHR lanes.
func TestRolledLoops(t *testing.T) {
	for _, software := range []bool{false, true} {
		for _, lanes := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
			d := &gpu.Device{}
			d.Internal().Facts.Software = software
			spec := copySpec()
			spec.Shape.Lanes = lanes
			src, err := spec.innerFor(d).Source()
			want := software && lanes != gpu.LanesKHR
			if set := strings.Contains(src.Text, "#define ROLL_LOOPS 1"); err != nil || set != want {
				t.Errorf("software %v, %v: set %v, want %v, %v", software, lanes, set, want, err)
			}
		}
	}
}

func TestBarrierOrders(t *testing.T) {
	spec := copySpec()
	before := len(spec.Constants)
	for _, orders := range []bool{false, true} {
		d := &gpu.Device{}
		d.Internal().Facts.BarrierOrders = orders
		src, err := spec.innerFor(d).Source()
		if set := strings.Contains(src.Text, "#define BARRIER_ORDERS 1"); err != nil || set != orders {
			t.Errorf("orders %v: set %v, %v", orders, set, err)
		}
	}
	if len(spec.Constants) != before {
		t.Error("a caller's spec was written to")
	}
}
