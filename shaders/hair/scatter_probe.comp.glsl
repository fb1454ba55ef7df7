// SPDX-License-Identifier: MIT
// Runs the shading models on given directions and colours, for tests. An input is four vec4:
// tangent, with the shadow's through in w; direction to the light; direction to the eye; tint. An
// result is four vec4: scatterDirect, scatterLight, scatterAmbient, kajiyaLight.
// Grid: one invocation an input. Reads: Inputs, Count. Writes: Results. CPU twin: Tables in
// hair/scatter.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/scatter.glsl"
#include "hair/shading.glsl#kajiya_light"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_INPUTS) readonly buffer Inputs { vec4 inputs[]; };
layout(std430, binding = BIND_RESULTS) writeonly buffer Results { vec4 results[]; };

void main()
{
    uint i = 4u * (workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex);
    if (i >= 4u * itemCount()) return;
    vec4 tangent = inputs[i];
    HairFrame f = hairFrame(tangent.xyz, inputs[i + 2u].xyz, inputs[i + 3u].rgb);
    HairMass m = hairMass(f);
    LampAngles l = lampAngles(f, inputs[i + 1u].xyz);
    results[i] = vec4(scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)), l.azimuth);
    results[i + 1u] = vec4(scatterLight(f, m, l, tangent.w), 0.0);
    results[i + 2u] = vec4(scatterAmbient(m, clamp(tangent.w, 0.0, 1.0)), 0.0);
    results[i + 3u] = vec4(kajiyaLight(f, m, l, tangent.w), 0.0);
}
