// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A view of a Buffer of numbers is refused as items of a type whose values the numbers are not. The
// bits of any type may lie in unsigned integers of its size, in structs and in arrays.
func TestNeedItems(t *testing.T) {
	dev := gputest.Device(t)
	buffers := map[string]gpu.View{
		"float32": bufferOf[float32](t, dev), "float64": bufferOf[float64](t, dev),
		"int32": bufferOf[int32](t, dev), "int64": bufferOf[int64](t, dev),
		"uint32": bufferOf[uint32](t, dev), "uint64": bufferOf[uint64](t, dev),
		"uint16": bufferOf[uint16](t, dev), "int8": bufferOf[int8](t, dev),
		"arrays": bufferOf[[2]int32](t, dev), "structs": bufferOf[struct{ X int64 }](t, dev),
	}
	for _, c := range []struct {
		of      gpu.Type
		signs   bool
		refused string // names of buffers
	}{
		{gpu.Uint32, false, "float32 float64 int64 uint64"},
		{gpu.Uint32, true, "float32 float64 int32 int64 uint64"},
		{gpu.Int32, true, "float32 float64 int64 uint64"},
		{gpu.Float32, true, "float64 int32 int64 uint64"},
		{gpu.Uint64, false, "float32 float64"},
		{gpu.Uint64, true, "float32 float64 int32 int64"},
		{gpu.Int64, true, "float32 float64"},
		{gpu.Float64, false, "float32 int32 int64"},
		{gpu.Vec4, true, "float64 int32 int64"},
	} {
		for name, v := range buffers {
			err := kernel.NeedItems(dev, "scan: src", v, c.of, c.signs)
			if want := strings.Contains(" "+c.refused+" ", " "+name+" "); want != (err != nil) {
				t.Errorf("%s as %v, with signs %v: %v", name, c.of, c.signs, err)
			} else if text := "scan: src is a view of a Buffer of " + name + ", want items of " + c.of.String(); want && (!errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), text)) {
				t.Errorf("%v, want an error that says %q", err, text)
			}
		}
		if err := kernel.NeedItems(dev, "src", gpu.View{}, c.of, c.signs); err != nil {
			t.Errorf("no view: %v", err)
		}
	}
}

// Words of a Buffer of 64-bit numbers are halves. Other sizes and other Buffers pass.
func TestNeedWhole(t *testing.T) {
	dev := gputest.Device(t)
	for name, c := range map[string]struct {
		v    gpu.View
		wide bool
	}{
		"float64": {bufferOf[float64](t, dev), true}, "int64": {bufferOf[int64](t, dev), true}, "uint64": {bufferOf[uint64](t, dev), true},
		"float32": {bufferOf[float32](t, dev), false}, "uint8": {bufferOf[uint8](t, dev), false}, "pairs": {bufferOf[[2]uint32](t, dev), false},
		"structs": {bufferOf[struct{ X int64 }](t, dev), false}, "no view": {gpu.View{}, false},
	} {
		for _, bytes := range []int{4, 8, 12} {
			err := kernel.NeedWhole("radix: payload", c.v, bytes, "words")
			if refused := c.wide && bytes == 4; refused != errors.Is(err, gpu.ErrView) || !refused && err != nil {
				t.Errorf("%s as items of %d bytes: %v", name, bytes, err)
			}
		}
	}
}

func bufferOf[T gpu.Item](t *testing.T, dev *gpu.Device) gpu.View {
	t.Helper()
	b, err := gpu.NewBuffer[T](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Release)
	return b.View()
}
