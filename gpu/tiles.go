// SPDX-License-Identifier: MIT

package gpu

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Tile is how large a tile of a kernel is, for so many items at most.
type Tile struct {
	GroupSize      int `json:"group"` // invocations
	ItemsPerThread int `json:"items"`
	Most           int `json:"most,omitempty"` // 0 in the table: any number

	// Resident is how many workgroups of it run at once on a multiprocessor of the device; 0 is 1, which any device has. 2 was seen on
	// an H200: a sort whose first pass waits for all workgroups took no longer with as many.
	Resident int `json:"resident,omitempty"`
}

// TileTable is the tiles of a kernel on a device, those for few items first. `bench -tune` measures them.
type TileTable struct {
	Device string `json:"device"` // how its GL_RENDERER begins
	Kernel string `json:"kernel"` // one of TileKernels
	Tiles  []Tile `json:"tiles"`
}

// TileKernels are the kernels that the table has tiles for, chained but the last, a chunked sort's. Their tiles hold a whole number of four items.
var TileKernels = []string{"compact", "scan", "sort-keys", "sort-pairs", "sort-chunks"}

//go:embed tiles.json
var tilesJSON []byte

// tileTables are what was measured. The first of a kernel serves devices that are not there.
var tileTables = readTiles(tilesJSON)

func readTiles(data []byte) (all []TileTable) {
	if err := json.Unmarshal(data, &all); err != nil {
		panic(fmt.Sprint("gpu: tiles.json: ", err)) // a test reads it
	}
	return all
}

// TilesFor is what a kernel takes: the one tile of the Tuning, or what was measured on the device, or else on another. It is pure.
func TilesFor(c Caps, kernel string, t Tuning) []Tile {
	if t.GroupSize > 0 {
		return []Tile{{GroupSize: t.GroupSize, ItemsPerThread: t.ItemsPerThread, Most: MaxItems}}
	}
	if c.testTile.GroupSize > 0 {
		one := c.testTile
		one.Most = MaxItems
		return []Tile{one}
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
	all[len(all)-1].Most = MaxItems
	if !strings.HasPrefix(c.Renderer, best.Device) {
		for i := range all {
			all[i].Resident = 0
		}
	}
	return all
}

// Sized is a shape for so many items at most, and how many of its workgroups run at once.
type Sized struct {
	Shape        Shape
	Most, AtOnce int
}

// Sizes are the shape with the tiles that TilesFor has for a kernel, those for few items first. Where the driver ends long
// loops early, tiles take no more items than their loops serve, but for the last. It is pure.
func (s Shape) Sizes(c Caps, kernel string, t Tuning) (all []Sized) {
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

// wrongTile says what of a tile that is asked for cannot be, "" when all can.
func (t Tuning) wrongTile() string {
	switch g, items := t.GroupSize, t.ItemsPerThread; {
	case g == 0 && items == 0:
		return ""
	case g < 32 || g > 1024 || g%32 != 0:
		return fmt.Sprintf("GroupSize is %d invocations, want a multiple of 32 up to 1,024, with ItemsPerThread", g)
	case items < 4 || items > 32 || items%4 != 0:
		return fmt.Sprintf("ItemsPerThread is %d, want a multiple of 4 up to 32, with a GroupSize", items)
	}
	return ""
}
