// SPDX-License-Identifier: MIT
// Places at which light is computed: the model's points, then the head's vertices with normals.
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsVectors(HeadPlaces, head_places, BIND_HEADPLACES, UNIT_HEADPLACES)
uniform uint hair_points;
#include "hair/width.glsl"

bool hasWidth(uint i) { return (floatBitsToUint(vectorAt(points, i).w) & ~RANK_MASK) != 0u; }

// Whether a segment with this point may be drawn. Of hair that is thinned, points that are not
// drawn have no width.
bool isSeen(uint i) { return hasWidth(i) || hasWidth(max(i, 1u) - 1u) || hasWidth(min(i + 1u, hair_points - 1u)); }

// Points that the level of detail drops are skipped: nothing reads their light.
bool isPlaceUsed(uint i)
{
    return i >= hair_points || rankOf(vectorAt(points, i)) < detail.w && (detail.z == 1.0 || isSeen(i));
}

vec3 placeAt(uint i) { return i < hair_points ? vectorAt(points, i).xyz : vectorAt(head_places, 2u * (i - hair_points)).xyz; }

// 0 for hair
vec3 normalAt(uint i) { return i < hair_points ? vec3(0.0) : vectorAt(head_places, 2u * (i - hair_points) + 1u).xyz; }
