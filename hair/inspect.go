// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/order"
	"github.com/combgl/comb/scan"
)

// Drawn has counts of the latest frame, read back.
type Drawn struct {
	Expanded   int // segments that the cull chose from
	Outside    int // of these, not drawn: out of the image
	Hidden     int // behind the head
	Small      int // next to nothing on the screen, or left out by the level of detail
	Segments   int // drawn
	Inversions int // neighbours in drawing order of which the second's midpoint is farther than the first's, in steps of KeyBits
	Leftover   int // what found no place: fragments of Lists8 and Lists16, unsorted behind the others; segments of Tiles' lists, not drawn
	Fragments  int // that Exact sorted; 0 for other methods
}

// Inspect waits for the GPU and reads back what the latest frame drew. For statistics and tests; a
// frame never does. Errors: gpu.ErrOverflow when Exact or Tiles had too little memory for the view
// (see Reserve); gpu.ErrTooLarge and gpu.ErrSelfTest when the image is not what Exact promises;
// gpu.ErrContextLost, gpu.ErrGL, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) Inspect() (drawn Drawn, err error) {
	if err := r.enter("Inspect"); err != nil {
		return drawn, err
	}
	defer r.d.Internal().Leave()
	word, _ := r.scene.Kept.Count.Word()
	var count [1]uint32
	if err := gpu.Download(r.d, word, count[:]); err != nil {
		return drawn, err
	}
	// The keys of the segments as they were drawn, whatever they were sorted by.
	r.scene.Bind()
	if err := r.order.KeySegments(r.scene.Sorted.View()); err != nil {
		return drawn, err
	}
	keys := make([]uint32, count[0])
	if err := gpu.Download(r.d, r.scene.Kept.Keys.View(), keys); err != nil {
		return drawn, err
	}
	v, err := r.cull.CountCulled()
	if err == nil {
		err = v.Check(len(keys))
	}
	if err != nil {
		return drawn, err
	}
	drawn = Drawn{
		Segments: len(keys), Inversions: order.Inversions(keys), Outside: v.Outside, Hidden: v.Hidden, Small: v.Small,
		Expanded: v.Kept + v.Outside + v.Hidden + v.Small,
	}
	if method, ok := r.oit.(oit.Inspector); ok {
		f, err := method.Inspect()
		drawn.Leftover, drawn.Fragments = f.Leftover, f.Fragments
		return drawn, err
	}
	return drawn, nil
}

// keyBins is the largest number of bins of KeyHistogram.
const keyBins = 256

// KeyHistogram counts the keys of the segments that the latest frame drew, nearest first: 256 bins
// over the range of KeyBits bits, or as many as there are keys. If most of them lie in few bins,
// the keys cannot separate the depths. It waits for the GPU and allocates. Errors: gpu.ErrArgument
// before Frame; those of scan.NewHistogram; gpu.ErrOutOfMemory, gpu.ErrContextLost,
// gpu.ErrWrongThread.
func (r *Renderer) KeyHistogram() ([]uint32, error) {
	if err := r.enter("KeyHistogram"); err != nil {
		return nil, err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("KeyHistogram"); err != nil {
		return nil, err
	}
	bins := min(keyBins, 1<<r.o.Transparency.KeyBits)
	h, err := scan.NewHistogram(r.d, scan.HistogramOptions{Type: gpu.Uint32, Bins: bins, Upper: float64(uint64(1) << r.o.Transparency.KeyBits)})
	if err != nil {
		return nil, err
	}
	defer h.Release()
	counts, err := gpu.NewBuffer[uint32](r.d, bins)
	if err != nil {
		return nil, fmt.Errorf("hair: KeyHistogram: %w", err)
	}
	defer counts.Release()
	r.scene.Bind()
	if err := r.order.KeySegments(r.scene.Kept.Segments.View()); err != nil {
		return nil, err
	}
	if err := h.HistogramEven(counts.View(), r.scene.Kept.Keys.View(), r.scene.Kept.Count); err != nil {
		return nil, err
	}
	return counts.Download()
}
