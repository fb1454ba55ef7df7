// SPDX-License-Identifier: MIT
// A bit for each lane of a subgroup of up to 128 lanes: one, two or four words. laneIndex() is
// defined before this.
#if LANE_COUNT > 64
#define LaneMask uvec4
#define NO_LANES uvec4(0u)
uint maskCount(LaneMask m) { ivec4 c = bitCount(m); return uint(c.x + c.y + c.z + c.w); }
uint lastLane(LaneMask m)
{
    ivec4 bit = findMSB(m);
    return uint(bit.w >= 0 ? bit.w + 97 : bit.z >= 0 ? bit.z + 65 : bit.y >= 0 ? bit.y + 33 : bit.x + 1);
}
#elif LANE_COUNT > 32
#define LaneMask uvec2
#define NO_LANES uvec2(0u)
uint maskCount(LaneMask m) { ivec2 c = bitCount(m); return uint(c.x + c.y); }
uint lastLane(LaneMask m)
{
    ivec2 bit = findMSB(m);
    return uint(bit.y >= 0 ? bit.y + 33 : bit.x + 1);
}
#else
#define LaneMask uint
#define NO_LANES 0u
uint maskCount(LaneMask m) { return uint(bitCount(m)); }
// The last set lane + 1, or 0 if none is set.
uint lastLane(LaneMask m) { return uint(findMSB(m) + 1); }
#endif

#if LANE_COUNT > 64
uint firstLane(LaneMask m)  // of a mask that is not empty
{
    ivec4 bit = findLSB(m);
    return uint(bit.x >= 0 ? bit.x : bit.y >= 0 ? bit.y + 32 : bit.z >= 0 ? bit.z + 64 : bit.w + 96);
}
#elif LANE_COUNT > 32
uint firstLane(LaneMask m)
{
    ivec2 bit = findLSB(m);
    return uint(bit.x >= 0 ? bit.x : bit.y + 32);
}
#else
uint firstLane(LaneMask m) { return uint(findLSB(m)); }
#endif

#if LANE_COUNT > 32
uint wordBelow(uint word)
{
    uint lanes = laneIndex() - min(laneIndex(), 32u * word);
    return lanes < 32u ? (1u << lanes) - 1u : 0xFFFFFFFFu;
}
uint wordBit(uint word) { return laneIndex() / 32u == word ? 1u << (laneIndex() % 32u) : 0u; }
#if LANE_COUNT > 64
LaneMask lanesBelow() { return uvec4(wordBelow(0u), wordBelow(1u), wordBelow(2u), wordBelow(3u)); }
LaneMask laneBit() { return uvec4(wordBit(0u), wordBit(1u), wordBit(2u), wordBit(3u)); }
#else
LaneMask lanesBelow() { return uvec2(wordBelow(0u), wordBelow(1u)); }
LaneMask laneBit() { return uvec2(wordBit(0u), wordBit(1u)); }
#endif
bool isFirstLane(LaneMask m) { return (m & laneBit()) != NO_LANES && (m & lanesBelow()) == NO_LANES; }
#else
LaneMask lanesBelow() { return (1u << laneIndex()) - 1u; }
LaneMask laneBit() { return 1u << laneIndex(); }
bool isFirstLane(LaneMask m) { return uint(findLSB(m)) == laneIndex(); }
#endif
