// SPDX-License-Identifier: MIT
// What is staged, of records that are whole parts of four words, part by part; STAGED_EACH loads of an invocation are under way
// together. Where Src or Dst does not begin at a multiple of four words, a part is four words all the same, one by one.
#define STAGED_EACH 4u

void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    uint parts = items * MOVED_PARTS;
    bool wide = isWide();
    for (uint first = threadIndex(); first < parts; first += STAGED_EACH * GROUP_SIZE) {
        uvec4 held[STAGED_EACH];
        uint from[STAGED_EACH];
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint p = min(first + e * GROUP_SIZE, parts - 1u);
            from[e] = (tile + staged[p / MOVED_PARTS]) * MOVED_PARTS + p % MOVED_PARTS;
        }
        if (wide) {
            for (uint e = 0u; e < STAGED_EACH; e++) held[e] = widePart(from[e]);
        } else {
            for (uint e = 0u; e < STAGED_EACH; e++) held[e] = narrowPart(from[e]);
        }
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint p = first + e * GROUP_SIZE;
            uint at = p / MOVED_PARTS;
            if (p < parts) putPart((placeOf(at, base, begin) - at) * MOVED_PARTS + p, held[e], wide);
        }
    }
}
