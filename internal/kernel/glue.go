// SPDX-License-Identifier: MIT

package kernel

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

var glslName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// IsTypeName reports whether s can be the name of a GLSL type.
func IsTypeName(s string) bool { return glslName.MatchString(s) }

// CheckRecord returns an error for a record or a result of the caller that cannot work. part names
// the option: "Record". As from all checks of options here, the error begins with the option: the
// function that the caller of comb called puts its name before. Errors: ErrArgument.
func CheckRecord(part, name string, bytes int) error {
	if !IsTypeName(name) || bytes < 4 || bytes%4 != 0 || bytes > gpu.MaxRecordBytes {
		return fmt.Errorf("%s is %q of %d bytes, want a GLSL type of a multiple of 4 from 4 to %d bytes: %w", part, name, bytes, gpu.MaxRecordBytes, gpu.ErrArgument)
	}
	return nil
}

// builtInType matches GLSL's types of numbers, and those that extensions add, such as uint64_t.
var builtInType = regexp.MustCompile(`^(bool|u?int|float|double|[biud]?vec[234]|d?mat[234](x[234])?|\w+_t)$`)

// CheckDeclared returns an error for a type that is not built in and that no text of the caller
// contains. The compiler would report it in one of comb's files. part names the option: "Result".
// Errors: ErrArgument.
func CheckDeclared(part, name string, texts ...string) error {
	if name == "" || builtInType.MatchString(name) {
		return nil
	}
	for _, text := range texts {
		if shaders.Mentions(text, name) {
			return nil
		}
	}
	return fmt.Errorf("%s is %q, want a type that is built in or that the GLSL of the options declares: %w", part, name, gpu.ErrArgument)
}

// CheckOperator returns an error for an Operator that cannot work. It compiles nothing. Errors:
// ErrArgument.
func CheckOperator(o gpu.Operator) error {
	switch {
	case o.GLSL == "" || o.Identity == "":
		return ArgumentError("GLSL or Identity of the Operator is empty, want both")
	case strings.ContainsFunc(o.Identity, func(r rune) bool { return r < ' ' && r != '\t' || r > '~' }):
		return ArgumentError("Identity is %q, want one line of ASCII", o.Identity)
	case !IsTypeName(o.Item):
		return ArgumentError("Item is %q, want the name of a GLSL type", o.Item)
	case o.Bytes < 4 || o.Bytes%4 != 0 || o.Bytes > gpu.MaxItemBytes:
		return ArgumentError("Bytes is %d, want a multiple of 4 from 4 to %d", o.Bytes, gpu.MaxItemBytes)
	}
	return CheckDeclared("Item", o.Item, o.GLSL)
}

// Lacking adds a line to an error of the compiler for each function that an operator needs and does
// not define, and for an Identity that may be wrong. The compiler names one of comb's files for
// these, where comb uses them. functions are declarations by name.
func Lacking(err error, o *gpu.Operator, functions map[string]string) error {
	if o == nil || !errors.Is(err, gpu.ErrShader) {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if !shaders.DefinesFunction(o.GLSL, name) {
			err = fmt.Errorf("%w\n%s does not define %s", err, cmp.Or(o.Name, "operator"), functions[name])
		}
	}
	if strings.Contains(err.Error(), "ITEM_IDENTITY") {
		err = fmt.Errorf("%w\nITEM_IDENTITY is the Identity of %s, which is %q", err, cmp.Or(o.Name, "operator"), o.Identity)
	}
	return err
}

// Glue is an operator in the form that kernels include: constants, and the snippet for the slot
// OPERATOR.
type Glue struct {
	Constants shaders.Constants
	Snippet   shaders.Snippet
	Bytes     int  // size of an item in the caller's buffers
	Held      int  // size of a value in arrays of the kernels, if that is larger
	Ordered   bool // items must be combined in order
	Exact     bool // the order does not change the bits of the result
}

// HeadedBytes returns the largest size of an item with a head flag beside it, in an array of the
// kernels. The alignment is at most 16.
func (g Glue) HeadedBytes() int { return (g.HeldBytes() + 4 + 15) / 16 * 16 }

// RunBytes returns the same for an item with a number of runs and a length (lib/item.glsl#run).
func (g Glue) RunBytes() int { return (g.HeldBytes() + 8 + 15) / 16 * 16 }

// ChainRows returns the number of status words for a value, and a head flag if headed.
func (g Glue) ChainRows(headed bool) int {
	if headed {
		return g.statusWords(1)
	}
	return g.statusWords(0)
}

// RunRows returns the same for a value with a number of runs (lib/item.glsl#counted). There are at
// most gpu.MaxItems of them. One word and the runs have two words, in another form.
func (g Glue) RunRows() int {
	if g.Bytes == 4 {
		return 2
	}
	return g.statusWords(31)
}

// statusWords returns the number of status words for a value and a number of bits besides. Each has
// 30 bits of both (lib/look_back.glsl#items).
func (g Glue) statusWords(more int) int { return (8*g.Bytes + more + 29) / 30 }

// HeldBytes returns the size of a value in an array of the kernels.
func (g Glue) HeldBytes() int { return max(g.Bytes, g.Held) }

// Merge returns the glue's constants together with more.
func (g Glue) Merge(more shaders.Constants) shaders.Constants {
	c := maps.Clone(g.Constants)
	maps.Copy(c, more)
	return c
}

// How the lanes of a subgroup exchange items (lib/item.glsl).
const (
	shuffleNone  = 0 // through shared memory: a struct of the caller
	shufflePlain = 1 // by shuffles: a scalar or a vector
)

// GlueOf returns the Glue of an operator.
func GlueOf(o gpu.Operator) Glue {
	return Glue{
		Constants: shaders.Constants{
			"VALUE": o.Item, "VALUE_IDENTITY": "(" + o.Identity + ")", "VALUE_SHUFFLES": shuffleNone, "VALUE_ADDS": 0,
		},
		Snippet: shaders.Snippet{Name: cmp.Or(o.Name, "operator"), Text: o.GLSL},
		Bytes:   o.Bytes,
		Ordered: true,
	}
}

// Ops are the built-in operators. Tests of operators take each of them, and OpGlue refuses others.
var Ops = []gpu.Op{gpu.Sum, gpu.Min, gpu.Max}

// OpGlue returns the Glue of a built-in operator over a type. The constant VALUE is the type that
// is combined. FROM_WORDS and TO_WORDS convert between it and the words of the buffer. Errors:
// ErrArgument.
func OpGlue(op gpu.Op, t gpu.Type) (Glue, error) {
	refuse := ArgumentError("Op is %v and Type is %v, want sum, min or max of u32, i32, u64, i64, f32, f64, vec2 or vec4", op, t)
	if !slices.Contains(Ops, op) {
		return Glue{}, refuse
	}
	vectors := map[int]string{1: "uint", 2: "uvec2", 4: "uvec4"}
	floats := map[int]string{1: "float", 2: "vec2", 4: "vec4"}
	words := t.Bytes() / 4
	value, from, to := vectors[words], "", ""
	combine, identity := "add", value+"(0u)"
	adds := 0
	low, high := "0u", "0xFFFFFFFFu" // identities of Max and Min, as words
	switch t {
	case gpu.Uint32:
		adds = 1
	case gpu.Int32:
		low, high = "0x80000000u", "0x7FFFFFFFu"
		value, from, to, adds = "int", "int", "uint", 1
		identity = "0"
	case gpu.Uint64, gpu.Int64:
		combine = "add64"
	case gpu.Float32, gpu.Vec2, gpu.Vec4:
		low, high = "KEY_NEGATIVE_INFINITY", "KEY_INFINITY"
		if op == gpu.Sum {
			value, from, to = floats[words], "uintBitsToFloat", "floatBitsToUint"
			identity = value + "(0.0)"
		}
	case gpu.Float64:
		return doubleGlue(op), nil
	default:
		return Glue{}, refuse
	}
	switch op {
	case gpu.Sum:
	case gpu.Min, gpu.Max:
		bound := high
		combine = "min"
		if op == gpu.Max {
			bound, combine = low, "max"
		}
		adds = 0
		identity = value + "(" + bound + ")"
		switch t {
		case gpu.Uint64, gpu.Int64:
			combine += "64"
			if t == gpu.Int64 {
				from, to = "flipSign64", "flipSign64"
			}
		case gpu.Float32, gpu.Vec2, gpu.Vec4:
			from, to = map[gpu.Op]string{gpu.Min: "keyForMin", gpu.Max: "keyForMax"}[op], "floatBitsOfKey"
		}
	default:
		panic(fmt.Sprint("kernel: OpGlue has no case for ", op))
	}
	return Glue{
		Constants: shaders.Constants{
			"VALUE": value, "VALUE_IDENTITY": identity, "VALUE_SHUFFLES": shufflePlain, "VALUE_ADDS": adds,
			"VALUE_WORDS": words, "WORDS": vectors[words], "FROM_WORDS": from, "TO_WORDS": to, "COMBINE": combine,
		},
		Snippet: shaders.Snippet{File: "lib/operator.glsl#combine"},
		Bytes:   4 * words,
		Exact:   from != "uintBitsToFloat",
	}, nil
}

// doubleGlue is OpGlue for float64. Sums are of doubles, which go through shared memory. Min and
// Max compare words.
func doubleGlue(op gpu.Op) Glue {
	constants := shaders.Constants{
		"VALUE": "double", "VALUE_IDENTITY": "double(0.0)", "VALUE_SHUFFLES": shuffleNone, "VALUE_ADDS": 0,
		"VALUE_WORDS": 2, "WORDS": "uvec2", "FROM_WORDS": "packDouble2x32", "TO_WORDS": "unpackDouble2x32", "COMBINE": "add",
	}
	file := "lib/operator.glsl#double"
	switch op {
	case gpu.Sum:
	case gpu.Min, gpu.Max:
		file = "lib/operator.glsl#double_combine"
		maps.Copy(constants, shaders.Constants{
			"VALUE": "uvec2", "VALUE_IDENTITY": "KEY64_INFINITY", "VALUE_SHUFFLES": shufflePlain,
			"FROM_WORDS": "key64ForMin", "TO_WORDS": "bitsOfKey64", "COMBINE": "min64",
		})
		if op == gpu.Max {
			maps.Copy(constants, shaders.Constants{"VALUE_IDENTITY": "KEY64_NEGATIVE_INFINITY", "FROM_WORDS": "key64ForMax", "COMBINE": "max64"})
		}
	default:
		panic(fmt.Sprint("kernel: doubleGlue has no case for ", op))
	}
	return Glue{Constants: constants, Snippet: shaders.Snippet{File: file}, Bytes: 8, Exact: op != gpu.Sum}
}

// CompensatedGlue returns the Glue of compensated sums of float32 or a vector of them. A value has
// a second float for each component.
func CompensatedGlue(t gpu.Type) Glue {
	words := t.Bytes() / 4
	value := map[int]string{1: "vec2", 2: "vec4", 4: "mat2x4"}[words]
	g := Glue{
		Constants: shaders.Constants{
			"VALUE": value, "VALUE_IDENTITY": value + "(0.0)", "VALUE_SHUFFLES": shufflePlain, "VALUE_ADDS": 0,
			"VALUE_WORDS": words, "WORDS": map[int]string{1: "uint", 2: "uvec2", 4: "uvec4"}[words], "FROM_WORDS": "compensatedOf", "TO_WORDS": "compensatedBits",
		},
		Snippet: shaders.Snippet{File: "lib/operator.glsl#compensated"},
		Bytes:   4 * words,
		Held:    8 * words,
	}
	if words > 1 {
		g.Snippet.File += fmt.Sprint("_vec", words)
	}
	if words == 4 {
		g.Constants["VALUE_SHUFFLES"] = shuffleNone // lanes exchange no matrices
	}
	return g
}

// CheckCompensated returns an error for an option Compensated that cannot work. sum reports whether
// the operator adds, without GLSL of the caller. Errors: ErrArgument.
func CheckCompensated(sum bool, t gpu.Type) error {
	if sum && (t == gpu.Float32 || t == gpu.Vec2 || t == gpu.Vec4) {
		return nil
	}
	return ArgumentError("Compensated is true with Type %v, want a built-in sum of %v, %v or %v", t, gpu.Float32, gpu.Vec2, gpu.Vec4)
}
