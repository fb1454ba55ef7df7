// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Released ranks are an error. Only the zero View leaves them out.
func TestReleasedRanksAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	b, err := gpu.NewBuffer[uint32](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	b.Release()
	gone := b.View()
	dst, offsets := gputest.Fresh(t, dev, 8).View(), gputest.Words(t, dev, []uint32{0, 3, 8}).View()
	if err := e.Owners(dst, gone, offsets, gpu.N(2), gpu.N(8)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Owners: %v, want %v", err, gpu.ErrReleased)
	}
	if err := e.OwnersOfLengths(dst, gone, offsets, gpu.N(2), gpu.N(8)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("OwnersOfLengths: %v, want %v", err, gpu.ErrReleased)
	}
	s := makeShuffler(t, dev)
	if err := s.Shuffle(dst, gone, 4, gpu.N(8), 1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Shuffle of a released src: %v, want %v", err, gpu.ErrReleased)
	}
	if err := s.Shuffle(dst, gpu.View{}, 4, gpu.N(0), 1); err != nil {
		t.Errorf("Shuffle of no records: %v", err)
	}
	floats, err := gpu.NewBuffer[float32](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	if err := s.Shuffle(floats.View(), gpu.View{}, 4, gpu.N(0), 1); err != nil {
		t.Errorf("Shuffle of no floats: %v", err)
	}
}
