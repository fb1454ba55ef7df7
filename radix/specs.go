// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// payloadKind is what goes with the keys.
type payloadKind int

const (
	keysAlone   payloadKind = iota
	withPayload             // a word each, moved along
	withIndex               // a word each, which the first pass makes: the key's own index
)

// specs are the three kernels of a pass, the last for each payloadKind.
func specs(shape gpu.Shape, t Type) (count, spine gpu.Spec, scatter [3]gpu.Spec) {
	constants := shaders.Constants{"RADIX": uint32(digits), "RADIX_BITS": uint32(digitBits)}
	key := shaders.Snippet{File: "radix/key_" + [...]string{"uint", "int", "float"}[t] + ".glsl"}
	count = gpu.Spec{
		File: "radix/radix_count.comp.glsl", Shape: shape, Constants: constants,
		Buffers: []string{"Keys", "Histogram", "Count", "Fault"},
		Slots:   map[string]shaders.Snippet{"KEY": key},
	}
	spine = gpu.Spec{
		File: "radix/radix_spine.comp.glsl", Shape: shape, Constants: constants,
		Buffers: []string{"Histogram", "DigitTotals"},
	}
	for kind, payload := range map[payloadKind]string{keysAlone: "none", withPayload: "u32", withIndex: "index"} {
		scatter[kind] = gpu.Spec{
			File: "radix/radix_scatter.comp.glsl", Shape: shape, Constants: constants,
			Buffers: []string{"Keys", "DstKeys", "Histogram", "DigitTotals", "Count"},
			Slots:   map[string]shaders.Snippet{"KEY": key, "PAYLOAD": {File: "radix/payload_" + payload + ".glsl"}},
		}
	}
	scatter[withPayload].Buffers = append(scatter[withPayload].Buffers, "DstPayload", "Payload")
	scatter[withIndex].Buffers = append(scatter[withIndex].Buffers, "DstPayload")
	return count, spine, scatter
}

// The scatter's buffers, by index.
const (
	bufDstPayload = 5
	bufPayload    = 6
)
