// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
)

// BenchmarkCalls times calls with their copies, on OpenGL and in plain Go, for the sizes around
// which one or the other may be faster.
func BenchmarkCalls(b *testing.B) {
	for _, at := range []struct {
		name string
		s    *server
	}{{"go", noGL}, {"opengl", onGL}} {
		for _, n := range []int{1 << 10, 1 << 15, 1 << 20, 1 << 24} {
			r := rand.New(rand.NewSource(1))
			keys, work, keep := make([]uint32, n), make([]uint32, n), make([]bool, n)
			for i := range keys {
				keys[i], keep[i] = r.Uint32(), r.Intn(2) == 0
			}
			for _, c := range []struct {
				name string
				call func() error
			}{
				{"sort", func() error { copy(work, keys); return Sort(work, Ascending) }},
				{"argsort", func() error { return second(Argsort(keys, Ascending)) }},
				{"compact", func() error { return second(Compact(keys, keep)) }},
				{"scan", func() error { return InclusiveScan(work, keys, gpu.Sum) }},
				{"reduce", func() error { return second(Reduce(keys, gpu.Sum)) }},
			} {
				b.Run(fmt.Sprintf("%s/%s/n=%d", c.name, at.name, n), func(b *testing.B) {
					if at.s == onGL {
						needGL(b)
					}
					use(b, at.s)
					b.SetBytes(int64(4 * n))
					inGo := at.s.inGo.Load()
					if err := c.call(); err != nil { // compiles
						b.Fatal(err)
					}
					if at.s == onGL && at.s.inGo.Load() != inGo {
						b.Skip(Backend())
					}
					for b.Loop() {
						if err := c.call(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
