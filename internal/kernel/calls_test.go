// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// boundAt returns the buffer, offset and size at a shader-storage binding.
func boundAt(i int) [3]int64 {
	var id int32
	var offset, size int64
	gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, uint32(i), &id)
	gl.GetInteger64i_v(gl.SHADER_STORAGE_BUFFER_START, uint32(i), &offset)
	gl.GetInteger64i_v(gl.SHADER_STORAGE_BUFFER_SIZE, uint32(i), &size)
	return [3]int64{int64(id), offset, size}
}

func TestBindBuffersWithAndWithoutMultiBind(t *testing.T) {
	d := open(t, gpu.Options{})
	b, err := gpu.NewBuffer[uint32](d, 4096)
	if err != nil {
		t.Fatal(err)
	}
	other, err := gpu.NewBuffer[uint32](d, 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, multiBind := range []bool{false, true} {
		if multiBind && !d.Internal().Facts.MultiBind() {
			continue
		}
		subtest(t, d, fmt.Sprint("multi-bind=", multiBind), func(t *testing.T) {
			for _, places := range [][]int{{}, {0}, {7}, {0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 3, 6}, {1, 7}} {
				subtest(t, d, fmt.Sprint("places=", places), func(t *testing.T) {
					t.Log("multiBind", multiBind, "places", places)
					var want [gpu.UserBinding][3]int64
					for i := range want {
						gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(i), other.View().ID(), 0, 256)
						want[i] = boundAt(i)
					}
					var list core.Bindings
					for _, i := range places {
						list.Set(i, b.View().ID(), 256*i, 512+4*i)
						want[i] = [3]int64{int64(b.View().ID()), int64(256 * i), int64(512 + 4*i)}
					}
					list.Apply(multiBind)
					list.Apply(multiBind) // no binding waits any more
					for i := range want {
						if got := boundAt(i); got != want[i] {
							t.Errorf("multiBind %v, places %v: binding %d has %v, want %v", multiBind, places, i, got, want[i])
						}
					}
				})
			}
		})
	}
	if code := gl.GetError(); code != gl.NO_ERROR {
		t.Errorf("OpenGL error 0x%X", code)
	}
}

// A value that the program has already is not set again. Otherwise it would replace the value that
// the test sets behind the kernel's back.
func TestUniformsAreSetOnlyWhenTheyChange(t *testing.T) {
	d := open(t, gpu.Options{})
	k, err := New(d, copySpec())
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	max := gl.GetUniformLocation(k.Program(), gl.Str("count_max\x00"))
	read := func() (v uint32) {
		gl.GetUniformuiv(k.Program(), max, &v)
		return v
	}
	k.SetCount(gpu.N(5))
	if got := read(); got != 5 {
		t.Fatalf("count_max is %d, want 5", got)
	}
	gl.ProgramUniform1ui(k.Program(), max, 99)
	k.SetCount(gpu.N(5))
	if got := read(); got != 99 {
		t.Errorf("a call set count_max to %d although the kernel had set that value", got)
	}
	for _, n := range []int{6, 0, gpu.MaxItems} {
		k.SetCount(gpu.N(n))
		if got := read(); got != uint32(n) {
			t.Errorf("count_max is %d, want %d", got, n)
		}
	}
}

// One operation dispatches several kernels, some of them twice in a row. Other code uses the
// context in between.
func TestDispatchMakesItsProgramCurrent(t *testing.T) {
	d := open(t, gpu.Options{})
	const n = 1000
	src := fill(t, d, n)
	a, err := New(d, copySpec())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	b, err := New(d, copySpec())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	want, err := src.Download()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Internal().Enter(); err != nil {
		t.Fatal(err)
	}
	for i, k := range []*Kernel{a, a, b, a, b, b} {
		dst, err := gpu.NewBuffer[uint32](d, n)
		if err != nil {
			t.Fatal(err)
		}
		k.SetBuffer(0, src.View())
		k.SetBuffer(1, dst.View())
		k.SetCount(gpu.N(n))
		k.Dispatch(k.Shape().GroupsFor(n))
		d.MemoryBarrier()
		got, err := dst.Download() // calls Enter and Leave, after which no program is current
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("dispatch %d copied other words", i)
		}
		dst.Release()
	}
	d.Internal().Leave()
	if got := core.GetInt(gl.CURRENT_PROGRAM); got != 0 {
		t.Errorf("program %d is current after Leave, want 0", got)
	}
}

// A kernel runs before and after a draw with another program. Its program is current again for the
// second dispatch.
func TestKernelRunsAfterForeignProgram(t *testing.T) {
	d := open(t, gpu.Options{})
	k, err := New(d, copySpec())
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	n := k.Shape().TileSize()
	src := fill(t, d, n)
	var dst [2]*gpu.Buffer[uint32]
	for i := range dst {
		if dst[i], err = gpu.NewBuffer[uint32](d, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Internal().Enter(); err != nil {
		t.Fatal(err)
	}
	for _, to := range dst {
		k.SetBuffer(0, src.View())
		k.SetBuffer(1, to.View())
		k.SetCount(gpu.N(n))
		k.Dispatch(1)
		d.Internal().UseProgram(0)
	}
	d.MemoryBarrier()
	d.Internal().Leave()
	for i, b := range dst {
		got, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		if want := uint32(n-1) * 2654435761; got[n-1] != want {
			t.Errorf("dispatch %d: the last word is %#x, want %#x", i, got[n-1], want)
		}
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
