// SPDX-License-Identifier: MIT

package result

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestPercentiles(t *testing.T) {
	values := []float64{5, 1, 3, 4, 2}
	for p, want := range map[int]float64{0: 1, 25: 2, 50: 3, 75: 4, 100: 5} {
		t.Run(fmt.Sprint("p=", p), func(t *testing.T) {
			if v := Percentile(values, p); v != want {
				t.Errorf("percentile %d: %v, want %v", p, v, want)
			}
		})
	}
	if Percentile(nil, 50) != 0 {
		t.Error("a median of nothing")
	}
}

func TestSettle(t *testing.T) {
	copied := Row{Op: "copy", Bytes: 16000, GPU: 4, Wall: 10, Reliable: true}
	r := Row{Op: "scan", Bytes: 8000}
	r.Settle(Times{GPU: []float64{4, 2, 9}, Wall: []float64{20, 20, 20}, Reliable: true, Batch: 10, Batches: []float64{30}}, copied)
	if r.GPU != 4 || r.GPUMin != 2 || r.GBs != 2 || r.OfCopy != 0.5 || r.Batch != 10 || r.GPUBatch != 3 || r.Samples != 3 {
		t.Errorf("%+v", r)
	}
	// An unreliable clock must make neither the rate nor its share of a copy that had a reliable
	// one.
	r = Row{Op: "scan", Bytes: 8000}
	r.Settle(Times{GPU: []float64{4}, Wall: []float64{20}}, copied)
	if r.GBs != 0.4 || r.OfCopy != 0.25 || r.Reliable || r.Batch != 0 {
		t.Errorf("%+v", r)
	}
	copied.Reliable = false
	r = Row{Op: "scan", Bytes: 8000}
	r.Settle(Times{GPU: []float64{4}, Wall: []float64{20}, Reliable: true}, copied)
	if r.GBs != 2 || r.OfCopy != 0.25 {
		t.Errorf("%+v", r)
	}
	r = Row{Op: "copy", Bytes: 8000}
	r.Settle(Times{GPU: []float64{4}, Wall: []float64{20}, Reliable: true}, Row{})
	if r.OfCopy != 1 {
		t.Errorf("%+v", r)
	}
}

// Time, Least and Spread are by the clock that is to be believed; of what the CPU does there is the
// wall's alone.
func TestTimes(t *testing.T) {
	times := Times{GPU: []float64{1, 2, 3, 4, 5}, Wall: []float64{11, 12, 13, 14, 15}, Reliable: true}
	var r Row
	r.Settle(times, Row{})
	if low, high := r.Spread(); r.Time() != 3 || r.Least() != 1 || low != 2 || high != 4 {
		t.Errorf("%+v", r)
	}
	times.Reliable = false
	r.Settle(times, Row{})
	if low, high := r.Spread(); r.Time() != 13 || r.Least() != 11 || low != 12 || high != 14 {
		t.Errorf("%+v", r)
	}
	r = Row{Bytes: 26000}
	r.Settle(Times{Wall: times.Wall}, Row{})
	if r.Samples != 5 || r.Time() != 13 || r.GBs != 2 {
		t.Errorf("%+v", r)
	}
}

func TestFailedAndImpossible(t *testing.T) {
	var wrong, cannot, good Row
	wrong.Fail(errors.New("word 3 is 9\nand more"))
	cannot.Note = "too many items"
	good.Checked = true
	if !wrong.Failed() || wrong.Note != "failed: word 3 is 9" || wrong.Checked || cannot.Failed() || good.Failed() || !(Row{}).Failed() ||
		wrong.Refused() || !cannot.Refused() || good.Refused() {
		t.Errorf("%+v, %+v, %+v", wrong, cannot, good)
	}
}

// Readers of the lines may count on the names.
func TestFieldsOfALine(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, []Row{{}}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatch(out.String(), -1) {
		got = append(got, m[1])
	}
	want := "op variant n kept key_bits payload_bytes record_bytes element operator fetch_bits workers dist gpu_us gpu_us_min wall_us " +
		"wall_us_min reliable bytes gb_s of_copy checked note device driver gpu_us_p25 gpu_us_p75 gpu_us_p90 samples batch gpu_us_batch wall_us_p25 wall_us_p75 queued enqueue_us memory peer_us peer_us_batch peer_us_wall peer_us_enqueue form"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("fields %s, want %s", s, want)
	}
}

func TestReadBack(t *testing.T) {
	rows := []Row{New("compact", "chunked/shared", 7), {Op: "scan", GPU: 1.5, Checked: true}}
	var out bytes.Buffer
	if err := WriteJSON(&out, rows); err != nil {
		t.Fatal(err)
	}
	got, err := ReadJSON(&out)
	if err != nil || !slices.Equal(got, rows) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ReadJSON(strings.NewReader("{\"op\":\"scan\",\"variant\":\"a\"}\n{\"n\":")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("half a row: %v", err)
	}
}

// Rows of two variants with the same form have different labels.
func TestLabelNamesTheVariant(t *testing.T) {
	one, other, plain := New("sort", "chained-khr", 8), New("sort", "chunked-khr", 8), New("scan", "chained-khr", 8)
	one.Form, other.Form = "one-tile", "one-tile"
	for want, r := range map[string]Row{"chained-khr (one-tile)": one, "chunked-khr (one-tile)": other, "chained-khr": plain} {
		if got := r.Label(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
