// SPDX-License-Identifier: MIT

package result

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// PeerTimes are the times of another library in microseconds, by the cell that was measured.
type PeerTimes struct {
	times map[peerCell]peerTime
	// Unchecked is the number of lines that were left out because their results were not verified.
	Unchecked int
}

// peerTime has the times of a call: GPU time queued and in a row, wall time, and CPU time to
// enqueue it. 0 means not measured.
type peerTime struct{ queued, row, wall, enqueue float64 }

// peerCell identifies a measurement, in comb and in other libraries. Fields that the operation does
// not have are zero.
type peerCell struct {
	op                                  string
	n, kept, bits, payload, recordBytes int
	dist                                string
}

// peerCellOf leaves out the fields that an operation does not vary: libraries write different
// values there.
func peerCellOf(op string, n, kept, bits, payload, record int, dist string) peerCell {
	c := peerCell{op: op, n: n}
	switch op {
	case "compact":
		c.kept, c.recordBytes, c.dist = kept, record, dist
	case "partition", "ends", "split":
		c.kept, c.dist = kept, dist
	case "hair-chain-device":
		c.kept = kept
	case "sort", "mergesort", "sort64", "sort128":
		c.bits, c.payload, c.dist = bits, payload, dist
	case "topk":
		c.dist = dist
	}
	return c
}

// peerColumns are the columns that a file of peers' times must have. Of further columns, queued,
// row_us, wall_us and enqueue_us are read. Older files have alone_us, the times of CUDA events
// around calls on an idle GPU. They include the host's enqueues, so comb has no comparable times,
// and they are not read.
var peerColumns = []string{"op", "n", "kept", "key_bits", "payload_bytes", "record_bytes", "dist", "us", "checked"}

// ReadPeer reads a peer's times: the CSV files with a line of names that bench/peers writes. If two
// lines have the same cell, the later one counts. Errors name the line.
func ReadPeer(r io.Reader) (PeerTimes, error) {
	p := PeerTimes{times: map[peerCell]peerTime{}}
	in := csv.NewReader(r)
	in.Comment = '#'
	head, err := in.Read()
	if errors.Is(err, io.EOF) {
		return p, errors.New("line 1: there is no line of names")
	} else if err != nil {
		return p, err
	}
	at := map[string]int{}
	for i, name := range head {
		at[strings.TrimSpace(name)] = i
	}
	for _, name := range peerColumns {
		if _, ok := at[name]; !ok {
			return p, fmt.Errorf("line 1: there is no column %q among %s", name, quoted(strings.Join(head, ",")))
		}
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return p, nil
		} else if err != nil {
			return p, err
		}
		line, _ := in.FieldPos(0)
		if len(p.times)+p.Unchecked >= mostRows {
			return p, fmt.Errorf("line %d: more than %d rows", line, mostRows)
		}
		field := func(name string) string {
			if i, ok := at[name]; ok {
				return strings.TrimSpace(record[i])
			}
			return ""
		}
		if err := p.add(field); err != nil {
			return p, fmt.Errorf("line %d: %w", line, err)
		}
	}
}

func (p *PeerTimes) add(field func(name string) string) (err error) {
	number := func(name string) int {
		v := -1
		if s := field(name); s != "" && err == nil {
			if v, err = strconv.Atoi(s); err != nil {
				err = fmt.Errorf("%s %s is no whole number", name, quoted(s))
			} else if v < -1 || v > mostItems {
				err = fmt.Errorf("%s is %d, want -1 to %d", name, v, mostItems)
			}
		}
		return v
	}
	for _, name := range []string{"op", "dist"} {
		if s := field(name); !word.MatchString(s) && (name == "op" || s != "") {
			return fmt.Errorf("%s %s is no word of letters, digits and - of at most 32 bytes", name, quoted(s))
		}
	}
	c := peerCellOf(field("op"), number("n"), number("kept"), number("key_bits"), max(0, number("payload_bytes")), number("record_bytes"), field("dist"))
	if err != nil {
		return err
	}
	checked, wrong := strconv.ParseBool(field("checked"))
	if wrong != nil {
		return fmt.Errorf("checked %s is neither true nor false", quoted(field("checked")))
	}
	if !checked {
		p.Unchecked++
		return nil
	}
	t := peerTime{}
	for _, column := range []struct {
		name string
		us   *float64
		must bool // it is a time in every line
	}{{"us", &t.queued, true}, {"row_us", &t.row, false}, {"wall_us", &t.wall, false}, {"enqueue_us", &t.enqueue, false}} {
		text := field(column.name)
		if text == "" && !column.must {
			continue
		}
		us, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil || !(us >= leastTime && us <= mostTime || us == 0 && !column.must) {
			return fmt.Errorf("%s %s is no time", column.name, quoted(text))
		}
		*column.us = us
	}
	if text := field("queued"); text != "" {
		queued, wrong := strconv.ParseBool(text)
		if wrong != nil {
			return fmt.Errorf("queued %s is neither true nor false", quoted(text))
		}
		if !queued {
			t.queued = 0 // us holds waits for the host
		}
	}
	p.times[c] = t
	return nil
}

// Fastest takes for each cell, and each way to time it, the shorter time of both.
func (p *PeerTimes) Fastest(other PeerTimes) {
	if p.times == nil {
		p.times = map[peerCell]peerTime{}
	}
	shorter := func(a, b float64) float64 {
		if a == 0 || b == 0 {
			return max(a, b) // the one that was measured
		}
		return min(a, b)
	}
	for cell, b := range other.times {
		a := p.times[cell]
		p.times[cell] = peerTime{shorter(a.queued, b.queued), shorter(a.row, b.row), shorter(a.wall, b.wall), shorter(a.enqueue, b.enqueue)}
	}
	p.Unchecked += other.Unchecked
}

// Join writes the peer's times to each row that has a time and whose cell the peer has.
func (p PeerTimes) Join(rows []Row) {
	for i := range rows {
		r := &rows[i]
		if t, ok := p.times[r.peerCell()]; ok && r.Checked && r.Time() > 0 {
			r.Peer, r.PeerBatch, r.PeerWall, r.PeerEnqueue = t.queued, t.row, t.wall, t.enqueue
		}
	}
}

// peerCell returns the row's cell in the peer's terms. Each operator and element of the ladder is
// an operation of the peer. The peer's empty kernel waits for the one before. The peer's chain of
// hair has the whole model in the image.
func (r Row) peerCell() peerCell {
	op := r.Op
	switch {
	case op == "hair-chain":
		return peerCellOf("hair-chain-device", r.N, 100, -1, 0, -1, "")
	case op == "ladder":
		op = "reduce-" + r.Element + "-" + r.Operator
	case op == "empty" && r.Variant == "dispatch":
		op = "" // kernels in one stream are not independent
	}
	return peerCellOf(op, r.N, r.Kept, r.KeyBits, r.PayloadBytes, r.RecordBytes, r.Dist)
}
