// SPDX-License-Identifier: MIT

package gputest

import (
	"testing"

	"github.com/combgl/comb/gpu"
)

func TestLeavesNothingDetectsLeaks(t *testing.T) {
	dev := Device(t)
	var kept *gpu.Buffer[uint32]
	spy := &failing{TB: t}
	LeavesNothing(spy, dev, "a buffer", func() { kept, _ = gpu.NewBuffer[uint32](dev, 4) })
	if !spy.failed {
		t.Error("a buffer left behind goes unseen")
	}
	spy.failed = false
	LeavesNothing(spy, dev, "its release", kept.Release)
	if !spy.failed {
		t.Error("a buffer taken away goes unseen")
	}
	LeavesNothing(t, dev, "a buffer made and released", func() {
		if b, err := gpu.NewBuffer[uint32](dev, 4); err == nil {
			b.Release()
		}
	})
}

type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Errorf(string, ...any) { f.failed = true }
