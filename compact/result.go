// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
)

// The words of the arguments buffer, as compact/args.glsl has them.
const (
	argsDraw      = 0
	argsDispatch  = 4
	argsCounts    = 7
	argsFound     = 10
	argsWords     = 11
	elementsWords = 5
)

// Result is where the latest call leaves what it found: views of small buffers that the Compactor owns and the next
// call overwrites. Draw and Elements begin buffers of their own. The word of a Count serves as the number of draws of
// glMultiDrawArraysIndirectCount and glMultiDrawElementsIndirectCount too, where the records are draw commands.
type Result struct {
	Count    gpu.Count    // records kept, or runs; its maximum is the most that there can be
	Counts   [3]gpu.Count // records of each of Options.Classes; the first is Count
	Found    gpu.Count    // records to keep, whether dst held them or not (Options.Clamp)
	Draw     gpu.View     // 4 words for glDrawArraysIndirect: Count items as Options tell, at offset 0
	Elements gpu.View     // 5 words for glDrawElementsIndirect, at offset 0; nothing without Options.Elements
	Dispatch gpu.View     // 3 words for glDispatchComputeIndirect: a group for each ItemsPerGroup, in two dimensions when needed
}

// Result is the latest call's; all zero before the first.
func (c *Compactor) Result() Result {
	part := func(from, to int) gpu.View {
		v, err := c.args.Slice(from, to)
		if err != nil {
			return gpu.View{} // released
		}
		return v
	}
	word := func(i, most int) gpu.Count { return gpu.CountAt(part(i, i+1), most) }
	r := Result{
		Count:    word(argsCounts, c.lastRoom),
		Found:    word(argsFound, c.last),
		Draw:     part(argsDraw, argsDraw+4),
		Elements: c.elements.View(),
		Dispatch: part(argsDispatch, argsDispatch+3),
	}
	r.Counts[0] = r.Count
	for i := 1; i < c.o.Classes; i++ {
		r.Counts[i] = word(argsCounts+i, c.last)
	}
	return r
}
