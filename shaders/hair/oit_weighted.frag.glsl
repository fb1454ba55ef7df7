// SPDX-License-Identifier: MIT
// The OIT method "weighted": McGuire and Bavoil, "Weighted Blended Order-Independent Transparency",
// JCGT 2(2), 2013.

#part draw
// Sums a pixel's fragments with weights that fall with depth. Their mean is shown with the opacity
// of all of them together. The weight is equation 10 over the model's range of depths, scaled to at
// most 10 instead of 3,000. So a thousand layers stay below 65,504, the largest half.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
#include "hair/ribbon_fragment.glsl#depth"
layout(location = 0) out vec4 sum;     // blended additively: weight * premultiplied colour
layout(location = 1) out float hides;  // blended by multiplication with 1 - hides

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= 0.0) discard;
    float near = 1.0 - clamp((ribbonDepth() - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    float weight = c.a * max(1e-2, 3e3 * near * near * near) / 300.0;
    sum = c * weight;
    hides = c.a;
}

#part resolve
// Blends the weighted mean of a pixel's fragments over the scene. The transmittance of all
// fragments decides how much of the scene shows.
layout(binding = UNIT_SUMS) uniform sampler2D sums;
layout(binding = UNIT_THROUGH) uniform sampler2D through;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float hidden = 1.0 - texelFetch(through, p, 0).r;
    if (hidden <= 0.0) discard;
    vec4 sum = min(texelFetch(sums, p, 0), 65504.0);  // infinity would make the mean NaN
    color = vec4(sum.rgb / max(sum.a, 1e-7), 1.0) * hidden;
}
