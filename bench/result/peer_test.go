// SPDX-License-Identifier: MIT

package result

import (
	"math"
	"strings"
	"testing"
)

func TestReadPeer(t *testing.T) {
	p, err := ReadPeer(strings.NewReader(`# a comment
op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,min_us,p25_us,p75_us,reps,bytes,checked,device
copy,1000,,,,4,,8,7,7,9,21,8000,true,a toaster
reduce-vec4-min,1000,,,,16,,9,9,9,9,21,16000,true,a toaster
empty,1000,,,,,,4,4,4,4,21,0,true,a toaster
scan,1000,-1,-1,0,4,uniform,30,29,30,31,21,8000,true,a toaster
compact,1000,50,-1,0,16,uniform,12,11,12,13,21,24000,true,a toaster
compact,1000,90,-1,0,16,uniform,13,11,12,13,21,24000,false,a toaster
sort,1000,,32,4,,few,40,39,40,41,21,64000,1,a toaster
`))
	if err != nil || p.Unchecked != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	at := func(op, variant string, set func(*Row)) Row {
		r := New(op, variant, 1000)
		r.Checked, r.Reliable, r.GPU = true, true, 10
		set(&r)
		return r
	}
	compact := func(kept, record int, dist string) func(*Row) {
		return func(r *Row) { r.Kept, r.RecordBytes, r.Dist = kept, record, dist }
	}
	for _, c := range []struct {
		row  Row
		peer float64
	}{
		{at("copy", "kernel", func(*Row) {}), 8},
		{at("scan", "chained-khr", func(*Row) {}), 30},
		{at("compact", "append", compact(50, 16, "uniform")), 12},
		{at("compact", "chained-khr", compact(50, 4, "uniform")), 0},
		{at("compact", "chained-khr", compact(50, 16, "clustered")), 0},
		{at("compact", "chained-khr", compact(90, 16, "uniform")), 0}, // the peer's was not checked
		{at("sort", "chained-khr", func(r *Row) { r.KeyBits, r.PayloadBytes, r.Dist = 32, 4, "few" }), 40},
		{at("sort", "chained-khr", func(r *Row) { r.KeyBits, r.PayloadBytes, r.Dist = 32, 0, "few" }), 0},
		{at("ladder", "serial", func(r *Row) { r.Element, r.Operator = "vec4", "min" }), 9},
		{at("ladder", "serial", func(r *Row) { r.Element, r.Operator = "f32", "min" }), 0},
		{at("empty", "dispatch+barrier", func(*Row) {}), 4},
		{at("empty", "dispatch", func(*Row) {}), 0},
		{at("scan", "chained-khr", func(r *Row) { r.N = 999 }), 0},
		{at("scan", "chained-khr", func(r *Row) { r.Checked = false }), 0},
		{at("scan", "chained-khr", func(r *Row) { r.GPU = 0 }), 0},
	} {
		rows := []Row{c.row}
		joined := p.Join(rows)
		if rows[0].Peer != c.peer || joined == 1 != (c.peer > 0) || c.peer > 0 && math.Abs(rows[0].Ratio()-c.peer/10) > 1e-9 {
			t.Errorf("%+v: peer %v, ratio %v, want %v", c.row, rows[0].Peer, rows[0].Ratio(), c.peer)
		}
	}
}

func TestReadPeerTellsWhereItIsWrong(t *testing.T) {
	head := "op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,checked\n"
	for text, want := range map[string]string{
		"":                                    "line 1",
		"op,n,us\n":                           `line 1: there is no column "kept"`,
		head + "scan,x,,,,,,5,true\n":         `line 2: n "x"`,
		head + "scan,8,,,,,,fast,true\n":      `line 2: us "fast"`,
		head + "scan,8,,,,,,0,true\n":         `line 2: us "0"`,
		head + "scan,8,,,,,,5,perhaps\n":      `line 2: checked "perhaps"`,
		head + "scan,8,,,,,,5,true\nscan,8\n": "line 3",
	} {
		if _, err := ReadPeer(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
