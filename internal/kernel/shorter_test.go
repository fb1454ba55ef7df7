// SPDX-License-Identifier: MIT

package kernel

import (
	"testing"

	"github.com/combgl/comb/gpu"
)

func TestMaxItemsFollowsLoopLimit(t *testing.T) {
	for _, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		t.Run(algorithm.String(), func(t *testing.T) {
			caps := gpu.Caps{Software: true, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Ballot: true, Size: 8}}
			long, err := Pick(caps, gpu.Tuning{Algorithm: algorithm, Workers: 8})
			if err != nil {
				t.Fatal(err)
			}
			caps.LoopTurns = 4096
			short, err := Pick(caps, gpu.Tuning{Algorithm: algorithm, Workers: 8})
			if err != nil {
				t.Fatal(err)
			}
			if short.MaxItems < short.TileSize() || short.MaxItems > long.MaxItems/9 {
				t.Errorf("%v: at most %d items where loops are ten times shorter, and %d else", algorithm, short.MaxItems, long.MaxItems)
			}
		})
	}
}
