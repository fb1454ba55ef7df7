// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// orderProbes is the number of workgroups per multiprocessor in the probe of the order of lanes.
const orderProbes = 4

func orderProbeSpec(lanes int) Spec {
	return Spec{
		File:    "gpu/order_probe.comp.glsl",
		Shape:   Shape{Lanes: LanesKHR, LaneCount: lanes, GroupSize: min(256, maxSubgroups*lanes), ItemsPerThread: 1},
		Buffers: []string{"Probe"},
	}
}

// LanesInOrder reports whether lanes of a subgroup that add to one word of shared memory do so in
// lane order. GLSL does not guarantee it. A probe on the GPU checks millions of additions. The
// first call on a driver waits for the probe; its result is cached like those of self-tests. The
// result is false without KHR_shader_subgroup and with Options.NoLaneOrder.
//
// Errors: ErrOutOfMemory, ErrContextLost, ErrWrongThread, ErrReleased.
func (d *Device) LanesInOrder() (bool, error) {
	if err := d.Enter(); err != nil {
		return false, err
	}
	defer d.Leave()
	if d.inOrder == nil {
		seen, err := d.probeOrder(d.caps.Subgroup)
		if err != nil {
			return false, err
		}
		d.inOrder = &seen
		d.note(fmt.Sprintf("lanes add to shared memory in lane order: %v", seen))
	}
	return *d.inOrder, nil
}

// probeOrder runs the probe of LanesInOrder. If the driver does not compile it, the result is
// false.
func (d *Device) probeOrder(s Subgroup) (bool, error) {
	lanes := s.Size
	if !s.KHR || lanes < 4 || lanes > 128 || d.options.NoLaneOrder {
		return false, nil
	}
	spec := orderProbeSpec(lanes)
	src, err := d.sourceOf(spec)
	if err != nil {
		return false, err
	}
	parts := []string{selfTestFormat, "the lanes' order", src.Text}
	if data, ok := d.Cached(testResultKind, parts...); ok {
		return string(data) == testPassed, nil
	}
	k, err := d.NewKernel(spec)
	if err != nil {
		d.report = append(d.report, "the probe of the order of lanes failed: "+firstLine(err))
		return false, nil
	}
	defer k.Release()
	out, err := d.create(4)
	if err != nil {
		return false, err
	}
	defer d.remove(out)
	groups := orderProbes * d.caps.Multiprocessors
	if d.caps.Software {
		groups = orderProbes
	}
	k.SetBuffer(0, out)
	k.Dispatch(groups)
	var wrong [1]uint32
	if err := download(d, out, wrong[:]); err != nil {
		return false, err
	}
	if err := d.glError("gpu: LanesInOrder"); err != nil {
		return false, err
	}
	result := testPassed
	if wrong[0] != 0 {
		result = fmt.Sprintf("%d additions out of order", wrong[0])
	}
	d.Cache(testResultKind, []byte(result), parts...)
	return result == testPassed, nil
}
