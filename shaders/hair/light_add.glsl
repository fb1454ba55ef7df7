// SPDX-License-Identifier: MIT
// Adds a fragment of a ribbon to a light's map, by what a way of shadow keeps there: its add stands before this.

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) add(uvec2(gl_FragCoord.xy), tau, ribbonDepth());
}
