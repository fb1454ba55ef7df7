// SPDX-License-Identifier: MIT

package grid

import "github.com/combgl/comb/gpu"

// Stats tell of a build.
type Stats struct {
	Records int // sorted into the grid
	Outside int // of them, outside the box (beyond 2^30 cells where Hashed): in the nearest cells
	NaNs    int // of them, with a NaN in their place: in no cell, and no walk meets them
}

func statsOf(words []uint32) Stats { return Stats{int(words[0]), int(words[1]), int(words[2])} }

// Stats are those of some build before, without waiting: ok is false until the first have come. Each call asks for the
// next, which come some frames later; who does not ask pays nothing. Errors: gpu.ErrContextLost, gpu.ErrReleased.
func (g *Grid) Stats() (s Stats, ok bool, err error) {
	if err := g.live("Stats"); err != nil {
		return Stats{}, false, err
	}
	if g.asked && !g.reading.Ready() {
		return g.stats, g.stats != Stats{}, nil
	}
	if g.asked {
		words, err := g.reading.Take()
		if err != nil {
			return Stats{}, false, err
		}
		g.asked, g.stats = false, statsOf(words)
	}
	latest, err := g.state.Slice(0, stateStats)
	if err == nil {
		err = g.reading.Start(latest)
	}
	g.asked = err == nil
	return g.stats, g.stats != Stats{}, err
}

// StatsNow waits for the GPU: for tools and tests. Errors: gpu.ErrContextLost, gpu.ErrReleased.
func (g *Grid) StatsNow() (Stats, error) {
	if err := g.live("StatsNow"); err != nil {
		return Stats{}, err
	}
	words := make([]uint32, stateStats)
	latest, err := g.state.Slice(0, stateStats)
	if err == nil {
		err = gpu.Download(g.d, latest, words)
	}
	return statsOf(words), err
}
