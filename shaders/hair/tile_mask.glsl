// SPDX-License-Identifier: MIT
// A ribbon in a tile of the image.
// maskOf: which pixels of the tile it may cover, a bit each, row by row from the bottom.
// rowsOf: two rows that give a pixel's place along the sides u and v of a triangle.

// The corners of a ribbon's two triangles, 0 1 2 and 3 1 2, in pixels of the image.
void cornersOf(RibbonEnd a, RibbonEnd b, out vec2 at[4])
{
    for (int k = 0; k < 4; k++) {
        vec4 c = (k & 1) != 0 ? edgeOf(b, k < 2 ? -1.0 : 1.0) : edgeOf(a, k < 2 ? -1.0 : 1.0);
        at[k] = (c.xy / c.w * 0.5 + 0.5) * viewport.xy;
    }
}

// The depth of both ends in the depth buffer, then their w.
vec4 depthsOf(RibbonEnd a, RibbonEnd b)
{
    return vec4(a.clip.z / a.clip.w * 0.5 + 0.5, b.clip.z / b.clip.w * 0.5 + 0.5, a.clip.w, b.clip.w);
}

// The pixels of the tile in a strip around the middle line of a ribbon of these corners, and in the
// box around these.
uvec2 maskOf(vec2 at[4], float reach, vec2 tile_corner)
{
    const float SLACK = 0.02;
    const float SIDE = float(SCREEN_TILE);
    for (int k = 0; k < 4; k++) at[k] -= tile_corner + 0.5;
    vec2 low = clamp(ceil(min(min(at[0], at[1]), min(at[2], at[3])) - SLACK), 0.0, SIDE);
    vec2 high = clamp(floor(max(max(at[0], at[1]), max(at[2], at[3])) + SLACK), -1.0, SIDE - 1.0);
    vec2 from = 0.5 * (at[0] + at[2]);
    vec2 along = 0.5 * (at[1] + at[3]) - from;
    float steep = 1.0 / max(abs(along.y), 1e-6);
    float half_span = reach * length(along) * steep + SLACK;
    float slope = along.x * (along.y < 0.0 ? -steep : steep);
    uvec2 mask = uvec2(0u);
    for (float y = low.y; y <= high.y; y++) {
        float middle = from.x + (y - from.y) * slope;
        int first = int(max(low.x, ceil(clamp(middle - half_span, -1.0, SIDE))));
        int last = int(min(high.x, floor(clamp(middle + half_span, -1.0, SIDE))));
        uint row = first > last ? 0u : bitfieldInsert(0u, 0xFFu, first, last - first + 1);
        if (y < 4.0) mask.x |= row << (8u * uint(y));
        else mask.y |= row << (8u * uint(y) - 32u);
    }
    return mask;
}

vec4 rowsOf(vec2 u, vec2 v)
{
    float area = u.x * v.y - u.y * v.x;
    // Without an area it has no pixel: all lie beyond its sides.
    if (abs(area) < 1e-12) return vec4(0.0, 0.0, 0.0, 0.0);
    return vec4(v.y, -v.x, -u.y, u.x) / area;
}
