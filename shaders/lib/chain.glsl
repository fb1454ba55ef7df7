// SPDX-License-Identifier: MIT
// What a tile of a chain tells those behind it, as one word, so that no fence is needed between a state and its value:
// 0, nothing yet; its own count, plus 1; or with the top bit the count of all tiles up to and with it, which may be any
// below 2^31 (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, section 4.1). A
// tile that waits looks chain_spins times more, and then counts the other tile's items itself (Smith, Levien and Owens,
// "Decoupled Fallback", 2025): nobody waits for long, so it is right on drivers that let no workgroup run meanwhile.

// Tuning.Spins and Tuning.Silent: constants as a rule. Uniforms where a caller or a test chose them (CHAIN_UNIFORMS), so
// that all choices share one compiled kernel.
#if CHAIN_UNIFORMS
uniform uint chain_spins;
uniform uint chain_silent;
#else
const uint chain_spins = CHAIN_SPINS;
const uint chain_silent = 0u;
#endif

#define CHAIN_EMPTY 0u
#define TOLD_NOTHING 0u
#define TOLD_OWN 1u
#define TOLD_PREFIX 2u
uint chainOwn(uint count) { return count + 1u; }
uint chainPrefix(uint count) { return count | 0x80000000u; }
bool chainIsPrefix(uint word) { return (word >> 31) != 0u; }
uint chainSum(uint sum, uint own) { return sum - own - 0x80000000u; }  // of so many own counts' words and a prefix's
uint chainCount(uint word) { return chainIsPrefix(word) ? word & 0x7FFFFFFFu : word - 1u; }

// For tests: a tile that tells nothing.
bool chainIsSilent(uint tile) { return chain_silent != 0u && tile % max(chain_silent, 1u) == 0u; }
