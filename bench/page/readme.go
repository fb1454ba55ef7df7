// SPDX-License-Identifier: MIT

package page

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
)

// block is a part of a Markdown file that Readme writes. It stands between marks, each alone on
// its line. It is written from rows of its own operations: those of other files stay as they
// are.
type block struct {
	name string
	text func([]result.Row) (string, error)
	of   func(result.Row) bool
}

var blocks = []block{
	{"figures", Figures, isPlain}, {"against CUB", Against, isPlain}, {"beside", Beside, isBeside}, {"frames", Frames, isFrame},
}

func isFrame(r result.Row) bool { return r.Op == "frame" }
func isPlain(r result.Row) bool {
	return slices.Contains([]string{"reduce", "scan", "compact", "sort"}, r.Op)
}

func (b block) begin() string { return "<!-- " + b.name + " -->" }
func (b block) end() string   { return "<!-- /" + b.name + " -->" }

// Readme rewrites the parts of a Markdown file between marks from rows of one device: "figures",
// as docs/performance.md has it, "against CUB" and "frames", as bench/README.md has them. A part
// that no row belongs to stays as it is. Errors: the marks of none of them are there once each,
// in their order; no row can be shown. Then the file is as it was.
func Readme(path string, rows []result.Row) error {
	text, err := readMarked(path)
	if err != nil {
		return err
	}
	written, without := 0, 0
	for _, b := range blocks {
		from, to := onLine(text, b.begin()), onLine(text, b.end())
		if from == missing {
			continue
		}
		if len(rows) > 0 && !slices.ContainsFunc(rows, b.of) {
			without++
			continue
		}
		part, err := b.text(rows)
		if err != nil {
			return err
		}
		text = slices.Concat(text[:from+len(b.begin())], []byte("\n"+part), text[to:])
		written++
	}
	if written == 0 && without > 0 {
		return fmt.Errorf("page: %s: no row of what stands between its marks", path)
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// CheckReadme returns the error of Readme for a file that is not there or has no marks.
func CheckReadme(path string) error {
	_, err := readMarked(path)
	return err
}

// readMarked reads a file with the marks of one block or more.
func readMarked(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	marked := false
	for _, b := range blocks {
		from, to := onLine(text, b.begin()), onLine(text, b.end())
		if from == missing && to == missing {
			continue
		}
		if from < 0 || to < from {
			return nil, fmt.Errorf("page: %s: want one line %q and one line %q behind it", path, b.begin(), b.end())
		}
		marked = true
	}
	if !marked {
		return nil, fmt.Errorf("page: %s: want a line %q and a line %q", path, blocks[0].begin(), blocks[0].end())
	}
	return text, nil
}

// What onLine returns for no mark, and for more than one.
const missing, twice = -1, -2

// onLine finds the one line that is a mark.
func onLine(text []byte, mark string) int {
	place, at := missing, 0
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if string(bytes.TrimRight(line, "\r\n")) == mark {
			if place >= 0 {
				return twice
			}
			place = at
		}
		at += len(line)
	}
	return place
}

// column is an operation in the tables of docs/performance.md.
type column struct {
	name string
	rows map[int]result.Row // by n
}

// Figures is the text that Readme writes for docs/performance.md.
func Figures(rows []result.Row) (string, error) {
	good, err := ofOneMachine(rows)
	if err != nil {
		return "", err
	}
	columns, more := columnsOf(good), moreColumns(good)
	ns := sizesOf(columns)
	if len(ns) == 0 {
		return "", fmt.Errorf("page: there are no rows of copy, reduce, scan, compact or sort to show")
	}
	shown := append(shownOf(columns, ns), shownOf(more, sizesOf(more))...)
	wall := result.Wall(shown)
	ways := waysOf(shown)
	cell := func(r result.Row) string {
		text := result.Figures(r.By(wall))
		if v := ratios(r.Ratios(), ways); v != "" {
			text += " (" + v + ")"
		}
		return text
	}

	var s strings.Builder
	s.WriteString("\n" + result.Wrapped("", intro(shown, wall, ways)) + "\n")
	lines := append(byN(columns, ns, cell), besideLines(columns, ns, result.Copies(good), ways)...)
	s.WriteString(markdown(namesOf(columns), append(lines, bytesLine(columns, ns))))
	if len(more) > 0 {
		s.WriteString("\nOther operations, the same way. Segments have 64 items on average:\n\n")
		ns := sizesOf(more)
		s.WriteString(markdown(namesOf(more), append(byN(more, ns, cell), bytesLine(more, ns))))
	}
	s.WriteString(meansTable(good, ways))
	s.WriteString(hostTable(append(slices.Clone(columns), more...)))
	s.WriteString(othersTable(good, ns))
	s.WriteString("\n")
	return s.String(), nil
}

// shownOf are the rows of the columns at the sizes.
func shownOf(columns []column, ns []int) (shown []result.Row) {
	for _, c := range columns {
		for _, n := range ns {
			if r, ok := c.rows[n]; ok {
				shown = append(shown, r)
			}
		}
	}
	return shown
}

func intro(rows []result.Row, wall bool, ways []way) string {
	clock := "GPU time"
	if wall {
		clock = "wall time, as the GPU's clock cannot be relied on there"
	}
	medians := "medians"
	if n := calls(rows); n != "" {
		medians += " of " + n + " calls"
	}
	text := fmt.Sprintf("Microseconds a call on %s (OpenGL %s), %s, %s. Each result is checked against a plain loop.",
		result.ShortDevice(rows[0].Device), rows[0].Driver, clock, medians)
	switch idle := slices.ContainsFunc(rows, func(r result.Row) bool { return !r.Queued }); {
	case wall:
	case idle:
		text += " The GPU was idle before comb's calls."
	default:
		text += " Each call is queued behind other work, so no time of the CPU's is in it."
	}
	if len(ways) > 0 {
		text += " In brackets: the time of NVIDIA's CUB over comb's, " + wayWords(ways)
	}
	return text
}

// calls is how many calls the medians are of.
func calls(rows []result.Row) string {
	samples := result.Distinct(result.Filter(rows, func(r result.Row) bool { return r.Samples > 0 }), func(r result.Row) int { return r.Samples })
	if len(samples) == 0 {
		return ""
	}
	least, most := slices.Min(samples), slices.Max(samples)
	if least == most {
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// columnOf has the rows that pass, by n.
func columnOf(name string, from []result.Row, pass func(result.Row) bool) column {
	c := column{name, map[int]result.Row{}}
	for _, r := range from {
		if pass(r) {
			c.rows[r.N] = r
		}
	}
	return c
}

func empty(c column) bool { return len(c.rows) == 0 }

// columnsOf are the operations that there are rows of.
func columnsOf(good []result.Row) []column {
	best := result.BestOurs(good)
	of := func(op string) func(result.Row) bool { return func(r result.Row) bool { return r.Op == op } }
	all := []column{columnOf("copy", good, of("copy")), columnOf("reduce", best, of("reduce")), columnOf("scan", best, of("scan"))}
	for _, kept := range keptOf(best) {
		all = append(all, columnOf(fmt.Sprintf("compact, %d %% kept", kept), best, func(r result.Row) bool {
			return ofWords(r) && r.Kept == kept
		}))
	}
	for _, key := range sortKeys(best) {
		all = append(all, columnOf("sort, "+key, best, func(r result.Row) bool { return r.Op == "sort" && r.Usual() && r.KeyName() == key }))
	}
	return slices.DeleteFunc(all, empty)
}

// sortKeys are the kinds of keys that README shows: words alone, with a payload, and 16 bits
// with one; or what there is.
func sortKeys(rows []result.Row) []string {
	sorts := result.Filter(rows, result.Row.Usual, func(r result.Row) bool { return r.Op == "sort" })
	all := result.Distinct(sorts, result.Row.KeyName)
	pairs, half := result.Row{KeyBits: 32, PayloadBytes: 4}, result.Row{KeyBits: 16, PayloadBytes: 4}
	if some := those(all, result.Row{KeyBits: 32}.KeyName(), pairs.KeyName(), half.KeyName()); len(some) > 0 {
		return some
	}
	return all
}

// moreColumns are the other operations.
func moreColumns(good []result.Row) (all []column) {
	best := result.BestOurs(good)
	half := 0 // the share of a partition that is nearest to half
	if parts := result.Filter(best, func(r result.Row) bool { return r.Op == "partition" }); len(parts) > 0 {
		off := func(r result.Row) int { return max(r.Kept-50, 50-r.Kept) }
		half = slices.MinFunc(parts, func(a, b result.Row) int { return off(a) - off(b) }).Kept
	}
	for _, o := range []struct{ op, name string }{
		{"partition", "partition"}, {"predicate", "predicate in GLSL"}, {"runs", "run lengths"}, {"histogram", "histogram"},
		{"segreduce", "segmented sum"}, {"segscan", "segmented scan"}, {"segsort", "segmented sort"},
	} {
		all = append(all, columnOf(o.name, best, func(r result.Row) bool {
			return r.Op == o.op && r.Usual() && (o.op != "partition" || r.Kept == half)
		}))
	}
	return slices.DeleteFunc(all, empty)
}

// keptOf are the shares of items kept that README shows: little, half and all, or what there is.
func keptOf(rows []result.Row) []int {
	all := result.Distinct(result.Filter(rows, ofWords), func(r result.Row) int { return r.Kept })
	slices.Sort(all)
	if some := those(all, 1, 50, 100); len(some) > 0 {
		return some
	}
	return all[:min(3, len(all))]
}

// ofWords reports whether a row is of a compaction of words, of the usual input.
func ofWords(r result.Row) bool { return r.Op == "compact" && r.Usual() && r.Record() == 4 }

// those are the wanted values that there are.
func those[T comparable](all []T, want ...T) []T {
	return slices.DeleteFunc(want, func(v T) bool { return !slices.Contains(all, v) })
}

// sizesOf are the n that half of the columns have, at most ten.
func sizesOf(columns []column) []int {
	count := map[int]int{}
	for _, c := range columns {
		for n := range c.rows {
			count[n]++
		}
	}
	ns := slices.DeleteFunc(slices.Sorted(maps.Keys(count)), func(n int) bool { return 2*count[n] < len(columns) })
	for len(ns) > 10 { // every other one, and the largest
		var some []int
		for i := range ns {
			if (len(ns)-1-i)%2 == 0 {
				some = append(some, ns[i])
			}
		}
		ns = some
	}
	return ns
}

// byN is a line of a table for each n, with a cell for each column.
func byN(columns []column, ns []int, cell func(result.Row) string) (lines [][]string) {
	for _, n := range ns {
		line := []string{result.Amount(n)}
		for _, c := range columns {
			text := ""
			if r, ok := c.rows[n]; ok {
				text = cell(r)
			}
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	return lines
}

// namesOf are the columns' names behind that of n.
func namesOf(columns []column) []string {
	head := []string{"n"}
	for _, c := range columns {
		head = append(head, c.name)
	}
	return head
}

// markdown writes a table.
func markdown(head []string, lines [][]string) string {
	var s strings.Builder
	for i, cells := range append([][]string{head}, lines...) {
		for _, cell := range cells {
			s.WriteString(strings.TrimSuffix("| "+cell, " ") + " ")
		}
		s.WriteString("|\n")
		if i == 0 {
			s.WriteString(strings.Repeat("|---", len(head)) + "|\n")
		}
	}
	return s.String()
}

// ofOneMachine are the rows that may be shown; an error when there is none, or when they are of
// several devices.
func ofOneMachine(rows []result.Row) ([]result.Row, error) {
	good := result.Good(rows)
	if len(good) == 0 {
		return nil, fmt.Errorf("page: there is no row to show: none that was checked and timed")
	}
	if err := result.CheckKinds(rows); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if device, driver, one := result.Machine(rows); !one {
		return nil, fmt.Errorf("page: rows of %s %s among those of another device: show those of one at a time", device, driver)
	}
	return good, nil
}
