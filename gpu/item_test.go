// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

type (
	record struct {
		At   [3]float32
		Kind uint32
		_    [2]uint16
		Deep struct{ Bits [2]uint64 }
	}
	named struct {
		ID   uint32
		Name string
	}
	nested struct {
		At   [4]float32
		Rest [2]struct {
			N    uint32
			Next *record
		}
	}
	word uint32
)

// tryItem makes a buffer of items of a type, and reads and writes a view.
func tryItem[T gpu.Item](t *testing.T, dev *gpu.Device, v gpu.View, refused string) {
	t.Helper()
	var none T
	size := int(unsafe.Sizeof(none))
	_, made := gpu.NewBuffer[T](dev, 2)
	_, from := gpu.NewBufferFrom(dev, []T{})
	for name, err := range map[string]error{
		"NewBuffer": made, "NewBufferFrom": from,
		"Upload": gpu.Upload(dev, v, make([]T, v.Size()/max(4, size))), "Upload of nothing": gpu.Upload(dev, v, []T{}),
		"Download": gpu.Download(dev, v, make([]T, v.Size()/max(4, size))), "Download of nothing": gpu.Download(dev, v, []T{}),
	} {
		if refused == "" && err != nil {
			t.Errorf("%s of %T: %v", name, none, err)
		}
		if refused != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%s of %T: %v, want %q", name, none, err, refused)
		}
	}
}

func TestItemTypesMustBePlainNumbers(t *testing.T) {
	dev := gputest.Device(t)
	v := gputest.Fresh(t, dev, 64).View()
	tryItem[uint32](t, dev, v, "")
	tryItem[int8](t, dev, v, "")
	tryItem[word](t, dev, v, "")
	tryItem[[4]float64](t, dev, v, "")
	tryItem[complex64](t, dev, v, "")
	tryItem[record](t, dev, v, "")

	tryItem[string](t, dev, v, "string is a string")
	tryItem[*uint32](t, dev, v, "*uint32 is a pointer")
	tryItem[unsafe.Pointer](t, dev, v, "unsafe.Pointer is a pointer")
	tryItem[[]uint32](t, dev, v, "[]uint32 is a slice")
	tryItem[map[int]int](t, dev, v, "map[int]int is a map")
	tryItem[chan int](t, dev, v, "chan int is a chan")
	tryItem[func()](t, dev, v, "func() is a func")
	tryItem[any](t, dev, v, "interface {} is an interface")
	tryItem[error](t, dev, v, "error is an interface")
	tryItem[int](t, dev, v, "int is of type int")
	tryItem[uint](t, dev, v, "uint is of type uint")
	tryItem[uintptr](t, dev, v, "uintptr is of type uintptr")
	tryItem[bool](t, dev, v, "bool is a bool")
	tryItem[named](t, dev, v, "named.Name is a string")
	tryItem[nested](t, dev, v, "nested.Rest[i].Next is a pointer")
	tryItem[[2]*int](t, dev, v, "[2]*int[i] is a pointer")

	// With a buffer of pointers whose bytes came from numbers, safe code could read any memory.
	if err := gpu.Upload(dev, v, []uint64{0xdeadbeef000, 8}); err != nil {
		t.Fatal(err)
	}
	if err := gpu.Download(dev, v, make([]string, 1)); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("numbers as a string: %v", err)
	}
}

func TestCheckingItemsAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	v := gputest.Fresh(t, dev, 64).View()
	items := make([]record, 1)
	if n := testing.AllocsPerRun(20, func() {
		if err := gpu.Upload(dev, v, items); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Upload allocates %v times", n)
	}
}
