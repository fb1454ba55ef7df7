// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
)

// step is a row of the plan: what to measure, and how to make it.
type step struct {
	cell
	op      op
	variant variant
}

// chosen are the operations that are asked for, in the table's order: without any, the usual ones.
func chosen(table []op, asked []string) []op {
	return slices.DeleteFunc(slices.Clone(table), func(o op) bool {
		return !slices.Contains(asked, o.name) && (len(asked) > 0 || o.extra)
	})
}

// plan lists the rows to make. Errors: what was asked for and cannot be.
func (b *benchmark) plan() ([]step, error) {
	caps := b.d.Caps()
	s := scale{caps.Software, b.o.quick}
	var all []step
	var copies []int // as many words as what is held against a copy moves
	for _, o := range chosen(b.table, b.o.ops) {
		variants := o.variants()
		if o.name != b.table[0].name {
			var err error
			asked := b.o.variants.of(variants)
			if variants, err = b.o.variants.possible(caps, b.o.workers, asked); err != nil {
				return nil, err
			}
			b.left.lack(without(asked, variants))
			if len(asked) == 0 {
				b.left.skip("-variant", o.name)
			}
		}
		lines := b.o.asked.over(o.lines(s))
		if len(lines) == 0 {
			b.left.skip("-dist", o.name)
		}
		steps := b.fitting(o.steps(lines, variants))
		for _, c := range steps {
			if words := c.words(); words > 0 || c.n == 0 {
				copies = append(copies, words)
			}
		}
		if o.name != b.table[0].name {
			all = append(all, steps...)
		}
	}
	if len(all)+len(copies) == 0 {
		return nil, errors.New("there is nothing to measure: no n of -n fits this driver")
	}
	slices.Sort(copies)
	copied := b.table[0]
	return append(copied.steps([]line{{n: slices.Compact(copies)}}, copied.variants()), all...), nil
}

// steps are the cells of the lines, each once, in each of the variants.
func (o op) steps(lines []line, variants []variant) (all []step) {
	seen := map[cell]bool{}
	for _, l := range lines {
		for _, c := range l.cells(o.name) {
			for _, v := range variants {
				c.variant = v.name
				if v.fetch > 0 {
					c.fetch = v.fetch
				}
				if !seen[c] {
					seen[c] = true
					all = append(all, step{c, o, v})
				}
			}
		}
	}
	return all
}

// fitting leaves out, with a line, what the driver has no buffer for.
func (b *benchmark) fitting(steps []step) []step {
	limit := b.d.Caps().MaxStorageBytes
	var last cell
	return slices.DeleteFunc(steps, func(s step) bool {
		if s.words() <= limit/4 {
			return false
		}
		if c := s.input(); c != last {
			last = c
			fmt.Fprintf(b.stderr, "bench: %s n = %d left out: %d bytes, a buffer of this driver has at most %d\n", s.cell.op, s.n, 4*s.words(), limit)
		}
		b.left.add(noBuffer, s.cell.op)
		return true
	})
}

// needsOf is how large the pool must be for the plan.
func needsOf(plan []step) (need needs) {
	for _, s := range plan {
		need.words = max(need.words, s.words())
		if s.payload > 0 || s.op.extra {
			need.payload = max(need.payload, s.n, offsetsOf(s.n))
		}
		if s.bits > 0 {
			need.sorted = max(need.sorted, s.n)
			if tile := s.variant.tune; tile.GroupSize > 0 && (need.tile.GroupSize == 0 || tile.GroupSize*tile.ItemsPerThread < need.tile.GroupSize*need.tile.ItemsPerThread) {
				need.tile = tile
			}
		}
	}
	return need
}

// buffers makes the pool for the plan, and leaves out, with a line, the largest inputs while memory
// is short.
func (b *benchmark) buffers(plan []step) (*pool, []step, error) {
	for len(plan) > 0 {
		need := needsOf(plan)
		pool, err := newPool(b.d, need)
		if !errors.Is(err, gpu.ErrOutOfMemory) {
			return pool, plan, err
		}
		fmt.Fprintf(b.stderr, "bench: inputs of %d words left out: %v\n", need.words, err)
		plan = slices.DeleteFunc(plan, func(s step) bool {
			large := s.words() == need.words
			if large {
				b.left.add(noBuffer, s.cell.op)
			}
			return large
		})
	}
	return nil, nil, errors.New("no n of -n fits this driver")
}
