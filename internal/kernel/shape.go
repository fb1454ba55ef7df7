// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/shaders"
)

// Shape is the layout of a kernel: its variant, its subgroups and its tile.
type Shape struct {
	Lanes             gpu.Lanes // never LanesAuto
	Algorithm         gpu.Algorithm
	LaneCount         int  // invocations per subgroup
	GroupSize         int  // invocations per workgroup
	ItemsPerThread    int  // items per invocation in one step
	Spins             int  // as in Tuning, for the single pass; a negative Spins is 0 here
	Silent            int  // as in core.Faults, for the single pass
	MayReduceThenScan bool // comb selected the single pass, so calls may use reduce-then-scan
	Workers           int
	MaxItems          int // the largest n if the driver ends long loops early; 0 means no limit

	// FewTiles says that calls have at most GroupSize tiles, so that the single pass reads all that
	// come before one at once (shaders/lib/look_at_all.glsl).
	FewTiles bool
}

// Variant returns the name of the algorithm and that of the lanes, joined by a hyphen.
func (s Shape) Variant() string { return s.Algorithm.String() + "-" + s.Lanes.String() }

// TileSize returns the number of items that a workgroup handles in one step.
func (s Shape) TileSize() int { return s.GroupSize * s.ItemsPerThread }

// GroupsFor returns the number of tiles, and so of workgroups, for n items.
func (s Shape) GroupsFor(n int) int { return (n + s.TileSize() - 1) / s.TileSize() }

// WorkersFor returns the number of workers for n items: at least one, and no more than there are
// tiles.
func (s Shape) WorkersFor(n int) int { return max(1, min(s.Workers, s.GroupsFor(n))) }

// Check refuses more items than an invocation's loops can handle if the driver ends long loops
// early. With reduce-then-scan a worker loops over its chunk. With the single pass a workgroup may
// have to recompute all tiles before its own, if none of them has published anything. what names
// the operation in the error: "scan". Errors: ErrTooLarge.
func (s Shape) Check(what string, n gpu.Count) error {
	if s.MaxItems > 0 && n.Max() > s.MaxItems {
		if s.Algorithm == gpu.SinglePass {
			return fmt.Errorf("%s: %d items in the %v form, want at most %d or Tuning.Algorithm ReduceThenScan: this driver ends long loops early: %w",
				what, n.Max(), s.Algorithm, s.MaxItems, gpu.ErrTooLarge)
		}
		return fmt.Errorf("%s: %d items for %d workers, want at most %d or more Tuning.Workers: this driver ends long loops early: %w",
			what, n.Max(), s.Workers, s.MaxItems, gpu.ErrTooLarge)
	}
	return nil
}

// Bounds and defaults of shapes. Every worker reads the whole spine, so Workers is bounded.
const (
	maxWorkers = 4096
	maxSpins   = 1<<31 - 1 // kernels count polls in 32 bits
	// Billeter et al. 2009 use 4 workers per multiprocessor. 8 were up to 24 % faster at 2^24 items
	// on an H200, and no slower below.
	workersEachSM = 8
	defaultSpins  = 64
	fewSpins      = 8       // of WithFewSpins
	softwareChunk = 1 << 18 // items: some 20,000 of the 65,535 loop turns that llvmpipe runs
	softwareSpins = 4       // a workgroup that waits occupies one of few threads
	softwareTurns = core.SoftwareTurns
	maxSubgroups  = 16 // per workgroup: 16 x 256 digits x 4 bytes are 16 KiB of shared memory
)

// shapeOf returns the shape of one variant. Errors: ErrUnsupported if the driver lacks the lanes;
// ErrArgument for values that no driver supports, such as Workers outside 0 to 4,096 or a larger
// ResidentGroups.
func shapeOf(c gpu.Caps, t gpu.Tuning) (Shape, error) {
	s := Shape{Lanes: t.Lanes, Algorithm: t.Algorithm, ItemsPerThread: 8}
	khr := c.Subgroup.KHR && c.Subgroup.Size >= 4 && c.Subgroup.Size <= 128
	ballot := c.Subgroup.Ballot && c.Subgroup.Size >= 4 && c.Subgroup.Size <= 64
	switch {
	case t.Lanes == gpu.LanesKHR && !khr, t.Lanes == gpu.LanesBallot && !ballot:
		return Shape{}, fmt.Errorf("gpu: Tuning: Lanes is %v, want lanes that %s has: %w", t.Lanes, c.Renderer, gpu.ErrUnsupported)
	case t.Lanes < gpu.LanesKHR || t.Lanes > gpu.LanesShared, t.Algorithm < gpu.ReduceThenScan || t.Algorithm > gpu.SinglePass:
		return Shape{}, fmt.Errorf("gpu: Tuning: Lanes is %v and Algorithm is %v, want constants of these types: %w", t.Lanes, t.Algorithm, gpu.ErrArgument)
	}
	if c.MaxGroupInvocations < 1 {
		return Shape{}, fmt.Errorf("gpu: Caps: MaxGroupInvocations is %d, want the Caps of a Device: %w", c.MaxGroupInvocations, gpu.ErrArgument)
	}
	if what := validateTile(t); what != "" {
		return Shape{}, fmt.Errorf("gpu: Tuning: %s: %w", what, gpu.ErrArgument)
	}
	if tile := c.Internal(); tile.ItemsPerThread > 0 {
		s.ItemsPerThread = tile.ItemsPerThread
	}
	s.LaneCount = c.Subgroup.Size
	if s.Lanes == gpu.LanesShared {
		s.LaneCount = core.VirtualLaneCount
	}
	s.GroupSize = min(256, maxSubgroups*s.LaneCount, c.MaxGroupInvocations)
	if t.Workers < 0 || t.Workers > maxWorkers {
		return Shape{}, fmt.Errorf("gpu: Tuning: Workers is %d, want 1 to %d, or 0 for the default: %w", t.Workers, maxWorkers, gpu.ErrArgument)
	}
	if t.ResidentGroups > maxWorkers {
		return Shape{}, fmt.Errorf("gpu: Tuning: ResidentGroups is %d, want at most %d: %w", t.ResidentGroups, maxWorkers, gpu.ErrArgument)
	}
	if t.Spins > maxSpins {
		return Shape{}, fmt.Errorf("gpu: Tuning: Spins is %d, want at most %d: %w", t.Spins, maxSpins, gpu.ErrArgument)
	}
	s.Workers = t.Workers
	if s.Workers == 0 {
		s.Workers = min(maxWorkers, max(1, c.Multiprocessors*workersEachSM))
	}
	if s.Algorithm == gpu.SinglePass {
		s.Spins = t.Spins
		switch {
		case s.Spins == 0 && c.Software:
			s.Spins = softwareSpins
		case s.Spins == 0:
			s.Spins = defaultSpins
		}
		s.Spins = max(0, s.Spins)
	}
	turns := softwareTurns
	if c.LoopTurns > 0 {
		turns = c.LoopTurns
	}
	switch {
	case c.Software && s.Algorithm == gpu.SinglePass:
		s.MaxItems = s.TileSize() * max(1, turns/s.chainTurns())
	case c.Software:
		s.MaxItems = s.Workers * (softwareChunk * turns / softwareTurns)
	}
	return s, nil
}

// chainTurns returns the loop turns of an invocation, at most, for each earlier tile that has
// published nothing. They are the polls, the tile's items (twice in a sort), and at most 64 turns
// of the reductions in lib/look_back.glsl. A poll takes three turns: it passes the two loops of a
// reduction without a lane in them, and llvmpipe counts one turn for each.
func (s Shape) chainTurns() int { return 3*s.Spins + 2*s.ItemsPerThread + 64 }

// limitedAs returns the shape with a new MaxItems. before is the shape from which s was made; the
// limit is kept as a number of tiles.
func (s Shape) limitedAs(before Shape) Shape {
	if before.MaxItems == 0 {
		return s
	}
	tiles := before.MaxItems / before.TileSize()
	if s.Algorithm == gpu.SinglePass {
		tiles = tiles * before.chainTurns() / s.chainTurns()
	}
	s.MaxItems = max(1, tiles) * s.TileSize()
	return s
}

// ForTiles returns the shape of kernels that take many loop turns a tile: where a driver ends long
// loops early, a worker of reduce-then-scan has at most so many tiles.
func (s Shape) ForTiles(most int) Shape {
	if s.Algorithm == gpu.ReduceThenScan {
		s.MaxItems = min(s.MaxItems, s.MaxItems*most*s.TileSize()/softwareChunk)
	}
	return s
}

// ForItems returns the shape for items of a number of bytes. A tile of items above 4 bytes has
// fewer items, so that it still fits shared memory. It needs more steps, so MaxItems falls too.
func (s Shape) ForItems(bytes int) Shape {
	before := s
	s.ItemsPerThread = max(1, s.ItemsPerThread*4/max(4, bytes))
	if bytes > 32 {
		s.GroupSize = max(s.LaneCount, s.GroupSize/2)
	}
	return s.limitedAs(before)
}

// With returns the shape with other tiles: group invocations per workgroup, at most
// MostInvocations, and items per invocation.
func (s Shape) With(group, items int) Shape {
	before := s
	s.GroupSize, s.ItemsPerThread = min(group, MostInvocations(s.LaneCount)), items
	return s.limitedAs(before)
}

// MostInvocations returns the largest workgroup for subgroups of a number of lanes. It is 1,024,
// which every OpenGL 4.3 driver supports. Below 32 lanes it is 16 subgroups.
func MostInvocations(lanes int) int {
	if lanes >= 32 {
		return 1024
	}
	return maxSubgroups * lanes
}

// WithFewSpins returns the shape with few polls in place of the default. It is for operations that
// lose little if they do not wait.
func (s Shape) WithFewSpins() Shape {
	if s.Spins == defaultSpins {
		s.Spins = fewSpins
	}
	return s
}

// Constants returns the constants that the shape defines in a kernel.
func (s Shape) Constants() shaders.Constants {
	spins, uniforms := uint32(s.Spins), 0
	if s.chainUniforms() {
		spins, uniforms = 0, 1
	}
	few := 0
	if s.FewTiles {
		few = 1
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
		"CHAIN_FEW":        few,
	}
}

// chainUniforms reports whether a kernel reads Spins and Silent from uniforms. It does so for
// values other than comb's defaults. All such shapes share one compiled kernel.
func (s Shape) chainUniforms() bool {
	return s.Silent != 0 || s.Algorithm == gpu.SinglePass && s.Spins != softwareSpins && s.Spins != defaultSpins && s.Spins != fewSpins
}
