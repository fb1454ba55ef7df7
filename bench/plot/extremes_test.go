// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/combgl/comb/bench/result/resulttest"
)

// Whatever a file may hold is drawn in bounded time, or refused, without a panic.
func TestDrawsStrangeRows(t *testing.T) {
	for seed := range int64(60) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			rows := resulttest.StrangeRows(seed)
			for i := range rows {
				if err := rows[i].Validate(); err != nil {
					t.Fatal(err)
				}
			}
			began := time.Now()
			all, err := Charts(rows)
			if err != nil {
				return
			}
			for _, p := range all {
				if p.height() > 20_000 {
					t.Errorf("seed %d: %s is %v points high", seed, p.Name, p.height())
					continue
				}
				if err := p.writeSVG(io.Discard); err != nil {
					t.Errorf("seed %d: %s: %v", seed, p.Name, err)
				}
			}
			t.Logf("seed %d: %d rows, %d images, %v", seed, len(rows), len(all), time.Since(began).Round(time.Millisecond))
		})
	}
}

// No end of a bar is at 0 or below, where a logarithmic axis has no place: that of a quartile that
// is nothing beside the median, and those of a median outside its quartiles.
func TestBarsOnALogarithmicAxis(t *testing.T) {
	for _, p := range []Point{{Y: 1e9, Low: 1e-12, High: 2e9}, {Y: 1, Low: 5, High: 100}, {Y: 100, Low: 1, High: 5}, {Y: 1}} {
		t.Run(fmt.Sprintf("%+v", p), func(t *testing.T) {
			c := Chart{Kind: Lines, Y: Axis{Log: true}}
			c.add("x", Ours, p)
			c.add("x", Ours, Point{X: 2, Y: 1, Low: 0.5, High: 2})
			if err := c.writeSVG(io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTicksAreBounded(t *testing.T) {
	for _, c := range [][2]float64{{100, 100.00000000000001}, {0, 1e300}, {1e-300, 1e300}, {0, 0}, {5, 5}, {-1, 1}, {1e12, 1e12 + 1}} {
		t.Run(fmt.Sprint("low=", c[0], ",high=", c[1]), func(t *testing.T) {
			for name, axis := range map[string]Axis{"even": {}, "log": {Log: true}, "items": {Log: true, Items: true}} {
				t.Run(name, func(t *testing.T) {
					done := make(chan int, 1)
					go func() { done <- len(axis.ticks(c[0], c[1])) }()
					select {
					case n := <-done:
						if n < 1 || n > 10_000 {
							t.Errorf("%s ticks from %v to %v: %d", name, c[0], c[1], n)
						}
					case <-time.After(20 * time.Second):
						t.Fatalf("%s ticks from %v to %v do not end", name, c[0], c[1])
					}
				})
			}
		})
	}
}
