// SPDX-License-Identifier: MIT
// Writes State after a step, from the totals of all workers. One invocation runs it.
void addWide(inout uint low, inout uint high, uint more)
{
    low += more;
    high += low < more ? 1u : 0u;
}

void finish(uint found[ROWS])
{
    uint living = found[LIFE_ROW];
    uint n = items;
    uint other = 1u - side;
    alive[other] = living;
    next_id[other] = next_id[side] + born_now;
    steps_done = step_number + 1u;
    most_alive = max(most_alive, living);
    slots_used = max(slots_used, n);
    uint low = emitted[0];
    uint high = emitted[1];
    addWide(low, high, born_now);
    emitted[0] = low;
    emitted[1] = high;
    low = died[0];
    high = died[1];
    addWide(low, high, n - living);
    died[0] = low;
    died[1] = high;
    low = dropped[0];
    high = dropped[1];
    addWide(low, high, wanted_now - born_now);
    dropped[0] = low;
    dropped[1] = high;
    for (uint r = 1u; r < ROWS; r++) {
        uint kept = min(found[r], channel_room[r - 1u]);
        event_count[r - 1u] = kept;
        event_overflow[r - 1u] += found[r] - kept;
    }
    uint groups = living / GROUP_SIZE + min(living % GROUP_SIZE, 1u);
    draw_vertices = draw_instanced != 0u ? draw_each : living * draw_each;
    draw_instances = draw_instanced != 0u ? living : 1u;
    dispatch_x = min(groups, most_groups);
    dispatch_y = groups / most_groups + min(groups % most_groups, 1u);
    dispatch_z = 1u;
    writeElements(draw_vertices, draw_instances);
}
