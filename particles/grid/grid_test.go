// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func newGrid(t *testing.T, dev *gpu.Device, o Options) *Grid {
	t.Helper()
	g, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Release)
	return g
}

// kinds are grids of each kind, with awkward sizes.
func kinds() map[string]Options {
	return map[string]Options{
		"box":       {Cell: 0.25, Min: [3]float32{-1, -2, -3}, Max: [3]float32{1, 1.1, 2}, Stride: 20, Place: 4},
		"flat":      {Cell: 0.1, Min: [3]float32{-1, -2}, Max: [3]float32{1, 1}, Flat: true, Stride: 8},
		"one cell":  {Cell: 100, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 1, 1}, Stride: 12},
		"many":      {Cell: 0.02, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 0, 1}},
		"hash":      {Cell: 0.25, Hashed: true, Stride: 24, Place: 12},
		"flat hash": {Cell: 0.25, Hashed: true, Flat: true, Stride: 12, Place: 4, Buckets: 100},
		"a bucket":  {Cell: 0.25, Hashed: true, Buckets: 1},
	}
}

// A build equals the twin's, bit for bit, in all lane tiers and around the edges of tiles. The
// cases include fewer records than before, the count on the host or on the GPU, and guards around
// the source.
func TestBuildMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for name, o := range kinds() {
		gputest.Run(t, dev, name, func(t *testing.T) {
			for i, tune := range gputest.Tunings(dev) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					if i > gputest.InNightly(1, 0) && name != "box" && name != "flat hash" {
						return
					}
					if name == "many" {
						tune.Workers = 0 // half a million cells are too many for three where loops end early
					}
					o.Tuning, o.Capacity = tune, 4000
					g := newGrid(t, dev, o)
					tile := g.shape.TileSize()
					for _, n := range []int{3 * tile, 0, 1, 2, tile - 1, tile, tile + 1, 2*tile + 17} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							places := g.l.scatter(n)
							src := gputest.Words(t, dev, g.l.records(places))
							if err := g.Build(src.View(), gpu.N(n)); err != nil {
								t.Fatal(err)
							}
							if err := g.compare(g.l.build(places)); err != nil {
								t.Errorf("%s, %v, %d records: %v", name, tune, n, err)
							}
							some := n / 3
							word := gputest.Words(t, dev, []uint32{uint32(some)})
							if err := g.Build(src.View(), gpu.CountAt(word.View(), n)); err != nil {
								t.Fatal(err)
							}
							if err := g.compare(g.l.build(places[:some])); err != nil {
								t.Errorf("%s, %v, %d of %d records: %v", name, tune, some, n, err)
							}
							src.Get()
							word.Get()
							src.Free()
							word.Free()
						})
					}
					g.Release()
				})
			}
		})
	}
}

// A grid of one record, and one that is exactly full. A count on the GPU above its maximum is cut
// and reported.
func TestBuildAtItsCapacity(t *testing.T) {
	dev := gputest.Device(t)
	for name, o := range kinds() {
		gputest.Run(t, dev, name, func(t *testing.T) {
			for _, n := range []int{1, 777} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					o.Capacity = n
					g := newGrid(t, dev, o)
					places := g.l.scatter(n)
					src := gputest.Words(t, dev, g.l.records(places))
					for _, count := range []int{n, n + 1, 1 << 30} {
						gputest.Run(t, dev, fmt.Sprint("count=", count), func(t *testing.T) {
							word := gputest.Words(t, dev, []uint32{uint32(count)})
							if err := g.Build(src.View(), gpu.CountAt(word.View(), n)); err != nil {
								t.Fatal(err)
							}
							if err := g.compare(g.l.build(places)); err != nil {
								t.Errorf("%s, %d of %d records: %v", name, count, n, err)
							}
							if err := dev.Check(); (count > n) != errors.Is(err, gpu.ErrCount) {
								t.Errorf("%s: %d of %d records: %v", name, count, n, err)
							}
						})
					}
					src.Get()
					g.Release()
				})
			}
		})
	}
}

// Nothing after the grid's own buffers is written: each is made longer, and the words after it
// stay.
func TestBuildStaysInBounds(t *testing.T) {
	dev := gputest.Device(t)
	o := kinds()["flat"]
	o.Capacity = 700
	g := newGrid(t, dev, o)
	places := g.l.scatter(o.Capacity)
	src := gputest.Words(t, dev, g.l.records(places))
	const room = 64
	guards := make([]uint32, room)
	for i := range guards {
		guards[i] = 0xFEEDC0DE
	}
	behind := func(words int) *gpu.Buffer[uint32] {
		b, err := gpu.NewBufferFrom(dev, append(make([]uint32, words), guards...))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, b := range []**gpu.Buffer[uint32]{&g.keys, &g.index, &g.starts, &g.state} {
		n := (*b).Len()
		(*b).Release()
		*b = behind(n)
	}
	g.places.Release()
	var err error
	if g.places, err = gpu.NewBuffer[[4]uint32](dev, o.Capacity+room); err != nil {
		t.Fatal(err)
	}
	if err := g.Build(src.View(), gpu.N(o.Capacity)); err != nil {
		t.Fatal(err)
	}
	if err := g.compare(g.l.build(places)); err != nil {
		t.Error(err)
	}
	for i, b := range []*gpu.Buffer[uint32]{g.keys, g.index, g.starts, g.state} {
		words, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, [...]string{"keys", "index", "starts", "state"}[i]+"' guards", words[len(words)-room:], guards)
	}
	all, err := g.places.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "the places' guards", all[o.Capacity:], make([][4]uint32, room))
}

// NaNs, infinities and records far outside are counted, and a count on the GPU above its maximum is
// cut.
func TestInvalidRecordsAreCounted(t *testing.T) {
	dev := gputest.Device(t)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	places := [][3]float32{{0, 0, 0}, {nan, 0, 0}, {inf, 0, 0}, {0, -inf, 0}, {5, 0, 0}, {0, 0, nan}, {1, 1, 1}, {0, 0, 1e38}, {-1, -1, -1}, {0, 0, 1.0001}}
	for _, c := range []struct {
		o    Options
		want Stats
	}{
		{Options{Cell: 0.5, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 1, 1}}, Stats{10, 5, 2}},
		{Options{Cell: 0.5, Min: [3]float32{-1, -1}, Max: [3]float32{1, 1}, Flat: true}, Stats{10, 3, 1}},
		{Options{Cell: 0.5, Hashed: true}, Stats{10, 3, 2}},
		{Options{Cell: 0.5, Hashed: true, Flat: true}, Stats{10, 2, 1}},
	} {
		gputest.Run(t, dev, fmt.Sprintf("flat=%v,hashed=%v,cell=%v", c.o.Flat, c.o.Hashed, c.o.Cell), func(t *testing.T) {
			c.o.Capacity = 10
			g := newGrid(t, dev, c.o)
			src := gputest.Words(t, dev, g.l.records(places))
			if s, ok, err := g.Stats(); ok || err != nil {
				t.Errorf("%+v before the first build, %v", s, err)
			}
			for range 2 { // the sums restart
				if err := g.Build(src.View(), gpu.N(10)); err != nil {
					t.Fatal(err)
				}
				if err := g.compare(g.l.build(places)); err != nil {
					t.Errorf("%+v: %v", c.o, err)
				}
				if s, err := g.StatsNow(); s != c.want || err != nil {
					t.Errorf("%+v: %+v, %v, expected %+v", c.o, s, err, c.want)
				}
			}
			var late Stats
			for range 1000 {
				s, ok, err := g.Stats()
				if err != nil {
					t.Fatal(err)
				}
				if late = s; ok {
					break
				}
				dev.Finish()
			}
			if late != c.want {
				t.Errorf("late: %+v, expected %+v", late, c.want)
			}
		})
	}
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		change   func(*Options)
		is       error
		wantText string
	}{
		{func(o *Options) { o.Capacity = 0 }, gpu.ErrArgument, "Capacity is 0, want 1"},
		{func(o *Options) { o.Capacity = MaxCapacity + 1 }, gpu.ErrArgument, "Capacity is"},
		{func(o *Options) { o.Capacity = dev.Caps().MaxStorageBytes/16 + 1 }, gpu.ErrTooLarge, "storage blocks have"},
		{func(o *Options) { o.Cell = 0 }, gpu.ErrArgument, "Cell is 0"},
		{func(o *Options) { o.Cell = nan }, gpu.ErrArgument, "Cell is NaN"},
		{func(o *Options) { o.Cell = inf }, gpu.ErrArgument, "Cell is +Inf"},
		{func(o *Options) { o.Cell = 1e-6 }, gpu.ErrArgument, "has 1e+18 cells of 1e-06, want at most 67108864 (MaxCells)"},
		{func(o *Options) { o.Max[1] = -1 }, gpu.ErrArgument, "Min[1] below Max[1]"},
		{func(o *Options) { o.Max[2] = nan }, gpu.ErrArgument, "Min[2]"},
		{func(o *Options) { o.Min[0] = -inf }, gpu.ErrArgument, "Min[0]"},
		{func(o *Options) { o.Stride = 18 }, gpu.ErrArgument, "Stride is 18"},
		{func(o *Options) { o.Stride, o.Place = 16, 8 }, gpu.ErrArgument, "Place is 8, want a multiple of 4 with 3 floats behind it in records of 16"},
		{func(o *Options) { o.Place = -4 }, gpu.ErrArgument, "Place is -4"},
		{func(o *Options) { o.Binding = 3 }, gpu.ErrArgument, "Binding is 3"},
		{func(o *Options) { o.Binding = dev.Caps().MaxStorageBindings - 1 }, gpu.ErrUnsupported, "this driver has"},
		{func(o *Options) { o.Buckets = 5 }, gpu.ErrArgument, "Buckets is 5 without Hashed, want 0 or Hashed"},
		{func(o *Options) { o.Hashed = true }, gpu.ErrArgument, "Hashed with Min"},
		{func(o *Options) { o.Flat = true }, gpu.ErrArgument, "Min[2] is 0 and Max[2] 1 with Flat, want 0"},
		{func(o *Options) { o.Flat, o.Min[2], o.Max[2] = true, nan, 0 }, gpu.ErrArgument, "Min[2] is NaN and Max[2] 0 with Flat"},
		{func(o *Options) { *o = Options{Capacity: 1, Cell: 1, Hashed: true, Buckets: -1} }, gpu.ErrArgument, "Buckets is -1"},
		{func(o *Options) { o.Workers = 1 << 20 }, gpu.ErrArgument, "Workers is"},
	} {
		gputest.Run(t, dev, "says="+c.wantText, func(t *testing.T) {
			o := Options{Capacity: 10, Cell: 0.1, Min: [3]float32{0, 0, 0}, Max: [3]float32{1, 1, 1}}
			c.change(&o)
			g, err := New(dev, o)
			if g != nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%v, expected %v: %s", err, c.is, c.wantText)
			}
		})
	}
	g := newGrid(t, dev, Options{Capacity: 10, Cell: 0.1, Hashed: true})
	src := gputest.Words(t, dev, make([]uint32, 44))
	for wantText, err := range map[string]error{
		"up to 11 records, want at most the Capacity, 10: bad count": g.Build(src.View(), gpu.N(11)),
		"grid: Build: the count is -1":                               g.Build(src.View(), gpu.N(-1)),
		"share bytes":                                                g.Build(g.Places(), gpu.N(10)),
	} {
		gputest.Run(t, dev, wantText, func(t *testing.T) {
			if err == nil || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%v, expected %s", err, wantText)
			}
		})
	}
	g.Release()
	if err := g.Build(src.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Error(err)
	}
	g.Release()
	for name, g := range map[string]*Grid{"nil": nil, "zero": {}, "released": g} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			_, _, stats := g.Stats()
			_, now := g.StatsNow()
			for call, err := range map[string]error{
				"Build": g.Build(src.View(), gpu.N(1)), "Reorder": g.Reorder(src.View(), src.View(), 16), "Stats": stats, "StatsNow": now,
			} {
				if !errors.Is(err, gpu.ErrReleased) {
					t.Errorf("%s: %s: %v", name, call, err)
				}
			}
			g.Bind()
			g.Release()
			if name == "released" {
				return
			}
			for call, v := range map[string]gpu.View{"Places": g.Places(), "Starts": g.Starts(), "Order": g.Order()} {
				if v != (gpu.View{}) {
					t.Errorf("%s: %s: %v", name, call, v)
				}
			}
			if n := g.Count(); n != gpu.N(0) || g.Cells() != 0 || g.KeyBits() != 0 || g == nil && g.GLSL() != "" {
				t.Errorf("%s: Count %v, Cells %d, KeyBits %d", name, n, g.Cells(), g.KeyBits())
			}
		})
	}
}

// A count of a foreign or released buffer is named as the count of the operation.
func TestErrorsNameTheCount(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 10, Cell: 1, Hashed: true})
	src, dst := gputest.Words(t, dev, make([]uint32, 40)), gputest.Fresh(t, dev, 40)
	word, err := gpu.NewBufferFrom(dev, []uint32{5})
	if err != nil {
		t.Fatal(err)
	}
	n := gpu.CountAt(word.View(), 10)
	if err := g.Build(src.View(), n); err != nil {
		t.Fatal(err)
	}
	word.Release()
	if err := g.Build(src.View(), n); !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), "grid: Build: the count is a view") {
		t.Error(err)
	}
	if err := g.Reorder(dst.View(), src.View(), 16); !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), "grid: Reorder: the count is a view") {
		t.Error(err)
	}
}

// No buffer that a build or a reorder writes may hold its own count, and a refused build enqueues
// nothing.
func TestCountInGridBufferIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := kinds()["box"]
	o.Capacity = 100
	g := newGrid(t, dev, o)
	places := g.l.scatter(100)
	src := gputest.Words(t, dev, g.l.records(places))
	words := gputest.Words(t, dev, []uint32{60, 1, 2})
	if err := g.Build(src.View(), gpu.CountAt(words.View(), 100)); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]gpu.View{"places": g.Places(), "starts": g.Starts(), "order": g.Order(), "keys": g.keys.View(), "state": g.state.View()} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			end, err := v.Slice(v.Size()-4, v.Size())
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []gpu.View{v, end} {
				if err := g.Build(src.View(), gpu.CountAt(word, 100)); !errors.Is(err, gpu.ErrOverlap) {
					t.Errorf("Build by a count in its %s: %v", name, err)
				}
			}
			if err := g.Reorder(v, src.View(), 4); !errors.Is(err, gpu.ErrOverlap) {
				t.Errorf("Reorder into its %s: %v", name, err)
			}
		})
	}
	if err := g.Reorder(words.View(), src.View(), 20); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("Reorder into its count: %v", err)
	}
	if err := g.compare(g.l.build(places[:60])); err != nil {
		t.Errorf("after what was refused: %v", err)
	}
	// The grid's own Count is the caller's: it may be fed back, build after build.
	for range 3 {
		if err := g.Build(src.View(), g.Count()); err != nil {
			t.Fatal(err)
		}
		if err := g.compare(g.l.build(places[:60])); err != nil {
			t.Error(err)
		}
	}
}

// Many builds allocate nothing on the host, and a grid leaves no objects behind.
func TestBuildAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	gputest.LeavesNothing(t, dev, "a grid", func() {
		o := kinds()["hash"]
		o.Capacity = 500
		g, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Release()
		src, err := gpu.NewBufferFrom(dev, g.l.records(g.l.scatter(500)))
		if err != nil {
			t.Fatal(err)
		}
		defer src.Release()
		v, n := src.View(), gpu.N(500)
		if many := testing.AllocsPerRun(20, func() { err = errors.Join(err, g.Build(v, n)) }); many > 0 || err != nil {
			t.Errorf("%v allocations a build, %v", many, err)
		}
	})
}
