// SPDX-License-Identifier: MIT
// What is staged, word by word, so that neighbours write neighbours; STAGED_EACH loads of an invocation are under way together.
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
