// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestRanksSelection(t *testing.T) {
	type device struct {
		vendor  string
		inOrder bool
	}
	nvidia, other, unseen := device{"NVIDIA Corporation", true}, device{"Mesa", true}, device{"NVIDIA Corporation", false}
	for i, c := range []struct {
		device
		lanes gpu.Lanes
		ranks Ranks
		want  bool
		fails bool
	}{
		{nvidia, gpu.LanesKHR, RanksAuto, true, false}, {nvidia, gpu.LanesKHR, RanksByMatch, false, false}, {nvidia, gpu.LanesKHR, RanksInOrder, true, false},
		{nvidia, gpu.LanesBallot, RanksAuto, false, false}, {nvidia, gpu.LanesBallot, RanksInOrder, false, true}, {nvidia, gpu.LanesShared, RanksAuto, false, false},
		{other, gpu.LanesKHR, RanksAuto, false, false}, {other, gpu.LanesKHR, RanksInOrder, true, false},
		{unseen, gpu.LanesKHR, RanksAuto, false, false}, {unseen, gpu.LanesKHR, RanksInOrder, false, true},
		{nvidia, gpu.LanesKHR, RanksInOrder + 1, false, true}, {nvidia, gpu.LanesKHR, -1, false, true},
	} {
		t.Run(fmt.Sprintf("%d,%v,ranks=%d", i, c.lanes, c.ranks), func(t *testing.T) {
			probes := 0
			caps := gpu.Caps{Vendor: c.vendor, Renderer: "a GPU", Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: 32}}
			got, err := Options{Ranks: c.ranks}.inOrder(caps, kernel.Shape{Lanes: c.lanes}, func() (bool, error) {
				probes++
				return c.inOrder, nil
			})
			if counts := c.lanes == gpu.LanesKHR && (c.ranks == RanksInOrder || c.ranks == RanksAuto && c.device != other); (probes == 1) != counts {
				t.Errorf("%s, %v lanes, ranks %d: probed %d times", c.vendor, c.lanes, c.ranks, probes)
			}
			kind := gpu.ErrUnsupported
			if c.ranks < RanksAuto || c.ranks > RanksInOrder {
				kind = gpu.ErrArgument
			}
			if got != c.want || (err != nil) != c.fails || err != nil && !errors.Is(err, kind) {
				t.Errorf("%s, %v lanes, ranks %d: %v, %v", c.vendor, c.lanes, c.ranks, got, err)
			}
		})
	}
}

// Both ways of ranking sort alike, stable, where many lanes have one digit and where few have: in
// whole tiles and in others.
func TestRanksAgree(t *testing.T) {
	dev := gputest.Device(t)
	if seen, err := kernel.LanesInOrder(dev); err != nil {
		t.Fatal(err)
	} else if !seen {
		_, err := New(dev, Options{Ranks: RanksInOrder})
		if !errors.Is(err, gpu.ErrUnsupported) || !strings.Contains(err.Error(), "RanksInOrder") {
			t.Errorf("where lanes do not add in order: %v", err)
		}
		return
	}
	var uses []Use // all
	if !gputest.Nightly() {
		uses = []Use{ForPairs} // the other kernels rank keys by the same functions
	}
	for i, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		gputest.Run(t, dev, algorithm.String(), func(t *testing.T) {
			for j, ranks := range []Ranks{RanksByMatch, RanksInOrder} {
				if other := i != j; !gputest.Nightly() && other == (gputest.ExpectedSubgroup() == 4) {
					continue // sizes 4 and 16 share the four, as both forms rank keys by the same functions
				}
				gputest.Run(t, dev, fmt.Sprint("ranks=", ranks), func(t *testing.T) {
					for _, typ := range []gpu.Type{gpu.Uint32, gpu.Float64} {
						if typ == gpu.Float64 && testing.Short() {
							continue
						}
						gputest.Run(t, dev, typ.String(), func(t *testing.T) {
							r := rand.New(rand.NewSource(31))
							s, err := New(dev, Options{Type: typ, Bits: 19, FirstBit: 2, Ranks: ranks, Tuning: gpu.Tuning{Algorithm: algorithm, Lanes: gpu.LanesKHR, Workers: 3}})
							if err != nil {
								t.Fatal(err)
							}
							if s.inOrder != (ranks == RanksInOrder) {
								t.Errorf("ranks %d: in order %v", ranks, s.inOrder)
							}
							tile := s.shape.TileSize()
							for i, n := range []int{1, 7*tile + 5, tile - 1, 2*tile + 77, 2 * tile, 3*tile + 1} {
								keys := randomKeys(r, typ, n)
								for k := range keys {
									switch {
									case i == 2 || i == 3: // four values
										keys[k] = masked(typ, keys[k]&0x110)
									case i == 4: // one digit that a third have, and all others
										if keys[k]%3 == 0 {
											keys[k] = masked(typ, 0x2A8)
										}
									case i == 5:
										keys[k] = masked(typ, uint64(k)/5)
									}
								}
								try(t, dev, s, keys, uses...)
							}
							s.Release()
						})
					}
				})
			}
		})
	}
}

// A driver is asked once: a later process has the answer from the cache, and compiles nothing for
// it.
func TestLaneOrderIsCached(t *testing.T) {
	dir := t.TempDir()
	first := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
	if !first.Caps().Subgroup.KHR {
		t.Skip("no KHR_shader_subgroup: there is nothing to ask")
	}
	want, err := kernel.LanesInOrder(first)
	if err != nil {
		t.Fatal(err)
	}
	second := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
	before := programLine(second)
	if got, err := kernel.LanesInOrder(second); err != nil || got != want {
		t.Errorf("%v, %v, at first %v", got, err, want)
	}
	if after := programLine(second); after != before {
		t.Errorf("%q, before %q", after, before)
	}
}

// programLine reports how many kernels were compiled, and how many came from the cache.
func programLine(d *gpu.Device) string {
	for _, line := range d.Report() {
		if strings.HasPrefix(line, "programs:") {
			return line
		}
	}
	return ""
}

// Who trusts no order gets none, of the sorts that a sort makes for itself neither.
func TestNoLaneOrder(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{NoLaneOrder: true})
	if seen, err := kernel.LanesInOrder(dev); err != nil || seen {
		t.Errorf("the order was asked for: %v, %v", seen, err)
	}
	if _, err := New(dev, Options{Ranks: RanksInOrder}); !errors.Is(err, gpu.ErrUnsupported) {
		t.Errorf("RanksInOrder: %v", err)
	}
	dev = gputest.Device(t)
	for _, ranks := range []Ranks{RanksByMatch, RanksInOrder} {
		gputest.Run(t, dev, fmt.Sprint("ranks=", ranks), func(t *testing.T) {
			s, err := New(dev, Options{Ranks: ranks})
			if errors.Is(err, gpu.ErrUnsupported) {
				return
			}
			if err == nil {
				err = s.Reserve(ForSegmented, 1000)
			}
			if err != nil {
				t.Fatal(err)
			}
			prepareLongAs(t, s, false)
			if want := ranks == RanksInOrder; s.inOrder != want || s.byID.inOrder != want {
				t.Errorf("ranks %d: in order %v, of segments %v", ranks, s.inOrder, s.byID.inOrder)
			}
			s.Release()
		})
	}
}
