// SPDX-License-Identifier: MIT

package scan

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// An Identity may use a macro of the operator's GLSL, whose other macros end with it.
func TestIdentityMayUseMacros(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Operator: &gpu.Operator{
		GLSL: "#define NOTHING BASE\n#define BASE 0u\n#define n 7u\nuint combine(uint a, uint b) { return a + b; }\n#define if while\n",
		Item: "uint", Bytes: 4, Identity: "NOTHING",
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	words, want := make([]uint32, 3000), make([]uint32, 3000)
	for i := range words {
		words[i], want[i] = uint32(i), uint32(i*(i+1)/2)
	}
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, len(words))
	if err := s.Inclusive(dst.View(), src.View(), gpu.N(len(words))); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "sums", dst.Get(), want)
}
