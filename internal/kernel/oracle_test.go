// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// The oracle of self-tests agrees with that of tests. The last of its items changes the result of
// every operator.
func TestOracle(t *testing.T) {
	for _, typ := range append(gputest.NumberTypes, gpu.Float64) {
		t.Run(typ.String(), func(t *testing.T) {
			for _, op := range kernel.Ops {
				t.Run(op.String(), func(t *testing.T) {
					o, other := kernel.OracleOf(op, typ), gputest.OracleOf(op, typ)
					const n = 3000
					items := o.Items(n)
					sum, want := o.Identity(), other.Identity
					if !slices.Equal(sum, want) || o.Words() != other.Words || len(items) != n*o.Words() {
						t.Errorf("%v of %v: identity %v, want %v; %d words", op, typ, sum, want, len(items))
					}
					changes := 0
					for i := range n {
						item := items[i*o.Words():][:o.Words()]
						before := slices.Clone(sum)
						o.Combine(sum, item)
						want = other.Combine(want, item)
						if !slices.Equal(sum, want) {
							t.Fatalf("%v of %v: item %d makes %v of %v, want %v", op, typ, i, sum, before, want)
						}
						if !slices.Equal(before, sum) {
							changes++
						} else if i == n-1 {
							t.Errorf("%v of %v: the last item does not count", op, typ)
						}
					}
					if changes < 100 {
						t.Errorf("%v of %v: %d items of %d count", op, typ, changes, n)
					}
				})
			}
		})
	}
}

// Ops has each constant of gpu.Op: what has a name is one.
func TestOpsAreAllOperators(t *testing.T) {
	named := 0
	for op := gpu.Op(0); op.String() != fmt.Sprintf("op(%d)", int(op)); op++ {
		if named++; !slices.Contains(kernel.Ops, op) {
			t.Errorf("kernel.Ops lacks %v", op)
		}
	}
	if named != len(kernel.Ops) {
		t.Errorf("kernel.Ops is %v, want the %d operators of gpu with a name in opNames", kernel.Ops, named)
	}
}

func TestExpect(t *testing.T) {
	if err := kernel.Expect("x", 2, []uint32{1, 2}, []uint32{1, 2}); err != nil {
		t.Error(err)
	}
	for wantText, got := range map[string][]uint32{"word 1 is 0x10, want 0x2": {1, 16, 9}, "2 words, want 3": {1, 2}} {
		t.Run(wantText, func(t *testing.T) {
			err := kernel.Expect("x", 7, got, []uint32{1, 2, 3})
			if !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), "x: n is 7: "+wantText) {
				t.Errorf("%v, want %q", err, wantText)
			}
		})
	}
}
