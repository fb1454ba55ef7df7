// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"maps"
	"regexp"

	"github.com/combgl/comb/shaders"
)

// Op is a built-in operator. Each is associative and commutative.
type Op int

// The operators. Sums of integers are modulo 2^32 or 2^64. Min and Max take vectors by component; of floats they pass
// over NaN, put -0 below +0, and are exact on every driver, as they compare bits.
const (
	Sum Op = iota
	Min
	Max
)

func (o Op) String() string {
	if o < Sum || o > Max {
		return fmt.Sprintf("op(%d)", int(o))
	}
	return [...]string{"sum", "min", "max"}[o]
}

// Operator is one of the caller's own, in GLSL:
//
//	gpu.Operator{
//		GLSL: `struct Box { vec4 low; vec4 high; };
//		       Box combine(Box a, Box b) { return Box(min(a.low, b.low), max(a.high, b.high)); }`,
//		Item: "Box", Bytes: 32, Identity: "Box(vec4(1e38), vec4(-1e38))",
//	}
//
// combine must be associative: (a b) c = a (b c). If it is not, results depend on the number of workers; nothing can
// check that. It is called as combine(earlier, later), and need not be commutative where the operation keeps order.
//
// GL binds whole items. A view of them must begin a whole number of items after a multiple of Caps.StorageAlignment bytes
// in its buffer, or the operation returns ErrView. Item i of an array that begins its buffer always does. Of 12 bytes, with
// an alignment of 16, items may begin at bytes 0, 12, 16, 24, 28 and so on, and not at 4, 8 or 20.
//
// GLSL may read uniform blocks, and storage blocks at bindings from UserBinding on. comb's own names that it must not
// define: main, n, and those of the functions in shaders/lib; prefix yours when a compiler says redefinition.
// Its macros end with it (shaders.Snippet), but those that Identity uses.
type Operator struct {
	GLSL     string
	Item     string // the name of the type, declared in GLSL or built in
	Bytes    int    // its std430 array stride, checked against the driver's: a multiple of 4, at most MaxItemBytes
	Identity string // an expression e with combine(e, x) = combine(x, e) = x, for every x that occurs
	Name     string // what compiler messages call GLSL; "operator" when empty
}

// MaxItemBytes is the largest item of an Operator: a mat4.
const MaxItemBytes = 64

var glslName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// IsTypeName says whether a string can be the name of a GLSL type.
func IsTypeName(s string) bool { return glslName.MatchString(s) }

// Check refuses what cannot be compiled to something right. Errors: ErrArgument.
func (o Operator) Check(what string) error {
	switch {
	case o.GLSL == "" || o.Identity == "":
		return fmt.Errorf("%s: New: the Operator has no GLSL or no Identity: %w", what, ErrArgument)
	case !IsTypeName(o.Item):
		return fmt.Errorf("%s: New: Item is %q, want the name of a GLSL type: %w", what, o.Item, ErrArgument)
	case o.Bytes < 4 || o.Bytes%4 != 0 || o.Bytes > MaxItemBytes:
		return fmt.Errorf("%s: New: Bytes is %d, want a multiple of 4 from 4 to %d: %w", what, o.Bytes, MaxItemBytes, ErrArgument)
	}
	return nil
}

// Glue is how GLSL meets an operator: constants and the snippet for the slot OPERATOR.
type Glue struct {
	Constants shaders.Constants
	Snippet   shaders.Snippet
	Bytes     int  // of an item in the caller's buffers
	Ordered   bool // the operator must be given items in order
	Exact     bool // combine gives the same bits whatever is combined first
}

// HeadedBytes is the most that an item takes in an array of the kernels' own when it has a head beside it: aligned to at
// most 16.
func (g Glue) HeadedBytes() int { return (g.Bytes + 4 + 15) / 16 * 16 }

// Merge adds to the glue's constants.
func (g Glue) Merge(more shaders.Constants) shaders.Constants {
	c := maps.Clone(g.Constants)
	maps.Copy(c, more)
	return c
}

// How the lanes of a subgroup hand items to each other (lib/item.glsl).
const (
	shuffleNone  = 0 // by shared memory: a struct of the caller's
	shufflePlain = 1 // a scalar or vector
)

// Glue is the caller's operator as GLSL sees it. Record is what lies in the source when it is not Item itself.
func (o Operator) Glue() Glue {
	name := o.Name
	if name == "" {
		name = "operator"
	}
	return Glue{
		Constants: shaders.Constants{
			"VALUE": o.Item, "VALUE_IDENTITY": "(" + o.Identity + ")", "VALUE_SHUFFLES": shuffleNone, "VALUE_ADDS": 0,
		},
		Snippet: shaders.Snippet{Name: name, Text: o.GLSL},
		Bytes:   o.Bytes,
		Ordered: true,
	}
}

// OpGlue is a built-in operator over a type as GLSL sees it: VALUE is what is combined, FROM_WORDS and TO_WORDS go
// between it and the words of the buffer. Errors: ErrArgument.
func OpGlue(what string, op Op, t Type) (Glue, error) {
	refuse := fmt.Errorf("%s: New: there is no %v of %v: %w", what, op, t, ErrArgument)
	if op < Sum || op > Max {
		return Glue{}, refuse
	}
	vectors := map[int]string{1: "uint", 2: "uvec2", 4: "uvec4"}
	floats := map[int]string{1: "float", 2: "vec2", 4: "vec4"}
	words := t.Bytes() / 4
	value, from, to := vectors[words], "", ""
	combine, identity := "add", value+"(0u)"
	adds := 0
	low, high := "0u", "0xFFFFFFFFu" // what Max and Min begin with, as a word
	switch t {
	case Uint32:
		adds = 1
	case Int32:
		low, high = "0x80000000u", "0x7FFFFFFFu"
		value, from, to, adds = "int", "int", "uint", 1
		identity = "0"
	case Uint64, Int64:
		combine = "add64"
	case Float32, Vec2, Vec4:
		low, high = "KEY_NEGATIVE_INFINITY", "KEY_INFINITY"
		if op == Sum {
			value, from, to = floats[words], "uintBitsToFloat", "floatBitsToUint"
			identity = value + "(0.0)"
		}
	default:
		return Glue{}, refuse
	}
	if op != Sum {
		bound := high
		combine = "min"
		if op == Max {
			bound, combine = low, "max"
		}
		adds = 0
		identity = value + "(" + bound + ")"
		switch t {
		case Uint64, Int64:
			combine += "64"
			if t == Int64 {
				from, to = "flipSign64", "flipSign64"
			}
		case Float32, Vec2, Vec4:
			from, to = map[Op]string{Min: "keyForMin", Max: "keyForMax"}[op], "floatBitsOfKey"
		}
	}
	return Glue{
		Constants: shaders.Constants{
			"VALUE": value, "VALUE_IDENTITY": identity, "VALUE_SHUFFLES": shufflePlain, "VALUE_ADDS": adds,
			"VALUE_WORDS": words, "WORDS": vectors[words], "FROM_WORDS": from, "TO_WORDS": to, "COMBINE": combine,
		},
		Snippet: shaders.Snippet{File: "lib/operator.glsl"},
		Bytes:   4 * words,
		Exact:   from != "uintBitsToFloat",
	}, nil
}
