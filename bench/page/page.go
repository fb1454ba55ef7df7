// SPDX-License-Identifier: MIT

// Package page writes what bench measured: as one HTML file that draws the rows with Chart.js, and
// as the tables of docs/performance.md and bench/README.md. It shows only rows that were checked.
package page

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/combgl/comb/bench/plot"
	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
)

// The page and what it needs. chartjs holds Chart.js 4.6.1, unchanged, with its licence.
//
//go:embed page.html page.css page.js chartjs/chart.umd.min.js chartjs/LICENSE.txt
var files embed.FS

// contents is the JSON within the page, which page.js reads.
type contents struct {
	Device string       `json:"device"`
	Driver string       `json:"driver"`
	Wrong  int          `json:"wrong"` // rows that failed their check
	Charts []plot.Chart `json:"charts"`
	Rows   []line       `json:"rows"`
}

// line is a row of the page's table. A number that the row lacks is 0.
type line struct {
	Op      string     `json:"op"`
	Variant string     `json:"variant"`
	Ours    bool       `json:"ours"`
	N       int        `json:"n"`
	Input   string     `json:"input"`
	Time    float64    `json:"time"`
	Low     float64    `json:"low"` // quartiles
	High    float64    `json:"high"`
	Wall    float64    `json:"wall"`
	Rate    float64    `json:"rate"`
	OfCopy  float64    `json:"ofCopy"`
	Ratios  [3]float64 `json:"ratios"` // CUB's time over comb's: queued, in a row, wall
	Note    string     `json:"note"`
}

// Write writes a page that needs no other file. All rows must be of one device.
func Write(path string, rows []result.Row) error {
	good, err := ofOneMachine(rows)
	if err != nil {
		return err
	}
	c := contents{Device: result.ShortDevice(good[0].Device), Driver: good[0].Driver, Charts: []plot.Chart{}}
	charts, err := plot.Charts(rows)
	if err != nil && !errors.Is(err, plot.ErrNone) {
		return err
	}
	c.Charts = append(c.Charts, charts...)
	for _, r := range rows {
		if !r.Good() && !r.Refused() {
			c.Wrong++
			continue
		}
		low, high := r.Spread()
		one := line{
			Op: r.Op, Variant: r.Label(), Ours: r.Ours(), N: r.N, Input: r.Input(), Time: r.Time(), Low: low, High: high,
			Wall: r.Wall, Rate: r.GBs, OfCopy: r.OfCopy, Ratios: r.Ratios(), Note: r.Note,
		}
		if r.Good() && !r.Reliable {
			one.Note = strings.TrimPrefix(r.Note+"; wall time", "; ")
		}
		c.Rows = append(c.Rows, one)
	}
	data, err := json.Marshal(c) // escapes <, > and &
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	text := part("page.html")
	for _, name := range []string{"page.css", "chartjs/LICENSE.txt", "chartjs/chart.umd.min.js", "page.js"} {
		text = strings.Replace(text, "@"+name+"@", part(name), 1)
	}
	text = strings.Replace(text, "@data@", string(data), 1)
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func part(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded under that name
	}
	return string(data)
}
