// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"log"

	"github.com/go-gl/gl/v4.3-core/gl"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
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
