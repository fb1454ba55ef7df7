// SPDX-License-Identifier: MIT

package ladder

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Every file in every slot, every element, every operator; not all of them with all others, which
// takes minutes.
func TestShadersLadder(t *testing.T) {
	var kernels []kernel.Spec
	var drawings []drawn
	for i, c := range []struct {
		op Operator
		el Element
	}{{Sum, F32}, {Min, Vec4}, {Max, F32}} {
		packed := i == 2
		kernels = append(kernels, sharesSpec(c.op, c.el, 64), aloneSpec(c.op, c.el, 1024), finishSpec(c.op, c.el, 1+15*(i/2), packed))
		for k, tree := range []string{"interleaved", "conflicts", "padded", "sequential", "unrolled"} {
			kernels = append(kernels, levelSpec(c.op, c.el, tree, plain(256>>(2*i), 1+k%2*3)))
		}
		drawings = append(drawings, firstDraw(c.op, c.el, packed), stepDraw(c.op, c.el, packed, "interp"), stepDraw(c.op, c.el, packed, "fetch"))
		if c.op.adds() {
			drawings = append(drawings, stackDraw(c.el), spreadDraw(c.el), stepDraw(c.op, c.el, packed, "gather"))
		} else {
			for _, scope := range []string{"device", "shared"} {
				reduction, finish := atomicSpecs(c.op, c.el, scope)
				kernels = append(kernels, reduction, finish)
			}
		}
	}
	drawings = append(drawings, stackDraw(Vec4), spreadDraw(Vec4))
	for i, s := range gputest.Shapes() {
		if s.Lanes == gpu.LanesShared {
			continue
		}
		s.ItemsPerThread = 4
		kernels = append(kernels, levelSpec(operators[i%4], elements[i/2%2], "subgroup", s))
	}
	s, err := lanes(gpu.Caps{MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Ballot: true, Size: 8}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	kernels = append(kernels, tileSpec("subgroup", s, 16), tileSpec("interleaved", plain(256, 1), 32), tileSpec("sequential", plain(256, 1), 64), tileSpec("unrolled", plain(16, 4), 16))
	gputest.Validate(t, kernels)
	for _, p := range drawings {
		vertex, fragment, err := p.sources()
		if err != nil {
			t.Fatal(err)
		}
		if p.vertex != screenFill {
			gputest.ValidateSource(t, p.vertex, "vert", vertex)
		}
		gputest.ValidateSource(t, p.fragment, "frag", fragment)
	}
}

// Without lanes that hand over there is no such rung.
func TestLanesAreNeeded(t *testing.T) {
	if s, err := lanes(gpu.Caps{MaxGroupInvocations: 1024}, 4); err == nil {
		t.Errorf("%+v", s)
	}
	both := gpu.Caps{MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: 32}}
	if s, err := lanes(both, 4); err != nil || s.Lanes != gpu.LanesKHR || s.Algorithm != gpu.ReduceThenScan || s.TileSize() != 1024 {
		t.Errorf("%+v, %v", s, err)
	}
}
