// SPDX-License-Identifier: MIT
// Reads the places from the caller's records, by words.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

uvec3 placeWords(uint i)
{
    uint at = src_at + i * STRIDE_WORDS + PLACE_WORD;
    return uvec3(src[at], src[at + 1u], GRID_FLAT ? 0u : src[at + 2u]);
}
