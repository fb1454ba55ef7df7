// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"math"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/reduce"
)

func (t *trial) numberType() gpu.Type { return gputest.NumberTypes[t.pick(len(gputest.NumberTypes))] }

// op is a built-in operator.
func (t *trial) op() gpu.Op { return kernel.Ops[t.pick(len(kernel.Ops))] }

// reductions are the operators of package reduce: what has a name is one.
var reductions = func() (all []reduce.Op) {
	for op := reduce.Op(0); op.String() != fmt.Sprintf("op(%d)", int(op)); op++ {
		all = append(all, op)
	}
	return all
}()

// builtIn is the built-in operator of the same name, or of ArgMin and ArgMax that which orders
// items alike.
func builtIn(op reduce.Op) gpu.Op {
	name := strings.TrimPrefix(op.String(), "arg")
	for _, o := range kernel.Ops {
		if o.String() == name {
			return o
		}
	}
	panic(fmt.Sprint("no built-in operator is named as ", op))
}

// like is an operator for which random items are exact.
func like(op reduce.Op) gpu.Op {
	if op == reduce.Sum || op == reduce.Mean || op == reduce.Statistics {
		return gpu.Sum
	}
	return gpu.Min
}

// rank maps an item to a number of the same order; NaN comes last either way.
func rank(t gpu.Type, w []uint32, largest bool) uint64 {
	var k uint64
	switch t {
	case gpu.Float32:
		if f := math.Float32frombits(w[0]); f != f {
			return math.MaxUint64
		}
		k = sortable(t, uint64(w[0]))
	case gpu.Float64:
		k = uint64(w[1])<<32 | uint64(w[0])
		if f := math.Float64frombits(k); f != f {
			return math.MaxUint64
		}
		k = sortable(t, k)
	case gpu.Uint64, gpu.Int64:
		k = sortable(t, uint64(w[1])<<32|uint64(w[0]))
	default:
		k = sortable(t, uint64(w[0]))
	}
	if largest {
		return 1<<(8*t.Bytes()-1)<<1 - 1 - k
	}
	return k
}

// reduced is what a reduction of items leaves; from is the index of the first.
func reduced(op reduce.Op, typ gpu.Type, items []uint32, from int) []uint32 {
	size := typ.Bytes() / 4
	switch op {
	case reduce.ArgMin, reduce.ArgMax:
		best, index := uint64(0), -1
		for i := 0; i < len(items)/size; i++ {
			if r := rank(typ, items[i*size:], op == reduce.ArgMax); index < 0 || r < best {
				best, index = r, i
			}
		}
		if index < 0 {
			none := gputest.OracleOf(builtIn(op), typ).Identity
			return append(append([]uint32(nil), none...), math.MaxUint32)
		}
		return append(append([]uint32(nil), items[index*size:(index+1)*size]...), uint32(from+index))
	}
	o := gputest.OracleOf(builtIn(op), typ)
	sum := o.Identity
	for i := 0; i < len(items); i += size {
		sum = o.Combine(sum, items[i:i+size])
	}
	return sum
}

// reduceOp is an operator of one result and a type whose results are exact: a mean is not.
func (t *trial) reduceOp() (reduce.Op, gpu.Type) {
	op := reductions[t.pick(len(reductions))]
	if op == reduce.Mean || op == reduce.Statistics {
		op = reduce.Sum
	}
	return op, t.numberType()
}

func (t *trial) reducer(o reduce.Options) (*reduce.Reducer, error) {
	r, err := get(t.worker, fmt.Sprint("reduce", o.Op, o.Type, o.Segmented, o.ByKey, o.KeyBytes, o.Custom != nil, o.Input, o.Stride, o.Tuning), func() (*reduce.Reducer, error) { return reduce.New(t.d, o) })
	if err != nil {
		return nil, err
	}
	bytes, err := reduce.ScratchBytes(t.d.Caps(), o)
	return r, t.scratch(r.UseScratch, bytes, err)
}

func reduceAll(t *trial) error {
	op, typ := t.reduceOp()
	r, err := t.reducer(reduce.Options{Op: op, Type: typ, Tuning: t.tune})
	if err != nil {
		return err
	}
	items := gputest.Items(t.r, like(op), typ, t.most)
	want := reduced(op, typ, items[:t.n*typ.Bytes()/4], 0)
	src, dst := t.area("src", items), t.output("dst", len(want)+2)
	dst.becomes(want)
	return r.Reduce(dst.view(), src.view(), t.count)
}

func reduceSegments(t *trial) error {
	op, typ := t.reduceOp()
	r, err := t.reducer(reduce.Options{Op: op, Type: typ, Segmented: true, Tuning: t.tune})
	if err != nil {
		return err
	}
	items := gputest.Items(t.r, like(op), typ, t.most)
	bounds, offsets := t.offsets()
	var want []uint32
	size := typ.Bytes() / 4
	for s := range len(bounds) - 1 {
		from, to := min(int(bounds[s]), t.n), min(int(bounds[s+1]), t.n)
		want = append(want, reduced(op, typ, items[from*size:to*size], from)...)
	}
	src, dst := t.area("src", items), t.output("dst", len(want)+2)
	dst.becomes(want)
	return r.SegmentedReduce(dst.view(), src.view(), offsets.view(), gpu.N(len(bounds)-1), t.count)
}

// affine composes x -> a x + b: associative, not commutative.
var affine = gpu.Operator{
	GLSL: `struct Affine { uint a; uint b; };
Affine combine(Affine f, Affine g) { return Affine(f.a * g.a, g.a * f.b + g.b); }`,
	Item: "Affine", Bytes: 8, Identity: "Affine(1u, 0u)",
}

var affineOracle = gputest.Oracle{Words: 2, Identity: []uint32{1, 0}, Combine: func(f, g []uint32) []uint32 {
	return []uint32{f[0] * g[0], g[0]*f[1] + g[1]}
}}

func reduceCustom(t *trial) error {
	c := reduce.Custom{Operator: affine, Ordered: true, Record: "uvec4", RecordBytes: 16, Result: "uint", ResultBytes: 4}
	c.GLSL += "\nAffine map(uvec4 r, uint i) { return Affine(r.x | 1u, r.y + i); }\nuint finish(Affine f, uint n) { return f.a * 7u + f.b + n; }"
	r, err := t.reducer(reduce.Options{Custom: &c, Tuning: t.tune})
	if err != nil {
		return err
	}
	records := t.junk(4 * t.most)
	sum := affineOracle.Identity
	for i := range t.n {
		sum = affineOracle.Combine(sum, []uint32{records[4*i] | 1, records[4*i+1] + uint32(i)})
	}
	src, dst := t.areaAt("src", records, 4*t.pick(9)), t.output("dst", 1)
	dst.becomes([]uint32{sum[0]*7 + sum[1] + uint32(t.n)})
	return r.Reduce(dst.view(), src.view(), t.count)
}
