// SPDX-License-Identifier: MIT

// Package plot turns result rows into charts and draws them with gonum/plot. Package page draws the
// same charts with Chart.js. Only rows that were checked and timed are drawn.
package plot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/combgl/comb/bench/result"
)

// Kind says how a chart is drawn.
type Kind string

const (
	Lines Kind = "lines" // series against a number
	Dots  Kind = "dots"  // one row a label, for values that span decades
	Bars  Kind = "bars"  // a group of bars a label
	Stack Kind = "stack" // one bar a label, made of all series
)

// Chart is one image. Its JSON is what page.js reads.
type Chart struct {
	Name    string   `json:"name"` // of the file, without an extension
	Op      string   `json:"op"`
	Title   string   `json:"title"`
	Caption string   `json:"caption"`
	Source  string   `json:"source"` // device and clock
	Kind    Kind     `json:"kind"`
	X       Axis     `json:"x"` // of Dots and Stack: the axis of the values
	Y       Axis     `json:"y"`
	Labels  []string `json:"labels,omitempty"`
	Series  []Series `json:"series"`
}

// Axis is a scale with its label, unit included.
type Axis struct {
	Label string `json:"label"`
	Log   bool   `json:"log,omitempty"`
	Items bool   `json:"items,omitempty"` // ticks are written as result.Amount does: 2^16
}

// Series is one line, or the bars of one colour.
type Series struct {
	Name   string  `json:"name"`
	Role   Role    `json:"role"`
	Color  string  `json:"color"` // #rrggbb
	Shape  int     `json:"shape"` // of the marks
	Points []Point `json:"points"`
}

// Role decides the style of a series.
type Role string

const (
	Ours  Role = "ours"
	Other Role = "other"
	Peer  Role = "peer"  // CUB
	Limit Role = "limit" // the hardware's; a line without marks
)

// Point is a value. Low and High are the quartiles, or 0. In a chart with labels, X is the index of
// a label.
type Point struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`
}

// Colours that colour-blind readers can distinguish: Okabe and Ito's, and four of Tol's.
const (
	blue, black, grey = "#0072b2", "#1e1e1e", "#8c8c8c"
)

var palette = []string{
	"#d55e00", "#009e73", "#cc79a7", "#e69f00", "#882255", "#332288", "#999933", "#117733", "#56b4e9", "#661100",
}

// shapes is the number of marks: filled circle, square and triangle, hollow ones, plus and cross.
const shapes = 8

// ErrNone is returned if the rows have data for no chart.
var ErrNone = errors.New("plot: there is no row to draw: none that was checked and timed")

// Charts returns every chart that the rows have data for. All rows must be of one device.
func Charts(rows []result.Row) ([]Chart, error) {
	if err := result.CheckKinds(rows); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	device, driver, one := result.Machine(rows)
	if !one {
		return nil, fmt.Errorf("plot: rows of %s %s among those of another device: draw those of one at a time", device, driver)
	}
	b := newBook(rows)
	var all []Chart
	for _, build := range []func(*book) []*Chart{
		(*book).sweeps, (*book).speedups, (*book).sortInputs, (*book).ladders, (*book).tiles, (*book).frames,
	} {
		for _, c := range build(b) {
			if c.finish() {
				all = append(all, *c)
			}
		}
	}
	if len(all) == 0 {
		return nil, ErrNone
	}
	return all, nil
}

// book holds the rows that can be drawn. Of two rows of one cell and variant the later one counts.
type book struct {
	rows   []result.Row
	source string
}

func newBook(rows []result.Row) *book {
	type key struct {
		result.Cell
		variant string
	}
	b, at := &book{}, map[key]int{}
	device, driver, _ := result.Machine(rows)
	b.source = fmt.Sprintf("%s, OpenGL %s", result.ShortDevice(device), driver)
	for _, r := range result.Good(rows) {
		k := key{r.Cell(), r.Variant}
		if i, seen := at[k]; seen {
			b.rows[i] = r
			continue
		}
		at[k] = len(b.rows)
		b.rows = append(b.rows, r)
	}
	return b
}

// where returns the rows of an operation that pass every test.
func (b *book) where(op string, pass ...func(result.Row) bool) []result.Row {
	return result.Filter(b.rows, append(pass, func(r result.Row) bool { return r.Op == op })...)
}

// chart begins a chart of rows, which decide the clock: the GPU's, or the wall's for all of them.
func (b *book) chart(kind Kind, name, op, title, caption string, rows []result.Row) (c *Chart, wall bool) {
	wall = result.Wall(rows)
	clock := "GPU time"
	if wall || !slices.ContainsFunc(rows, func(r result.Row) bool { return !r.Host() }) {
		clock = "wall time"
	}
	return &Chart{Kind: kind, Name: name, Op: op, Title: title, Caption: caption, Source: b.source + ", " + clock}, wall
}

// add puts a point into the series of a name, and begins a series if it is new.
func (c *Chart) add(name string, role Role, p Point) {
	if letters := []rune(name); len(letters) > 40 {
		name = string(letters[:39]) + "…"
	}
	s := result.FindOrAdd(&c.Series, func(s Series) bool { return s.Name == name }, Series{Name: name, Role: role})
	s.Points = append(s.Points, p)
}

// finish removes what has no place on the axes, sorts the points and chooses the colours. It is
// false if nothing is left.
func (c *Chart) finish() bool {
	positive := func(v float64) bool { return v > 0 && v < 1e30 }
	most := 0
	for i := range c.Series {
		s := &c.Series[i]
		s.Points = slices.DeleteFunc(s.Points, func(p Point) bool {
			return !positive(p.Y) || c.Kind == Lines && c.X.Log && !positive(p.X)
		})
		for k, p := range s.Points {
			if !positive(p.Low) || !positive(p.High) {
				s.Points[k].Low, s.Points[k].High = 0, 0
			}
		}
		slices.SortStableFunc(s.Points, func(p, q Point) int { return cmp.Compare(p.X, q.X) })
		most = max(most, len(s.Points))
	}
	c.Series = slices.DeleteFunc(c.Series, func(s Series) bool {
		return len(s.Points) == 0 || c.Kind == Lines && most > 1 && len(s.Points) == 1
	})
	rank := map[string]int{} // each of the peer's behind its partner, limits last
	for i, s := range c.Series {
		rank[s.Name] = 2 * i
		if s.Role == Limit {
			rank[s.Name] += 2 * len(c.Series)
		}
		if partner := slices.IndexFunc(c.Series, func(o Series) bool { return s.Name == peerOf+o.Name }); partner >= 0 {
			rank[s.Name] = 2*partner + 1
		}
	}
	slices.SortStableFunc(c.Series, func(s, t Series) int { return cmp.Compare(rank[s.Name], rank[t.Name]) })
	rest, ours := 0, false
	for i := range c.Series {
		s := &c.Series[i]
		partner := slices.IndexFunc(c.Series[:i], func(o Series) bool { return s.Name == peerOf+o.Name })
		switch {
		case s.Role == Limit:
			s.Color = grey
		case s.Role == Peer && partner < 0:
			s.Color = black
		case s.Role == Peer && c.Kind == Lines:
			s.Color = c.Series[partner].Color
		case s.Role == Peer:
			s.Color = tint(c.Series[partner].Color)
		case s.Role == Ours && !ours:
			s.Color, ours = blue, true
		default:
			s.Color, s.Shape = palette[rest%len(palette)], 1+rest%(shapes-1)
			rest++
		}
	}
	return slices.ContainsFunc(c.Series, func(s Series) bool { return s.Role == Ours || s.Role == Other })
}

// peerOf begins the name of the peer's series beside one of comb's.
const peerOf = "CUB, "

// tint is a colour halfway to white.
func tint(color string) string {
	var r, g, b int
	fmt.Sscanf(color, "#%02x%02x%02x", &r, &g, &b)
	return fmt.Sprintf("#%02x%02x%02x", (r+255)/2, (g+255)/2, (b+255)/2)
}

// variant is the name of a row's method in a legend.
func variant(r result.Row) string {
	if r.OrderLost() {
		return r.Variant + " (order lost)"
	}
	return r.Variant
}

func role(r result.Row) Role {
	if r.Ours() {
		return Ours
	}
	return Other
}

// measured is the point of a row at x: f of its time and of its quartiles.
func measured(r result.Row, wall bool, x float64, f func(result.Row, float64) float64) Point {
	p := Point{X: x, Y: f(r, r.By(wall))}
	if low, high := r.Quartiles(wall); low > 0 && high > low {
		p.Low, p.High = f(r, low), f(r, high)
		p.Low, p.High = min(p.Low, p.High), max(p.Low, p.High)
	}
	return p
}

// What a row's time says in a chart.
func itemsPerSecond(r result.Row, us float64) float64 { return float64(r.N) / us / 1e3 }
func gigabytes(r result.Row, us float64) float64      { return float64(r.Bytes) / us / 1e3 }
func micros(_ result.Row, us float64) float64         { return us }

// distinct are the values of rows, each once, in rising order.
func distinct(rows []result.Row, of func(result.Row) int) []int {
	return slices.Sorted(slices.Values(result.Distinct(rows, of)))
}

// nearest is the value nearest to one that is wanted, the larger of two.
func nearest(values []int, want int) (best int) {
	for i, v := range values {
		if d, e := max(v-want, want-v), max(best-want, want-best); i == 0 || d <= e {
			best = v
		}
	}
	return best
}

// fullest is the largest n at which rows have the most different values; 0 if no n has two.
func fullest(rows []result.Row, value func(result.Row) int) (n int) {
	most := 1
	for _, k := range distinct(rows, byN) {
		count := len(distinct(result.Filter(rows, func(r result.Row) bool { return r.N == k }), value))
		if count > most || count == most && most > 1 {
			n, most = k, count
		}
	}
	return n
}

func items(n int) string { return result.Amount(n) + " items" }
