// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
)

// Left open, the transparency is what the device is the faster in; named, it is what was named.
func TestTransparencyLeftOpen(t *testing.T) {
	defer func(was hair.Transparency) { preferred = was }(preferred)
	for flags, want := range map[string][2]hair.Transparency{ // on a GPU, in software
		"":                       {hair.Tiles, hair.Blend},
		"-transparency auto":     {hair.Tiles, hair.Blend},
		"-transparency blend":    {hair.Blend, hair.Blend},
		"-transparency tiles":    {hair.Tiles, hair.Tiles},
		"-samples 4":             {hair.Tiles, hair.Blend},
		"-transparency weighted": {hair.Weighted, hair.Weighted},
	} {
		t.Run(fmt.Sprintf("%q", flags), func(t *testing.T) {
			for i, software := range []bool{false, true} {
				o, err := parse(strings.Fields(flags))
				if err != nil {
					t.Fatal(err)
				}
				o.settle(gpu.Caps{Software: software})
				if o.transparency != want[i] {
					t.Errorf("%q, software %v: %v, want %v", flags, software, o.transparency, want[i])
				}
			}
		})
	}
	if _, err := parse(strings.Fields("-transparency tiles -samples 4")); err != nil {
		t.Error(err)
	}
}
