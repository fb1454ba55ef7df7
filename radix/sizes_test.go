// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A run at one of the rare subgroup sizes takes pairs only. At size 8 the test of all tiles takes
// the pairs.
func TestRadixEverySizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	var uses []Use // all
	switch size := gputest.ExpectedSubgroup(); {
	case size == 0 || gputest.Nightly():
	case size == 8:
		uses = []Use{ForIndices} // the test of all tiles takes keys and pairs
	default:
		uses = []Use{ForPairs}
	}
	all := gputest.Tunings(dev)
	for _, tune := range all {
		if tune.Lanes != all[0].Lanes && uses == nil && !gputest.Nightly() {
			uses = []Use{ForKeys, ForPairs}
		}
		trySizes(t, dev, tune, uses...)
	}
}

// The tiles that calls get, on the first lane path; a nightly run takes all.
func TestRadixEverySizeOfAllTiles(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	all := gputest.Tunings(dev)
	for _, tune := range all {
		switch {
		case gputest.Nightly():
			trySizes(t, dev, tune)
		case tune.Lanes != all[0].Lanes:
		case severalTiles(tune):
			trySizes(t, dev, tune, ForPairs, ForKeys) // indices and values share the tiles of pairs
		default:
			trySizes(t, dev, tune, ForPairs)
		}
	}
}

// trySizes tries random keys of all sizes around the edges of a tile.
func trySizes(t *testing.T, dev *gpu.Device, tune gpu.Tuning, uses ...Use) {
	gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
		s, err := New(dev, Options{Tuning: tune})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range gputest.Sizes(s.shape) {
			gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
				r := rand.New(rand.NewSource(1))
				try(t, dev, s, randomKeys(r, gpu.Uint32, n), uses...)
			})
		}
		s.Release()
	})
}

// severalTiles reports whether a kernel of words may have a tile for few keys and others for many,
// as tilesOf says.
func severalTiles(t gpu.Tuning) bool { return t.Lanes == gpu.LanesKHR }

// deviceOfSeveralTiles returns a device of all tiles if one of its lane paths has several.
func deviceOfSeveralTiles(t *testing.T) *gpu.Device {
	dev := gputest.Device(t)
	if gputest.Nightly() || dev.Caps().Subgroup.KHR {
		return gputest.DeviceOfAllTiles(t)
	}
	return dev
}

// taken reports whether a run takes option i of a test on a lane path. Each path takes option 0.
// The others of Uint32 take one path each, and so does each other type. SkipSorted, which is
// always reduce-then-scan, takes the first path. A nightly run takes all.
func taken(i int, o Options, path, paths int) bool {
	switch {
	case gputest.Nightly():
		return true
	case o.SkipSorted:
		return path == 0
	case o.Type != gpu.Uint32:
		return (path+int(o.Type)+2)%paths == 0 // float32 on the first, as in the examples
	}
	return i == 0 || (path+i)%paths == 0
}

// firstOrLast reports whether a path is the first or the last, of the other algorithm and other
// lanes. In a nightly run each is.
func firstOrLast(path, paths int) bool {
	return gputest.Nightly() || path == 0 || path == paths-1
}

// usesOf returns the uses that a run tries options with, for try: all of a type of each size. The
// types of 32 and 64 bits differ in the slot KEY alone.
func usesOf(o Options) []Use {
	whole := []gpu.Type{gpu.Uint32, gpu.Float64, gpu.Uint8, gpu.Uint16, gpu.Int8, gpu.Int16, gpu.Float16}
	switch {
	case gputest.Nightly():
		return nil
	case o.SkipSorted && o.Type == gpu.Float64:
		return []Use{ForKeys}
	case slices.Contains(whole, o.Type):
		return nil
	}
	return []Use{ForPairs}
}

// usesOn is usesOf on a lane path. An ordinary run sorts words in all ways on the first lanes.
func usesOn(path int, o Options) []Use {
	if all := usesOf(o); path < 2 || o.Type != gpu.Uint32 || o.SkipSorted || gputest.Nightly() {
		return all
	}
	return []Use{ForKeys, ForPairs}
}

// oneSinglePass is a single pass that shares its kernels with gputest.Tunings.
var oneSinglePass = gpu.Tuning{Algorithm: gpu.SinglePass, Spins: gputest.InNightly(0, 5)}

// Keys on KHR lanes have the measured tiles, those of two words in the single pass alone. Other
// lanes have one tile.
func TestTilesOfAPass(t *testing.T) {
	c := gpu.Caps{Multiprocessors: 132}
	for _, shape := range gputest.Shapes() {
		for _, typ := range []gpu.Type{gpu.Uint32, gpu.Uint64} {
			for _, shape.Algorithm = range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
				measured := shape.Lanes == gpu.LanesKHR && (typ == gpu.Uint32 || shape.Algorithm == gpu.SinglePass)
				all := tilesOf(c, gpu.Tuning{}, shape, typ, withPayload)
				if (len(all) > 1) != measured || all[len(all)-1].Most != gpu.MaxItems {
					t.Errorf("%v, %v, %v: %d tiles, the last for up to %d keys", typ, shape.Lanes, shape.Algorithm, len(all), all[len(all)-1].Most)
				}
				if !measured && all[0].Shape != shape {
					t.Errorf("%v, %v, %v: the tile is %+v, want %+v", typ, shape.Lanes, shape.Algorithm, all[0].Shape, shape)
				}
			}
		}
	}
}
