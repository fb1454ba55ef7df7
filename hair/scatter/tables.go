// SPDX-License-Identifier: MIT

package scatter

import (
	"math"
	"runtime"
	"sync"
)

// The sizes of the tables, in texels of four half floats.
const (
	LobeColumns = 128 // azimuth, 0 to pi
	LobeRows    = 32  // cosine of the eye's inclination, 0 to 1
	LobeLayers  = 3
	MeanColumns = 32 // cosine of the light's inclination, 0 to 1
	MeanRows    = 32 // absorption a as a / (1 + a), 0 to 1
)

// Tables hold what the shader looks up: the integrals over the width of a fibre, of some hundred rays, each of which
// costs about as much as all of Direct by the tables (by instructions of the optimised SPIR-V: 110, and 150 with two
// look-ups; Light takes 330 with six, Kajiya 50). They depend on the Hair and not on its colour, so strands of all colours
// share them, and 104 KiB do for a head.
//
// Lobes, by layer: the ways R, TT, TRT and the rest around the hair without absorption; how long the ways TT, TRT and
// the rest are, and TRT with the rest in the next layer; R, TT, and TRT with the rest, for light that comes from
// everywhere within a quarter turn, and how long TT is then. A way is as long as makes exp(-absorption length) right at
// the absorption pathFit; elsewhere it is nearly so, as all rays of a way are about equally long.
// Means: lost, backward, forwardVar and backVar of averages.
type Tables struct {
	Hair  Hair
	Lobes []uint16
	Means []uint16
}

const pathFit = 0.5

// NewTables makes the tables, in some tenths of a second. Errors: ErrOptions.
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
	for row := range LobeRows {
		rows.Add(1)
		free <- struct{}{}
		go func() {
			defer func() { <-free; rows.Done() }()
			t.lobeRow(row)
		}()
	}
	rows.Wait()
	for column := range MeanColumns {
		for row := range MeanRows {
			m := h.average(inclination(column, MeanColumns), absorptionAt(row))
			lost := max(0, 1-m.forward-m.backward)
			put(t.Means, row*MeanColumns+column, lost, m.backward, m.forwardVar, m.backVar())
		}
	}
	return t, nil
}

// inclination is the angle whose cosine a row or column of a table stands for.
func inclination(i, n int) float64 { return math.Acos(float64(i) / float64(n-1)) }

// absorptionAt is the absorption of a row of Means; the last stands for black.
func absorptionAt(row int) float64 {
	u := float64(row) / (MeanRows - 1)
	return u / max(1-u, 1e-3)
}

// lobeRow makes one inclination's texels of all layers.
func (t *Tables) lobeRow(row int) {
	eye := inclination(row, LobeRows)
	var clear, dyed [2 * (LobeColumns - 1)][ways]float64 // a full turn, so that means over half of one are sums
	for i := range LobeColumns {
		azimuth := math.Pi * float64(i) / (LobeColumns - 1)
		mirrored := (len(clear) - i) % len(clear)
		clear[i], dyed[i] = t.Hair.azimuthalTwice(eye, azimuth, pathFit)
		clear[mirrored], dyed[mirrored] = clear[i], dyed[i]
	}
	// The mean over half a turn around a column.
	spread := func(of *[2 * (LobeColumns - 1)][ways]float64, i int) (mean [ways]float64) {
		const quarter = (LobeColumns - 2) / 2
		for d := i - quarter; d <= i+quarter; d++ {
			for way, n := range of[(d+len(of))%len(of)] {
				mean[way] += n / (2*quarter + 1)
			}
		}
		return mean
	}
	length := func(clear, dyed float64) float64 { return math.Log(clear/dyed) / pathFit }
	for i := range LobeColumns {
		c, d := clear[i], dyed[i]
		wide, wideDyed := spread(&clear, i), spread(&dyed, i)
		late, lateDyed := wide[wayTRT]+wide[wayRest], wideDyed[wayTRT]+wideDyed[wayRest]
		at := func(layer int) int { return (layer*LobeRows+row)*LobeColumns + i }
		put(t.Lobes, at(0), c[wayR], c[wayTT], c[wayTRT], c[wayRest])
		put(t.Lobes, at(1), length(c[wayTT], d[wayTT]), length(c[wayTRT], d[wayTRT]), length(c[wayRest], d[wayRest]), length(late, lateDyed))
		put(t.Lobes, at(2), wide[wayR], wide[wayTT], late, length(wide[wayTT], wideDyed[wayTT]))
	}
}

// azimuthalTwice is azimuthal without absorption and with some, for the price of one.
func (h Hair) azimuthalTwice(eye, azimuth, absorption float64) (clear, dyed [ways]float64) {
	s := h.logistic()
	h.overWidth(eye, func(p passage, share float64) {
		a, b := p.attenuations(0), p.attenuations(absorption)
		for way := range ways {
			n := share / (2 * math.Pi)
			if way < wayRest {
				n = share * around(s, wrapped(azimuth-p.exit(way)))
			}
			clear[way] += a[way] * n
			dyed[way] += b[way] * n
		}
	})
	return clear, dyed
}

func put(texels []uint16, at int, v ...float64) {
	for i, v := range v {
		texels[4*at+i] = half(v)
	}
}

// half is the nearest half float to a number from 0 to 65504.
func half(v float64) uint16 {
	if v < 0x1p-14 { // subnormal: steps of 2^-24
		return uint16(math.RoundToEven(v * 0x1p24))
	}
	fraction, exponent := math.Frexp(min(v, 65504)) // 0.5 to 1
	return uint16(exponent+14)<<10 + uint16(math.RoundToEven((fraction*2-1)*1024))
}

// halved is the number that a half float stands for.
func halved(bits uint16) float64 {
	fraction, exponent := float64(bits&1023), int(bits>>10)
	if exponent == 0 {
		return fraction * 0x1p-24
	}
	return math.Ldexp(1+fraction/1024, exponent-15)
}
