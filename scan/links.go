// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// linked is a link, which is compiled when it is first needed, unless it is the only one.
type linked struct {
	gpu.Sized
	spec               gpu.Spec
	kernel             *gpu.Kernel
	inclusive, inPlace gpu.Uniform
}

func (s *Scanner) buildLinks(walk gpu.Spec) (err error) {
	s.chain = s.d.NewChain("scan", chainRows(s.o, s.glue))
	for _, l := range s.o.links(s.d.Caps(), s.shape, s.glue) {
		walk.Shape = l.Shape
		s.links = append(s.links, linked{Sized: l, spec: chainSpec(walk, s.o, s.glue)})
	}
	if len(s.links) == 1 {
		return s.ready(&s.links[0])
	}
	return nil
}

// ready compiles a link, unless it is.
func (s *Scanner) ready(l *linked) (err error) {
	if l.kernel != nil {
		return nil
	}
	k, err := s.d.NewKernel(l.spec)
	if err == nil {
		l.inclusive, err = k.Uniform("inclusive")
	}
	if err == nil {
		l.inPlace, err = k.Uniform("in_place")
	}
	if err != nil {
		k.Release()
		return err
	}
	l.kernel = k
	return nil
}

// readyFor compiles what a call of at most n items needs, unless it is.
func (s *Scanner) readyFor(n int) error {
	if s.isChained(n) {
		return s.ready(s.linkFor(n))
	}
	return s.readyChunks()
}

// Reserve takes the memory for calls of up to n items and compiles what only those need, so that they do neither. Errors:
// gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrView when less was lent, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Scanner) Reserve(n int) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("scan: Reserve: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := s.limit(gpu.N(n)); err != nil {
		return err
	}
	chained := n
	if s.chunked {
		chained = min(n, s.o.chainedMost())
	}
	for i := range s.links {
		if err := s.ready(&s.links[i]); err != nil {
			return err
		}
		if chained <= s.links[i].Most {
			break
		}
	}
	if err := s.readyFor(n); err != nil {
		return err
	}
	if s.links != nil {
		if err := s.reserve(chained); err != nil {
			return err
		}
	}
	return s.reserve(n)
}

// reserve takes the memory for a call of up to n items.
func (s *Scanner) reserve(n int) error {
	if s.isChained(n) {
		return s.chain.Reserve(s.linkFor(n).Shape.GroupsFor(n))
	}
	return s.scratch.Reserve(gpu.ScratchBytes(s.shape.Workers * s.o.itemBytes(s.glue)))
}

// linkFor is the chained scan of at most n items.
func (s *Scanner) linkFor(n int) *linked {
	i := 0
	for n > s.links[i].Most && i < len(s.links)-1 {
		i++
	}
	return &s.links[i]
}
