// SPDX-License-Identifier: MIT

// Package fuzzops holds a fuzz target over all operations. Bytes choose the operation, its options,
// the number of items and their place. The result is compared with a plain loop. The target lies
// here because the packages of the operations do not import each other.
package fuzzops
