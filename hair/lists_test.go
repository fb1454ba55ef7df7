// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// listed is a fragment of a pixel's list.
type listed struct {
	depth float32
	color [4]float64 // premultiplied
}

// half is the half float in the lowest 16 bits.
func half(bits uint32) float64 {
	exponent, mantissa, v := int(bits>>10&31), float64(bits&1023), 0.0
	if v = math.Ldexp(1+mantissa/1024, exponent-15); exponent == 0 {
		v = math.Ldexp(mantissa/1024, -14)
	}
	if bits&0x8000 != 0 {
		return -v
	}
	return v
}

// read gives each pixel's list as the latest frame left it, and the length of the longest.
func readLists(t *testing.T, l *oit.Lists) (all [][]listed, fragments, longest int) {
	t.Helper()
	heads, err := l.Heads.Download()
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := l.Nodes.Download()
	if err != nil {
		t.Fatal(err)
	}
	all = make([][]listed, len(heads))
	for p, head := range heads {
		for at := head[0]; at != 0; at = nodes[at-1][3] {
			n := nodes[at-1]
			all[p] = append(all[p], listed{math.Float32frombits(n[0]), [4]float64{half(n[1]), half(n[1] >> 16), half(n[2]), half(n[2] >> 16)}})
		}
		fragments += len(all[p])
		longest = max(longest, len(all[p]))
	}
	return all, fragments, longest
}

// composite is an A-buffer: it blends lists over a scene, the nearest few of each sorted and the
// others behind them in the order in which they are pushed out.
func composite(scene []float32, all [][]listed, nearest int) []float64 {
	out := make([]float64, len(scene))
	for p, list := range all {
		var kept, order []listed // order: as they are blended
		for _, f := range list {
			kept = append(kept, f)
			slices.SortStableFunc(kept, func(a, b listed) int {
				if a.depth < b.depth {
					return -1
				}
				if a.depth > b.depth {
					return 1
				}
				return 0
			})
			if len(kept) > nearest {
				order = append(order, kept[nearest])
				kept = kept[:nearest]
			}
		}
		slices.Reverse(kept)
		for c := range 4 {
			v := float64(scene[4*p+c])
			for _, f := range append(order[:len(order):len(order)], kept...) {
				v = f.color[c] + v*(1-f.color[3])
			}
			out[4*p+c] = v
		}
	}
	return out
}

// The images of lists are those of an A-buffer on the CPU. They are exact where a pixel has no more
// fragments than are sorted. Where it has more, the others are in the order that is promised.
func TestListsMatchCPUABuffer(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		method  Transparency
		nearest int
		hairs   int
	}{{Lists16, 16, 16}, {Lists16, 16, 300}, {Lists8, 8, 300}} {
		gputest.Run(t, dev, fmt.Sprintf("%v,hairs=%d", c.method, c.hairs), func(t *testing.T) {
			r := newRenderer(t, dev, thick(c.hairs), Options{Transparency: TransparencyOptions{Method: c.method}}, 64, 48)
			got := lightOf(t, r, front(r))
			all, fragments, longest := readLists(t, r.oit.(*oit.Lists))
			scene := sceneOf(t, r)
			if longest <= 4 || (longest > c.nearest) != (c.hairs > 16) {
				t.Fatalf("%v: %d fragments in the longest list", c.method, longest)
			}
			want := composite(scene, all, c.nearest)
			t.Logf("%v: %d fragments, at most %d in a pixel, off by %.5f", c.method, fragments, longest, furthest(got, want))
			// A step of a 16-bit float between 2 and 4: some GPUs cut off where they blend.
			const limit = 0.002
			if d := furthest(got, want); d > limit {
				t.Errorf("%v: differs by %v from the A-buffer", c.method, d)
			}
			// The check detects that too few of them are sorted.
			if d := furthest(want, composite(scene, all, 2)); d < 5*limit {
				t.Errorf("%v: sorting 2 in place of %d changes the image by %v only", c.method, c.nearest, d)
			}
		})
	}
}

// Where segments do not overlap in depth, drawing them sorted is exact, and so are lists.
func TestListsMatchSortedImage(t *testing.T) {
	dev := gputest.Device(t)
	set := sheets(12)
	camera := Camera{FieldOfView: fieldOfView, Distance: 3}
	want := lightOf(t, newRenderer(t, dev, set, Options{Image: ImageOptions{Samples: 1}}, 64, 64), camera)
	if d := furthest(lightOf(t, newRenderer(t, dev, set, Options{Image: ImageOptions{Samples: 1}, Transparency: TransparencyOptions{Order: Unsorted}}, 64, 64), camera), want); d < 0.02 {
		t.Errorf("the file's order changes the image by %v only", d)
	}
	// 12 blends in half floats, each right to 0.0005 below 2, against one.
	if d := furthest(lightOf(t, newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: Lists16}}, 64, 64), camera), want); d > 12*0.0005 {
		t.Errorf("lists differ by %v from the sorted image, light goes up to %v", d, slices.Max(want))
	}
}

// When memory ends, fragments that find no node are counted and blended behind the others.
func TestListsWithoutFreeNodesCountLeftovers(t *testing.T) {
	dev := gputest.Device(t)
	set := thick(300)
	r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: Lists16}}, 64, 48)
	lightOf(t, r, front(r))
	_, whole, _ := readLists(t, r.oit.(*oit.Lists))
	if drawn, err := r.Inspect(); err != nil || drawn.Leftover != 0 {
		t.Errorf("with room for all: %+v, %v", drawn, err)
	}
	for _, nodes := range []int{1, 100, whole - 1, whole, whole + 1} {
		gputest.Run(t, dev, fmt.Sprint("nodes=", nodes), func(t *testing.T) {
			r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: Lists16, ListNodes: nodes}}, 64, 48)
			for range 2 { // a frame begins with all nodes free
				lightOf(t, r, front(r))
			}
			drawn, err := r.Inspect()
			if want := max(0, whole-nodes); err != nil || drawn.Leftover != want {
				t.Errorf("%d fragments, %d nodes: %d left over, want %d (%v)", whole, nodes, drawn.Leftover, want, err)
			}
			if _, n, _ := readLists(t, r.oit.(*oit.Lists)); n != min(nodes, whole) {
				t.Errorf("%d fragments, %d nodes: %d are in lists", whole, nodes, n)
			}
		})
	}
}

// A list gets no longer than can be walked; what comes later is left over like what finds no node.
func TestListsStopAtMostLayers(t *testing.T) {
	dev := gputest.Device(t)
	flatLight(t)
	r := newRenderer(t, dev, thick(300), Options{Transparency: TransparencyOptions{Method: Lists8}}, 64, 48)
	want := lightOf(t, r, front(r))
	l := r.oit.(*oit.Lists)
	all, _, longest := readLists(t, l)
	const most = 5
	over := 0
	for _, list := range all {
		over += max(0, len(list)-most)
	}
	if longest <= most {
		t.Fatalf("the longest list has %d fragments", longest)
	}
	for _, p := range l.Programs {
		gl.DeleteProgram(p)
	}
	if err := scene.LinkAll(dev, oit.ListPrograms(light.Lighting{}, 8, most), l.Programs[:]); err != nil {
		t.Fatal(err)
	}
	got := lightOf(t, r, front(r))
	drawn, err := r.Inspect()
	if err != nil || drawn.Leftover != over {
		t.Errorf("%d left over, want %d (%v)", drawn.Leftover, over, err)
	}
	if _, _, longest := readLists(t, l); longest != most {
		t.Errorf("the longest list has %d fragments, want %d", longest, most)
	}
	if d := furthest(got, want); d > 0.004 { // alpha grows from 0, and half floats round each step
		t.Errorf("what is left over changes how much is hidden: by %v", d)
	}
}
