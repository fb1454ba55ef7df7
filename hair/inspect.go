// SPDX-License-Identifier: MIT

package hair

import "github.com/combgl/comb/gpu"

// Drawn is what the latest frame drew, read back.
type Drawn struct {
	Segments   int
	Inversions int // neighbours in drawing order of which the second is farther than the first, by their keys
}

// Inspect waits for the GPU and reads back what the latest frame drew. For statistics and tests; a frame never does.
// Errors: gpu.ErrContextLost, gpu.ErrGL, gpu.ErrWrongThread.
func (r *Renderer) Inspect() (Drawn, error) {
	word, _ := r.cull.Result().Count.Word()
	var count [1]uint32
	if err := gpu.Download(r.d, word, count[:]); err != nil {
		return Drawn{}, err
	}
	keys := make([]uint32, count[0])
	from := r.sortedKeys
	if r.o.Order == Unsorted {
		from = r.keys
	}
	if err := gpu.Download(r.d, from.View(), keys); err != nil {
		return Drawn{}, err
	}
	return Drawn{len(keys), inversions(keys)}, nil
}

// inversions counts the neighbours that are not far to near.
func inversions(keys []uint32) int {
	n := 0
	for i := 1; i < len(keys); i++ {
		if keys[i-1] < keys[i] {
			n++
		}
	}
	return n
}
