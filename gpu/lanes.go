// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Lanes is a lane tier: how the invocations of a subgroup exchange values. LanesAuto, the zero
// value, lets comb choose.
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

// Algorithm is how an operation combines the results of its workgroups. AlgorithmAuto, the zero
// value, lets comb choose.
type Algorithm int

// The algorithms. All give bit-identical results.
const (
	AlgorithmAuto Algorithm = iota

	// ReduceThenScan is reduce-then-scan (Billeter, Olsson and Assarsson 2009). Each worker handles
	// one chunk, and a later dispatch combines the aggregates.
	ReduceThenScan

	// SinglePass is the single pass with decoupled look-back (Merrill and Garland 2016). Each
	// workgroup handles one tile, in one dispatch that reads the input once. If a predecessor
	// publishes nothing, the tile recomputes that aggregate (decoupled fallback: Smith, Levien and
	// Owens 2025). The result therefore needs no forward-progress guarantee.
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
// value suits most programs. Operations without a single-pass form run as reduce-then-scan; their
// packages say so.
type Tuning struct {
	Lanes     Lanes     // the lane tier; LanesAuto uses the driver's best
	Algorithm Algorithm // the form; AlgorithmAuto uses the driver's best
	Workers   int       // workers of reduce-then-scan, up to 4,096; 0 means 8 per multiprocessor

	// GroupSize and ItemsPerThread set one tile size for every number of items, in compactions,
	// scans and sorts. GroupSize is a multiple of 32 from 32 to 1,024, ItemsPerThread a multiple of
	// 4 from 4 to 32. 0 uses the measured sizes. A compaction with a slow predicate gains from 512
	// and 4: more workgroups hide its latency.
	GroupSize, ItemsPerThread int

	// Spins is how often a workgroup of the single pass polls an empty status word. Then it
	// recomputes that aggregate itself (decoupled fallback). 0 means 64, or 4 on a software
	// renderer. Negative means no polls.
	Spins int
	// ResidentGroups is the assumed number of workgroups that run at once, at most 4,096. A sort
	// with no more tiles than that saves a dispatch. A number that is too large costs only time. 0
	// uses the measured number, which is none on a software renderer. Negative means none.
	ResidentGroups int
}
