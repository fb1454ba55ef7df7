// SPDX-License-Identifier: MIT

package compact

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// form is a kernel that moves up to Most records.
type form struct {
	kernel.Sized
	counted bool // of a partition: the first workgroups count a tile each, and as many others move
	turns   int  // of both classes: so many workgroups take several tiles; 0: one a tile
}

// turnTiles is the most tiles of a workgroup of a partition that keeps the last in registers. 2^22
// words, two tiles each, took an H200 20 us, and 23 counted ahead; 2^24 took 72 and 71.
const turnTiles = 2

// countedMost is the most records of a partition whose workgroups add up the counts of all tiles.
const countedMost = 1 << 26

// shapes returns the kernels that move, those for few records first. On an H200, a compaction of
// words of which half are kept takes, with 512 invocations and 4 or 16 records each: 7.9 and 8.7 us
// at 2^16. At 2^20: 11.5 and 10.2. At 2^22: 23.6 and 15.4.
//
// A partition in a single pass waits for its last tile, so it has no more tiles than run at once.
// For a few times as many, each workgroup has several tiles. For more records, up to countedMost,
// the same dispatch counts the tiles first. Software, where no tiles run at once, and more records
// take reduce-then-scan. It is pure.
func (o Options) shapes(c gpu.Caps, s, chunks kernel.Shape) (all []form) {
	whole := form{Sized: kernel.Sized{Shape: chunks, Most: gpu.MaxItems}}
	if s.Algorithm != gpu.SinglePass || !o.inRows(s) {
		return []form{whole}
	}
	table := "compact"
	if o.both() && o.heldWords() {
		table = "compact-split"
	}
	sizes := s.Sizes(c, table, o.Tuning)
	if !o.waits() {
		for _, one := range sizes {
			all = append(all, o.inTurns(c, one.Few()))
		}
		return all
	}
	most := 0
	for _, one := range sizes {
		one.Most = min(one.Most, kernel.ResidentGroups(c, o.Tuning, one.ResidentGroups)*one.Shape.TileSize())
		if one.Most >= max(1, 2*most) { // a little more is not worth a kernel
			all, most = append(all, form{Sized: one.Few()}), one.Most
		}
	}
	for _, one := range s.Sizes(c, "compact-partition", o.Tuning) {
		turns := o.turns(c, one)
		one.Most = min(countedMost, turnTiles*turns*one.Shape.TileSize())
		if one.Most >= max(1, 2*most) {
			all, most = append(all, form{Sized: one, turns: turns}), one.Most
		}
	}
	if 0 < most && most < countedMost {
		all = append(all, form{Sized: kernel.Sized{Shape: sizes[len(sizes)-1].Shape, Most: countedMost}, counted: true})
	}
	return append(all, whole)
}

// turns returns how many workgroups take several tiles each: as many as run at once, by the caller
// or by the table, or 0 if neither has that number. With more of them, some would wait for
// workgroups that have not begun. The table is of words that decide themselves: a kernel with a
// caller's predicate needs more registers, so fewer of its workgroups run at once. It is pure.
func (o Options) turns(c gpu.Caps, one kernel.Sized) int {
	measured := o.heldWords() && one.ResidentGroups > c.Multiprocessors
	if o.ResidentGroups <= 0 && !measured {
		return 0
	}
	return kernel.ResidentGroups(c, o.Tuning, one.ResidentGroups)
}

// inTurns returns the form of a tile of a kernel that waits for no count. It is pure.
func (o Options) inTurns(c gpu.Caps, one kernel.Sized) form {
	f := form{Sized: one}
	if turns := o.turns(c, one); o.both() && one.Most > turns*one.Shape.TileSize() {
		f.turns = turns
	}
	if s := &f.Shape; s.MaxItems > 0 && f.turns > 0 { // a tile may count all before it, in each turn
		tiles := s.MaxItems / s.TileSize()
		s.MaxItems = s.TileSize() * min(tiles, int(math.Sqrt(float64(f.turns*tiles))))
	}
	return f
}

// moveSpec returns the kernel that moves in a form.
func (o Options) moveSpec(f form) kernel.Spec {
	_, move := specs(f.Shape, o)
	switch {
	case f.counted:
		move.File = "compact/partition_counted.comp.glsl"
	case f.turns > 0 && o.waits():
		move.File = "compact/partition_turns.comp.glsl"
	case f.turns > 0:
		move.File = "compact/split_turns.comp.glsl"
	}
	return move
}
