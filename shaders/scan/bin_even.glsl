// SPDX-License-Identifier: MIT
// Bins of BIN_WIDTH integers from LOWER on. Modulo 2^32 the distance from LOWER is right for int as for uint, and an
// item below LOWER comes out past the last bin, since all bins together are no more than the type's range.
uint binOf(uint item)
{
    uint distance = item - LOWER;
    if (distance > SPAN_LAST) return BINS;
    // min is for one bin of all 2^32 numbers: its width is no uint, and BIN_WIDTH is one less.
    return min(distance / BIN_WIDTH, BINS - 1u);
}
