// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu/gputest"
)

func rowOf(op, variant string, n int, us float64) result.Row {
	r := result.New(op, variant, n)
	r.Bytes = 8 * int64(n)
	r.Settle(result.Times{GPU: []float64{us, us, us, us * 1.1, us * 1.1}, Wall: []float64{us + 9, us + 9, us + 9, us + 9, us + 9}, Reliable: true}, result.Row{})
	r.Checked = true
	return r
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	p := (&benchmark{stdout: &out, table: table}).newTable()
	fine := rowOf("compact", "chained-khr", 1<<20, 12.5)
	fine.Kept, fine.Dist, fine.RecordBytes, fine.Peer, fine.OfCopy = 50, "clustered", 16, 25, 0.61
	wall := rowOf("compact", "append", 1<<24, 123_456_789)
	wall.Reliable, wall.Note = false, orderLost
	wrong := rowOf("scan", "chunked-a-name-that-is-rather-long", 1000, 3)
	wrong = result.New("scan", wrong.Variant, 1000)
	wrong.Fail(errors.New(strings.Repeat("word 3 is 9, want 4; ", 9)))
	short := rowOf("sort", "chained-khr", 1<<12, 8)
	short.Form = "most-significant-first"
	other := rowOf("sort", "chunked-khr", 1<<12, 8) // of another variant with the same form
	other.Form, other.Reliable = short.Form, false
	tile := rowOf("sort", "chunked-khr", 1<<11, 8)
	tile.Form = "one-tile"
	once := rowOf("reduce", "chained-khr", 1<<10, 8)
	once.Samples = 2
	cannot := result.New("ladder", "blend-point", 77)
	cannot.Note = "no least"
	for _, r := range []result.Row{fine, wall, wrong, short, other, tile, once, cannot} {
		p.add(r)
	}
	p.end()
	text := out.String()
	for _, line := range strings.Split(text, "\n") {
		if len(line) > tableWidth {
			t.Errorf("%d letters: %s", len(line), line)
		}
	}
	holds(t, text,
		"compact  keep the records", "chained-khr            2^20 50% clustered 16 B     12.5    12.5    5    21.5    5", " 2.00", "0.61",
		"2^10                         8.0     8.0    -    17.0    2", "123s", " wo\n", "w  by the wall clock", "o  the order is lost", "WRONG: word 3 is 9, want 4", "chunked-a-name-tha~",
		"chained-khr            2^12 ", "   - A\n  A  the form of this call: most-significant-first\nchunked-khr            2^12 ", "   - wA\nchunked-khr            2^11 ",
		"   - B\n  B  the form of this call: one-tile\n", "blend-point              77  no least\n",
	)
	if strings.Count(text, "variant ") != 5 {
		t.Errorf("a head for each operation:\n%s", text)
	}
}

func TestFigures(t *testing.T) {
	for us, want := range map[float64]string{0: "-", 3.14: "3.1", 99.94: "99.9", 100.4: "100", 9_999_999: "9999999", 2e7: "20s"} {
		t.Run(fmt.Sprint("us=", us), func(t *testing.T) {
			if s := figure(us); s != want {
				t.Errorf("%v: %s, want %s", us, s, want)
			}
		})
	}
	for n, want := range map[int]string{0: "0", 512: "512", 1024: "2^10", 1 << 24: "2^24", 1000: "1000"} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			if s := count(n); s != want {
				t.Errorf("%d: %s, want %s", n, s, want)
			}
		})
	}
	for r, want := range map[float64]string{0: "-", 0.614: "0.61", 12.34: "12.3", 123.4: "123", 1e9: "9999"} {
		t.Run(fmt.Sprint("r=", r), func(t *testing.T) {
			if s := ratio(r); s != want || len(s) > 4 {
				t.Errorf("%v: %s, want %s", r, s, want)
			}
		})
	}
	sort := newCell("sort", 8)
	sort.bits, sort.payload, sort.dist = 32, 4, "few"
	rung := newCell("ladder", 8)
	rung.operator, rung.element = "sum", "vec4"
	for want, c := range map[string]cell{"32+32 few": sort, "sum vec4": rung, "": newCell("scan", 8)} {
		if s := c.row().Input(); s != want {
			t.Errorf("%q, want %q", s, want)
		}
	}
}

func TestCheckLines(t *testing.T) {
	good, cannot, wrong := rowOf("scan", "a", 8, 1), result.New("scan", "b", 8), result.New("scan", "c", 8)
	cannot.Note = "too many"
	wrong.Fail(errors.New("word 1 of 8"))
	sort := rowOf("sort", "chained-khr", 8, 1)
	sort.Form = "one-tile"
	for want, r := range map[string]result.Row{"PASS  scan a n=8": good, "PASS  sort chained-khr (one-tile) n=8": sort, "NONE  scan b n=8  too many": cannot, "FAIL  scan c n=8  word 1 of 8": wrong} {
		if s := checked(r); s != want {
			t.Errorf("%q, want %q", s, want)
		}
	}
}

// Without a terminal there is progress only for -progress.
func TestProgressIsAskedFor(t *testing.T) {
	gputest.Device(t)
	for flags, want := range map[string]int{"": 0, "-progress ": 2} {
		code, _, errs := ran(flags + "-op scan -n 1000 -reps 1")
		if got := strings.Count(errs, ": row "); code != 0 || got != want {
			t.Errorf("%q: exit code %d, %d lines of progress, want %d: %s", flags, code, got, want, errs)
		}
	}
	if p := newProgress(&bytes.Buffer{}, 1, false); !p.silent {
		t.Error("not silent")
	}
	if p := newProgress(&bytes.Buffer{}, 1, true); p.silent {
		t.Error("silent though asked for")
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	began := time.Unix(1000, 0)
	p := progress{out: &out, rows: 40, began: began, now: func() time.Time { return began.Add(10 * time.Second) }}
	c := newCell("scan", 1<<20)
	p.at(0, c)
	p.at(1, c) // the same operation and n: no line
	c.n = 7
	p.at(10, c)
	if s := out.String(); s != "bench: scan n = 2^20: row 1 of 40, 10s gone\nbench: scan n = 7: row 11 of 40, 10s gone, about 30s to go\n" {
		t.Errorf("%q", s)
	}
	out.Reset()
	p.silent = true
	p.at(11, newCell("sort", 7))
	p.often("a status")
	p.clear()
	if out.Len() > 0 {
		t.Errorf("neither a terminal nor asked for: %q", out.String())
	}
	p.keep("an error")
	if out.String() != "an error\n" {
		t.Errorf("what is to stay: %q", out.String())
	}
	p.silent = false
	out.Reset()
	p.terminal = true
	c.variant = "auto"
	p.at(20, c)
	p.clear()
	p.clear()
	if s := out.String(); s != "\r\x1b[Krow 21 of 40, 10s gone, about 10s to go: scan n = 7 auto\r\x1b[K" {
		t.Errorf("%q", s)
	}
}
