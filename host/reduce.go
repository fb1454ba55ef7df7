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
			return reduce.New(s.dev, reduce.Options{Op: reductionOf(op), Type: t})
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

// reductionOf returns the operator of package reduce that is a built-in one.
func reductionOf(op gpu.Op) reduce.Op {
	switch op {
	case gpu.Sum:
		return reduce.Sum
	case gpu.Min:
		return reduce.Min
	case gpu.Max:
		return reduce.Max
	}
	panic(fmt.Sprint("host: reductionOf has no case for ", op))
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
	case gpu.Sum:
		return func(a, b T) T { return a + b }
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
	panic(fmt.Sprint("host: combineOf has no case for ", op))
}

// identity returns the result of no items.
func identity[T Number](op gpu.Op) T {
	switch op {
	case gpu.Sum:
		return 0
	case gpu.Min:
		return largest[T]()
	case gpu.Max:
		return least[T]()
	}
	panic(fmt.Sprint("host: identity has no case for ", op))
}

// largest returns the largest number or +Inf.
func largest[T Number]() T {
	if typeOf[T]() == gpu.Float32 {
		return -least[T]()
	}
	return T(0) - 1 - least[T]()
}

// leasts are the least numbers of the types that have some below 0.
var leasts = map[gpu.Type]float64{gpu.Float32: math.Inf(-1), gpu.Int32: math.MinInt32, gpu.Int64: math.MinInt64}

// least returns the least number or -Inf.
func least[T Number]() T { return T(leasts[typeOf[T]()]) }
