// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// tileUniforms are the uniforms of scan_chain.
type tileUniforms struct {
	Inclusive kernel.Uniform `uniform:"inclusive"`
	InPlace   kernel.Uniform `uniform:"in_place"`
	endUniforms
}

// tile is a single-pass kernel of a tile size. It is compiled on first use, unless it is the only
// one.
type tile struct {
	kernel.Sized
	spec kernel.Spec
	kernel.Loaded[tileUniforms]
}

func (s *Scanner) buildTiles(walk kernel.Spec) (err error) {
	s.chain = kernel.NewChain(s.d, "Scanner", s.glue.ChainRows(s.o.By != Whole))
	for _, sized := range s.o.tiles(s.d.Caps(), s.shape, s.glue) {
		walk.Shape = sized.Shape
		s.tiles = append(s.tiles, tile{Sized: sized, spec: chainSpec(walk, s.o, s.glue)})
	}
	if len(s.tiles) == 1 {
		return s.ready(&s.tiles[0])
	}
	return nil
}

// ready compiles a tile's kernel, unless it is.
func (s *Scanner) ready(t *tile) (err error) {
	if t.Kernel == nil {
		t.Loaded, err = kernel.Load[tileUniforms](s.d, t.spec)
	}
	return err
}

// readyFor compiles the kernels of a call of at most n items.
func (s *Scanner) readyFor(n int) error {
	if s.isSinglePass(n) {
		return s.ready(s.tileFor(n))
	}
	return s.readyTwoStep()
}

// Reserve allocates memory for calls of up to n items and compiles their kernels. After it such
// calls neither allocate nor compile. Errors: gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory,
// gpu.ErrShader, gpu.ErrView if the memory of UseScratch is too small, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (s *Scanner) Reserve(n int) error {
	return s.call("Reserve", func() error {
		if n < 0 || n > gpu.MaxItems {
			return fmt.Errorf("n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
		}
		if err := s.limit(gpu.N(n)); err != nil {
			return err
		}
		most := n
		if s.twoStep {
			most = min(n, singlePassMost)
		}
		for i := range s.tiles { // those for fewer items are smaller, and may need more status words
			if err := s.ready(&s.tiles[i]); err != nil {
				return err
			}
			if err := s.reserve(min(most, s.tiles[i].Most)); err != nil {
				return err
			}
			if most <= s.tiles[i].Most {
				break
			}
		}
		if err := s.readyFor(n); err != nil {
			return err
		}
		return s.reserve(n)
	})
}

// reserve allocates the memory of a call of up to n items.
func (s *Scanner) reserve(n int) error {
	if s.isSinglePass(n) {
		return s.chain.Reserve(max(1, s.tileFor(n).Shape.GroupsFor(n)))
	}
	return s.scratch.Reserve(kernel.ScratchBytes(s.shape.Workers * s.o.itemBytes(s.glue)))
}

// tileFor is the single-pass kernel for at most n items.
func (s *Scanner) tileFor(n int) *tile { return kernel.BySize(s.tiles, n) }
