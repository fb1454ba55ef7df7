// SPDX-License-Identifier: MIT
// tangentAt: the tangent at an end of a segment: the direction between the point's neighbours. It
// reads buffer points.
vec3 directionOf(vec3 d)
{
    float l = length(d);
    return l > 0.0 ? d / l : vec3(0.0, 1.0, 0.0);
}

vec3 tangentAt(uint segment, bool far_end)
{
    uint p = segmentPoint(segment);
    uint q = far_end ? p + 1u : p;
    uint before = far_end || (segment & SEGMENT_FIRST) == 0u ? q - 1u : q;
    uint after = !far_end || (segment & SEGMENT_LAST) == 0u ? q + 1u : q;
    return directionOf(vectorAt(points, after).xyz - vectorAt(points, before).xyz);
}

// The corner of a ribbon for a vertex: 0 near -, 1 far -, 2 near +, 3 far +. The two triangles are
// 0 1 2 and 2 1 3.
uint cornerAt(int vertex)
{
    uint corner = uint(vertex) % 6u;
    return corner < 3u ? corner : (corner == 3u ? 2u : (corner == 4u ? 1u : 3u));
}
