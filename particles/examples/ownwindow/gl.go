// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"errors"
	"log"
	"os"
	"runtime"

	"github.com/go-gl/gl/v4.3-core/gl"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// display returns an error if there is no display. GLFW 3.3 logs that, returns no error, and panics
// in the next call.
func display() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("ownwindow: there is no display (DISPLAY and WAYLAND_DISPLAY are empty)")
	}
	return nil
}

// link makes a program of two stages.
func link(stages ...string) uint32 {
	program := gl.CreateProgram()
	for i, kind := range []uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER} {
		shader := gl.CreateShader(kind)
		text, free := gl.Strs(stages[i])
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(program, shader)
	}
	gl.LinkProgram(program)
	return program
}
