// SPDX-License-Identifier: MIT

package scene

import (
	"testing"
	"unsafe"
)

func TestFrameBlockMatchesGLSL(t *testing.T) {
	if size := unsafe.Sizeof(Frame{}); size != (2+MaxLights)*64+(9+4*MaxLights+9)*16 {
		t.Errorf("the frame block has %d bytes in Go, %d in std140", size, (2+MaxLights)*64+(9+4*MaxLights+9)*16)
	}
}
