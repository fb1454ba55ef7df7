// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

var (
	itemsAxis = axis{label: "items", log: true}
	rateAxis  = axis{label: "items a second (M = 10^6, G = 10^9)", log: true, ticks: logTicks(many)}
	widthAxis = axis{label: "GB/s", log: true, ticks: logTicks(plain)}
)

// throughput draws rates against n.
func (b *book) throughput() []picture {
	var all []picture
	all = append(all, b.ways()...)
	for _, name := range []string{"scan", "reduce"} {
		all = append(all, b.rates(name)...)
	}
	all = append(all, b.sorts()...)
	return all
}

// slice of compactions: of words or of the smallest records, of the usual input, about half of them kept.
func usualCompactions(rows []result.Row) (slice []result.Row, kept, record int) {
	var keeps, records []int
	for _, r := range rows {
		if r.Usual() {
			keeps, records = append(keeps, r.Kept), append(records, r.Record())
		}
	}
	if len(keeps) == 0 {
		return nil, 0, 0
	}
	kept, record = nearest(keeps, 50), slices.Min(records)
	for _, r := range rows {
		if r.Usual() && r.Kept == kept && r.Record() == record {
			slice = append(slice, r)
		}
	}
	return slice, kept, record
}

// ways draws compaction in every way that there is.
func (b *book) ways() []picture {
	rows, kept, record := usualCompactions(b.op("compact"))
	if len(rows) == 0 {
		return nil
	}
	c := &lineChart{head: head{name: "compact", title: "Compaction: throughput against n"}}
	c.sub = fmt.Sprintf("%d-byte items, %d %% kept.", record, kept)
	if slices.ContainsFunc(rows, result.Row.OrderLost) {
		c.sub += " Hollow marks: the order of the items is lost."
	}
	return b.fillRates(c, rows, func(r result.Row) (string, look) { return r.Variant, b.looks[r.Variant] })
}

// rates draws an operation with a line for each of comb's variants.
func (b *book) rates(name string) []picture {
	rows := b.op(name)
	if len(rows) == 0 {
		return nil
	}
	title := map[string]string{"scan": "Scan", "reduce": "Reduction"}[name]
	c := &lineChart{head: head{name: name, title: title + ": throughput against n", sub: "32-bit items."}}
	var seen []string
	return b.fillRates(c, rows, func(r result.Row) (string, look) {
		i := slices.Index(seen, r.Variant)
		if i < 0 {
			i = len(seen)
			seen = append(seen, r.Variant)
		}
		if i == 0 {
			return r.Variant, look{colour: blue, thick: true, bold: true}
		}
		return r.Variant, look{colour: others[(i-1)%len(others)], shape: i}
	})
}

// fillRates makes the lines of items a second, the peer's and the copy's, and the scale of GB/s. Rows of one n alone
// make bars.
func (b *book) fillRates(c *lineChart, rows []result.Row, named func(result.Row) (string, look)) []picture {
	if oneSize(rows) {
		return b.atOneSize(c.head, rows, variant)
	}
	wall := result.Wall(rows)
	for _, r := range rows {
		name, l := named(r)
		c.lines = put(c.lines, name, l, value(r, wall, float64(r.N), rateOf(r.N)))
	}
	c.lines = append(c.lines, peers(rows, wall, "CUB", peerLook)...)
	each := bytesEach(rows)
	if each > 0 {
		c.lines = append(c.lines, b.copyLine(rows, wall, "copy's bandwidth", func(rate float64) float64 { return rate * 1e6 / each })...)
		right := widthAxis
		c.right, c.times = &right, each/1e9
		c.sub += fmt.Sprintf(" Each moves at least %s bytes.", figuresShort(each))
	}
	c.finish(itemsAxis, rateAxis)
	c.foot = b.foot(rows, peerNote(rows, wall))
	return []picture{c}
}

func oneSize(rows []result.Row) bool {
	return !slices.ContainsFunc(rows, func(r result.Row) bool { return r.N != rows[0].N })
}

// atOneSize draws as bars what has but one n; nothing where there is nothing to compare.
func (b *book) atOneSize(h head, rows []result.Row, named func(result.Row) string) []picture {
	wall := result.Wall(rows)
	c := &barChart{head: h, label: "time of a call", groups: []barGroup{{bars: bars(rows, wall, named)}}}
	if len(rows) < 2 {
		return nil
	}
	c.title = strings.Replace(c.title, "throughput against n", "time at "+result.Amount(rows[0].N)+" items", 1)
	c.sub = strings.Replace(c.sub, "Hollow marks: the order of the items is lost.", "", 1)
	if rate := b.exactly("copy", rows[0].N, wall); rate > 0 && rows[0].Bytes > 0 && bytesEach(rows) > 0 {
		c.limit, c.says = float64(rows[0].Bytes)/rate, "at the copy's rate:"
	}
	c.foot = b.foot(rows, "")
	return []picture{c}
}

// finish puts the lines in order and chooses the ticks of n.
func (c *lineChart) finish(x, y axis) {
	c.lines = tidy(c.lines)
	x.ticks = ticksAt(xs(c.lines), x.log, amount)
	c.x, c.y = x, y
}

func rateOf(n int) func(us float64) float64 {
	return func(us float64) float64 { return float64(n) / us * 1e6 }
}

func peerNote(rows []result.Row, wall bool) string {
	if len(peers(rows, wall, "", look{})) == 0 {
		return ""
	}
	return "CUB: GPU time of queued calls on such a GPU."
}

// peers is the line of the peer's rates over the rows that have them. A wall clock has none: the peer's times are the GPU's.
func peers(rows []result.Row, wall bool, name string, l look) []line {
	var lines []line
	if wall {
		return nil
	}
	for _, r := range result.BestOurs(rows) {
		if r.Peer > 0 {
			lines = put(lines, name, l, point{x: float64(r.N), y: rateOf(r.N)(r.Peer)})
		}
	}
	return lines
}

// copyLine is the copy's line at the n that rows have.
func (b *book) copyLine(rows []result.Row, wall bool, name string, f func(rate float64) float64) []line {
	var ns []int
	for _, r := range rows {
		ns = append(ns, r.N)
	}
	var lines []line
	for _, r := range b.op("copy") {
		if slices.Contains(ns, r.N) && r.Bytes > 0 && r.By(wall) > 0 {
			lines = put(lines, name, copyLook, point{x: float64(r.N), y: f(float64(r.Bytes) / r.By(wall))})
		}
	}
	return lines
}

// bytesEach is what an item moves at least, if that is the same for all rows but for rounding; else 0.
func bytesEach(rows []result.Row) float64 {
	var each float64
	most := 0
	for _, r := range rows {
		if r.N > most {
			most, each = r.N, float64(r.Bytes)/float64(r.N)
		}
	}
	for _, r := range rows {
		if v := float64(r.Bytes) / float64(r.N); v < 0.9*each || v > 1.1*each {
			return 0
		}
	}
	return each
}

// figuresShort writes 6 for 6.0003.
func figuresShort(v float64) string { return plain(float64(int(v*10+0.5)) / 10) }

// sortLooks gives each kind of key its look.
func sortLooks(rows []result.Row) map[string]look {
	looks := map[string]look{}
	for _, r := range rows {
		if _, seen := looks[r.KeyName()]; !seen {
			i := len(looks)
			l := look{colour: blue, thick: true}
			if i > 0 {
				l = look{colour: others[(i-1)%len(others)], shape: i}
			}
			looks[r.KeyName()] = l
		}
	}
	return looks
}

// againstN leaves out the kinds of keys that were sorted at one n alone, where there are others: they make no line.
func againstN(rows []result.Row) []result.Row {
	sizes := map[string][]int{}
	for _, r := range rows {
		if !slices.Contains(sizes[r.KeyName()], r.N) {
			sizes[r.KeyName()] = append(sizes[r.KeyName()], r.N)
		}
	}
	lone := func(r result.Row) bool { return len(sizes[r.KeyName()]) < 2 }
	if some := slices.DeleteFunc(slices.Clone(rows), lone); len(some) > 0 {
		return some
	}
	return rows
}

// sorts draws the sorts' rates in items, and what they move.
func (b *book) sorts() []picture {
	rows := againstN(result.BestOurs(b.where(func(r result.Row) bool { return r.Op == "sort" && r.Usual() })))
	if len(rows) == 0 {
		return nil
	}
	if oneSize(rows) {
		return b.atOneSize(head{name: "sort", title: "Radix sort: throughput against n", sub: "Random keys; payload moves along."}, rows, result.Row.KeyName)
	}
	wall, looks := result.Wall(rows), sortLooks(rows)
	items := &lineChart{head: head{name: "sort", title: "Radix sort: throughput against n", sub: "Random keys; payload moves along."}}
	moved := &lineChart{head: head{name: "sort-bandwidth", title: "Radix sort: bandwidth against n"}}
	moved.sub = "Keys and payload are counted once read and once written for each 8 bits of the key."
	for _, r := range rows {
		name := r.KeyName()
		items.lines = put(items.lines, name, looks[name], value(r, wall, float64(r.N), rateOf(r.N)))
		if r.Bytes > 0 {
			moved.lines = put(moved.lines, name, looks[name], value(r, wall, float64(r.N), func(us float64) float64 { return float64(r.Bytes) / us / 1e3 }))
		}
		if r.Peer > 0 && !wall {
			l := look{colour: looks[name].colour, dashed: true, plain: true}
			items.lines = put(items.lines, "CUB, "+name, l, point{x: float64(r.N), y: rateOf(r.N)(r.Peer)})
			moved.lines = put(moved.lines, "CUB, "+name, l, point{x: float64(r.N), y: float64(r.Bytes) / r.Peer / 1e3})
		}
	}
	items.lines = append(items.lines, b.copyLine(rows, wall, "copy of n words", func(rate float64) float64 { return rate * 1e6 / 8 })...)
	items.finish(itemsAxis, rateAxis)
	items.foot = b.foot(rows, peerNote(rows, wall))
	if len(moved.lines) == 0 {
		return []picture{items}
	}
	moved.lines = append(moved.lines, b.copyLine(rows, wall, "copy", func(rate float64) float64 { return rate / 1e3 })...)
	moved.finish(itemsAxis, widthAxis)
	moved.foot = items.foot
	return []picture{items, moved}
}
