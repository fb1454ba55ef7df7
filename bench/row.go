// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
)

// row is one line of results. Times are microseconds.
type row struct {
	Op           string  `json:"op"`
	Variant      string  `json:"variant"`
	N            int     `json:"n"`
	Kept         int     `json:"kept"`
	KeyBits      int     `json:"key_bits"`
	PayloadBytes int     `json:"payload_bytes"`
	GPU          float64 `json:"gpu_us"`
	GPUMin       float64 `json:"gpu_us_min"`
	GPUP90       float64 `json:"gpu_us_p90"`
	Wall         float64 `json:"wall_us"`
	Reliable     bool    `json:"reliable"`
	Bytes        int64   `json:"bytes"`
	GBs          float64 `json:"gb_s"`
	OfCopy       float64 `json:"of_copy"`
	Checked      bool    `json:"checked"`
	Samples      int     `json:"samples"`
	Device       string  `json:"device"`
	Driver       string  `json:"driver"`
}

// settle fills in what follows from the times.
func (r *row) settle(gpu, wall []float64, reliable bool, copyGBs float64) {
	r.GPU, r.GPUMin, r.GPUP90 = percentile(gpu, 50), percentile(gpu, 0), percentile(gpu, 90)
	r.Wall, r.Reliable, r.Samples = percentile(wall, 50), reliable, len(gpu)
	time := r.GPU
	if !reliable {
		time = r.Wall
	}
	if time > 0 {
		r.GBs = float64(r.Bytes) / time / 1000
	}
	if r.Op == "copy" {
		copyGBs = r.GBs
	}
	if copyGBs > 0 {
		r.OfCopy = r.GBs / copyGBs
	}
}

// percentile of unsorted values; 0 for none.
func percentile(values []float64, p int) float64 {
	if len(values) == 0 {
		return 0
	}
	s := append([]float64(nil), values...)
	sort.Float64s(s)
	return s[(len(s)-1)*p/100]
}

func writeJSON(w io.Writer, rows []row) error {
	e := json.NewEncoder(w)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

const tableHead = "op       variant     n         kept bits pay   gpu_us      min      p90   wall_us     GB/s of copy  checked"

func (r row) String() string {
	dash := func(v int) string {
		if v < 0 {
			return "-"
		}
		return fmt.Sprint(v)
	}
	clock := ""
	if !r.Reliable && r.Samples > 0 {
		clock = "  (GPU clock unreliable: by wall)"
	}
	return fmt.Sprintf("%-8s %-11s %-9d %4s %4s %3d %8.1f %8.1f %8.1f %9.1f %8.1f %7.2f  %v%s",
		r.Op, r.Variant, r.N, dash(r.Kept), dash(r.KeyBits), r.PayloadBytes, r.GPU, r.GPUMin, r.GPUP90, r.Wall, r.GBs, r.OfCopy, r.Checked, clock)
}
