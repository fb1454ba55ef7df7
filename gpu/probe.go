// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Subgroup features that LanesKHR builds on: basic, arithmetic, ballot, shuffle.
const khrFeatures = 1 | 4 | 8 | 16

// probeLanes asks the driver, by a small kernel, for its subgroup size and layout. A driver that lists an extension
// and does not compile it, or lays lanes out otherwise, is taken as not having it; Report says so.
func (d *Device) probeLanes() error {
	s := &d.caps.Subgroup
	if d.caps.Has("GL_KHR_shader_subgroup") && getInt(gl.SUBGROUP_SUPPORTED_FEATURES_KHR)&khrFeatures == khrFeatures {
		size, err := d.probe(LanesKHR, "gpu/probe_khr.glsl")
		if err == nil {
			s.KHR, s.Size = true, size
		} else {
			d.report = append(d.report, "KHR_shader_subgroup not used: "+err.Error())
		}
	}
	if d.caps.Has("GL_ARB_shader_ballot") && d.caps.Has("GL_ARB_gpu_shader_int64") {
		size, err := d.probe(LanesBallot, "gpu/probe_ballot.glsl")
		switch {
		case err != nil:
			d.report = append(d.report, "ARB_shader_ballot not used: "+err.Error())
		case s.KHR && s.Size != size:
			d.report = append(d.report, fmt.Sprintf("ARB_shader_ballot not used: subgroup size %d, KHR says %d", size, s.Size))
		default:
			s.Ballot, s.Size = true, size
		}
	}
	return nil
}

func probeSpec(l Lanes, file string, turns int) Spec {
	return Spec{
		File:      "gpu/lanes_probe.comp.glsl",
		Shape:     Shape{Lanes: l, LaneCount: 1, GroupSize: 128, ItemsPerThread: 1},
		Constants: shaders.Constants{"LOOP_TURNS": uint32(turns)},
		Buffers:   []string{"Probe"},
		Slots:     map[string]shaders.Snippet{"SIZE": {File: file}},
	}
}

// probedTurns is the length of the loop that probeLanes tries on a software renderer: half as many
// turns again as comb's own loops take at most, for the caller's GLSL.
const probedTurns = softwareTurns * 3 / 2

// turnsAllowed is the limit on the turns of comb's own loops on a software renderer that took so
// many of the probedTurns and ended with such a value. It is pure.
func turnsAllowed(taken, last, first uint32) int {
	value := first
	for range min(taken, probedTurns) {
		value = (value^value>>15)*0x2C1B3C6D + 1
	}
	if value != last || taken > probedTurns { // it lost count: nothing is known but that loops end early
		return leastTurns
	}
	return max(leastTurns, int(taken)*2/3)
}

func (d *Device) probe(l Lanes, file string) (size int, err error) {
	turns := 0
	if d.caps.Software {
		turns = probedTurns
	}
	k, err := d.NewKernel(probeSpec(l, file, turns))
	if err != nil {
		return 0, err
	}
	defer k.Release()
	out, err := d.create(16)
	if err != nil {
		return 0, err
	}
	defer d.remove(out)
	k.SetBuffer(0, out)
	k.Dispatch(1)
	var words [4]uint32
	if err := download(d, out, words[:]); err != nil {
		return 0, err
	}
	if err := d.glError("gpu: the lane probe"); err != nil {
		return 0, err
	}
	if allowed := turnsAllowed(words[2], words[3], words[0]); turns > 0 && allowed < softwareTurns {
		d.caps.loopTurns = allowed
		d.report = append(d.report, fmt.Sprintf("loops end after %d turns: calls take %d at most", words[2], allowed))
	}
	if words[1] != 0 || words[0] == 0 || words[0]&(words[0]-1) != 0 {
		return 0, fmt.Errorf("gpu: subgroups of %d with %d invocations elsewhere than expected: %w", words[0], words[1], ErrUnsupported)
	}
	return int(words[0]), nil
}

// orderProbes is how many workgroups the probe of the lanes' order has on a multiprocessor.
const orderProbes = 4

func orderProbeSpec(lanes int) Spec {
	return Spec{
		File:    "gpu/order_probe.comp.glsl",
		Shape:   Shape{Lanes: LanesKHR, LaneCount: lanes, GroupSize: min(256, maxSubgroups*lanes), ItemsPerThread: 1},
		Buffers: []string{"Probe"},
	}
}

// LanesInOrder says whether lanes of a subgroup that add to one word of shared memory were seen to do so in their order,
// millions of times: nothing promises it. The first call on a driver asks the GPU and waits for its answer, which is cached as
// self-tests' are. Never without
// KHR_shader_subgroup, nor with Options.NoLaneOrder. Errors: ErrOutOfMemory, ErrContextLost, ErrWrongThread, ErrReleased.
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
		d.note(fmt.Sprintf("lanes add to shared memory in their order: %v", seen))
	}
	return *d.inOrder, nil
}

// probeOrder asks. A driver that does not compile the question is taken for one where they do not.
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
	parts := []string{verdictFormat, "the lanes' order", src.Text}
	if data, known := d.Cached(verdictKind, parts...); known {
		return string(data) == verdictGood, nil
	}
	k, err := d.NewKernel(spec)
	if err != nil {
		d.report = append(d.report, "the order of lanes is not known: "+firstLine(err))
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
	verdict := verdictGood
	if wrong[0] != 0 {
		verdict = fmt.Sprintf("%d additions out of order", wrong[0])
	}
	d.Cache(verdictKind, []byte(verdict), parts...)
	return verdict == verdictGood, nil
}
