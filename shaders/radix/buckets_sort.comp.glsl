// SPDX-License-Identifier: MIT
// Sorts the keys of each bucket (radix/buckets.glsl), stable, in shared memory. A bucket of more
// than TILE_SIZE keys is listed for window_dense. So is one with too many keys in one cell,
// mostly equal ones, unless it is in order already.
//
// Grid: one workgroup for each bucket, in one or two dimensions. Reads: Keys, the payload. Writes:
// DstKeys, the payload. Reads and writes: Table, Plan. A destination may be the source.
// CPU twin: slices.SortStable of the bucket, see buckets_test.go.
#include "lib/grid.glsl"
#include <WINDOW>
#include "radix/msd.glsl#rest"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint bucket = workgroupIndex();
    if (bucket < BUCKETS) {
        uint begin = table[table_at + bucket];
        uint left = table[table_at + bucket + 1u] - begin;
        if (left > TILE_SIZE || left > 0u && !sortWindow(begin, left, bucket)) listRest(begin, left);
    }
}
