// SPDX-License-Identifier: MIT
// maskOf: which pixels of a tile of the image a ribbon may cover, a bit each, row by row from the
// bottom.
// rowsOf: two rows that give a pixel's place along the sides u and v of a triangle.

// Widens span by where an edge lies between two heights.
void spanEdge(vec2 p, vec2 q, float low, float high, inout vec2 span)
{
    low = max(low, min(p.y, q.y));
    high = min(high, max(p.y, q.y));
    if (low > high) return;
    float tall = q.y - p.y;
    vec2 x = abs(tall) < 1e-6 ? vec2(p.x, q.x) : clamp(p.x + (vec2(low, high) - p.y) * ((q.x - p.x) / tall), min(p.x, q.x), max(p.x, q.x));
    span = vec2(min(span.x, min(x.x, x.y)), max(span.y, max(x.x, x.y)));
}

// The pixels of the tile whose centres a ribbon of these corners may cover. Rounding adds some and
// leaves none out.
uvec2 maskOf(vec2 at[4], vec2 tile_corner)
{
    const float SLACK = 0.02;
    const float SIDE = float(SCREEN_TILE);
    for (int k = 0; k < 4; k++) at[k] -= tile_corner + 0.5;
    vec2 low = clamp(ceil(min(min(at[0], at[1]), min(at[2], at[3])) - SLACK), 0.0, SIDE);
    vec2 high = clamp(floor(max(max(at[0], at[1]), max(at[2], at[3])) + SLACK), -1.0, SIDE - 1.0);
    uvec2 mask = uvec2(0u);
    for (int y = int(low.y); y <= int(high.y); y++) {
        float below = float(y) - SLACK, above = float(y) + SLACK;
        vec2 span = vec2(1e30, -1e30);
        spanEdge(at[0], at[1], below, above, span);
        spanEdge(at[0], at[2], below, above, span);
        spanEdge(at[1], at[2], below, above, span);
        spanEdge(at[3], at[1], below, above, span);
        spanEdge(at[3], at[2], below, above, span);
        int first = int(clamp(ceil(span.x - SLACK), 0.0, SIDE));
        int last = int(clamp(floor(span.y + SLACK), -1.0, SIDE - 1.0));
        if (first > last) continue;
        mask[y >> 2] |= bitfieldInsert(0u, 0xFFu, first, last - first + 1) << (8 * (y & 3));
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
