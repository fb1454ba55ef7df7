// SPDX-License-Identifier: MIT

package kernel

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Tile is the size of a kernel's tile for calls of up to Most items.
type Tile struct {
	GroupSize      int `json:"group"` // invocations
	ItemsPerThread int `json:"items"`
	Most           int `json:"most,omitempty"` // 0 in the table means any number

	// Resident is how many workgroups of it run at once on one multiprocessor. 0 means 1, which
	// every device supports. On an H200 2 run: a sort whose first pass waits for all workgroups
	// took no longer with as many.
	Resident int `json:"resident,omitempty"`
}

// TileTable holds the tiles of a kernel on a device, those for few items first. `bench -tune`
// measures them.
type TileTable struct {
	Device string `json:"device"` // prefix of its GL_RENDERER
	Kernel string `json:"kernel"` // one of TileKernels
	Tiles  []Tile `json:"tiles"`
}

// TileKernels are the kernels in the table. All are single-pass kernels except the last, which is a
// reduce-then-scan sort. The items of each tile are a multiple of four.
var TileKernels = []string{"compact", "compact-split", "compact-partition", "scan", "scan-segments", "scan-heads", "reduce-segments", "reduce-by-key", "sort-keys", "sort-pairs", "sort-wide", "sort-chunks"}

//go:embed tiles.json
var tilesJSON []byte

// tileTables are the measured tables. The first one of a kernel is used for devices without a
// table.
var tileTables = readTiles(tilesJSON)

func readTiles(data []byte) (all []TileTable) {
	if err := json.Unmarshal(data, &all); err != nil {
		panic(fmt.Sprint("kernel: tiles.json: ", err)) // a test reads it
	}
	return all
}

// TilesFor returns the tiles of a kernel: the one tile of the Tuning, or those measured on the
// device, or those measured on another device. It is pure.
func TilesFor(c gpu.Caps, kernel string, t gpu.Tuning) []Tile {
	if t.GroupSize > 0 {
		return []Tile{{GroupSize: t.GroupSize, ItemsPerThread: t.ItemsPerThread, Most: gpu.MaxItems}}
	}
	if tile := c.Internal(); tile.GroupSize > 0 {
		return []Tile{{GroupSize: tile.GroupSize, ItemsPerThread: tile.ItemsPerThread, Most: gpu.MaxItems}}
	}
	var best TileTable
	for _, table := range tileTables {
		fits := strings.HasPrefix(c.Renderer, table.Device)
		better := fits && (!strings.HasPrefix(c.Renderer, best.Device) || len(table.Device) > len(best.Device))
		if table.Kernel == kernel && (best.Tiles == nil || better) {
			best = table
		}
	}
	all := append([]Tile(nil), best.Tiles...)
	all[len(all)-1].Most = gpu.MaxItems
	if !strings.HasPrefix(c.Renderer, best.Device) {
		for i := range all {
			all[i].Resident = 0
		}
	}
	return all
}

// Sized is a shape for up to Most items. ResidentGroups is how many of its workgroups run at once
// on the whole device: Tile.Resident on each multiprocessor.
type Sized struct {
	Shape                Shape
	Most, ResidentGroups int
}

// Sizes returns the shape with each tile of TilesFor, those for few items first. If the driver ends
// long loops early, a tile has no more items than its loops can handle, except for the last one. It
// is pure.
func (s Shape) Sizes(c gpu.Caps, kernel string, t gpu.Tuning) (all []Sized) {
	tiles := TilesFor(c, kernel, t)
	for i, one := range tiles {
		shape := s.With(one.GroupSize, one.ItemsPerThread)
		if shape.MaxItems > 0 && i < len(tiles)-1 {
			one.Most = min(one.Most, shape.MaxItems)
		}
		all = append(all, Sized{shape, one.Most, max(1, one.Resident) * c.Multiprocessors})
	}
	return all
}

// Few returns the size with Shape.FewTiles where that is faster: with more tiles than lanes, which
// one look of a subgroup does not cover, and no more than invocations. It is pure.
//
// On an H200 compactions, splits, partitions and scans of 2^18 to 2^20 words are 4 to 10 % faster
// with it, and those of fewer are not. With heads of segments it is up to 6 % slower: a look-back
// ends at the tile before.
func (s Sized) Few() Sized {
	tiles := s.Most / s.Shape.TileSize()
	s.Shape.FewTiles = s.Shape.Algorithm == gpu.SinglePass && s.Shape.LaneCount < tiles && tiles <= s.Shape.GroupSize
	return s
}

// EachFew is Few of each.
func EachFew(all []Sized) []Sized {
	for i := range all {
		all[i] = all[i].Few()
	}
	return all
}

// Limit returns Most.
func (s Sized) Limit() int { return s.Most }

// BySize returns the first of the kernels for at least n items, or the last. all has those for few
// items first.
func BySize[K interface{ Limit() int }](all []K, n int) *K { return &From(all, n)[0] }

// From returns BySize's kernel and those behind it, or none of none.
func From[K interface{ Limit() int }](all []K, n int) []K {
	for len(all) > 1 && n > all[0].Limit() {
		all = all[1:]
	}
	return all
}

// ResidentGroups returns the number of workgroups taken to run at once: the Tuning's, or measured,
// which is Sized.ResidentGroups. None do in software. It is pure.
func ResidentGroups(c gpu.Caps, t gpu.Tuning, measured int) int {
	switch {
	case t.ResidentGroups != 0:
		return max(0, t.ResidentGroups)
	case c.Software:
		return 0
	}
	return measured
}

// validateTile returns what is wrong with the tile of a Tuning, or "".
func validateTile(t gpu.Tuning) string {
	switch g, items := t.GroupSize, t.ItemsPerThread; {
	case g == 0 && items == 0:
		return ""
	case g < 32 || g > 1024 || g%32 != 0:
		return fmt.Sprintf("GroupSize is %d, want a multiple of 32 from 32 to 1,024, and ItemsPerThread with it", g)
	case items < 4 || items > 32 || items%4 != 0:
		return fmt.Sprintf("ItemsPerThread is %d, want a multiple of 4 from 4 to 32, and GroupSize with it", items)
	}
	return ""
}
