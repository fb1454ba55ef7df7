// SPDX-License-Identifier: MIT

package oit

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// TableForTests is for tests. It says whether tiles are composed by way of a table, on any driver.
// nil composes so on software renderers.
var TableForTests *bool

// The kernels that compose tiles: by way of a table, or in batches of what is projected there, or
// of records.
const (
	tableFile   = "hair/tiles_compose_table.comp.glsl"
	pointsFile  = "hair/tiles_compose.comp.glsl#points"
	recordsFile = "hair/tiles_compose.comp.glsl#records"
)

// recordWords is the number of uvec4 of a record: see shaders/hair/tile_record.glsl.
const recordWords = 4

// RecordsForTests is for tests. It says whether segments have records, on any driver. nil lets
// keepsRecords choose.
var RecordsForTests *bool

// keepsRecords says whether each drawn segment is projected once, into a record that its tiles
// read: on GPUs, where a storage block holds the records of all segments. Else each tile projects
// its segments. It is pure.
func keepsRecords(c gpu.Caps, segments int) bool {
	return !c.Software && segments <= c.MaxStorageBytes/(16*recordWords)
}

// composeFile is the kernel that composes tiles on a driver without records.
func composeFile(c gpu.Caps) string {
	table := c.Software
	if TableForTests != nil {
		table = *TableForTests
	}
	if table {
		return tableFile
	}
	return pointsFile
}

func tilesSpecs(l light.Lighting, composeFile string, samples, resort int, traced, texels, records bool) (count, list, begin, compose kernel.Spec) {
	if texels {
		tile := shaders.Constants{"SCREEN_TILE": screenTile}
		count = scene.Reads(kernel.Spec{File: "hair/tiles_list.comp.glsl#count", Shape: scene.Flat, Constants: tile,
			Buffers: []string{"Drawn", "Points", "TileCounts", "Count"}}, texels, "Drawn", "Points")
		list = scene.Reads(kernel.Spec{File: "hair/tiles_list.comp.glsl#list", Shape: scene.Flat, Constants: tile,
			Buffers: []string{"Drawn", "Points", "TileCounts", "Places", "Tiles", "Refs", "Listed", "Count"}}, texels, "Drawn", "Points", "TileCounts", "Places")
	} else {
		tile := shaders.Constants{"SCREEN_TILE": screenTile, "STAGED": uint32(staged), "RECORDS": 0}
		if records {
			tile["RECORDS"] = 1
		}
		count = kernel.Spec{File: "hair/tiles_spread.comp.glsl#count", Shape: scene.Flat, Constants: tile,
			Buffers: []string{"Drawn", "Points", "TileCounts", "TileBits", "Count", "Records?"}}
		list = kernel.Spec{File: "hair/tiles_spread.comp.glsl#list", Shape: scene.Flat, Constants: tile,
			Buffers: []string{"Drawn", "Points", "TileBits", "Places", "Tiles", "Refs", "Listed", "Count"}}
	}
	begin = kernel.Spec{File: "hair/tiles_begin.comp.glsl", Shape: scene.Flat, Buffers: []string{"Tiles", "Listed", "Begins", "Count"}}
	shape := scene.Flat
	shape.GroupSize = screenTile * screenTile
	slots, constants := l.Kernel(shaders.Constants{
		"SCREEN_TILE": uint32(screenTile), "SAMPLES": samples, "LEAST_THROUGH": leastThrough, "WINDOW": resort})
	compose = kernel.Spec{File: composeFile, Shape: shape, Constants: constants, Slots: slots, Buffers: []string{"Begins", "Refs", "Points", "Shades"}}
	if records {
		compose.File, compose.Buffers = recordsFile, []string{"Begins", "Refs", "Points?", "Shades", "Records"}
	}
	compose = scene.DepthSpec(compose, samples, traced)
	if composeFile == tableFile {
		compose = scene.Reads(compose, texels, "Begins", "Refs", "Points", "Shades", "Depths", "Lit")
	}
	return count, list, begin, compose
}
