// SPDX-License-Identifier: MIT

package gpu_test

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Buffers in both kinds of storage begin as zeros, keep what is uploaded, and are read back
// completely, in pieces too.
func TestPlainAndSparseStorage(t *testing.T) {
	d := gputest.Device(t)
	for _, sparse := range []bool{false, true} {
		gputest.Run(t, d, fmt.Sprint("sparse=", sparse), func(t *testing.T) {
			if sparse && !d.Internal().Facts.Sparse() {
				t.Log("no sparse buffers on ", d.Caps().Renderer)
				return
			}
			for _, words := range []int{1 << 14, 1<<14 + 1, 1 << 22, 9<<20 + 3} {
				gputest.Run(t, d, fmt.Sprint("words=", words), func(t *testing.T) { // whole pages and parts; more than two pieces
					in, err := d.Internal().CreateIn(4*words, sparse)
					v := gpu.ViewOf(in)
					if err != nil {
						t.Fatal(sparse, words, err)
					}
					got := make([]uint32, words)
					if err := gpu.Download(d, v, got); err != nil {
						t.Fatal(sparse, words, err)
					}
					for i, g := range got {
						if g != 0 {
							t.Fatalf("sparse %v: word %d of %d is %d", sparse, i, words, g)
						}
					}
					want := make([]uint32, words)
					for i := range want {
						want[i] = uint32(i)*2654435761 + 1
					}
					if err := gpu.Upload(d, v, want); err != nil {
						t.Fatal(err)
					}
					if err := gpu.Download(d, v, got); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, "what was put there", got, want)
					copied := gputest.Words(t, d, make([]uint32, words))
					if err := d.Copy(copied.View(), v, gpu.N(words)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, "what a kernel read", copied.Get(), want)
					copied.Free()
					d.Internal().Remove(in)
				})
			}
		})
	}
}

// Kernels read the last upload, also if the buffer was read back before and no kernel had read the
// earlier upload.
func TestUploadAfterDownloadReachesKernels(t *testing.T) {
	d := gputest.Device(t)
	for k := range 4 {
		gputest.Run(t, d, fmt.Sprint("k=", k), func(t *testing.T) {
			whole, read := k&1 == 0, k&2 == 0
			for _, words := range []int{1, 16, 1 << 10, 1<<14 - 1, 1 << 14, 1<<14 + 1, 1 << 18} {
				gputest.Run(t, d, fmt.Sprint("words=", words), func(t *testing.T) {
					n := words
					if !whole {
						n = max(1<<20, 2*n)
					}
					b, err := gpu.NewBuffer[uint32](d, n)
					if err != nil {
						t.Fatal(err)
					}
					if read {
						if _, err := b.Download(); err != nil {
							t.Fatal(err)
						}
					}
					want := make([]uint32, n)
					for i := range words {
						want[i] = uint32(i)*2654435761 + 1
					}
					if err := b.Upload(want[:words]); err != nil {
						t.Fatal(err)
					}
					seen := gputest.Fresh(t, d, n)
					if err := d.Copy(seen.View(), b.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, fmt.Sprintf("what a kernel saw of %d words of %d, read back before: %v", words, n, read), seen.Get(), want)
					seen.Free()
					b.Release()
				})
			}
		})
	}
}

// An upload may end within a word.
func TestUploadOfBytesReachesKernels(t *testing.T) {
	d := gputest.Device(t)
	for _, n := range []int{1, 3, 5, 1023, 1<<16 - 1, 1<<16 + 2, 1<<20 + 1} {
		gputest.Run(t, d, fmt.Sprint("n=", n), func(t *testing.T) {
			b, err := gpu.NewBuffer[uint8](d, n)
			if err != nil {
				t.Fatal(err)
			}
			bytes, want := make([]uint8, n), make([]uint32, (n+3)/4)
			for i := range bytes {
				bytes[i] = uint8(i*7 + 1)
				want[i/4] |= uint32(bytes[i]) << (i % 4 * 8)
			}
			if err := b.Upload(bytes); err != nil {
				t.Fatal(err)
			}
			seen := gputest.Fresh(t, d, len(want))
			if err := d.Copy(seen.View(), b.View(), gpu.N(len(want))); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "what a kernel saw", seen.Get(), want)
			seen.Free()
			b.Release()
		})
	}
}
