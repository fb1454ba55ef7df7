// SPDX-License-Identifier: MIT
// Writes State after a step, from the totals of all workers. One invocation runs it.
void addWide(inout uint low, inout uint high, uint more)
{
    low += more;
    high += low < more ? 1u : 0u;
}

void finish(uint found[ROWS])
{
    // All loads first, so that they are in flight at once.
    uint n = items;
    uint born = born_now;
    uint wanted = wanted_now;
    uint id = next_id[side];
    uint most = most_alive;
    uint used = slots_used;
    uint sums[6] = uint[6](emitted[0], emitted[1], died[0], died[1], dropped[0], dropped[1]);
    uint over[ROWS];
    for (uint r = 1u; r < ROWS; r++) over[r] = event_overflow[r - 1u];
    uint living = found[LIFE_ROW];
    uint other = 1u - side;
    alive[other] = living;
    next_id[other] = id + born;
    steps_done = step_number + 1u;
    most_alive = max(most, living);
    slots_used = max(used, n);
    addWide(sums[0], sums[1], born);
    addWide(sums[2], sums[3], n - living);
    addWide(sums[4], sums[5], wanted - born);
    for (uint i = 0u; i < 2u; i++) {
        emitted[i] = sums[i];
        died[i] = sums[2u + i];
        dropped[i] = sums[4u + i];
    }
    for (uint r = 1u; r < ROWS; r++) {
        uint kept = min(found[r], channel_room[r - 1u]);
        event_count[r - 1u] = kept;
        event_overflow[r - 1u] = over[r] + found[r] - kept;
    }
    uint groups = living / GROUP_SIZE + min(living % GROUP_SIZE, 1u);
    draw_vertices = draw_instanced != 0u ? draw_each : living * draw_each;
    draw_instances = draw_instanced != 0u ? living : 1u;
    dispatch_x = min(groups, most_groups);
    dispatch_y = groups / most_groups + min(groups % most_groups, 1u);
    dispatch_z = 1u;
    writeElements(draw_vertices, draw_instances);
}
