// SPDX-License-Identifier: MIT

package gputest

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// MoreThanABlock returns a buffer of the caller's, wrapped, of one word more than a shader-storage
// block holds, and that number of bytes. It skips the test where a block holds very much.
func MoreThanABlock(t testing.TB, dev *gpu.Device) (v gpu.View, bytes int) {
	t.Helper()
	bytes = dev.Caps().MaxStorageBytes
	if bytes > 1<<28 {
		t.Skipf("a block holds %d bytes", bytes)
	}
	var id uint32
	gl.GenBuffers(1, &id)
	t.Cleanup(func() { gl.DeleteBuffers(1, &id) })
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	gl.BufferData(gl.COPY_WRITE_BUFFER, bytes+4, nil, gl.DYNAMIC_COPY)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	v, err := dev.Wrap(id, 0, bytes+4)
	if err != nil {
		t.Fatal(err)
	}
	return v, bytes
}
