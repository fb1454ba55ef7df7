// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// An error of options names the function that got them.
func TestErrorsOfOptionsNameTheFunction(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for i, o := range []Options{
		{Type: gpu.Vec2}, {Type: 99}, {LongestSegment: -1}, {ValueBits: 33}, {FirstBit: 32}, {Bits: 33}, {Record: "uint", RecordBytes: 4},
		{Type: gpu.Uint8, Key: "x", Record: "uint", RecordBytes: 4}, {Key: "x", Record: "a b", RecordBytes: 4}, {Key: "x", Record: "uint", RecordBytes: 6},
	} {
		_, made := New(dev, o)
		_, sized := ScratchBytes(dev.Caps(), o, ForKeys, 9)
		_, firsts := TopKScratchBytes(dev.Caps(), o, 3, 9, false)
		for name, err := range map[string]error{"New": made, "ScratchBytes": sized, "TopKScratchBytes": firsts} {
			if !errors.Is(err, gpu.ErrArgument) || !strings.HasPrefix(err.Error(), "radix: "+name+": ") || strings.Count(err.Error(), "radix: ") > 1 {
				t.Errorf("%s, options %d: %v", name, i, err)
			}
		}
	}
	if err := s.SetBits(30, 3); !errors.Is(err, gpu.ErrArgument) || !strings.HasPrefix(err.Error(), "radix: SetBits: FirstBit is 30 and Bits 3") {
		t.Error(err)
	}
}
