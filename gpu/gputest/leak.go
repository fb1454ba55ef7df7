// SPDX-License-Identifier: MIT

package gputest

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Objects are the GL objects that there are, by kind.
type Objects struct{ Buffers, Programs, Shaders, Textures, Samplers, Queries, Framebuffers, VertexArrays int }

// names is how far object names are looked at: drivers give them out from 1 up.
const names = 4096

func existing(is func(uint32) bool) (all []uint32) {
	for name := uint32(1); name < names; name++ {
		if is(name) {
			all = append(all, name)
		}
	}
	return all
}

func count(is func(uint32) bool) int { return len(existing(is)) }

// BuffersNow are the names of the GL buffers that there are. A call that replaces a buffer by
// another changes them, and not their number.
func BuffersNow() []uint32 { return existing(gl.IsBuffer) }

// ObjectsNow counts them.
func ObjectsNow() Objects {
	return Objects{
		count(gl.IsBuffer), count(gl.IsProgram), count(gl.IsShader), count(gl.IsTexture), count(gl.IsSampler),
		count(gl.IsQuery), count(gl.IsFramebuffer), count(gl.IsVertexArray),
	}
}

// LeavesNothing fails when f leaves GL objects behind, or takes some away.
func LeavesNothing(t testing.TB, dev *gpu.Device, what string, f func()) {
	t.Helper()
	before := ObjectsNow()
	f()
	dev.Finish()
	if after := ObjectsNow(); after != before {
		t.Errorf("%s leaves %+v, before there were %+v", what, after, before)
	}
}
