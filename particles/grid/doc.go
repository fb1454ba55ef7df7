// SPDX-License-Identifier: MIT

// Package grid finds the neighbours of particles on the GPU. It sorts records by the cell of their
// position, so that the records around a point are in a few ranges of memory, and provides GLSL
// that walks them.
//
//	g, err := grid.New(dev, grid.Options{
//		Capacity: 1 << 20, Cell: 0.1, Min: [3]float32{-5, 0, -5}, Max: [3]float32{5, 5, 5},
//		Stride: int(unsafe.Sizeof(Bird{})), // its first three floats are the position
//	})
//	flock, err := particles.New(dev, particles.Options{
//		Capacity: 1 << 20, Record: Bird{}, Init: birth,
//		Functions: g.GLSL(),
//		Update: `bool update(inout Particle p) {
//			vec3 away = vec3(0.0);
//			forNeighbours(w, p.position, 0.1) away -= w.apart;
//			p.position += dt * away;
//			return true;
//		}`,
//	})
//	err = g.Build(flock.Records(), flock.Alive()) // in each step
//	g.Bind()
//	err = flock.Step(1.0 / 60)
//
// With flock.Reorder(g.Order()) after Build the records are in the order of the grid too. A
// workgroup then visits neighbours that lie together in memory, and w.slot is the index in the
// records.
//
// # GLSL
//
// [Grid.GLSL] defines:
//
//	forNeighbours(w, place, radius) statement
//
// This runs the statement once for each record at most radius away from place, which includes the
// record of place itself. A place or a radius that is infinite or a NaN has no neighbours. continue
// goes on to the next record. break ends the walk. gridStop(w) ends it after the statement, for use
// in a loop or a function of your own. The statement reads:
//
//	uint w.index       index of the neighbour in the records that Build read
//	uint w.slot        index of the neighbour in the grid's order, as in a copy by Reorder
//	vec3 w.apart       from place to the neighbour
//	float w.distance2  dot(w.apart, w.apart)
//
//	forCells(w, place, radius) statement
//
// This is the same for all records in the cells that radius reaches; only w.slot is set.
//
//	uint gridCount()              records that are in cells
//	vec3 gridPlace(uint slot)     position of a record, by its slot
//	uint gridRecord(uint slot)    its index in the records
//	uint gridKeyOf(vec3 place)    sort key that puts records into the grid's order
//
// Positions are copies as they were at Build. A radius of one to three cells is fast. A kernel
// holds the GLSL of one grid only, because the names are the same for all.
//
// Functions are not visible in particles.Sort.Key. To draw particles in the grid's order, give the
// GLSL there too:
//
//	Sort: particles.Sort{
//		By: particles.ByKey, Bits: g.KeyBits(),
//		Key: g.GLSL() + "uint key(Particle p) { return gridKeyOf(p.position); }",
//	},
//
// # Guarantees
//
// A grid covers a box, with cells row by row along x; records outside count as in the nearest cell.
// Or it is Hashed and has no bounds. The sort is stable, so the same records give the same bits,
// and walks visit neighbours in the same order, each once. [Grid.Stats] count the records outside.
//
// Build only enqueues: two dispatches and those of a radix sort.
//
// # Limits
//
// There are no lists of neighbours and no limit on their number. The time of n records in one cell
// grows with the square of n.
//
// Walks compare squares of distances in float32. So a radius above 1e19 reaches every record that
// is in a cell, and one below 1e-19 reaches all records about that near.
//
// A walk goes through all (2*radius/Cell)^2 rows of cells in reach, empty ones included. With
// Hashed it tests each record once instead if it has more rows than there are records, or more
// cells than buckets. So a radius of hundreds of cells costs at most a walk through all records.
// Choose a larger Cell to make it fast.
//
// Software Mesa silently ends the loops of an invocation after 65,535 iterations, rows and records
// together. A walk then misses neighbours.
//
// Sources: Green, "Particle Simulation using CUDA", 2010; Hoetzlein, "Fast Fixed-Radius Nearest
// Neighbors", GTC 2014.
package grid
