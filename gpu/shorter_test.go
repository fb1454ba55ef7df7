// SPDX-License-Identifier: MIT

package gpu

import (
	"testing"
)

func TestShorterLoopsAllowFewerItems(t *testing.T) {
	for _, algorithm := range []Algorithm{ReduceThenScan, SinglePass} {
		t.Run(algorithm.String(), func(t *testing.T) {
			caps := Caps{Software: true, MaxGroupInvocations: 1024, Subgroup: Subgroup{Ballot: true, Size: 8}}
			long, err := Pick(caps, Tuning{Algorithm: algorithm, Workers: 8})
			if err != nil {
				t.Fatal(err)
			}
			caps.loopTurns = leastTurns
			short, err := Pick(caps, Tuning{Algorithm: algorithm, Workers: 8})
			if err != nil {
				t.Fatal(err)
			}
			if short.MaxItems < short.TileSize() || short.MaxItems > long.MaxItems/9 {
				t.Errorf("%v: at most %d items where loops are ten times shorter, and %d else", algorithm, short.MaxItems, long.MaxItems)
			}
		})
	}
}
