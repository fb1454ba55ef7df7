// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// released returns a view of n words whose buffer is released.
func released(t *testing.T, dev *gpu.Device, n int) gpu.View {
	t.Helper()
	b, err := gpu.NewBuffer[uint32](dev, n)
	if err != nil {
		t.Fatal(err)
	}
	b.Release()
	return b.View()
}

// A released output of RunLengths is an error. Only the zero View leaves an output out.
func TestReleasedOutputsOfRunsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{{Output: Runs}, {Output: Runs, Stride: 12}} {
		gputest.Run(t, dev, fmt.Sprint("stride=", o.Stride), func(t *testing.T) {
			c, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			stride := 1 + 2*i
			src := gputest.Fresh(t, dev, 6*stride).View()
			gone := released(t, dev, 6*stride+1)
			for which, name := range []string{"values", "starts", "lengths"} {
				out := [3]gpu.View{gputest.Fresh(t, dev, 6*stride).View(), gputest.Fresh(t, dev, 7).View(), gputest.Fresh(t, dev, 6).View()}
				out[which] = gone
				for _, n := range []int{6, 0} {
					if err := c.RunLengths(out[0], out[1], out[2], src, gpu.N(n)); !errors.Is(err, gpu.ErrReleased) {
						t.Errorf("released %s, n=%d: %v, want %v", name, n, err, gpu.ErrReleased)
					}
				}
			}
		})
	}
}

// A released dst of a call with Clamp and a released src are errors, and not the zero View.
func TestReleasedOperandsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	gone, words := released(t, dev, 8), gputest.Fresh(t, dev, 8).View()
	clamped, err := New(dev, Options{Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	defer clamped.Release()
	for _, n := range []int{6, 0} {
		if err := clamped.Compact(gone, words, gpu.N(n)); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("Compact with Clamp and n=%d to a released dst: %v", n, err)
		}
	}
	made, err := New(dev, Options{Predicate: "bool keep(uint i) { return true; }\nuint finish(uint i) { return i; }", Result: "uint", ResultBytes: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Release()
	if err := made.Compact(words, gone, gpu.N(6)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Compact of indices with a released src: %v, want %v", err, gpu.ErrView)
	}
	byIndex, err := New(dev, Options{Predicate: "bool keep(uint i) { return true; }", Output: Indices})
	if err != nil {
		t.Fatal(err)
	}
	defer byIndex.Release()
	if err := byIndex.Indices(words, gone, gpu.N(6)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Indices with a released by: %v, want %v", err, gpu.ErrReleased)
	}
}

// The Result of a released Compactor is of released buffers.
func TestReleasedResultIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	a, b := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View()
	var two [2]*Compactor
	for i := range two {
		c, err := New(dev, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
		two[i] = c
	}
	two[0].Release()
	if err := two[1].Compact(a, b, two[0].Result().Count); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("its count: %v, want %v", err, gpu.ErrReleased)
	}
	if err := gpu.Download(dev, two[0].Result().Draw, make([]uint32, 4)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("its draw arguments: %v, want %v", err, gpu.ErrReleased)
	}
}
