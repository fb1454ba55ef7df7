// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
)

// Scratch is the temporary memory of an operation. It is either the operation's own, which grows
// when a call needs more, or the caller's.
type Scratch struct {
	d       *gpu.Device
	what    string
	own     gpu.View
	view    gpu.View
	callers bool // view is the caller's memory
}

// scratchAlign is at least any driver's binding alignment, so that sizes do not depend on the
// driver.
const scratchAlign = 256

// ScratchBytes returns the size of a Scratch with parts of these sizes, for any offset. It is pure.
func ScratchBytes(parts ...int) int {
	total := scratchAlign
	for _, p := range parts {
		total += (p + scratchAlign - 1) / scratchAlign * scratchAlign
	}
	return total
}

// NewScratch returns the Scratch of an operation. what names the operation in errors.
func NewScratch(d *gpu.Device, what string) *Scratch { return &Scratch{d: d, what: what} }

// UseScratch makes the caller's memory the scratch. After the zero View the operation uses its own
// again.
func (s *Scratch) UseScratch(v gpu.View) {
	s.d.Internal().Remove(s.own.Internal())
	s.own, s.view, s.callers = gpu.View{}, v, v.Internal().Of != nil
}

// View returns all of the scratch, so that an operation can pass it to another one.
func (s *Scratch) View() gpu.View { return s.view }

// Reserve makes sure that the scratch has a number of bytes. Errors: ErrView if the caller's memory
// is smaller or belongs to another Device; ErrReleased if it was released; ErrOutOfMemory.
func (s *Scratch) Reserve(bytes int) error {
	if s.callers {
		if err := s.d.Internal().OwnPart(s.what, ": the caller's scratch", s.view.Internal()); err != nil {
			return err
		}
	}
	if s.view.Size() >= bytes {
		return nil
	}
	if s.callers {
		return fmt.Errorf("%s: the caller's scratch has %d bytes, want %d: %w", s.what, s.view.Size(), bytes, gpu.ErrView)
	}
	if err := s.d.Internal().Enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	// Kernels bind parts of it, so it may be larger than a shader-storage block.
	fresh, err := s.d.Internal().Create((bytes + 3) / 4 * 4)
	if err != nil {
		return fmt.Errorf("%s: scratch: %w", s.what, err)
	}
	s.d.Internal().Remove(s.own.Internal())
	s.own = gpu.ViewOf(fresh)
	s.view = s.own
	return nil
}

// Apart returns an error if the caller's scratch overlaps one of the views. Errors: ErrOverlap.
func (s *Scratch) Apart(views ...gpu.View) error {
	for _, v := range views {
		if s.callers && v.Overlaps(s.view) {
			return fmt.Errorf("%s: the caller's scratch and an operand share bytes: %v and %v: %w", s.what, s.view, v, gpu.ErrOverlap)
		}
	}
	return nil
}

// Cut returns the scratch as memory to take parts of. Call Reserve first.
func (s *Scratch) Cut() Cut { return Cut{s.view.Internal()} }

// Cut hands out aligned parts of scratch, in order.
type Cut struct{ rest core.View }

// Take returns the next part. The sizes must add up to no more than was reserved (ScratchBytes).
func (c *Cut) Take(bytes int) gpu.View {
	skip := (scratchAlign - c.rest.Offset%scratchAlign) % scratchAlign
	v := core.View{Of: c.rest.Of, Offset: c.rest.Offset + skip, Size: bytes}
	c.rest.Offset += skip + bytes
	c.rest.Size -= skip + bytes
	return gpu.ViewOf(v)
}

// Release frees the scratch that the operation owns.
func (s *Scratch) Release() {
	if s != nil {
		s.d.Internal().Remove(s.own.Internal())
		s.own, s.view, s.callers = gpu.View{}, gpu.View{}, false
	}
}
