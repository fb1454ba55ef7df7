// SPDX-License-Identifier: MIT
// The network of a random permutation: a bijection of the numbers below a power of two, by a seed.
uniform uint key_low;   // of the seed, mixed by the host
uniform uint key_high;

// A bijection of the numbers below 2^bits. Any round function gives one.
uint permuteOnce(uint v, uint bits)
{
    uint left_bits = bits / 2u;
    uint right_bits = bits - left_bits;
    uint left_mask = (1u << left_bits) - 1u;
    uint right_mask = (1u << right_bits) - 1u;
    uint left = v >> right_bits;
    uint right = v & right_mask;
    for (uint r = 0u; r < PERMUTE_ROUNDS; r++) {
        uint x = (left ^ (key_low + r * 0x9E3779B9u)) * 0x85EBCA6Bu;
        x = (x ^ (x >> 15) ^ key_high) * 0xC2B2AE35u;
        uint next = ((x >> 16) ^ right) & left_mask;
        // The left bits, above those of the right half that the left half does not replace.
        right = ((left << (right_bits - left_bits)) | (right >> left_bits)) & right_mask;
        left = next;
    }
    return left << right_bits | right;
}
