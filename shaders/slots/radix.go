// SPDX-License-Identifier: MIT

package slots

// Radix are the contracts of the folder radix.
var Radix = []Contract{
	{"KEYS", []string{
		"radix/keys.glsl#digit_bits", "radix/keys.glsl#digit_class", "radix/keys.glsl#digit_each", "radix/keys.glsl#digit_packing", "radix/keys.glsl#digit_planned", "radix/radix_histogram.comp.glsl",
		"radix/radix_order.comp.glsl", "radix/long_gather.comp.glsl", "radix/long_scatter.comp.glsl", "radix/window_merge.glsl", "radix/window_numbers.glsl", "radix/sample.glsl#state",
		"radix/msd.glsl#digit", "radix/msd.glsl#digit_outside", "radix/msd.glsl#word", "radix/msd_window.glsl", "radix/msd_count.comp.glsl", "radix/msd_find.comp.glsl", "radix/msd_sample.comp.glsl",
	},
		"Keys of one or two words: functions that read and compare them, extract bits and compose keys.",
		[]string{
			"#define KEY", "#define KEY_WORDS", "#define KEY_WORD(key, w)", "#define KEY_OF(low, high)", "KEY keyAt(uint i)",
			"uint keyBits(KEY key, uint shift)", "KEY keyPart(KEY key, uint low, uint high)",
			"KEY keyMask(KEY sorted, uint low, uint high)", "bool keyLess(KEY a, KEY b)", "uvec2 keyWords(KEY key)",
		}},
	{"KEY", []string{"radix/keys.glsl#pair"},
		"The order of keys of two words: it maps a key to an unsigned number with the same order, low word first.",
		[]string{"uvec2 sortable(uvec2 key)"}},
	{"DIGIT", []string{"radix/radix_count.comp.glsl", "radix/run.glsl", "radix/tile.glsl"},
		"The digit of a key in this pass, and the index of a digit's counts.",
		[]string{"uint digitOf(KEY key)", "uint digitPlace(uint d)"}},
	{"CELLS", []string{"radix/radix_tile.comp.glsl"},
		"The sort of a tile by cells, or none, so that it is sorted by digits.",
		[]string{"bool sortByCells(uint n, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])"}},
	{"UNSORTABLE", []string{"radix/exchange.glsl#word", "radix/radix_split.comp.glsl"},
		"The inverse of KEY: it maps the number to the key.",
		[]string{"uint unsortable(uint number)"}},
	{"UNSORTABLE", []string{"radix/exchange.glsl#pair"},
		"The inverse of KEY for keys of two words.",
		[]string{"uvec2 unsortable(uvec2 number)"}},
	{"EXCHANGE", []string{"radix/window_numbers.glsl"},
		"The steps of a sorting network: two items in order, and the lower or the upper one of two lanes' items.",
		[]string{"void exchange(inout KEY a, inout KEY b)", "KEY keep(KEY own, KEY other, bool upper)"}},
	{"PAYLOAD", []string{"radix/run_scatter.comp.glsl", "radix/tile.glsl", "radix/radix_split.comp.glsl", "radix/long_scatter.comp.glsl", "radix/window_merge.glsl", "radix/msd_window.glsl"},
		"The payload beside each key: a word, the index of the key, or nothing.",
		[]string{"const bool HAS_PAYLOAD", "uint payloadAt(uint i)", "void putPayload(uint i, uint v)", "void endPayload()"}},
	{"LONG", []string{"radix/windows_find.comp.glsl"},
		"The output of a window's long items: lists of segments and their parts, or numbers of items.",
		[]string{"void putLong(uint w, Long one)"}},
	{"ITEM", []string{"radix/items_key.comp.glsl"},
		"The items of a sort that moves them at the end: it computes the key of item i.",
		[]string{"KEY itemKey(uint i)"}},
	{"ITEM_KEY", []string{"radix/item.glsl#record"},
		"The caller's key of a record.",
		[]string{"RESULT key(RECORD r)"}},
	{"PUT", []string{
		"radix/run_scatter.comp.glsl", "radix/tile.glsl", "radix/radix_split.comp.glsl", "radix/long_gather.comp.glsl", "radix/long_scatter.comp.glsl", "radix/window_merge.glsl",
		"radix/items_key.comp.glsl", "radix/window_numbers.glsl", "radix/sample_sort.comp.glsl", "radix/msd_window.glsl",
	},
		"The output of keys, or nothing if the caller needs only the payload.",
		[]string{"void putKey(uint i, KEY key)"}},
}
