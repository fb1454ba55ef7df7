// SPDX-License-Identifier: MIT

package result

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// made is a good row of a compaction.
func made(variant string, n int, gpu, wall float64) Row {
	r := New("compact", variant, n)
	r.Kept, r.GPU, r.Wall, r.Reliable, r.Checked, r.Samples = 50, gpu, wall, true, true, 21
	return r
}

func TestKinds(t *testing.T) {
	for _, v := range []string{"chained-khr", "chunked-shared", "ours", "auto", "runs"} {
		if r := made(v, 1, 1, 1); !r.Ours() || r.Host() {
			t.Errorf("%s is not ours", v)
		}
	}
	for _, v := range []string{"append", "scan-tree", "kernel", "cpu"} {
		if made(v, 1, 1, 1).Ours() {
			t.Errorf("%s is ours", v)
		}
	}
	bad := made("append", 1, 1, 1)
	bad.Checked = false
	refused := New("ladder", "one-thread", 1<<24)
	refused.Note = "too many"
	wrong := New("ladder", "one-thread", 1<<24)
	wrong.Fail(errors.New("one bit is wrong"))
	if wrong.Good() || wrong.Refused() {
		t.Error("a wrong result is taken for one that could not be")
	}
	if bad.Good() || bad.Refused() || refused.Good() || !refused.Refused() || !made("append", 1, 1, 1).Good() {
		t.Error("what may be shown, and what was refused")
	}
	if got := Good([]Row{bad, refused, made("append", 1, 1, 1)}); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if made("a", 1, 1, 1).Record() != 4 || (Row{RecordBytes: 16}).Record() != 16 {
		t.Error("sizes of records")
	}
}

func TestClocks(t *testing.T) {
	cpu, gpu, lost := made("cpu", 1, 0, 7), made("append", 1, 2, 9), made("scan-tree", 1, 2, 9)
	cpu.Reliable, lost.Reliable = false, false
	if Wall([]Row{cpu, gpu}) || !Wall([]Row{cpu, gpu, lost}) {
		t.Error("the CPU's rows or those of a lost clock decide wrongly")
	}
	gpu.GPUP25, gpu.GPUP75, gpu.WallP25, gpu.WallP75 = 1, 3, 8, 10
	if low, high := gpu.Quartiles(false); low != 1 || high != 3 {
		t.Error(low, high)
	}
	if low, high := gpu.Quartiles(true); low != 8 || high != 10 {
		t.Error(low, high)
	}
	if cpu.By(false) != 7 || gpu.By(false) != 2 || gpu.By(true) != 9 {
		t.Error("times by a clock")
	}
	for _, c := range []struct {
		a, b Row
		want float64
	}{{gpu, made("x", 1, 6, 90), 3}, {gpu, lost, 1}, {made("x", 1, 1, 14), cpu, 0.5}, {gpu, Row{}, 0}} {
		t.Run(fmt.Sprint("want=", c.want), func(t *testing.T) {
			if got := c.a.Speedup(c.b); got != c.want {
				t.Errorf("%s over %s: %v, want %v", c.a.Variant, c.b.Variant, got, c.want)
			}
		})
	}
}

func TestMatches(t *testing.T) {
	lost, cpu, unchecked := made("append", 8, 3, 9), made("cpu", 8, 0, 30), made("scan-none", 8, 0.1, 0.1)
	lost.Note, cpu.Reliable, unchecked.Checked = "order lost", false, false
	clustered := made("scan-tree", 8, 1, 9)
	clustered.Dist = "clustered"
	random := made("scan-tree", 8, 4, 9)
	random.Dist = "random" // the same as saying nothing
	other := made("scan", 8, 1, 1)
	other.Op = "scan"
	rows := []Row{
		made("chunked-khr", 8, 2.5, 9), made("chained-khr", 8, 2, 10), lost, made("scan-scatter", 8, 8, 9), random, clustered,
		cpu, unchecked, other, made("chained-khr", 16, 2, 9),
	}
	all := Matches(rows)
	if len(all) != 2 {
		t.Fatalf("%d matches: %+v", len(all), all)
	}
	m := all[0]
	if m.Ours.Variant != "chained-khr" || m.Ordered != random || m.Unordered != lost || m.Host != cpu {
		t.Errorf("%+v", m)
	}
	if m := all[1]; m.Ours.N != 16 || m.Ordered.Op != "" || m.Unordered.Op != "" || m.Host.Op != "" {
		t.Errorf("%+v", m)
	}
}

func TestRatios(t *testing.T) {
	r := made("chained-khr", 8, 2, 9)
	r.Peer, r.GPUBatch, r.PeerBatch, r.PeerWall, r.Enqueue, r.PeerEnqueue = 3, 1, 0.75, 18, 4, 3
	if got := r.Ratios(); got != [3]float64{1.5, 0.75, 2} || r.RatioEnqueue() != 0.75 || !r.Compared() {
		t.Errorf("%v, %v", got, r.RatioEnqueue())
	}
	for name, set := range map[string]func(*Row){
		"no peer":                 func(r *Row) { r.Peer, r.PeerBatch, r.PeerWall, r.PeerEnqueue = 0, 0, 0, 0 },
		"the GPU's clock is off":  func(r *Row) { r.Reliable = false },
		"not checked":             func(r *Row) { r.Checked = false },
		"no times but the peer's": func(r *Row) { r.GPU, r.GPUBatch, r.Wall, r.Enqueue = 0, 0, 0, 0 },
	} {
		t.Run(name, func(t *testing.T) {
			bad := r
			if set(&bad); bad.Compared() || bad.RatioEnqueue() != 0 {
				t.Errorf("%s: %v", name, bad.Ratios())
			}
		})
	}
	r.PeerBatch, r.PeerWall = 0, 0 // each for itself
	if got := r.Ratios(); got != [3]float64{1.5, 0, 0} || !r.Compared() {
		t.Errorf("%v", got)
	}
}

func TestAgainstPeer(t *testing.T) {
	a, b, off, naive := made("chained-khr", 8, 2, 9), made("chained-khr", 16, 8, 9), made("chained-khr", 32, 8, 9), made("append", 8, 1, 1)
	a.Peer, b.Peer, off.Peer, naive.Peer = 4, 4, 4, 1000
	a.GPUBatch, a.PeerBatch, a.PeerWall = 1, 2, 4.5
	b.GPUBatch, b.PeerWall, b.Enqueue, b.PeerEnqueue = 1, 4.5, 4, 3 // and no peer's calls in a row
	off.PeerWall = 1000
	off.Reliable = false
	all := AgainstPeer([]Row{a, b, off, naive})
	if len(all) != 1 {
		t.Fatalf("%+v", all)
	}
	p := all[0]
	if p.Op != "compact" || p.Best != a || p.Worst != b || p.Far || p.Beside != p.Timings {
		t.Errorf("%+v", p)
	}
	for _, c := range []struct {
		name  string
		got   Mean
		cells int
		want  float64
	}{{"queued", p.Timings[0], 2, 1}, {"in a row", p.Timings[1], 1, 2}, {"wall", p.Timings[2], 2, 0.5}, {"enqueue", p.Enqueue, 1, 0.75}} {
		t.Run(c.name, func(t *testing.T) {
			if c.got.Cells != c.cells || math.Abs(c.got.Mean-c.want) > 1e-12 {
				t.Errorf("%s: %+v, want %v of %d cells", c.name, c.got, c.want, c.cells)
			}
		})
	}
	if m := p.Timings[0]; m.Least != 0.5 || m.Most != 2 {
		t.Errorf("from %v to %v, want 0.5 to 2", m.Least, m.Most)
	}
	if AgainstPeer([]Row{naive}) != nil {
		t.Error("a way that is not comb's stands against the peer")
	}
}

// The largest rows have both figures: as they are, and with each side's time over its own copy's.
func TestAgainstPeerRelativeToCopies(t *testing.T) {
	copied, near, far := made("kernel", Farthest, 2, 9), made("chained-khr", 8, 2, 9), made("chained-khr", Farthest, 2, 9)
	copied.Op, copied.Peer, copied.PeerWall = "copy", 1, 9
	near.Peer, far.Peer, far.PeerWall = 2, 1, 4.5
	p := AgainstPeer([]Row{copied, near, far})[0]
	if !p.Far || p.Timings[0].Least != 0.5 || p.Timings[0].Most != 1 || p.Beside[0].Least != 1 || p.Beside[0].Most != 1 || p.Beside[2].Mean != 0.5 || p.Beside[1].Cells != 0 {
		t.Errorf("%+v", p)
	}
}

func TestMachine(t *testing.T) {
	a := Row{Device: "GPU A/PCIe", Driver: "1"}
	if device, driver, one := Machine([]Row{a, a}); device != a.Device || driver != "1" || !one {
		t.Error(device, driver, one)
	}
	if _, _, one := Machine([]Row{a, {Device: "GPU B"}}); one {
		t.Error("two devices are one")
	}
	for in, want := range map[string]string{"GPU A/PCIe/SSE2": "GPU A", "llvmpipe (LLVM 15, 256 bits)": "llvmpipe"} {
		if got := ShortDevice(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// The n of a ladder is the largest that most rungs climb to.
func TestTallest(t *testing.T) {
	var rows []Row
	for rung, most := range map[string]int{"a": 3, "b": 3, "c": 3, "d": 2, "e": 1} {
		for n := 1; n <= most; n++ {
			rows = append(rows, New("ladder", rung, n))
		}
	}
	if n := Tallest(rows); n != 2 {
		t.Errorf("%d, want 2: four of five rungs", n)
	}
}

func TestFigures(t *testing.T) {
	for n, want := range map[int]string{1: "1", 1000: "1,000", 1024: "2^10", 1 << 24: "2^24", 3_100_000: "3,100,000"} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			if got := Amount(n); got != want {
				t.Errorf("amount of %v: %q, want %q", n, got, want)
			}
		})
	}
	for v, want := range map[float64]string{
		0: "0", 0.0982: "0.0982", 7.104: "7.10", 9.996: "10.0", 72.224: "72.2", 99.96: "100", 642.3: "642", 1615: "1,615", -1615: "-1,615",
	} {
		t.Run(fmt.Sprint("v=", v), func(t *testing.T) {
			if got := Figures(v); got != want {
				t.Errorf("figures of %v: %q, want %q", v, got, want)
			}
		})
	}
}
