// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// grid is a table.
type grid struct {
	Title string
	Head  []string
	Left  int // columns that name the line, not numbers
	Lines []line
	Notes []string
}

type line struct {
	Ours  bool
	Cells []cell
}

// cell is what stands at a place: a time, and below it what follows from it.
type cell struct {
	Main, Below string
	Peer        string // the ratio to the peer
	Lost        bool   // the peer is the faster
}

// order is that of the sections; other operations follow as they come.
var order = []struct{ id, title, about string }{
	{"compact", "Compaction", "Items whose first word is not 0 are kept, in order unless the way says that it loses it."},
	{"scan", "Scan", "Exclusive prefix sums."},
	{"reduce", "Reduction", "The sum of all items."},
	{"sort", "Radix sort", "Keys alone, or keys with a payload that moves along."},
	{"ladder", "The ladder of reduction", "The ways of the classic texts, each a kernel or a few, and comb's."},
	{"tiles", "Images to tiles", "The mean luminance of each tile of an image."},
	{"fetch", "Width of a fetch, number of workers", "Words read and summed, by lanes that load 32, 64 or 128 bits at once, and by so many workgroups a multiprocessor."},
	{"frame", "A frame of hair", "The stages of hair's renderer. In moving frames the shadow is found anew; in still ones only the camera moves."},
	{"hair", "A frame of hair, older", "The stages of hair's renderer."},
	{"particles", "A frame of particles", "The stages of a particle system."},
	{"limits", "Limits of the machine", "What copying and reading alone reach, and what a dispatch costs that does nothing."},
}

// sectionOf is where an operation's rows are shown.
func sectionOf(op string) string {
	if op == "copy" || op == "read" || op == "empty" {
		return "limits"
	}
	return op
}

// sections are the operations that there are rows of, with their tables.
func sections(good, rows []result.Row) []section {
	var all []section
	add := func(id, title, about string) {
		s := section{ID: id, Title: title, About: about}
		s.Tables = tables(id, good, rows)
		if len(s.Tables) > 0 {
			all = append(all, s)
		}
	}
	for _, o := range order {
		add(o.id, o.title, o.about)
	}
	for _, r := range good {
		id := sectionOf(r.Op)
		if !slices.ContainsFunc(all, func(s section) bool { return s.ID == id }) {
			add(id, strings.ToUpper(id[:1])+id[1:], "")
		}
	}
	return all
}

// tables are those of a section: one for each operation, in parts where a part says more than the whole.
func tables(id string, good, rows []result.Row) []grid {
	var mine []result.Row
	for _, r := range good {
		if sectionOf(r.Op) == id {
			mine = append(mine, r)
		}
	}
	if len(mine) == 0 {
		return nil
	}
	switch id {
	case "compact":
		return compactions(mine, rows)
	case "limits":
		return []grid{byN("", mine, nil), empties(mine)}[:1+min(1, len(empties(mine).Lines))]
	case "fetch":
		return fetches(mine)
	}
	return []grid{byN("", mine, refused(id, rows))}
}

func refused(id string, rows []result.Row) []result.Row {
	var all []result.Row
	for _, r := range rows {
		if r.Refused() && sectionOf(r.Op) == id {
			all = append(all, r)
		}
	}
	return all
}

// compactions are in three parts: by n and kept, by the size of a record, by the kind of input.
func compactions(good, rows []result.Row) []grid {
	pick := func(rows []result.Row, pass func(result.Row) bool) []result.Row {
		return slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return !pass(r) })
	}
	words := func(r result.Row) bool { return r.Usual() && r.Record() == 4 }
	all := []grid{byN("By n and by what is kept", pick(good, words), refused("compact", rows))}
	records := pick(good, func(r result.Row) bool { return r.Usual() && r.Record() != 4 })
	if len(records) > 0 {
		at := records[0].N
		same := pick(good, func(r result.Row) bool { return r.Usual() && r.N == at && r.Kept == records[0].Kept })
		all = append(all, byN("By the size of a record", append(records, pick(same, words)...), nil))
	}
	others := pick(good, func(r result.Row) bool { return !r.Usual() })
	if len(others) > 0 {
		same := pick(good, func(r result.Row) bool {
			return r.Usual() && slices.ContainsFunc(others, func(o result.Row) bool {
				return o.N == r.N && o.Kept == r.Kept && o.Record() == r.Record()
			})
		})
		all = append(all, byN("By the kind of input", append(others, same...), nil))
	}
	return slices.DeleteFunc(all, func(g grid) bool { return len(g.Lines) == 0 })
}

// attribute is what may tell two lines of a table apart.
type attribute struct {
	name string
	of   func(result.Row) string
}

var attributes = []attribute{
	{"operator", func(r result.Row) string { return r.Operator }},
	{"element", func(r result.Row) string { return r.Element }},
	{"keys", func(r result.Row) string {
		if r.KeyBits < 0 {
			return ""
		}
		return r.KeyName()
	}},
	{"kept", func(r result.Row) string {
		if r.Kept < 0 {
			return ""
		}
		return fmt.Sprintf("%d %%", r.Kept)
	}},
	{"record", func(r result.Row) string {
		if r.RecordBytes < 0 {
			return ""
		}
		return fmt.Sprintf("%d bytes", r.RecordBytes)
	}},
	{"input", func(r result.Row) string { return r.Dist }},
	{"size", func(r result.Row) string {
		if r.Op == "tiles" || r.Op == "frame" {
			return r.Note
		}
		return ""
	}},
	{"of", func(r result.Row) string { return r.Op }},
	{"way", func(r result.Row) string {
		if r.OrderLost() {
			return r.Variant + " (order lost)"
		}
		return r.Variant
	}},
}

// byN has a line for each piece of work and way, and a column for each n.
func byN(title string, good, refused []result.Row) grid {
	good = slices.DeleteFunc(slices.Clone(good), func(r result.Row) bool { return r.Op == "empty" })
	g := grid{Title: title}
	if len(good) == 0 {
		return g
	}
	var ns []int
	for _, r := range good {
		if !slices.Contains(ns, r.N) {
			ns = append(ns, r.N)
		}
	}
	slices.Sort(ns)
	var telling []attribute
	for _, a := range attributes {
		if a.name == "way" || slices.ContainsFunc(good, func(r result.Row) bool { return a.of(r) != a.of(good[0]) }) {
			telling = append(telling, a)
			g.Head = append(g.Head, a.name)
		}
	}
	g.Left = len(g.Head)
	for _, n := range ns {
		g.Head = append(g.Head, result.Amount(n))
	}
	at := map[string]int{}
	for _, r := range sorted(good) {
		var names []cell
		key := ""
		for _, a := range telling {
			names = append(names, cell{Main: a.of(r)})
			key += a.of(r) + "\x00"
		}
		i, seen := at[key]
		if !seen {
			i = len(g.Lines)
			at[key] = i
			g.Lines = append(g.Lines, line{Ours: r.Ours(), Cells: append(names, make([]cell, len(ns))...)})
		}
		g.Lines[i].Cells[g.Left+slices.Index(ns, r.N)] = told(r)
	}
	g.Notes = reasons(refused)
	return g
}

// sorted puts rows of the same work together, in the order in which the work and the ways first come.
func sorted(rows []result.Row) []result.Row {
	var works []result.Cell
	place := map[result.Cell]int{}
	of := func(r result.Row) result.Cell {
		c := r.Cell()
		c.N = 0
		return c
	}
	for _, r := range rows {
		if _, seen := place[of(r)]; !seen {
			place[of(r)] = len(works)
			works = append(works, of(r))
		}
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b result.Row) int { return place[of(a)] - place[of(b)] })
	return rows
}

// told is a row's cell.
func told(r result.Row) cell {
	c := cell{Main: result.Micros(r.Time())}
	if r.Bytes > 0 && r.GBs > 0 {
		c.Below = result.Figures(r.GBs) + " GB/s"
		if r.OfCopy > 0 && r.Op != "copy" {
			c.Below += ", " + share(r.OfCopy)
		}
	}
	c.Peer, c.Lost = besidePeer(r)
	return c
}

// besidePeer writes the ratios to the peer, and says whether the peer is the faster in one of them.
func besidePeer(r result.Row) (text string, lost bool) {
	all := r.Ratios()
	v := ratios(all, waysOf([]result.Row{r}))
	if v == "" {
		return "", false
	}
	return "CUB " + v, slices.ContainsFunc(all[:], func(v float64) bool { return v > 0 && v < 1 })
}

// share of the copy's rate.
func share(v float64) string {
	if v < 0.005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", v)
}

// reasons say what was refused and why, each once with the n that it holds for.
func reasons(refused []result.Row) []string {
	type what struct{ name, why string }
	var all []what
	ns := map[what][]string{}
	for _, r := range refused {
		name := r.Variant
		if r.Operator != "" || r.Element != "" {
			name += strings.TrimRight(fmt.Sprintf(", %s %s", r.Operator, r.Element), " ")
		}
		w := what{name, r.Why()}
		if _, seen := ns[w]; !seen {
			all = append(all, w)
		}
		if n := result.Amount(r.N); !slices.Contains(ns[w], n) {
			ns[w] = append(ns[w], n)
		}
	}
	var notes []string
	for _, w := range all {
		notes = append(notes, fmt.Sprintf("%s at %s: %s", w.name, strings.Join(ns[w], ", "), w.why))
	}
	return notes
}

// empties are the calls that do nothing.
func empties(rows []result.Row) grid {
	g := grid{Title: "Calls that do nothing", Head: []string{"what", "dispatches in a row", "time"}, Left: 2}
	for _, r := range rows {
		if r.Op == "empty" {
			g.Lines = append(g.Lines, line{Cells: []cell{{Main: r.Variant}, {Main: result.Digits(r.N)}, {Main: result.Micros(r.Time())}}})
		}
	}
	return g
}

// fetches have a line for each width, a column for each number of workers, a table for each n.
func fetches(rows []result.Row) []grid {
	var all []grid
	var ns []int
	for _, r := range rows {
		ns = append(ns, r.N)
	}
	slices.Sort(ns)
	for _, n := range slices.Compact(ns) {
		g := grid{Title: result.Amount(n) + " words", Head: []string{"bits a lane"}, Left: 1}
		var workers []int
		for _, r := range rows {
			if r.N == n {
				workers = append(workers, r.Workers)
			}
		}
		slices.Sort(workers)
		workers = slices.Compact(workers)
		for _, w := range workers {
			g.Head = append(g.Head, fmt.Sprintf("%d workers", w))
		}
		for _, r := range rows {
			if r.N != n {
				continue
			}
			bits := fmt.Sprint(r.FetchBits)
			i := slices.IndexFunc(g.Lines, func(l line) bool { return l.Cells[0].Main == bits })
			if i < 0 {
				i = len(g.Lines)
				g.Lines = append(g.Lines, line{Cells: append([]cell{{Main: bits}}, make([]cell, len(workers))...)})
			}
			g.Lines[i].Cells[1+slices.Index(workers, r.Workers)] = cell{Main: result.Figures(r.GBs) + " GB/s", Below: result.Micros(r.Time())}
		}
		all = append(all, g)
	}
	return all
}

// every is the table of all rows, as they were measured.
func every(rows []result.Row) grid {
	g := grid{
		Head: []string{"operation", "way", "n", "what", "time", "fastest", "quarter", "three quarters", "in a row", "wall", "enqueue",
			"GB/s", "of copy", "CUB", "in a row", "wall", "enqueue", "calls", "note"},
		Left: 2,
	}
	number := func(v float64) cell {
		if v <= 0 {
			return cell{}
		}
		return cell{Main: result.Figures(v)}
	}
	for _, r := range rows {
		if !r.Good() && !r.Refused() {
			continue
		}
		var what []string
		for _, a := range attributes[:len(attributes)-2] {
			if words := a.of(r); words != "" && words != r.Note {
				what = append(what, words)
			}
		}
		note := r.Note
		if r.Good() && !r.Reliable && !r.Host() {
			note = strings.TrimPrefix(note+"; the GPU's clock is unreliable: by the wall clock", "; ")
		}
		low, high := r.Spread()
		l := line{Ours: r.Ours(), Cells: []cell{
			{Main: r.Op}, {Main: r.Variant}, {Main: result.Amount(r.N)}, {Main: strings.Join(what, ", ")},
			number(r.Time()), number(r.Least()), number(low), number(high), number(r.GPUBatch), number(r.Wall), number(r.Enqueue),
			number(r.GBs), number(r.OfCopy), number(r.Peer), number(r.PeerBatch), number(r.PeerWall), number(r.PeerEnqueue),
			{}, {Main: note},
		}}
		if r.Samples > 0 {
			l.Cells[len(l.Cells)-2].Main = fmt.Sprint(r.Samples)
		}
		g.Lines = append(g.Lines, l)
	}
	return g
}
