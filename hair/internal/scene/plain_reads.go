// SPDX-License-Identifier: MIT

package scene

import "github.com/go-gl/gl/v4.3-core/gl"

// packed is the state of reads of pixels, and its values for reads into tightly packed memory.
var packed = [...]struct {
	name  uint32
	value int32
}{
	{gl.PACK_ALIGNMENT, 4}, {gl.PACK_SWAP_BYTES, 0}, {gl.PACK_ROW_LENGTH, 0}, {gl.PACK_SKIP_ROWS, 0}, {gl.PACK_SKIP_PIXELS, 0},
}

// PlainReads makes GL write the pixels that are read next into memory, tightly packed, whatever the
// host's state is. restore puts that back.
func PlainReads() (restore func()) {
	var before [len(packed)]int32
	for i, p := range packed {
		gl.GetIntegerv(p.name, &before[i])
		gl.PixelStorei(p.name, p.value)
	}
	var buffer int32
	gl.GetIntegerv(gl.PIXEL_PACK_BUFFER_BINDING, &buffer)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	return func() {
		for i, p := range packed {
			gl.PixelStorei(p.name, before[i])
		}
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, uint32(buffer))
	}
}
