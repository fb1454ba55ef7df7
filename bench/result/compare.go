// SPDX-License-Identifier: MIT

package result

import "math"

// Speedup is how many times as long other takes as r, by one clock for both: the GPU's where both
// have one to rely on. 0 where neither clock has both.
func (r Row) Speedup(other Row) float64 {
	a, b := r.Wall, other.Wall
	if r.Reliable && other.Reliable && !r.Host() && !other.Host() {
		a, b = r.GPU, other.GPU
	}
	if a <= 0 || b <= 0 {
		return 0
	}
	return b / a
}

// Ratio is the peer's time of the same cell over the row's, of calls that are queued behind other
// work: above 1 the row is the faster. 0 when there is no peer, or no GPU clock that could be held
// against its. Rows of older files are of calls that found the GPU idle; OpenGL submits a call in
// one piece, so that their GPU time holds no time between dispatches either.
func (r Row) Ratio() float64 { return r.over(r.Peer, r.GPU) }

// RatioRow is the same of the GPU time of calls in a row.
func (r Row) RatioRow() float64 { return r.over(r.PeerBatch, r.GPUBatch) }

// RatioWall is the same of the wall time from a call to its result.
func (r Row) RatioWall() float64 { return r.over(r.PeerWall, r.Wall) }

// RatioEnqueue is the same of the CPU time to enqueue a call.
func (r Row) RatioEnqueue() float64 { return r.over(r.PeerEnqueue, r.Enqueue) }

// Ratios are those of the three ways to time a call: queued, in a row, by the wall clock. 0 where
// there is none.
func (r Row) Ratios() [3]float64 { return [3]float64{r.Ratio(), r.RatioRow(), r.RatioWall()} }

// Compared says that one of the ratios is there.
func (r Row) Compared() bool { return r.Ratios() != [3]float64{} }

func (r Row) over(peer, own float64) float64 {
	if peer <= 0 || own <= 0 || !r.Reliable || !r.Good() {
		return 0
	}
	return peer / own
}

// Farthest is the number of words from which on the two sides' own copies differ, as OpenGL's pages
// may be small.
const Farthest = 1 << 25

// Copies are the copy's ratios of each n from Farthest on.
func Copies(rows []Row) map[int][3]float64 {
	all := map[int][3]float64{}
	for _, r := range rows {
		if r.Op == "copy" && r.N >= Farthest && r.Compared() {
			all[r.N] = r.Ratios()
		}
	}
	return all
}

// Beside are ratios of which each side's time is taken over that of its own copy. 0 where one of
// the two is missing.
func Beside(ratios, copied [3]float64) (out [3]float64) {
	for i, v := range ratios {
		if copied[i] > 0 {
			out[i] = v / copied[i]
		}
	}
	return out
}

// Cell is what two rows have in common that did the same work.
type Cell struct {
	Op                                              string
	N, Kept, KeyBits, Payload, Record, Fetch, Share int
	Element, Operator, Dist, Size                   string
}

// Cell is the work that the row describes.
func (r Row) Cell() Cell {
	c := Cell{
		Op: r.Op, N: r.N, Kept: r.Kept, KeyBits: r.KeyBits, Payload: r.PayloadBytes, Record: r.Record(),
		Fetch: r.FetchBits, Share: r.Workers, Element: r.Element, Operator: r.Operator, Dist: r.Dist,
	}
	if r.Usual() {
		c.Dist = ""
	}
	if (r.Op == "tiles" || r.Op == "frame") && !r.Refused() {
		c.Size = r.Note
	}
	return c
}

// BestOurs is the fastest of comb's variants for each piece of work, in the order in which the work
// first comes.
func BestOurs(rows []Row) []Row {
	var best []Row
	at := map[Cell]int{}
	for _, r := range rows {
		if !r.Ours() || !r.Good() {
			continue
		}
		c := r.Cell()
		i, seen := at[c]
		if !seen {
			at[c] = len(best)
			best = append(best, r)
		} else if r.Speedup(best[i]) > 1 {
			best[i] = r
		}
	}
	return best
}

// Match is one compaction, and the fastest of those that it is held against. A row that is not
// there has no Op.
type Match struct {
	Ours, Ordered, Unordered, Host Row // on the GPU: with the order kept, with it lost; on the CPU
}

// Rivals are the rows that comb's is held against.
func (m Match) Rivals() [3]Row { return [3]Row{m.Ordered, m.Unordered, m.Host} }

// Matches are comb's compactions beside the fastest others of the same work.
func Matches(rows []Row) []Match {
	ours := BestOurs(Filter(rows, func(r Row) bool { return r.Op == "compact" }))
	all := make([]Match, len(ours))
	at := map[Cell]*Match{}
	for i, r := range ours {
		all[i].Ours = r
		at[r.Cell()] = &all[i]
	}
	for _, r := range rows {
		m := at[r.Cell()]
		if m == nil || r.Ours() || !r.Good() {
			continue
		}
		rival := &m.Ordered
		switch {
		case r.Host():
			rival = &m.Host
		case r.OrderLost():
			rival = &m.Unordered
		}
		if rival.Op == "" || r.Speedup(*rival) > 1 {
			*rival = r
		}
	}
	return all
}

// Peers is how an operation stands against the peer.
type Peers struct {
	Op      string
	Timings [3]Mean // queued, in a row, by the wall clock
	Beside  [3]Mean // the same cells; from Farthest on each side's time is over its own copy's
	Enqueue Mean
	Far     bool // there are such cells
	Best    Row  // by Ratio
	Worst   Row
}

// Mean is the geometric mean of the ratios of so many cells; 0 of none.
type Mean struct {
	Cells       int
	Mean        float64
	Least, Most float64
	logs        float64
}

func (m *Mean) add(ratio float64) {
	if ratio <= 0 {
		return
	}
	if m.Cells == 0 {
		m.Least, m.Most = ratio, ratio
	}
	m.Least, m.Most = min(m.Least, ratio), max(m.Most, ratio)
	m.Cells++
	m.logs += math.Log(ratio)
	m.Mean = math.Exp(m.logs / float64(m.Cells))
}

// AgainstPeer sums up the cells that have a peer, for each operation.
func AgainstPeer(rows []Row) []Peers {
	copies := Copies(rows)
	var all []Peers
	for _, r := range BestOurs(rows) {
		ratios := r.Ratios()
		if !r.Compared() {
			continue
		}
		p := FindOrAdd(&all, func(p Peers) bool { return p.Op == r.Op }, Peers{Op: r.Op})
		beside := ratios
		if r.N >= Farthest {
			p.Far = true
			beside = Beside(ratios, copies[r.N])
		}
		for way := range ratios {
			p.Timings[way].add(ratios[way])
			p.Beside[way].add(beside[way])
		}
		p.Enqueue.add(r.RatioEnqueue())
		if v := r.Ratio(); v > 0 && (p.Best.Op == "" || v > p.Best.Ratio()) {
			p.Best = r
		}
		if v := r.Ratio(); v > 0 && (p.Worst.Op == "" || v < p.Worst.Ratio()) {
			p.Worst = r
		}
	}
	return all
}

// Tallest is the largest n that most of the rungs can do: three quarters of those that can do any.
func Tallest(rows []Row) int {
	rungs := len(Distinct(rows, func(r Row) string { return r.Variant }))
	best, at := 0, map[int]int{}
	for _, r := range rows {
		at[r.N]++
	}
	for n, count := range at {
		if 4*count >= 3*rungs {
			best = max(best, n)
		}
	}
	if best > 0 {
		return best
	}
	for n, count := range at { // no n has so many: the one that has the most
		if best == 0 || count > at[best] || count == at[best] && n > best {
			best = n
		}
	}
	return best
}
