// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Each method that takes a Use refuses others than the constants, and names it.
func TestOtherUsesAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{}, {Type: gpu.Uint128}} {
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		for _, use := range []Use{-1, ForSegmentedTopK + 1, 99, math.MaxInt, math.MinInt} {
			_, sized := ScratchBytes(dev.Caps(), o, use, 100)
			for call, err := range map[string]error{
				"Reserve": s.Reserve(use, 100), "ReserveCall": s.ReserveCall(use, gpu.N(100)), "ScratchBytes": sized,
			} {
				if words := fmt.Sprintf("radix: %s: use is %d", call, use); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), words) {
					t.Errorf("%v: %v, want %v with %q", o.Type, err, gpu.ErrArgument, words)
				}
			}
		}
	}
}

// Sizes outside the limits are refused under their own names.
func TestScratchOfOtherSizesIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	first := func(k, n int) error {
		_, err := TopKScratchBytes(dev.Caps(), Options{}, k, n, k%2 == 0)
		return err
	}
	_, sized := ScratchBytes(dev.Caps(), Options{}, ForKeys, -1)
	for words, err := range map[string]error{
		"TopKScratchBytes: k is -5":                        first(-5, 100),
		"TopKScratchBytes: k is -6":                        first(-6, 100),
		"TopKScratchBytes: n is -7":                        first(5, -7),
		fmt.Sprint("TopKScratchBytes: k is ", math.MaxInt): first(math.MaxInt, 100),
		fmt.Sprint("TopKScratchBytes: n is ", math.MaxInt): first(3, math.MaxInt),
		"ScratchBytes: n is -1":                            sized,
		"Reserve: n is -2":                                 s.Reserve(ForPairs, -2),
	} {
		if !errors.Is(err, gpu.ErrCount) || !strings.Contains(fmt.Sprint(err), words) {
			t.Errorf("%v, want %v with %q", err, gpu.ErrCount, words)
		}
	}
}
