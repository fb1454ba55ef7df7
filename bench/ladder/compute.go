// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/reduce"
)

// Limits of rungs with long loops.
const (
	softwareLoops = 1 << 15 // llvmpipe ends an invocation's loops in silence after 65,535 turns in all
	serialItems   = 1 << 20 // on a GPU, where one invocation would hold it for longer than its user waits
)

const softwareWhy = "this driver cuts long loops short"

func up(a, b int) int { return (a + b - 1) / b }

// itemKernel is a kernel over items, with the uniforms that all of them have.
type itemKernel struct {
	*gpu.Kernel
	count, divisor gpu.Uniform
	stride         int
}

func (r *Reducer) kernel(s gpu.Spec) (k itemKernel, err error) {
	if k.Kernel, err = r.d.NewKernel(s); err != nil {
		return k, err
	}
	k.stride = r.el.Bytes()
	if k.count, err = k.Uniform("item_count"); err != nil {
		return k, err
	}
	k.divisor, err = k.Uniform("divisor")
	return k, err
}

// enqueue takes n items of src to as many of dst as the kernel makes.
func (k itemKernel) enqueue(dst, src gpu.View, n, divisor, groups int) error {
	if err := k.SetRecords(bufSrc, src, k.stride); err != nil {
		return err
	}
	k.SetBuffer(bufDst, dst)
	k.Set(k.count, uint32(n))
	k.Set(k.divisor, uint32(divisor))
	k.Dispatch(groups)
	return nil
}

// shares is the kernel of loops over shares.
type shares struct {
	itemKernel
	shares, each, across, along gpu.Uniform
}

// dealing is how items are dealt out to shares: item k of share s is s*across + k*along.
type dealing struct{ shares, each, across, along int }

func (r *Reducer) shares(group int) (k shares, err error) {
	if k.itemKernel, err = r.kernel(sharesSpec(r.op, r.el, group)); err != nil {
		return k, err
	}
	for name, to := range map[string]*gpu.Uniform{"share_count": &k.shares, "share_items": &k.each, "across": &k.across, "along": &k.along} {
		if *to, err = k.Uniform(name); err != nil {
			return k, err
		}
	}
	return k, nil
}

func (k shares) deal(dst, src gpu.View, n, divisor int, l dealing) error {
	k.Set(k.shares, uint32(l.shares))
	k.Set(k.each, uint32(l.each))
	k.Set(k.across, uint32(l.across))
	k.Set(k.along, uint32(l.along))
	return k.enqueue(dst, src, n, divisor, k.Shape().GroupsFor(l.shares))
}

// serial is one invocation's loop.
type serial struct {
	r    *Reducer
	loop shares
}

func readySerial(r *Reducer) (err error) {
	most, why := serialItems, "one invocation is at it for too long"
	if r.d.Caps().Software {
		most, why = softwareLoops, softwareWhy
	}
	if r.n > most {
		return r.tooLarge(most, why)
	}
	w := &serial{r: r}
	r.way, r.chain = w, r.n
	w.loop, err = r.shares(1)
	return err
}

func (w *serial) run(src gpu.View) error {
	return w.loop.deal(w.r.Result(), src, w.r.n, w.r.divisor(), dealing{1, w.r.n, 0, 1})
}

func (w *serial) release() { w.loop.Release() }

// inTwo is two dispatches: shares, then one invocation over what they made.
type inTwo struct {
	r           *Reducer
	first, tail shares
	parts       *gpu.Buffer[float32]
	dealing     dealing
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

func twoPass(strided bool) func(*Reducer) error {
	return func(r *Reducer) (err error) {
		w := &inTwo{r: r, dealing: square(r.n, strided)}
		if most := softwareLoops * softwareLoops; r.d.Caps().Software && r.n > most {
			return r.tooLarge(most, softwareWhy)
		}
		r.way, r.chain = w, w.dealing.each+w.dealing.shares
		if w.first, err = r.shares(64); err != nil {
			return err
		}
		if w.tail, err = r.shares(1); err != nil {
			return err
		}
		w.parts, err = gpu.NewBuffer[float32](r.d, w.dealing.shares*r.el.Bytes()/4)
		return err
	}
}

func (w *inTwo) run(src gpu.View) error {
	if err := w.first.deal(w.parts.View(), src, w.r.n, 1, w.dealing); err != nil {
		return err
	}
	w.r.d.Barrier()
	n := w.dealing.shares
	return w.tail.deal(w.r.Result(), w.parts.View(), n, w.r.divisor(), dealing{1, n, 0, 1})
}

func (w *inTwo) release() {
	w.first.Release()
	w.tail.Release()
	w.parts.Release()
}

// alone is one workgroup.
type alone struct {
	r *Reducer
	k itemKernel
}

// aloneGroup is a workgroup in which the loop over the items and the one over what was found are
// about as long: 64 invocations for the texts' 4,096 items.
func aloneGroup(c gpu.Caps, n int) int {
	root := int(math.Ceil(math.Sqrt(float64(n))))
	return min(max(64, 1<<bits.Len(uint(root-1))), 1024, c.MaxGroupInvocations)
}

func readyAlone(r *Reducer) (err error) {
	group := aloneGroup(r.d.Caps(), r.n)
	if most := group * (softwareLoops - group); r.d.Caps().Software && r.n > most {
		return r.tooLarge(most, softwareWhy)
	}
	w := &alone{r: r}
	r.way, r.chain = w, up(r.n, group)+group
	w.k, err = r.kernel(aloneSpec(r.op, r.el, group))
	return err
}

func (w *alone) run(src gpu.View) error {
	return w.k.enqueue(w.r.Result(), src, w.r.n, w.r.divisor(), 1)
}

func (w *alone) release() { w.k.Release() }

// inLevels is a reduction by trees: a dispatch for each level, until one item is left.
type inLevels struct {
	r     *Reducer
	k     itemKernel
	parts [2]*gpu.Buffer[float32] // that levels write to in turn
}

func levels(tree string, group, fetch int) func(*Reducer) error {
	return func(r *Reducer) error { return r.levels(levelSpec(r.op, r.el, tree, plain(group, fetch))) }
}

func readySubgroup(r *Reducer) error {
	s, err := lanes(r.d.Caps(), 4)
	if err != nil {
		return fmt.Errorf("ladder: %s: %w", r.rung, err)
	}
	return r.levels(levelSpec(r.op, r.el, "subgroup", s))
}

// treeChain is the most additions that an item takes part in within a workgroup: those of its
// invocation, then a tree's; with subgroups, the lanes one after the other at worst, and the
// subgroups.
func treeChain(s gpu.Shape) int {
	if s.Lanes == gpu.LanesShared {
		return s.ItemsPerThread + bits.Len(uint(s.GroupSize))
	}
	return s.ItemsPerThread + s.LaneCount + s.GroupSize/s.LaneCount
}

func (r *Reducer) levels(s gpu.Spec) (err error) {
	w := &inLevels{r: r}
	r.way = w
	each := treeChain(s.Shape)
	for n := r.n; n > 1; n = s.Shape.GroupsFor(n) {
		r.chain += each
	}
	if w.k, err = r.kernel(s); err != nil {
		return err
	}
	items := s.Shape.GroupsFor(r.n)
	for i := range w.parts {
		if w.parts[i], err = gpu.NewBuffer[float32](r.d, items*r.el.Bytes()/4); err != nil {
			return err
		}
		items = s.Shape.GroupsFor(items)
	}
	return nil
}

func (w *inLevels) run(src gpu.View) error {
	n, tile := w.r.n, w.k.Shape().TileSize()
	for level := 0; n > tile; level++ {
		dst := w.parts[level%2].View()
		if err := w.k.enqueue(dst, src, n, 1, up(n, tile)); err != nil {
			return err
		}
		w.r.d.Barrier()
		src, n = dst, up(n, tile)
	}
	return w.k.enqueue(w.r.Result(), src, n, w.r.divisor(), 1)
}

func (w *inLevels) release() {
	w.k.Release()
	w.parts[0].Release()
	w.parts[1].Release()
}

// atomic goes by atomics to a word for each channel.
type atomic struct {
	r         *Reducer
	k, finish *gpu.Kernel
	words     gpu.Uniform
	best      *gpu.Buffer[uint32]
}

func atomics(scope string) func(*Reducer) error {
	return func(r *Reducer) (err error) {
		if r.op.adds() {
			return r.unsupported("GLSL 4.30 has no atomics that add floats")
		}
		w := &atomic{r: r}
		r.way = w
		reduction, finish := atomicSpecs(r.op, r.el, scope)
		if w.k, err = r.d.NewKernel(reduction); err != nil {
			return err
		}
		if w.finish, err = r.d.NewKernel(finish); err != nil {
			return err
		}
		if w.words, err = w.k.Uniform("word_count"); err != nil {
			return err
		}
		if w.best, err = gpu.NewBuffer[uint32](r.d, r.el.Bytes()/4); err != nil {
			return err
		}
		w.end() // makes the words ready; its result is nobody's
		r.d.Publish()
		return nil
	}
}

func (w *atomic) run(src gpu.View) error {
	words := w.r.n * w.r.el.Bytes() / 4
	w.k.SetBuffer(0, src)
	w.k.SetBuffer(1, w.best.View())
	w.k.Set(w.words, uint32(words))
	w.k.Dispatch(w.k.Shape().GroupsFor(words))
	w.r.d.Barrier()
	w.end()
	return nil
}

func (w *atomic) end() {
	w.finish.SetBuffer(0, w.best.View())
	w.finish.SetBuffer(1, w.r.Result())
	w.finish.Dispatch(1)
}

func (w *atomic) release() {
	w.k.Release()
	w.finish.Release()
	w.best.Release()
}

// ours is comb's.
type ours struct {
	r   *Reducer
	red *reduce.Reducer
}

func readyOurs(r *Reducer) (err error) {
	w := &ours{r: r}
	r.way = w
	o := reduce.Options{
		Op:   [...]reduce.Op{reduce.Sum, reduce.Mean, reduce.Min, reduce.Max}[r.op],
		Type: [...]gpu.Type{gpu.Float32, gpu.Vec4}[r.el],
	}
	if w.red, err = reduce.New(r.d, o); err != nil {
		return err
	}
	s, err := gpu.Pick(r.d.Caps(), o.Tuning)
	if err != nil {
		return err
	}
	s = s.ForItems(r.el.Bytes())
	// An invocation's own items, its workgroup's, then the workers' results.
	r.chain = up(r.n, s.WorkersFor(r.n)*s.GroupSize) + s.ItemsPerThread + s.GroupSize + s.Workers
	return s.Check("ladder: ours", gpu.N(r.n))
}

func (w *ours) run(src gpu.View) error { return w.red.Reduce(w.r.Result(), src, gpu.N(w.r.n)) }

func (w *ours) release() { w.red.Release() }
