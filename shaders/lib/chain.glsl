// SPDX-License-Identifier: MIT
// The status of a tile is one word, so that no fence is needed between a state and its value
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, section
// 4.1). 0 is empty. A count plus 1 is the tile's aggregate. The top bit marks the inclusive prefix:
// the count up to and including the tile, below 2^31.
//
// A workgroup polls an empty tile chain_spins times more. Then it counts that tile's items itself
// (Smith, Levien and Owens, "Decoupled Fallback", 2025). No workgroup waits for long, so the result
// is right on drivers that let no other workgroup run meanwhile.

// chain_spins is Tuning.Spins, chain_silent is Tuning.Silent (for tests). They are constants. If a
// caller or a test set them, they are uniforms (CHAIN_UNIFORMS), so that all values share one
// kernel.
#if CHAIN_UNIFORMS
uniform uint chain_spins;
uniform uint chain_silent;
#else
const uint chain_spins = CHAIN_SPINS;
const uint chain_silent = 0u;
#endif

#define CHAIN_EMPTY 0u
#define TILE_EMPTY 0u
#define TILE_AGGREGATE 1u
#define TILE_INCLUSIVE_PREFIX 2u
uint chainAggregate(uint count) { return count + 1u; }
uint chainPrefix(uint count) { return count | 0x80000000u; }
bool chainIsPrefix(uint word) { return (word >> 31) != 0u; }
// Sum of some aggregates' words and a prefix's word, less their marks. own is the number of
// aggregates.
uint chainSum(uint sum, uint own) { return sum - own - 0x80000000u; }
uint chainCount(uint word) { return chainIsPrefix(word) ? word & 0x7FFFFFFFu : word - 1u; }

// For tests: this tile publishes nothing, which forces its successors into the fallback.
bool chainIsSilent(uint tile) { return chain_silent != 0u && tile % max(chain_silent, 1u) == 0u; }
