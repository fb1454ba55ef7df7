// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Argsort enqueues: dst gets the indices 0 to n-1 in the order of their keys, which are only read; equal keys keep the
// order of their indices. Nothing needs to be filled beforehand: the first pass makes the indices as it goes. Scratch is
// three words an item, taken at the first call that needs as much. dst must not overlap the keys.
// Errors, before anything is enqueued: as for Keys.
func (s *Sorter) Argsort(dst, keys gpu.View, n gpu.Count) error {
	if err := s.d.Enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if err := s.checkArgsort(dst, keys, n); err != nil || n.Max() == 0 {
		return err
	}
	if err := s.Reserve(n.Max(), true); err != nil {
		return err
	}
	spare := s.spare.View()
	if err := s.grow(&s.spare, &spare, n.Max()); err != nil {
		return err
	}
	if err := s.apart(arrays{payload: dst}, arrays{payload: keys}, true); err != nil {
		return err
	}
	src, kind := arrays{keys: keys}, withIndex
	for i, p := range s.plan {
		to := arrays{s.scratch.keys, s.scratch.payload}
		if i%2 == 1 {
			to.keys = spare
		}
		if (len(s.plan)-1-i)%2 == 0 {
			to.payload = dst
		}
		s.pass(to, src, n, p, kind)
		src, kind = to, withPayload
	}
	s.d.Publish()
	return nil
}

func (s *Sorter) checkArgsort(dst, keys gpu.View, n gpu.Count) error {
	if s.count.kernel == nil {
		return fmt.Errorf("%w: the Sorter", gpu.ErrReleased)
	}
	if err := gpu.Need("radix: dst indices", dst, n, 4); err != nil {
		return err
	}
	if err := gpu.Need("radix: keys", keys, n, 4); err != nil {
		return err
	}
	if err := s.count.kernel.Shape().Check("radix", n); err != nil {
		return err
	}
	return gpu.NeedApart("radix: dst indices and keys", dst, keys)
}
