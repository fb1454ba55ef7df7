// SPDX-License-Identifier: MIT

package gputest

import (
	"testing"

	"github.com/combgl/comb/gpu"
)

const (
	guardWords = 67 // not a multiple of any binding alignment, so that views begin at awkward offsets
	guard      = 0xFEEDC0DE
)

// Guarded is a range of words in a larger buffer. The guard words before and behind it must not
// change.
type Guarded struct {
	t      testing.TB
	within *testing.T // the subtest of Run that made it, nil outside
	dev    *gpu.Device
	buffer *gpu.Buffer[uint32]
	n      int
	offset int
}

// Words returns words between guard words, which Get checks. The buffer is released with the
// Device, or by Free.
func Words(t testing.TB, dev *gpu.Device, words []uint32) *Guarded {
	t.Helper()
	return WordsAt(t, dev, words, guardWords)
}

// WordsAt is Words with that many guard words before.
func WordsAt(t testing.TB, dev *gpu.Device, words []uint32, before int) *Guarded {
	t.Helper()
	all := make([]uint32, before+len(words)+guardWords)
	for i := range all {
		all[i] = guard
	}
	copy(all[before:], words)
	b, err := gpu.NewBufferFrom(dev, all)
	if err != nil {
		t.Fatal(err)
	}
	g := &Guarded{t: t, dev: dev, buffer: b, n: len(words), offset: before}
	if p := placeOf(dev); p != nil {
		g.within = p.running
	}
	return g
}

// Fresh is n words of garbage between guard words, for an output.
func Fresh(t testing.TB, dev *gpu.Device, n int) *Guarded {
	t.Helper()
	words := make([]uint32, n)
	for i := range words {
		words[i] = 0xBAD00000 | uint32(i)&0xFFFF
	}
	return Words(t, dev, words)
}

// BufferOf is a view of a Buffer of n zeros of a type, which is released when the test ends.
func BufferOf[T gpu.Item](t testing.TB, dev *gpu.Device, n int) gpu.View {
	t.Helper()
	b, err := gpu.NewBuffer[T](dev, n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Release)
	return b.View()
}

// test is the test to fail: the one that made the words, or the subtest of Run that uses them.
func (g *Guarded) test() testing.TB {
	if p := placeOf(g.dev); p != nil && p.running != nil && p.running != g.within {
		return p.running
	}
	return g.t
}

// View is the words, without the guards.
func (g *Guarded) View() gpu.View {
	v, err := g.buffer.Slice(g.offset, g.offset+g.n)
	if err != nil {
		g.test().Fatal(err)
	}
	return v
}

// Get reads the words back and checks the guards.
func (g *Guarded) Get() []uint32 {
	t := g.test()
	t.Helper()
	all, err := g.buffer.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range all {
		if (i < g.offset || i >= g.offset+g.n) && w != guard {
			t.Fatalf("guard word %d (of %d, the range is %d to %d) was overwritten with %#x", i, len(all), g.offset, g.offset+g.n, w)
		}
	}
	return all[g.offset : g.offset+g.n]
}

// Free frees the buffer.
func (g *Guarded) Free() { g.buffer.Release() }

// Fill sets every word between the guards.
func (g *Guarded) Fill(w uint32) {
	t := g.test()
	t.Helper()
	words := make([]uint32, g.n)
	for i := range words {
		words[i] = w
	}
	if err := gpu.Upload(g.dev, g.View(), words); err != nil {
		t.Fatal(err)
	}
}
