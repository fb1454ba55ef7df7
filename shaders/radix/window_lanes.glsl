// SPDX-License-Identifier: MIT
// The sort of a window's segments in registers, by all bits of the keys and without a payload. Then
// equal keys are the same bits, and no sort need be stable. tile_keys has numbers in the order of
// the result. A segment of more than PIECE items is cut into pieces.
//
// A piece takes 1, 2, 4 or more lanes, as many as have its items with ITEMS_PER_THREAD each. A lane
// sorts its items by a network (Batcher 1968). Then pairs of runs are merged by exchanges between
// lanes and within each, until a run has all lanes of the piece. Missing items are the greatest
// number, so they stay behind. The pieces with the most lanes come first. Then each begins at a
// multiple of its lanes, and most subgroups have pieces of one class.
#include "lib/lanes.glsl#shuffle"
#include "radix/window.glsl#heads"
#include "radix/window_numbers.glsl"

#define PIECE (ITEMS_PER_THREAD * JOIN_LANES)
#define CLASSES (JOIN_BITS + 1u)
#define PIECES (WINDOW / 2u + TILE_SIZE / PIECE)  // of two items or more
shared uint class_pieces[CLASSES];     // the number of pieces of 2^c lanes
shared uint class_listed[CLASSES];     // as many are in the list
shared uint pieces[PIECES / 2u + 1u];  // the first item of each, two to a word; classes descend
shared uint run_pieces;                // pieces that lie in a run, not counted above
shared uint longest;                   // the items of the longest segment that is cut, or 0

void clearPieces()
{
    for (uint i = threadIndex(); i <= PIECES / 2u; i += GROUP_SIZE) pieces[i] = 0u;
    for (uint c = threadIndex(); c < CLASSES; c += GROUP_SIZE) {
        class_pieces[c] = 0u;
        class_listed[c] = 0u;
    }
    if (threadIndex() == 0u) {
        longest = 0u;
        run_pieces = 0u;
    }
}

uint pieceBegin(uint n) { return pieces[n / 2u] >> (n % 2u * 16u) & 0xFFFFu; }
void setPiece(uint at, uint i) { atomicOr(pieces[at / 2u], i << (at % 2u * 16u)); }

// A run is ITEMS_PER_THREAD items from a multiple of that on. RUN_FIRST has the first bit of each.
#define RUN_ALL ((1u << ITEMS_PER_THREAD) - 1u)
#define RUN_FIRST (0xFFFFFFFFu / RUN_ALL)

// Of a word of heads, those whose segments end in their run or with it: another head of the run is
// behind them, or a head is the next run's first item. next is the bit behind the word.
uint headsInRuns(uint bits, uint next)
{
    uint below = (bits & ~RUN_FIRST) >> 1;
    for (uint k = 0u; k < 3u; k++) below |= below >> (1u << k) & RUN_FIRST * (RUN_ALL >> min(1u << k, ITEMS_PER_THREAD));
    uint closed = (bits & RUN_FIRST) >> ITEMS_PER_THREAD | next << (32u - ITEMS_PER_THREAD);
    return bits & (below | (closed & RUN_FIRST) * RUN_ALL);
}

// Where many segments lie in runs, each invocation sorts a run.
bool takesRuns() { return run_pieces > RUN_PIECES; }

// Counts a piece of more than a lane, or lists it.
void addPiece(bool lists, uint i, uint items)
{
    uint c = uint(findMSB((items - 1u) / ITEMS_PER_THREAD) + 1);
    if (lists) {
        uint at = atomicAdd(class_listed[c], 1u);
        for (uint b = c + 1u; b < CLASSES; b++) at += class_pieces[b];
        setPiece(at, i);
    } else {
        atomicAdd(class_pieces[c], 1u);
    }
}

// Sorts the segments in an invocation's run, by odd-even transposition.
void sortRun()
{
    uint own = threadIndex() * ITEMS_PER_THREAD;
    uint heads_here = head_bits[own / 32u] >> (own % 32u);
    KEY v[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = tile_keys[paddedAt(own) + k];
    for (uint turn = 0u; turn < ITEMS_PER_THREAD / 2u; turn++) {
        for (uint k = 0u; k < ITEMS_PER_THREAD / 2u; k++) {
            if ((heads_here & 2u << 2u * k) == 0u) exchange(v[2u * k], v[2u * k + 1u]);
        }
        for (uint k = 1u; k < ITEMS_PER_THREAD / 2u; k++) {
            if ((heads_here & 1u << 2u * k) == 0u) exchange(v[2u * k - 1u], v[2u * k]);
        }
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[paddedAt(own) + k] = v[k];
}

// Lists the pieces of the window's segments. An invocation takes the heads of a word of bits.
// Contains barriers, the last thing too. There are left items.
void listPieces(uint left)
{
    uint w = threadIndex();
    uint bits = 0u;
    uint after = NO_HEAD;
    if (w < WINDOW / 32u) {
        bits = head_bits[w];
        after = head_after[w];
    }
    uint next = after == 32u * w + 32u ? 1u : 0u;  // a head behind the word
    uint many = bits & ~(bits >> 1 | next << 31u);  // more than one item
    if (left < 32u * w + 32u) many &= left > 32u * w ? (1u << (left - 32u * w)) - 1u : 0u;
    uint across = many & ~headsInRuns(bits, next);
    uint in_runs = uint(bitCount(many & ~across));
    uint few = 0u;
    uint list = 0u;
    bool runs = false;
    for (uint turn = 0u; turn < 2u; turn++) {
        for (uint rest = turn == 0u || runs ? across : many; rest != 0u; rest &= rest - 1u) {
            uint bit = uint(findLSB(rest));
            uint behind = bits & 0xFFFFFFFEu << bit;
            uint i = 32u * w + bit;
            uint stop = behind != 0u ? 32u * w + uint(findLSB(behind)) : after;
            if (stop <= TILE_SIZE) {
                if (stop - i > PIECE) {
                    atomicMax(longest, stop - i);
                    for (; stop - i > PIECE; i += PIECE) addPiece(turn != 0u, i, PIECE);
                }
                if (stop - i > ITEMS_PER_THREAD) addPiece(turn != 0u, i, stop - i);
                else if (turn == 0u) few += stop - i > 1u ? 1u : 0u;
                else if (stop - i > 1u) setPiece(list++, i);
            }
        }
        if (turn == 0u) {
            if (few != 0u) atomicAdd(class_pieces[0], few);
            if (in_runs != 0u) atomicAdd(run_pieces, in_runs);
        }
        sync();
        if (turn == 0u) {
            runs = takesRuns();
            if (!runs) few += in_runs;
            if (few != 0u) {
                list = atomicAdd(class_listed[0], few);
                for (uint b = 1u; b < CLASSES; b++) list += class_pieces[b];
            }
        }
    }
}

// The number of pieces of a class that are listed.
uint piecesOf(uint c) { return class_pieces[c] + (c == 0u && !takesRuns() ? run_pieces : 0u); }

// A step of Batcher's odd-even merge sort of a lane's items. The indices are constants once the
// loop is unrolled.
void sortStep(uint p, uint stride, inout KEY v[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint from = stride % p;
        if (k >= from && (k - from) % (2u * stride) < stride && k + stride < ITEMS_PER_THREAD && k / (2u * p) == (k + stride) / (2u * p)) {
            exchange(v[k], v[(k + stride) % ITEMS_PER_THREAD]);
        }
    }
}

void sortItems(inout KEY v[ITEMS_PER_THREAD])
{
    sortStep(1u, 1u, v);
    sortStep(2u, 2u, v);
    sortStep(2u, 1u, v);
    sortStep(4u, 4u, v);
    sortStep(4u, 2u, v);
    sortStep(4u, 1u, v);
}

// A step of the merge of a bitonic run within a lane.
void mergeStep(uint stride, inout KEY v[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (stride < ITEMS_PER_THREAD && (k & stride) == 0u) exchange(v[k], v[(k + stride) % ITEMS_PER_THREAD]);
    }
}

// Merges bitonic runs of 2 * span lanes, in pieces of as many lanes or more. A piece of fewer lanes
// is one bitonic run, or in order.
void mergeLanes(uint span, uint lanes, inout KEY v[ITEMS_PER_THREAD])
{
    for (uint stride = span; stride > 0u; stride /= 2u) {
        KEY other[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) other[k] = laneValue(v[k], laneIndex() ^ stride);
        bool upper = (laneIndex() & stride) != 0u;
        if (stride < lanes) {
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = keep(v[k], other[k], upper);
        }
    }
    mergeStep(4u, v);
    mergeStep(2u, v);
    mergeStep(1u, v);
}

// Joins pairs of sorted runs of span lanes: the first exchanges the items of the one with those of
// the other, from its end on.
void joinLanes(uint span, uint lanes, inout KEY v[ITEMS_PER_THREAD])
{
    KEY other[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) other[k] = laneValue(v[ITEMS_PER_THREAD - 1u - k], laneIndex() ^ (2u * span - 1u));
    bool upper = (laneIndex() & span) != 0u;
    if (span < lanes) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = keep(v[k], other[k], upper);
    }
    mergeLanes(span / 2u, lanes, v);
}

// The piece of a lane.
struct Piece {
    uint begin;
    uint items;  // 0: none
    uint lanes;
    uint lane;   // of these
};

Piece pieceAt(uint at)
{
    uint c = JOIN_BITS;
    uint before = 0u;
    for (; c > 0u && at >= class_pieces[c] << c; c--) {
        at -= class_pieces[c] << c;
        before += class_pieces[c];
    }
    Piece p;
    p.lanes = 0u;
    p.items = 0u;
    p.begin = 0u;
    p.lane = at & ((1u << c) - 1u);
    if (at >= piecesOf(c) << c) return p;
    before += at >> c;
    p.lanes = 1u << c;
    p.begin = pieceBegin(before);
    p.items = min(headFrom(p.begin + 1u) - p.begin, PIECE);
    return p;
}

uint pieceLanes()
{
    uint all = 0u;
    for (uint c = 0u; c < CLASSES; c++) all += piecesOf(c) << c;
    return all;
}

void putItems(Piece p, KEY v[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = p.lane * ITEMS_PER_THREAD + k;
        if (i < p.items) tile_keys[paddedAt(p.begin + i)] = v[k];
    }
}

void sortPieces()
{
    uint all = pieceLanes();
    for (uint at = threadIndex(); at - laneIndex() < all; at += GROUP_SIZE) {
        Piece p = pieceAt(at);
        KEY v[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * p.lanes + p.lane;
            v[k] = KEY_OF(0xFFFFFFFFu, 0xFFFFFFFFu);
            if (i < p.items) v[k] = tile_keys[paddedAt(p.begin + i)];
        }
        sortItems(v);
        uint most = laneFirst(p.lanes);
        for (uint span = 1u; span < most; span *= 2u) joinLanes(span, p.lanes, v);
        putItems(p, v);
    }
    sync();
}

// Merges the bitonic pieces of segments that are cut.
void mergePieces()
{
    uint all = pieceLanes();
    for (uint at = threadIndex(); at - laneIndex() < all; at += GROUP_SIZE) {
        Piece p = pieceAt(at);
        if (headFrom(p.begin + 1u) + 1u - headUpTo(p.begin) <= PIECE) p.items = 0u;
        if (laneBallot(p.items != 0u) != NO_LANES) {
            KEY v[ITEMS_PER_THREAD];
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                uint i = p.lane * ITEMS_PER_THREAD + k;
                v[k] = KEY_OF(0xFFFFFFFFu, 0xFFFFFFFFu);
                if (i < p.items) v[k] = tile_keys[paddedAt(p.begin + i)];
            }
            mergeLanes(laneFirst(p.lanes) / 2u, p.lanes, v);
            putItems(p, v);
        }
    }
    sync();
}

// Exchanges the items of each segment that is cut, whose numbers from its first item on differ by
// flip. top is the highest bit of flip, a multiple of PIECE: the lower item is in a whole piece.
void exchangePieces(uint flip, uint top)
{
    for (uint at = threadIndex(); at < class_pieces[JOIN_BITS] << JOIN_BITS; at += GROUP_SIZE) {
        uint begin = pieceBegin(at >> JOIN_BITS);
        uint head = headUpTo(begin) - 1u;
        uint end = headFrom(begin + 1u);
        if (((begin - head) & top) == 0u) {
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                uint i = begin + k * JOIN_LANES + at % JOIN_LANES;
                uint other = head + (i - head ^ flip);
                if (other < end) {
                    KEY x = tile_keys[paddedAt(i)];
                    KEY y = tile_keys[paddedAt(other)];
                    exchange(x, y);
                    tile_keys[paddedAt(i)] = x;
                    tile_keys[paddedAt(other)] = y;
                }
            }
        }
    }
    sync();
}

// Sorts the window's segments, of left items. Their numbers are in tile_keys. clearPieces and a
// barrier come before. Contains barriers, the last thing too.
void sortLanes(uint left)
{
    listPieces(left);
    if (takesRuns()) {
        sortRun();
        sync();
    }
    sortPieces();
    for (uint size = 2u * PIECE; size < 2u * longest; size *= 2u) {
        exchangePieces(size - 1u, size / 2u);
        for (uint stride = size / 4u; stride >= PIECE; stride /= 2u) exchangePieces(stride, stride);
        mergePieces();
    }
}
