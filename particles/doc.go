// SPDX-License-Identifier: MIT

// Package particles is a particle system on the GPU: a Go struct is the record, some lines of GLSL say how it begins and moves.
//
//	type Spark struct { Position [3]float32; Age float32; Velocity [3]float32; Life float32 } // vec3, float: as std430 has it
//
//	dev, err := gpu.Attach(gpu.Options{})      // your window's context is current on this locked thread
//	s, err := particles.New(dev, particles.Options{
//		Capacity: 1 << 20, Record: Spark{}, Uniforms: Params{Gravity: [3]float32{0, -9.8, 0}},
//		Init:     `void init(inout Particle p, Birth b) { p.position = b.position; p.velocity = randomDirection(); p.life = 2.0; }`,
//		Update:   `bool update(inout Particle p) { p.velocity += u.gravity * dt; p.position += p.velocity * dt; p.age += dt; return p.age < p.life; }`,
//		Emitters: []particles.Emitter{{Shape: particles.Sphere, Size: [3]float32{0.1}, Rate: 300_000}},
//		Sort:     particles.Sort{By: particles.ByDepth},
//	})
//	s.SetCamera(particles.Camera{View: view, Projection: projection, Near: 0.1, Far: 100}) // mgl32.Mat4 will do
//	n, err := s.Advance(seconds)               // or s.Step(dt): emit, update, keep the living together, sort; nothing waits
//	… gl.DrawArraysIndirect with s.DrawArgs(), the vertex shader reading s.Records() by s.Order(); or package particles/draw …
//
// How many live only the GPU knows: [System.Alive] is a gpu.Count for other operations, [System.Stats] come some frames
// late. The living are moved together in the order of their birth, so blended ones do not flicker; what is emitted past
// Capacity is left out and counted. The same seed and steps give the same bits on a device, also after
// [System.Snapshot] and Restore: random numbers count (seed, ID, step), and nothing depends on who came first.
//
// Update may call forces, colliders (hitPlane, hitSphere, hitCapsule, hitBox, hitDepth) and curves by name: see
// shaders/particles. emit(stream) leaves an event, which makes particles in another system (Emitter.Events) or reaches
// Go ([Events]). Options also has meshes to emit from, culling, trails, and slots that stay in place.
//
// It has no window, and draws nothing itself: particles/draw does, and particles/examples show it; particles/grid finds
// neighbours. It does not simulate on the CPU, split a system over two devices, or keep float sums the same between drivers.
package particles
