// SPDX-License-Identifier: MIT

// Package grid finds neighbours on the GPU: it sorts records by the cell that their place is in, so that those around a
// place lie in a few ranges of memory, and gives GLSL that walks them.
//
//	g, err := grid.New(dev, grid.Options{
//		Capacity: 1 << 20, Cell: 0.1, Min: [3]float32{-5, 0, -5}, Max: [3]float32{5, 5, 5},
//		Stride: 32, // of the records, whose first three floats are the place
//	})
//	flock, err := particles.New(dev, particles.Options{
//		Functions: g.GLSL(), Update: `bool update(inout Particle p) {
//			vec3 away = vec3(0.0);
//			forNeighbours(w, p.position, 0.1) away -= w.apart;
//			p.position += dt * away;
//			return true;
//		}`, …
//	})
//	err = g.Build(flock.Records(), flock.Alive())   // each step
//	g.Bind()
//	err = flock.Step(1.0 / 60)
//
// A grid has a box, in which cells lie row by row along x and what is outside counts to the nearest; or it is Hashed and
// has no bounds. Either is sorted by cell, stable: the same records give the same bits, and walks meet neighbours in the
// same order, each once, the place's own record too. They meet a copy of places as they were at Build; what else a
// neighbour has is at w.index in the records, or at w.slot in a copy that Reorder makes. Stats tell what was outside.
//
// Build only enqueues: two launches and those of a radix sort. There are no lists of neighbours, and no limit on how many:
// a crowd in one cell costs its square, and software Mesa ends an invocation's loops after 65,535 turns, in silence.
// Sources: Green, "Particle Simulation using CUDA", 2010; Hoetzlein, "Fast Fixed-Radius Nearest Neighbors", GTC 2014.
package grid
