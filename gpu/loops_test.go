// SPDX-License-Identifier: MIT

package gpu

import (
	"strings"
	"testing"

	"github.com/combgl/comb/internal/core"
)

// stepped returns the value of the probe's loop after so many turns.
func stepped(first uint32, turns int) uint32 {
	for range turns {
		first = (first^first>>15)*0x2C1B3C6D + 1
	}
	return first
}

func TestAllowedLoopIterations(t *testing.T) {
	for _, c := range []struct {
		what        string
		taken, last uint32
		want        int
	}{
		{"all turns", probedTurns, stepped(8, probedTurns), core.SoftwareTurns},
		{"a loop that ended early", 30_000, stepped(8, 30_000), 20_000},
		{"one that ended very early", 100, stepped(8, 100), leastTurns},
		{"one that counted on without its work", probedTurns, stepped(8, 30_000), leastTurns},
		{"a number that cannot be", 1 << 31, stepped(8, probedTurns), leastTurns},
	} {
		t.Run(c.what, func(t *testing.T) {
			if got := turnsAllowed(c.taken, c.last, 8); got != c.want {
				t.Errorf("%s: %d turns are allowed, want %d", c.what, got, c.want)
			}
		})
	}
}

// This renderer runs the turns that comb relies on. The same probe finds where a driver ends a
// loop.
func TestLoopLimitProbe(t *testing.T) {
	d := open(t, Options{})
	if !d.caps.Software {
		t.Skip("loops are probed on software renderers")
	}
	lanes, file := LanesBallot, "gpu/probe_ballot.glsl"
	if d.caps.Subgroup.KHR {
		lanes, file = LanesKHR, "gpu/probe_khr.glsl"
	}
	if d.caps.LoopTurns != 0 || strings.Contains(strings.Join(d.Report(), "\n"), "loops end after") {
		t.Errorf("loops of %d turns are not taken: %v", probedTurns, d.Report())
	}
	const many = 1 << 17
	k, err := d.core.NewProgram(probeSpec(lanes, file, many))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	out, err := NewBuffer[uint32](d, 4)
	if err != nil {
		t.Fatal(err)
	}
	k.SetBuffer(0, out.View().in)
	k.Dispatch(1)
	got, err := out.Download()
	if err != nil {
		t.Fatal(err)
	}
	if got[2] > many || got[2] <= probedTurns {
		t.Errorf("%d turns were taken, want more than %d and at most %d", got[2], probedTurns, many)
	}
	if strings.Contains(d.caps.Version, "Mesa 22.") && got[2] == many {
		t.Error("llvmpipe of Mesa 22 took all turns: the probe does not see that it ends loops after 65,535")
	}
}
