// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Every decision runs once, spread over all lane paths and widths. Two decisions run on every path.
func TestShadersCompact(t *testing.T) {
	shapes, all := gputest.Shapes(), []kernel.Spec{measureSpec()}
	settled := func(o Options) Options {
		o, err := o.withDefaults("New")
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	add := func(shape kernel.Shape, o Options) {
		count, move := specs(shape, o)
		all = append(all, count, move)
		single := shape
		single.Algorithm = gpu.SinglePass
		if !o.waits() {
			shape = single
		}
		forms := o.shapes(gpu.Caps{Multiprocessors: 64}, single, shape)
		if o.Classes == 2 { // a split, or a partition
			o.ResidentGroups = 100
			forms = append(forms, o.shapes(gpu.Caps{Multiprocessors: 64}, single, shape)...)
		}
		for _, l := range forms {
			if l.Shape.Algorithm == gpu.SinglePass {
				chain := o.moveSpec(l)
				l.Shape.Spins, l.Shape.Silent = 64, 2
				all = append(all, chain, o.moveSpec(l))
			}
		}
	}
	more := []Options{
		{Stride: 24, Predicate: young, Record: "Particle"}, {Output: Runs}, {Output: Runs, Stride: 40, Predicate: sameKey, Record: "Pair"},
	}
	for _, v := range decisions() {
		more = append(more, v.o)
	}
	for i, o := range more {
		add(shapes[i%len(shapes)], settled(o))
	}
	for i, record := range []string{"uint", "int", "float"} {
		word := settled(Options{Predicate: fmt.Sprintf("bool keep(%s v) { return true; }", record), Record: record})
		add(shapes[i+1], word)
		add(shapes[i+1], word.standIn())
	}
	keyed := settled(Options{Keyed: true, Predicate: keyedWord, Record: "uint"})
	add(shapes[3], keyed) // subgroups of 32
	add(shapes[3], keyed.standIn())
	fetched := settled(Options{Keyed: true, Predicate: keyedFetch, Record: "uint", Fetch: "Ends"})
	add(shapes[3], fetched)
	add(shapes[len(shapes)-1], fetched) // lanes that do not move the records alone
	add(shapes[3], fetched.standIn())
	for i := range shapes {
		add(shapes[i], settled(Options{}))
		add(shapes[i], settled(Options{By: Unique})) // a kernel of its own on some lanes
	}
	for _, i := range []int{1, 3, 4} { // subgroups of 8, 32 and 64
		add(shapes[i], settled(Options{Classes: 2}))
		add(shapes[i], settled(Options{Output: Split}))
		add(shapes[i], settled(Options{Classes: 2, ReverseRest: true}))
		add(shapes[i], settled(Options{Output: Split, By: Flags, Stride: 8}))
		add(shapes[i], settled(Options{Output: Split, By: Mask, Stride: 32}))
		add(shapes[i], settled(Options{Output: Runs, Stride: 8}))
	}
	for _, i := range []int{1, 4, len(shapes) - 2, len(shapes) - 1} { // subgroups of 8 and 64, ballots of 64, neither
		add(shapes[i], settled(Options{By: Flags, Classes: 3, Stride: 36}))
		add(shapes[i], settled(Options{Output: Split, Stride: 36}))
		add(shapes[i], settled(Options{Classes: 2, ReverseRest: true, Stride: 36}))
		add(shapes[i], settled(Options{Output: Split, Stride: 16}))
		add(shapes[i], settled(Options{Output: Split, Stride: 4}))
	}
	for i, f := range finishings() {
		add(shapes[i%len(shapes)], settled(f.o))
		add(shapes[(i+3)%len(shapes)], settled(f.o))
		add(shapes[3], settled(f.o).standIn())
	}
	gputest.Validate(t, all)
}
