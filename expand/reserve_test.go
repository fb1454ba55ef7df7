// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The largest count is refused as too large by a software renderer, whose loops are short, and not
// as a wrong count.
func TestReserveOfTheLargestCount(t *testing.T) {
	dev := gputest.Device(t)
	if !dev.Caps().Software {
		t.Skip("a GPU may have the 8 GiB")
	}
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	for lengths, want := range map[int]error{gpu.MaxItems: gpu.ErrTooLarge, gpu.MaxItems + 1: gpu.ErrCount, -1: gpu.ErrCount} {
		gputest.Run(t, dev, fmt.Sprint("lengths=", lengths), func(t *testing.T) {
			if err := e.Reserve(lengths); !errors.Is(err, want) || !strings.HasPrefix(err.Error(), "expand: Reserve: ") {
				t.Errorf("got %v, want %v", err, want)
			}
		})
	}
}
