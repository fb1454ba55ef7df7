// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// histMapped makes items of records of 16 bytes: word 1 is the item, word 2 the second coordinate,
// word 3 the weight, all changed by the index.
func histMapped(o HistogramOptions) HistogramOptions {
	o.Record, o.RecordBytes = "Sample", 16
	o.Map = "struct Sample { uint spare; uint x; uint y; uint weight; };\n" + ofSample("map", o.Type, "r.x")
	if o.Y != (Axis{}) {
		o.Map += ofSample("mapY", o.Y.Type, "r.y ^ (i & 1u)")
	}
	if o.Weighted {
		o.Map += ofSample("mapWeight", gpu.Uint32, "r.weight + i")
	}
	if o.Input == gpu.InputCounting {
		o.Record, o.RecordBytes = "uint", 4
		o.Map = strings.NewReplacer("r.x", "r % 20u", "r.y", "r % 30u", "r.weight", "5u", "Sample r", "uint r").Replace(o.Map)
	}
	return o
}

func ofSample(name string, t gpu.Type, word string) string {
	return fmt.Sprintf("%s %s(Sample r, uint i) { return %s(%s); }\n", mapResults[t][0], name, wordsTo[t], word)
}

// histReads are options with inputs and maps: of all kinds of bins, in all places of the bins.
func histReads() (all []HistogramOptions) {
	reads := func(in gpu.Input, stride int, o HistogramOptions) HistogramOptions {
		o.Input, o.Stride = in, stride
		return o
	}
	edges := func(t gpu.Type, bins int) HistogramOptions {
		return HistogramOptions{Type: t, Bins: bins, Edges: true, Outside: true}
	}
	pairs := histPairs(gpu.Tuning{}) // 0 to 2 and 4 have weights or two axes, 3 counts in copies, 4 in dst
	return []HistogramOptions{
		reads(gpu.InputStrided, 3, histEven(gpu.Float32, 11, gpu.Tuning{})),
		reads(gpu.InputGathered, 0, edges(gpu.Int32, 9)),
		reads(gpu.InputCounting, 0, HistogramOptions{Bins: 7, Lower: 3, Upper: 703, Outside: true}),
		reads(gpu.InputStrided, 2, pairs[1]), // edges of both axes, and weights
		reads(gpu.InputGathered, 0, pairs[0]),
		reads(gpu.InputStrided, 0, histWeighted(histEven(gpu.Int32, 5000, gpu.Tuning{}))),
		reads(gpu.InputCounting, 0, histWeighted(HistogramOptions{Type: gpu.Float32, Bins: 9, Upper: 900, Outside: true})),
		histMapped(histEven(gpu.Float32, 13, gpu.Tuning{})),
		histMapped(pairs[1]),
		histMapped(pairs[4]),
		histMapped(reads(gpu.InputStrided, 2, edges(gpu.Uint32, 8))),
		histMapped(reads(gpu.InputGathered, 0, pairs[3])),
		histMapped(reads(gpu.InputCounting, 0, HistogramOptions{Bins: 5, Lower: 2, Upper: 17, Y: Axis{Bins: 3, Lower: 1, Upper: 28}, Weighted: true, Outside: true})),
	}
}

// histReading is a call of histReads: what its views hold, and the items that they make.
type histReading struct {
	histInput
	src, second, weights, indices []uint32 // of the views
}

// histRead returns a reading of n items.
func histRead(r *rand.Rand, o HistogramOptions, n int) (c histReading) {
	room := n
	switch o.Input {
	case gpu.InputStrided:
		room = max(0, n-1)*o.Stride + min(1, n)
	case gpu.InputGathered:
		room = 1 + n/2
	}
	all := histMade(r, o, room)
	c.edges = all.edges
	for i := range n {
		at := i
		switch o.Input {
		case gpu.InputStrided:
			at *= o.Stride
		case gpu.InputGathered:
			at = r.Intn(room)
			c.indices = append(c.indices, uint32(at))
			if at == room-1 || i == n-1 { // past the end it is the last record
				at = room - 1
				c.indices[i] = [...]uint32{uint32(room), math.MaxUint32, uint32(at)}[r.Intn(3)]
			}
		case gpu.InputCounting:
			all.items[i] = uint32(i)
			if o.Type == gpu.Float32 {
				all.items[i] = math.Float32bits(float32(i))
			}
		}
		x, y, weight := all.items[at], uint32(0), uint32(0)
		if all.second != nil {
			y = all.second[at]
		}
		if all.weights != nil {
			weight = all.weights[at]
		}
		if o.Map != "" {
			if o.Input == gpu.InputCounting {
				x, y, weight = uint32(i)%20, uint32(i)%30, 5
			}
			y, weight = y^uint32(i)&1, weight+uint32(i)
		}
		c.items, c.histInput.second, c.histInput.weights = append(c.items, x), append(c.histInput.second, y), append(c.histInput.weights, weight)
	}
	if o.Map == "" {
		c.src, c.second, c.weights = all.items, all.second, all.weights
	} else {
		for i := range room {
			record := []uint32{r.Uint32(), all.items[i], 0, 0}
			if all.second != nil {
				record[2] = all.second[i]
			}
			if all.weights != nil {
				record[3] = all.weights[i]
			}
			c.src = append(c.src, record...)
		}
	}
	if o.Input == gpu.InputCounting {
		c.src = nil
	}
	return c
}

func TestHistogramInputsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range histReads() {
		name := fmt.Sprintf("%v,bins=%d,edges=%v,ybins=%d,weighted=%v,input=%v,record=%s", o.Type, o.Bins, o.Edges, o.Y.Bins, o.Weighted, o.Input, o.Record)
		gputest.Run(t, dev, name, func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					h := newHistogram(t, dev, o)
					defer h.Release()
					tile := h.shape.TileSize()
					for _, n := range []int{0, 1, tile + 1, 3*tile*min(3, h.shape.Workers) + 5, 2*min(o.words(), tile) + 3} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							h.tryRead(t, dev, histRead(rand.New(rand.NewSource(int64(i+n))), o, n))
						})
					}
				})
			}
		})
	}
}

// tryRead counts, with the number of items on the GPU, and checks every buffer afterwards.
func (h *Histogram) tryRead(t *testing.T, dev *gpu.Device, in histReading) {
	n := len(in.items)
	dst, count := gputest.Fresh(t, dev, h.o.words()+3), gputest.Words(t, dev, []uint32{uint32(n)})
	defer dst.Free()
	defer count.Free()
	spare := dst.Get()[h.o.words():]
	c := HistogramCall{Dst: dst.View(), N: gpu.CountAt(count.View(), n)}
	var indices gpu.View
	inputs := []struct {
		name  string
		to    *gpu.View
		words []uint32
		at    int
		b     *gputest.Guarded
	}{{"src", &c.Src, in.src, 8, nil}, {"y", &c.Y, in.second, 3, nil}, {"weights", &c.Weights, in.weights, 5, nil}, {"edges", &c.Edges, in.edges, 6, nil}, {"indices", &indices, in.indices, 7, nil}}
	for i := range inputs {
		if p := &inputs[i]; p.words != nil {
			p.b = gputest.WordsAt(t, dev, p.words, p.at)
			defer p.b.Free()
			*p.to = p.b.View()
		}
	}
	h.SetIndices(indices)
	if err := h.Count(c); err != nil {
		t.Fatal(err)
	}
	got := dst.Get()
	gputest.Equal(t, "sums", got[:h.o.words()], histSums(h.o, in.histInput))
	gputest.Equal(t, "behind the sums", got[h.o.words():], spare)
	for _, p := range inputs {
		if p.b != nil {
			gputest.Equal(t, p.name, p.b.Get(), p.words)
		}
	}
}

func TestHistogramInputsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	even := HistogramOptions{Bins: 4, Upper: 4}
	with := func(change func(o *HistogramOptions)) HistogramOptions {
		o := even
		change(&o)
		return o
	}
	for what, o := range map[string]HistogramOptions{
		"no such input":             with(func(o *HistogramOptions) { o.Input = 9 }),
		"a stride without an input": with(func(o *HistogramOptions) { o.Stride = 2 }),
		"a negative stride":         with(func(o *HistogramOptions) { o.Input, o.Stride = gpu.InputStrided, -1 }),
		"a record without a map":    with(func(o *HistogramOptions) { o.Record, o.RecordBytes = "uint", 4 }),
		"a map without a record":    with(func(o *HistogramOptions) { o.Map = "uint map(uint r, uint i) { return r; }" }),
		"a record of 3 bytes":       with(func(o *HistogramOptions) { *o = histMapped(*o); o.RecordBytes = 3 }),
		"another size of records":   with(func(o *HistogramOptions) { *o = histMapped(*o); o.RecordBytes = 12 }),
		"counting other records": with(func(o *HistogramOptions) {
			*o = histMapped(*o)
			o.Input = gpu.InputCounting
		}),
		"nine buffers": with(func(o *HistogramOptions) {
			o.Input, o.Weighted, o.Y = gpu.InputGathered, true, Axis{Bins: 2, Edges: true}
		}),
	} {
		if _, err := NewHistogram(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	noWeight := histMapped(histWeighted(even))
	noWeight.Map = strings.ReplaceAll(noWeight.Map, "mapWeight", "other")
	if _, err := NewHistogram(dev, noWeight); !errors.Is(err, gpu.ErrShader) {
		t.Errorf("no mapWeight: %v", err)
	}
	gputest.DropMessages(t, dev)
	b := must(gpu.NewBuffer[uint32](dev, 128))
	defer b.Release()
	part := func(from, to int) gpu.View { return must(b.Slice(from, to)) }
	floats := must(gpu.NewBuffer[float32](dev, 10))
	defer floats.Release()
	gathered, strided := with(func(o *HistogramOptions) { o.Input, o.Weighted = gpu.InputGathered, true }), with(func(o *HistogramOptions) { o.Input, o.Stride, o.Weighted = gpu.InputStrided, 2, true })
	for _, c := range []struct {
		what    string
		o       HistogramOptions
		c       HistogramCall
		indices gpu.View
		want    error
	}{
		{"no indices", gathered, HistogramCall{Src: part(8, 12), Weights: part(12, 16)}, gpu.View{}, gpu.ErrView},
		{"too few indices", gathered, HistogramCall{Src: part(8, 12), Weights: part(12, 16)}, part(20, 29), gpu.ErrView},
		{"indices of float32", gathered, HistogramCall{Src: part(8, 12), Weights: part(12, 16)}, floats.View(), gpu.ErrView},
		{"dst in the indices", gathered, HistogramCall{Src: part(8, 12), Weights: part(12, 16)}, part(3, 13), gpu.ErrOverlap},
		{"fewer weights than records", gathered, HistogramCall{Src: part(8, 12), Weights: part(12, 15)}, part(20, 30), gpu.ErrView},
		{"too few records", strided, HistogramCall{Src: part(8, 26), Weights: part(30, 49)}, gpu.View{}, gpu.ErrView},
		{"too few weights", strided, HistogramCall{Src: part(8, 27), Weights: part(30, 48)}, gpu.View{}, gpu.ErrView},
		{"enough of both", strided, HistogramCall{Src: part(8, 27), Weights: part(30, 49)}, gpu.View{}, nil},
		{"counting with a src", with(func(o *HistogramOptions) { o.Input = gpu.InputCounting }), HistogramCall{Src: part(8, 18)}, gpu.View{}, gpu.ErrArgument},
		{"records that are too few", histMapped(even), HistogramCall{Src: part(8, 47)}, gpu.View{}, gpu.ErrView},
		{"weights with a map", histMapped(histWeighted(even)), HistogramCall{Src: part(8, 48), Weights: part(60, 70)}, gpu.View{}, gpu.ErrArgument},
		{"records anywhere", histMapped(even), HistogramCall{Src: part(9, 49)}, gpu.View{}, gpu.ErrView},
	} {
		if c.what == "records anywhere" && dev.Caps().StorageAlignment%16 != 0 {
			continue // drivers that bind any word
		}
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			h := newHistogram(t, dev, c.o)
			defer h.Release()
			h.SetIndices(c.indices)
			c.c.Dst, c.c.N = part(0, 4), gpu.N(10)
			if err := h.Count(c.c); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	(*Histogram)(nil).SetIndices(gpu.View{})
	plain, mapped := newHistogram(t, dev, even), newHistogram(t, dev, histMapped(even))
	defer plain.Release()
	defer mapped.Release()
	if (*Histogram)(nil).Programs() != nil || plain.Programs() != nil || len(mapped.Programs()) != 1 {
		t.Errorf("programs: %v without a map and %v with one, want none and one", plain.Programs(), mapped.Programs())
	}
}

// An ordinary run takes half of the self-tests.
func TestHistogramInputsAreSelfTested(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for i, o := range histReads() {
		if !gputest.ShareOfSelfTests(i) {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("input=%v,record=%s,y=%d,weighted=%v", o.Input, o.Record, o.Y.Bins, o.Weighted), func(t *testing.T) {
			o.Tuning = gputest.Turn(dev, i)[0]
			o.Algorithm = gpu.ReduceThenScan // the only form of histograms
			gputest.LeavesNothing(t, dev, "a histogram", func() { newHistogram(t, dev, o).Release() })
		})
	}
	for _, line := range dev.Report() {
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
}

func TestHistogramInputsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	o := histMapped(HistogramOptions{Bins: 7, Upper: 14, Input: gpu.InputGathered, Tuning: gpu.Tuning{Workers: 3}})
	h := newHistogram(t, dev, o)
	defer h.Release()
	const n = 3000
	src, dst, index := gputest.WordsAt(t, dev, make([]uint32, 4*n), 8), gputest.Fresh(t, dev, o.words()), gputest.Fresh(t, dev, n)
	run := func() {
		h.SetIndices(index.View())
		if err := h.HistogramEven(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
