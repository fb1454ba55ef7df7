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
// A grid has a box, in which cells lie row by row along x and what is outside counts to the nearest; or it is Hashed and has
// no bounds. Both are sorted by cell, stable: the same records give the same bits, and walks meet neighbours in the same
// order. What a walk meets is a copy of places as they were at Build; other fields of a neighbour are at w.index in the
// records, or at w.slot in a copy that Reorder puts in the grid's order. Nothing is lost in silence: Stats tell what was
// outside and what was no number.
//
// Build only enqueues: two launches and those of a radix sort by as many bits as there are cells. It holds no lists of
// neighbours and has no limit on how many there are. Sources: Green, "Particle Simulation using CUDA", 2010; Hoetzlein,
// "Fast Fixed-Radius Nearest Neighbors", GTC 2014.
package grid
