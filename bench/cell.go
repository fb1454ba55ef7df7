// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/bench/result"
)

// cell is one row to be: an operation on an input, done one way. A field that the operation has no
// choice of is none.
type cell struct {
	op       string
	n        int
	kept     int // per cent
	dist     string
	record   int // bytes
	bits     int // of the key
	payload  int // bytes
	operator string
	element  string
	fetch    int // bits that a lane loads at once
	workers  int // workgroups a multiprocessor
	tile     int // pixels
	height   int // pixels of an image of 16:9
	heads    int // of hair, side by side

	variant string // as -list names it
}

// none is what a number of a cell or a row is where it has no meaning.
const none = -1

// newCell is a cell of which nothing but the operation and the number of items is said.
func newCell(op string, n int) cell {
	return cell{op: op, n: n, kept: none, record: none, bits: none, payload: none, fetch: none, workers: none, tile: none, height: none, heads: none}
}

// row is the cell's row, without its times.
func (c cell) row() result.Row {
	r := result.New(c.op, c.variant, c.n)
	r.Kept, r.Dist, r.RecordBytes, r.KeyBits, r.PayloadBytes = c.kept, c.dist, c.record, c.bits, max(0, c.payload)
	r.Operator, r.Element, r.FetchBits, r.Workers = c.operator, c.element, c.fetch, c.workers
	return r
}

// words is how many words the input has.
func (c cell) words() int {
	switch {
	case c.op == "empty" || c.op == "frame" || c.op == "hair-chain" || c.op == "particles" || c.op == "fluid" || c.op == "tiles":
		return 0 // none of the pool's
	case c.op == "sort64":
		return 2 * c.n
	case c.op == "sort128":
		return 4 * c.n
	case c.record > 4:
		return c.n * (c.record / 4)
	case c.element == "vec4":
		return 4 * c.n
	}
	return c.n
}

// input is the cell whoever does it.
func (c cell) input() cell {
	c.variant = ""
	return c
}

// count is a number of items as a table writes it: 2^20, or the number.
func count(n int) string {
	if n >= 1024 && bits.OnesCount(uint(n)) == 1 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros(uint(n)))
	}
	return fmt.Sprint(n)
}
