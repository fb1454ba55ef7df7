// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// The kernels rely on these properties for any values of a driver.
func TestEveryShapeFitsTheKernels(t *testing.T) {
	for _, size := range []int{0, 1, 2, 4, 8, 16, 32, 64, 128} {
		t.Run(fmt.Sprint("size=", size), func(t *testing.T) {
			for _, most := range []int{128, 256, 1024, 1536} {
				t.Run(fmt.Sprint("most=", most), func(t *testing.T) {
					for _, sms := range []int{0, 1, 132, 1000} {
						t.Run(fmt.Sprint("sms=", sms), func(t *testing.T) {
							c := gpu.Caps{Multiprocessors: sms, MaxGroupInvocations: most, Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: size}}
							for l := gpu.LanesAuto; l <= gpu.LanesShared; l++ {
								s, err := Pick(c, gpu.Tuning{Lanes: l})
								if usable := size >= 4 && (size <= 64 || l == gpu.LanesKHR); !usable && (l == gpu.LanesKHR || l == gpu.LanesBallot) {
									if !errors.Is(err, gpu.ErrUnsupported) {
										t.Errorf("subgroups of %d for %v: %v", size, l, err)
									}
									continue
								}
								if err != nil || s.Lanes == gpu.LanesAuto || s.GroupSize > most || s.GroupSize%s.LaneCount != 0 ||
									s.GroupSize/s.LaneCount > maxSubgroups || s.LaneCount > 128 || s.Workers < 1 || s.Workers > maxWorkers {
									t.Errorf("subgroups of %d, %v, groups of %d: %+v, %v", size, l, most, s, err)
								}
							}
						})
					}
				})
			}
		})
	}
}

func TestShapeCheckRefusesTooManyItems(t *testing.T) {
	s, err := Pick(gpu.Caps{Multiprocessors: 1, MaxGroupInvocations: 1024, Software: true}, gpu.Tuning{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check("scan", gpu.N(s.MaxItems)); err != nil {
		t.Errorf("%d items: %v", s.MaxItems, err)
	}
	if err := s.Check("scan", gpu.CountAt(gpu.View{}, s.MaxItems+1)); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "scan") {
		t.Errorf("one more: %v", err)
	}
	s.MaxItems = 0
	if err := s.Check("scan", gpu.N(gpu.MaxItems)); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

func caps(khr, ballot bool, size int) gpu.Caps {
	return gpu.Caps{Multiprocessors: 132, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{KHR: khr, Ballot: ballot, Size: size}}
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		name string
		caps gpu.Caps
		tune gpu.Tuning
		want Shape
	}{
		{"H200", caps(true, true, 32), gpu.Tuning{}, Shape{gpu.LanesKHR, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 1056, 0, false}},
		{"AMD", caps(true, false, 64), gpu.Tuning{}, Shape{gpu.LanesKHR, gpu.ReduceThenScan, 64, 256, 8, 0, 0, false, 1056, 0, false}},
		{"ballot", caps(false, true, 8), gpu.Tuning{}, Shape{gpu.LanesBallot, gpu.ReduceThenScan, 8, 128, 8, 0, 0, false, 1056, 0, false}},
		{"narrow", caps(true, true, 4), gpu.Tuning{}, Shape{gpu.LanesKHR, gpu.ReduceThenScan, 4, 64, 8, 0, 0, false, 1056, 0, false}},
		{"neither", caps(false, false, 0), gpu.Tuning{}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 1056, 0, false}},
		{"the widest", caps(true, true, 128), gpu.Tuning{}, Shape{gpu.LanesKHR, gpu.ReduceThenScan, 128, 256, 8, 0, 0, false, 1056, 0, false}},
		{"wider than a ballot", caps(false, true, 128), gpu.Tuning{}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 1056, 0, false}},
		{"asked for shared", caps(true, true, 32), gpu.Tuning{Lanes: gpu.LanesShared, Workers: 5}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 5, 0, false}},
		{"small groups", gpu.Caps{Multiprocessors: 1, MaxGroupInvocations: 128}, gpu.Tuning{}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 128, 8, 0, 0, false, 8, 0, false}},
		{"many processors", gpu.Caps{Multiprocessors: 9999, MaxGroupInvocations: 1024}, gpu.Tuning{}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 4096, 0, false}},
		{"software", gpu.Caps{Multiprocessors: 2, MaxGroupInvocations: 1024, Software: true}, gpu.Tuning{}, Shape{gpu.LanesShared, gpu.ReduceThenScan, 32, 256, 8, 0, 0, false, 16, 16 << 18, false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Pick(c.caps, c.tune); err != nil || got != c.want {
				t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
			}
		})
	}
	for _, c := range []struct {
		caps gpu.Caps
		tune gpu.Tuning
		want error
	}{
		{caps(false, true, 8), gpu.Tuning{Lanes: gpu.LanesKHR}, gpu.ErrUnsupported},
		{caps(true, false, 8), gpu.Tuning{Lanes: gpu.LanesBallot}, gpu.ErrUnsupported},
		{caps(true, true, 8), gpu.Tuning{Lanes: 7}, gpu.ErrArgument},
		{caps(true, true, 8), gpu.Tuning{Lanes: -1}, gpu.ErrArgument},
		{caps(true, true, 8), gpu.Tuning{Workers: -1}, gpu.ErrArgument},
		{caps(true, true, 8), gpu.Tuning{Workers: 4097}, gpu.ErrArgument},
		{caps(true, true, 8), gpu.Tuning{ResidentGroups: 4097}, gpu.ErrArgument},
	} {
		t.Run(fmt.Sprintf("%+v", c.tune), func(t *testing.T) {
			if _, err := Pick(c.caps, c.tune); !errors.Is(err, c.want) {
				t.Errorf("%+v: %v, want %v", c.tune, err, c.want)
			}
		})
	}
}

func TestGroupsFor(t *testing.T) {
	s := Shape{GroupSize: 256, ItemsPerThread: 8, Workers: 3} // tiles of 2,048
	for n, want := range map[int]int{0: 0, 1: 1, 2048: 1, 2049: 2, 20480: 10} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			if got := s.GroupsFor(n); got != want {
				t.Errorf("%d items: %d workgroups, want %d", n, got, want)
			}
		})
	}
}

func TestWorkersFor(t *testing.T) {
	s := Shape{GroupSize: 256, ItemsPerThread: 8, Workers: 10}
	for n, want := range map[int]int{0: 1, 1: 1, 2048: 1, 2049: 2, 2048 * 10: 10, 1 << 30: 10} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			if got := s.WorkersFor(n); got != want {
				t.Errorf("%d items: %d workers, want %d", n, got, want)
			}
		})
	}
}

// Sizes returns the table's tiles, with as many invocations as the lanes allow.
func TestSizes(t *testing.T) {
	for _, lanes := range []int{4, 32, 128} {
		t.Run(fmt.Sprint("lanes=", lanes), func(t *testing.T) {
			c := gpu.Caps{Renderer: "NVIDIA H200", Multiprocessors: 5, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{KHR: true, Size: lanes}}
			s, err := Pick(c, gpu.Tuning{Lanes: gpu.LanesKHR})
			if err != nil {
				t.Fatal(err)
			}
			tiles, sizes := TilesFor(c, "sort-pairs", gpu.Tuning{}), s.Sizes(c, "sort-pairs", gpu.Tuning{})
			if len(sizes) != len(tiles) {
				t.Fatalf("%d sizes of %d tiles", len(sizes), len(tiles))
			}
			for i, tile := range tiles {
				if got := sizes[i]; got.Most != tile.Most || got.ResidentGroups != 5*max(1, tile.Resident) || got.Shape.ItemsPerThread != tile.ItemsPerThread || got.Shape.GroupSize != min(tile.GroupSize, map[int]int{4: 64, 32: 1024, 128: 1024}[lanes]) || got.Shape.LaneCount != lanes {
					t.Errorf("%d lanes, %+v: %+v", lanes, tile, got)
				}
			}
		})
	}
}

// All tiles before one are read at once if there are more than lanes, and no more than invocations.
func TestFewTiles(t *testing.T) {
	one, reduces := Shape{Algorithm: gpu.SinglePass, LaneCount: 32, GroupSize: 256, ItemsPerThread: 8}, Shape{LaneCount: 32, GroupSize: 256, ItemsPerThread: 8}
	tile := one.TileSize()
	for _, c := range []struct {
		shape Shape
		most  int
		want  bool
	}{
		{one, 32 * tile, false}, {one, 33 * tile, true}, {one, 256 * tile, true}, {one, 257 * tile, false}, {one, gpu.MaxItems, false},
		{reduces, 100 * tile, false},
	} {
		if got := (Sized{Shape: c.shape, Most: c.most}).Few().Shape.FewTiles; got != c.want {
			t.Errorf("%d items in %v: %v, want %v", c.most, c.shape.Algorithm, got, c.want)
		}
	}
}

func TestTilesFor(t *testing.T) {
	h200 := gpu.Caps{Renderer: "NVIDIA H200/PCIe/SSE2"}
	for _, kernel := range TileKernels {
		t.Run(kernel, func(t *testing.T) {
			for _, c := range []gpu.Caps{h200, {Renderer: "AMD Radeon"}, {}} {
				all := TilesFor(c, kernel, gpu.Tuning{})
				least := 0
				for _, tile := range all {
					requested := gpu.Tuning{GroupSize: tile.GroupSize, ItemsPerThread: tile.ItemsPerThread}
					if what := validateTile(requested); what != "" || tile.Most <= least {
						t.Errorf("%s on %q: %+v: %s", kernel, c.Renderer, all, what)
					}
					least = tile.Most
				}
				if least != gpu.MaxItems {
					t.Errorf("%s on %q: %+v is not for any number of items", kernel, c.Renderer, all)
				}
			}
		})
	}
	if got := TilesFor(h200, "scan", gpu.Tuning{GroupSize: 128, ItemsPerThread: 4}); len(got) != 1 || got[0] != (Tile{128, 4, gpu.MaxItems, 0}) {
		t.Errorf("asked for 128 x 4: %+v", got)
	}
	defer func(tables []TileTable) { tileTables = tables }(tileTables)
	tileTables = []TileTable{
		{"Some GPU", "scan", []Tile{{64, 4, 0, 3}}}, {"NVIDIA", "scan", []Tile{{96, 4, 0, 3}}},
		{"NVIDIA H200", "scan", []Tile{{128, 4, 9, 0}, {128, 8, 0, 3}}},
		{"NVIDIA H", "scan", []Tile{{160, 4, 0, 3}}}, {"NVIDIA H200", "compact", []Tile{{192, 4, 0, 3}}},
	}
	for renderer, group := range map[string]int{"NVIDIA H200/PCIe": 128, "NVIDIA H100": 160, "NVIDIA L4": 96, "AMD": 64} {
		t.Run(renderer, func(t *testing.T) {
			if got := TilesFor(gpu.Caps{Renderer: renderer}, "scan", gpu.Tuning{}); got[0].GroupSize != group || got[len(got)-1].Most != gpu.MaxItems {
				t.Errorf("%s: %+v, want a group of %d", renderer, got, group)
			} else if measured := renderer != "AMD"; measured != (got[len(got)-1].Resident == 3) {
				t.Errorf("%s: %+v: what runs at once is reported of the GPU that it was seen on", renderer, got)
			}
		})
	}
	for _, bad := range []gpu.Tuning{{GroupSize: 256}, {ItemsPerThread: 8}, {GroupSize: 100, ItemsPerThread: 8}, {GroupSize: 2048, ItemsPerThread: 8}, {GroupSize: 256, ItemsPerThread: 6}, {GroupSize: 256, ItemsPerThread: 36}} {
		if _, err := Pick(gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 1}, bad); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// A constant of a Spec that the Device would replace is an error.
func TestSpecCannotSetInjectedConstants(t *testing.T) {
	for _, name := range []string{"LANES", "BIND_DST", "BARRIER_ORDERS", "COUNT_ON_HOST"} {
		t.Run(name, func(t *testing.T) {
			s := copySpec()
			s.Constants = shaders.Constants{name: 1}
			s.Buffers = []string{"Src", "Dst"}
			if _, err := s.Source(); !errors.Is(err, gpu.ErrInternal) || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v, want ErrInternal that names %s", err, name)
			}
		})
	}
}
