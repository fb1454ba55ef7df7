// SPDX-License-Identifier: MIT

package grid

import "github.com/combgl/comb/gpu"

// Stats are the numbers of a build.
type Stats struct {
	Records int // records that were sorted
	Outside int // records outside the box, or with Hashed beyond 2^30 cells: put into the nearest cells
	NaNs    int // records with a NaN in their position: in no cell, and walks do not find them
}

func statsOf(words []uint32) Stats { return Stats{int(words[0]), int(words[1]), int(words[2])} }

// Stats returns the latest numbers that have reached the host, without waiting. ok is false until
// the first have arrived, and before the first Build. Each call after a Build starts a new
// read-back, which arrives some frames later. A program that does not call it pays nothing.
//
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (g *Grid) Stats() (s Stats, ok bool, err error) {
	if err := g.live("Stats"); err != nil {
		return Stats{}, false, err
	}
	if err := g.d.Internal().Enter(); err != nil {
		return Stats{}, false, err
	}
	defer g.d.Internal().Leave()
	if !g.built || g.requested && !g.reading.Ready() {
		return g.stats, g.arrived, nil
	}
	if g.requested {
		words, err := g.reading.Take()
		if err != nil {
			return Stats{}, false, err
		}
		g.requested, g.arrived, g.stats = false, true, statsOf(words)
	}
	latest, err := g.state.Slice(0, stateStats)
	if err == nil {
		err = g.reading.Start(latest)
	}
	g.requested = err == nil
	return g.stats, g.arrived, err
}

// StatsNow waits for the GPU and returns the numbers of the latest build, zeros before the first.
// It is for tests and tools.
//
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (g *Grid) StatsNow() (Stats, error) {
	if err := g.live("StatsNow"); err != nil {
		return Stats{}, err
	}
	words := make([]uint32, stateStats)
	latest, err := g.state.Slice(0, stateStats)
	if err == nil {
		err = gpu.Download(g.d, latest, words)
	}
	if err != nil || !g.built { // the words are those of the self-test
		return Stats{}, err
	}
	return statsOf(words), nil
}
