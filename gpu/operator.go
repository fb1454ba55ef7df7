// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Op is a built-in operator, associative and commutative. The bits of float sums depend on the
// order.
type Op int

// The operators. Sums of integers wrap modulo 2^32 or 2^64. Min and Max of vectors work on each
// component; for floats they ignore NaN, order -0 below +0, and are exact on every driver.
const (
	Sum Op = iota
	Min
	Max
)

var opNames = [...]string{Sum: "sum", Min: "min", Max: "max"}

func (o Op) String() string {
	if o < 0 || int(o) >= len(opNames) {
		return fmt.Sprintf("op(%d)", int(o))
	}
	return opNames[o]
}

// Operator is the caller's own operator, in GLSL:
//
//	gpu.Operator{
//		GLSL: `struct Box { vec4 low; vec4 high; };
//		       Box combine(Box a, Box b) { return Box(min(a.low, b.low), max(a.high, b.high)); }`,
//		Item: "Box", Bytes: 32, Identity: "Box(vec4(1e38), vec4(-1e38))",
//	}
//
// combine(earlier, later) must be associative, or results depend on the number of workers; comb
// cannot check this. It need not be commutative in operations that keep the order.
//
// A view of items begins a whole number of items after a multiple of Caps.StorageAlignment bytes in
// its buffer, or the operation returns ErrView. With items of 12 bytes and an alignment of 16,
// bytes 0, 12, 16, 24 and 28 are right, and 4, 8 and 20 are not.
//
// GLSL may read uniform blocks, and storage blocks at bindings from UserBinding on. It must not
// define main, n, or the functions in shaders/lib. Two names are an ErrArgument: that of a built-in
// function of GLSL for a function, such as min, and that of a uniform of comb's kernels for a
// uniform outside of blocks, such as dst_at or workers. Macros of GLSL are undefined after it,
// except those that Identity uses.
type Operator struct {
	GLSL     string
	Item     string // the name of the type, declared in GLSL or built in
	Bytes    int    // the std430 array stride of Item: a multiple of 4, at most MaxItemBytes
	Identity string // an expression e with combine(e, x) = combine(x, e) = x, for every x; one line
	Name     string // the name of GLSL in compiler messages; "" means "operator"
}
