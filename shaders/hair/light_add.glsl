// SPDX-License-Identifier: MIT
// Adds a ribbon's fragment to a light's map. The shadow method's add is included before this file.

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) add(uvec2(gl_FragCoord.xy), tau, ribbonDepth());
}
