// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// dstBytes is the size of what dst gets for a record.
func (o Options) dstBytes() int {
	if o.Result != "" {
		return o.ResultBytes
	}
	return o.Stride
}

// largest is the size of a record or of its result, whichever is larger. Without Record there is no
// record.
func (o Options) largest() int {
	if o.Result != "" && o.Record == "" {
		return o.ResultBytes
	}
	return max(o.Stride, o.dstBytes())
}

// fillResults makes a move write the results of finish.
func (o Options) fillResults(move *kernel.Spec) {
	sink := "results"
	if o.Record == "" {
		sink += "_index"
	}
	if !o.predicateDecides() {
		sink += "_apart"
	}
	move.Constants["RESULT"], move.Constants["FINISH"] = o.Result, "finish"
	move.Slots["SINK"] = shaders.Snippet{File: "compact/sink.glsl#" + sink}
	move.Slots["STAGED"] = shaders.Snippet{File: "compact/sink.glsl#staged_results"}
	move.Slots["DST"] = shaders.Snippet{File: "compact/dst.glsl#results"}
	move.Buffers = append(move.Buffers, "Src?")
}

// checkResult compares the array strides of a kernel's records and results with the options.
func (o Options) checkResult(k *kernel.Kernel) error {
	if o.Result == "" {
		return nil
	}
	for _, b := range []struct {
		block, option, holds string
		want                 int
	}{{"Dst", "ResultBytes", o.Result, o.ResultBytes}, {"Src", "Stride", o.Record, o.Stride}} {
		if got := k.ArrayStride(b.block); got != 0 && got != b.want {
			return kernel.StrideError("compact: New", b.option, b.want, got, b.holds)
		}
	}
	return nil
}

// needSource validates src: n records, or the zero View where results come from indices.
func (c *Compactor) needSource(a operands) error {
	if c.o.Result == "" || c.o.Record != "" {
		return kernel.NeedRecords(c.d, "src", a.src, a.n, c.o.Stride)
	}
	if a.src != (gpu.View{}) {
		return fmt.Errorf("src is %v, want the zero View, as finish takes an index: %w", a.src, gpu.ErrView)
	}
	return nil
}

// setDst binds the destination, and the records of which results are made.
func (c *Compactor) setDst(m *mover, a operands) error {
	if c.o.Result == "" {
		m.SetBuffer(bufDst, a.dst)
		return nil
	}
	if err := m.SetItems(bufDst, a.dst, c.o.ResultBytes, true); err != nil {
		return fmt.Errorf("dst: %w", err)
	}
	if c.o.Record == "" {
		return nil
	}
	if err := m.SetItems(bufSrc, a.src, c.o.Stride, true); err != nil {
		return fmt.Errorf("src: %w", err)
	}
	return nil
}

// standInForResults returns the options with GLSL of comb's own for records of any words, whose
// results are the records.
func (o Options) standInForResults(stride int) Options {
	o.Stride, o.ResultBytes, o.Record, o.Result = stride, stride, "Words", "Words"
	o.Predicate = fmt.Sprintf("struct Words { uint w[%d]; };\nWords finish(Words v, uint index) { return v; }\n", stride/4)
	switch o.By {
	case Value:
		o.Predicate += `bool keep(Words v)
{
	uint any = 0u;
	for (int i = 0; i < v.w.length(); i++) any |= v.w[i];
	return any != 0u;
}`
	case Unique:
		o.Predicate += `bool same(Words a, Words b)
{
	uint differ = 0u;
	for (int i = 0; i < a.w.length(); i++) differ |= a.w[i] ^ b.w[i];
	return differ == 0u;
}`
	}
	return o
}
