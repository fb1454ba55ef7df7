// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Scratch is the memory that an operation works in: its own, which grows when a call needs more, or the caller's.
type Scratch struct {
	d    *Device
	what string
	own  View
	view View
	lent bool
}

// scratchAlign is more than any driver's binding alignment, so that sizes can be told without one.
const scratchAlign = 256

// ScratchBytes is how much Scratch parts of these sizes take, wherever it begins. It is pure.
func ScratchBytes(parts ...int) int {
	total := scratchAlign
	for _, p := range parts {
		total += (p + scratchAlign - 1) / scratchAlign * scratchAlign
	}
	return total
}

// NewScratch is scratch for an operation, which errors name.
func (d *Device) NewScratch(what string) *Scratch { return &Scratch{d: d, what: what} }

// Lend makes the caller's memory the scratch; the zero View makes it the operation's own again.
func (s *Scratch) Lend(v View) {
	s.d.remove(s.own)
	s.own, s.view, s.lent = View{}, v, v.of != nil
}

// View is all of the scratch: for lending it on.
func (s *Scratch) View() View { return s.view }

// Reserve makes sure of that many bytes. Errors: ErrView when the caller lent less, or a view of
// another Device; ErrReleased when what was lent is gone; ErrTooLarge, ErrOutOfMemory.
func (s *Scratch) Reserve(bytes int) error {
	if s.lent {
		if err := s.d.own(s.what, ": the lent scratch", s.view); err != nil {
			return err
		}
	}
	if s.view.size >= bytes {
		return nil
	}
	if s.lent {
		return fmt.Errorf("%s: the lent scratch has %d bytes, want %d: %w", s.what, s.view.size, bytes, ErrView)
	}
	if err := s.d.Enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	// Only parts of it are ever bound, so it may be larger than a shader-storage block.
	fresh, err := s.d.create((bytes + 3) / 4 * 4)
	if err != nil {
		return fmt.Errorf("%s: scratch: %w", s.what, err)
	}
	s.d.remove(s.own)
	s.own, s.view = fresh, fresh
	return nil
}

// Apart refuses lent scratch that shares bytes with one of the views. Errors: ErrOverlap.
func (s *Scratch) Apart(views ...View) error {
	for _, v := range views {
		if s.lent && v.Overlaps(s.view) {
			return fmt.Errorf("%s: the lent scratch and an operand share bytes: %v and %v: %w", s.what, s.view, v, ErrOverlap)
		}
	}
	return nil
}

// Cut begins to take the scratch apart. Reserve first.
func (s *Scratch) Cut() Cut { return Cut{s.view} }

// Cut gives out aligned parts of scratch, one behind the other.
type Cut struct{ rest View }

// Take is the next part. The sizes asked for add up to what was reserved.
func (c *Cut) Take(bytes int) View {
	skip := (scratchAlign - c.rest.offset%scratchAlign) % scratchAlign
	v := View{c.rest.of, c.rest.offset + skip, bytes}
	c.rest.offset += skip + bytes
	c.rest.size -= skip + bytes
	return v
}

// Release frees what the operation owns.
func (s *Scratch) Release() {
	if s != nil {
		s.d.remove(s.own)
		s.own, s.view, s.lent = View{}, View{}, false
	}
}
