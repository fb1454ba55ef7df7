// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// ExclusiveScan writes dst[i] = src[0] + ... + src[i-1], where + is the operator; dst[0] is the
// identity, as for Reduce. dst is as long as src. It may be src, or must not overlap it.
//
// On the GPU it copies the items there and back and waits once. Errors, before anything is
// enqueued: gpu.ErrCount for more than gpu.MaxItems items; gpu.ErrOverlap; gpu.ErrArgument for
// slices of different lengths or an unknown operator. If the GPU fails while the result is read,
// dst is undefined.
func ExclusiveScan[T Number](dst, src []T, op gpu.Op) error {
	return scanned("ExclusiveScan", dst, src, op, false)
}

// InclusiveScan writes dst[i] = src[0] + ... + src[i]. Otherwise it is as ExclusiveScan.
func InclusiveScan[T Number](dst, src []T, op gpu.Op) error {
	return scanned("InclusiveScan", dst, src, op, true)
}

// scannerKey and reducerKey find operations in session.operations.
type (
	scannerKey struct {
		op gpu.Op
		t  gpu.Type
	}
	reducerKey scannerKey
)

func scanned[T Number](call string, dst, src []T, op gpu.Op, inclusive bool) error {
	if err := checkOp(call, op); err != nil {
		return err
	}
	if err := checkBeside(call, "dst", len(dst), "src", len(src)); err != nil {
		return err
	}
	if err := checkLength(call, "src", len(src)); err != nil || len(src) == 0 {
		return err
	}
	if overlap(dst, src) && &dst[0] != &src[0] {
		return fmt.Errorf("host: %s: dst and src begin at different items of one array, want the same slice or none in common: %w", call, gpu.ErrOverlap)
	}
	t := typeOf[T]()
	return run(call, func(s *session) error {
		scanner, err := operation(s, scannerKey{op, t}, func() (*scan.Scanner, error) {
			return scan.New(s.dev, scan.Options{Op: op, Type: t})
		})
		if err != nil {
			return err
		}
		v, err := upload(s, slotA, src)
		if err != nil {
			return err
		}
		if inclusive {
			err = scanner.Inclusive(v, v, gpu.N(len(src)))
		} else {
			err = scanner.Exclusive(v, v, gpu.N(len(src)))
		}
		if err != nil {
			return err
		}
		return readInto(s, v, dst)
	}, func() { scanInGo(dst, src, op, inclusive) })
}

// Reduce returns src[0] + ... + src[n-1], where + is the operator. src is only read. Without items
// the result is the identity: 0 for gpu.Sum; the largest number or +Inf for gpu.Min; the least or
// -Inf for gpu.Max.
//
// On the GPU it copies the items there and one item back, and waits once. Errors, before anything
// is enqueued: gpu.ErrCount for more than gpu.MaxItems items; gpu.ErrArgument for an unknown
// operator.
func Reduce[T Number](src []T, op gpu.Op) (T, error) {
	const call = "Reduce"
	if err := checkOp(call, op); err != nil {
		return 0, err
	}
	if err := checkLength(call, "src", len(src)); err != nil || len(src) == 0 {
		return identity[T](op), err
	}
	t := typeOf[T]()
	result := make([]T, 1)
	err := run(call, func(s *session) error {
		reducer, err := operation(s, reducerKey{op, t}, func() (*reduce.Reducer, error) {
			return reduce.New(s.dev, reduce.Options{Op: [...]reduce.Op{reduce.Sum, reduce.Min, reduce.Max}[op], Type: t})
		})
		if err != nil {
			return err
		}
		v, err := upload(s, slotA, src)
		if err != nil {
			return err
		}
		dst, err := s.view(slotB, t.Bytes())
		if err != nil {
			return err
		}
		if err := reducer.Reduce(dst, v, gpu.N(len(src))); err != nil {
			return err
		}
		return gpu.Download(s.dev, dst, bytesOf(result))
	}, func() { result[0] = reduceInGo(src, op) })
	if err != nil {
		return 0, err
	}
	return result[0], nil
}

func scanInGo[T Number](dst, src []T, op gpu.Op, inclusive bool) {
	if op == gpu.Sum && typeOf[T]() == gpu.Float32 {
		sum := 0.0
		for i, x := range src {
			before := sum
			sum += float64(x)
			if inclusive {
				before = sum
			}
			dst[i] = T(before)
		}
		return
	}
	combine, result := combineOf[T](op), identity[T](op)
	for i, x := range src {
		before := result
		result = combine(result, x)
		if inclusive {
			before = result
		}
		dst[i] = before
	}
}

func reduceInGo[T Number](src []T, op gpu.Op) T {
	if op == gpu.Sum && typeOf[T]() == gpu.Float32 {
		sum := 0.0
		for _, x := range src {
			sum += float64(x)
		}
		return T(sum)
	}
	combine, result := combineOf[T](op), identity[T](op)
	for _, x := range src {
		result = combine(result, x)
	}
	return result
}

// combineOf returns an operator. Min and Max skip a NaN as the second operand, and order -0 below
// +0.
func combineOf[T Number](op gpu.Op) func(a, b T) T {
	switch op {
	case gpu.Min:
		return func(a, b T) T {
			if b < a || b == a && math.Signbit(float64(b)) {
				return b
			}
			return a
		}
	case gpu.Max:
		return func(a, b T) T {
			if b > a || b == a && math.Signbit(float64(a)) {
				return b
			}
			return a
		}
	}
	return func(a, b T) T { return a + b }
}

// identity returns the result of no items.
func identity[T Number](op gpu.Op) T {
	var whole int64
	var natural uint64
	infinite := math.Inf(1)
	switch t := typeOf[T](); {
	case op == gpu.Sum:
		return 0
	case t == gpu.Float32 && op == gpu.Max:
		return T(-infinite)
	case t == gpu.Float32:
		return T(infinite)
	case t == gpu.Uint32 && op == gpu.Min:
		natural = math.MaxUint32
	case t == gpu.Uint64 && op == gpu.Min:
		natural = math.MaxUint64
	case t == gpu.Int32:
		whole = [...]int64{gpu.Min: math.MaxInt32, gpu.Max: math.MinInt32}[op]
		return T(whole)
	case t == gpu.Int64:
		whole = [...]int64{gpu.Min: math.MaxInt64, gpu.Max: math.MinInt64}[op]
		return T(whole)
	}
	return T(natural)
}
