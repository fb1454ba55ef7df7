// SPDX-License-Identifier: MIT
// Weighted blended OIT: McGuire and Bavoil, "Weighted Blended Order-Independent Transparency", JCGT
// 2(2), 2013. Sums a pixel's fragments with weights that fall with depth. Their mean is shown with
// the opacity of all of them together. The weight is equation 10 over the model's range of depths,
// scaled to at most 10 instead of 3,000. So a thousand layers stay below 65,504, the largest half.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
#include "hair/ribbon_depth.glsl"
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
