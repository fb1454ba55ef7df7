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
	Wall         float64 `json:"wall_us"`
	Reliable     bool    `json:"reliable"`
	Bytes        int64   `json:"bytes"`
	GBs          float64 `json:"gb_s"`
	OfCopy       float64 `json:"of_copy"`
	Checked      bool    `json:"checked"`
	Device       string  `json:"device"`
	Driver       string  `json:"driver"`

	GPUP25   float64 `json:"gpu_us_p25"`
	GPUP75   float64 `json:"gpu_us_p75"`
	GPUP90   float64 `json:"gpu_us_p90"`
	Samples  int     `json:"samples"`
	Batch    int     `json:"batch"`
	GPUBatch float64 `json:"gpu_us_batch"`

	Pattern string `json:"pattern"` // of the input; "" where it makes no difference
}

// times are a row's measurements.
type times struct {
	gpu, wall []float64 // one call each
	reliable  bool
	batch     int       // calls in a row between two timestamps; 0 when no batch was taken
	batches   []float64 // GPU time of a whole batch
}

// settle fills in what follows from the times; copied is the copy's row at the same n.
func (r *row) settle(t times, copied row) {
	r.GPU, r.GPUMin, r.Wall = percentile(t.gpu, 50), percentile(t.gpu, 0), percentile(t.wall, 50)
	r.GPUP25, r.GPUP75, r.GPUP90 = percentile(t.gpu, 25), percentile(t.gpu, 75), percentile(t.gpu, 90)
	r.Reliable, r.Samples = t.reliable, len(t.gpu)
	if len(t.batches) > 0 {
		r.Batch, r.GPUBatch = t.batch, percentile(t.batches, 50)/float64(t.batch)
	}
	r.GBs = r.rate(r.Reliable)
	if r.Op == "copy" {
		copied = *r
	}
	// Both by the same clock: a rate by the wall is no share of a rate by the GPU.
	gpu := r.Reliable && copied.Reliable
	if limit := copied.rate(gpu); limit > 0 {
		r.OfCopy = r.rate(gpu) / limit
	}
}

// rate is GB/s by the GPU's clock, or by the wall's.
func (r *row) rate(gpu bool) float64 {
	time := r.Wall
	if gpu {
		time = r.GPU
	}
	if time <= 0 {
		return 0
	}
	return float64(r.Bytes) / time / 1000
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

const tableHead = "op       variant        n         kept bits pay   gpu_us      min      p90   wall_us     GB/s of copy  checked"

func (r row) String() string {
	dash := func(v int) string {
		if v < 0 {
			return "-"
		}
		return fmt.Sprint(v)
	}
	clock := ""
	if r.Pattern != "" && r.Pattern != "random" {
		clock = "  " + r.Pattern
	}
	if !r.Reliable && r.Samples > 0 {
		clock += "  (GPU clock unreliable: by wall)"
	}
	return fmt.Sprintf("%-8s %-14s %-9d %4s %4s %3d %8.1f %8.1f %8.1f %9.1f %8.1f %7.2f  %v%s",
		r.Op, r.Variant, r.N, dash(r.Kept), dash(r.KeyBits), r.PayloadBytes, r.GPU, r.GPUMin, r.GPUP90, r.Wall, r.GBs, r.OfCopy, r.Checked, clock)
}

// verdict is the line of -check.
func (r row) verdict() string {
	word := "FAIL"
	if r.Checked {
		word = "PASS"
	}
	return fmt.Sprintf("%s  %s %s n=%d kept=%d key_bits=%d payload_bytes=%d pattern=%s", word, r.Op, r.Variant, r.N, r.Kept, r.KeyBits, r.PayloadBytes, r.Pattern)
}
