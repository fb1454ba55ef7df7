// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"maps"
	"runtime"
	"testing"

	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// attachForTest is set by the external test package, which may import offscreen.
var attachForTest func(testing.TB, Options) (*Device, func())

// subtest is gputest.Run for a Device of open; the external test package sets it.
var subtest func(t *testing.T, d *Device, name string, f func(t *testing.T)) bool

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

// copied checks that a copy of n words is complete.
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
		subtest(t, d, fmt.Sprint("limit=", limit), func(t *testing.T) {
			d.core.Facts.MaxGroups = limit
			for _, groups := range []int{1, limit, limit + 1, limit*limit - 1} {
				subtest(t, d, fmt.Sprint("groups=", groups), func(t *testing.T) {
					if n := groups*2048 - 5; groups <= limit*limit && n > 0 {
						copied(t, d, n)
					}
				})
			}
		})
	}
}

func TestDispatchPastTheDriversLimit(t *testing.T) {
	d := open(t, Options{})
	if d.caps.MaxGroups > 1<<20 {
		t.Skipf("this driver takes %d groups on an axis: no buffer is that large", d.caps.MaxGroups)
	}
	// One group more than fits on x, with one word per invocation.
	if err := d.core.SetCopier(32, 1); err != nil {
		t.Fatal(err)
	}
	copied(t, d, (d.caps.MaxGroups+1)*32+1)
}

// The state test names the state that it compares. A list from state.save would miss what
// state.save leaves out.
var (
	documented = map[string]uint32{
		"program": gl.CURRENT_PROGRAM, "storage": gl.SHADER_STORAGE_BUFFER_BINDING,
		"dispatch":  gl.DISPATCH_INDIRECT_BUFFER_BINDING,
		"copy read": gl.COPY_READ_BUFFER_BINDING, "copy write": gl.COPY_WRITE_BUFFER_BINDING,
	}
	untouched = map[string]uint32{
		"array": gl.ARRAY_BUFFER_BINDING, "uniform": gl.UNIFORM_BUFFER_BINDING, "draw": gl.DRAW_INDIRECT_BUFFER_BINDING,
		"atomic": gl.ATOMIC_COUNTER_BUFFER_BINDING, "pack": gl.PIXEL_PACK_BUFFER_BINDING,
		"unpack": gl.PIXEL_UNPACK_BUFFER_BINDING, "vertex array": gl.VERTEX_ARRAY_BINDING,
		"framebuffer": gl.DRAW_FRAMEBUFFER_BINDING, "texture unit": gl.ACTIVE_TEXTURE,
	}
)

// readState reads the state: the documented part, and the rest.
func readState() (changing, rest map[string]int64) {
	changing, rest = map[string]int64{}, map[string]int64{}
	for name, enum := range documented {
		changing[name] = int64(core.GetInt(enum))
	}
	for name, enum := range untouched {
		rest[name] = int64(core.GetInt(enum))
	}
	for i := range uint32(10) {
		to := changing
		if i >= UserBinding {
			to = rest
		}
		for name, enum := range map[string]uint32{
			"buffer": gl.SHADER_STORAGE_BUFFER_BINDING, "start": gl.SHADER_STORAGE_BUFFER_START, "size": gl.SHADER_STORAGE_BUFFER_SIZE,
		} {
			var v int64
			gl.GetInteger64i_v(enum, i, &v)
			to[fmt.Sprintf("storage %d %s", i, name)] = v
		}
	}
	return changing, rest
}

// disturb sets everything that readState reads to values of the caller.
func disturb(program, mine, other uint32) {
	gl.UseProgram(program)
	for i := range uint32(10) {
		if i%3 == 0 {
			gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, i, mine)
		} else {
			gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, i, other, 256*int(i%2), 128+16*int(i))
		}
	}
	for i, target := range []uint32{
		gl.SHADER_STORAGE_BUFFER, gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, gl.DISPATCH_INDIRECT_BUFFER, gl.ARRAY_BUFFER,
		gl.UNIFORM_BUFFER, gl.DRAW_INDIRECT_BUFFER, gl.ATOMIC_COUNTER_BUFFER, gl.PIXEL_PACK_BUFFER, gl.PIXEL_UNPACK_BUFFER,
	} {
		gl.BindBuffer(target, []uint32{mine, other}[i%2])
	}
	gl.ActiveTexture(gl.TEXTURE3)
}

// A program with its own GL state makes every call of a Device.
func TestStateIsPreservedOrAsDocumented(t *testing.T) {
	for _, preserve := range []bool{true, false} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			d := open(t, Options{PreserveState: preserve})
			mine, other := fill(t, d, 1000).View().ID(), fill(t, d, 1000).View().ID()
			a, b := fill(t, d, 100), fill(t, d, 100)
			p, err := d.core.NewProgram(core.CopySpec(256, 8))
			if err != nil {
				t.Fatal(err)
			}
			readback, err := d.NewReadback(100)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				name string
				call func() error
			}{
				{"Copy", func() error { return d.Copy(b.View(), a.View(), N(100)) }},
				{"Copy counted on the GPU", func() error { return d.Copy(b.View(), a.View(), CountAt(a.View(), 100)) }},
				{"CombineCounts", func() error { _, err := d.CombineCounts(b.View(), CountMin, CountAt(a.View(), 100), N(9)); return err }},
				{"Count.Read", func() error { _, err := CountAt(b.View(), 100).Read(); return err }},
				{"Upload", func() error { return a.Upload([]uint32{1, 2}) }},
				{"Download", func() error { _, err := b.Download(); return err }},
				{"NewBuffer", func() error { _, err := NewBuffer[uint32](d, 7); return err }},
				{"Wrap", func() error { _, err := d.Wrap(mine, 0, 16); return err }},
				{"NewProgram", func() error { _, err := d.core.NewProgram(core.CopySpec(256, 8)); return err }},
				{"NewReadback", func() error { _, err := d.NewReadback(5); return err }},
				{"Readback.Start", func() error { return readback.Start(a.View()) }},
				{"Readback.Take", func() error { _, err := readback.Take(); return err }},
				{"Check", d.Check},
				{"Messages", func() error { _, err := d.Messages(); return err }},
				{"a refused Copy", func() error { _ = d.Copy(a.View(), a.View(), N(1)); return nil }},
				{"Attach", func() error {
					again, err := Attach(d.options)
					if err == nil {
						again.Release()
					}
					return err
				}},
			} {
				subtest(t, d, c.name, func(t *testing.T) {
					disturb(p.ID(), mine, other)
					changing, rest := readState()
					if err := c.call(); err != nil {
						t.Errorf("%s: %v", c.name, err)
					}
					changed, restAfter := readState()
					if preserve && !maps.Equal(changed, changing) {
						t.Errorf("%s, PreserveState: %v became %v", c.name, changing, changed)
					}
					if !preserve && changed["program"] != 0 {
						t.Errorf("%s leaves the program at %d, the doc says 0", c.name, changed["program"])
					}
					if !maps.Equal(restAfter, rest) {
						t.Errorf("%s touches what the doc says it does not: %v became %v", c.name, rest, restAfter)
					}
				})
			}
		})
	}
}
