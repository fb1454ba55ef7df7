// SPDX-License-Identifier: MIT
// A compaction for software renderers: each invocation is a worker that takes its run of the
// records one by one (lib/worker.glsl#run). take(i, word) decides on record i: its class, VOTES for
// none with a vote. put(to, i, word) writes record i to place to.

#part plain split ends runs
// No word is needed.
#include <KEEP>
#include <SINK>

uint take(uint i, out uint word)
{
    word = 0u;
    return classOf(i);
}

#part plain
// Records or indices.
void put(uint to, uint i, uint word) { putItem(to, i); }
void putEnd(uint kept, uint n) {}

#part split
// Records of two destinations. The move has the places of the others behind those of all kept
// records, whose number follows the counts.
void put(uint to, uint i, uint word)
{
    uint found = totals[VOTES * workers];
    putItem(to < found ? to : OTHERS + to - found, i);
}
void putEnd(uint kept, uint n) { writeOthers(n - totals[VOTES * workers]); }

#part ends
// Records or indices of two classes. The others are written from the end of the records back.
void put(uint to, uint i, uint word)
{
    uint found = totals[VOTES * workers];
    putItem(to < found ? to : itemCount() - 1u - (to - found), i);
}
void putEnd(uint kept, uint n) {}

#part keyed
// Records or indices, and keys. The word is that of keyedOf, so the predicate runs once.
#include <KEEP>
#include <SINK>
#include "compact/sink.glsl#key"

uint take(uint i, out uint word)
{
    word = keyedOf(i);
    return word == 0u ? VOTES : 0u;
}
void put(uint to, uint i, uint word)
{
    putItem(to, i);
    putKey(to, word);
}
void putEnd(uint kept, uint n) {}

#part runs
// The starts of runs of equal records, and their first records.
#include "compact/sink.glsl#run_values"

void put(uint to, uint i, uint word)
{
    putItem(to, i);
    for (uint w = 0u; want_values != 0u && w < STRIDE_WORDS; w++) putValueWord(to, i, w);
}
void putEnd(uint runs, uint n) { endRuns(runs, n); }
