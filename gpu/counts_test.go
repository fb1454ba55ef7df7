// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// combined is CombineCounts in plain Go.
func combined(op gpu.CountOp, a, b int) int {
	switch op {
	case gpu.CountDifference:
		return max(0, a-b)
	case gpu.CountProduct:
		if a > 0 && b > gpu.MaxItems/a {
			return gpu.MaxItems
		}
		return a * b
	case gpu.CountMin:
		return min(a, b)
	case gpu.CountMax:
		return max(a, b)
	}
	return min(a+b, gpu.MaxItems)
}

var countOps = []gpu.CountOp{gpu.CountSum, gpu.CountDifference, gpu.CountProduct, gpu.CountMin, gpu.CountMax}

func TestCombineCounts(t *testing.T) {
	dev := gputest.Device(t)
	values := []int{0, 1, 2, 7, 46340, 46341, 1 << 16, gpu.MaxItems - 1, gpu.MaxItems}
	words, dst := gputest.Fresh(t, dev, 2), gputest.Fresh(t, dev, 1)
	wordA, wordB := must(words.View().Slice(0, 4)), must(words.View().Slice(4, 8))
	for _, op := range countOps {
		gputest.Run(t, dev, op.String(), func(t *testing.T) {
			for _, a := range values {
				for _, b := range values {
					want := combined(op, a, b)
					for places := range 4 { // of a and b: host or GPU
						numbers := [2]gpu.Count{gpu.N(a), gpu.N(b)}
						if places&1 != 0 {
							numbers[0] = gpu.CountAt(wordA, gpu.MaxItems)
						}
						if places&2 != 0 {
							numbers[1] = gpu.CountAt(wordB, b)
						}
						to := [...]gpu.View{dst.View(), wordA, wordB}[(a+b+places)%3]
						if err := gpu.Upload(dev, words.View(), []uint32{uint32(a), uint32(b)}); err != nil {
							t.Fatal(err)
						}
						got, err := dev.CombineCounts(to, op, numbers[0], numbers[1])
						if err != nil {
							t.Fatal(err)
						}
						if n, err := got.Read(); n != want || err != nil {
							t.Fatalf("%d %v %d, places %d: %d, %v, want %d", a, op, b, places, n, err, want)
						}
						if got.Max() < want || places == 0 && got.Max() != want {
							t.Errorf("%d %v %d, places %d: at most %d, want %d", a, op, b, places, got.Max(), want)
						}
						if word, ok := got.Word(); !ok || word != to {
							t.Errorf("the result is in %v, want %v", word, to)
						}
					}
				}
			}
			words.Get()
			dst.Get()
		})
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// A word above its maximum counts as the maximum and is reported, whichever of the two it is.
func TestCombineCountsCutsWords(t *testing.T) {
	dev := gputest.Device(t)
	word, dst := gputest.Words(t, dev, []uint32{math.MaxUint32}), gputest.Fresh(t, dev, 1)
	large := gpu.CountAt(word.View(), 50)
	for i, pair := range [][2]gpu.Count{{large, gpu.N(3)}, {gpu.N(3), large}} {
		got, err := dev.CombineCounts(dst.View(), gpu.CountSum, pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		if n, err := got.Read(); n != 53 || err != nil {
			t.Errorf("%d: %d, %v, want 53", i, n, err)
		}
		if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("%d: Check says %v", i, err)
		}
	}
}

func TestCombineCountsRefuses(t *testing.T) {
	contexts, devices := two(t)
	current(t, contexts[1])
	foreign := wordsIn(t, devices[1], 1).View()
	current(t, contexts[0])
	dev := devices[0]
	word, gone := wordsIn(t, dev, 1).View(), wordsIn(t, dev, 1)
	released := gone.View()
	gone.Release()
	floats := must(gpu.NewBuffer[float32](dev, 1)).View()
	for _, c := range []struct {
		what string
		dst  gpu.View
		op   gpu.CountOp
		a, b gpu.Count
		want error
		text string
	}{
		{"an operator", word, 5, gpu.N(1), gpu.N(1), gpu.ErrArgument, "count-op(5)"},
		{"a negative count", word, 0, gpu.N(-1), gpu.N(1), gpu.ErrCount, "the count is -1, want 0 to 2147483647"},
		{"a large count", word, 0, gpu.N(1), gpu.N(gpu.MaxItems + 1), gpu.ErrCount, "2147483648"},
		{"a count without a word", word, 0, gpu.N(1), gpu.CountAt(gpu.View{}, 1), gpu.ErrCount, "0 bytes, want at least 4"},
		{"no dst", gpu.View{}, 0, gpu.N(1), gpu.N(1), gpu.ErrView, "zero View"},
		{"a released dst", released, 0, gpu.N(1), gpu.N(1), gpu.ErrReleased, "dst"},
		{"another Device's dst", foreign, 0, gpu.N(1), gpu.N(1), gpu.ErrView, "another Device"},
		{"a dst of floats", floats, 0, gpu.N(1), gpu.N(1), gpu.ErrView, "dst is a view of a Buffer of float32, want items of u32"},
		{"a count in floats", word, 0, gpu.CountAt(floats, 1), gpu.N(1), gpu.ErrView, "the count is a view of a Buffer of float32"},
		{"another Device's a", word, 0, gpu.CountAt(foreign, 1), gpu.N(1), gpu.ErrView, "another Device"},
		{"another Device's b", word, 0, gpu.N(1), gpu.CountAt(foreign, 1), gpu.ErrView, "another Device"},
	} {
		if _, err := dev.CombineCounts(c.dst, c.op, c.a, c.b); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.what, err, c.want, c.text)
		}
	}
	if _, err := (*gpu.Device)(nil).CombineCounts(word, 0, gpu.N(1), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("no Device: %v", err)
	}
	// Neither do counts of another Device's context read anything.
	if _, err := gpu.CountAt(foreign, 1).Read(); !errors.Is(err, gpu.ErrWrongContext) {
		t.Errorf("Read in another context: %v", err)
	}
	if _, err := gpu.CountAt(floats, 1).Read(); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Read of a float: %v", err)
	}
	if err := dev.Copy(word, gputest.Words(t, dev, []uint32{1}).View(), gpu.CountAt(floats, 1)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Copy with a count in floats: %v", err)
	}
	r := must(gpu.CountAt(word, 1).ReadAsync())
	defer r.Release()
	if err := r.Start(gpu.CountAt(foreign, 1)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("Start with another Device's count: %v", err)
	}
}

func TestReadCounts(t *testing.T) {
	dev := gputest.Device(t)
	words := gputest.Words(t, dev, []uint32{7, 99, 5})
	second := must(words.View().Slice(4, 12))
	gone := wordsIn(t, dev, 1)
	released := gpu.CountAt(gone.View(), 1)
	gone.Release()
	var r gpu.CountReadback
	defer r.Release()
	if _, err := r.Take(); !errors.Is(err, gpu.ErrView) || r.Ready() {
		t.Errorf("Take before Start: %v", err)
	}
	for i, c := range []struct {
		n    gpu.Count
		want int
		err  error
	}{
		{gpu.N(12), 12, nil}, {gpu.N(0), 0, nil}, {gpu.CountAt(words.View(), 100), 7, nil}, {gpu.CountAt(second, 99), 99, nil},
		{gpu.N(3), 3, nil}, {gpu.CountAt(second, 98), 98, gpu.ErrCount}, {gpu.CountAt(words.View(), 0), 0, gpu.ErrCount},
		{gpu.N(-1), -1, gpu.ErrCount}, {gpu.CountAt(gpu.View{}, 4), 4, gpu.ErrCount}, {released, 1, gpu.ErrReleased},
	} {
		gputest.Run(t, dev, fmt.Sprint(i), func(t *testing.T) {
			if n, err := c.n.Read(); n != c.want || !errors.Is(err, c.err) {
				t.Errorf("Read of %v: %d, %v, want %d, %v", c.n, n, err, c.want, c.err)
			}
			err := r.Start(c.n)
			if i > 6 {
				if !errors.Is(err, c.err) {
					t.Errorf("Start of %v: %v, want %v", c.n, err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !r.Wait(10 * time.Second) {
				t.Error("no number came in ten seconds")
			}
			if n, err := r.Take(); n != c.want || !errors.Is(err, c.err) {
				t.Errorf("Take of %v: %d, %v, want %d, %v", c.n, n, err, c.want, c.err)
			}
			if _, err := r.Take(); !errors.Is(err, gpu.ErrView) {
				t.Errorf("Take again: %v", err)
			}
		})
	}
	one, err := gpu.CountAt(second, 99).ReadAsync()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := one.Take(); n != 99 || err != nil { // waits
		t.Errorf("%d, %v, want 99", n, err)
	}
	one.Release()
	one.Release()
	if _, err := gpu.N(-3).ReadAsync(); !errors.Is(err, gpu.ErrCount) {
		t.Errorf("ReadAsync of -3: %v", err)
	}
	var none *gpu.CountReadback
	if _, err := none.Take(); !errors.Is(err, gpu.ErrReleased) || !errors.Is(none.Start(gpu.N(1)), gpu.ErrReleased) || none.Ready() {
		t.Errorf("a nil CountReadback: %v", err)
	}
	none.Release()
	words.Get()
}

func TestCountsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	words := gputest.Words(t, dev, []uint32{7, 0})
	n, dst := gpu.CountAt(must(words.View().Slice(0, 4)), 10), must(words.View().Slice(4, 8))
	var r gpu.CountReadback
	defer r.Release()
	frame := func() {
		sum, err := dev.CombineCounts(dst, gpu.CountProduct, n, gpu.N(3))
		if err == nil {
			err = r.Start(sum)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Take(); got != 21 || err != nil {
			t.Fatal(got, err)
		}
		if got, err := n.Read(); got != 7 || err != nil {
			t.Fatal(got, err)
		}
	}
	if allocs := testing.AllocsPerRun(20, frame); allocs != 0 {
		t.Errorf("%v allocations a frame", allocs)
	}
	gputest.LeavesNothing(t, dev, "a read", func() {
		r := must(n.ReadAsync())
		must(r.Take())
		r.Release()
	})
}

func TestShadersCounts(t *testing.T) {
	src, err := gpu.CountsSpec().Source()
	if err != nil {
		t.Fatal(err)
	}
	gputest.ValidateSource(t, "counts_combine", "comp", src)
}
