// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/combgl/comb/particles/examples/internal/show/showtest"
)

func TestFountain(t *testing.T) {
	n := showtest.Headless(t, app(), "-count", "5000", "-steps", "120")
	if d := n.Systems["drops"]; d.Alive < 2000 || d.Alive > 5000 || d.Dropped != 0 || uint64(d.Alive) != d.Emitted-d.Died || len(d.Stages) != 3 {
		t.Errorf("%+v", d)
	}
	n = showtest.Headless(t, app(), "-count", "5000", "-steps", "60", "-slots", "-keybits", "0")
	if d := n.Systems["drops"]; d.Alive < 1000 || d.Sort != "" {
		t.Errorf("in slots: %+v", d)
	}
	showtest.Refuses(t, app(), "-count", "0")
	showtest.Refuses(t, app(), "-keybits", "33")
	showtest.Refuses(t, app(), "-size", "7")
}
