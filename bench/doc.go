// SPDX-License-Identifier: MIT

// Command bench measures comb's compaction, scan, reduction and sort: each result is checked against a plain loop on
// the CPU before it is timed, and set beside a copy of the same words made in the same run, which is the memory's
// limit, and beside the naive compaction by atomicAdd. With -soak it makes random
// operations by the thousand instead, each checked on the GPU. See bench -h.
package main
