// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// khrFeatures are the subgroup features that LanesKHR needs: basic, arithmetic, ballot and shuffle.
const khrFeatures = 1 | 4 | 8 | 16

// probeLanes finds the subgroup size with a small kernel and checks the numbering of lanes. An
// extension that does not compile, or that numbers lanes otherwise, is not used; Report says so.
func (d *Device) probeLanes() error {
	s := &d.caps.Subgroup
	if d.caps.Has("GL_KHR_shader_subgroup") && core.GetInt(gl.SUBGROUP_SUPPORTED_FEATURES_KHR)&khrFeatures == khrFeatures {
		size, err := d.probe(LanesKHR, "gpu/probe_khr.glsl")
		if err == nil {
			s.KHR, s.Size = true, size
		} else {
			d.core.Note("KHR_shader_subgroup not used: " + err.Error())
		}
	}
	if d.caps.Has("GL_ARB_shader_ballot") && d.caps.Has("GL_ARB_gpu_shader_int64") {
		size, err := d.probe(LanesBallot, "gpu/probe_ballot.glsl")
		switch {
		case err != nil:
			d.core.Note("ARB_shader_ballot not used: " + err.Error())
		case s.KHR && s.Size != size:
			d.core.Note(fmt.Sprintf("ARB_shader_ballot not used: its subgroup size is %d, that of KHR_shader_subgroup is %d", size, s.Size))
		default:
			s.Ballot, s.Size = true, size
		}
	}
	return nil
}

// probeGroup is the number of invocations of the probe.
const probeGroup = 128

func probeSpec(l Lanes, file string, turns int) core.Spec {
	return core.Spec{
		File:  "gpu/lanes_probe.comp.glsl",
		Lanes: int(l),
		Constants: shaders.Constants{
			"GROUP_SIZE": uint32(probeGroup), "ITEMS_PER_THREAD": uint32(1), "TILE_SIZE": uint32(probeGroup),
			"LANE_COUNT": 1, "SUBGROUP_COUNT": probeGroup, "VOTE_ROUNDS": uint32(1),
			"CHAIN_SPINS": uint32(0), "CHAIN_UNIFORMS": 0, "CHAIN_FEW": 0,
			"LOOP_TURNS": uint32(turns),
		},
		Buffers: []string{"Probe"},
		Slots:   map[string]shaders.Snippet{"SIZE": {File: file}},
	}
}

// leastTurns is assumed if the probe finds fewer turns.
const leastTurns = 4096

// probedTurns is the length of the loop that probeLanes runs on a software renderer. It is 1.5
// times the most turns of comb's own loops; the rest is for the caller's GLSL.
const probedTurns = core.SoftwareTurns * 3 / 2

// turnsAllowed returns the limit on the turns of comb's own loops on a software renderer. taken is
// how many of probedTurns the probe ran, first and last are the loop's values before and after. It
// is pure.
func turnsAllowed(taken, last, first uint32) int {
	value := first
	for range min(taken, probedTurns) {
		value = (value^value>>15)*0x2C1B3C6D + 1
	}
	if value != last || taken > probedTurns { // the count is wrong; loops end early somewhere
		return leastTurns
	}
	return max(leastTurns, int(taken)*2/3)
}

func (d *Device) probe(l Lanes, file string) (size int, err error) {
	turns := 0
	if d.caps.Software {
		turns = probedTurns
	}
	p, err := d.core.NewProgram(probeSpec(l, file, turns))
	if err != nil {
		return 0, err
	}
	defer p.Release()
	out, err := d.core.Create(16)
	if err != nil {
		return 0, err
	}
	defer d.core.Remove(out)
	p.SetBuffer(0, out)
	p.Dispatch(1)
	var words [4]uint32
	if err := d.core.Download(out, unsafe.Pointer(&words[0]), 16); err != nil {
		return 0, err
	}
	if err := d.core.GLError("gpu: lane probe"); err != nil {
		return 0, err
	}
	if allowed := turnsAllowed(words[2], words[3], words[0]); turns > 0 && allowed < core.SoftwareTurns {
		d.caps.LoopTurns = allowed
		d.core.Note(fmt.Sprintf("loops end after %d turns: calls use at most %d", words[2], allowed))
	}
	if words[1] != 0 || words[0] == 0 || words[0]&(words[0]-1) != 0 {
		return 0, fmt.Errorf("gpu: lane probe: the subgroup size is %d and %d invocations have another number, want a power of two and 0: %w", words[0], words[1], ErrUnsupported)
	}
	return int(words[0]), nil
}
