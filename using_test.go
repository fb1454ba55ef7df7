// SPDX-License-Identifier: MIT

package comb_test

import (
	"os"
	"strings"
	"testing"
)

// aroundUsing is a program around the Go code of docs/using.md: a context without a window, five
// points, and flags that keep three. It prints what the draw reads.
const aroundUsing = `package main

import (
	"fmt"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func buffer(bytes int, data any) (id uint32) {
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.ARRAY_BUFFER, id)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, gl.Ptr(data), gl.STATIC_DRAW)
	return id
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	runtime.LockOSThread()
	_, err := offscreen.New(offscreen.Options{})
	check(err)
	check(gl.InitWithProcAddrFunc(offscreen.ProcAddr))
	points := buffer(80, []float32{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4})
	flags := buffer(20, []uint32{0, 7, 0, 1, 1})
	v, err := newVisible(points, flags, 5)
	check(err)
	var array uint32
	gl.GenVertexArrays(1, &array)
	gl.BindVertexArray(array)
	var frame uint32 // the context has no framebuffer of its own
	gl.GenFramebuffers(1, &frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, frame)
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_WIDTH, 8)
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_HEIGHT, 8)
	check(v.draw())
	var args [4]uint32
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, v.keep.Result().Draw.ID())
	gl.GetBufferSubData(gl.DRAW_INDIRECT_BUFFER, 0, 16, gl.Ptr(&args[0]))
	var kept [12]float32
	gl.BindBuffer(gl.ARRAY_BUFFER, v.to.ID())
	gl.GetBufferSubData(gl.ARRAY_BUFFER, v.to.Offset(), 48, gl.Ptr(&kept[0]))
	fmt.Println(args, kept, gl.GetError())
}

`

// The Go code in docs/using.md builds as it is written, and draws the points that it keeps.
func TestUsingProgram(t *testing.T) {
	text, err := os.ReadFile("docs/using.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(text), "```go\n")
	code, _, ended := strings.Cut(code, "```\n")
	if !found || !ended {
		t.Fatal("docs/using.md has no Go code")
	}
	got, err := runSource(t, aroundUsing+code)
	if want := "[3 1 0 0] [1 1 1 1 3 3 3 3 4 4 4 4] 0"; err != nil || got != want {
		t.Errorf("it prints %q (%v), want %q", got, err, want)
	}
}
