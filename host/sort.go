// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"reflect"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
)

// Sort sorts keys in place. Equal integers are the same bits, and floats are equal only if their
// bits are.
//
// On the GPU it copies the keys there and back and waits once. Errors, before anything is enqueued:
// gpu.ErrCount for more than gpu.MaxItems keys; gpu.ErrArgument for an unknown order. If the GPU
// fails while the result is read, the keys are undefined.
func Sort[K Key](keys []K, order Order) error {
	const call = "Sort"
	if err := checkSort(call, len(keys), order); err != nil || len(keys) == 0 {
		return err
	}
	n := gpu.N(len(keys))
	return run(call, func(s *session) error {
		sorter, err := sorterFor[K](s, order, radix.ForKeys, len(keys))
		if err != nil {
			return err
		}
		v, err := upload(s, slotA, keys)
		if err != nil {
			return err
		}
		if err := sorter.SortKeys(v, v, n); err != nil {
			return err
		}
		return readInto(s, v, keys)
	}, func() { sortInGo(keys, order, nil) })
}

// SortBy sorts keys in place, and moves the values in the same way: values[i] stays with keys[i].
// Equal keys keep their order. values is as long as keys and must not share memory with it. V may
// be any type.
//
// Values of type uint32, int32 or float32 travel to the GPU with the keys, and the call waits
// twice. For other types the call is Argsort, and then a loop on the CPU moves keys and values
// through a copy. Errors: as for Sort; gpu.ErrArgument for slices of different lengths;
// gpu.ErrOverlap.
func SortBy[K Key, V any](keys []K, values []V, order Order) error {
	const call = "SortBy"
	if err := checkBeside(call, "values", len(values), "keys", len(keys)); err != nil {
		return err
	}
	if err := checkSort(call, len(keys), order); err != nil || len(keys) == 0 {
		return err
	}
	if overlap(keys, values) {
		return fmt.Errorf("host: %s: keys and values share memory, want none in common: %w", call, gpu.ErrOverlap)
	}
	switch reflect.TypeFor[V]().Kind() {
	case reflect.Uint32, reflect.Int32, reflect.Float32:
		return sortPairs(keys, recast[uint32](values), order)
	}
	indices, err := argsort(call, keys, order)
	if err != nil {
		return err
	}
	gather(keys, indices)
	gather(values, indices)
	return nil
}

func sortPairs[K Key](keys []K, values []uint32, order Order) error {
	return run("SortBy", func(s *session) error {
		sorter, err := sorterFor[K](s, order, radix.ForPairs, len(keys))
		if err != nil {
			return err
		}
		k, err := upload(s, slotA, keys)
		if err != nil {
			return err
		}
		v, err := upload(s, slotB, values)
		if err != nil {
			return err
		}
		if err := sorter.SortPairs(k, v, k, v, gpu.N(len(keys))); err != nil {
			return err
		}
		if err := readInto(s, k, keys); err != nil {
			return err
		}
		return readInto(s, v, values)
	}, func() { sortInGo(keys, order, values) })
}

// gather moves items[indices[i]] to items[i], through a copy.
func gather[T any](items []T, indices []uint32) {
	moved := make([]T, len(items))
	for i, from := range indices {
		moved[i] = items[from]
	}
	copy(items, moved)
}

// Argsort returns the indices of the keys in the order of the keys. Equal keys keep the order of
// their indices. The keys are only read. The result is empty for no keys.
//
// On the GPU it copies the keys there and 4 bytes for each key back, and waits once. Errors: as for
// Sort.
func Argsort[K Key](keys []K, order Order) ([]uint32, error) {
	const call = "Argsort"
	if err := checkSort(call, len(keys), order); err != nil || len(keys) == 0 {
		return nil, err
	}
	return argsort(call, keys, order)
}

func argsort[K Key](call string, keys []K, order Order) ([]uint32, error) {
	indices := make([]uint32, len(keys))
	return resultOf(indices, run(call, func(s *session) error {
		sorter, err := sorterFor[K](s, order, radix.ForIndices, len(keys))
		if err != nil {
			return err
		}
		k, err := upload(s, slotA, keys)
		if err != nil {
			return err
		}
		v, err := s.view(slotB, 4*len(keys))
		if err != nil {
			return err
		}
		if err := sorter.SortIndices(v, k, gpu.N(len(keys))); err != nil {
			return err
		}
		return gpu.Download(s.dev, v, indices)
	}, func() { argsortInGo(keys, order, indices) }))
}

// TopK returns the k keys that come first in the order, sorted, and their indices: the smallest, or
// with Descending the largest. Equal keys come in the order of their indices. It returns all keys
// if there are fewer than k. The keys are only read.
//
// On the GPU it copies all keys there and the k keys and indices back, and waits twice. Errors: as
// for Sort; gpu.ErrCount for a negative k.
func TopK[K Key](keys []K, k int, order Order) (first []K, indices []uint32, err error) {
	const call = "TopK"
	if k < 0 {
		return nil, nil, fmt.Errorf("host: %s: k is %d, want 0 or more: %w", call, k, gpu.ErrCount)
	}
	if err := checkSort(call, len(keys), order); err != nil {
		return nil, nil, err
	}
	if k = min(k, len(keys)); k == 0 {
		return nil, nil, nil
	}
	first, indices = make([]K, k), make([]uint32, k)
	err = run(call, func(s *session) error {
		return topK(s, first, indices, keys, order)
	}, func() {
		all := make([]uint32, len(keys))
		argsortInGo(keys, order, all)
		copy(indices, all)
		for i, from := range indices {
			first[i] = keys[from]
		}
	})
	if err != nil {
		return nil, nil, err
	}
	return first, indices, nil
}

func topK[K Key](s *session, first []K, indices []uint32, keys []K, order Order) error {
	t, k := typeOf[K](), len(first)
	sorter, err := sorterOf(s, t, order)
	if err != nil {
		return err
	}
	bytes, err := radix.TopKScratchBytes(s.dev.Caps(), radix.Options{Type: t}, k, len(keys), false)
	if err != nil {
		return err
	}
	if err := useScratch(s, sorter, bytes); err != nil {
		return err
	}
	src, err := upload(s, slotA, keys)
	if err != nil {
		return err
	}
	dst, err := s.view(slotB, k*t.Bytes())
	if err != nil {
		return err
	}
	at, err := s.view(slotC, 4*k)
	if err != nil {
		return err
	}
	if err := sorter.TopK(dst, at, src, k, gpu.N(len(keys))); err != nil {
		return err
	}
	if err := gpu.Download(s.dev, dst, bytesOf(first)); err != nil {
		return err
	}
	return gpu.Download(s.dev, at, indices)
}

func checkSort(call string, n int, order Order) error {
	if err := order.check(call); err != nil {
		return err
	}
	return checkLength(call, "keys", n)
}

// sorterKey finds the Sorter of a type in session.operations.
type sorterKey struct{ t gpu.Type }

func sorterOf(s *session, t gpu.Type, order Order) (*radix.Sorter, error) {
	sorter, err := operation(s, sorterKey{t}, func() (*radix.Sorter, error) {
		return radix.New(s.dev, radix.Options{Type: t})
	})
	if err == nil {
		sorter.SetDescending(order == Descending)
	}
	return sorter, err
}

// sorterFor returns the Sorter of a type, with scratch for a use of n keys.
func sorterFor[K Key](s *session, order Order, use radix.Use, n int) (*radix.Sorter, error) {
	t := typeOf[K]()
	sorter, err := sorterOf(s, t, order)
	if err != nil {
		return nil, err
	}
	bytes, err := radix.ScratchBytes(s.dev.Caps(), radix.Options{Type: t}, use, n)
	if err != nil {
		return nil, err
	}
	return sorter, useScratch(s, sorter, bytes)
}

// useScratch gives a Sorter the scratch that all Sorters share.
func useScratch(s *session, sorter *radix.Sorter, bytes int) error {
	v, err := s.view(slotScratch, bytes)
	if err == nil {
		sorter.UseScratch(v)
	}
	return err
}

// resultOf returns no result with an error.
func resultOf[R any](r R, err error) (R, error) {
	if err != nil {
		var none R
		return none, err
	}
	return r, nil
}
