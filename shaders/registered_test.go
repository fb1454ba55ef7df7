// SPDX-License-Identifier: MIT

package shaders_test

import (
	"strings"
	"testing"

	_ "github.com/combgl/comb/bench/shaders"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/compact"
	_ "github.com/combgl/comb/shaders/expand"
	_ "github.com/combgl/comb/shaders/grid"
	_ "github.com/combgl/comb/shaders/hair"
	_ "github.com/combgl/comb/shaders/merge"
	_ "github.com/combgl/comb/shaders/particles"
	_ "github.com/combgl/comb/shaders/radix"
	_ "github.com/combgl/comb/shaders/reduce"
	_ "github.com/combgl/comb/shaders/scan"
	"github.com/combgl/comb/shaders/slots"
)

// Each folder registers the contracts of its slots.
func TestFoldersRegisterTheirContracts(t *testing.T) {
	checked := 0
	for _, c := range slots.All() {
		for _, opener := range c.Openers {
			if len(c.Defines) == 0 || strings.HasPrefix(opener, "sph/") { // package main registers those
				continue
			}
			if !shaders.HasContract(c.Slot, opener) {
				t.Errorf("no folder registers the contract of <%s> in %s", c.Slot, opener)
			}
			checked++
		}
	}
	if checked < 60 {
		t.Errorf("%d contracts: the test looks at nothing", checked)
	}
}

// These uniforms were once set in callers' texts, or are set in all kernels.
func TestRegisteredFoldersReserveTheirUniforms(t *testing.T) {
	for folder, names := range map[string]string{
		"scan": "totals_at dst_at", "reduce": "dst_at team", "compact": "args_at room", "expand": "src_at has_ranks",
		"radix": "dst_keys_at", "merge": "dst_at", "particles": "state_at", "grid": "", "gpu": "", "hair": "points_at", "bench": "",
	} {
		for _, name := range strings.Fields(names + " fault_at count_at count_max count_word_at src_last chain_set indices_at") {
			if !shaders.Reserves(folder+"/any.glsl", name) {
				t.Errorf("%s: want the uniform %s reserved", folder, name)
			}
		}
		if shaders.Reserves(folder+"/any.glsl", "least") {
			t.Errorf("%s: the uniform least is reserved", folder)
		}
	}
}
