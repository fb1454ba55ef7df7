// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// find returns the chart of a name.
func find(t *testing.T, rows []result.Row, name string) Chart {
	t.Helper()
	all, err := Charts(rows)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(c Chart) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no chart %s", name)
	}
	return all[i]
}

func (c Chart) names() (all []string) {
	for _, s := range c.Series {
		all = append(all, s.Name)
	}
	return all
}

func (c Chart) named(t *testing.T, name string) Series {
	t.Helper()
	i := slices.Index(c.names(), name)
	if i < 0 {
		t.Fatalf("%s: no series %q among %q", c.Name, name, c.names())
	}
	return c.Series[i]
}

// at is the point of a series at x.
func (s Series) at(t *testing.T, x float64) Point {
	t.Helper()
	i := slices.IndexFunc(s.Points, func(p Point) bool { return p.X == x })
	if i < 0 {
		t.Fatalf("%s: no point at %v: %v", s.Name, x, s.Points)
	}
	return s.Points[i]
}

func row(t *testing.T, rows []result.Row, pass func(result.Row) bool) result.Row {
	t.Helper()
	i := slices.IndexFunc(rows, pass)
	if i < 0 {
		t.Fatal("no such row")
	}
	return rows[i]
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func TestThroughput(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "compact")
	want := "chained-khr|append (order lost)|append-subgroup (order lost)|append-group (order lost)|scan-scatter|scan-tree|one-thread|" +
		"cpu|cpu-parallel|CUB|copy of n words"
	if got := strings.Join(c.names(), "|"); got != want {
		t.Errorf("series %q, want %q", got, want)
	}
	r := row(t, rows, func(r result.Row) bool { return r.Variant == "chained-khr" && r.N == 1<<20 && r.Kept == 50 })
	s := c.named(t, "chained-khr")
	p := s.at(t, 1<<20)
	if !near(p.Y, float64(r.N)/r.GPU/1e3) || !near(p.Low, float64(r.N)/r.GPUP75/1e3) || !near(p.High, float64(r.N)/r.GPUP25/1e3) {
		t.Errorf("%+v of %+v", p, r)
	}
	if s.Role != Ours || s.Color != blue || c.named(t, "append (order lost)").Role != Other {
		t.Errorf("%+v", s)
	}
	if p := c.named(t, "CUB").at(t, 1<<20); !near(p.Y, float64(r.N)/r.Peer/1e3) {
		t.Errorf("the peer: %+v of %v us", p, r.Peer)
	}
	copied := row(t, rows, func(r result.Row) bool { return r.Op == "copy" && r.N == 1<<20 })
	if p := c.named(t, "copy of n words").at(t, 1<<20); !near(p.Y, float64(copied.N)/copied.GPU/1e3) {
		t.Errorf("the copy: %+v of %v us", p, copied.GPU)
	}
	if l := c.named(t, "one-thread"); len(l.Points) != 2 {
		t.Errorf("%+v", l)
	}
	cpu := row(t, rows, func(r result.Row) bool { return r.Variant == "cpu" && r.N == 1<<20 && r.Kept == 50 })
	if p := c.named(t, "cpu").at(t, 1<<20); !near(p.Y, float64(cpu.N)/cpu.Wall/1e3) {
		t.Errorf("the CPU: %+v of %v us", p, cpu.Wall)
	}
	if c.Source != "Made-up GPU, OpenGL 0.0 made up, GPU time" || !c.X.Log || !c.Y.Log || c.Y.Label != "billion items a second" {
		t.Errorf("%q %+v %+v", c.Source, c.X, c.Y)
	}
	s = find(t, rows, "sort-bandwidth").named(t, "32-bit keys")
	r = row(t, rows, func(r result.Row) bool {
		return r.Op == "sort" && r.N == 1<<24 && r.KeyName() == s.Name
	})
	if p := s.at(t, 1<<24); !near(p.Y, r.GBs) {
		t.Errorf("%+v, want %v GB/s", p, r.GBs)
	}
}

func TestUnreliableClockUsesWallTimes(t *testing.T) {
	rows := resulttest.Rows()
	i := slices.IndexFunc(rows, func(r result.Row) bool { return r.Op == "scan" && r.N == 1<<20 })
	rows[i].Reliable = false
	c := find(t, rows, "scan")
	for _, p := range c.named(t, "chained-khr").Points {
		r := row(t, rows, func(r result.Row) bool { return r.Op == "scan" && r.N == int(p.X) })
		if !near(p.Y, p.X/r.Wall/1e3) || !near(p.Low, p.X/r.WallP75/1e3) {
			t.Errorf("%+v of %v us by the wall clock", p, r.Wall)
		}
	}
	if c.Source != "Made-up GPU, OpenGL 0.0 made up, wall time" {
		t.Errorf("%q", c.Source)
	}
	if slices.Contains(c.names(), "CUB") {
		t.Error("the peer's GPU times are beside wall times")
	}
	if c := find(t, rows, "reduce"); !strings.HasSuffix(c.Source, "GPU time") {
		t.Errorf("another chart: %q", c.Source)
	}
}

func TestSpeedups(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "speedup-n")
	at := func(variant string) result.Row {
		return row(t, rows, func(r result.Row) bool { return r.Variant == variant && r.N == 1<<24 && r.Kept == 50 })
	}
	ours := at("chained-khr")
	for name, want := range map[string]float64{
		"order kept":  at("scan-tree").GPU / ours.GPU,
		"order lost":  at("append-group").GPU / ours.GPU,
		"on the CPU":  at("cpu-parallel").Wall / ours.Wall,
		"CUB, queued": ours.Peer / ours.GPU,
		"CUB, wall":   ours.PeerWall / ours.Wall,
		"equal":       1,
	} {
		t.Run(name, func(t *testing.T) {
			if p := c.named(t, name).at(t, 1<<24); !near(p.Y, want) {
				t.Errorf("%s: %+v, want %v", name, p, want)
			}
		})
	}
	if s := find(t, rows, "speedup-kept").named(t, "order lost"); len(s.Points) != 6 {
		t.Errorf("%+v", s)
	}
}

func TestKeptAndRecords(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "compact-kept")
	if !strings.HasPrefix(c.Caption, "2^24 items of 4 bytes.") {
		t.Errorf("%q", c.Caption)
	}
	r := row(t, rows, func(r result.Row) bool { return r.Variant == "append" && r.N == 1<<24 && r.Kept == 90 })
	if p := c.named(t, "append (order lost)").at(t, 90); p.Y != r.GPU {
		t.Errorf("%+v, want %v", p, r.GPU)
	}
	s := find(t, rows, "compact-records").named(t, "scan-tree")
	r = row(t, rows, func(r result.Row) bool { return r.Variant == "scan-tree" && r.RecordBytes == 32 })
	if p := s.at(t, 32); !near(p.Y, r.GBs) || len(s.Points) != 5 {
		t.Errorf("%+v of %+v, want %v GB/s", p, s, r.GBs)
	}
}

func TestLadder(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "ladder-min-f32")
	if len(c.Labels) != 14 || c.Labels[0] != "ours" || c.Labels[13] != "blend-points" || !c.X.Log {
		t.Errorf("%q", c.Labels)
	}
	var times []float64
	for i := range c.Labels {
		for _, s := range c.Series {
			if k := slices.IndexFunc(s.Points, func(p Point) bool { return p.X == float64(i) && s.Role != Limit }); k >= 0 {
				times = append(times, s.Points[k].Y)
			}
		}
	}
	if len(times) != 14 || !slices.IsSorted(times) {
		t.Errorf("times %v", times)
	}
	read := row(t, rows, func(r result.Row) bool { return r.Op == "read" && r.N == 1<<24 })
	if p := c.named(t, "reading alone").at(t, 3); p.Y != read.GPU {
		t.Errorf("reading takes %v, want %v", p.Y, read.GPU)
	}
	if s := c.named(t, "comb"); s.Color != blue || len(s.Points) != 1 {
		t.Errorf("%+v", s)
	}
	c = find(t, rows, "tiles")
	if len(c.Series) != 3 || len(c.Labels) != 7 || len(c.named(t, "1920x1080 to 60x34").Points) != 7 {
		t.Errorf("%+v", c)
	}
}

func TestFetchAndInputs(t *testing.T) {
	rows := resulttest.Rows()
	r := row(t, rows, func(r result.Row) bool { return r.FetchBits == 128 && r.Workers == 4 && r.N == 1<<24 })
	s := find(t, rows, "fetch").named(t, "128 bits a lane")
	if p := s.at(t, 4); !near(p.Y, r.GBs) || len(s.Points) != 4 {
		t.Errorf("%+v, want %v", s, r.GBs)
	}
	c := find(t, rows, "sort-dist")
	if !slices.Equal(c.Labels, []string{"uniform", "entropy", "sorted", "reversed", "few", "constant"}) || len(c.Series) != 2*4 {
		t.Fatalf("%q, %q", c.Labels, c.names())
	}
	r = row(t, rows, func(r result.Row) bool {
		return r.Op == "sort" && r.Dist == "few" && r.PayloadBytes == 4 && r.KeyBits == 32
	})
	name := "32-bit keys + 4 bytes"
	if p, q := c.named(t, name).at(t, 4), c.named(t, "CUB, "+name).at(t, 4); p.Y != r.GPU || q.Y != r.Peer {
		t.Errorf("%+v %+v, want %v and %v", p, q, r.GPU, r.Peer)
	}
	if i := slices.Index(c.names(), name); c.Series[i+1].Name != "CUB, "+name || c.Series[i+1].Color != tint(c.Series[i].Color) {
		t.Errorf("the peer's bar is not beside comb's in a lighter colour: %q", c.names())
	}
}

func TestBitsOfTheKey(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "sort-bits")
	if strings.Join(c.Labels, ", ") != "16 bits, 32 bits" || strings.Join(c.names(), ", ") != "keys + 4 bytes, CUB, keys + 4 bytes" {
		t.Errorf("%q, %q", c.Labels, c.names())
	}
	// Keys that were sorted at one n only are no line against n.
	lone := row(t, rows, func(r result.Row) bool { return r.Op == "sort" && r.N == 1<<20 && r.Usual() })
	lone.KeyBits = 24
	for _, name := range find(t, append(rows, lone), "sort").names() {
		if strings.Contains(name, "24-bit") {
			t.Error(name)
		}
	}
}

// A stage of a frame has no wall time of its own, so there is no chart of stages by the wall clock.
func TestStagesWithoutWallTimes(t *testing.T) {
	rows := result.Filter(resulttest.Rows(), func(r result.Row) bool { return r.Op == "hair" })
	for i := range rows {
		if rows[i].Variant != "frame" {
			rows[i].Wall, rows[i].WallP25, rows[i].WallP75 = 0, 0, 0
		}
	}
	if find(t, rows, "hair").Series[0].Name != "expand" {
		t.Error("no stages by the GPU's clock")
	}
	for i := range rows {
		rows[i].Reliable = false
	}
	if all, err := Charts(rows); err == nil {
		t.Errorf("%d charts", len(all))
	}
}

func TestFrames(t *testing.T) {
	rows := resulttest.Rows()
	c := find(t, rows, "hair")
	if strings.Join(c.names(), " ") != "expand cull key sort scene ribbons tone "+between || len(c.Labels) != 2 || c.Labels[1] != "3,100,000 segments" {
		t.Fatalf("%q %q", c.names(), c.Labels)
	}
	sum := 0.0
	for _, s := range c.Series {
		sum += s.at(t, 1).Y
	}
	whole := row(t, rows, func(r result.Row) bool { return r.Op == "hair" && r.Variant == "frame" && r.N == 3_100_000 })
	if !near(sum, whole.GPU/1e3) {
		t.Errorf("the stages sum to %v ms, want %v us", sum, whole.GPU)
	}
}

// Each stage of a frame of many has a colour of its own.
func TestFramesOfManyStages(t *testing.T) {
	c := Chart{Kind: Stack, Labels: []string{"a"}}
	for i := range 11 {
		c.add(fmt.Sprint("stage ", i), Ours, Point{Y: 1})
	}
	c.finish()
	seen := map[string]bool{}
	for _, s := range c.Series {
		seen[s.Color] = true
	}
	if len(seen) != 11 {
		t.Errorf("11 stages have %d colours", len(seen))
	}
}

// Of two rows of the same cell and variant the later one counts.
func TestLaterRows(t *testing.T) {
	rows := resulttest.Rows()
	later := row(t, rows, func(r result.Row) bool { return r.Op == "scan" && r.N == 1<<16 })
	later.GPU = 1
	s := find(t, append(rows, later), "scan").named(t, "chained-khr")
	if p := s.at(t, 1<<16); len(s.Points) != len(resulttest.Sizes) || !near(p.Y, (1<<16)/1e3) {
		t.Errorf("%+v", s.Points)
	}
}

// Rows of one n are compared as dots.
func TestOneSize(t *testing.T) {
	rows := result.Filter(resulttest.Rows(), func(r result.Row) bool { return r.N == 1<<20 })
	if c := find(t, rows, "compact"); c.Kind != Dots || c.Labels[0] != "chained-khr" || !strings.Contains(c.Caption, "2^20 items") {
		t.Errorf("%+v", c)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis      Axis
		low, high float64
		want      string
	}{
		{Axis{Log: true}, 4, 60, "5 10 20 50"},
		{Axis{Log: true}, 1, 1e6, "1 10 100 1,000 10,000 100,000 1,000,000"},
		{Axis{Log: true}, 0.9, 2.1, "1 1.5 2"},
		{Axis{Log: true, Items: true}, 1 << 12, 1 << 14, "2^12 2^13 2^14"},
		{Axis{Log: true, Items: true}, 1 << 12, 1 << 24, "2^12 2^14 2^16 2^18 2^20 2^22 2^24"},
		{Axis{}, 0, 3100, "0 400 800 1,200 1,600 2,000 2,400 2,800"},
		{Axis{}, -3, 103, "0 20 40 60 80 100"},
	} {
		var got []string
		for _, tick := range c.axis.ticks(c.low, c.high) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v from %v to %v: %q, want %q", c.axis, c.low, c.high, got, c.want)
		}
	}
}
