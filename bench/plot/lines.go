// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// row is what is read of a line of bench.
type row struct {
	Op           string  `json:"op"`
	Variant      string  `json:"variant"`
	N            int     `json:"n"`
	Kept         int     `json:"kept"`
	KeyBits      int     `json:"key_bits"`
	PayloadBytes int     `json:"payload_bytes"`
	GPU          float64 `json:"gpu_us"`
	Wall         float64 `json:"wall_us"`
	Reliable     bool    `json:"reliable"`
	Checked      bool    `json:"checked"`
	Device       string  `json:"device"`
	Pattern      string  `json:"dist"`
}

// readFile gives the rows that can be drawn, those of random input, and the number of the others.
func readFile(name string) (rows []row, left int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	for i := 1; ; i++ {
		var r row
		if err := d.Decode(&r); err == io.EOF {
			return rows, left, nil
		} else if err != nil {
			return nil, 0, fmt.Errorf("%s: row %d: %w", name, i, err)
		}
		usual := r.Pattern == "" || r.Pattern == "random"
		if !usual || !r.Checked || r.N < 1 || r.Wall <= 0 || r.Reliable && r.GPU <= 0 {
			left++
			continue
		}
		rows = append(rows, r)
	}
}

// series is one line of a picture.
type series struct {
	name   string
	copied bool // the copy
	naive  bool
	points []point // by n
}

type point struct {
	n  int
	us float64
}

// chart is one picture.
type chart struct {
	name, title string
	wall        bool // by the wall clock
	series      []series
}

// chartsOf sorts rows into pictures. The copy is a line in each, so it makes no picture of its own unless it is alone.
func chartsOf(rows []row) []chart {
	var all []chart
	devices := devicesOf(rows)
	for _, name := range []string{"compact", "scan", "reduce", "sort", "copy"} {
		mine := func(r row) bool { return r.Op == name || name == "compact" && r.Op == "append" }
		if !slices.ContainsFunc(rows, mine) || name == "copy" && len(all) > 0 {
			continue
		}
		var drawn []row
		wall := false
		for _, r := range rows {
			if mine(r) || r.Op == "copy" {
				drawn, wall = append(drawn, r), wall || !r.Reliable
			}
		}
		c := chart{name: name, title: name + ", " + strings.Join(devices, " and "), wall: wall}
		for _, r := range drawn {
			c.add(r, len(devices) > 1)
		}
		for i := range c.series {
			slices.SortFunc(c.series[i].points, func(a, b point) int { return a.n - b.n })
		}
		all = append(all, c)
	}
	return all
}

func devicesOf(rows []row) []string {
	var all []string
	for _, r := range rows {
		if d := short(r.Device); !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

// short is a renderer's name without its bus and build.
func short(device string) string {
	device, _, _ = strings.Cut(device, "/")
	device, _, _ = strings.Cut(device, " (")
	return device
}

func (c *chart) add(r row, tellDevice bool) {
	name := label(r)
	if tellDevice {
		name += ", " + short(r.Device)
	}
	i := slices.IndexFunc(c.series, func(s series) bool { return s.name == name })
	if i < 0 {
		i = len(c.series)
		c.series = append(c.series, series{name: name, copied: r.Op == "copy", naive: r.Op == "append"})
	}
	p := point{r.N, r.GPU}
	if c.wall {
		p.us = r.Wall
	}
	s := &c.series[i]
	if at := slices.IndexFunc(s.points, func(q point) bool { return q.n == r.N }); at >= 0 {
		s.points[at] = p
		return
	}
	s.points = append(s.points, p)
}

// label names a row's line: what tells it from the others of its picture.
func label(r row) string {
	if r.Op == "copy" {
		return "copy of n words"
	}
	name := r.Op + " " + strings.TrimPrefix(r.Variant, "chunked-")
	if r.Op == "append" {
		name = "naive append"
	}
	if r.Kept >= 0 {
		name += fmt.Sprintf(", %d %% kept", r.Kept)
	}
	if r.Op == "sort" {
		name += fmt.Sprintf(", %d-bit keys", r.KeyBits)
		if r.PayloadBytes > 0 {
			name += " + payload"
		}
	}
	return name
}
