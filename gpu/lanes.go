// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Lanes is a lane tier: how the invocations of a subgroup exchange values.
type Lanes int

// The lane tiers, the most capable first. All give bit-identical integer results.
const (
	LanesAuto   Lanes = iota // the first below that the driver supports
	LanesKHR                 // GL_KHR_shader_subgroup: ballot, arithmetic, shuffle
	LanesBallot              // GL_ARB_shader_ballot (and 64-bit integers for its mask)
	LanesShared              // shared memory alone: every OpenGL 4.3 driver
)

func (l Lanes) String() string {
	names := [...]string{"auto", "khr", "ballot", "shared"}
	if l < 0 || int(l) >= len(names) {
		return fmt.Sprintf("lanes(%d)", int(l))
	}
	return names[l]
}

// Algorithm is how an operation combines the results of its workgroups.
type Algorithm int

// The algorithms. All give bit-identical results.
const (
	AlgorithmAuto Algorithm = iota // comb chooses

	// ReduceThenScan is the form of Billeter, Olsson and Assarsson 2009: each worker handles one
	// chunk, and a later dispatch combines the aggregates.
	ReduceThenScan

	// SinglePass is one dispatch with decoupled look-back (Merrill and Garland 2016). It reads the
	// input once and needs no forward-progress guarantee (decoupled fallback: Smith, Levien and
	// Owens 2025).
	SinglePass
)

func (a Algorithm) String() string {
	names := [...]string{"auto", "chunked", "chained"}
	if a < 0 || int(a) >= len(names) {
		return fmt.Sprintf("algorithm(%d)", int(a))
	}
	return names[a]
}

// Tuning is the part of every operation's Options that affects speed and not results. The zero
// value suits most programs. Packages say which operations have no single-pass form.
type Tuning struct {
	Lanes     Lanes     // the lane tier; LanesAuto uses the driver's best
	Algorithm Algorithm // the form; AlgorithmAuto uses the driver's best
	Workers   int       // workers of reduce-then-scan, up to 4,096; 0 means 8 per multiprocessor

	// GroupSize and ItemsPerThread set one tile size for compactions, scans and sorts: multiples of
	// 32 from 32 to 1,024, and of 4 from 4 to 32. 0 uses the measured sizes. A compaction with a
	// slow predicate gains from 512 and 4: more workgroups hide its latency.
	GroupSize, ItemsPerThread int

	// Spins is how often a workgroup of the single pass polls an empty status word before it
	// recomputes that aggregate, at most 2^31 - 1 times. 0 means 64, or 4 on a software renderer.
	// Negative means no polls.
	Spins int
	// ResidentGroups is the assumed number of workgroups that run at once, at most 4,096. A sort or
	// a partition with no more tiles saves a dispatch, and in a split so many workgroups take the
	// tiles in turn. A number that is too large costs only time. 0 uses the measured number, which
	// is none on a software renderer. Negative means none.
	ResidentGroups int
}
