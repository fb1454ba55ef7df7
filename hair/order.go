// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Order is the order in which Blend and Tiles draw segments. The other OIT methods need none, and
// nothing is sorted for them.
type Order int

// The orders.
const (
	Sorted    Order = iota // far to near, by the view depth of their midpoints
	PerStrand              // whole strands far to near, by the view depth of their middle points; in a strand as in the file
	Unsorted               // as in the file: fast, and wrong where hairs cross
)

var orders = [...]string{"sorted", "strands", "unsorted"}

// String is the name that ParseOrder accepts. Other values have their number: order(99).
func (o Order) String() string {
	if o < 0 || int(o) >= len(orders) {
		return fmt.Sprintf("order(%d)", int(o))
	}
	return orders[o]
}

// Orders lists all orders.
func Orders() []Order {
	var all []Order
	for i := range orders {
		all = append(all, Order(i))
	}
	return all
}

// ParseOrder finds an order by its name. Errors: gpu.ErrArgument, with the names.
func ParseOrder(name string) (Order, error) {
	for i, n := range orders {
		if n == name {
			return Order(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseOrder: name: got %q, want one of %v: %w", name, orders, gpu.ErrArgument)
}

// SetOrder changes the order of the frames that follow. The first frame in the order PerStrand
// compiles two kernels. Errors: gpu.ErrArgument for another than those of Orders;
// gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) SetOrder(o Order) error {
	if err := r.enter("SetOrder"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if o < 0 || int(o) >= len(orders) {
		return fmt.Errorf("hair: SetOrder: got order %d, want 0 to %d: %w", int(o), len(orders)-1, gpu.ErrArgument)
	}
	r.o.Transparency.Order = o
	return nil
}

// SetKeyBits changes the bits of depth that the frames that follow sort by, 1 to 32. It costs
// nothing, or 4 bytes a segment for fewer than 9 or more than 16. With an error they stay as they
// were. Errors: gpu.ErrArgument, gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) SetKeyBits(bits int) error {
	if err := r.enter("SetKeyBits"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if bits < 1 || bits > 32 {
		return fmt.Errorf("hair: SetKeyBits: got %d bits, want 1 to 32: %w", bits, gpu.ErrArgument)
	}
	if err := r.order.SetBits(bits); err != nil {
		return err
	}
	r.o.Transparency.KeyBits = bits
	return nil
}

// sorts says whether a frame sorts: most OIT methods make the same image in any order.
func (r *Renderer) sorts() bool {
	return r.o.Transparency.Method.ordered() && r.o.Transparency.Order != Unsorted
}

// keySegments writes the keys of strands in place of those of the segments that the cull kept.
func (r *Renderer) keySegments() error {
	if r.sorts() && r.o.Transparency.Order == PerStrand {
		return r.order.KeyStrands()
	}
	return nil
}

func (r *Renderer) sortSegments() error {
	if !r.sorts() {
		r.order.Keep()
		return nil
	}
	return r.order.Sort()
}
