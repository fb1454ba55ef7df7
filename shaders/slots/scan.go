// SPDX-License-Identifier: MIT

package slots

// scanKernels are the kernels that scan. The first writes a result each segment or run.
var scanKernels = []string{
	"scan/scan_chain.comp.glsl#results", "scan/scan_chain.comp.glsl#ends", "scan/scan_chain.comp.glsl#plain",
	"scan/scan_chunk.comp.glsl#ends", "scan/scan_chunk.comp.glsl#plain",
}

// Scan are the contracts of the folder scan.
var Scan = []Contract{
	{"ITEM", append([]string{"scan/scan_total.comp.glsl"}, scanKernels...),
		"The item that lanes exchange: a value, or a value with the number of segments or runs that begin in it.",
		[]string{
			"#define ITEM", "#define ITEM_IDENTITY", "#define ITEM_SHUFFLES", "#define ITEM_ADDS", "#define ITEM_HEADS", "#define ITEM_COUNTS",
			"ITEM itemOf(VALUE v, bool head)", "VALUE valueOf(ITEM item)", "VALUE exclusiveOf(ITEM before, ITEM here)",
			"uint headOf(ITEM item)",
		}},
	{"HEADS", append([]string{"scan/scan_total.comp.glsl"}, scanKernels...),
		"The heads of segments: which items begin one.",
		[]string{"void checkHeads()", "void tileBegin(uint tile, uint end)", "bool isHead(uint tile, uint i)"}},
	{"TILE", scanKernels[1:],
		"The reads and writes of a tile: item by item, 16 bytes at a time, or the last item of each segment or run of keys.",
		[]string{
			"ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)",
			"void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])",
		}},
	{"TILE", scanKernels[:1],
		"The same of a single pass that writes a result each segment or run: it may stage what it writes while the look-back waits.",
		[]string{
			"ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)", "void stageTile()",
			"void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])",
		}},
	{"BITS", []string{"scan/tile_wide.glsl#segments"},
		"The heads of an invocation's words of a tile, as bits.",
		[]string{"uint headBits(uint tile, uint end)"}},
	{"SINK", []string{"scan/tile.glsl#items", "scan/tile_wide.glsl#one", "scan/tile_wide.glsl#segments"},
		"The output of a scan: each item's value.",
		[]string{"void sinkBegin(uint worker)", "void putScanned(uint tile, uint i, uint n, VALUE v)"}},
	{"START", []string{"scan/sink_items.glsl#ends", "scan/sink_items.glsl#start"},
		"The item that a scan begins with: a built-in type or the caller's.",
		[]string{"VALUE startValue()"}},
	{"TOTAL", []string{"scan/sink_items.glsl#ends"},
		"The result of all items of a scan: a built-in type or the caller's.",
		[]string{"void putTotal(VALUE v)"}},
	{"BIN", []string{"scan/histogram_count.comp.glsl", "scan/histogram_sum.comp.glsl"},
		"The bin of an item: by equal widths or by edges.",
		[]string{"uint binOf(uint item)"}},
	{"LOAD", []string{"scan/histogram_count.comp.glsl"},
		"The items that an invocation counts of a tile, one by one or four at a time.",
		[]string{"const bool LOADS_AHEAD", "uint itemAt(uint k)", "void loadItems(uint tile, uint end, out uint item[ITEMS_PER_THREAD])"}},
	{"BINS", []string{"scan/histogram_count.comp.glsl"},
		"The memory in which a histogram counts: shared memory, or if there are too many bins, copies of them or the result itself.",
		[]string{"void binsClear()", "void binsCount(uint bin)", "void binsAdd()"}},
	{"BINS", []string{"scan/histogram_sum.comp.glsl"},
		"The same for a histogram that adds up weights.",
		[]string{"void binsClear()", "void binsCount(uint bin, uint weight)", "void binsAdd()"}},
	{"SECOND", []string{"scan/histogram_sum.comp.glsl"},
		"The second axis of a histogram, or none: the index of a pair of bins.",
		[]string{"uint cellOf(uint bin, uint item)"}},
	{"SECOND_ITEM", []string{"scan/histogram_sum.comp.glsl"},
		"The second coordinate of an item: a word of the caller's, the result of its GLSL, or none.",
		[]string{"uint secondAt(uint i)"}},
	{"WEIGHT", []string{"scan/histogram_sum.comp.glsl"},
		"The weight of an item: a word of the caller's, the result of its GLSL, or 1.",
		[]string{"uint weightAt(uint i)"}},
	{"MAP", []string{"scan/source.glsl#mapped", "scan/input.glsl#mapped", "scan/input.glsl#counted_mapped"},
		"The caller's map of a record to an item of a histogram.",
		[]string{"VALUE map(RECORD record, uint index)"}},
}
