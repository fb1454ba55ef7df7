// SPDX-License-Identifier: MIT
// The move of large records through shared memory.

#part words
// Moves the staged records word by word, so that neighbours write neighbours. STAGED_EACH loads of
// an invocation are in flight together.
#define STAGED_EACH 4u

void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    uint words = items * MOVED_WORDS;
    for (uint first = threadIndex(); first < words; first += STAGED_EACH * GROUP_SIZE) {
        uint held[STAGED_EACH];
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint w = min(first + e * GROUP_SIZE, words - 1u);
            held[e] = movedWord(tile + staged[w / MOVED_WORDS], w % MOVED_WORDS);
        }
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint w = first + e * GROUP_SIZE;
            uint at = w / MOVED_WORDS;
            if (w < words) dst[dst_at + (placeOf(at, base, begin) - at) * MOVED_WORDS + w] = held[e];
        }
    }
}

#part parts
// Moves the staged records by parts of four words, for records whose size is a multiple of that.
// STAGED_EACH loads of an invocation are in flight together. If Src or Dst does not begin at a
// multiple of four words, a part is read or written word by word.
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
