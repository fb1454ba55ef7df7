// SPDX-License-Identifier: MIT

package gpu_test

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// BenchmarkEnter is the cost that every call pays: is the device's own context current on this
// thread, and is it alive?
func BenchmarkEnter(b *testing.B) {
	dev := gputest.Device(b)
	b.ReportAllocs()
	for range b.N {
		if err := dev.Internal().Enter(); err != nil {
			b.Fatal(err)
		}
		dev.Internal().Leave()
	}
}

// BenchmarkEnterNested is that cost where an operation calls another.
func BenchmarkEnterNested(b *testing.B) {
	dev := gputest.Device(b)
	if err := dev.Internal().Enter(); err != nil {
		b.Fatal(err)
	}
	defer dev.Internal().Leave()
	b.ReportAllocs()
	for range b.N {
		if err := dev.Internal().Enter(); err != nil {
			b.Fatal(err)
		}
		dev.Internal().Leave()
	}
}

// BenchmarkWrapped is what a call pays for each view of a buffer of the caller's, to see that the
// buffer is still there.
func BenchmarkWrapped(b *testing.B) {
	dev := gputest.Device(b)
	id := hostBuffer(4)
	v, err := dev.Wrap(id, 0, 16)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		if err := dev.Internal().Own("the view", v.Internal()); err != nil {
			b.Fatal(err)
		}
	}
}
