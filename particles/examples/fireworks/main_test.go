// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/combgl/comb/particles/examples/internal/show/showtest"
)

func TestFireworks(t *testing.T) {
	n := showtest.Headless(t, app(), "-count", "3200", "-steps", "330")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if s := n.Systems[name]; s.Emitted == 0 || uint64(s.Alive) != s.Emitted-s.Died {
				t.Errorf("%s: %+v", name, s)
			}
			if s := n.Systems[name].Stages; len(s) < 2 || s[0].Name != "update" || s[1].Name != "keep" || len(s) > 2 && s[2].Name == "update" {
				t.Errorf("%s has the stages %+v", name, s)
			}
		})
	}
	if shells, stars := n.Systems["shells"], n.Systems["stars"]; stars.Emitted+uint64(stars.Dropped) != shells.Died*(3200/64) {
		t.Errorf("%d shells burst into %d stars and %d that found no room, want 50 each", shells.Died, stars.Emitted, stars.Dropped)
	}
	showtest.Refuses(t, app(), "-count", "15")
}
