// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// optionalView is a view of a call that only some options need.
type optionalView struct {
	what, apart string // of errors
	wanted      bool
	view        gpu.View
	items       int // how many it holds; 0 means a word for each record of Src
	of          gpu.Type
}

// untyped is for edges of axes of two types.
const untyped gpu.Type = -1

// optional are the views of a call that only some options need, in the order of the kernel's
// buffers.
func (o HistogramOptions) optional(c HistogramCall) [3]optionalView {
	edges, of := 0, o.Type
	if o.Edges {
		edges = o.Bins + 1
	}
	if o.Y.Edges {
		edges += o.Y.Bins + 1
		if of = o.Y.Type; o.Edges && o.Type != o.Y.Type {
			of = untyped
		}
	}
	return [...]optionalView{
		{"Edges", "Dst and Edges", edges > 0, c.Edges, edges, of},
		{"Weights", "Dst and Weights", o.Weighted && o.Map == "", c.Weights, 0, gpu.Uint32},
		{"Y", "Dst and Y", o.Y != Axis{} && o.Map == "", c.Y, 0, o.Y.Type},
	}
}

func (h *Histogram) check(c HistogramCall, method string) error {
	if method != "Count" && (h.o.Edges != (method == "HistogramRange") || !h.o.isPlain()) {
		return kernel.ArgumentError("Edges is %v, Weighted is %v and Y.Bins is %d, want Edges for HistogramRange alone, and Count for Weighted or Y", h.o.Edges, h.o.Weighted, h.o.Y.Bins)
	}
	if err := kernel.Need(h.d, "dst", c.Dst, gpu.N(h.o.words()), 4); err != nil {
		return err
	}
	if err := kernel.NeedType(h.d, "dst", c.Dst, gpu.Uint32); err != nil {
		return err
	}
	if err := h.checkInput(c); err != nil {
		return err
	}
	if err := h.shape.Check("n", c.N); err != nil {
		return err
	}
	// The count may be read when dst has been written already.
	if err := kernel.NeedCountApart("n", c.N, c.Dst); err != nil {
		return err
	}
	for _, more := range h.o.optional(c) {
		if err := h.checkOptional(c, more); err != nil {
			return err
		}
	}
	return nil
}

func (h *Histogram) checkOptional(c HistogramCall, more optionalView) error {
	if !more.wanted {
		if more.view != (gpu.View{}) {
			return fmt.Errorf("%s is given, want the zero View with these options: %w", more.what, gpu.ErrArgument)
		}
		return nil
	}
	n := h.beside(c)
	if more.items > 0 {
		n = gpu.N(more.items)
	}
	if err := kernel.Need(h.d, more.what, more.view, n, 4); err != nil {
		return err
	}
	if more.of != untyped {
		if err := kernel.NeedItems(h.d, more.what, more.view, more.of, more.what != "Weights"); err != nil {
			return err
		}
	}
	return kernel.NeedApart(more.apart, c.Dst, more.view)
}
