// SPDX-License-Identifier: MIT

// Package result is what a measurement says: a row, its rates, and how rows are written and read
// again. It needs no GPU.
package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/internal/printable"
)

// Row is one line of results. Times are microseconds. Where a number has no meaning for the
// operation it is -1, a word "".
type Row struct {
	Op           string  `json:"op"`      // what is done, such as compact
	Variant      string  `json:"variant"` // which way of doing it, such as append-subgroup
	N            int     `json:"n"`       // items
	Kept         int     `json:"kept"`    // per cent of the items
	KeyBits      int     `json:"key_bits"`
	PayloadBytes int     `json:"payload_bytes"`
	RecordBytes  int     `json:"record_bytes"` // of one item
	Element      string  `json:"element"`      // u32, f32, vec4
	Operator     string  `json:"operator"`     // of a reduction: sum, mean, min, max
	FetchBits    int     `json:"fetch_bits"`   // that a lane loads at once
	Workers      int     `json:"workers"`      // workgroups a multiprocessor
	Dist         string  `json:"dist"`         // of the input, such as sorted
	GPU          float64 `json:"gpu_us"`       // of one call, between two timestamps
	GPUMin       float64 `json:"gpu_us_min"`
	Wall         float64 `json:"wall_us"` // from the call to its result
	WallMin      float64 `json:"wall_us_min"`
	Reliable     bool    `json:"reliable"` // the GPU's clock, held against the wall's
	Bytes        int64   `json:"bytes"`    // the least that the operation must move
	GBs          float64 `json:"gb_s"`
	OfCopy       float64 `json:"of_copy"`
	Checked      bool    `json:"checked"`
	Note         string  `json:"note"` // why there are no times, or what to know: order lost
	Device       string  `json:"device"`
	Driver       string  `json:"driver"`

	GPUP25   float64 `json:"gpu_us_p25"`
	GPUP75   float64 `json:"gpu_us_p75"`
	GPUP90   float64 `json:"gpu_us_p90"`
	Samples  int     `json:"samples"`
	Batch    int     `json:"batch"`
	GPUBatch float64 `json:"gpu_us_batch"` // of one of Batch calls in a row
	WallP25  float64 `json:"wall_us_p25"`
	WallP75  float64 `json:"wall_us_p75"`

	Queued  bool    `json:"queued"`     // other work kept the GPU busy until the call was enqueued
	Enqueue float64 `json:"enqueue_us"` // the CPU's time for the call, without a wait

	Memory int64 `json:"memory"` // bytes of video memory that the row takes, about; 0 where nobody says

	// The peer's times of the same cell; 0 without one.
	Peer        float64 `json:"peer_us"`
	PeerBatch   float64 `json:"peer_us_batch"`
	PeerWall    float64 `json:"peer_us_wall"`
	PeerEnqueue float64 `json:"peer_us_enqueue"`

	// Form is the form that a call of N items takes if it has another name than the variant, such
	// as one-tile. Charts have a line for each variant, and no line for a form.
	Form string `json:"form"`
}

// New is a row of n items whose numbers have no meaning yet.
func New(op, variant string, n int) Row {
	return Row{Op: op, Variant: variant, N: n, Kept: -1, KeyBits: -1, RecordBytes: -1, FetchBits: -1, Workers: -1}
}

// Label names the row's method: its variant, and its form if that has another name. Rows of several
// variants may have the same form.
func (r Row) Label() string {
	if r.Form == "" {
		return r.Variant
	}
	return r.Variant + " (" + r.Form + ")"
}

// Times are a row's measurements.
type Times struct {
	GPU, Wall []float64 // one call each; no GPU where the CPU did the work, no Wall of a stage that has none of its own
	Reliable  bool
	Batch     int       // calls in a row between two timestamps; 0 when no batch was taken
	Batches   []float64 // GPU time of a whole batch
	Queued    bool      // GPU and Batches: the calls were queued behind other work
	Enqueues  []float64 // the CPU's time for one call each
}

// Settle fills in what follows from the times; copied is the copy's row at the same n.
func (r *Row) Settle(t Times, copied Row) {
	r.GPU, r.GPUMin = Percentile(t.GPU, 50), Percentile(t.GPU, 0)
	r.Wall, r.WallMin = Percentile(t.Wall, 50), Percentile(t.Wall, 0)
	r.GPUP25, r.GPUP75, r.GPUP90 = Percentile(t.GPU, 25), Percentile(t.GPU, 75), Percentile(t.GPU, 90)
	r.WallP25, r.WallP75 = Percentile(t.Wall, 25), Percentile(t.Wall, 75)
	r.Reliable, r.Samples = t.Reliable, max(len(t.GPU), len(t.Wall))
	r.Queued, r.Enqueue = t.Queued, Percentile(t.Enqueues, 50)
	if len(t.Batches) > 0 {
		r.Batch, r.GPUBatch = t.Batch, Percentile(t.Batches, 50)/float64(t.Batch)
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

// Time is the row's time by the clock that is to be believed: the GPU's, or the wall's where that
// one is unreliable.
func (r Row) Time() float64 {
	if r.Reliable {
		return r.GPU
	}
	return r.Wall
}

// Least is the shortest time, by the same clock as Time.
func (r Row) Least() float64 {
	if r.Reliable {
		return r.GPUMin
	}
	return r.WallMin
}

// Spread is between which times the middle half of them lies, by the same clock as Time.
func (r Row) Spread() (p25, p75 float64) {
	if r.Reliable {
		return r.GPUP25, r.GPUP75
	}
	return r.WallP25, r.WallP75
}

// failed begins the note of a row whose result was wrong or that broke off.
const failed = "failed: "

// Fail makes a row of something that was done and is wrong: it has no times.
func (r *Row) Fail(why error) {
	r.Checked, r.Note = false, failed+printable.Line(strings.SplitN(why.Error(), "\n", 2)[0])
}

// Failed says whether what was done is wrong. A row that is neither checked nor failed could not be
// at all: Note says why.
func (r Row) Failed() bool { return !r.Checked && (r.Note == "" || strings.HasPrefix(r.Note, failed)) }

// rate is GB/s by the GPU's clock, or by the wall's.
func (r *Row) rate(gpu bool) float64 {
	time := r.Wall
	if gpu {
		time = r.GPU
	}
	if time <= 0 {
		return 0
	}
	return float64(r.Bytes) / time / 1000
}

// Percentile of unsorted values; 0 for none.
func Percentile(values []float64, p int) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	return s[(len(s)-1)*p/100]
}

// WriteJSON writes a line of JSON for each row, which need not be a Row.
func WriteJSON[T any](w io.Writer, rows []T) error {
	e := json.NewEncoder(w)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// ReadJSON reads what WriteJSON wrote, at most 64 MB, and checks every row as Validate does. Errors
// name the line.
func ReadJSON(r io.Reader) ([]Row, error) {
	data, err := boundedread.ReadAll(r, "rows", boundedread.Limit)
	if err != nil {
		return nil, err
	}
	var rows []Row
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		at := d.InputOffset()
		row := New("", "", 0)
		err := d.Decode(&row)
		if err == io.EOF {
			return rows, nil
		}
		if err == nil {
			err = row.Validate()
		}
		if err == nil && len(rows) == mostRows {
			err = fmt.Errorf("more than %d rows", mostRows)
		}
		if err != nil {
			space := len(data[at:]) - len(bytes.TrimLeft(data[at:], " \t\r\n"))
			return rows, fmt.Errorf("line %d: %w", 1+bytes.Count(data[:int(at)+space], []byte("\n")), err)
		}
		rows = append(rows, row)
	}
}
