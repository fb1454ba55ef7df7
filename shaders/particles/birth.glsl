// SPDX-License-Identifier: MIT
// The data of a newborn for init, computed from the emitter's shape.
struct Birth {
    vec3 position;
    vec3 direction;  // of length 1: outwards for a sphere or a surface, random for a point or a box
    float fraction;  // age in parts of the step, spread evenly over an emitter's newborns; 0 of one on the GPU
    uint id;         // number of the particle, over all that were ever born
    uint emitter;    // index in Options.Emitters
    uint index;      // index among the emitter's newborns of this step
    uint parent;     // of an emitter on the GPU: index of the counted item or event
};
#define SHAPE_POINT 0u
#define SHAPE_BOX 1u
#define SHAPE_SPHERE 2u
#define SHAPE_SURFACE 3u

layout(std430, binding = BIND_TABLES) readonly buffer Tables { vec4 tables[]; };

// Picks a point on the mesh. A triangle is three vec4, its corners; the first also holds the share
// of the area up to its end.
void pickOnMesh(vec2 r, float pick, inout Birth b)
{
    uint low = 0u;
    uint high = tables_at.y - 1u;
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (tables[tables_at.x + 3u * middle].w <= pick) low = middle + 1u;
        else high = middle;
    }
    uint at = tables_at.x + 3u * low;
    vec3 a = tables[at].xyz;
    vec3 ab = tables[at + 1u].xyz - a;
    vec3 ac = tables[at + 2u].xyz - a;
    if (r.x + r.y > 1.0) r = 1.0 - r;
    b.position += a + r.x * ab + r.y * ac;
    vec3 normal = cross(ab, ac);
    float l = length(normal);
    b.direction = l > 0.0 ? normal / l : vec3(0.0, 1.0, 0.0);
}

// The birth of newborn j of this step. Newborns of the emitter on the GPU come last.
Birth birthOf(uint j, uint id)
{
    uint e = 0u;
    uint before = 0u;
    for (; e < MAX_EMITTERS - 1u && j >= emitter_end[e].x; e++) before = emitter_end[e].x;
    uint many = emitter_end[e].x - before;
    Birth b = Birth(emitter_place[e].xyz, vec3(0.0), 0.0, id, emitter_end[e].y, j - before, 0u);
    if (j >= emit_count) b.parent = b.index / max(emit_each, 1u);
    else b.fraction = (float(many - b.index) - 0.5) / float(many);
    vec4 r = random4();
    vec3 size = emitter_size[e].xyz;
    uint shape = uint(emitter_place[e].w);
    b.direction = directionOf(r.xy);
    if (shape == SHAPE_BOX) b.position += size * (2.0 * random3() - 1.0);
    if (shape == SHAPE_SPHERE) {
        float inner = size.y * size.y * size.y;
        b.position += b.direction * pow(inner + (size.x * size.x * size.x - inner) * r.z, 1.0 / 3.0);
    }
    if (shape == SHAPE_SURFACE) pickOnMesh(r.xy, r.z, b);
    return b;
}
