// SPDX-License-Identifier: MIT
// Computes the arguments of each slice's draw, and of the dispatch before that draw, from the
// starts of the slices among the sorted pieces and places. A dispatch handles the places of its
// slice and of the slice before. One more dispatch follows the last draw.
// Grid: one invocation a slice, and one more. Reads: PieceBegins, PlaceBegins. Writes: Draws,
// Dispatches.
// CPU twin: planOf in shadow_slices_test.go.
#include "lib/grid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PIECEBEGINS) readonly buffer PieceBegins { uint piece_begins[]; };
layout(std430, binding = BIND_PLACEBEGINS) readonly buffer PlaceBegins { uint place_begins[]; };
layout(std430, binding = BIND_DRAWS) writeonly buffer Draws { uint draws[]; };
layout(std430, binding = BIND_DISPATCHES) writeonly buffer Dispatches { uint dispatches[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i > SLICES) return;
    uint next = min(i + 1u, SLICES);
    uint at = DRAWS_AT + 4u * i;
    draws[at] = 6u * (piece_begins[next] - piece_begins[i]);
    draws[at + 1u] = 1u;
    draws[at + 2u] = 6u * piece_begins[i];
    draws[at + 3u] = 0u;
    uint places = place_begins[next] - place_begins[max(i, 1u) - 1u];
    uint groups = (places + GROUP_SIZE - 1u) / GROUP_SIZE;
    dispatches[3u * i] = min(groups, MAX_GROUPS);
    dispatches[3u * i + 1u] = (groups + MAX_GROUPS - 1u) / MAX_GROUPS;
    dispatches[3u * i + 2u] = 1u;
}
