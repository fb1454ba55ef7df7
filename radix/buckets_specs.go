// SPDX-License-Identifier: MIT

package radix

import (
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// bucketSpecs are the kernels of a sort of keys of a word by buckets.
type bucketSpecs struct {
	count, find kernel.Spec
	passes      [msdKinds]kernel.Spec // by payloadKind
	behindSpecs
}

// What a sample of 512 keys must not have: see radix/buckets.glsl. Of random keys one sample in
// 20,000 has so many in one bucket, and one in 3,000 so many in one range.
const (
	sampleRanges   = 64
	bucketEqual    = 10
	bucketInRange  = 24
	fewestInRange  = 10 // of a smaller sample
	bucketsSampled = 512
)

// bucketSpecs are those of a family: their tiles are those of its passes for many keys.
func (f family) bucketSpecs(c gpu.Caps, t gpu.Tuning) (all bucketSpecs) {
	all.passes = firstPassSpecs(f.movers(c, t), "radix/msd.glsl#digit")
	all.count = f.histogram
	all.count.Slots, all.count.Constants = maps.Clone(all.count.Slots), maps.Clone(all.count.Constants)
	all.count.Slots["BUCKETS"] = shaders.Snippet{File: "radix/buckets.glsl#sample"}
	all.count.Constants["SAMPLE_RANGES"], all.count.Constants["SAMPLE_EQUAL"] = uint32(sampleRanges), uint32(bucketEqual)
	all.count.Constants["SAMPLE_MOST"] = uint32(max(fewestInRange, bucketInRange*all.count.Shape.GroupSize/bucketsSampled))
	all.count.Constants["SAMPLE_FALLS"] = uint32(all.count.Shape.GroupSize / 4) // of random keys half
	all.count.Buffers = append(slices.Clone(all.count.Buffers), "Plan", "Args")

	keys := map[string]shaders.Snippet{"KEYS": f.histogram.Slots["KEYS"], "KEY": f.histogram.Slots["KEY"]}
	all.find = kernel.Spec{
		File: "radix/buckets_find.comp.glsl", Shape: flat.With(64, 1), Constants: maps.Clone(f.histogram.Constants), Slots: keys,
		Buffers: []string{"Keys", "Table", "Plan", "Count"},
	}
	tile := bucketTile(c, t, f.histogram.Shape)
	all.behindSpecs = behind(c, all.passes[keysAlone], "radix/buckets_sort.comp.glsl", "radix/buckets_cells.glsl", tile, "radix/msd.glsl#number_of_word", 1)
	for kind := range all.windows {
		for _, one := range [...]kernel.Spec{all.windows[kind], all.dense[kind]} {
			one.Slots["UNSORTABLE"] = shaders.Snippet{File: keyTypes[f.keys].order + "_back"}
		}
	}
	return all
}

// of are the kernels of a sort whose first pass moves kind.
func (p bucketSpecs) of(kind payloadKind, keyless bool) []kernel.Spec {
	return append([]kernel.Spec{p.count, p.find, p.passes[kind], p.passes[kind.after()]}, p.behindSpecs.of(kind, keyless)...)
}

// all are the kernels of all sorts.
func (p bucketSpecs) all() []kernel.Spec {
	all := append([]kernel.Spec{p.count, p.find}, p.passes[:]...)
	return append(all, p.behindSpecs.all()...)
}

// bucketCountUniforms are those of radix_histogram that decides for buckets or not.
type bucketCountUniforms struct {
	PassTile kernel.Uniform `uniform:"pass_tile"`
	histogramUniforms
}

// bucketFindUniforms are those of buckets_find.
type bucketFindUniforms struct{ rangeUniforms }
