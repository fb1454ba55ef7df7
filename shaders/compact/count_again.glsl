// SPDX-License-Identifier: MIT
// The counts of a partition's parts, which are tiles or chunks, where some are missing: a workgroup
// counts those parts itself. A kernel defines partAggregate.
shared uint counts_missing;  // 1 if an invocation has polled too often
shared uint other_count;
shared uint other_state;

// The number of kept records in a part, by the whole workgroup.
uint partAggregate(uint part);

// The number of kept records in the parts before one, and in all. Contains barriers.
void countAgain(uint part, uint parts, out uint before, out uint all)
{
    before = 0u;
    all = 0u;
    for (uint other = 0u; other < parts; other++) {
        if (threadIndex() == 0u) {
            uint kept;
            other_state = readItem(other, kept);
            other_count = kept;
        }
        sync();
        uint kept = other_count;
        if (other_state == TILE_EMPTY) kept = partAggregate(other);
        before += other < part ? kept : 0u;
        all += kept;
        sync();
    }
}
