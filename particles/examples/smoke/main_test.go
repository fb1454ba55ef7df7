// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/combgl/comb/particles/examples/internal/show/showtest"
)

func TestSmoke(t *testing.T) {
	n := showtest.Headless(t, app(), "-count", "1500", "-steps", "150")
	if p := n.Systems["puffs"]; p.Alive < 500 || p.Dropped != 0 || uint64(p.Alive) != p.Emitted-p.Died {
		t.Errorf("%+v", p)
	}
	showtest.Refuses(t, app(), "-count", "99")
	showtest.Refuses(t, app(), "-keybits", "-1")
}
