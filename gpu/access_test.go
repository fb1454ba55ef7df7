// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// callersBuffer makes a buffer object with fixed storage of some flags, or without (-1).
func callersBuffer(t *testing.T, bytes, flags int) uint32 {
	t.Helper()
	var id uint32
	gl.GenBuffers(1, &id)
	t.Cleanup(func() { gl.DeleteBuffers(1, &id) })
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	if flags < 0 {
		gl.BufferData(gl.COPY_WRITE_BUFFER, bytes, nil, gl.DYNAMIC_COPY)
	} else {
		gl.BufferStorage(gl.COPY_WRITE_BUFFER, bytes, nil, uint32(flags))
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	return id
}

// mapBuffer maps all bytes of a buffer object.
func mapBuffer(id uint32, bytes, access int) {
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	gl.MapBufferRange(gl.COPY_WRITE_BUFFER, 0, bytes, uint32(access))
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
}

func unmapBuffer(id uint32) {
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	gl.UnmapBuffer(gl.COPY_WRITE_BUFFER)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
}

// refused fails the test unless an error is an ErrView with a text.
func refused(t *testing.T, what string, err error, text string) {
	t.Helper()
	if !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: %v, want an ErrView with %q", what, err, text)
	}
}

// Uploads to a buffer of the caller that glBufferSubData does not write are refused.
func TestUploadToFixedStorage(t *testing.T) {
	d := gputest.Device(t)
	if d.Caps().Major*10+d.Caps().Minor < 44 && !d.Caps().Has("GL_ARB_buffer_storage") {
		t.Skip("this driver has no glBufferStorage")
	}
	v := must(d.Wrap(callersBuffer(t, 16, gl.MAP_READ_BIT), 0, 16))
	refused(t, "Upload", gpu.Upload(d, v, []uint32{7}), "gpu: Upload: the destination is a view of buffer")
	refused(t, "Upload", gpu.Upload(d, v, []uint8{7}), "flags 0x1, want GL_DYNAMIC_STORAGE_BIT (0x100)")
	if err := gpu.Upload(d, v, []uint32{}); err != nil {
		t.Errorf("an upload of nothing: %v", err)
	}
	// Kernels write it, and it can be read.
	if err := d.Copy(v, wordsIn(t, d, 1, 2, 3, 4).View(), gpu.N(4)); err != nil {
		t.Fatal(err)
	}
	got := make([]uint32, 4)
	if err := gpu.Download(d, v, got); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "words", got, []uint32{1, 2, 3, 4})
	dynamic := must(d.Wrap(callersBuffer(t, 16, gl.DYNAMIC_STORAGE_BIT), 0, 16))
	if err := gpu.Upload(d, dynamic, []uint32{7}); err != nil {
		t.Error(err)
	}
}

// Uploads to a mapped buffer of the caller and downloads of it are refused. One that is mapped for
// good is no error.
func TestMappedBuffers(t *testing.T) {
	d := gputest.Device(t)
	id := callersBuffer(t, 16, -1)
	v := must(d.Wrap(id, 0, 16))
	got := make([]uint32, 1)
	for range 2 {
		mapBuffer(id, 16, gl.MAP_READ_BIT|gl.MAP_WRITE_BIT)
		const mapped = "which is mapped, want it unmapped or mapped with GL_MAP_PERSISTENT_BIT"
		refused(t, "Upload", gpu.Upload(d, v, []uint32{7}), mapped)
		refused(t, "Download", gpu.Download(d, v, got), "gpu: Download: the source")
		_, err := gpu.CountAt(v, 9).Read()
		refused(t, "Read", err, "gpu: Count.Read: the count")
		unmapBuffer(id)
		if err := errors.Join(gpu.Upload(d, v, []uint32{7}), gpu.Download(d, v, got)); err != nil || got[0] != 7 {
			t.Errorf("after glUnmapBuffer: %v, %v", got, err)
		}
	}
	if d.Caps().Major*10+d.Caps().Minor < 44 && !d.Caps().Has("GL_ARB_buffer_storage") {
		return
	}
	const access = gl.MAP_READ_BIT | gl.MAP_PERSISTENT_BIT
	id = callersBuffer(t, 16, access|gl.DYNAMIC_STORAGE_BIT)
	mapBuffer(id, 16, access)
	v = must(d.Wrap(id, 0, 16))
	if err := errors.Join(gpu.Upload(d, v, []uint32{5}), gpu.Download(d, v, got)); err != nil || got[0] != 5 {
		t.Errorf("mapped for good: %v, %v", got, err)
	}
	unmapBuffer(id)
}

// A call refuses more bytes of a buffer of the caller than a shader-storage block has, as NewBuffer
// does. A view may be larger.
func TestMoreThanAStorageBlock(t *testing.T) {
	d := gputest.Device(t)
	most := d.Caps().MaxStorageBytes / 4 * 4
	if most > 1<<28 {
		t.Skipf("a shader-storage block has up to %d bytes, which is too much for a test", most)
	}
	v := must(d.Wrap(callersBuffer(t, most+64, -1), 0, most+64))
	small := wordsIn(t, d, 1, 2)
	err := d.Copy(v, small.View(), gpu.N(most/4+1))
	if !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "gpu: Copy: dst has to hold") {
		t.Errorf("Copy of a word more: %v", err)
	}
	if err := d.Copy(v, small.View(), gpu.N(most/4)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Copy of as many words: %v, want an ErrView for src", err)
	}
	end := must(v.Slice(most+56, most+64))
	if err := d.Copy(end, small.View(), gpu.N(2)); err != nil {
		t.Error(err)
	}
	got := make([]uint32, 2)
	if err := gpu.Download(d, end, got); err != nil {
		t.Error(err)
	}
	gputest.Equal(t, "the last words", got, []uint32{1, 2})
	if err := d.Copy(v, small.View(), gpu.N(2)); err != nil {
		t.Errorf("two words of a large view: %v", err)
	}
}

// The counts of CombineCounts are named in errors.
func TestCombineCountsNamesTheCount(t *testing.T) {
	d := gputest.Device(t)
	dst := wordsIn(t, d, 0).View()
	_, err := d.CombineCounts(dst, gpu.CountSum, gpu.N(-1), gpu.N(1))
	if err == nil || !strings.HasPrefix(err.Error(), "gpu: CombineCounts: a: the count is -1, ") {
		t.Error(err)
	}
	_, err = d.CombineCounts(dst, gpu.CountSum, gpu.N(1), gpu.Count{})
	if err == nil || !strings.HasPrefix(err.Error(), "gpu: CombineCounts: b: the count is the zero Count, ") {
		t.Error(err)
	}
}

// Messages returns the longest messages of the driver, and those after them.
func TestLongMessages(t *testing.T) {
	d := gputest.Device(t)
	gputest.DropMessages(t, d)
	var most int32
	gl.GetIntegerv(gl.MAX_DEBUG_MESSAGE_LENGTH, &most)
	text := strings.Repeat("x", int(most)-1)
	for _, text := range []string{text, "short"} {
		gl.DebugMessageInsert(gl.DEBUG_SOURCE_APPLICATION, gl.DEBUG_TYPE_OTHER, 1, gl.DEBUG_SEVERITY_HIGH, int32(len(text)), gl.Str(text+"\x00"))
	}
	got, err := d.Messages()
	if err != nil || len(got) != 2 || got[0].Text != text || got[1].Text != "short" {
		t.Errorf("%d messages, %v, want one of %d bytes and a short one", len(got), err, len(text))
	}
}

// A program that the caller deletes while it is current ends when an operation makes its own
// current. PreserveState then leaves no program, and no GL error.
func TestPreserveStateAfterADeletedProgram(t *testing.T) {
	d := gputest.DeviceWith(t, gpu.Options{PreserveState: true})
	shader := gl.CreateShader(gl.VERTEX_SHADER)
	text, free := gl.Strs("#version 430\nvoid main() { gl_Position = vec4(0); }\x00")
	gl.ShaderSource(shader, 1, text, nil)
	free()
	gl.CompileShader(shader)
	program := gl.CreateProgram()
	gl.AttachShader(program, shader)
	gl.DeleteShader(shader)
	gl.LinkProgram(program)
	gl.UseProgram(program)
	gl.DeleteProgram(program)
	a, b := wordsIn(t, d, 1, 2), wordsIn(t, d, 3, 4)
	if err := d.Copy(a.View(), b.View(), gpu.N(2)); err != nil {
		t.Fatal(err)
	}
	var current int32
	gl.GetIntegerv(gl.CURRENT_PROGRAM, &current)
	if code := gl.GetError(); current != 0 || code != 0 {
		t.Errorf("the current program is %d and the GL error 0x%X, want 0 for both", current, code)
	}
}
