// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/shaders"
)

// Lanes is a way for the invocations of a subgroup to work together. The zero value lets comb choose.
type Lanes int

// The ways, from the most to the least able. All give bit-identical integer results.
const (
	LanesAuto   Lanes = iota // the best that the driver has
	LanesKHR                 // GL_KHR_shader_subgroup: ballot, arithmetic, shuffle
	LanesBallot              // GL_ARB_shader_ballot (and 64-bit integers for its mask)
	LanesShared              // shared memory alone: any GL 4.3
)

func (l Lanes) String() string {
	names := [...]string{"auto", "khr", "ballot", "shared"}
	if l < 0 || int(l) >= len(names) {
		return fmt.Sprintf("lanes(%d)", int(l))
	}
	return names[l]
}

// Algorithm is how an operation joins the shares of its workgroups. The zero value lets comb choose.
type Algorithm int

// The algorithms. All give bit-identical results.
const (
	AlgorithmAuto Algorithm = iota
	Chunked                 // one chunk a worker, joined between launches: no workgroup waits for another, on any driver
	Chained                 // one tile a workgroup, joined by look-back within a launch: one pass over the input
)

func (a Algorithm) String() string {
	names := [...]string{"auto", "chunked", "chained"}
	if a < 0 || int(a) >= len(names) {
		return fmt.Sprintf("algorithm(%d)", int(a))
	}
	return names[a]
}

// Tuning is what every operation's Options hold about how to run, not what to compute. The zero value is right. Chained
// is for the operations that have that form (their packages say which); others are Chunked all the same.
type Tuning struct {
	Lanes     Lanes     // how lanes work together; LanesAuto takes the driver's best
	Algorithm Algorithm // how workgroups work together; AlgorithmAuto takes the driver's best
	Workers   int       // of Chunked: workgroups that share the input; 0 is 8 a multiprocessor

	// GroupSize and ItemsPerThread are the one tile of kernels that have tiles of several sizes (TileKernels), at any
	// number of items. 0 takes what was measured. They are for bench -tune, and for a compaction with a slow predicate:
	// with 512 and 4, more workgroups hide its latency.
	GroupSize, ItemsPerThread int

	// Of Chained: how often a workgroup looks for what another has not told yet, before it computes that itself.
	// 0 is 64, in software 4; negative is not once.
	Spins int
	// Silent is for tests of Chained: each tile whose number it divides tells the others nothing, or where it works in
	// place not before it has to. 0 is none.
	Silent int
	// AtOnce, of Chained: how many workgroups the device is taken to run at once. A sort of no more tiles than that spares a launch: its first
	// pass looks at all keys, and each workgroup waits for all others. More than do run cost time and nothing else. 0 takes what was
	// measured, in software none; negative is none, 4,096 the most.
	AtOnce int
}

// Shape is how a kernel that walks chunks is laid out.
type Shape struct {
	Lanes          Lanes // never LanesAuto
	Algorithm      Algorithm
	LaneCount      int // invocations a subgroup
	GroupSize      int // invocations a workgroup
	ItemsPerThread int
	Spins, Silent  int  // of Chained, as in Tuning but 0 for what is negative there
	Either         bool // of Chained: nobody asked for it, so calls for which Chunked is faster may run that
	Workers        int
	MaxItems       int // the most items of a call where the driver ends long loops early; 0 is no such limit
}

// Variant names the algorithm and the lanes: "chained-khr".
func (s Shape) Variant() string { return s.Algorithm.String() + "-" + s.Lanes.String() }

// TileSize is the number of items that a workgroup takes in one step.
func (s Shape) TileSize() int { return s.GroupSize * s.ItemsPerThread }

// GroupsFor is how many workgroups n items take where each has a tile.
func (s Shape) GroupsFor(n int) int { return (n + s.TileSize() - 1) / s.TileSize() }

// WorkersFor is how many workers n items are worth: never more than there are tiles, at least one.
func (s Shape) WorkersFor(n int) int { return max(1, min(s.Workers, s.GroupsFor(n))) }

// Check refuses more items than an invocation's loops can serve where the driver ends long loops
// early. Chunked, a worker walks its share of the items. Chained, a workgroup may have to recompute
// all tiles before its own, if none of them has published anything. Errors: ErrTooLarge.
func (s Shape) Check(what string, n Count) error {
	if s.MaxItems > 0 && n.max > s.MaxItems {
		if s.Algorithm == Chained {
			return fmt.Errorf("%s: %d items in %v form, want at most %d or Tuning.Algorithm Chunked: this driver ends long loops early: %w",
				what, n.max, s.Algorithm, s.MaxItems, ErrTooLarge)
		}
		return fmt.Errorf("%s: %d items for %d workers, want at most %d or more Tuning.Workers: this driver ends long loops early: %w",
			what, n.max, s.Workers, s.MaxItems, ErrTooLarge)
	}
	return nil
}

// The bounds on what Tuning.Workers and AtOnce may ask for: the spine is read whole by every worker.
const (
	maxWorkers       = 4096
	workersEachSM    = 8 // Billeter et al. 2009 take 4; 8 were up to 24 % faster on an H200 at 2^24 items, and no slower below
	defaultSpins     = 64
	virtualLaneCount = 32      // the run of invocations that stands for a subgroup in LanesShared
	softwareChunk    = 1 << 18 // items: some 20,000 loop turns of the 65,535 that llvmpipe runs
	softwareSpins    = 4       // a workgroup that waits holds one of few threads
	softwareTurns    = 40_000  // of the same 65,535, for the tiles that a workgroup may recompute; the rest is the caller's GLSL's
	leastTurns       = 4096    // of a renderer whose loops end sooner than that nothing more is known
	maxSubgroups     = 16      // a workgroup: 16 subgroups x 256 digits x 4 bytes is 16 KiB of shared memory
)

// shapeOf is the shape of one variant. Errors: ErrUnsupported when the driver lacks the lanes,
// ErrArgument for what no driver has, Workers outside 0..4096 and AtOnce above that.
func shapeOf(c Caps, t Tuning) (Shape, error) {
	s := Shape{Lanes: t.Lanes, Algorithm: t.Algorithm, ItemsPerThread: 8}
	khr := c.Subgroup.KHR && c.Subgroup.Size >= 4 && c.Subgroup.Size <= 128
	ballot := c.Subgroup.Ballot && c.Subgroup.Size >= 4 && c.Subgroup.Size <= 64
	switch {
	case t.Lanes == LanesKHR && !khr, t.Lanes == LanesBallot && !ballot:
		return Shape{}, fmt.Errorf("gpu: Tuning.Lanes is %v, which %s does not have: %w", t.Lanes, c.Renderer, ErrUnsupported)
	case t.Lanes < LanesKHR || t.Lanes > LanesShared, t.Algorithm < Chunked || t.Algorithm > Chained:
		return Shape{}, fmt.Errorf("gpu: Tuning: Lanes is %v and Algorithm %v, want constants of these types: %w", t.Lanes, t.Algorithm, ErrArgument)
	}
	if what := t.wrongTile(); what != "" {
		return Shape{}, fmt.Errorf("gpu: Tuning: %s: %w", what, ErrArgument)
	}
	if c.testTile.ItemsPerThread > 0 {
		s.ItemsPerThread = c.testTile.ItemsPerThread
	}
	s.LaneCount = c.Subgroup.Size
	if s.Lanes == LanesShared {
		s.LaneCount = virtualLaneCount
	}
	s.GroupSize = min(256, maxSubgroups*s.LaneCount, c.MaxGroupInvocations)
	if t.Workers < 0 || t.Workers > maxWorkers {
		return Shape{}, fmt.Errorf("gpu: Tuning: %d workers, want 1 to %d, or 0 for comb's choice: %w", t.Workers, maxWorkers, ErrArgument)
	}
	if t.AtOnce > maxWorkers {
		return Shape{}, fmt.Errorf("gpu: Tuning: AtOnce is %d workgroups, want at most %d: %w", t.AtOnce, maxWorkers, ErrArgument)
	}
	s.Workers = t.Workers
	if s.Workers == 0 {
		s.Workers = min(maxWorkers, max(1, c.Multiprocessors*workersEachSM))
	}
	if s.Algorithm == Chained {
		s.Spins, s.Silent = t.Spins, t.Silent
		switch {
		case s.Spins == 0 && c.Software:
			s.Spins = softwareSpins
		case s.Spins == 0:
			s.Spins = defaultSpins
		}
		s.Spins = max(0, s.Spins)
	}
	turns := softwareTurns
	if c.loopTurns > 0 {
		turns = c.loopTurns
	}
	switch {
	case c.Software && s.Algorithm == Chained:
		s.MaxItems = s.TileSize() * max(1, turns/s.chainTurns())
	case c.Software:
		s.MaxItems = s.Workers * (softwareChunk * turns / softwareTurns)
	}
	return s, nil
}

// chainTurns is how many turns of loops an invocation takes at most for each tile before its own
// that has published nothing: the polls, the tile's items, twice in a sort, and the reductions of
// lib/look_back.glsl, at most 64.
func (s Shape) chainTurns() int { return s.Spins + 2*s.ItemsPerThread + 64 }

// limitedAs is the shape with the limit that another one, from which it was made, has in its own
// tiles.
func (s Shape) limitedAs(before Shape) Shape {
	if before.MaxItems == 0 {
		return s
	}
	tiles := before.MaxItems / before.TileSize()
	if s.Algorithm == Chained {
		tiles = tiles * before.chainTurns() / s.chainTurns()
	}
	s.MaxItems = max(1, tiles) * s.TileSize()
	return s
}

// ForItems is the shape for items of more than a word: as many bytes a tile, so that a tile fits shared memory.
// More steps for the same items is fewer items before a driver that counts loop turns would end a loop.
func (s Shape) ForItems(bytes int) Shape {
	before := s
	s.ItemsPerThread = max(1, s.ItemsPerThread*4/max(4, bytes))
	if bytes > 32 {
		s.GroupSize = max(s.LaneCount, s.GroupSize/2)
	}
	return s.limitedAs(before)
}

// With is the shape with other tiles: so many invocations a workgroup, at most MostInvocations, and items each.
func (s Shape) With(group, items int) Shape {
	before := s
	s.GroupSize, s.ItemsPerThread = min(group, MostInvocations(s.LaneCount)), items
	return s.limitedAs(before)
}

// MostInvocations of a workgroup with subgroups of so many lanes: 1,024, which GL 4.3 has, but few subgroups where they are small.
func MostInvocations(lanes int) int {
	if lanes >= 32 {
		return 1024
	}
	return maxSubgroups * lanes
}

// Constants are the shape's injected constants.
func (s Shape) Constants() shaders.Constants {
	spins, uniforms := uint32(s.Spins), 0
	if s.chainUniforms() {
		spins, uniforms = 0, 1
	}
	return shaders.Constants{
		"GROUP_SIZE":       uint32(s.GroupSize),
		"ITEMS_PER_THREAD": uint32(s.ItemsPerThread),
		"TILE_SIZE":        uint32(s.TileSize()),
		"LANE_COUNT":       s.LaneCount,
		"SUBGROUP_COUNT":   s.GroupSize / s.LaneCount,
		"VOTE_ROUNDS":      uint32(s.ItemsPerThread),
		"CHAIN_SPINS":      spins,
		"CHAIN_UNIFORMS":   uniforms,
	}
}

// chainUniforms reports whether a kernel takes Spins and Silent from uniforms, as it does for values
// other than comb's own. Any two such shapes then share one compiled kernel.
func (s Shape) chainUniforms() bool {
	return s.Silent != 0 || s.Algorithm == Chained && s.Spins != softwareSpins && s.Spins != defaultSpins
}

// extensions are what the lanes need of the compiler.
func (l Lanes) extensions() []string {
	switch l {
	case LanesKHR:
		return []string{"GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_ballot",
			"GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_shuffle"}
	case LanesBallot:
		return []string{"GL_ARB_shader_ballot", "GL_ARB_gpu_shader_int64"}
	}
	return nil
}
