// SPDX-License-Identifier: MIT

package scatter

import (
	"math"
	"runtime"
	"sync"
)

// Sizes of the tables, in texels of four half floats.
const (
	LobeColumns = 128 // azimuth, 0 to pi
	LobeRows    = 32  // cosine of the eye's inclination, 0 to 1
	LobeLayers  = 3
	MeanColumns = 32 // cosine of the light's inclination, 0 to 1
	MeanRows    = 32 // absorption a as a / (1 + a), 0 to 1
)

// Tables hold the integrals over the width of a fibre that the shader samples. They depend on the
// Hair and not on its colour, so strands of all colours share them. They take 104 KiB.
//
// An integral has some hundred rays of 110 instructions each (optimised SPIR-V). With the tables
// Direct takes 150 instructions and two samples, Light 330 and six, Kajiya 50.
//
// The layers of Lobes are:
//
//   - the paths R, TT, TRT and the longer ones around the hair, without absorption;
//   - the lengths of TT, TRT and the longer paths; TRT and the longer ones together are in the next
//     layer;
//   - R, TT, and TRT with the longer ones, for light from all directions within a quarter turn, and
//     the length of TT for it.
//
// The length of a path makes exp(-absorption length) exact at the absorption pathFit. Elsewhere it
// is approximate, because the rays of a path have about equal lengths. Means holds lost, backward,
// forwardVar and backVar of averages.
type Tables struct {
	Hair  Hair     // the fibre of the tables
	Lobes []uint16 // LobeLayers * LobeRows * LobeColumns texels of 4 half floats
	Means []uint16 // MeanRows * MeanColumns texels of 4 half floats
}

const pathFit = 0.5

// NewTables computes the tables, in some tenths of a second. Errors: ErrOptions.
func NewTables(h Hair) (*Tables, error) {
	if err := h.Validate(); err != nil {
		return nil, err
	}
	t := &Tables{
		Hair:  h,
		Lobes: make([]uint16, 4*LobeColumns*LobeRows*LobeLayers),
		Means: make([]uint16, 4*MeanColumns*MeanRows),
	}
	var rows sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	inTurn := func(n int, row func(int)) {
		for i := range n {
			rows.Add(1)
			free <- struct{}{}
			go func() {
				defer func() { <-free; rows.Done() }()
				row(i)
			}()
		}
	}
	inTurn(LobeRows, t.lobeRow)
	inTurn(MeanColumns, t.meanColumn)
	rows.Wait()
	return t, nil
}

// inclination returns the angle for a row or column of a table.
func inclination(i, n int) float64 { return math.Acos(float64(i) / float64(n-1)) }

// absorptionAt returns the absorption of a row of Means. The last is black.
func absorptionAt(row int) float64 {
	u := float64(row) / (MeanRows - 1)
	return u / max(1-u, 1e-3)
}

// lobeRow computes the texels of one inclination in all layers.
func (t *Tables) lobeRow(row int) {
	eye := inclination(row, LobeRows)
	var clear, dyed [2 * (LobeColumns - 1)][paths]float64 // a full turn, so that means over half of one are sums
	hits := t.Hair.hits(eye)
	for i := range LobeColumns {
		azimuth := math.Pi * float64(i) / (LobeColumns - 1)
		mirrored := (len(clear) - i) % len(clear)
		clear[i], dyed[i] = t.Hair.azimuthalTwice(hits, azimuth)
		clear[mirrored], dyed[mirrored] = clear[i], dyed[i]
	}
	// The mean over half a turn around a column.
	spread := func(of *[2 * (LobeColumns - 1)][paths]float64, i int) (mean [paths]float64) {
		const quarter = (LobeColumns - 2) / 2
		for d := i - quarter; d <= i+quarter; d++ {
			for path, n := range of[(d+len(of))%len(of)] {
				mean[path] += n / (2*quarter + 1)
			}
		}
		return mean
	}
	length := func(clear, dyed float64) float64 { return math.Log(clear/dyed) / pathFit }
	for i := range LobeColumns {
		c, d := clear[i], dyed[i]
		wide, wideDyed := spread(&clear, i), spread(&dyed, i)
		late, lateDyed := wide[pathTRT]+wide[pathRest], wideDyed[pathTRT]+wideDyed[pathRest]
		at := func(layer int) int { return (layer*LobeRows+row)*LobeColumns + i }
		put(t.Lobes, at(0), c[pathR], c[pathTT], c[pathTRT], c[pathRest])
		put(t.Lobes, at(1), length(c[pathTT], d[pathTT]), length(c[pathTRT], d[pathTRT]), length(c[pathRest], d[pathRest]), length(late, lateDyed))
		put(t.Lobes, at(2), wide[pathR], wide[pathTT], late, length(wide[pathTT], wideDyed[pathTT]))
	}
}

// meanColumn computes the texels of one inclination of the light in Means.
func (t *Tables) meanColumn(column int) {
	passages := t.Hair.passages(inclination(column, MeanColumns))
	for row := range MeanRows {
		m := t.Hair.average(passages, absorptionAt(row))
		lost := max(0, 1-m.forward-m.backward)
		put(t.Means, row*MeanColumns+column, lost, m.backward, m.forwardVar, m.backVar())
	}
}

// hit is a passage at an offset from the middle of a fibre, for any azimuth of the light.
type hit struct {
	share       float64
	clear, dyed [paths]float64 // the light on each path without absorption, and with that of pathFit
	exit        [pathRest]float64
}

// hits returns what the columns of a row share.
func (h Hair) hits(eye float64) (all []hit) {
	h.overWidth(eye, func(p passage, share float64) {
		one := hit{share: share, clear: p.attenuations(0), dyed: p.attenuations(pathFit)}
		for path := range one.exit {
			one.exit[path] = p.exit(path)
		}
		all = append(all, one)
	})
	return all
}

// azimuthalTwice returns azimuthal without absorption and with that of pathFit.
func (h Hair) azimuthalTwice(hits []hit, azimuth float64) (clear, dyed [paths]float64) {
	s := h.logistic()
	kept := 1 - 2*below(s, -math.Pi)
	for i := range hits {
		p := &hits[i]
		for path := range paths {
			n := p.share / (2 * math.Pi)
			if path < pathRest {
				n = p.share * aroundTrimmed(s, kept, wrapped(azimuth-p.exit[path]))
			}
			clear[path] += p.clear[path] * n
			dyed[path] += p.dyed[path] * n
		}
	}
	return clear, dyed
}

func put(texels []uint16, at int, v ...float64) {
	for i, v := range v {
		texels[4*at+i] = half(v)
	}
}

// half returns the nearest half float to a number from 0 to 65504.
func half(v float64) uint16 {
	if v < 0x1p-14 { // subnormal: steps of 2^-24
		return uint16(math.RoundToEven(v * 0x1p24))
	}
	fraction, exponent := math.Frexp(min(v, 65504)) // 0.5 to 1
	return uint16(exponent+14)<<10 + uint16(math.RoundToEven((fraction*2-1)*1024))
}

// halved returns the number of a half float.
func halved(bits uint16) float64 {
	fraction, exponent := float64(bits&1023), int(bits>>10)
	if exponent == 0 {
		return fraction * 0x1p-24
	}
	return math.Ldexp(1+fraction/1024, exponent-15)
}
