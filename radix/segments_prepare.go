// SPDX-License-Identifier: MIT

package radix

import (
	"errors"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// prepareSegments compiles and self-tests the kernels of SegmentedSort. It keeps none if there is
// an error.
func (s *Sorter) prepareSegments() error {
	s.segments = &segmentSorter{}
	p := s.layout.segmentSpecs(s.o.Type, s.inOrder)
	listed, err := s.prepareLong(p)
	if err == nil && !listed {
		err = s.prepareWindows(p)
	}
	if err == nil && !s.segments.wrong {
		if err = s.prepareLanes(p.lanes); err == nil {
			err = s.preparePieces(p.pieces)
		}
	}
	if err != nil {
		s.segments.release()
		s.byID.Release()
		s.segments, s.byID = nil, nil
	}
	return err
}

// prepareLong compiles and self-tests the sort of long segments in one dispatch, with the windows.
// It reports whether they are right.
func (s *Sorter) prepareLong(p segmentSpecs) (bool, error) {
	if !listsLong(s.d.Caps()) {
		return false, nil
	}
	s.segments.lists = true
	err := kernel.RunSelfTest(s.d, "radix, long segments", p.long[0].Shape, kernel.SelfTest{Specs: p.listed(), Test: func() error {
		if err := failed(s.segments.loadListed(s.d, p)); err != nil {
			return err
		}
		return s.testSegments()
	}})
	if err == nil {
		return true, s.segments.loadListed(s.d, p)
	}
	s.segments.release()
	s.segments = &segmentSorter{}
	if errors.Is(err, gpu.ErrSelfTest) {
		err = nil
	}
	return false, err
}

// prepareWindows compiles and self-tests the kernels of windows, and those of long segments by key
// and then by segment. If they fail, all items are sorted by key and then by segment.
func (s *Sorter) prepareWindows(p segmentSpecs) (err error) {
	if s.byID, err = New(s.d, Options{Tuning: s.o.Tuning, Ranks: s.o.Ranks}); err != nil {
		return err
	}
	err = kernel.RunSelfTest(s.d, "radix, segments", flat, kernel.SelfTest{Specs: p.all(), Test: func() error {
		if err := failed(s.segments.load(s.d, p)); err != nil {
			return err
		}
		return s.testSegments()
	}})
	if errors.Is(err, gpu.ErrSelfTest) {
		s.segments.release()
		s.segments = &segmentSorter{wrong: true}
		return s.prepareByNumber()
	}
	if err == nil {
		err = s.segments.load(s.d, p)
	}
	return err
}

// prepareByNumber compiles and self-tests the sort of all items by key and then by segment.
func (s *Sorter) prepareByNumber() (err error) {
	if s.segments.id, err = kernel.New(s.d, segmentSpec()); err != nil {
		return err
	}
	test := kernel.SelfTest{Specs: []kernel.Spec{segmentSpec()}, Test: s.testSegments}
	return kernel.RunSelfTest(s.d, "radix, segments by number", flat, test)
}

// loadWindows compiles the kernels of windows, unless they are.
func (g *segmentSorter) loadWindows(d *gpu.Device, find kernel.Spec, windows [2]kernel.Spec) error {
	for i := range g.windows {
		if err := load(d, &g.windows[i], windows[i]); err != nil {
			return err
		}
	}
	return load(d, &g.find, find)
}

// loadListed compiles the kernels of a sort that lists its long segments, unless they are.
func (g *segmentSorter) loadListed(d *gpu.Device, p segmentSpecs) error {
	if err := g.loadWindows(d, p.findListed, p.windows); err != nil {
		return err
	}
	return g.long.load(d, p.long)
}

// load compiles the kernels of a sort that gathers long items, unless they are.
func (g *segmentSorter) load(d *gpu.Device, p segmentSpecs) error {
	if err := g.loadWindows(d, p.find, p.windows); err != nil {
		return err
	}
	if err := load(d, &g.scan, p.scan); err != nil {
		return err
	}
	if err := load(d, &g.gather, p.gather); err != nil {
		return err
	}
	if err := load(d, &g.number, p.number); err != nil {
		return err
	}
	return load(d, &g.scatter, p.scatter)
}

func (g *segmentSorter) release() {
	if g == nil {
		return
	}
	for i := range g.windows {
		g.windows[i].Release()
	}
	g.lanes.Release()
	for i := range g.pieces {
		g.pieces[i].Release()
	}
	g.find.Release()
	g.long.release()
	g.scan.Release()
	g.gather.Release()
	g.number.Release()
	g.scatter.Release()
	g.first.Release()
	g.top.kernel.Release()
	g.id.Release()
}
