// SPDX-License-Identifier: MIT
// Weighted blended transparency: McGuire and Bavoil, "Weighted Blended Order-Independent Transparency", JCGT 2(2),
// 2013. All fragments of a pixel are added up with weights that fall with depth, and the mean covers what all of them
// together hide. The weight is the paper's equation 10, over the model's own range of depths. It is scaled to a largest
// of 10 in place of 3,000, so that a thousand layers stay below the 65,504 that half floats hold.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
#include "hair/ribbon_depth.glsl"
layout(location = 0) out vec4 sum;     // added: weight * premultiplied colour
layout(location = 1) out float hides;  // multiplied as 1 - hides

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= 0.0) discard;
    float near = 1.0 - clamp((ribbonDepth() - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    float weight = c.a * max(1e-2, 3e3 * near * near * near) / 300.0;
    sum = c * weight;
    hides = c.a;
}
