// SPDX-License-Identifier: MIT

// Package fuzzops holds a fuzz target over all operations: bytes choose the operation, its options, the number of
// items and where they lie, and the result is compared with a plain loop. It lies here because the operations'
// packages do not know each other.
package fuzzops
