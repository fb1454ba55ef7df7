// SPDX-License-Identifier: MIT

package slots

// Merge are the contracts of the folder merge.
var Merge = []Contract{
	{"KEYS", []string{
		"merge/arrays_merge.comp.glsl", "merge/arrays_split.comp.glsl", "merge/bounds_find.comp.glsl", "merge/bounds_sweep.comp.glsl", "merge/runs_merge.comp.glsl",
		"merge/runs_split.comp.glsl", "merge/sets_chain.comp.glsl", "merge/sets_count.comp.glsl", "merge/sets_move.comp.glsl", "merge/tile_sort.comp.glsl",
	},
		"The items in order: their type in buffers, macros that load and store one, words in shared memory in place of items, and the comparison.",
		[]string{
			"#define KEY_STORED", "#define LOAD_KEY(array, at, i)", "#define STORE_KEY(array, at, i, key)", "#define TILE_WORDS",
			"#define TILE_WORD(place)", "#define PUT_TILE_WORD(place, word)", "#define WORDS_APART", "bool before(KEY a, KEY b)",
		}},
	{"KEY", []string{"merge/keys.glsl#pair"},
		"The order of items of two words: it maps an item to an unsigned number with the same order, low word first.",
		[]string{"uvec2 sortable(uvec2 key)"}},
	{"SOURCE", []string{"merge/arrays.glsl", "merge/pivots.glsl", "merge/tile_sort.comp.glsl"},
		"The items of sources: what their arrays hold, and how an item is made of it.",
		[]string{"#define SOURCE_STORED", "#define LOAD_SOURCE(array, at, i)"}},
	{"MAP", []string{"merge/source.glsl#map"},
		"The caller's map of a record to an item of a merge, and of a record of the sorted array of a search.",
		[]string{"VALUE map(RECORD record, uint index)"}},
	{"SORTED", []string{"merge/pivots.glsl"},
		"The same of the sorted array of a search.",
		[]string{"#define SORTED_STORED", "#define LOAD_SORTED(array, at, i)"}},
	{"PUT", []string{"merge/arrays_merge.comp.glsl", "merge/sets_chain.comp.glsl", "merge/sets_move.comp.glsl"},
		"The output of items, or of the caller's results of them.",
		[]string{"void putKey(uint i, KEY key)"}},
	{"PUT", []string{"merge/pivots.glsl"},
		"The output of a search: the place of a query, or the caller's result of it.",
		[]string{"void putPlace(uint i, uint place)"}},
	{"ITEM_RESULT", []string{"merge/put.glsl#key_results", "merge/put.glsl#place_results"},
		"The caller's result of an item, or of the place of a query, and of its index.",
		[]string{"RESULT finish(VALUE item, uint index)"}},
	{"LESS", []string{"merge/keys.glsl#callers"},
		"The caller's comparison: whether item a comes before item b.",
		[]string{"bool less(KEY a, KEY b)"}},
	{"PAYLOAD", []string{"merge/tile_sort.comp.glsl"},
		"The payload beside each item of a tile: a word, the index of the item, or nothing.",
		[]string{
			"void loadPayload(uint first, uint items, out uint p[ITEMS_PER_THREAD])", "void keepPayload(uint p[ITEMS_PER_THREAD])",
			"void orderPayload(uint from[ITEMS_PER_THREAD], inout uint p[ITEMS_PER_THREAD])",
			"void storePayload(uint to, uint items, uint p[ITEMS_PER_THREAD])",
		}},
	{"PAYLOAD", []string{"merge/path.glsl#merge"},
		"The move of a merged tile's payload, or nothing.",
		[]string{"void keepPath(uint a, uint bits)", "void movePayload(uint a, uint b, uint items, uint to)"}},
	{"SPLITS", []string{"merge/path.glsl#load"},
		"How many items of the first array come before a tile of a merge, and before its end.",
		[]string{"uvec2 tileSplits(uvec2 d, uint na, uint nb, uint tile)"}},
}

// Expand are the contracts of the folder expand.
var Expand = []Contract{
	{"SINK", []string{"expand/items_expand.comp.glsl"},
		"The output of an expansion: for each item of a tile the index of its segment, the segment's record, or the caller's result of these.",
		[]string{"void putOwners(uint tile, uint first, uint items, uint base)"}},
	{"ITEM_RESULT", []string{"expand/sink.glsl#results_of_indices"},
		"The caller's result of an item: of the index of its segment, its place in the segment, and its index.",
		[]string{"RESULT finish(uint run, uint rank, uint index)"}},
	{"ITEM_RESULT", []string{"expand/sink.glsl#results_of_records"},
		"The same of the segment's record and these.",
		[]string{"RESULT finish(RECORD record, uint run, uint rank, uint index)"}},
	{"ITEM_RESULT", []string{"expand/sink.glsl#put_results"},
		"The caller's result of a number of a permutation, and of its place.",
		[]string{"RESULT finish(uint number, uint index)"}},
	{"PUT", []string{"expand/indices_permute.comp.glsl"},
		"The output of a permutation: its number at a place, or the caller's result of it.",
		[]string{"void putNumber(uint i, uint number)"}},
}
