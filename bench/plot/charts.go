// SPDX-License-Identifier: MIT

package plot

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// sweep is a chart of a value against a number. Series are named by variant, or by name.
type sweep struct {
	op, file, title, caption string
	rows                     []result.Row
	x                        func(result.Row) int
	y                        func(r result.Row, us float64) float64
	name                     func(result.Row) string
	xAxis, yAxis             Axis
	limits                   []string // operations whose rate at the same n is a line: copy, read
}

var (
	itemsAxis = Axis{Label: "items", Log: true, Items: true}
	keptAxis  = Axis{Label: "items kept, %"}
	rateAxis  = Axis{Label: "billion items a second", Log: true}
	bandAxis  = Axis{Label: "GB/s", Log: true}
	timeAxis  = Axis{Label: "time of a call, µs", Log: true}
)

func byN(r result.Row) int    { return r.N }
func byKept(r result.Row) int { return r.Kept }
func words(r result.Row) bool { return r.Record() == 4 }
func keys(r result.Row) bool  { return r.KeyBits > 0 }

// sweeps are the charts of values against n, against what is kept, and against other numbers.
func (b *book) sweeps() (all []*Chart) {
	usual := b.where("compact", result.Row.Usual)
	kept := nearest(distinct(usual, byKept), 50)
	half := result.Filter(usual, func(r result.Row) bool { return r.Kept == kept })
	sorts := severalSizes(result.BestOurs(b.where("sort", result.Row.Usual, keys)))
	ours := result.Filter(result.Filter(usual, words), result.Row.Ours)
	largest := fullest(ours, byKept)
	records := fullest(result.Filter(half, result.Row.Ours), result.Row.Record)
	fetches := b.where("fetch", func(r result.Row) bool { return r.Bytes > 0 })
	reads := fullest(fetches, func(r result.Row) int { return r.Workers*1000 + r.FetchBits })
	for _, s := range []sweep{
		{op: "compact", file: "compact", title: "Compaction: throughput by number of items",
			caption: fmt.Sprintf("4-byte items, %d %% kept.", kept),
			rows:    result.Filter(half, words), x: byN, y: itemsPerSecond, xAxis: itemsAxis, yAxis: rateAxis, limits: []string{"copy"}},
		{op: "scan", file: "scan", title: "Scan: throughput by number of items", caption: "Exclusive sums of 4-byte items.",
			rows: b.where("scan"), x: byN, y: itemsPerSecond, xAxis: itemsAxis, yAxis: rateAxis, limits: []string{"copy"}},
		{op: "reduce", file: "reduce", title: "Reduction: throughput by number of items", caption: "The sum of 4-byte items.",
			rows: b.where("reduce"), x: byN, y: itemsPerSecond, xAxis: itemsAxis, yAxis: rateAxis, limits: []string{"read"}},
		{op: "sort", file: "sort", title: "Radix sort: throughput by number of items", caption: "Random keys, alone or each with a payload.",
			rows: sorts, x: byN, y: itemsPerSecond, name: result.Row.KeyName, xAxis: itemsAxis, yAxis: rateAxis, limits: []string{"copy"}},
		{op: "sort", file: "sort-bandwidth", title: "Radix sort: bandwidth by number of items",
			caption: "Keys and payload are read and written once for each 8 bits of the key.",
			rows:    sorts, x: byN, y: gigabytes, name: result.Row.KeyName, xAxis: itemsAxis, yAxis: bandAxis, limits: []string{"copy"}},
		{op: "compact", file: "compact-kept", title: "Compaction: time by share of items kept",
			caption: fmt.Sprintf("%s of 4 bytes.", items(largest)),
			rows:    result.Filter(usual, words, func(r result.Row) bool { return r.N == largest }), x: byKept, y: micros, xAxis: keptAxis, yAxis: timeAxis},
		{op: "compact", file: "compact-records", title: "Compaction: bandwidth by size of a record",
			caption: fmt.Sprintf("%s, %d %% kept.", items(records), kept),
			rows:    result.Filter(half, func(r result.Row) bool { return r.N == records }), x: result.Row.Record, y: gigabytes,
			xAxis: Axis{Label: "bytes of a record", Log: true, Items: true}, yAxis: bandAxis},
		{op: "fetch", file: "fetch", title: "Reading: bandwidth by number of workgroups",
			caption: fmt.Sprintf("%s are read and summed.", items(reads)),
			rows:    result.Filter(fetches, func(r result.Row) bool { return r.N == reads }), x: func(r result.Row) int { return r.Workers }, y: gigabytes,
			name:  func(r result.Row) string { return fmt.Sprintf("%d bits a lane", r.FetchBits) },
			xAxis: Axis{Label: "workgroups a multiprocessor", Log: true, Items: true}, yAxis: Axis{Label: "GB/s"}},
	} {
		if len(distinct(s.rows, s.x)) > 1 {
			all = append(all, b.lines(s))
		} else if len(s.rows) > 1 && s.xAxis == itemsAxis {
			all = append(all, b.atOneSize(s))
		}
	}
	return all
}

// lines is the chart of a sweep.
func (b *book) lines(s sweep) *Chart {
	c, wall := b.chart(Lines, s.file, s.op, s.title, s.caption, s.rows)
	c.X, c.Y = s.xAxis, s.yAxis
	for _, r := range s.rows {
		name := variant(r)
		as := role(r)
		if s.name != nil {
			name, as = s.name(r), Ours
		}
		c.add(name, as, measured(r, wall, float64(s.x(r)), s.y))
	}
	for _, r := range result.BestOurs(s.rows) {
		name := "CUB"
		if s.name != nil {
			name = peerOf + s.name(r)
		}
		if r.Peer > 0 && !wall { // the peer's times are GPU times
			c.add(name, Peer, Point{X: float64(s.x(r)), Y: s.y(r, r.Peer)})
		}
	}
	for _, limit := range s.limits {
		for _, r := range b.where(limit, func(r result.Row) bool { return slices.Contains(distinct(s.rows, byN), r.N) }) {
			c.add(limit+" of n words", Limit, Point{X: float64(r.N), Y: s.y(r, r.By(wall))})
		}
	}
	return c
}

// atOneSize compares the rows of a sweep that has only one n.
func (b *book) atOneSize(s sweep) *Chart {
	title := strings.Replace(s.title, "throughput by number of", "time of", 1)
	c, _ := b.dots(s.file, s.op, title, s.caption+" "+items(s.rows[0].N)+".", s.rows, func(r result.Row) string {
		if s.name != nil {
			return s.name(r)
		}
		return variant(r)
	})
	return c
}

// severalSizes leaves out kinds of keys that were sorted at one n only, unless all were.
func severalSizes(rows []result.Row) []result.Row {
	some := result.Filter(rows, func(r result.Row) bool {
		return len(distinct(result.Filter(rows, func(o result.Row) bool { return o.KeyName() == r.KeyName() }), byN)) > 1
	})
	if len(some) == 0 {
		return rows
	}
	return some
}

// rivals names what comb's compactions are compared with, in the order of result.Match.Rivals.
var rivals = [...]string{"order kept", "order lost", "on the CPU"}

// speedups are the times of the fastest other compactions over comb's.
func (b *book) speedups() (all []*Chart) {
	usual := b.where("compact", result.Row.Usual, words)
	kept := nearest(distinct(usual, byKept), 50)
	n := fullest(result.Filter(usual, result.Row.Ours), byKept)
	for _, s := range []struct {
		file, title, caption string
		rows                 []result.Row
		x                    func(result.Row) int
		axis                 Axis
	}{
		{"speedup-n", "Compaction: times of the fastest others over comb's", fmt.Sprintf("4-byte items, %d %% kept.", kept),
			result.Filter(usual, func(r result.Row) bool { return r.Kept == kept }), byN, itemsAxis},
		{"speedup-kept", "Compaction: times of the fastest others over comb's, by share kept", items(n) + " of 4 bytes.",
			result.Filter(usual, func(r result.Row) bool { return r.N == n }), byKept, keptAxis},
	} {
		if len(distinct(s.rows, s.x)) < 2 {
			continue
		}
		c, _ := b.chart(Lines, s.file, "compact", s.title,
			s.caption+" Above 1 comb is faster. Wall time for methods on the CPU.", s.rows)
		c.X, c.Y = s.axis, Axis{Label: "time over comb's", Log: true}
		for _, m := range result.Matches(s.rows) {
			x := float64(s.x(m.Ours))
			for i, rival := range m.Rivals() {
				c.add(rivals[i], Other, Point{X: x, Y: m.Ours.Speedup(rival)})
			}
			c.add("CUB, queued", Peer, Point{X: x, Y: m.Ours.Ratio()})
			c.add("CUB, wall", Other, Point{X: x, Y: m.Ours.RatioWall()})
			c.add("equal", Limit, Point{X: x, Y: 1})
		}
		all = append(all, c)
	}
	return all
}

// sortInputs are the sorts' times by kind of input and by bits of the key.
func (b *book) sortInputs() (all []*Chart) {
	inputs := func(r result.Row) string {
		if r.Usual() {
			return "uniform"
		}
		return r.Dist
	}
	rows := result.BestOurs(b.where("sort", keys))
	slices.SortStableFunc(rows, func(p, q result.Row) int { return p.KeyBits - q.KeyBits })
	names := result.Distinct(rows, inputs)
	index := func(r result.Row) int { return slices.Index(names, inputs(r)) }
	for _, s := range []struct {
		file, title   string
		rows          []result.Row
		values        func(result.Row) int
		label, series func(result.Row) string
	}{
		{"sort-dist", "Radix sort: time by kind of input", rows, index, inputs, result.Row.KeyName},
		{"sort-bits", "Radix sort: time by bits of the key", result.Filter(rows, result.Row.Usual), func(r result.Row) int { return r.KeyBits },
			func(r result.Row) string { return fmt.Sprintf("%d bits", r.KeyBits) },
			func(r result.Row) string {
				if r.PayloadBytes == 0 {
					return "keys alone"
				}
				return fmt.Sprintf("keys + %d bytes", r.PayloadBytes)
			}},
	} {
		n := fullest(s.rows, s.values)
		if n == 0 {
			continue
		}
		at := result.Filter(s.rows, func(r result.Row) bool { return r.N == n })
		at = result.Filter(at, func(r result.Row) bool { // a series of one bar compares nothing
			return len(result.Filter(at, func(o result.Row) bool { return s.series(o) == s.series(r) })) > 1
		})
		c, wall := b.chart(Bars, s.file, "sort", s.title, items(n)+".", at)
		c.Y = Axis{Label: "time of a call, µs"}
		for _, r := range at {
			x := c.label(s.label(r))
			c.add(s.series(r), Ours, measured(r, wall, x, micros))
			if r.Peer > 0 && !wall {
				c.add(peerOf+s.series(r), Peer, Point{X: x, Y: r.Peer})
			}
		}
		all = append(all, c)
	}
	return all
}

// label is the index of a label, which is added if it is new.
func (c *Chart) label(name string) float64 {
	if !slices.Contains(c.Labels, name) {
		c.Labels = append(c.Labels, name)
	}
	return float64(slices.Index(c.Labels, name))
}

// dots compares rows of one input: a label for each, the fastest first.
func (b *book) dots(file, op, title, caption string, rows []result.Row, named func(result.Row) string) (c *Chart, wall bool) {
	c, wall = b.chart(Dots, file, op, title, caption, rows)
	c.X = timeAxis
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(p, q result.Row) int { return cmp.Compare(p.By(wall), q.By(wall)) })
	for _, r := range rows {
		name, as := "comb", role(r)
		if as == Other {
			name = "other methods"
		}
		c.add(name, as, measured(r, wall, c.label(named(r)), micros))
	}
	return c, wall
}

// ladderName is the name of the chart that shows a row of the ladder.
func ladderName(r result.Row) string { return "ladder-" + strings.Trim(r.Operator+"-"+r.Element, "-") }

// ladders are the methods of reduction: a chart for each operator of each element.
func (b *book) ladders() (all []*Chart) {
	for _, name := range result.Distinct(b.where("ladder"), ladderName) {
		rows := b.where("ladder", func(r result.Row) bool { return ladderName(r) == name })
		first := rows[0]
		n := result.Tallest(rows)
		rows = result.Filter(rows, func(r result.Row) bool { return r.N == n })
		element := map[string]string{"f32": "floats", "vec4": "vectors of four floats"}[first.Element]
		c, wall := b.dots(name, "ladder", fmt.Sprintf("Methods of reduction: %s of %s", first.Operator, element), items(n)+".", rows, variant)
		for _, r := range b.where("read", func(r result.Row) bool { return 4*int64(r.N) == rows[0].Bytes }) {
			for i := range c.Labels {
				c.add("reading alone", Limit, Point{X: float64(i), Y: r.By(wall)})
			}
		}
		all = append(all, c)
	}
	return all
}

// tiles are the reductions of an image to tiles: a series for each size of tile.
func (b *book) tiles() []*Chart {
	rows := b.where("tiles")
	c, wall := b.chart(Dots, "tiles", "tiles", "Mean luminance of the tiles of an image", "The method ours is comb's.", rows)
	c.X = timeAxis
	slices.SortStableFunc(rows, func(p, q result.Row) int { return cmp.Compare(p.By(wall), q.By(wall)) })
	for _, r := range rows {
		c.add(r.Note, Other, measured(r, wall, c.label(variant(r)), micros))
	}
	return []*Chart{c}
}

// mostFrames is how many images of one operation may have charts.
const mostFrames = 12

var imageSize = regexp.MustCompile(`^\d{1,5}x\d{1,5}\b`)

// between is what a frame takes besides its stages.
const between = "between stages"

// frames are the stages of frames, stacked.
func (b *book) frames() (all []*Chart) {
	add := func(name, op, title, caption, unit string, rows []result.Row) {
		c, wall := b.chart(Stack, name, op, title, caption, rows)
		rows = result.Filter(rows, func(r result.Row) bool { return r.By(wall) > 0 && !strings.HasPrefix(r.Variant, "naive") })
		slices.SortStableFunc(rows, func(p, q result.Row) int { return p.N - q.N })
		c.X = Axis{Label: "time, ms"}
		sums, whole := map[float64]float64{}, map[float64]float64{}
		for _, r := range rows {
			at := c.label(result.Amount(r.N) + " " + unit + strings.TrimPrefix(r.Note, imageSize.FindString(r.Note)))
			if r.Variant == "frame" {
				whole[at] = r.By(wall) / 1e3
				continue
			}
			sums[at] += r.By(wall) / 1e3
			c.add(r.Variant, Ours, Point{X: at, Y: r.By(wall) / 1e3})
		}
		for i := range c.Labels {
			if rest := whole[float64(i)] - sums[float64(i)]; rest > 0.005*whole[float64(i)] && len(c.Series) > 0 {
				c.add(between, Limit, Point{X: float64(i), Y: rest})
			}
		}
		if len(sums) > 0 { // by the wall clock there are no stages
			all = append(all, c)
		}
	}
	add("hair", "hair", "Stages of a frame of hair", "An older result.", "segments", b.where("hair"))
	add("particles", "particles", "Stages of a step of particles", "Particles of 48 bytes.", "particles", b.where("particles"))
	seen := map[string]bool{}
	for _, r := range b.where("frame") {
		size := imageSize.FindString(r.Note)
		name := "frame-" + size + "-" + r.Dist
		about := map[string]string{"moving": "Hair moves, so each frame makes a new shadow.", "still": "Only the camera moves."}[r.Dist]
		if about == "" || size == "" || seen[name] || len(seen) == mostFrames {
			continue
		}
		seen[name] = true
		add(name, "frame", "Stages of a frame of hair, "+size+", "+r.Dist, about, "segments",
			b.where("frame", func(o result.Row) bool { return imageSize.FindString(o.Note) == size && o.Dist == r.Dist }))
	}
	return all
}
