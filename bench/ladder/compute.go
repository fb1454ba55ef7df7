// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/reduce"
)

// Limits of rungs with long loops.
const (
	softwareLoops = 1 << 15 // llvmpipe ends an invocation's loops in silence after 65,535 turns in all
	serialItems   = 1 << 20 // on a GPU, where one invocation would hold it for longer than its user waits
)

const softwareWhy = "this driver cuts long loops short"

func up(a, b int) int { return (a + b - 1) / b }

// load compiles a kernel that the Reducer releases.
func load[U any](r *Reducer, s kernel.Spec) (k kernel.Loaded[U]) {
	if r.err != nil {
		return k
	}
	if k, r.err = kernel.Load[U](r.d, s); r.err == nil {
		r.owned = append(r.owned, k.Release)
	}
	return k
}

// items is a buffer of so many items.
func (r *Reducer) items(n int) gpu.View {
	if r.err != nil {
		return gpu.View{}
	}
	var b *gpu.Buffer[float32]
	if b, r.err = gpu.NewBuffer[float32](r.d, n*r.el.Bytes()/4); r.err == nil {
		r.owned = append(r.owned, b.Release)
	}
	return b.View()
}

// itemKernel is a kernel over items.
type itemKernel struct {
	kernel.Loaded[itemUniforms]
	stride int
}

type itemUniforms struct {
	Count   kernel.Uniform `uniform:"item_count"`
	Divisor kernel.Uniform `uniform:"divisor"`
	// Of the kernel of loops over shares.
	Shares kernel.Uniform `uniform:"share_count,optional"`
	Each   kernel.Uniform `uniform:"share_items,optional"`
	Across kernel.Uniform `uniform:"across,optional"`
	Along  kernel.Uniform `uniform:"along,optional"`
}

func (r *Reducer) kernel(s kernel.Spec) itemKernel {
	return itemKernel{load[itemUniforms](r, s), r.el.Bytes()}
}

// enqueue takes n items of src to as many of dst as the kernel makes.
func (k itemKernel) enqueue(dst, src gpu.View, n, divisor, groups int) error {
	if err := k.SetRecords(bufSrc, src, k.stride); err != nil {
		return err
	}
	k.SetBuffer(bufDst, dst)
	k.Set(k.U.Count, uint32(n))
	k.Set(k.U.Divisor, uint32(divisor))
	k.Dispatch(groups)
	return nil
}

// dealing is how items are dealt out to shares: item k of share s is s*across + k*along.
type dealing struct{ shares, each, across, along int }

// shares is the kernel of loops over shares.
func (r *Reducer) shares(group int) itemKernel {
	return r.kernel(sharesSpec(r.op, r.el, group))
}

func (k itemKernel) deal(dst, src gpu.View, n, divisor int, l dealing) error {
	k.Set(k.U.Shares, uint32(l.shares))
	k.Set(k.U.Each, uint32(l.each))
	k.Set(k.U.Across, uint32(l.across))
	k.Set(k.U.Along, uint32(l.along))
	return k.enqueue(dst, src, n, divisor, k.Shape().GroupsFor(l.shares))
}

// readySerial makes one invocation's loop.
func readySerial(r *Reducer) error {
	most, why := serialItems, "one invocation is at it for too long"
	if r.d.Caps().Software {
		most, why = softwareLoops, softwareWhy
	}
	if r.n > most {
		return r.tooLarge(most, why)
	}
	loop := r.shares(1)
	r.chain = r.n
	r.run = func(src gpu.View) error {
		return loop.deal(r.Result(), src, r.n, r.divisor(), dealing{1, r.n, 0, 1})
	}
	return nil
}

// square deals n items out to as many shares as each has items: 64 of 64 for the texts' 4,096.
func square(n int, strided bool) dealing {
	each := int(math.Ceil(math.Sqrt(float64(n))))
	l := dealing{up(n, each), each, each, 1}
	if strided {
		l.across, l.along = 1, l.shares
	}
	return l
}

// twoPass makes two dispatches: shares, then one invocation over what they made.
func twoPass(strided bool) func(*Reducer) error {
	return func(r *Reducer) error {
		l := square(r.n, strided)
		if most := softwareLoops * softwareLoops; r.d.Caps().Software && r.n > most {
			return r.tooLarge(most, softwareWhy)
		}
		r.chain = l.each + l.shares
		first, tail, parts := r.shares(64), r.shares(1), r.items(l.shares)
		r.run = func(src gpu.View) error {
			if err := first.deal(parts, src, r.n, 1, l); err != nil {
				return err
			}
			r.d.StorageBarrier()
			return tail.deal(r.Result(), parts, l.shares, r.divisor(), dealing{1, l.shares, 0, 1})
		}
		return nil
	}
}

// aloneGroup is a workgroup in which the loop over the items and the one over what was found are
// about as long: 64 invocations for the texts' 4,096 items.
func aloneGroup(c gpu.Caps, n int) int {
	root := int(math.Ceil(math.Sqrt(float64(n))))
	return min(max(64, 1<<bits.Len(uint(root-1))), 1024, c.MaxGroupInvocations)
}

// readyAlone makes one workgroup.
func readyAlone(r *Reducer) error {
	group := aloneGroup(r.d.Caps(), r.n)
	if most := group * (softwareLoops - group); r.d.Caps().Software && r.n > most {
		return r.tooLarge(most, softwareWhy)
	}
	k := r.kernel(aloneSpec(r.op, r.el, group))
	r.chain = up(r.n, group) + group
	r.run = func(src gpu.View) error { return k.enqueue(r.Result(), src, r.n, r.divisor(), 1) }
	return nil
}

func levels(tree string, group, fetch int) func(*Reducer) error {
	return func(r *Reducer) error {
		r.levels(levelSpec(r.op, r.el, tree, plain(group, fetch)))
		return nil
	}
}

func readySubgroup(r *Reducer) error {
	s, err := lanes(r.d.Caps(), 4)
	if err != nil {
		return fmt.Errorf("ladder: %s: %w", r.rung, err)
	}
	r.levels(levelSpec(r.op, r.el, "subgroup", s))
	return nil
}

// treeChain is the most additions that an item takes part in within a workgroup: those of its
// invocation, then a tree's; with subgroups, the lanes one after the other at worst, and the
// subgroups.
func treeChain(s kernel.Shape) int {
	if s.Lanes == gpu.LanesShared {
		return s.ItemsPerThread + bits.Len(uint(s.GroupSize))
	}
	return s.ItemsPerThread + s.LaneCount + s.GroupSize/s.LaneCount
}

// levels makes a reduction by trees: a dispatch for each level, until one item is left.
func (r *Reducer) levels(s kernel.Spec) {
	for n := r.n; n > 1; n = s.Shape.GroupsFor(n) {
		r.chain += treeChain(s.Shape)
	}
	k := r.kernel(s)
	var parts [2]gpu.View // that levels write to in turn
	items := r.n
	for i := range parts {
		items = s.Shape.GroupsFor(items)
		parts[i] = r.items(items)
	}
	r.run = func(src gpu.View) error {
		n, tile := r.n, k.Shape().TileSize()
		for level := 0; n > tile; level++ {
			dst := parts[level%2]
			if err := k.enqueue(dst, src, n, 1, up(n, tile)); err != nil {
				return err
			}
			r.d.StorageBarrier()
			src, n = dst, up(n, tile)
		}
		return k.enqueue(r.Result(), src, n, r.divisor(), 1)
	}
}

// atomics makes a reduction by atomics on a word for each channel.
func atomics(scope string) func(*Reducer) error {
	return func(r *Reducer) error {
		if r.op.adds() {
			return r.unsupported("GLSL 4.30 has no atomics that add floats")
		}
		reduction, finish := atomicSpecs(r.op, r.el, scope)
		k := load[struct {
			Words kernel.Uniform `uniform:"word_count"`
		}](r, reduction)
		last, best := load[struct{}](r, finish), r.items(1)
		if r.err != nil {
			return r.err
		}
		end := func() {
			last.SetBuffer(0, best)
			last.SetBuffer(1, r.Result())
			last.Dispatch(1)
		}
		r.run = func(src gpu.View) error {
			words := r.n * r.el.Bytes() / 4
			k.SetBuffer(0, src)
			k.SetBuffer(1, best)
			k.Set(k.U.Words, uint32(words))
			k.Dispatch(k.Shape().GroupsFor(words))
			r.d.StorageBarrier()
			end()
			return nil
		}
		end() // makes the words ready; its result is not used
		r.d.MemoryBarrier()
		return nil
	}
}

// readyOurs makes comb's reduction.
func readyOurs(r *Reducer) error {
	o := reduce.Options{
		Op:   [...]reduce.Op{reduce.Sum, reduce.Mean, reduce.Min, reduce.Max}[r.op],
		Type: [...]gpu.Type{gpu.Float32, gpu.Vec4}[r.el],
	}
	red, err := reduce.New(r.d, o)
	if err != nil {
		return err
	}
	r.owned = append(r.owned, red.Release)
	s, err := kernel.Pick(r.d.Caps(), o.Tuning)
	if err != nil {
		return err
	}
	s = s.ForItems(r.el.Bytes())
	// An invocation's own items, its workgroup's, then the workers' results.
	r.chain = up(r.n, s.WorkersFor(r.n)*s.GroupSize) + s.ItemsPerThread + s.GroupSize + s.Workers
	r.run = func(src gpu.View) error { return red.Reduce(r.Result(), src, gpu.N(r.n)) }
	return s.Check("ladder: ours", gpu.N(r.n))
}
