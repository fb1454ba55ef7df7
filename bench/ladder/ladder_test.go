// SPDX-License-Identifier: MIT

package ladder

import (
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// sizes has one item, two, and sizes on both sides of a workgroup, of 64 x 64 and of the texture
// 256 x 256.
var sizes = []int{1, 2, 255, 256, 257, 4096, 5000, 65537}

// allowed is the allowed relative error of a result of whole numbers. It is 0 with two exceptions:
// GLSL divides within 2.5 units in the last place, which matters for a mean; and drivers may filter
// mipmaps in any way (llvmpipe adds four texels).
func allowed(dev *gpu.Device, r *Reducer) float64 {
	switch {
	case strings.HasPrefix(r.rung, "mipmap") && !dev.Caps().Software:
		return r.Bound()
	case r.op == Mean:
		return 6 * rounding
	}
	return 0
}

// An ordinary run takes half of operators by elements with each rung.
func TestEveryRungMatchesCPU(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), NoSelfTest: true})
	sizes, operators := sizes, operators
	if testing.Short() {
		sizes, operators = []int{1, 257, 5000}, []Operator{Mean, Min}
	}
	most := slices.Max(sizes)
	gputest.Each(t, dev, "", elements, func(t *testing.T, el Element) {
		gputest.Each(t, dev, "", operators, func(t *testing.T, op Operator) {
			items := whole(rand.New(rand.NewSource(1)), op, (most+3)*el.Bytes()/4)
			src := source(t, dev, el, items)
			for i, rung := range Rungs() {
				if !gputest.Share(i+int(op)+int(el), 4) {
					continue
				}
				gputest.Run(t, dev, rung.Name, func(t *testing.T) {
					for _, n := range sizes {
						r := made(t, dev, rung.Name, op, el, n)
						if r == nil {
							continue
						}
						// Twice, because values that a run leaves behind must not change
						// the next. The second view is longer than n.
						for _, view := range []gpu.View{ofFirst(t, src, el, n), src.View()} {
							matches(t, dev, r, view, items)
						}
						r.Release()
					}
				})
			}
			src.Get()
			src.Free()
		})
	})
}

// Numbers that round at every addition stay within the bound, and the bound is tight enough for a
// wrong sum to exceed it.
func TestSumsStayWithinTheirBound(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), NoSelfTest: true})
	const n = 30_000
	gputest.Each(t, dev, "", elements, func(t *testing.T, el Element) {
		r := rand.New(rand.NewSource(2))
		items := make([]float32, n*el.Bytes()/4)
		for i := range items {
			items[i] = float32(r.ExpFloat64())
		}
		src := source(t, dev, el, items)
		gputest.Each(t, dev, "", []Operator{Sum, Mean}, func(t *testing.T, op Operator) {
			gputest.Each(t, dev, "", namesOf(Rungs()), func(t *testing.T, rung string) {
				red := made(t, dev, rung, op, el, n)
				if red == nil {
					return
				}
				want, magnitude := reduced(op, el, items, n)
				worst := 0.0
				for c, got := range result(t, dev, red, src.View()) {
					worst = max(worst, math.Abs(float64(got)-want[c])/magnitude[c])
				}
				t.Logf("%s, %v of %v: off by %.1f roundings, %.0f are allowed", rung, op, el, worst/rounding, red.Bound()/rounding)
				if !(worst <= red.Bound()) || red.Bound() > (n+6)*rounding {
					t.Errorf("%s, %v of %v: off by %g, %g is allowed", rung, op, el, worst, red.Bound())
				}
				red.Release()
			})
		})
		src.Free()
	})
	for _, op := range []Operator{Min, Max} {
		if red := made(t, dev, "serial", op, F32, n); red.Bound() != 0 {
			t.Errorf("%v is exact, and may be off by %g", op, red.Bound())
		} else {
			red.Release()
		}
	}
}

// More workgroups than a driver takes in one dimension.
func TestManyWorkgroups(t *testing.T) {
	dev := gputest.Device(t)
	n := (dev.Caps().MaxGroups+1)*32 + 5
	if n > 1<<22 {
		t.Skipf("%d workgroups in a row", dev.Caps().MaxGroups)
	}
	items := make([]float32, n)
	for i := range items {
		items[i] = float32(1 + i%4)
	}
	src := source(t, dev, F32, items)
	want, _ := reduced(Sum, F32, items, n)
	r := made(t, dev, "fetch-2-16", Sum, F32, n)
	defer r.Release()
	if got := result(t, dev, r, src.View()); float64(got[0]) != want[0] {
		t.Errorf("%v, want %v", got[0], want[0])
	}
}
