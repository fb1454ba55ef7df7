// SPDX-License-Identifier: MIT

package result

import (
	"math"
	"slices"
)

// Speedup is how many times as long other takes as r, by one clock for both: the GPU's where both have one to rely on.
// 0 where that cannot be told.
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

// Ratio is the peer's time of the same cell over the row's: above 1 the row is the faster. 0 when there is no peer, or no
// GPU clock that could be held against its.
func (r Row) Ratio() float64 { return r.over(r.Peer, r.GPU) }

// RatioAlone is the same of calls that find the GPU idle. Of comb's the time is the same: a driver of OpenGL hands a call over in
// one piece.
func (r Row) RatioAlone() float64 { return r.over(r.PeerAlone, r.GPU) }

// RatioRow is the same of calls in a row.
func (r Row) RatioRow() float64 { return r.over(r.PeerBatch, r.GPUBatch) }

func (r Row) over(peer, own float64) float64 {
	if peer <= 0 || own <= 0 || !r.Reliable || !r.Good() {
		return 0
	}
	return peer / own
}

// Cell is what two rows have in common that did the same work.
type Cell struct {
	Op                                              string
	N, Kept, KeyBits, Payload, Record, Fetch, Share int
	Element, Operator, Dist, Size                   string
}

// Cell is the work that the row tells of.
func (r Row) Cell() Cell {
	c := Cell{
		Op: r.Op, N: r.N, Kept: r.Kept, KeyBits: r.KeyBits, Payload: r.PayloadBytes, Record: r.Record(),
		Fetch: r.FetchBits, Share: r.Workers, Element: r.Element, Operator: r.Operator, Dist: r.Dist,
	}
	if r.Usual() {
		c.Dist = ""
	}
	if r.Op == "tiles" && !r.Refused() {
		c.Size = r.Note
	}
	return c
}

// BestOurs is the fastest of comb's variants for each piece of work, in the order in which the work first comes.
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

// Match is one compaction, and the fastest of those that it is held against. A row that is not there has no Op.
type Match struct {
	Ours, Ordered, Unordered, Host Row // on the GPU: with the order kept, with it lost; on the CPU
}

// Matches are comb's compactions beside the fastest others of the same work.
func Matches(rows []Row) []Match {
	ours := BestOurs(slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Op != "compact" }))
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
	Op               string
	Held, Alone, Row Mean
	Best, Worst      Row // by Ratio
}

// Mean is the geometric mean of the ratios of so many cells; 0 of none.
type Mean struct {
	Cells int
	Mean  float64
	logs  float64
}

func (m *Mean) add(ratio float64) {
	if ratio > 0 {
		m.Cells++
		m.logs += math.Log(ratio)
		m.Mean = math.Exp(m.logs / float64(m.Cells))
	}
}

// AgainstPeer sums up the cells that have a peer, for each operation.
func AgainstPeer(rows []Row) []Peers {
	var all []Peers
	for _, r := range BestOurs(rows) {
		ratio := r.Ratio()
		if ratio <= 0 {
			continue
		}
		i := slices.IndexFunc(all, func(p Peers) bool { return p.Op == r.Op })
		if i < 0 {
			i = len(all)
			all = append(all, Peers{Op: r.Op, Best: r, Worst: r})
		}
		p := &all[i]
		p.Held.add(ratio)
		p.Alone.add(r.RatioAlone())
		p.Row.add(r.RatioRow())
		if ratio > p.Best.Ratio() {
			p.Best = r
		}
		if ratio < p.Worst.Ratio() {
			p.Worst = r
		}
	}
	return all
}

// Tallest is the largest n that most of the rungs can do: three quarters of those that can do any.
func Tallest(rows []Row) int {
	rungs, at := map[string]bool{}, map[int]int{}
	for _, r := range rows {
		rungs[r.Variant] = true
		at[r.N]++
	}
	best := 0
	for n, count := range at {
		if 4*count >= 3*len(rungs) {
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
