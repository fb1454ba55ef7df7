// SPDX-License-Identifier: MIT

package plot

import (
	"math"
	"slices"
	"strconv"

	"github.com/combgl/comb/bench/result"
	"gonum.org/v1/plot"
)

// logTicks marks each decade and what lies between; it labels as many as can be read.
func logTicks(format func(float64) string) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		if !(low > 0) || high < 5*low || math.IsInf(high, 0) {
			return evenTicks(format)(low, high)
		}
		named := map[int]bool{1: true}
		decades := math.Log10(high / low)
		if decades < 4.2 {
			named[2], named[5] = true, true
		}
		if decades < 0.8 {
			named[3], named[4], named[6], named[8] = true, true, true, true
		}
		var all []plot.Tick
		for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
			for d := 1; d <= 9; d++ {
				v := float64(d) * math.Pow(10, e)
				if v < low*(1-1e-9) || v > high*(1+1e-9) {
					continue
				}
				t := plot.Tick{Value: v}
				if named[d] {
					t.Label = format(v)
				}
				all = append(all, t)
			}
		}
		return all
	}
}

// mostTicks are more than an axis can show.
const mostTicks = 100

// evenTicks marks round steps from zero on.
func evenTicks(format func(float64) string) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		step := roundStep((high - low) / 6)
		var all []plot.Tick
		first := math.Ceil(low/step - 1e-9)
		if !(high-low > 1e-9*math.Abs(high)) { // steps would be too small to add
			return []plot.Tick{{Value: low, Label: format(low)}}
		}
		for k := 0; k < mostTicks && (first+float64(k))*step <= high*(1+1e-9); k++ {
			v := (first+float64(k))*step + 0 // no minus zero
			all = append(all, plot.Tick{Value: v, Label: format(v)})
		}
		return all
	}
}

// roundStep is the 1, 2 or 5 times a power of ten that is next above.
func roundStep(least float64) float64 {
	if least <= 0 {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(least)))
	for _, d := range []float64{1, 2, 5} {
		if d*p >= least*(1-1e-9) {
			return d * p
		}
	}
	return 10 * p
}

// ticksAt marks what there are values of, as many as can be read; at least 1/14 of the axis lies between two labels.
func ticksAt(values []float64, log bool, format func(float64) string) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		place := func(v float64) float64 {
			if log {
				return math.Log(v/low) / math.Log(high/low)
			}
			return (v - low) / (high - low)
		}
		var all []plot.Tick
		last := math.Inf(-1)
		for _, v := range values {
			t := plot.Tick{Value: v}
			if place(v)-last >= 1.0/14 {
				t.Label, last = format(v), place(v)
			}
			all = append(all, t)
		}
		return all
	}
}

// amount writes a tick of n.
func amount(v float64) string { return result.Amount(int(math.Round(v))) }

// plain writes a tick's value without needless zeros.
func plain(v float64) string {
	if math.Abs(v) >= 1000 {
		return result.Digits(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// many writes a rate: 10 M, 2 G.
func many(v float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if v >= u.of*(1-1e-9) {
			return strconv.FormatFloat(v/u.of, 'g', 3, 64) + u.name
		}
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// spreadOut moves places on a line apart until gap lies between each two, as little as that takes, within low and high.
// The places are in rising order.
func spreadOut(places []float64, gap, low, high float64) []float64 {
	type block struct {
		first, size int
		sum         float64 // of the places, each less its distance from the block's first
	}
	at := func(b block) float64 {
		v := b.sum / float64(b.size)
		return max(low, min(v, high-gap*float64(b.size-1)))
	}
	var blocks []block
	for i, p := range places {
		blocks = append(blocks, block{i, 1, p})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if at(a)+gap*float64(a.size) <= at(b)+1e-9 {
				break
			}
			blocks = append(blocks[:len(blocks)-2], block{a.first, a.size + b.size, a.sum + b.sum - gap*float64(a.size*b.size)})
		}
	}
	var out []float64
	for _, b := range blocks {
		for i := range b.size {
			out = append(out, at(b)+gap*float64(i))
		}
	}
	return out
}

// uniq are the values in rising order, each once.
func uniq[T int | float64](values []T) []T {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}
