// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// find gives the picture of a name.
func find[T picture](t *testing.T, rows []result.Row, name string) T {
	t.Helper()
	all, err := pictures(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if c, ok := p.(T); ok && p.about().name == name {
			return c
		}
	}
	t.Fatalf("no picture %s of that kind", name)
	panic("unreachable")
}

func (c *lineChart) named(t *testing.T, name string) line {
	t.Helper()
	for _, l := range c.lines {
		if l.name == name {
			return l
		}
	}
	t.Fatalf("%s: no line %q", c.name, name)
	return line{}
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
	c := find[*lineChart](t, rows, "compact")
	var names []string
	for _, l := range c.lines {
		names = append(names, l.name)
	}
	want := "chained-khr append append-subgroup append-group scan-scatter scan-tree one-thread cpu cpu-parallel CUB copy's bandwidth"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("lines %q, want %q", got, want)
	}
	r := row(t, rows, func(r result.Row) bool { return r.Variant == "chained-khr" && r.N == 1<<20 && r.Kept == 50 })
	p := c.named(t, "chained-khr").points[3]
	if p.x != 1<<20 || !near(p.y, float64(r.N)/r.GPU*1e6) || !near(p.low, float64(r.N)/r.GPUP75*1e6) || !near(p.high, float64(r.N)/r.GPUP25*1e6) {
		t.Errorf("%+v of %+v", p, r)
	}
	if p := c.named(t, "CUB").points[3]; !near(p.y, float64(r.N)/r.Peer*1e6) {
		t.Errorf("the peer: %+v of %v us", p, r.Peer)
	}
	// The scale at the right says the row's GB/s where the left says its items, and the copy's line is the copy's GB/s.
	if got := p.y * c.times; math.Abs(got-r.GBs) > 0.01*r.GBs {
		t.Errorf("%v GB/s by the scale, %v by the row", got, r.GBs)
	}
	copied := row(t, rows, func(r result.Row) bool { return r.Op == "copy" && r.N == 1<<20 })
	if p := c.named(t, "copy's bandwidth").points[3]; !near(p.y*c.times, copied.GBs) {
		t.Errorf("%v GB/s of the copy, want %v", p.y*c.times, copied.GBs)
	}
	if l := c.named(t, "one-thread"); len(l.points) != 2 || l.hollow {
		t.Errorf("%+v", l)
	}
	if !c.named(t, "append").hollow || c.named(t, "scan-tree").hollow {
		t.Error("the marks do not tell who loses the order")
	}
	cpu := row(t, rows, func(r result.Row) bool { return r.Variant == "cpu" && r.N == 1<<20 && r.Kept == 50 })
	if p := c.named(t, "cpu").points[3]; !near(p.y, float64(cpu.N)/cpu.Wall*1e6) {
		t.Errorf("the CPU: %+v of %v us", p, cpu.Wall)
	}
	if !strings.Contains(c.foot, "GPU clock") || !strings.Contains(c.foot, "CPU by the wall clock") || !strings.Contains(c.foot, "Made-up GPU") {
		t.Errorf("%q", c.foot)
	}
}

func TestOneUnreliableClockTurnsThePictureToTheWall(t *testing.T) {
	rows := resulttest.Rows()
	i := slices.IndexFunc(rows, func(r result.Row) bool { return r.Op == "scan" && r.N == 1<<20 })
	rows[i].Reliable = false
	c := find[*lineChart](t, rows, "scan")
	for _, p := range c.named(t, "chained-khr").points {
		r := row(t, rows, func(r result.Row) bool { return r.Op == "scan" && r.N == int(p.x) })
		if !near(p.y, p.x/r.Wall*1e6) || !near(p.low, p.x/r.WallP75*1e6) {
			t.Errorf("%+v of %v us by the wall clock", p, r.Wall)
		}
	}
	if !strings.HasPrefix(c.foot, "Made-up GPU, OpenGL 0.0 made up. Wall clock") {
		t.Errorf("%q", c.foot)
	}
	for _, l := range c.lines {
		if l.name == "CUB" {
			t.Error("the peer's GPU times stand beside wall times")
		}
	}
	if c := find[*lineChart](t, rows, "reduce"); !strings.Contains(c.foot, "GPU clock") {
		t.Errorf("another picture: %q", c.foot)
	}
}

func TestSpeedups(t *testing.T) {
	rows := resulttest.Rows()
	c := find[*lineChart](t, rows, "speedup-n")
	at := func(variant string) result.Row {
		return row(t, rows, func(r result.Row) bool { return r.Variant == variant && r.N == 1<<24 && r.Kept == 50 })
	}
	ours := at("chained-khr")
	for name, want := range map[string]float64{
		"the best that keeps the order": at("scan-tree").GPU / ours.GPU,
		"the best that loses the order": at("append-group").GPU / ours.GPU,
		"the best on the CPU":           at("cpu-parallel").Wall / ours.Wall,
		"CUB, queued":                   ours.Peer / ours.GPU,
		"CUB, wall":                     ours.PeerWall / ours.Wall,
		"equal":                         1,
	} {
		t.Run(name, func(t *testing.T) {
			points := c.named(t, name).points
			if p := points[len(points)-1]; p.x != 1<<24 || !near(p.y, want) {
				t.Errorf("%s: %+v, want %v", name, p, want)
			}
		})
	}
	c = find[*lineChart](t, rows, "speedup-kept")
	if l := c.named(t, "the best that loses the order, 2^16"); len(l.points) != 6 || !l.dashed {
		t.Errorf("%+v", l)
	}
}

func TestKeptAndRecords(t *testing.T) {
	rows := resulttest.Rows()
	c := find[*lineChart](t, rows, "compact-kept")
	if !strings.HasPrefix(c.sub, "2^24 items of 4 bytes.") {
		t.Errorf("%q", c.sub)
	}
	r := row(t, rows, func(r result.Row) bool { return r.Variant == "append" && r.N == 1<<24 && r.Kept == 90 })
	if p := c.named(t, "append").points[4]; p.x != 90 || p.y != r.GPU {
		t.Errorf("%+v, want %v", p, r.GPU)
	}
	c = find[*lineChart](t, rows, "compact-records")
	if got := xs(c.lines); !slices.Equal(got, []float64{4, 8, 16, 32, 64}) {
		t.Errorf("records of %v bytes", got)
	}
	r = row(t, rows, func(r result.Row) bool { return r.Variant == "scan-tree" && r.RecordBytes == 32 })
	if p := c.named(t, "scan-tree").points[3]; !near(p.y, r.GBs) {
		t.Errorf("%+v, want %v GB/s", p, r.GBs)
	}
	// The copy is shown where as many bytes were copied, and nowhere else.
	if l := c.named(t, "copy"); len(l.points) != 3 || l.points[1].x != 16 {
		t.Errorf("%+v", l.points)
	}
}

func TestLadder(t *testing.T) {
	rows := resulttest.Rows()
	c := find[*barChart](t, rows, "ladder-min-f32")
	bars := c.groups[0].bars
	if len(bars) != 14 || bars[0].name != "ours" || !bars[0].ours || bars[13].name != "blend-points" {
		t.Errorf("%d bars: %+v", len(bars), bars)
	}
	for i := range bars[1:] {
		if bars[i].us > bars[i+1].us {
			t.Errorf("%s stands before %s", bars[i].name, bars[i+1].name)
		}
	}
	var cannot []string
	for _, r := range c.cannot {
		cannot = append(cannot, r.name)
		if r.why == "" {
			t.Errorf("%s: no reason", r.name)
		}
	}
	if !slices.Equal(cannot, []string{"mipmap-points", "mipmap-instances", "one-thread"}) {
		t.Errorf("refused: %v", cannot)
	}
	read := row(t, rows, func(r result.Row) bool { return r.Op == "read" && r.N == 1<<24 })
	if !near(c.limit, read.GPU) {
		t.Errorf("reading takes %v, want %v", c.limit, read.GPU)
	}
	c = find[*barChart](t, rows, "tiles")
	if len(c.groups) != 3 || c.groups[1].title != "1920x1080 to 60x34" || len(c.groups[1].bars) != 7 {
		t.Errorf("%+v", c.groups)
	}
}

func TestFetchAndDistributions(t *testing.T) {
	rows := resulttest.Rows()
	c := find[*lineChart](t, rows, "fetch")
	r := row(t, rows, func(r result.Row) bool { return r.FetchBits == 128 && r.Workers == 4 && r.N == 1<<24 })
	if p := c.named(t, "128 bits a lane").points[2]; p.x != 4 || !near(p.y, r.GBs) {
		t.Errorf("%+v, want %v", p, r.GBs)
	}
	if got := xs(c.lines); !slices.Equal(got, []float64{1, 2, 4, 8}) {
		t.Errorf("workers %v", got)
	}
	d := find[*columnChart](t, rows, "sort-dist")
	if !slices.Equal(d.groups, []string{"uniform", "entropy", "sorted", "reversed", "few", "constant"}) || len(d.series) != 4 {
		t.Fatalf("%v, %d series", d.groups, len(d.series))
	}
	r = row(t, rows, func(r result.Row) bool {
		return r.Op == "sort" && r.Dist == "few" && r.PayloadBytes == 4 && r.KeyBits == 32
	})
	if s := d.series[1]; s.name != "32-bit keys + 4 bytes" || s.values[4].us != r.GPU || s.values[4].peer != r.Peer {
		t.Errorf("%+v, want %v", s, r.GPU)
	}
}

func TestBitsOfTheKey(t *testing.T) {
	rows := resulttest.Rows()
	c := find[*columnChart](t, rows, "sort-bits")
	if strings.Join(c.groups, ", ") != "16 bits, 32 bits" || len(c.series) != 1 || c.series[0].name != "keys + 4 bytes" {
		t.Errorf("%v, %+v", c.groups, c.series)
	}
	// What was sorted at one n alone is no line against n.
	lone := row(t, rows, func(r result.Row) bool { return r.Op == "sort" && r.N == 1<<20 && r.Usual() })
	lone.KeyBits = 24
	for _, l := range find[*lineChart](t, append(rows, lone), "sort").lines {
		if strings.Contains(l.name, "24-bit") {
			t.Errorf("%+v", l)
		}
	}
}

// A stage of a frame has no wall time of its own: by the wall clock there is the frame alone, and no picture.
func TestStagesWithoutWallTimes(t *testing.T) {
	rows := slices.DeleteFunc(resulttest.Rows(), func(r result.Row) bool { return r.Op != "hair" })
	for i := range rows {
		if rows[i].Variant != "frame" {
			rows[i].Wall, rows[i].WallP25, rows[i].WallP75 = 0, 0, 0
		}
	}
	if find[*stackChart](t, rows, "hair").parts[0] != "expand" {
		t.Error("no stages by the GPU's clock")
	}
	for i := range rows {
		rows[i].Reliable = false
	}
	if all, err := pictures(rows); err == nil {
		t.Errorf("%d pictures", len(all))
	}
}

func TestFrames(t *testing.T) {
	c := find[*stackChart](t, resulttest.Rows(), "hair")
	if strings.Join(c.parts, " ") != "expand cull key sort scene ribbons tone" || len(c.stacks) != 2 || c.parts[c.most] != "ribbons" {
		t.Fatalf("%+v", c)
	}
	s := c.stacks[1]
	if s.name != "3,100,000 segments" || s.whole < s.sum(-1) || !near(s.sum(5), s.sum(-1)-s.parts[5]) {
		t.Errorf("%+v", s)
	}
}

// A frame of many stages: each has a colour of its own, and what tells their times takes more lines in place of an end.
func TestFramesOfManyStages(t *testing.T) {
	c := &stackChart{stacks: []stack{{name: "1,000 segments", whole: 80_000}}, most: -1}
	short := c.height()
	seen := map[color.RGBA]bool{}
	for i := range 11 {
		c.parts = append(c.parts, fmt.Sprint("a stage of number ", i))
		c.stacks[0].parts = append(c.stacks[0].parts, 7000)
		seen[c.look(i)] = true
	}
	if len(seen) != 11 {
		t.Errorf("11 stages have %d colours", len(seen))
	}
	if n := c.lines(); n < 2 || c.height() != short+float64(n-1)*lineHeight {
		t.Errorf("%d lines, height %v; of no stage %v", n, c.height(), short)
	}
}

// Of two rows of the same thing the later one counts.
func TestLaterRows(t *testing.T) {
	rows := resulttest.Rows()
	later := row(t, rows, func(r result.Row) bool { return r.Op == "scan" && r.N == 1<<16 })
	later.GPU = 1
	c := find[*lineChart](t, append(rows, later), "scan")
	if l := c.named(t, "chained-khr"); len(l.points) != len(resulttest.Sizes) || !near(l.points[1].y, (1<<16)*1e6) {
		t.Errorf("%+v", l.points)
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks []plot.Tick) string {
		var all []string
		for _, tick := range ticks {
			if tick.Label != "" {
				all = append(all, tick.Label)
			}
		}
		return strings.Join(all, " ")
	}
	if got := labels(logTicks(plain)(4, 60)); got != "5 10 20 50" {
		t.Errorf("%q", got)
	}
	if got := labels(logTicks(plain)(1, 1e6)); got != "1 10 100 1,000 10,000 100,000 1,000,000" {
		t.Errorf("%q", got)
	}
	if got := labels(logTicks(plain)(0.9, 2.1)); got != "1 1.2 1.4 1.6 1.8 2" {
		t.Errorf("%q", got)
	}
	if got := labels(evenTicks(plain)(0, 3100)); got != "0 1,000 2,000 3,000" {
		t.Errorf("%q", got)
	}
	if got := labels(ticksAt([]float64{0, 1, 10, 50}, false, plain)(0, 100)); got != "0 10 50" {
		t.Errorf("labels that touch: %q", got)
	}
}

func TestSpreadOut(t *testing.T) {
	for _, c := range []struct{ places, want []float64 }{
		{[]float64{10, 50}, []float64{10, 50}},
		{[]float64{50, 50}, []float64{45, 55}},
		{[]float64{99, 100}, []float64{90, 100}},
		{[]float64{0, 1, 2, 60}, []float64{0, 10, 20, 60}},
		{[]float64{48, 50, 52}, []float64{40, 50, 60}},
		{nil, nil},
	} {
		t.Run(fmt.Sprint("places=", c.places), func(t *testing.T) {
			if got := spreadOut(c.places, 10, 0, 100); !slices.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.places, got, c.want)
			}
		})
	}
}

func TestWrapAndCut(t *testing.T) {
	s := letters(10, black)
	words := "the quick brown fox jumps over the lazy dog"
	lines := wrap(s, words, vg.Points(100))
	if strings.Join(lines, " ") != words || len(lines) < 2 {
		t.Errorf("%q", lines)
	}
	for _, line := range lines {
		if s.Width(line) > vg.Points(100) {
			t.Errorf("%q is wider than 100 points", line)
		}
	}
	if got := balanced(s, words, s.Width(words)-1); len(got) != 2 || strings.Join(got, " ") != words || got[1] == "dog" {
		t.Errorf("%q", got)
	}
	if got := cut(s, words, vg.Points(100)); s.Width(got) > vg.Points(100) || !strings.HasPrefix(got, "the quick") || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
	if got := cut(s, "short", vg.Points(100)); got != "short" {
		t.Errorf("%q", got)
	}
}
