// SPDX-License-Identifier: MIT

package gpu_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Some drivers treat uploads above 64 KiB differently and do not keep their order with other
// commands.
func TestUploadsKeepTheirOrderWithKernels(t *testing.T) {
	dev := gputest.Device(t)
	for _, n := range []int{100, 1 << 14, 1<<14 + 1, 1 << 18, 1<<20 + 3} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			first, second := make([]uint32, n), make([]uint32, n)
			for i := range first {
				first[i], second[i] = r.Uint32(), r.Uint32()
			}
			a, err := gpu.NewBufferFrom(dev, first)
			if err != nil {
				t.Fatal(err)
			}
			b, err := gpu.NewBuffer[uint32](dev, n)
			if err != nil {
				t.Fatal(err)
			}
			get := func(what string, b *gpu.Buffer[uint32], want []uint32) {
				t.Helper()
				got, err := b.Download()
				if err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, what, got, want)
			}
			copyOver := func() {
				t.Helper()
				if err := dev.Copy(b.View(), a.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
			}
			copyOver()
			// The kernel has read a, and must not see this upload. The upload to b must replace
			// what the kernel wrote.
			if err := a.Upload(second); err != nil {
				t.Fatal(err)
			}
			get("copied", b, first)
			copyOver()
			if err := b.Upload(first); err != nil {
				t.Fatal(err)
			}
			get("uploaded over a kernel's writes", b, first)
			get("uploaded", a, second)
			a.Release()
			b.Release()
		})
	}
}
