// SPDX-License-Identifier: MIT

package cull

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

func TestShadersCull(t *testing.T) {
	measure, expandKept := detailSpecs(false)
	gputest.Validate(t, []kernel.Spec{expandSpec(false), expandSpec(true), draftSpec(), measure, expandKept, countSpec(false), countSpec(true), tilesSpec(1, false, false), tilesSpec(4, false, true), tilesSpec(4, true, false), tilesSpec(4, true, true)})
	for _, texels := range []bool{false, true} {
		begin, add, sum, thin := frontSpecs(texels)
		gputest.Validate(t, []kernel.Spec{begin, add, sum, thin})
	}
	// The predicates, as the compaction inserts them.
	for _, head := range []bool{false, true} {
		for _, texels := range []bool{false, true} {
			validatePredicate(t, "the cull", "compact/keep.glsl#fetch_keyed", compactOptions(gpu.Caps{}, head, texels).Predicate)
		}
	}
	validatePredicate(t, "the level of detail", "compact/keep.glsl#index", keepOptions().Predicate)
}

func validatePredicate(t *testing.T, name, file, text string) {
	src, err := shaders.Assemble(shaders.Request{
		File:      file,
		Constants: shaders.Constants{"RECORD": "uint", "FETCH": compactOptions(gpu.Caps{}, false, false).Fetch, "BIND_RECORDS": 0, "DECIDE": "keep", "DECIDED": "bool", "CLASSES": uint32(1), "VOTES": uint32(1)},
		Slots:     map[string]shaders.Snippet{"PREDICATE": {Name: name, Text: text}},
	})
	if err != nil {
		t.Fatal(err)
	}
	src.Text += "layout(local_size_x = 1) in;\nvoid main() { if (classOf(0u) == 0u) records_out = 1u; }\n"
	src.Text = "#version 430 core\nlayout(std430, binding = 11) buffer Out { uint records_out; };\n" + src.Text[len("#version 430 core\n"):]
	gputest.ValidateSource(t, name, "comp", src)
}
