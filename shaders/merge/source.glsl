// SPDX-License-Identifier: MIT
// The items of sources (SOURCE): SOURCE_STORED is what their arrays hold, and
// LOAD_SOURCE(array, at, i) makes item i of an array that begins at word or record `at`. RECORD is
// the type of the caller's records. Then those of the sorted array of a search (SORTED).

#part direct
// Items.
#define SOURCE_STORED KEY_STORED
#define LOAD_SOURCE(array, at, i) LOAD_KEY(array, at, i)

#part direct_mapped
// Records, mapped to items by the caller's own map(RECORD, uint index).
#include "merge/source.glsl#map"
#define SOURCE_STORED RECORD
#define LOAD_SOURCE(array, at, i) keyOf(map(array[(at) + (i)], i))

#part chosen
// Items at a stride or at indices.
#include <INPUT>
#define SOURCE_STORED KEY_STORED
#define LOAD_SOURCE(array, at, i) LOAD_KEY(array, at, recordOf(i))

#part chosen_mapped
// Records at a stride or at indices, mapped to items.
#include <INPUT>
#include "merge/source.glsl#map"
#define SOURCE_STORED RECORD
#define LOAD_SOURCE(array, at, i) keyOf(map(array[(at) + recordOf(i)], i))

#part counted
// The numbers from 0 on, as items of a built-in type: COUNTED converts them. The array is not read.
uint countedFloat(uint i) { return floatBitsToUint(float(i)); }
uvec2 countedWide(uint i) { return uvec2(i, 0u); }
#define SOURCE_STORED KEY_STORED
#define LOAD_SOURCE(array, at, i) COUNTED(i)

#part counted_mapped
// The numbers from 0 on, mapped to items by the caller's own map(uint, uint index).
#include "merge/source.glsl#map"
#define SOURCE_STORED uint
#define LOAD_SOURCE(array, at, i) keyOf(map(i, i))

#part sorted
// SORTED: items.
#define SORTED_STORED KEY_STORED
#define LOAD_SORTED(array, at, i) LOAD_KEY(array, at, i)

#part sorted_mapped
// SORTED: records, mapped to items by the caller's own mapSorted(SORTED_RECORD, uint index).
#include "merge/source.glsl#map"
#define SORTED_STORED SORTED_RECORD
#define LOAD_SORTED(array, at, i) keyOf(mapSorted(array[(at) + (i)], i))

#part map
// The caller's text. TO_KEY makes an item of what it returns.
#include <MAP>
KEY keyOf(VALUE v) { return TO_KEY(v); }
