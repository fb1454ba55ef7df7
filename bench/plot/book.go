// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// book holds the rows that can be drawn, and those that say why they cannot be.
type book struct {
	rows, refused  []result.Row
	device, driver string
	looks          map[string]look // of the ways of compaction, the same in every picture
}

func newBook(rows []result.Row) *book {
	b := &book{looks: map[string]look{}}
	b.device, b.driver, _ = result.Machine(rows)
	type key struct {
		result.Cell
		variant string
	}
	at := map[key]int{}
	for _, r := range rows {
		if r.Refused() {
			b.refused = append(b.refused, r)
		}
		if !r.Good() {
			continue
		}
		k := key{r.Cell(), r.Variant}
		if i, seen := at[k]; seen { // the later of two counts
			b.rows[i] = r
			continue
		}
		at[k] = len(b.rows)
		b.rows = append(b.rows, r)
	}
	b.choose()
	return b
}

// choose gives each way of compaction its look.
func (b *book) choose() {
	ours, rest := 0, 0
	for _, r := range b.rows {
		if _, seen := b.looks[r.Variant]; seen || r.Op != "compact" {
			continue
		}
		l := look{hollow: r.OrderLost()}
		switch {
		case r.Ours() && ours == 0:
			l.colour, l.thick, l.bold = blue, true, true
			ours++
		case r.Ours():
			l.colour, l.shape = sky, ours
			ours++
		default:
			l.colour, l.shape = others[rest%len(others)], 1+rest%(len(shapes)-1)
			rest++
		}
		b.looks[r.Variant] = l
	}
}

var (
	copyLook = look{colour: pale, thick: true, plain: true}
	peerLook = look{colour: black, dashed: true, plain: true}
	wallLook = look{colour: grey, dashed: true, plain: true}
)

// where are the rows that pass.
func (b *book) where(pass func(result.Row) bool) []result.Row {
	var all []result.Row
	for _, r := range b.rows {
		if pass(r) {
			all = append(all, r)
		}
	}
	return all
}

func (b *book) op(name string) []result.Row {
	return b.where(func(r result.Row) bool { return r.Op == name })
}

// foot tells the machine and the clock, and what the whiskers are where there may be some.
func (b *book) foot(rows []result.Row, more string) string {
	s := b.clock(rows)
	wall := result.Wall(rows)
	if slices.ContainsFunc(rows, func(r result.Row) bool { low, high := r.Quartiles(wall); return high > low }) {
		s += " Whiskers: the middle half of the calls."
	}
	return strings.TrimSpace(s + " " + more)
}

func (b *book) clock(rows []result.Row) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s, OpenGL %s. ", result.ShortDevice(b.device), strings.Replace(b.driver, "(Core Profile) ", "", 1))
	least, most := math.MaxInt, 0
	host, gpu := false, false
	for _, r := range rows {
		host, gpu = host || r.Host(), gpu || !r.Host()
		if r.Samples > 0 {
			least, most = min(least, r.Samples), max(most, r.Samples)
		}
	}
	switch {
	case result.Wall(rows):
		s.WriteString("Wall clock from the call to the end of the work, as the GPU's clock cannot be relied on here; medians")
	case gpu:
		s.WriteString("GPU clock, medians")
	default:
		s.WriteString("Wall clock, medians")
	}
	switch {
	case most == 0:
	case least == most:
		fmt.Fprintf(&s, " of %d calls", most)
	default:
		fmt.Fprintf(&s, " of %d to %d calls", least, most)
	}
	if host && gpu && !result.Wall(rows) {
		s.WriteString("; what runs on the CPU by the wall clock")
	}
	s.WriteString(". Every result checked.")
	return s.String()
}

// value of a row at x: f of its time, and of the quartiles.
func value(r result.Row, wall bool, x float64, f func(us float64) float64) point {
	p := point{x: x, y: f(r.By(wall))}
	if low, high := r.Quartiles(wall); low > 0 && high > 0 {
		p.low, p.high = f(low), f(high)
		if p.low > p.high {
			p.low, p.high = p.high, p.low
		}
	}
	return p
}

// put adds a point to the line of a name, which is begun when it is new.
func put(lines []line, name string, l look, p point) []line {
	i := slices.IndexFunc(lines, func(l line) bool { return l.name == name })
	if i < 0 {
		i = len(lines)
		lines = append(lines, line{name: name, look: l})
	}
	lines[i].points = append(lines[i].points, p)
	return lines
}

// tidy puts each line's points in order.
func tidy(lines []line) []line {
	for _, l := range lines {
		slices.SortFunc(l.points, func(a, b point) int {
			if a.x < b.x {
				return -1
			} else if a.x > b.x {
				return 1
			}
			return 0
		})
	}
	return lines
}

// xs are the places that lines have points at.
func xs(lines []line) []float64 {
	var all []float64
	for _, l := range lines {
		for _, p := range l.points {
			all = append(all, p.x)
		}
	}
	return uniq(all)
}

// nearest is the value that is there and lies nearest to one that is wanted; the larger of two.
func nearest(values []int, want int) int {
	best := values[0]
	for _, v := range values {
		if d, e := abs(v-want), abs(best-want); d < e || d == e && v > best {
			best = v
		}
	}
	return best
}

func abs(v int) int { return max(v, -v) }

// fullest is the largest n for which rows have the most different values; 0 when there are not two of them.
func fullest(rows []result.Row, value func(result.Row) int) (n int) {
	seen := map[int]map[int]bool{}
	for _, r := range rows {
		if seen[r.N] == nil {
			seen[r.N] = map[int]bool{}
		}
		seen[r.N][value(r)] = true
	}
	most := 1
	for k, values := range seen {
		if len(values) > most || len(values) == most && most > 1 && k > n {
			n, most = k, len(values)
		}
	}
	return n
}

// exactly is copied's bandwidth of just so many words.
func (b *book) exactly(op string, words int, wall bool) float64 {
	if !slices.ContainsFunc(b.op(op), func(r result.Row) bool { return r.N == words }) {
		return 0
	}
	return b.copied(op, float64(words), wall)
}

// copied is the bandwidth of an operation of the machine's limits, copy or read, in bytes a microsecond, of about so many
// words: at most four times as many, or as few; 0 without one.
func (b *book) copied(op string, words float64, wall bool) float64 {
	best, rate := math.Log(4.01), 0.0
	for _, r := range b.op(op) {
		if d := math.Abs(math.Log(float64(r.N) / words)); d < best && r.Bytes > 0 && r.By(wall) > 0 {
			best, rate = d, float64(r.Bytes)/r.By(wall)
		}
	}
	return rate
}
