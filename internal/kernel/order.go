// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// orderProbes is the number of workgroups per multiprocessor in the probe of the order of lanes.
const orderProbes = 4

func orderProbeSpec(lanes int) Spec {
	return Spec{
		File:    "gpu/order_probe.comp.glsl",
		Shape:   Shape{Lanes: gpu.LanesKHR, LaneCount: lanes, GroupSize: min(256, maxSubgroups*lanes), ItemsPerThread: 1},
		Buffers: []string{"Probe"},
	}
}

// LanesInOrder reports whether lanes of a subgroup that add to one word of shared memory do so in
// lane order. GLSL does not guarantee it. A probe on the GPU checks millions of additions. The
// first call on a driver waits for the probe; its result is cached like those of self-tests. The
// result is false without KHR_shader_subgroup and with Options.NoLaneOrder.
//
// Errors: ErrOutOfMemory, ErrContextLost, ErrWrongThread, ErrReleased.
func LanesInOrder(d *gpu.Device) (bool, error) {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return false, err
	}
	defer in.Leave()
	if in.InOrder == nil {
		seen, err := probeOrder(d, d.Caps().Subgroup)
		if err != nil {
			return false, err
		}
		in.InOrder = &seen
		in.Note(fmt.Sprintf("lanes add to shared memory in lane order: %v", seen))
	}
	return *in.InOrder, nil
}

// probeOrder runs the probe of LanesInOrder. If the driver does not compile it, the result is
// false.
func probeOrder(d *gpu.Device, s gpu.Subgroup) (bool, error) {
	lanes := s.Size
	if !s.KHR || lanes < 4 || lanes > 128 || d.Options().NoLaneOrder {
		return false, nil
	}
	spec := orderProbeSpec(lanes)
	src, err := spec.innerFor(d).Source()
	if err != nil {
		return false, err
	}
	in := d.Internal()
	parts := []string{selfTestFormat, "the lanes' order", src.Text}
	if data, ok := in.Cached(testResultKind, parts...); ok {
		return string(data) == testPassed, nil
	}
	k, err := New(d, spec)
	if err != nil {
		in.Note("the probe of the order of lanes failed: " + firstLine(err))
		return false, nil
	}
	defer k.Release()
	out, err := in.Create(4)
	if err != nil {
		return false, err
	}
	defer in.Remove(out)
	groups := orderProbes * d.Caps().Multiprocessors
	if d.Caps().Software {
		groups = orderProbes
	}
	k.p.SetBuffer(0, out)
	k.Dispatch(groups)
	var wrong [1]uint32
	if err := in.Download(out, unsafe.Pointer(&wrong[0]), 4); err != nil {
		return false, err
	}
	if err := in.GLError("kernel: LanesInOrder"); err != nil {
		return false, err
	}
	result := testPassed
	if wrong[0] != 0 {
		result = fmt.Sprintf("%d additions out of order", wrong[0])
	}
	in.Cache(testResultKind, []byte(result), parts...)
	return result == testPassed, nil
}
