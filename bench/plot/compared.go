// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

var (
	keptAxis  = axis{label: "per cent of the items kept"}
	timeAxis  = axis{label: "time of a call", log: true, ticks: logTicks(tickTime)}
	timesAxis = axis{label: "how many times as fast comb is", log: true, ticks: logTicks(plain)}
)

// tickTime writes a tick's time without needless zeros.
func tickTime(us float64) string {
	switch {
	case us == 0:
		return "0"
	case us < 1e3*(1-1e-9):
		return plain(us) + " µs"
	case us < 1e6*(1-1e-9):
		return plain(us/1e3) + " ms"
	}
	return plain(us/1e6) + " s"
}

// kept draws the times of compactions against what they keep.
func (b *book) kept() []picture {
	rows := b.where(func(r result.Row) bool { return r.Op == "compact" && r.Usual() })
	rows, record := ofRecord(rows)
	n := fullest(ours(rows), func(r result.Row) int { return r.Kept })
	if n == 0 {
		return nil
	}
	rows = slices.DeleteFunc(rows, func(r result.Row) bool { return r.N != n })
	wall := result.Wall(rows)
	c := &lineChart{head: head{name: "compact-kept", title: "Compaction: time against what is kept"}}
	c.sub = fmt.Sprintf("%s items of %d bytes.", result.Amount(n), record)
	if slices.ContainsFunc(rows, result.Row.OrderLost) {
		c.sub += " Hollow marks: the order of the items is lost."
	}
	for _, r := range rows {
		c.lines = put(c.lines, r.Variant, b.looks[r.Variant], value(r, wall, float64(r.Kept), func(us float64) float64 { return us }))
	}
	if !wall {
		for _, r := range result.BestOurs(rows) {
			if r.Peer > 0 {
				c.lines = put(c.lines, "CUB", peerLook, point{x: float64(r.Kept), y: r.Peer})
			}
		}
	}
	if rate := b.copied("copy", float64(n*record)/4, wall); rate > 0 {
		for _, kept := range []float64{slices.Min(xs(c.lines)), slices.Max(xs(c.lines))} {
			c.lines = put(c.lines, "at the copy's rate", copyLook, point{x: kept, y: float64(n*record) * (1 + kept/100) / rate})
		}
	}
	c.lines = tidy(c.lines)
	c.x, c.y = keptAxis, timeAxis
	c.x.ticks = ticksAt(xs(c.lines), false, plain)
	c.foot = b.foot(rows, peerNote(rows, wall))
	return []picture{c}
}

func ours(rows []result.Row) []result.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return !r.Ours() })
}

// ofRecord are the rows of the smallest record.
func ofRecord(rows []result.Row) ([]result.Row, int) {
	if len(rows) == 0 {
		return nil, 0
	}
	var all []int
	for _, r := range rows {
		all = append(all, r.Record())
	}
	record := slices.Min(all)
	return slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return r.Record() != record }), record
}

// records draws compaction's bandwidth against the size of a record.
func (b *book) records() []picture {
	rows := b.where(func(r result.Row) bool { return r.Op == "compact" && r.Usual() && r.Bytes > 0 })
	n := fullest(ours(rows), result.Row.Record)
	if n == 0 {
		return nil
	}
	var keeps []int
	for _, r := range rows {
		if r.N == n && r.Record() > 4 {
			keeps = append(keeps, r.Kept)
		}
	}
	if len(keeps) == 0 {
		return nil
	}
	kept := nearest(keeps, 50)
	rows = slices.DeleteFunc(rows, func(r result.Row) bool { return r.N != n || r.Kept != kept })
	wall := result.Wall(rows)
	c := &lineChart{head: head{name: "compact-records", title: "Compaction: bandwidth against the size of a record"}}
	c.sub = fmt.Sprintf("%s records, %d %% kept.", result.Amount(n), kept)
	if slices.ContainsFunc(rows, result.Row.OrderLost) {
		c.sub += " Hollow marks: the order of the records is lost."
	}
	var sizes []int
	for _, r := range rows {
		c.lines = put(c.lines, r.Variant, b.looks[r.Variant], value(r, wall, float64(r.Record()), func(us float64) float64 { return float64(r.Bytes) / us / 1e3 }))
		sizes = append(sizes, r.Record())
	}
	if !wall {
		for _, r := range result.BestOurs(rows) {
			if r.Peer > 0 {
				c.lines = put(c.lines, "CUB", peerLook, point{x: float64(r.Record()), y: float64(r.Bytes) / r.Peer / 1e3})
			}
		}
	}
	for _, size := range uniq(sizes) {
		if rate := b.exactly("copy", n*size/4, wall); rate > 0 {
			c.lines = put(c.lines, "copy", copyLook, point{x: float64(size), y: rate / 1e3})
		}
	}
	c.finish(axis{label: "bytes of a record", log: true}, widthAxis)
	c.foot = b.foot(rows, peerNote(rows, wall))
	return []picture{c}
}

// rivals are the lines of a picture of speed-ups.
var rivals = []struct {
	name string
	look look
	row  func(result.Match) result.Row
}{
	{"the best that keeps the order", look{colour: others[0], thick: true}, func(m result.Match) result.Row { return m.Ordered }},
	{"the best that loses the order", look{colour: others[1], hollow: true, shape: 1, thick: true}, func(m result.Match) result.Row { return m.Unordered }},
	{"the best on the CPU", look{colour: others[5], shape: 2}, func(m result.Match) result.Row { return m.Host }},
}

// speedups draws how many times as fast as the others comb compacts.
func (b *book) speedups() []picture {
	rows := b.where(func(r result.Row) bool { return r.Op == "compact" && r.Usual() })
	var all []picture
	slice, kept, record := usualCompactions(rows)
	c := &lineChart{head: head{name: "speedup-n", title: "Compaction: comb against the best other way, by n"}}
	c.sub = fmt.Sprintf("%d-byte items, %d %% kept; at each n against the fastest of its kind.", record, kept)
	for _, m := range result.Matches(slice) {
		c.lines = rivalPoints(c.lines, m, float64(m.Ours.N), "", false)
	}
	if len(xs(c.lines)) > 1 {
		c.x = itemsAxis
		c.x.ticks = ticksAt(xs(c.lines), true, amount)
		all = append(all, b.speedup(c, slice))
	}

	words, record := ofRecord(rows)
	n := fullest(ours(words), func(r result.Row) int { return r.Kept })
	if n == 0 {
		return all
	}
	c = &lineChart{head: head{name: "speedup-kept", title: "Compaction: comb against the best other way, by what is kept"}}
	ns := []int{n}
	if small := smaller(words, n); small > 0 {
		ns = append(ns, small)
	}
	words = slices.DeleteFunc(words, func(r result.Row) bool { return !slices.Contains(ns, r.N) })
	c.sub = fmt.Sprintf("%d-byte items, at each point against the fastest of its kind.", record)
	for _, m := range result.Matches(words) {
		c.lines = rivalPoints(c.lines, m, float64(m.Ours.Kept), ", "+result.Amount(m.Ours.N), m.Ours.N != n)
	}
	if len(xs(c.lines)) > 1 {
		c.x = keptAxis
		c.x.ticks = ticksAt(xs(c.lines), false, plain)
		all = append(all, b.speedup(c, words))
	}
	return all
}

// smaller is another n with as many values of kept, 2^16 or the next to that; 0 without one.
func smaller(rows []result.Row, n int) int {
	count := map[int]map[int]bool{}
	for _, r := range ours(rows) {
		if count[r.N] == nil {
			count[r.N] = map[int]bool{}
		}
		count[r.N][r.Kept] = true
	}
	var all []int
	for k, kept := range count {
		if k < n && len(kept) == len(count[n]) {
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return 0
	}
	return nearest(all, 1<<16)
}

func rivalPoints(lines []line, m result.Match, x float64, more string, dashed bool) []line {
	for _, rival := range rivals {
		if v := m.Ours.Speedup(rival.row(m)); v > 0 {
			l := rival.look
			l.dashed = dashed
			lines = put(lines, rival.name+more, l, point{x: x, y: v})
		}
	}
	for _, way := range []struct {
		name  string
		ratio float64
		look  look
	}{{"CUB, queued", m.Ours.Ratio(), peerLook}, {"CUB, wall", m.Ours.RatioWall(), wallLook}} {
		if way.ratio > 0 {
			lines = put(lines, way.name+more, way.look, point{x: x, y: way.ratio})
		}
	}
	return lines
}

func (b *book) speedup(c *lineChart, rows []result.Row) *lineChart {
	c.lines = tidy(c.lines)
	places := xs(c.lines)
	for _, x := range []float64{places[0], places[len(places)-1]} {
		c.lines = put(c.lines, "equal", copyLook, point{x: x, y: 1})
	}
	c.y = timesAxis
	more := ""
	if slices.ContainsFunc(rows, result.Row.Host) {
		more = "Against the CPU both are by the wall clock, with the data where it is worked on."
	}
	if slices.ContainsFunc(rows, func(r result.Row) bool { return r.Ratio() > 0 }) {
		more = "CUB, queued: GPU time of calls that are enqueued while the GPU is busy. " + more
	}
	if slices.ContainsFunc(rows, func(r result.Row) bool { return r.RatioWall() > 0 }) {
		more = "CUB, wall: from a call to its result. " + more
	}
	c.foot = strings.TrimSpace(b.clock(rows) + " " + more)
	return c
}

// fetches draws what the width of a fetch and the number of workers do.
func (b *book) fetches() []picture {
	rows := b.op("fetch")
	n := fullest(rows, func(r result.Row) int { return r.Workers*1000 + r.FetchBits })
	if n == 0 {
		return nil
	}
	rows = slices.DeleteFunc(rows, func(r result.Row) bool { return r.N != n || r.Bytes <= 0 || r.Workers <= 0 || r.FetchBits <= 0 })
	if len(rows) == 0 {
		return nil
	}
	wall := result.Wall(rows)
	c := &lineChart{head: head{name: "fetch", title: "Reading: width of a fetch and number of workers"}}
	c.sub = fmt.Sprintf("%s words are read and summed.", result.Amount(n))
	widths := []look{{colour: others[0], shape: 1}, {colour: others[1], shape: 2}, {colour: blue, thick: true}, {colour: others[2], shape: 3}}
	var seen []int
	for _, r := range rows {
		if !slices.Contains(seen, r.FetchBits) {
			seen = append(seen, r.FetchBits)
		}
		i := slices.Index(seen, r.FetchBits) % len(widths)
		c.lines = put(c.lines, fmt.Sprintf("%d bits a lane", r.FetchBits), widths[i], value(r, wall, float64(r.Workers), func(us float64) float64 { return float64(r.Bytes) / us / 1e3 }))
	}
	places := xs(c.lines)
	for _, limit := range []struct{ op, name string }{{"read", "best read"}, {"copy", "copy, both ways"}} {
		if rate := b.copied(limit.op, float64(n), wall); rate > 0 {
			l := copyLook
			l.dashed = limit.op == "copy"
			for _, x := range []float64{places[0], places[len(places)-1]} {
				c.lines = put(c.lines, limit.name, l, point{x: x, y: rate / 1e3})
			}
		}
	}
	c.lines = tidy(c.lines)
	c.x = axis{label: "workers (workgroups a multiprocessor)", log: true, ticks: ticksAt(places, true, plain)}
	c.y = axis{label: "GB/s", zero: true, ticks: evenTicks(plain)}
	c.foot = b.foot(rows, "")
	return []picture{c}
}
