// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/bench/result"
)

const tableHead = "op       variant        n         kept bits pay   gpu_us      min      p90   wall_us     GB/s of copy  checked"

// line is the row in the table.
func line(r result.Row) string {
	dash := func(v int) string {
		if v < 0 {
			return "-"
		}
		return fmt.Sprint(v)
	}
	clock := ""
	if r.Dist != "" && r.Dist != "random" {
		clock = "  " + r.Dist
	}
	if !r.Reliable && r.Samples > 0 {
		clock += "  (GPU clock unreliable: by wall)"
	}
	return fmt.Sprintf("%-8s %-14s %-9d %4s %4s %3d %8.1f %8.1f %8.1f %9.1f %8.1f %7.2f  %v%s",
		r.Op, r.Variant, r.N, dash(r.Kept), dash(r.KeyBits), r.PayloadBytes, r.GPU, r.GPUMin, r.GPUP90, r.Wall, r.GBs, r.OfCopy, r.Checked, clock)
}

// verdict is the line of -check.
func verdict(r result.Row) string {
	word := "FAIL"
	if r.Checked {
		word = "PASS"
	}
	return fmt.Sprintf("%s  %s %s n=%d kept=%d key_bits=%d payload_bytes=%d dist=%s", word, r.Op, r.Variant, r.N, r.Kept, r.KeyBits, r.PayloadBytes, r.Dist)
}
