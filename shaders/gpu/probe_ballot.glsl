// SPDX-License-Identifier: MIT
uint laneCount() { return gl_SubGroupSizeARB; }
uint laneGroup() { return gl_LocalInvocationIndex / gl_SubGroupSizeARB; }
uint lane() { return gl_SubGroupInvocationARB; }
bool ballotNamesMe()
{
    uvec2 m = unpackUint2x32(ballotARB(gl_LocalInvocationIndex % 3u == 0u));
    bool mine = ((lane() < 32u ? m.x >> lane() : m.y >> (lane() - 32u)) & 1u) != 0u;
    // The lane's own number matches its bit only where lanes follow the local index.
    return mine == ((laneGroup() * laneCount() + lane()) % 3u == 0u);
}
