// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// args are the uniforms of a dispatch, by name; those that are missing are 0.
type args map[string]uint32

// but is a copy without one of them.
func (a args) but(name string) args {
	b := maps.Clone(a)
	if b == nil {
		b = args{}
	}
	delete(b, name)
	return b
}

// checkers are the soak test's own kernels: the buffers before Ring, and the uniforms.
var checkers = map[string]struct{ buffers, uniforms []string }{
	"words_make": {[]string{"Area"}, makes("words")},
	"words_same": {[]string{"Area", "Ring"}, makes("words", "slot", "what", "hole_from", "hole_words", "hole_bits", "hole_each", "hole_most", "hole_class")},
	"scan_check": {[]string{"In", "Cuts", "Out", "Ring"}, []string{"slot", "type", "in_from", "cuts_from", "out_from", "count", "segments",
		"op", "by", "key_words", "inclusive", "identity_low", "identity_high"}},
	"reduce_items": {[]string{"In", "Cuts", "Out", "Work", "Ring"}, []string{"slot", "type", "in_from", "cuts_from", "out_from", "count", "segments", "op", "whole"}},
	"reduce_check": {[]string{"Cuts", "Out", "Work", "Ring"}, []string{"slot", "type", "cuts_from", "out_from", "count", "segments", "op", "whole",
		"identity_low", "identity_high"}},
	"bins_count":    {[]string{"In", "Cuts", "Work", "Ring"}, []string{"slot", "type", "in_from", "cuts_from", "count", "bins", "by_edges", "lower", "width"}},
	"words_equal":   {[]string{"Out", "Work", "Ring"}, []string{"slot", "out_from", "count"}},
	"class_count":   {[]string{"In", "Cuts", "Ring"}, []string{"slot", "in_from", "cuts_from", "stride_words", "decides", "count"}},
	"compact_check": {[]string{"In", "Cuts", "Out", "Ring"}, []string{"slot", "in_from", "cuts_from", "out_from", "stride_words", "decides", "count", "room", "classes", "only", "to_index", "reversed"}},
	"runs_check":    {[]string{"Starts", "Lengths", "Ring"}, []string{"slot", "starts_from", "lengths_from", "count"}},
	"counts_check":  {[]string{"Args", "Ring"}, []string{"slot", "counts_at", "found_at", "draw_at", "classes", "room", "others_room"}},
	"sort_check": {[]string{"In", "Out", "Cuts", "Payload", "DstPayload", "Ring"}, []string{"slot", "type", "in_from", "out_from", "cuts_from",
		"payload_from", "dst_payload_from", "count", "segments", "segmented", "per_word", "mask_low", "mask_high", "descending", "carries", "stride_words", "has_keys"}},
	"select_check": {[]string{"In", "Out", "Indices", "Work", "Ring"}, []string{"slot", "type", "in_from", "out_from", "indices_from", "count",
		"per_word", "mask_low", "mask_high", "descending", "first", "partial"}},
	"sums_check": {[]string{"Ring"}, []string{"slot", "counted", "number"}},
}

func makes(more ...string) []string {
	return append(more, "kind", "spread", "spread_high", "seed", "items", "item_words", "before", "data_words", "argument", "period", "density")
}

const groupSize = 256

func spec(name string) kernel.Spec {
	return kernel.Spec{
		File:      "soak/" + name + ".comp.glsl",
		Shape:     kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: groupSize, ItemsPerThread: 1},
		Constants: constants,
		Buffers:   checkers[name].buffers,
	}
}

// compiled is a compiled checker.
type compiled struct {
	*kernel.Kernel
	uniforms map[string]kernel.Uniform
}

func load(d *gpu.Device, name string) (compiled, error) {
	k := compiled{uniforms: map[string]kernel.Uniform{}}
	var err error
	if k.Kernel, err = kernel.New(d, spec(name)); err != nil {
		return k, err
	}
	for _, u := range checkers[name].uniforms {
		if k.uniforms[u], err = k.Uniform(u); err != nil {
			return k, err
		}
	}
	return k, nil
}

// dispatch runs a checker over so many items; the views are the buffers before Ring, each at an
// aligned offset.
func (e *engine) dispatch(name string, items int, a args, views ...gpu.View) error {
	if err := e.d.Internal().Enter(); err != nil {
		return err
	}
	defer e.d.Internal().Leave()
	k := e.kernels[name]
	for u := range a {
		if _, ok := k.uniforms[u]; !ok {
			return fmt.Errorf("%s has no uniform %s: %w", name, u, gpu.ErrBinding)
		}
	}
	for u, at := range k.uniforms {
		k.Set(at, a[u])
	}
	for i, v := range views {
		k.SetBuffer(i, v)
	}
	if buffers := checkers[name].buffers; buffers[len(buffers)-1] == "Ring" {
		k.SetBuffer(len(buffers)-1, e.area[areaRing])
	}
	k.Dispatch(max(1, (items+groupSize-1)/groupSize))
	return nil
}
