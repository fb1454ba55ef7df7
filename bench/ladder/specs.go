// SPDX-License-Identifier: MIT

package ladder

import (
	"maps"

	_ "github.com/combgl/comb/bench/shaders" // its GLSL
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/hair" // the triangle that covers the target
)

// The kernels' buffers, by index.
const (
	bufSrc = 0
	bufDst = 1
)

// Sizes of workgroups, and the side at which a pyramid that stops early does.
const (
	levelGroup  = 256
	atomicGroup = 256
	stopSide    = 16
)

func glslType(el Element) string { return [...]string{"float", "vec4"}[el&1] }

// constants are the operator's over a GLSL type: what a kernel combines, how, and from where it
// begins.
func (o Operator) constants(value string) shaders.Constants {
	c := shaders.Constants{"VALUE": value, "COMBINE": "add", "LANES_COMBINE": "subgroupAdd", "VALUE_IDENTITY": value + "(0.0)"}
	switch o {
	case Min:
		c["COMBINE"], c["LANES_COMBINE"], c["VALUE_IDENTITY"] = "min", "subgroupMin", value+"(uintBitsToFloat(0x7F800000u))"
	case Max:
		c["COMBINE"], c["LANES_COMBINE"], c["VALUE_IDENTITY"] = "max", "subgroupMax", value+"(uintBitsToFloat(0xFF800000u))"
	}
	return c
}

func with(c shaders.Constants, more shaders.Constants) shaders.Constants {
	maps.Copy(c, more)
	return c
}

// plain is the shape of a kernel in which no subgroup does anything together.
func plain(group, fetch int) kernel.Shape {
	return kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 1, GroupSize: group, ItemsPerThread: fetch}
}

// lanes is the shape of those in which subgroups do. Errors: gpu.ErrUnsupported where there are
// none.
func lanes(c gpu.Caps, fetch int) (kernel.Shape, error) {
	s, err := kernel.Pick(c, gpu.Tuning{Lanes: gpu.LanesKHR, Algorithm: gpu.ReduceThenScan})
	if err != nil {
		s, err = kernel.Pick(c, gpu.Tuning{Lanes: gpu.LanesBallot, Algorithm: gpu.ReduceThenScan})
	}
	s.ItemsPerThread = fetch
	return s, err
}

// itemSpec is that of a kernel that combines items.
func itemSpec(file string, op Operator, el Element, s kernel.Shape) kernel.Spec {
	return kernel.Spec{File: "bench/" + file + ".comp.glsl", Shape: s, Constants: op.constants(glslType(el)), Buffers: []string{"Src", "Dst"}}
}

func sharesSpec(op Operator, el Element, group int) kernel.Spec {
	return itemSpec("reduce_shares", op, el, plain(group, 1))
}

func aloneSpec(op Operator, el Element, group int) kernel.Spec {
	return itemSpec("reduce_alone", op, el, plain(group, 1))
}

// trees fills the slot TREE.
func trees(tree string, s kernel.Shape) map[string]shaders.Snippet {
	slots := map[string]shaders.Snippet{"TREE": {File: "bench/tree.glsl#" + tree}}
	if tree == "subgroup" {
		slots["LANES_REDUCE"] = shaders.Snippet{File: "bench/lanes_reduce.glsl#" + s.Lanes.String()}
	}
	return slots
}

func levelSpec(op Operator, el Element, tree string, s kernel.Shape) kernel.Spec {
	spec := itemSpec("reduce_level", op, el, s)
	spec.Slots = trees(tree, s)
	return spec
}

func tileSpec(tree string, s kernel.Shape, tile int) kernel.Spec {
	return kernel.Spec{
		File: "bench/reduce_tile.comp.glsl", Shape: s, Buffers: []string{"Dst"}, Slots: trees(tree, s),
		Constants: with(Sum.constants("float"), shaders.Constants{
			"TILE_SIDE": uint32(tile), "WEIGHT_RED": reduce.Rec709[0], "WEIGHT_GREEN": reduce.Rec709[1], "WEIGHT_BLUE": reduce.Rec709[2],
		}),
	}
}

// atomicSpecs are those of Min and Max alone.
func atomicSpecs(op Operator, el Element, scope string) (reduction, finish kernel.Spec) {
	c := shaders.Constants{"CHANNELS": uint32(el.Bytes() / 4), "ATOMIC": "atomicMin", "KEY_OF": "keyForMin", "KEY_NOTHING": "KEY_INFINITY"}
	if op == Max {
		c["ATOMIC"], c["KEY_OF"], c["KEY_NOTHING"] = "atomicMax", "keyForMax", "KEY_NEGATIVE_INFINITY"
	}
	reduction = kernel.Spec{
		File: "bench/reduce_atomic.comp.glsl", Shape: plain(atomicGroup, 1), Constants: c, Buffers: []string{"Src", "Best"},
		Slots: map[string]shaders.Snippet{"SCOPE": {File: "bench/atomic.glsl#" + scope}},
	}
	finish = kernel.Spec{File: "bench/atomic_finish.comp.glsl", Shape: plain(el.Bytes()/4, 1), Constants: c, Buffers: []string{"Best", "Dst"}}
	return reduction, finish
}

// texel is the type of a texel and how items lie in it: packed texels are four items.
func texel(el Element, packed bool) (value, how string) {
	if packed {
		return "vec4", "packed"
	}
	return glslType(el), "plain"
}

// finishSpec ends a rung whose items lie in a texture of side x side texels.
func finishSpec(op Operator, el Element, side int, packed bool) kernel.Spec {
	value, how := texel(el, packed)
	return kernel.Spec{
		File: "bench/texels_finish.comp.glsl", Shape: plain(side*side, 1), Buffers: []string{"Dst"},
		Constants: with(op.constants(value), shaders.Constants{"RESULT": glslType(el)}),
		Slots:     map[string]shaders.Snippet{"FINISH": {File: "bench/finish.glsl#" + how}},
	}
}

// screenFill covers the target with one triangle.
const screenFill = "hair/screen_fill.vert.glsl"

// drawn is a program that draws: its stages, and what both are given.
type drawn struct {
	vertex, fragment string
	constants        shaders.Constants
	slots            map[string]shaders.Snippet // the fragment stage's
}

func stackDraw(el Element) drawn {
	return drawn{"bench/point_stack.vert.glsl", "bench/item_write.frag.glsl", Sum.constants(glslType(el)), nil}
}

func spreadDraw(el Element) drawn {
	return drawn{"bench/point_spread.vert.glsl", "bench/item_write.frag.glsl", Sum.constants(glslType(el)), nil}
}

// firstDraw is a pyramid's pass over the buffer.
func firstDraw(op Operator, el Element, packed bool) drawn {
	value, how := texel(el, packed)
	return drawn{
		screenFill, "bench/pyramid_first.frag.glsl",
		with(op.constants(value), shaders.Constants{"ITEM": glslType(el)}),
		map[string]shaders.Snippet{"TEXELS": {File: "bench/texels.glsl#" + how}},
	}
}

// stepDraw is a pyramid's pass over a texture: by "interp", "fetch" or "gather".
func stepDraw(op Operator, el Element, packed bool, coordinates string) drawn {
	value, _ := texel(el, packed)
	vertex := screenFill
	if coordinates == "interp" {
		vertex = "bench/pyramid_corners.vert.glsl"
	}
	return drawn{vertex, "bench/pyramid_" + coordinates + ".frag.glsl", op.constants(value), nil}
}

// sources assembles both stages.
func (p drawn) sources() (vertex, fragment shaders.Source, err error) {
	c := with(shaders.Constants{"BIND_SRC": bufSrc}, p.constants)
	if vertex, err = shaders.Assemble(shaders.Request{File: p.vertex, Constants: c}); err != nil {
		return vertex, fragment, err
	}
	fragment, err = shaders.Assemble(shaders.Request{File: p.fragment, Constants: c, Slots: p.slots})
	return vertex, fragment, err
}
