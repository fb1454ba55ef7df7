// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Order is the order in which Blend draws segments. The other ways need none, and sort nothing.
type Order int

// The orders.
const (
	Sorted    Order = iota // far to near, by the view depth of their midpoints
	PerStrand              // whole strands far to near, by the view depth of their middle points; in a strand as in the file
	Unsorted               // as in the file: fast, and wrong where hairs cross
)

var orders = [...]string{"sorted", "strands", "unsorted"}

func (o Order) String() string { return orders[o] }

// Orders are all orders.
func Orders() []Order {
	var all []Order
	for i := range orders {
		all = append(all, Order(i))
	}
	return all
}

// ParseOrder is the order of that name. Errors: gpu.ErrArgument, with the names there are.
func ParseOrder(name string) (Order, error) {
	for i, n := range orders {
		if n == name {
			return Order(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseOrder: %q, want one of %v: %w", name, orders, gpu.ErrArgument)
}

// sorts says whether a frame sorts: the ways beside Blend and Tiles give the same picture in any order.
func (r *Renderer) sorts() bool { return r.o.Transparency.ordered() && r.o.Order != Unsorted }

// drawn are the segments that drawRibbons draws, in its order.
func (r *Renderer) drawn() *gpu.Buffer[uint32] {
	if r.sorts() {
		return r.sorted
	}
	return r.kept
}

// keySegments puts the keys of strands in place of those that the cull has left.
func (r *Renderer) keySegments(Target) error {
	if !r.sorts() || r.o.Order != PerStrand {
		return nil
	}
	r.setStrands(r.m.first.View(), r.m.strands)
	return r.enqueueKeys(r.strandKey, r.kept.View())
}

// enqueueKeys runs one of the key kernels over as many segments as the cull has left.
func (r *Renderer) enqueueKeys(k *gpu.Kernel, segments gpu.View) error {
	result := r.cull.Result()
	setKey(k, segments, r.m.points.View(), r.keys.View(), result.Count)
	// Not indirect: on an H200 the frame's one indirect dispatch took 50 to 300 µs to begin.
	k.Dispatch(r.thin.groups())
	r.d.Publish()
	return nil
}

// setKey sets what both key kernels have.
func setKey(k *gpu.Kernel, kept, points, keys gpu.View, n gpu.Count) {
	k.SetBuffer(0, kept)
	k.SetBuffer(1, points)
	k.SetBuffer(2, keys)
	k.SetCount(n)
}

// setStrands sets what the key by strand has beside.
func (r *Renderer) setStrands(first gpu.View, strands int) {
	r.strandKey.SetBuffer(4, first)
	r.strandKey.Set(r.strandCount, uint32(strands))
}

func (r *Renderer) sortSegments(Target) error {
	if !r.sorts() {
		return nil
	}
	return r.sorter.Payload(r.sorted.View(), r.keys.View(), r.kept.View(), r.cull.Result().Count)
}
