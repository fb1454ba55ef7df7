// SPDX-License-Identifier: MIT

package host

import (
	"math/rand"
	"testing"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// itemsOf returns the items that bytes hold.
func itemsOf[T any](data []byte) []T {
	items := make([]T, len(data)/int(unsafe.Sizeof(*new(T))))
	copy(bytesOf(items), data)
	return items
}

func sortTrial[K Key](t *testing.T, data []byte, order Order, k int) {
	checkSorts(t, itemsOf[K](data), order, k)
}

func compactTrial[T Key](t *testing.T, data []byte, _ Order, k int) {
	src := itemsOf[T](data)
	keep := make([]bool, len(src))
	for i := range keep {
		keep[i] = (i*(k+1))>>1&1 != 0
	}
	checkCompactions(t, src, keep)
}

func sumTrial[T Number](t *testing.T, data []byte, order Order, k int) {
	op := kernel.Ops[k%len(kernel.Ops)]
	if op == gpu.Sum && typeOf[T]() == gpu.Float32 {
		op = gpu.Max
	}
	checkSums(t, itemsOf[T](data), op)
}

func binTrial[T Binned](t *testing.T, data []byte, _ Order, k int) {
	edges := itemsOf[T](data[:min(len(data), 4+4*(k%40))])
	for i, e := range edges { // NaN and what descends is refused
		if e != e {
			edges[i] = 0
		}
	}
	if len(edges) < 2 {
		return
	}
	ok(t, Sort(edges, Ascending))
	checkEdges(t, itemsOf[T](data), edges)
}

// trials are the calls by type.
var trials = []func(t *testing.T, data []byte, order Order, k int){
	sortTrial[uint32], sortTrial[int32], sortTrial[float32], sortTrial[uint64], sortTrial[int64], sortTrial[float64],
	sortTrial[uint16], sortTrial[uint8], sortTrial[int16], sortTrial[int8], sortTrial[int], sortTrial[uint],
	compactTrial[uint32], compactTrial[int32], compactTrial[float32], compactTrial[uint64], compactTrial[int64], compactTrial[float64], compactTrial[int],
	sumTrial[uint32], sumTrial[int32], sumTrial[float32], sumTrial[uint64], sumTrial[int64], sumTrial[int], sumTrial[uint],
	binTrial[uint32], binTrial[int32], binTrial[float32],
}

// Calls of random kinds, types and sizes are right on both platforms.
func TestRandomCalls(t *testing.T) {
	both(t, func(t *testing.T) {
		r := rand.New(rand.NewSource(8))
		for range gputest.InNightly(150, 50) {
			data := bytesOf(random[uint32](r, r.Intn(1<<r.Intn(13))))
			trials[r.Intn(len(trials))](t, data, Order(r.Intn(2)), r.Intn(100))
		}
	})
}

// FuzzCalls runs a call in plain Go, and on OpenGL where there is one.
func FuzzCalls(f *testing.F) {
	for i := range trials {
		f.Add(uint8(i), i%2 == 0, uint16(i), []byte{0, 0, 0, 128, 1, 0, 0, 0, 255, 255, 255, 127, 0, 0, 0, 0, 3, 0, 192, 255, 9})
	}
	f.Fuzz(func(t *testing.T, which uint8, descending bool, k uint16, data []byte) {
		order := Ascending
		if descending {
			order = Descending
		}
		data = data[:min(len(data), 1<<16)]
		trial := trials[int(which)%len(trials)]
		use(t, noGL)
		trial(t, data, order, int(k))
		if onGL.info().OpenGL {
			use(t, onGL)
			trial(t, data, order, int(k))
		}
	})
}
