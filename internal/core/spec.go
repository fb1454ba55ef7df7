// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/combgl/comb/shaders"
)

// Spec describes a program of one compute shader. It is plain data. Source assembles it without a
// context.
type Spec struct {
	File       string // path in package shaders; also the program's label in GL debuggers
	Lanes      int    // a gpu.Lanes; selects GLSL extensions
	Constants  shaders.Constants
	Slots      map[string]shaders.Snippet
	Extensions []string // besides those of the lanes
	// Buffers are the shader-storage blocks in order. Block "Src" at index 0 has binding 0, with
	// the constant BIND_SRC. The name of a block that some variants do not use ends in "?". Other
	// blocks must come from the caller's GLSL, at bindings from UserBinding on.
	Buffers []string

	BarrierOrders bool // Facts.BarrierOrders
	RollLoops     bool // Facts.Software; not in kernels with KHR lanes
	ForgetLast    bool // Faults: the kernel leaves out its last item
}

// The lane tiers, as in package gpu.
const (
	lanesKHR = iota + 1
	lanesBallot
	LanesShared
)

// injected returns the constants that every kernel receives. A Spec cannot set them.
func (s Spec) injected() shaders.Constants {
	c := shaders.Constants{
		"LANES":     s.Lanes,
		"LANES_KHR": lanesKHR, "LANES_BALLOT": lanesBallot, "LANES_SHARED": LanesShared,
		"BARRIER_ORDERS": 0, "ROLL_LOOPS": 0, "FORGET_LAST": uint32(0),
		"COUNT_ON_HOST": uint32(countOnHost),
		"FAULT_COUNT":   uint32(FaultCount), "FAULT_OVERFLOW": uint32(FaultOverflow),
	}
	if s.BarrierOrders {
		c["BARRIER_ORDERS"] = 1
	}
	// Mesa 26.1 crashes in some kernels with both subgroup operations and rolled loops.
	if s.RollLoops && s.Lanes != lanesKHR {
		c["ROLL_LOOPS"] = 1
	}
	if s.ForgetLast {
		c["FORGET_LAST"] = uint32(1)
	}
	for i, name := range s.Buffers {
		c["BIND_"+strings.ToUpper(strings.TrimSuffix(name, "?"))] = i
	}
	return c
}

// Source assembles the kernel's GLSL. Errors: those of shaders.Assemble, such as ErrSnippet, which
// is an ErrArgument; ErrInternal if Constants sets a constant that every kernel receives.
func (s Spec) Source() (shaders.Source, error) {
	r, err := s.request()
	if err != nil {
		return shaders.Source{}, err
	}
	return shaders.Assemble(r)
}

// Identity returns a key for the text that Source returns. It assembles nothing.
func (s Spec) Identity() (string, error) {
	r, err := s.request()
	if err != nil {
		return "", err
	}
	return r.Identity()
}

// request returns what package shaders assembles. Errors: ErrInternal, as for Source.
func (s Spec) request() (shaders.Request, error) {
	all := s.injected()
	for _, name := range slices.Sorted(maps.Keys(s.Constants)) {
		if _, both := all[name]; both {
			return shaders.Request{}, fmt.Errorf("gpu: Spec: %s sets the constant %s, which comb injects, want another name: %w", s.File, name, ErrInternal)
		}
		all[name] = s.Constants[name]
	}
	return shaders.Request{
		File:       s.File,
		Extensions: slices.Concat(laneExtensions(s.Lanes), s.Extensions),
		Constants:  all,
		Slots:      s.Slots,
	}, nil
}

// laneExtensions returns the GLSL extensions that a lane tier requires.
func laneExtensions(lanes int) []string {
	switch lanes {
	case lanesKHR:
		return []string{"GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_ballot",
			"GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_shuffle"}
	case lanesBallot:
		return []string{"GL_ARB_shader_ballot", "GL_ARB_gpu_shader_int64"}
	}
	return nil
}
