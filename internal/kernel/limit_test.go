// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// llvmpipe ends all loops of an invocation after so many turns, without an error.
const llvmpipeTurns = 65_535

// In the worst case a workgroup of the single pass recomputes all tiles before its own. The polls
// and the items of those tiles must stay below what the driver runs, in every shape that kernels
// are made from.
func TestSinglePassStaysBelowLoopLimit(t *testing.T) {
	c := gpu.Caps{Multiprocessors: 32, MaxGroupInvocations: 1024, Software: true, Subgroup: gpu.Subgroup{Ballot: true, KHR: true, Size: 8}}
	for _, lanes := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		t.Run(lanes.String(), func(t *testing.T) {
			for _, spins := range []int{-1, 0, 1, 64, 1000} {
				t.Run(fmt.Sprint("spins=", spins), func(t *testing.T) {
					for _, workers := range []int{0, 1, 4096} {
						t.Run(fmt.Sprint("workers=", workers), func(t *testing.T) {
							base, err := Pick(c, gpu.Tuning{Algorithm: gpu.SinglePass, Lanes: lanes, Spins: spins, Workers: workers})
							if err != nil {
								t.Fatal(err)
							}
							shapes := map[string]Shape{"as it is": base, "for 8 bytes": base.ForItems(8), "for 64 bytes": base.ForItems(64),
								"with 32 items": base.With(256, 32), "with few": base.With(32, 4), "with both": base.ForItems(16).With(128, 4)}
							for name, s := range shapes {
								what := fmt.Sprintf("%v, %d spins, %d workers, %s", lanes, spins, workers, name)
								turns := s.GroupsFor(s.MaxItems) * (3*s.Spins + 2*s.ItemsPerThread + 64)
								if s.MaxItems < s.TileSize() || turns > llvmpipeTurns*2/3 {
									t.Errorf("%s: %d items take %d turns", what, s.MaxItems, turns)
								}
								if err := s.Check("scan", gpu.N(s.MaxItems)); err != nil {
									t.Errorf("%s: %v", what, err)
								}
								err := s.Check("scan", gpu.N(s.MaxItems+1))
								if !errors.Is(err, gpu.ErrTooLarge) || !errors.Is(err, gpu.ErrUnsupported) || !strings.HasPrefix(err.Error(), "scan: ") || !strings.Contains(err.Error(), "ReduceThenScan") {
									t.Errorf("%s: one more: %v", what, err)
								}
							}
						})
					}
				})
			}
		})
	}
	few := Shape{Algorithm: gpu.ReduceThenScan, GroupSize: 128, ItemsPerThread: 4, Workers: 3, MaxItems: 3 * softwareChunk}
	for _, c := range []struct {
		s    Shape
		want int
	}{{few, 3 * 100 * 512}, {Shape{Algorithm: gpu.ReduceThenScan, GroupSize: 256, ItemsPerThread: 16, MaxItems: 3 * softwareChunk}, 3 * softwareChunk}, {Shape{Algorithm: gpu.SinglePass, GroupSize: 128, ItemsPerThread: 4, MaxItems: 9}, 9}} {
		if got := c.s.ForTiles(100).MaxItems; got != c.want {
			t.Errorf("%+v: at most %d items in 100 tiles of a worker, want %d", c.s, got, c.want)
		}
	}
	// With reduce-then-scan, more workers allow more items. Hardware has no limit.
	for _, c := range []struct {
		software bool
		tune     gpu.Tuning
		want     int
	}{{true, gpu.Tuning{Workers: 32}, 32 * softwareChunk}, {true, gpu.Tuning{Workers: 3, Lanes: gpu.LanesShared}, 3 * softwareChunk},
		{false, gpu.Tuning{Algorithm: gpu.SinglePass}, 0}, {false, gpu.Tuning{}, 0}} {
		s, err := Pick(gpu.Caps{MaxGroupInvocations: 1024, Software: c.software, Subgroup: gpu.Subgroup{KHR: true, Size: 32}}, c.tune)
		if err != nil || s.MaxItems != c.want || s.ForItems(4).MaxItems != c.want {
			t.Errorf("%+v: at most %d items, want %d: %v", c, s.MaxItems, c.want, err)
		}
	}
}
