// SPDX-License-Identifier: MIT
// Runs the shading models on given directions and colours, for tests. A question is four vec4:
// tangent, with the shadow's through in w; direction to the light; direction to the eye; tint. An
// answer is four vec4: scatterDirect, scatterLight, scatterAmbient, kajiyaLight.
// Grid: one invocation a question. Reads: Questions, Count. Writes: Answers. CPU twin: Tables and
// Hair.Kajiya in hair/scatter.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/scatter.glsl"
#include "hair/kajiya_kay.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_QUESTIONS) readonly buffer Questions { vec4 questions[]; };
layout(std430, binding = BIND_ANSWERS) writeonly buffer Answers { vec4 answers[]; };

void main()
{
    uint i = 4u * (workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex);
    if (i >= 4u * itemCount()) return;
    vec4 tangent = questions[i];
    HairFrame f = hairFrame(tangent.xyz, questions[i + 2u].xyz, questions[i + 3u].rgb);
    HairMass m = hairMass(f);
    HairLight l = hairLight(f, questions[i + 1u].xyz);
    answers[i] = vec4(scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)), l.azimuth);
    answers[i + 1u] = vec4(scatterLight(f, m, l, tangent.w), 0.0);
    answers[i + 2u] = vec4(scatterAmbient(m, clamp(tangent.w, 0.0, 1.0)), 0.0);
    answers[i + 3u] = vec4(kajiyaLight(f, l, tangent.w), 0.0);
}
