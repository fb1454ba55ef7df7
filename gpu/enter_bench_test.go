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
