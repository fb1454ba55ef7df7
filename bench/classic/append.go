// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// moveSpec is that of a kernel that moves records; more buffers stand behind those that all of them
// have.
func moveSpec(file string, s kernel.Shape, recordBytes int, more ...string) (kernel.Spec, error) {
	constants, err := recordConstants(recordBytes)
	return kernel.Spec{File: file, Shape: s, Constants: constants, Buffers: append([]string{"Src", "Dst", "Kept", "Count"}, more...)}, err
}

// moveSpecs is that of a method of one kernel.
func moveSpecs(file string, s kernel.Shape, recordBytes int) ([]kernel.Spec, error) {
	spec, err := moveSpec("bench/"+file+".comp.glsl", s, recordBytes)
	return []kernel.Spec{spec}, err
}

func appendSpecs(_ gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	return moveSpecs("records_append", plainShape(1), recordBytes)
}

// appendGroupSpecs: an invocation takes as many records as make 64 bytes, up to 4.
func appendGroupSpecs(_ gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	return moveSpecs("records_append_group", plainShape(min(4, max(1, 64/max(1, recordBytes)))), recordBytes)
}

func appendSubgroupSpecs(c gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	shape, err := kernel.Pick(c, gpu.Tuning{Lanes: gpu.LanesKHR, Algorithm: gpu.ReduceThenScan})
	if err != nil {
		shape, err = kernel.Pick(c, gpu.Tuning{Lanes: gpu.LanesBallot, Algorithm: gpu.ReduceThenScan})
	}
	if err != nil {
		return nil, fmt.Errorf("classic: append-subgroup: %s has neither KHR_shader_subgroup nor ARB_shader_ballot, or none that comb can use: %w", c.Renderer, gpu.ErrUnsupported)
	}
	return appendSubgroupSpec(shape, recordBytes)
}

// appendSubgroupSpec is one record a lane, for the lanes of a shape.
func appendSubgroupSpec(shape kernel.Shape, recordBytes int) ([]kernel.Spec, error) {
	shape.ItemsPerThread = 1
	return moveSpecs("records_append_subgroup", shape, recordBytes)
}

// runAppend runs the one kernel of a method that appends, behind a counter of 0.
func (c *Compactor) runAppend(dst, src gpu.View, n int) error {
	// By a kernel, so that the time is that of kernels and not of the driver's upload of a
	// word.
	if err := c.d.Copy(c.count.View(), c.zero.View(), gpu.N(1)); err != nil {
		return err
	}
	return c.dispatchMove(dst, src, n, c.mover().Shape().GroupsFor(n))
}

// dispatchMove enqueues the kernel that moves, of that many workgroups.
func (c *Compactor) dispatchMove(dst, src gpu.View, n, groups int) error {
	if err := c.bindMove(dst, src); err != nil {
		return err
	}
	c.mover().SetCount(gpu.N(n))
	c.mover().Dispatch(groups)
	return nil
}

func walkSpecs(_ gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	one := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 1, GroupSize: 1, ItemsPerThread: 1}
	return moveSpecs("records_walk", one, recordBytes)
}

func (c *Compactor) runWalk(dst, src gpu.View, n int) error {
	return c.dispatchMove(dst, src, n, 1)
}
