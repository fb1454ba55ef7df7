// SPDX-License-Identifier: MIT

package radix

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// msdSpecs are the kernels of a sort by the most significant digits first.
type msdSpecs struct {
	sample, count, find kernel.Spec
	passes              [2][msdKinds]kernel.Spec // without keys outside the buckets, and with; by payloadKind
	behindSpecs
}

// msdSample is the shape of msd_sample.
var msdSample = flat.With(512, 8)

// msdSpecs are those of a family: their tiles are those of its passes for many keys.
func (f family) msdSpecs(c gpu.Caps, t gpu.Tuning) (all msdSpecs) {
	movers := f.movers(c, t)
	for outside, part := range [...]string{"digit", "digit_outside"} {
		all.passes[outside] = firstPassSpecs(movers, "radix/msd.glsl#"+part)
	}
	keys := maps.Clone(f.histogram.Slots)
	delete(keys, "DISTINCT")
	delete(keys, "BUCKETS")
	tile := msdTile(c, t, all.passes[0][keysAlone].Shape)

	all.sample = kernel.Spec{
		File: "radix/msd_sample.comp.glsl", Shape: msdSample, Constants: maps.Clone(f.histogram.Constants), Slots: keys,
		Buffers: []string{"Keys", "Plan", "State", "Args", "Seen", "Count", "Fault"},
	}
	if group := c.Internal().GroupSize; group > 0 {
		all.sample.Shape = flat.With(64, 4) // of tests
	}
	all.sample.Constants["COMMON_MOST"], all.sample.Constants["SAMPLE_EQUAL"], all.sample.Constants["EQUAL_LEAST"] = uint32(commonMost), uint32(sampleEqual), uint32(equalLeast)
	all.count = f.histogram
	all.count.File, all.count.Slots = "radix/msd_count.comp.glsl", keys
	all.count.Buffers = []string{"Keys", "Chain", "State", "Plan", "Args", "Count"}
	all.find = kernel.Spec{
		File: "radix/msd_find.comp.glsl", Shape: flat.With(digits, 1), Constants: maps.Clone(f.histogram.Constants), Slots: keys,
		Buffers: []string{"Keys", "State", "Table", "Plan", "Args", "Count"},
	}
	all.find.Constants["WINDOW_TILE"] = uint32(tile.TileSize())

	all.behindSpecs = behind(c, all.passes[0][keysAlone], "radix/msd_windows.comp.glsl", "radix/msd_window.glsl", tile, "radix/msd.glsl#word", 2)
	return all
}

// of are the kernels of a sort whose first pass moves kind.
func (p msdSpecs) of(kind payloadKind, keyless bool) []kernel.Spec {
	all := append([]kernel.Spec{p.sample, p.count, p.find}, p.behindSpecs.of(kind, keyless)...)
	for outside := range p.passes {
		all = append(all, p.passes[outside][kind], p.passes[outside][kind.after()])
	}
	return all
}

// all are the kernels of all sorts.
func (p msdSpecs) all() []kernel.Spec {
	all := []kernel.Spec{p.sample, p.count, p.find}
	for outside := range p.passes {
		all = append(all, p.passes[outside][:]...)
	}
	return append(all, p.behindSpecs.all()...)
}

// msdSampleUniforms are those of msd_sample.
type msdSampleUniforms struct {
	FirstBit  kernel.Uniform `uniform:"first_bit"`
	Bits      kernel.Uniform `uniform:"bit_count"`
	HalfBegin kernel.Uniform `uniform:"half_begin"`
	HalfNext  kernel.Uniform `uniform:"half_next"`
	Step      kernel.Uniform `uniform:"sample_step"`
	Most      kernel.Uniform `uniform:"sample_most"`
	ChainTile kernel.Uniform `uniform:"chain_tile"`
	Mask      kernel.Uniform `uniform:"seen_mask"`
	Epoch     kernel.Uniform `uniform:"seen_epoch"`
	rangeUniforms
}

// msdCountUniforms are those of msd_count.
type msdCountUniforms struct {
	Workers    kernel.Uniform `uniform:"workers"`
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	StateBegin kernel.Uniform `uniform:"state_begin"`
	HalfBegin  kernel.Uniform `uniform:"half_begin"`
	ChainTile  kernel.Uniform `uniform:"chain_tile"`
	ChainPart  kernel.Uniform `uniform:"chain_part"`
	Window     kernel.Uniform `uniform:"window"`
	PassTile   kernel.Uniform `uniform:"pass_tile"`
	rangeUniforms
}

// msdPassUniforms are those of radix_chain with the digits of buckets.
type msdPassUniforms struct {
	Straight kernel.Uniform `uniform:"straight"`
	Pass     kernel.Uniform `uniform:"place_number"`
	Number   kernel.Uniform `uniform:"digit_number"`
	Flip     kernel.Uniform `uniform:"digit_flip"`
	chainUniforms
	rangeUniforms
}

// msdFindUniforms are those of msd_find.
type msdFindUniforms struct {
	StateBegin kernel.Uniform `uniform:"state_begin"`
	Flip       kernel.Uniform `uniform:"digit_flip"`
	Window     kernel.Uniform `uniform:"window"`
	Rest       kernel.Uniform `uniform:"rest_begin"`
	rangeUniforms
}

// msdWindowUniforms are those of the kernels behind the two passes.
type msdWindowUniforms struct {
	Rest       kernel.Uniform `uniform:"rest_begin"`
	RestNumber kernel.Uniform `uniform:"rest_number,optional"`
	Dense      kernel.Uniform `uniform:"dense_begin,optional"`
	rangeUniforms
}
