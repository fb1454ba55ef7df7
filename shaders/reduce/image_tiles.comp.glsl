// SPDX-License-Identifier: MIT
// Reduces each tile of an image to one result. A strip is a run of strip_texels texels of a tile,
// row by row. A team of TEAM_SIZE invocations reduces it, so that small tiles share a workgroup. A
// tile of one strip gets its result here, others from image_combine. Workers take strips in turn.
// Grid: one workgroup a worker. Reads: the texture. Writes: Dst or Partials; the buffer of slot
// BINS.
// CPU twin: the loop in image_oracle_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "reduce/image_tile.glsl"
#include <TEAM>
#include <SOURCE>
#include <BINS>
#include <FINISH>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PARTIALS) writeonly buffer Partials { ITEM partials[]; };
uniform sampler2D source_image;
uniform int source_image_level;
uniform uint workers;
uniform uint strip_count;   // over all tiles
uniform uint strip_texels;

#define IN_FLIGHT 4u
const uint team_count = GROUP_SIZE / TEAM_SIZE;

ITEM reduceStrip(uint strip, uint member)
{
    uvec2 corner = tileCorner(strip / strips);
    uvec2 extent = tileExtent(corner);
    uint begin = strip % strips * strip_texels;
    uint end = min(begin + strip_texels, extent.x * extent.y - FORGET_LAST);
    uint i = begin + member;
    // The place in the tile advances by steps: a division for each texel would cost more than the
    // texel.
    uvec2 at = uvec2(i % extent.x, i / extent.x);
    uvec2 stride = uvec2(TEAM_SIZE % extent.x, TEAM_SIZE / extent.x);
    ITEM sum = ITEM_IDENTITY;
    for (; i < end; i += IN_FLIGHT * TEAM_SIZE) {
        // All loads first, so that several are in flight.
        vec4 texel[IN_FLIGHT];
        ivec2 place[IN_FLIGHT];
        for (uint k = 0u; k < IN_FLIGHT; k++) {
            place[k] = ivec2(corner + at);
            if (i + k * TEAM_SIZE < end) texel[k] = texelFetch(source_image, place[k], source_image_level);
            at += stride;
            if (at.x >= extent.x) at += uvec2(-extent.x, 1u);
        }
        for (uint k = 0u; k < IN_FLIGHT; k++) {
            if (i + k * TEAM_SIZE < end) {
                sum = combine(sum, texelValue(texel[k], place[k]));
                binsCount(texel[k]);
            }
        }
    }
    return sum;
}

void main()
{
    uint t = threadIndex();
    uint worker = workgroupIndex();
    // A set of strips is a workgroup's work for one turn.
    uint sets = (strip_count + team_count - 1u) / team_count;

    binsClear();
    for (uint set = worker < workers ? worker : sets; set < sets; set += workers) {
        uint strip = set * team_count + t / TEAM_SIZE;
        ITEM sum = ITEM_IDENTITY;
        if (strip < strip_count) sum = reduceStrip(strip, t % TEAM_SIZE);
        sum = teamReduce(sum);
        if (strip < strip_count && t % TEAM_SIZE == 0u) {
            if (strips > 1u) {
                partials[strip] = sum;
            } else {
                uvec2 extent = tileExtent(tileCorner(strip));
                putResult(strip, sum, extent.x * extent.y);
            }
        }
    }
    binsAdd();
}
