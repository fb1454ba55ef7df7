// SPDX-License-Identifier: MIT

package hair

import (
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Drawn is what the latest frame drew, read back.
type Drawn struct {
	Expanded   int // segments of the strands that the level of detail keeps
	Outside    int // of these, not drawn: out of the picture
	Hidden     int // behind the head
	Small      int // next to nothing on the screen
	Segments   int // drawn
	Inversions int // neighbours in drawing order of which the second's midpoint is farther than the first's, in steps of KeyBits
	Leftover   int // fragments that found no place in the per-pixel lists, and lie unsorted behind those that did
	Fragments  int // that Exact put in order; 0 for other ways
}

// Inspect waits for the GPU and reads back what the latest frame drew. For statistics and tests; a frame never does.
// Errors: gpu.ErrOverflow, gpu.ErrTooLarge and gpu.ErrSelfTest when the picture is not what Exact promises;
// gpu.ErrContextLost, gpu.ErrGL, gpu.ErrWrongThread.
func (r *Renderer) Inspect() (Drawn, error) {
	if err := r.d.Enter(); err != nil {
		return Drawn{}, err
	}
	defer r.d.Leave()
	word, _ := r.cull.Result().Count.Word()
	var count [1]uint32
	if err := gpu.Download(r.d, word, count[:]); err != nil {
		return Drawn{}, err
	}
	// The keys of the segments as they were drawn, whatever they were sorted by.
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.block)
	if err := r.enqueueKeys(r.key, r.drawn().View()); err != nil {
		return Drawn{}, err
	}
	keys := make([]uint32, count[0])
	if err := gpu.Download(r.d, r.keys.View(), keys); err != nil {
		return Drawn{}, err
	}
	drawn := Drawn{Segments: len(keys), Inversions: inversions(keys)}
	if err := r.hidden.judge(&drawn); err != nil {
		return Drawn{}, err
	}
	if way, ok := r.hair.(interface{ inspect(*Drawn) error }); ok {
		err := way.inspect(&drawn)
		return drawn, err
	}
	return drawn, nil
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
