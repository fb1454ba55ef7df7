// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/compact" // kernels with a record of the caller
)

func TestDispatchIndirectAtAnyOffset(t *testing.T) {
	d := open(t, gpu.Options{})
	k, err := New(d, copySpec())
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	tile := k.Shape().TileSize()
	// The words before and after the arguments would give another grid.
	args, err := gpu.NewBufferFrom(d, []uint32{9, 9, 9, 2, 1, 1, 9, 3, 2, 1, 9, 0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	const n = 9
	for _, c := range []struct{ at, groups int }{{3, 2}, {7, 6}, {11, 0}} {
		subtest(t, d, fmt.Sprint("at=", c.at), func(t *testing.T) {
			src := fill(t, d, n*tile)
			dst, err := gpu.NewBuffer[uint32](d, n*tile)
			if err != nil {
				t.Fatal(err)
			}
			v, err := args.Slice(c.at, c.at+3)
			if err != nil {
				t.Fatal(err)
			}
			k.SetBuffer(0, src.View())
			k.SetBuffer(1, dst.View())
			k.SetCount(gpu.N(n * tile))
			if err := k.DispatchIndirect(v); err != nil {
				t.Fatal(err)
			}
			d.MemoryBarrier()
			got, err := dst.Download()
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range got {
				want := uint32(i) * 2654435761
				if i >= c.groups*tile {
					want = 0
				}
				if w != want {
					t.Fatalf("%d groups at word %d: word %d is %#x, want %#x", c.groups, c.at, i, w, want)
				}
			}
			src.Release()
			dst.Release()
		})
	}
	short, _ := args.Slice(0, 2)
	if err := k.DispatchIndirect(short); !errors.Is(err, gpu.ErrView) {
		t.Errorf("two words: %v", err)
	}
}

func TestCopyWithCountOnTheGPU(t *testing.T) {
	d := open(t, gpu.Options{})
	const limit = 3000
	src := fill(t, d, limit+10)
	// The count lies at a word that is not aligned for a binding.
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, 1<<32 - 1} {
		subtest(t, d, fmt.Sprint("n=", n), func(t *testing.T) {
			counts, err := gpu.NewBufferFrom(d, []uint32{7, 7, 7, 7, 7, n, 7})
			if err != nil {
				t.Fatal(err)
			}
			dst, err := gpu.NewBuffer[uint32](d, limit+10)
			if err != nil {
				t.Fatal(err)
			}
			word, _ := counts.Slice(5, 6)
			if err := d.Copy(dst.View(), src.View(), gpu.CountAt(word, limit)); err != nil {
				t.Fatal(err)
			}
			got, err := dst.Download()
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range got {
				want := uint32(i) * 2654435761
				if i >= int(min(n, limit)) {
					want = 0
				}
				if w != want {
					t.Fatalf("count %d: word %d is %#x, want %#x", n, i, w, want)
				}
			}
			if err := d.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: %v", n, limit, err)
			}
			if err := d.Check(); err != nil {
				t.Errorf("the fault was reported twice: %v", err)
			}
		})
	}
	b := fill(t, d, 5)
	for what, c := range map[string]struct {
		dst gpu.View
		n   gpu.Count
		err error
	}{
		"more than dst holds": {b.View(), gpu.N(6), gpu.ErrView}, "a negative count": {b.View(), gpu.N(-1), gpu.ErrCount},
		"a count without a word": {b.View(), gpu.CountAt(gpu.View{}, 3), gpu.ErrCount}, "no dst": {gpu.View{}, gpu.N(1), gpu.ErrView},
	} {
		if err := d.Copy(c.dst, src.View(), c.n); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// counting is a kernel with an array of records of the caller.
func counting(record, predicate string, shape Shape) Spec {
	return Spec{
		File: "compact/compact_count.comp.glsl", Shape: shape,
		Buffers:   []string{"Count", "Fault", "Counts", "Records?"},
		Constants: shaders.Constants{"STRIDE_WORDS": uint32(1), "RECORD": record, "DECIDE": "keep", "DECIDED": "bool", "CLASSES": uint32(1), "VOTES": uint32(1)},
		Slots: map[string]shaders.Snippet{
			"KEEP": {File: "compact/keep.glsl#user"}, "TILE": {File: "compact/tile.glsl#plain"}, "PREDICATE": {Name: "mine.glsl", Text: predicate},
		},
	}
}

func TestArrayStrideMatchesDriver(t *testing.T) {
	d := open(t, gpu.Options{})
	shape, err := Pick(d.Caps(), gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		record, predicate string
		want              int
	}{
		{"uint", "bool keep(uint v) { return v != 0u; }", 4},
		{"vec2", "bool keep(vec2 v) { return v.x > v.y; }", 8},
		{"vec4", "bool keep(vec4 v) { return v.x > v.w; }", 16},
		{"vec3", "bool keep(vec3 v) { return v.x > v.z; }", 16}, // std430 pads it
		{"P", "struct P { vec2 at; uint id; }; bool keep(P p) { return p.id != 0u; }", 16},
		{"P", "struct P { uint a, b, c; }; bool keep(P p) { return p.b != 0u; }", 12},
		{"P", "struct P { uint a[5]; vec4 b; }; bool keep(P p) { return p.a[4] != 0u; }", 48},
		{"P", "struct P { uint a; }; bool keep(P p) { return true; }", 0}, // the block is not used, so it has no stride
	} {
		subtest(t, d, c.record, func(t *testing.T) {
			k, err := New(d, counting(c.record, c.predicate, shape))
			if err != nil {
				t.Fatal(err)
			}
			got := k.ArrayStride("Records")
			// A driver may keep a block that the predicate does not read.
			if got != c.want && !(c.want == 0 && got == 4) {
				t.Errorf("%s: %d, want %d", c.predicate, got, c.want)
			}
			if got := k.ArrayStride("Nothing"); got != 0 {
				t.Errorf("a block that is not there has stride %d", got)
			}
			k.Release()
		})
	}
}

func TestRecordOffsetIsMultipleOfStride(t *testing.T) {
	d := open(t, gpu.Options{})
	shape, err := Pick(d.Caps(), gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		t.Fatal(err)
	}
	k, err := New(d, counting("P", "struct P { uint a, b, c; }; bool keep(P p) { return p.b == 7u; }", shape))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	workers, err := k.Uniform("workers")
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, 3*500)
	for i := 1; i < len(words); i += 6 { // field b of every second record
		words[i] = 7
	}
	b, err := gpu.NewBufferFrom(d, words)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int{0, 1, 2, 5, 64, 101} {
		subtest(t, d, fmt.Sprint("first=", first), func(t *testing.T) {
			out, err := gpu.NewBuffer[uint32](d, 1)
			if err != nil {
				t.Fatal(err)
			}
			v, _ := b.Slice(3*first, len(words))
			n := 500 - first
			k.SetCount(gpu.N(n))
			k.SetBuffer(2, out.View())
			if err := k.SetRecords(3, v, 12); err != nil {
				t.Fatal(err)
			}
			k.Set(workers, 1)
			k.Dispatch(1)
			d.MemoryBarrier()
			got, err := out.Download()
			if want := uint32(n / 2); err != nil || got[0] != want {
				t.Errorf("from record %d on: %d are kept, want %d, %v", first, got[0], want, err)
			}
		})
	}
	if d.Caps().StorageAlignment < 16 {
		t.Skip("every word can be bound here")
	}
	v, _ := b.Slice(1, 301)
	if err := k.SetRecords(3, v, 12); !errors.Is(err, gpu.ErrView) {
		t.Error(fmt.Errorf("records that begin in the middle of one: %w", err))
	}
}
