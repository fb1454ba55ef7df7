// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestBestTiles(t *testing.T) {
	a, b, c := kernel.Tile{GroupSize: 128, ItemsPerThread: 4}, kernel.Tile{GroupSize: 256, ItemsPerThread: 8}, kernel.Tile{GroupSize: 512, ItemsPerThread: 16}
	most := func(t kernel.Tile, n int) kernel.Tile {
		t.Most = n
		return t
	}
	ns := []int{10, 100, 1000}
	for what, v := range map[string]struct {
		all  []tried
		want []kernel.Tile
	}{
		"one is the best everywhere":    {[]tried{{a, []float64{1, 2, 3}, false}, {b, []float64{2, 3, 4}, false}}, []kernel.Tile{a}},
		"two, for few and for many":     {[]tried{{a, []float64{1, 2, 9}, false}, {b, []float64{2, 3, 4}, false}}, []kernel.Tile{most(a, 100), b}},
		"two that gain next to nothing": {[]tried{{a, []float64{1, 2, 4.02}, false}, {b, []float64{1.1, 2.2, 4}, false}}, []kernel.Tile{a}},
		"of three the outer":            {[]tried{{a, []float64{1, 4, 9}, false}, {b, []float64{3, 3, 6}, false}, {c, []float64{5, 3, 2}, false}}, []kernel.Tile{most(a, 10), c}},
		"three, each the best": {[]tried{{a, []float64{1, 4, 9}, false}, {b, []float64{3, 2, 6}, false}, {c, []float64{5, 3, 2}, false}},
			[]kernel.Tile{most(a, 10), most(b, 100), c}},
		"the second for most of it": {[]tried{{a, []float64{1, 4, 9}, false}, {b, []float64{3, 2, 2}, false}, {c, []float64{5, 3, 2.1}, false}}, []kernel.Tile{most(a, 10), b}},
		"one cannot be everywhere":  {[]tried{{a, []float64{1, 1, math.Inf(1)}, false}, {b, []float64{3, 2, 2}, false}}, []kernel.Tile{most(a, 100), b}},
		"the fastest is wrong":      {[]tried{{a, []float64{1, 1, 1}, true}, {b, []float64{2, 3, 4}, false}}, []kernel.Tile{b}},
		"all are wrong":             {[]tried{{a, []float64{1, 1, 1}, true}}, nil},
	} {
		t.Run(what, func(t *testing.T) {
			if got := bestTiles(ns, v.all); !reflect.DeepEqual(got, v.want) {
				t.Errorf("%s: %+v, want %+v", what, got, v.want)
			}
		})
	}
}

// With KHR_shader_subgroup there is a table that gpu could take; without it the reason why there is
// none.
func TestTune(t *testing.T) {
	caps := gputest.Device(t).Caps()
	code, out, errs := ran("-tune -n 900,5000 -reps 1")
	if !caps.Subgroup.KHR {
		if code != 1 || !strings.Contains(errs, "need KHR_shader_subgroup") || out != "" {
			t.Errorf("exit code %d: %s%s", code, out, errs)
		}
		return
	}
	// Of what -op says alone.
	if code, scans, _ := ran("-tune -op scan -n 900 -reps 1"); code != 0 || strings.Count(scans, "kernel") != 1 {
		t.Errorf("-op scan: exit code %d: %s", code, scans)
	}
	var tables []kernel.TileTable
	if err := json.Unmarshal([]byte(out), &tables); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s%s", code, err, out, errs)
	}
	for i, kernel := range kernel.TileKernels {
		if got := tables[i]; got.Kernel != kernel || !strings.HasPrefix(caps.Renderer, got.Device) || got.Device == "" || len(got.Tiles) < 1 || len(got.Tiles) > mostTiles {
			t.Errorf("%+v, want a table of %s", got, kernel)
		}
	}
}
