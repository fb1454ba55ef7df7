// SPDX-License-Identifier: MIT

package kernel

import (
	"runtime"
	"testing"

	"github.com/combgl/comb/gpu"
)

// attachForTest is set by the external test package, which may import offscreen.
var attachForTest func(testing.TB, gpu.Options) (*gpu.Device, func())

// subtest is gputest.Run for a Device of open; the external test package sets it.
var subtest func(t *testing.T, d *gpu.Device, name string, f func(t *testing.T)) bool

// OnAttach sets the function that makes Devices for tests of this package.
func OnAttach(f func(testing.TB, gpu.Options) (*gpu.Device, func())) { attachForTest = f }

// OnRun sets the function that runs their subtests.
func OnRun(f func(*testing.T, *gpu.Device, string, func(*testing.T)) bool) { subtest = f }

// OrderSpec is the Spec of the probe of the order of lanes, for the validator.
var OrderSpec = orderProbeSpec

// CopySpec returns a kernel that copies words.
var CopySpec = copySpec

func open(t *testing.T, o gpu.Options) *gpu.Device {
	runtime.LockOSThread()
	d, release := attachForTest(t, o)
	t.Cleanup(func() {
		release()
		runtime.UnlockOSThread()
	})
	return d
}

func fill(t *testing.T, d *gpu.Device, n int) *gpu.Buffer[uint32] {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i) * 2654435761
	}
	b, err := gpu.NewBufferFrom(d, words)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func copySpec() Spec {
	return Spec{
		File:    "gpu/words_copy.comp.glsl",
		Shape:   Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 8},
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
	}
}
