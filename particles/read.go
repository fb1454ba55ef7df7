// SPDX-License-Identifier: MIT

package particles

import (
	"reflect"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// isRecord checks a slice's element type against the system's record.
func (s *System) isRecord(operation string, slice any) error {
	want := reflect.TypeOf(s.o.Record)
	if want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	if got := reflect.TypeOf(slice).Elem(); got != want {
		return badLayout("%s: got records of type %v, want %v", operation, got, want)
	}
	return nil
}

// asRecords returns words as records.
func asRecords[T any](words []uint32) []T {
	var one T
	n := len(words) * 4 / int(unsafe.Sizeof(one))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&words[0])), n)
}

// Read waits for the GPU and returns the living particles, in the order of birth or as Sort.Gather
// sorted them. It is for tools and tests. T must be the system's record.
//
// Errors: ErrLayout for another T; gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func Read[T any](s *System) ([]T, error) {
	if err := s.live("Read"); err != nil {
		return nil, err
	}
	if err := s.isRecord("Read", []T(nil)); err != nil {
		return nil, err
	}
	words, err := s.living()
	return asRecords[T](words), err
}

// living returns the words of the living particles' records, in order.
func (s *System) living() ([]uint32, error) {
	stats, err := s.StatsNow()
	if err != nil {
		return nil, err
	}
	stride := s.text.record.stride / 4
	if !s.o.Slots {
		words := make([]uint32, stats.Alive*stride)
		return words, gpu.Download(s.d, s.Records(), words)
	}
	all := make([]uint32, s.o.Capacity*stride)
	if err := gpu.Download(s.d, s.Records(), all); err != nil {
		return nil, err
	}
	slots := make([]uint32, stats.Alive)
	if err := gpu.Download(s.d, s.indexOn(s.frame.side), slots); err != nil {
		return nil, err
	}
	words := make([]uint32, 0, len(slots)*stride)
	for _, slot := range slots {
		words = append(words, all[int(slot)*stride:int(slot+1)*stride]...)
	}
	return words, nil
}
