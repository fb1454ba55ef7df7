// SPDX-License-Identifier: MIT

//go:build !headless

// Ownwindow uses package particles in a program with its own window, context, shaders and vertex
// array.
package main

import (
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

type spark struct {
	Position [3]float32
	Age      float32
	Velocity [3]float32
	Life     float32
}

const (
	birth = `void init(inout Particle p, Birth b) { p.velocity = randomInCone(vec3(0, 1, 0), 0.4) * 1.6; p.position.y = -0.9; p.life = randomBetween(0.5, 2.0); }`
	life  = `bool update(inout Particle p) { p.velocity.y -= dt; p.position += p.velocity * dt; p.age += dt; return p.age < p.life; }`
	vert  = "#version 430 core\nlayout(location = 0) in vec4 p; out float age; void main() { gl_Position = vec4(p.xyz, 1); age = p.w; }\x00"
	frag  = "#version 430 core\nin float age; out vec4 c; void main() { c = vec4(1, 0.6 - 0.3 * age, 0.2, 1); }\x00"
)

func main() {
	runtime.LockOSThread() // a context belongs to one thread
	check(display())
	check(glfw.Init())
	defer glfw.Terminate()
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	window, err := glfw.CreateWindow(800, 600, "my window", nil, nil)
	check(err)
	window.MakeContextCurrent()
	dev, err := gpu.Attach(gpu.Options{ProcAddr: glfw.GetProcAddress}) // loads GL's functions too
	check(err)
	sparks, err := particles.New(dev, particles.Options{
		Capacity: 100_000, Record: spark{}, Init: birth, Update: life, VerticesPerItem: 1,
		Emitters: []particles.Emitter{{Rate: 50_000}},
	})
	check(err)
	program := link(vert, frag)
	var array uint32
	gl.GenVertexArrays(1, &array)
	gl.BindVertexArray(array)
	gl.EnableVertexAttribArray(0)
	for last := glfw.GetTime(); !window.ShouldClose(); glfw.PollEvents() {
		now := glfw.GetTime()
		_, err = sparks.Advance(now - last)
		check(err)
		last = now
		gl.Clear(gl.COLOR_BUFFER_BIT)
		gl.UseProgram(program)
		gl.BindBuffer(gl.ARRAY_BUFFER, sparks.Records().ID()) // the records are the vertices: position and age
		gl.VertexAttribPointer(0, 4, gl.FLOAT, false, 32, nil)
		gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, sparks.DrawArgs().ID())
		gl.DrawArraysIndirect(gl.POINTS, nil) // all living particles: their number is on the GPU
		window.SwapBuffers()
	}
}
