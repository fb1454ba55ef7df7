// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
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

// Result is what a call leaves on the GPU: counts, and arguments for indirect draws and dispatches.
// All are views of small buffers of the Compactor.
//
// A Compactor has two sets of these buffers, which its calls use in turn. The Result of call 1 can
// be an operand of call 2 of the same Compactor: its Count as n, for example. Call 3 writes over
// it, and returns gpu.ErrOverlap if an operand of its own lies in it.
//
// Nothing else can see that a Result is old. After call 3 the Count of call 1 has the number of
// call 3. Another operation takes it, and gpu.Count.Read returns it, without an error. So take a
// new Result after each call.
//
// Dispatch has x, y and 1 workgroups. x is at most the driver's limit (Caps.MaxGroups, 65,535 on
// many), and y is above 1 only where that is too few. The last row may then have workgroups without
// records: 131,072 groups are 65,535 x 3. So a shader computes the index of its workgroup from
// both, and does nothing for records at or above the count. With ITEMS_PER_GROUP invocations a
// workgroup:
//
//	uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
//	uint record = group * ITEMS_PER_GROUP + gl_LocalInvocationIndex;
//	if (record >= count) return; // the word of Result.Count
//
// Draw and Elements start at offset 0 of a buffer. If the records are draw commands themselves, the
// word of Count can be the draw count of glMultiDrawArraysIndirectCount and
// glMultiDrawElementsIndirectCount.
type Result struct {
	Count    gpu.Count    // records kept (with Clamp: written), or of class 0, or runs
	Counts   [3]gpu.Count // records of each class (with Clamp: written); Counts[0] is Count
	Found    gpu.Count    // records kept, including those that Options.Clamp dropped
	Draw     gpu.View     // 4 words for glDrawArraysIndirect
	Elements gpu.View     // 5 words for glDrawElementsIndirect; zero without Options.Elements
	Dispatch gpu.View     // 3 words for glDispatchComputeIndirect: one workgroup for ItemsPerGroup records, or more
}

// result is one of the two sets that a Compactor writes in turn.
type result struct {
	args, elements *gpu.Buffer[uint32]
	most, room     int // the most that the counts may hold: of records found, and of records written
	othersRoom     int // of records of other classes that are written
}

// make takes the memory.
func (r *result) make(d *gpu.Device, o Options) (err error) {
	if r.args, err = gpu.NewBuffer[uint32](d, argsWords); err == nil && o.Elements {
		r.elements, err = gpu.NewBuffer[uint32](d, elementsWords)
	}
	return err
}

func (r *result) release() {
	r.args.Release()
	r.elements.Release()
}

// part is some words of the arguments: the zero View if New did not make them. After Release they
// are words of a released buffer, which operations refuse as that.
func (r *result) part(from, to int) gpu.View {
	v, err := r.args.View().Slice(4*from, 4*to)
	if err != nil {
		return gpu.View{}
	}
	return v
}

// count is a word of the arguments that holds most at most.
func (r *result) count(i, most int) gpu.Count { return gpu.CountAt(r.part(i, i+1), most) }

// kept is the number of records written, or of runs.
func (r *result) kept() gpu.Count { return r.count(argsCounts, r.room) }

// Result returns the views of the latest call's results. It reads nothing back. Before the first
// call all words are zero. The maximum of Count is n's maximum at the latest call, or dst's room if
// that is less and Options.Clamp is set. The result is zero for a nil Compactor.
func (c *Compactor) Result() Result {
	if c == nil {
		return Result{}
	}
	from := &c.results[c.latest]
	r := Result{
		Count:    from.kept(),
		Found:    from.count(argsFound, from.most),
		Draw:     from.part(argsDraw, argsDraw+4),
		Elements: from.elements.View(),
		Dispatch: from.part(argsDispatch, argsDispatch+3),
	}
	r.Counts[0] = r.Count
	for i := 1; i < c.o.Classes; i++ {
		r.Counts[i] = from.count(argsCounts+i, from.othersRoom)
	}
	return r
}

// next is the set that the call under way writes.
func (c *Compactor) next() *result { return &c.results[1-c.latest] }

// checkResult refuses operands and a count that lie in the result that the call under way writes:
// those of a Result that is older than the latest. Errors: gpu.ErrOverlap.
func (c *Compactor) checkResult(n gpu.Count, operands ...gpu.View) error {
	next := c.next()
	for _, own := range [...]gpu.View{next.args.View(), next.elements.View()} {
		if err := kernel.NeedCountApart("a Result is valid for one call more", n, own); err != nil {
			return err
		}
		for _, v := range operands {
			if err := kernel.NeedApart("an operand and the result of this call", v, own); err != nil {
				return err
			}
		}
	}
	return nil
}
