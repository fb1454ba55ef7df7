// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// resultsOf are options with results of 12 bytes, of affine or of mapped.
func resultsOf(op gpu.Operator, records bool) Options {
	op.GLSL += `
struct Place { uint at; uint low; float high; };
Place finish(Affine v, uint i) { return Place(i, v.a ^ v.b, float(v.b >> 20)); }`
	o := Options{Operator: &op, Result: "Place", ResultBytes: 12}
	if records {
		o.Record, o.RecordBytes = "uvec4", 16
	}
	return o
}

// finishWords is its finish in plain Go.
func finishWords(items []uint32) (results []uint32) {
	for i := 0; i < len(items); i += 2 {
		results = append(results, uint32(i/2), items[i]^items[i+1], math.Float32bits(float32(items[i+1]>>20)))
	}
	return results
}

// Results of another size than the items, with records or items in front, start and total, segments
// and a count on the GPU.
func TestScanResultsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{resultsOf(affine, false), resultsOf(mapped, true)} {
		if i == 0 {
			o.By = Keys
		}
		o.Ends = true
		gputest.Run(t, dev, fmt.Sprintf("by=%v,record=%s", o.By, o.Record), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					s := must(New(dev, o))
					defer s.Release()
					tile := s.shape.TileSize()
					for k, n := range []int{0, 1, tile + 1, 5*tile*s.shape.Workers/2 + 3} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) { s.tryResults(t, dev, n, k%2 == 0) })
					}
				})
			}
		})
	}
}

func (s *Scanner) tryResults(t *testing.T, dev *gpu.Device, n int, inclusive bool) {
	r := rand.New(rand.NewSource(int64(n)))
	records := gputest.Items(r, gpu.Sum, gpu.Uint32, 4*n)
	items := mapWords(records)
	if s.o.Record == "" {
		records = items
	}
	keys, start := make([]uint32, n), gputest.Items(r, gpu.Sum, gpu.Uint32, 2)
	for i := range keys {
		keys[i] = uint32(max(0, r.Intn(40)-38))
	}
	src, dst, by := gputest.WordsAt(t, dev, records, 8), gputest.WordsAt(t, dev, make([]uint32, 3*n), 9), gputest.Words(t, dev, keys)
	from, total, count := gputest.WordsAt(t, dev, start, 4), gputest.WordsAt(t, dev, make([]uint32, 2), 6), gputest.Words(t, dev, []uint32{uint32(n)})
	c := Call{Dst: dst.View(), Src: src.View(), N: gpu.CountAt(count.View(), n), Inclusive: inclusive, Start: from.View()}
	oracle := withStart(affineOracle, start)
	head, wantTotal := func(i int) bool { return i > 0 && keys[i] != keys[i-1] }, make([]uint32, 2)
	if s.o.By == Keys {
		c.By = by.View()
	} else {
		c.Total, head, wantTotal = total.View(), nil, start
		if n > 0 {
			wantTotal = scanned(oracle, items, true, nil)[2*n-2:]
		}
	}
	if err := s.Scan(c); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "results", dst.Get(), finishWords(scanned(oracle, items, inclusive, head)))
	gputest.Equal(t, "total", total.Get(), wantTotal)
	gputest.Equal(t, "src", src.Get(), records)
	for _, g := range []*gputest.Guarded{src, dst, by, from, total, count} {
		g.Free()
	}
}

// Results of the items' size may replace the items.
func TestScanResultsInPlace(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Operator: &gpu.Operator{
		GLSL: `uint combine(uint a, uint b) { return a + b; }
		       float finish(uint v, uint i) { return float(v) / float(i + 1u); }`,
		Item: "uint", Bytes: 4, Identity: "0u",
	}, Result: "float", ResultBytes: 4}
	for _, tune := range gputest.Turn(dev, 1) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			o.Tuning = tune
			s := must(New(dev, o))
			defer s.Release()
			n := 3*s.shape.TileSize() + 7
			words, want := make([]uint32, n), make([]uint32, n)
			for i := range words { // the means of 3, 6, 9, ...
				words[i], want[i] = uint32(3*(i+1)), math.Float32bits(float32(3*(i+2))/2)
			}
			b := gputest.Words(t, dev, words)
			defer b.Free()
			if err := s.Inclusive(b.View(), b.View(), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			for i, w := range b.Get() {
				// Drivers round divisions differently.
				if got, exact := float64(math.Float32frombits(w)), float64(math.Float32frombits(want[i])); math.Abs(got-exact) > 1e-6*exact {
					t.Fatalf("mean %d is %v, want %v", i, got, exact)
				}
			}
		})
	}
}

func TestScanResultsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	noSize, wrongSize, noItem := resultsOf(affine, false), resultsOf(affine, false), resultsOf(affine, false)
	noSize.ResultBytes, wrongSize.ResultBytes = 0, 16
	bytes := affine
	bytes.GLSL, bytes.Bytes = noItem.Operator.GLSL, 16
	noItem.Operator = &bytes
	for what, o := range map[string]Options{
		"a result without an operator":  {Result: "uint", ResultBytes: 4},
		"a result without a size":       noSize,
		"another size":                  wrongSize,
		"another size of the items":     noItem,
		"a size without a result":       {Operator: &affine, ResultBytes: 4},
		"a name that is none of a type": {Operator: &affine, Result: "a b", ResultBytes: 4},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := New(dev, Options{Operator: &affine, Result: "uint", ResultBytes: 4}); !errors.Is(err, gpu.ErrShader) {
		t.Errorf("no finish: %v", err)
	}
	gputest.DropMessages(t, dev)
	s := must(New(dev, resultsOf(affine, false)))
	defer s.Release()
	words := must(gpu.NewBuffer[uint32](dev, 12)).View()
	if err := s.Exclusive(words, must(words.Slice(0, 32)), gpu.N(4)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("in place: %v", err)
	}
	if err := s.Exclusive(must(words.Slice(0, 44)), must(gpu.NewBuffer[uint32](dev, 8)).View(), gpu.N(4)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("a dst too small: %v", err)
	}
}
