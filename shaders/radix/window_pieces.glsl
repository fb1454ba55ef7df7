// SPDX-License-Identifier: MIT
// The sort of a window's segments in registers, by all bits of the keys and without a payload. Then
// equal keys are the same bits, and no sort need be stable. tile_keys has numbers in the order of
// the result. A segment of more than PIECE items is cut into pieces, and else is one.
//
// A piece takes 1, 2, 4 or more lanes, as many as have its items with LANE_ITEMS each. A lane sorts
// its items by a network (Batcher 1968). Then pairs of runs are merged by exchanges between lanes
// and within each, until a run has all lanes of the piece. Missing items are the greatest number,
// so they stay behind. The pieces with the most lanes come first. Then each begins at a multiple of
// its lanes, and most subgroups have pieces of one class.
#include "lib/lanes.glsl#shuffle"
#include "radix/window.glsl#offsets"
#include "radix/window_numbers.glsl"

#define PIECE (LANE_ITEMS * JOIN_LANES)
#define CLASSES (JOIN_BITS + 1u)  // class c takes 2^c lanes
#define CUTS (WINDOW / (PIECE + 1u) + 1u)
#define ALL_ONES KEY_OF(0xFFFFFFFFu, 0xFFFFFFFFu)

// The lists are small, so that more workgroups run at once. Pieces of classes 0 and 1 are half a
// word each, from the two ends of short_pieces on. A window can have more of class 0 than FEW_MOST
// (radix.fewMost); then sortFew sorts them.
#define SHORT_MOST (FEW_MOST + (WINDOW - 1u - 2u * FEW_MOST) / (LANE_ITEMS + 1u) + 2u)
#define CLASS_WORDS (WINDOW / LANE_ITEMS)
#define CLASS_REST (1u + (TILE_SIZE - WINDOW) / PIECE)
#define LONG_MOST (CLASS_WORDS + (CLASSES - 2u) * CLASS_REST)
shared uint class_pieces[CLASSES];  // the number of pieces of each class
// Those of class 2 and more: the first item, the items << 16.
shared uint pieces[LONG_MOST];
shared uint short_pieces[(SHORT_MOST + 1u) / 2u];
shared uint cuts[CUTS];  // the segments that are cut, as pieces are
shared uint cut_count;
shared uint longest;     // the most items of one that is cut, or 0

uint classOf(uint items) { return uint(findMSB((items - 1u) / LANE_ITEMS) + 1); }

// Where the pieces of a class from 2 on begin. A window has no more of them than there is room for.
uint classBegin(uint c) { return CLASS_WORDS - (CLASS_WORDS >> (c - 2u)) + (c - 2u) * CLASS_REST; }

// The place of piece n of class 0 or 1 in short_pieces.
uint shortPlace(uint c, uint n) { return c == 0u ? n : SHORT_MOST - 1u - n; }

// The number of pieces that are listed.
uint listedOf(uint c) { return c == 0u ? min(class_pieces[0], FEW_MOST) : class_pieces[c]; }

void clearPieces()
{
    for (uint i = threadIndex(); i < (SHORT_MOST + 1u) / 2u; i += GROUP_SIZE) short_pieces[i] = 0u;
    for (uint c = threadIndex(); c < CLASSES; c += GROUP_SIZE) class_pieces[c] = 0u;
    if (threadIndex() == 0u) {
        cut_count = 0u;
        longest = 0u;
    }
}

// If offsets do not ascend, segments overlap, and a list can be full. Then the piece is left out.
void addPiece(uint i, uint items)
{
    uint c = classOf(items);
    uint at = atomicAdd(class_pieces[c], 1u);
    if (c > 1u) {
        uint to = classBegin(c) + at;
        if (to < LONG_MOST) pieces[to] = items << 16 | i;
        else atomicAdd(class_pieces[c], -1u);
    } else if (at < (c == 0u ? FEW_MOST : SHORT_MOST)) {
        uint place = shortPlace(c, at);
        atomicOr(short_pieces[place / 2u], (items - 1u - c * LANE_ITEMS << 12 | i) << (place % 2u * 16u));
    } else if (c == 1u) {
        atomicAdd(class_pieces[c], -1u);
    }
}

// Sorts a segment of class 0 by insertion.
void sortFew(uint begin, uint stop)
{
    for (uint i = begin + 1u; i < stop; i++) {
        KEY key = tile_keys[paddedAt(i)];
        uint to = i;
        for (; to > begin && keyLess(key, tile_keys[paddedAt(to - 1u)]); to--) tile_keys[paddedAt(to)] = tile_keys[paddedAt(to - 1u)];
        tile_keys[paddedAt(to)] = key;
    }
}

// Lists the pieces of a segment, or sorts it if it is of class 0.
void addSegment(uint i, uint stop, bool lists)
{
    uint items = stop - i;
    if (!lists) {
        if (items <= LANE_ITEMS) sortFew(i, stop);
        return;
    }
    if (items > PIECE) {
        uint at = atomicAdd(cut_count, 1u);
        if (at >= CUTS) {  // offsets do not ascend
            atomicAdd(cut_count, -1u);
            return;
        }
        atomicMax(longest, items);
        cuts[at] = items << 16 | i;
        for (; items > PIECE; items -= PIECE) {
            addPiece(i, PIECE);
            i += PIECE;
        }
    }
    if (items > 1u) addPiece(i, items);
}

// Lists the pieces of the window's segments; clearPieces and a barrier come before. Or sorts the
// segments of class 0.
void takeSegments(Window w, bool lists)
{
    if (w.to - w.from <= HEAD_WALK) {
        for (uint j = threadIndex(); j < w.to - w.from + w.lead; j += GROUP_SIZE) {
            uint s = w.from + j - w.lead;
            uint i = j < w.lead ? 0u : headOf(w, s);
            uint stop = stopOf(w, s + 1u);
            if (i < stop && stop <= w.end) addSegment(i, stop, lists);
        }
    } else {
        for (uint i = threadIndex(); i < min(WINDOW, w.left); i += GROUP_SIZE) {
            uint s = offsetFrom(w.from, w.to, w.begin + i);
            if (i >= w.lead && (s == w.to || headOf(w, s) != i)) continue;
            uint stop = stopOf(w, offsetFrom(s, w.beyond, w.begin + i + 1u));
            if (i < stop && stop <= w.end) addSegment(i, stop, lists);
        }
    }
}

// A step of Batcher's odd-even merge sort of a lane's items from begin to end - 1. The indices are
// constants once the loop is unrolled.
void sortStep(uint p, uint stride, uint begin, uint end, inout KEY v[LANE_ITEMS])
{
    for (uint k = 0u; k < LANE_ITEMS; k++) {
        uint from = stride % p;
        if (k >= begin && k + stride < end && k >= from && (k - from) % (2u * stride) < stride && k / (2u * p) == (k + stride) / (2u * p)) {
            exchange(v[k], v[(k + stride) % LANE_ITEMS]);
        }
    }
}

// Sorts half of a lane's items, at most 8.
void sortHalf(uint begin, inout KEY v[LANE_ITEMS])
{
    uint end = begin + LANE_ITEMS / 2u;
    sortStep(1u, 1u, begin, end, v);
    sortStep(2u, 2u, begin, end, v);
    sortStep(2u, 1u, begin, end, v);
    sortStep(4u, 4u, begin, end, v);
    sortStep(4u, 2u, begin, end, v);
    sortStep(4u, 1u, begin, end, v);
}

void mergeHalves(inout KEY v[LANE_ITEMS])
{
    uint p = LANE_ITEMS / 2u;
    sortStep(p, 8u, 0u, LANE_ITEMS, v);
    sortStep(p, 4u, 0u, LANE_ITEMS, v);
    sortStep(p, 2u, 0u, LANE_ITEMS, v);
    sortStep(p, 1u, 0u, LANE_ITEMS, v);
}

// A step of the merge of a bitonic run within a lane.
void mergeStep(uint stride, inout KEY v[LANE_ITEMS])
{
    for (uint k = 0u; k < LANE_ITEMS; k++) {
        if (stride < LANE_ITEMS && (k & stride) == 0u) exchange(v[k], v[(k + stride) % LANE_ITEMS]);
    }
}

// Merges bitonic runs of 2 * span lanes. Without merges, a lane's items are a bitonic run, or in
// order.
void mergeLanes(uint span, bool merges, inout KEY v[LANE_ITEMS])
{
    for (uint stride = span; stride > 0u; stride /= 2u) {
        uint from = laneIndex() ^ (merges ? stride : 0u);
        bool upper = (laneIndex() & stride) != 0u;
        for (uint k = 0u; k < LANE_ITEMS; k++) v[k] = keep(v[k], laneValue(v[k], from), upper);
    }
    mergeStep(8u, v);
    mergeStep(4u, v);
    mergeStep(2u, v);
    mergeStep(1u, v);
}

// Joins pairs of sorted runs of span lanes, in pieces of more lanes: the first exchanges the items
// of the one with those of the other, from its end on.
void joinLanes(uint span, uint lanes, inout KEY v[LANE_ITEMS])
{
    KEY other[LANE_ITEMS];
    for (uint k = 0u; k < LANE_ITEMS; k++) other[k] = laneValue(v[LANE_ITEMS - 1u - k], laneIndex() ^ (2u * span - 1u));
    bool upper = (laneIndex() & span) != 0u;
    if (span < lanes) {
        for (uint k = 0u; k < LANE_ITEMS; k++) v[k] = keep(v[k], other[k], upper);
    }
    mergeLanes(span / 2u, span < lanes, v);
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
    for (; c > 0u && at >= class_pieces[c] << c; c--) at -= class_pieces[c] << c;
    Piece p = Piece(0u, 0u, 1u << c, at & ((1u << c) - 1u));
    if (c > 1u) {
        uint word = pieces[classBegin(c) + (at >> c)];
        p.begin = word & 0xFFFFu;
        p.items = word >> 16;
    } else if (c == 1u || at < listedOf(0u)) {
        uint place = shortPlace(c, at >> c);
        uint word = short_pieces[place / 2u] >> (place % 2u * 16u);
        p.begin = word & 0xFFFu;
        p.items = (word >> 12 & 0xFu) + 1u + c * LANE_ITEMS;
        if (p.begin + p.items > TILE_SIZE) p.items = 0u;  // two in one place
    }
    return p;
}

// Puts items begin to end - 1 of a lane.
void putItems(Piece p, uint begin, uint end, KEY v[LANE_ITEMS])
{
    for (uint k = begin; k < end; k++) {
        uint i = p.lane * LANE_ITEMS + k;
        if (i < p.items) tile_keys[paddedAt(p.begin + i)] = v[k];
    }
}

void sortPieces()
{
    uint all = 0u;
    for (uint c = 0u; c < CLASSES; c++) all += listedOf(c) << c;
    for (uint at = threadIndex(); at - laneIndex() < all; at += GROUP_SIZE) {
        Piece p = pieceAt(at);
        // Where no lane of the subgroup has more than half of LANE_ITEMS, the rest stays behind.
        bool few = laneBallot(p.items > LANE_ITEMS / 2u) == NO_LANES;
        KEY v[LANE_ITEMS];
        for (uint k = 0u; k < LANE_ITEMS; k++) v[k] = ALL_ONES;
        for (uint k = 0u; k < LANE_ITEMS / 2u; k++) {
            uint i = k * p.lanes + p.lane;
            if (i < p.items) v[k] = tile_keys[paddedAt(p.begin + i)];
        }
        sortHalf(0u, v);
        if (!few) {
            for (uint k = LANE_ITEMS / 2u; k < LANE_ITEMS; k++) {
                uint i = k * p.lanes + p.lane;
                if (i < p.items) v[k] = tile_keys[paddedAt(p.begin + i)];
            }
            sortHalf(LANE_ITEMS / 2u, v);
            mergeHalves(v);
            uint most = laneFirst(p.lanes);
            for (uint span = 1u; span < most; span *= 2u) joinLanes(span, p.lanes, v);
            putItems(p, LANE_ITEMS / 2u, LANE_ITEMS, v);
        }
        putItems(p, 0u, LANE_ITEMS / 2u, v);
    }
    sync();
}

uint piecesOf(uint cut) { return ((cut >> 16) + PIECE - 1u) / PIECE; }

// Merges the bitonic pieces of segments that are cut. The last one of a segment may be shorter.
void mergeCuts()
{
    uint all = 0u;
    for (uint q = 0u; q < cut_count; q++) all += piecesOf(cuts[q]) * JOIN_LANES;
    for (uint at = threadIndex(); at - laneIndex() < all; at += GROUP_SIZE) {
        Piece p = Piece(0u, 0u, JOIN_LANES, at % JOIN_LANES);
        uint before = 0u;
        for (uint q = 0u; q < cut_count; q++) {
            uint i = (at / JOIN_LANES - before) * PIECE;
            if (at / JOIN_LANES >= before && i < cuts[q] >> 16) {
                p.begin = (cuts[q] & 0xFFFFu) + i;
                p.items = min((cuts[q] >> 16) - i, PIECE);
            }
            before += piecesOf(cuts[q]);
        }
        KEY v[LANE_ITEMS];
        for (uint k = 0u; k < LANE_ITEMS; k++) {
            uint i = p.lane * LANE_ITEMS + k;
            v[k] = ALL_ONES;
            if (i < p.items) v[k] = tile_keys[paddedAt(p.begin + i)];
        }
        mergeLanes(JOIN_LANES / 2u, true, v);
        putItems(p, 0u, LANE_ITEMS, v);
    }
    sync();
}

// Exchanges the items of each segment that is cut, whose numbers from its first item on differ by
// flip. top is the highest bit of flip.
void exchangeCuts(uint flip, uint top)
{
    for (uint q = 0u; q < cut_count; q++) {
        uint begin = cuts[q] & 0xFFFFu;
        uint items = cuts[q] >> 16;
        for (uint h = threadIndex(); h + (h & ~(top - 1u)) < items; h += GROUP_SIZE) {
            uint i = h + (h & ~(top - 1u));  // the bit top is 0
            if ((i ^ flip) < items) {
                KEY x = tile_keys[paddedAt(begin + i)];
                KEY y = tile_keys[paddedAt(begin + (i ^ flip))];
                exchange(x, y);
                tile_keys[paddedAt(begin + i)] = x;
                tile_keys[paddedAt(begin + (i ^ flip))] = y;
            }
        }
    }
    sync();
}

// Sorts the listed pieces and joins those of segments that are cut. The numbers are in tile_keys.
// A barrier comes before. Contains barriers, the last thing too.
void sortLanes(Window w)
{
    if (class_pieces[0] > FEW_MOST) {
        takeSegments(w, false);
        sync();
    }
    sortPieces();
    for (uint size = 2u * PIECE; size < 2u * longest; size *= 2u) {
        exchangeCuts(size - 1u, size / 2u);
        for (uint stride = size / 4u; stride >= PIECE; stride /= 2u) exchangeCuts(stride, stride);
        mergeCuts();
    }
}
