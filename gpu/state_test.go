// SPDX-License-Identifier: MIT

package gpu

import (
	"runtime"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// attachForTest is set by a file of the external test package, which may import offscreen.
var attachForTest func(testing.TB, Options) (*Device, func())

func open(t *testing.T, o Options) *Device {
	runtime.LockOSThread()
	d, release := attachForTest(t, o)
	t.Cleanup(func() {
		release()
		runtime.UnlockOSThread()
	})
	return d
}

func fill(t *testing.T, d *Device, n int) *Buffer[uint32] {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i) * 2654435761
	}
	b, err := NewBufferFrom(d, words)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// copied checks that a copy of n words comes out whole.
func copied(t *testing.T, d *Device, n int) {
	t.Helper()
	src := fill(t, d, n)
	dst, err := NewBuffer[uint32](d, n)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Copy(dst.View(), src.View(), N(n)); err != nil {
		t.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if v != uint32(i)*2654435761 {
			t.Fatalf("word %d of %d is %#x", i, n, v)
		}
	}
	src.Release()
	dst.Release()
}

func TestDispatchSplitsOverTwoDimensions(t *testing.T) {
	d := open(t, Options{})
	for _, limit := range []int{1, 3, 7, 100} {
		d.caps.MaxGroups = limit
		for _, groups := range []int{1, limit, limit + 1, limit*limit - 1} {
			if n := groups*2048 - 5; groups <= limit*limit && n > 0 {
				copied(t, d, n)
			}
		}
	}
}

func TestDispatchPastTheDriversLimit(t *testing.T) {
	d := open(t, Options{})
	// One group more than fits on x, at a word a thread.
	spec := copySpec()
	spec.Shape.GroupSize, spec.Shape.ItemsPerThread = 32, 1
	if d.caps.MaxGroups > 1<<20 {
		t.Skipf("this driver takes %d groups on an axis: no buffer is that large", d.caps.MaxGroups)
	}
	k, err := d.NewKernel(spec)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	own := d.copier
	d.copier = k
	copied(t, d, (d.caps.MaxGroups+1)*32+1)
	d.copier = own
}

func TestStateIsPreservedOrAsDocumented(t *testing.T) {
	for _, preserve := range []bool{true, false} {
		d := open(t, Options{PreserveState: preserve})
		mine, other := fill(t, d, 1000), fill(t, d, 1000)
		a, b := fill(t, d, 100), fill(t, d, 100)
		program := d.copier.program
		gl.UseProgram(program)
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, 0, mine.view.id, 256, 128)
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 3, mine.view.id)
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, other.view.id)
		gl.BindBuffer(gl.COPY_READ_BUFFER, mine.view.id)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, other.view.id)
		gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, mine.view.id)
		gl.BindBuffer(gl.UNIFORM_BUFFER, other.view.id)
		before, uniform := state{}, getInt(gl.UNIFORM_BUFFER_BINDING)
		before.save()
		if err := d.Copy(b.View(), a.View(), N(100)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Download(); err != nil {
			t.Fatal(err)
		}
		after := state{}
		after.save()
		if preserve && after != before {
			t.Errorf("PreserveState: %+v became %+v", before, after)
		}
		if !preserve && after.program != 0 {
			t.Errorf("the program is left at %d, the doc says 0", after.program)
		}
		if got := getInt(gl.UNIFORM_BUFFER_BINDING); got != uniform {
			t.Errorf("the uniform buffer binding was %d and is %d", uniform, got)
		}
	}
}
