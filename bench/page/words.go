// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// paragraph is a part of the summary.
type paragraph struct {
	Title     string
	Sentences []string
	Table     grid
}

// summary says in words what the rows say in numbers.
func summary(good, rows []result.Row) []paragraph {
	var all []paragraph
	add := func(title string, sentences []string) {
		if len(sentences) > 0 {
			all = append(all, paragraph{Title: title, Sentences: sentences})
		}
	}
	table := compactionTable(good)
	if words := compactionWords(good); len(words) > 0 || len(table.Lines) > 0 {
		all = append(all, paragraph{"Compaction against other ways", words, table})
	}
	add("Against the machine's limits", limitWords(good))
	add("Against CUB", cubWords(good))
	add("The ladder of reduction", ladderWords(good, rows))
	add("Fetch width and workers", fetchWords(good))
	add("What the input does to a sort", inputWords(good))
	add("Frames", frameWords(good))
	return all
}

// compactionTable sets comb, at each n with about half of the words kept, beside the best of each kind.
func compactionTable(good []result.Row) grid {
	var matches []result.Match
	half := -1
	for _, m := range result.Matches(good) {
		if !m.Ours.Usual() || m.Ours.Record() != 4 {
			continue
		}
		matches = append(matches, m)
		if half < 0 || abs(m.Ours.Kept-50) < abs(half-50) {
			half = m.Ours.Kept
		}
	}
	matches = slices.DeleteFunc(matches, func(m result.Match) bool {
		return m.Ours.Kept != half || m.Ordered.Op+m.Unordered.Op+m.Host.Op == "" && !m.Ours.Compared()
	})
	if len(matches) == 0 {
		return grid{}
	}
	slices.SortStableFunc(matches, func(a, b result.Match) int { return a.Ours.N - b.Ours.N })
	g := grid{Title: fmt.Sprintf("Words, %d %% kept: comb and the fastest of the others", half), Head: []string{"n", "comb"}, Left: 1}
	for _, kind := range kinds {
		g.Head = append(g.Head, kind.name)
	}
	for _, m := range matches {
		l := line{Cells: []cell{{Main: result.Amount(m.Ours.N)}, {Main: result.Micros(m.Ours.Time())}}}
		l.Cells[1].Peer, l.Cells[1].Lost = besidePeer(m.Ours)
		for _, kind := range kinds {
			c, r := cell{}, kind.of(m)
			if v := m.Ours.Speedup(r); v > 0 {
				c = cell{Main: r.Variant + " " + result.Micros(r.Time()), Peer: longer(v), Lost: v < 1}
			}
			l.Cells = append(l.Cells, c)
		}
		g.Lines = append(g.Lines, l)
	}
	return g
}

// compactionWords tell over what range comb is the faster, and where it is the slower.
func compactionWords(good []result.Row) []string {
	matches := result.Matches(good)
	var all []string
	for i, kind := range kinds {
		if words := rangeWords(matches, i, kind.of); words != "" {
			all = append(all, words)
		}
	}
	return all
}

func abs(v int) int { return max(v, -v) }

// longer says how long something takes that takes v times as long as comb.
func longer(v float64) string {
	if v >= 0.995 && v < 1.005 {
		return "as long"
	}
	return ratio(v) + " times as long"
}

// rangeWords say over which factors comb is the faster than a kind, and in which cells it is not.
func rangeWords(matches []result.Match, kind int, of func(result.Match) result.Row) string {
	least, most := math.Inf(1), 0.0
	var worst result.Row
	cells, slower := 0, 0
	for _, m := range matches {
		v := m.Ours.Speedup(of(m))
		if v <= 0 {
			continue
		}
		cells++
		if v < 1 {
			slower++
		}
		if v < least {
			least, worst = v, m.Ours
		}
		most = max(most, v)
	}
	if cells < 2 {
		return ""
	}
	name := []string{"the best that keeps the order", "the best that loses the order", "the best on the CPU"}[kind]
	words := fmt.Sprintf("Over %d cells (n, share kept, record, input) %s takes %s to %s times as long as comb",
		cells, name, ratio(least), ratio(most))
	if slower == 0 {
		return words + "."
	}
	return words + fmt.Sprintf("; comb is the slower in %d, most so at %s.", slower, work(worst))
}

// limitWords say what share of the copy's bandwidth each operation reaches at the largest n.
func limitWords(good []result.Row) []string {
	var all []string
	for _, limit := range []struct{ op, name string }{{"copy", "A copy"}, {"read", "Reading alone"}} {
		if r, ok := largest(good, func(r result.Row) bool { return r.Op == limit.op && r.GBs > 0 }); ok {
			all = append(all, fmt.Sprintf("%s of %s words reaches %s GB/s.", limit.name, result.Amount(r.N), result.Figures(r.GBs)))
		}
	}
	var parts []string
	n := 0
	for _, of := range []struct {
		name string
		pass func(result.Row) bool
	}{
		{"reduction", func(r result.Row) bool { return r.Op == "reduce" }},
		{"scan", func(r result.Row) bool { return r.Op == "scan" }},
		{"compaction with half kept", func(r result.Row) bool { return r.Op == "compact" && r.Kept == 50 && r.Usual() && r.Record() == 4 }},
		{"sorting 32-bit keys", func(r result.Row) bool { return r.Op == "sort" && r.KeyBits == 32 && r.PayloadBytes == 0 && r.Usual() }},
	} {
		r, ok := largest(result.BestOurs(good), func(r result.Row) bool { return of.pass(r) && r.OfCopy > 0 })
		if ok && (n == 0 || r.N == n) {
			n = r.N
			parts = append(parts, fmt.Sprintf("%s %.2f", of.name, r.OfCopy))
		}
	}
	if len(parts) > 0 {
		all = append(all, fmt.Sprintf("Of the copy's bandwidth at %s items: %s.", result.Amount(n), strings.Join(parts, ", ")))
	}
	for _, r := range good {
		if r.Op == "empty" && r.N == 1 {
			all = append(all, fmt.Sprintf("A %s that does nothing takes %s.", strings.ReplaceAll(r.Variant, "+", " + "), result.Micros(r.Time())))
		}
	}
	return all
}

// largest is the row of the largest n among those that pass.
func largest(rows []result.Row, pass func(result.Row) bool) (best result.Row, ok bool) {
	for _, r := range rows {
		if pass(r) && (!ok || r.N > best.N) {
			best, ok = r, true
		}
	}
	return best, ok
}

// cubWords say how comb stands against CUB, in each way to time a call.
func cubWords(good []result.Row) []string {
	var all []string
	for _, p := range result.AgainstPeer(good) {
		var parts []string
		for w, m := range p.Ways {
			if m.Cells == 1 {
				parts = append(parts, fmt.Sprintf("%s %s", wayNames[w], ratio(m.Mean)))
			} else if m.Cells > 1 {
				parts = append(parts, fmt.Sprintf("%s %s to %s, geometric mean %s of %d cells", wayNames[w], ratio(m.Least), ratio(m.Most), ratio(m.Mean), m.Cells))
			}
		}
		words := fmt.Sprintf("%s%s: CUB's time over comb's is %s", strings.ToUpper(p.Op[:1]), p.Op[1:], strings.Join(parts, "; "))
		if p.Worst.Op != "" && p.Ways[0].Cells > 1 {
			words += "; the worst queued at " + work(p.Worst)
		}
		all = append(all, words+".")
	}
	return all
}

// ladderWords say which rung wins, and where comb's stands.
func ladderWords(good, rows []result.Row) []string {
	var all []string
	var kinds [][2]string
	for _, r := range good {
		if k := [2]string{r.Operator, r.Element}; r.Op == "ladder" && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	for _, k := range kinds {
		mine := func(r result.Row) bool { return r.Op == "ladder" && r.Operator == k[0] && r.Element == k[1] }
		rungs := slices.DeleteFunc(slices.Clone(good), func(r result.Row) bool { return !mine(r) })
		n := result.Tallest(rungs)
		rungs = slices.DeleteFunc(rungs, func(r result.Row) bool { return r.N != n })
		wall := result.Wall(rungs)
		slices.SortStableFunc(rungs, func(a, b result.Row) int {
			if a.By(wall) < b.By(wall) {
				return -1
			}
			return 1
		})
		best, last := rungs[0], rungs[len(rungs)-1]
		words := fmt.Sprintf("%s of %s, %s items: %s is the fastest with %s", k[0], k[1], result.Amount(n), best.Variant, result.Micros(best.By(wall)))
		if i := slices.IndexFunc(rungs, result.Row.Ours); i > 0 {
			words += fmt.Sprintf("; comb is %s of %d with %s times that", place(i), len(rungs), ratio(rungs[i].By(wall)/best.By(wall)))
		} else if i == 0 && len(rungs) > 1 {
			words += fmt.Sprintf("; next is %s with %s times that", rungs[1].Variant, ratio(rungs[1].By(wall)/best.By(wall)))
		}
		if len(rungs) > 2 {
			words += fmt.Sprintf("; the last, %s, takes %s times that", last.Variant, ratio(last.By(wall)/best.By(wall)))
		}
		refused := 0
		for _, r := range rows {
			if r.Refused() && mine(r) && r.N == n {
				refused++
			}
		}
		if refused > 0 {
			words += fmt.Sprintf("; %d cannot do it", refused)
		}
		all = append(all, words+".")
	}
	return all
}

// place is the i-th, from 0, in words.
func place(i int) string {
	if i < 3 {
		return []string{"first", "second", "third"}[i]
	}
	return fmt.Sprintf("%dth", i+1)
}

// fetchWords say what width and workers do at the largest n.
func fetchWords(good []result.Row) []string {
	most, ok := largest(good, func(r result.Row) bool { return r.Op == "fetch" && r.GBs > 0 })
	if !ok {
		return nil
	}
	rate := map[[2]int]float64{}
	var widths, workers []int
	for _, r := range good {
		if r.Op == "fetch" && r.N == most.N && r.GBs > 0 {
			rate[[2]int{r.FetchBits, r.Workers}] = r.GBs
			widths, workers = append(widths, r.FetchBits), append(workers, r.Workers)
		}
	}
	slices.Sort(widths)
	slices.Sort(workers)
	widths, workers = slices.Compact(widths), slices.Compact(workers)
	words := func(kind string, values []int, at func(int) float64, unit string) string {
		var parts []string
		for _, v := range values {
			if at(v) > 0 {
				parts = append(parts, fmt.Sprintf("%d %s %s", v, plural(unit, v), result.Figures(at(v))))
			}
		}
		first, last := at(values[0]), at(values[len(values)-1])
		if len(parts) < 2 || first <= 0 || last <= 0 {
			return ""
		}
		return fmt.Sprintf("%s: %s GB/s, the last %s times the first.", kind, strings.Join(parts, ", "), ratio(last/first))
	}
	wide, many := widths[len(widths)-1], workers[len(workers)-1]
	all := []string{
		words(fmt.Sprintf("%s words by %d workers a multiprocessor", result.Amount(most.N), many), widths,
			func(w int) float64 { return rate[[2]int{w, many}] }, "bits a lane"),
		words(fmt.Sprintf("%s words by %d bits a lane", result.Amount(most.N), wide), workers,
			func(w int) float64 { return rate[[2]int{wide, w}] }, "worker"),
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

func plural(unit string, n int) string {
	if unit == "worker" && n != 1 {
		return "workers"
	}
	return unit
}

// inputWords say how far inputs move a sort's time from that of uniform keys.
func inputWords(good []result.Row) []string {
	best := result.BestOurs(good)
	var all []string
	for _, uniform := range best {
		if uniform.Op != "sort" || !uniform.Usual() {
			continue
		}
		var parts []string
		for _, r := range best {
			same := r.Cell()
			same.Dist = ""
			if !r.Usual() && same == uniform.Cell() && r.Speedup(uniform) > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", r.Dist, ratio(1/r.Speedup(uniform))))
			}
		}
		if len(parts) > 0 {
			all = append(all, fmt.Sprintf("%s, %s: uniform keys take %s; times that: %s.",
				result.Amount(uniform.N), uniform.KeyName(), result.Micros(uniform.Time()), strings.Join(parts, ", ")))
		}
	}
	return all
}

func frameWords(good []result.Row) []string {
	if line := frameLine(good); line != "" {
		return []string{line}
	}
	return nil
}
