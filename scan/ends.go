// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Call are the arguments of Scan.
type Call struct {
	Dst, Src  gpu.View
	By        gpu.View // flags, keys or offsets, as Options.By; the zero View with Whole
	N         gpu.Count
	Segments  gpu.Count // with By Offsets; otherwise zero
	Inclusive bool

	// Start is one item. The scan of each segment begins with it: each result is of Start and the
	// items, Start first. Min and Max skip NaN in it too. It may lie in Src, and must not overlap
	// Dst. The zero View means the identity. It needs Options.Ends.
	Start gpu.View

	// Total receives one item: the result of all items, with Start. For no items it is Start. The
	// call writes it in the same dispatch. As a sum of uint32 it may be the word of gpu.CountAt. It
	// must overlap no other view of the call. It needs Options.Ends and By Whole.
	Total gpu.View
}

// Scan is the general form of the other methods, which have no Start and Total. Which fields it
// needs depends on Options.By. Otherwise it is as Exclusive or Inclusive. Errors: as for Exclusive;
// gpu.ErrArgument for a By, Segments, a Start or a Total that the options exclude.
func (s *Scanner) Scan(c Call) error {
	a := operands{method: "Scan", dst: c.Dst, src: c.Src, by: c.By, n: c.N, segments: c.Segments, start: c.Start, total: c.Total}
	if c.Inclusive {
		a.inclusive = 1
	}
	if s.released() {
		return s.enter()
	}
	if s.o.By == Whole && c.By != (gpu.View{}) {
		return fmt.Errorf("scan: Scan: By is %v with Options.By %v, want the zero View: %w", c.By, s.o.By, gpu.ErrArgument)
	}
	if s.o.By != Offsets && c.Segments != (gpu.Count{}) && c.Segments != gpu.N(0) {
		return fmt.Errorf("scan: Scan: Segments is %v with Options.By %v, want 0 without %v: %w", c.Segments, s.o.By, Offsets, gpu.ErrArgument)
	}
	return s.scan(a, s.o.By)
}

// endUniforms are the uniforms of lib/ends.glsl.
type endUniforms struct {
	HasStart kernel.Uniform `uniform:"has_start,optional"`
	HasTotal kernel.Uniform `uniform:"has_total,optional"`
}

// endBuffers returns the last buffers of the scanning kernels. With segments there is no total.
func (o Options) endBuffers() []string {
	return []string{"Start", "Total"}[:o.endCount()]
}

func (o Options) endCount() int {
	switch {
	case !o.Ends:
		return 0
	case o.By == Whole:
		return 2
	}
	return 1
}

// firstEnd is the index of the first of them.
func (o Options) firstEnd() int {
	switch o.By {
	case Whole:
		return bufHeads
	case Offsets:
		return bufHeads + 2
	}
	return bufHeads + 1
}

// setEnds sets the start value and the total of a scanning kernel.
func (s *Scanner) setEnds(k *kernel.Kernel, u endUniforms, a operands) error {
	if !s.o.Ends {
		return nil
	}
	views, has := [...]gpu.View{a.start, a.total}, [...]kernel.Uniform{u.HasStart, u.HasTotal}
	at := s.o.firstEnd()
	for i := range s.o.endCount() {
		wanted := uint32(0)
		if views[i] != (gpu.View{}) {
			wanted = 1
		}
		k.Set(has[i], wanted)
		if err := s.setItems(k, at+i, [...]string{"Start", "Total"}[i], views[i], s.glue.Bytes); err != nil {
			return err
		}
	}
	return nil
}

// checkEnds checks the start value and the total.
func (s *Scanner) checkEnds(a operands) error {
	none := gpu.View{}
	if a.start == none && a.total == none {
		return nil
	}
	if !s.o.Ends {
		return kernel.ArgumentError("Ends is false, want true for a Start or a Total")
	}
	if a.total != none && s.o.By != Whole {
		return kernel.ArgumentError("By is %v, want %v for a Total", s.o.By, Whole)
	}
	for _, end := range [...]struct {
		what, apart string
		view        gpu.View
	}{{"Start", "Dst and Start", a.start}, {"Total", "Dst and Total", a.total}} {
		if end.view == none {
			continue
		}
		if err := s.needItems(end.what, end.view, gpu.N(1), s.glue.Bytes); err != nil {
			return err
		}
		if err := kernel.NeedApart(end.apart, a.dst, end.view); err != nil {
			return err
		}
	}
	if a.total == none {
		return nil
	}
	if err := kernel.NeedApart("Src and Total", a.src, a.total); err != nil {
		return err
	}
	return kernel.NeedApart("Start and Total", a.start, a.total)
}
