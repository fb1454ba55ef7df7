// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// operations makes each operation with all of its kernels, and releases it.
var operations = []struct {
	name string
	make func(dev *gpu.Device, o Options) error
}{
	{"search", func(dev *gpu.Device, o Options) error {
		s, err := NewSearcher(dev, o)
		if err == nil {
			err = s.Reserve()
			s.Release()
		}
		return err
	}},
	{"merge", func(dev *gpu.Device, o Options) error {
		m, err := NewMerger(dev, o)
		if err == nil {
			err = m.Reserve()
			m.Release()
		}
		return err
	}},
	{"sort", func(dev *gpu.Device, o Options) error {
		s, err := NewSorter(dev, o)
		if err == nil {
			err = s.Reserve(ForPairs, 0)
			s.Release()
		}
		return err
	}},
	{"sets", func(dev *gpu.Device, o Options) error {
		s, err := NewSets(dev, o)
		if err == nil {
			s.Release()
		}
		return err
	}},
}

// An ordinary run tests words, and the stand-in of a caller's order.
func TestSelfTestsPass(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for i, o := range orders() {
		if i > 0 && !gputest.Nightly() {
			continue
		}
		for _, op := range operations {
			gputest.Run(t, dev, nameOf(o)+","+op.name, func(t *testing.T) {
				gputest.LeavesNothing(t, dev, op.name, func() {
					if err := op.make(dev, o); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
	for _, line := range dev.Report() {
		t.Log(line)
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
}

// Kernels that leave out the last item fail their self-tests. Sets have two forms.
func TestSelfTestsDetectWrongKernels(t *testing.T) {
	for _, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: algorithm})
		for _, op := range operations {
			var o Options
			if op.name == "sets" {
				o.Algorithm = algorithm
			} else if algorithm == gpu.SinglePass {
				continue
			}
			gputest.Run(t, dev, fmt.Sprint(op.name, ",", algorithm), func(t *testing.T) {
				gputest.LeavesNothing(t, dev, op.name, func() {
					if err := op.make(dev, o); !errors.Is(err, gpu.ErrSelfTest) {
						t.Errorf("%v, want %v", err, gpu.ErrSelfTest)
					}
				})
			})
		}
	}
}

// The self-test's order of items is that of the tests' oracle.
func TestSelfTestRanks(t *testing.T) {
	for _, o := range orders() {
		if o.callers() {
			continue
		}
		t.Run(nameOf(o), func(t *testing.T) {
			a := random(o, 200, 9)
			for i := range 199 {
				if (a.rank(i) < a.rank(i+1)) != (rankOf(a, i) < rankOf(a, i+1)) {
					t.Errorf("items %d and %d: ranks %d and %d, want the order of %v and %v", i, i+1, a.rank(i), a.rank(i+1), rankOf(a, i), rankOf(a, i+1))
				}
			}
			b := a.o.madeItems(300, 3)
			want, _ := b.sorted()
			equal := 0
			for i := range 299 {
				if want.rank(i) > want.rank(i+1) {
					t.Fatalf("items %d and %d of the self-test are out of order", i, i+1)
				}
				equal += int(flag(want.rank(i) == want.rank(i+1)))
			}
			if equal < 50 || equal > 280 {
				t.Errorf("%d of 300 items are equal to the next", equal)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	dev := gputest.Device(t)
	const less = "bool less(uint a, uint b) { return a < b; }"
	for i, c := range []struct {
		o    Options
		want error
		text string
	}{
		{Options{Type: gpu.Uint8}, gpu.ErrArgument, "Type is u8"},
		{Options{Type: gpu.Vec2}, gpu.ErrArgument, "Type is vec2"},
		{Options{Type: 99}, gpu.ErrArgument, "Type is type(99)"},
		{Options{Item: "uint"}, gpu.ErrArgument, `Item is "uint"`},
		{Options{Bytes: 8}, gpu.ErrArgument, "Bytes 8"},
		{Options{Less: less, Bytes: 4}, gpu.ErrArgument, `Item is ""`},
		{Options{Less: less, Item: "uint;", Bytes: 4}, gpu.ErrArgument, `Item is "uint;"`},
		{Options{Less: less, Item: "uint"}, gpu.ErrArgument, "Bytes is 0"},
		{Options{Less: less, Item: "uint", Bytes: 132}, gpu.ErrArgument, "Bytes is 132"},
		{Options{Less: less, Item: "uint", Bytes: 8}, gpu.ErrArgument, "Bytes is 8, want 4"},
		{Options{Less: less, Item: "uint", Bytes: 4, Descending: true}, gpu.ErrArgument, "Descending true"},
		{Options{Less: less, Item: "uint", Bytes: 4, Type: gpu.Int32}, gpu.ErrArgument, "Type is i32"},
		{Options{Less: "#version 430\n" + less, Item: "uint", Bytes: 4, Name: "mine"}, gpu.ErrArgument, "mine:1"},
		{Options{Less: "bool less(uint a, uint b) {\nreturn a < c; }", Item: "uint", Bytes: 4, Name: "mine"}, gpu.ErrShader, "mine:2"},
		{Options{Tuning: gpu.Tuning{Lanes: 9}}, gpu.ErrArgument, "Lanes"},
		{Options{Tuning: gpu.Tuning{GroupSize: 33, ItemsPerThread: 4}}, gpu.ErrArgument, "GroupSize is 33, want a multiple of 32 from 32 to 1,024, and ItemsPerThread with it"},
	} {
		for _, op := range operations {
			gputest.Run(t, dev, fmt.Sprintf("%d,%s", i, op.name), func(t *testing.T) {
				if err := op.make(dev, c.o); !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.text) {
					t.Errorf("%v, want %v with %q", err, c.want, c.text)
				}
				gputest.DropMessages(t, dev)
			})
		}
	}
}

// Items of a caller's type must begin where the driver can bind them.
func TestItemsBeginWhereTheyCanBeBound(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSearcher(dev, hit)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if dev.Caps().StorageAlignment < 8 {
		t.Skip("the driver binds any word")
	}
	b := gputest.Words(t, dev, make([]uint32, 100))
	odd, err := b.View().Slice(8, 8+160)
	if err != nil {
		t.Fatal(err)
	}
	even := put(t, dev, random(hit, 10, 1))
	dst := gputest.Fresh(t, dev, 10)
	for _, v := range [][2]gpu.View{{odd, even.View()}, {even.View(), odd}} {
		if err := s.LowerBound(dst.View(), v[0], v[1], gpu.N(10), gpu.N(10)); !errors.Is(err, gpu.ErrView) {
			t.Errorf("an odd view: %v", err)
		}
	}
}

// No tile takes more than the shared memory that every driver has.
func TestTilesFitSharedMemory(t *testing.T) {
	for bytes := 4; bytes <= MaxItemBytes; bytes += 4 {
		for _, shape := range gputest.Shapes() {
			for _, tune := range []gpu.Tuning{{}, {GroupSize: 32, ItemsPerThread: 4}, {GroupSize: 1024, ItemsPerThread: 32}, {GroupSize: 96, ItemsPerThread: 20}} {
				s := Options{Bytes: bytes, Tuning: tune}.tile(shape)
				if need := s.TileSize() * 33 / 32 * (bytes + 4); need > sharedBytes || need == 0 || s.TileSize()%32 != 0 || s.GroupSize%s.LaneCount != 0 {
					t.Errorf("%d bytes, %+v, %d lanes: %d x %d items need %d bytes", bytes, tune, s.LaneCount, s.GroupSize, s.ItemsPerThread, need)
				}
			}
		}
	}
}

// Tiles of both kinds fit too, and a tile that is sorted has as many tiles of a merge as a power of
// two. In software and with a tile of the caller's they are the same.
func TestTilesOfKinds(t *testing.T) {
	for _, shape := range gputest.Shapes() {
		for _, o := range orders() {
			for _, tune := range []gpu.Tuning{{}, {GroupSize: 96, ItemsPerThread: 20}} {
				o, err := o.withDefaults("TestTilesOfKinds")
				if err != nil {
					t.Fatal(err)
				}
				o.Tuning = tune
				s := o.tile(shape)
				for kind := alone; kind <= withPayload; kind++ {
					pass, tile := o.mergeTile(s, kind), o.sortTile(s, kind)
					bytes := o.Bytes
					if kind == withPayload && o.wordsApart() {
						bytes += 4
					}
					ratio := tile.TileSize() / pass.TileSize()
					if tile.TileSize()%pass.TileSize() != 0 || ratio != 1 && ratio != 2 || !fits(tile.GroupSize, tile.ItemsPerThread, bytes) || tile.ItemsPerThread > mostItems {
						t.Errorf("%s, %+v, kind %d: tiles of %d x %d are sorted and of %d x %d merged", nameOf(o), tune, kind, tile.GroupSize, tile.ItemsPerThread, pass.GroupSize, pass.ItemsPerThread)
					}
					if (shape.MaxItems > 0 || tune.GroupSize > 0) && ratio != 1 {
						t.Errorf("%s, %+v, kind %d: %d tiles of a merge are sorted at once, want 1", nameOf(o), tune, kind, ratio)
					}
				}
			}
		}
	}
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 8}
	for _, c := range []struct {
		o                 Options
		kind, merge, sort int
	}{
		{Options{Bytes: 4}, alone, 256 * 9, 512 * 9}, {Options{Bytes: 4}, withPayload, 256 * 8, 512 * 8},
		{Options{Bytes: 8}, alone, 256 * 4, 512 * 4}, {hit, withPayload, 256 * 2, 512 * 2},
		{Options{Less: "x", Item: "float", Bytes: 4}, withPayload, 256 * 8, 256 * 8},
		{Options{Less: "x", Item: "int", Bytes: 4}, withPayload, 256 * 8, 512 * 8}, {large, alone, 128, 128},
	} {
		s := c.o.tile(shape)
		if m, tile := c.o.mergeTile(s, c.kind).TileSize(), c.o.sortTile(s, c.kind).TileSize(); m != c.merge || tile != c.sort {
			t.Errorf("%d bytes, %q, kind %d: tiles of %d items are sorted and of %d merged, want %d and %d", c.o.Bytes, c.o.Item, c.kind, tile, m, c.sort, c.merge)
		}
	}
}

func TestShadersMerge(t *testing.T) {
	var all []kernel.Spec
	shapes := gputest.Shapes()
	shape := shapes[len(shapes)-1] // of the shared lanes, which all drivers have
	for _, o := range orders() {
		o, err := o.withDefaults("TestShadersMerge")
		if err != nil {
			t.Fatal(err)
		}
		s := o.tile(shape)
		all = append(all, o.searchSpec(s, fewQueries), o.searchSpec(s, manyQueries), o.mergeSplitSpec(), o.sortSplitSpec())
		for kind := alone; kind <= withPayload; kind++ {
			tile, pass := o.sortSpecs(s, kind)
			all = append(all, o.mergeSpec(s, kind), tile, pass)
		}
	}
	for _, o := range searchReads() {
		o := known(t, o)
		all = append(all, o.searchSpec(o.tile(shape), fewQueries), o.searchSpec(o.tile(shape), manyQueries))
	}
	for _, o := range sortReads() {
		o := known(t, o)
		for kind := alone; kind <= withPayload; kind++ {
			tile, _ := o.sortSpecs(o.tile(shape), kind)
			all = append(all, tile)
		}
	}
	for _, o := range arrayReads() {
		o := known(t, o)
		for kind := alone; kind <= withPayload; kind++ {
			all = append(all, o.mergeSpec(o.tile(shape), kind), o.mergeSplitSpec())
		}
	}
	for i, shape := range shapes {
		for k, o := range slices.Concat(orders(), arrayReads()) {
			if k > 1 && i != 0 {
				continue // the types are the same in all lane tiers
			}
			o, err := o.withDefaults("TestShadersMerge")
			if err != nil {
				t.Fatal(err)
			}
			count, move := o.setSpecs(o.setShape(shape))
			shape.Algorithm = gpu.SinglePass
			_, chain := o.setSpecs(o.setShape(shape))
			all = append(all, count, move, chain)
		}
	}
	gputest.Validate(t, append(all, checkSpec()))
}

// known returns the options with defaults.
func known(t *testing.T, o Options) Options {
	t.Helper()
	o, err := o.withDefaults("TestShadersMerge")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A caller's uniform reaches every kernel that has it.
func TestProgramsListsEveryKernel(t *testing.T) {
	dev := gputest.Device(t)
	all := makeEach(t, dev, hit)
	for name, c := range map[string]struct {
		got  []uint32
		want int
	}{
		"search": {all.search.Programs(), 2}, "merge": {all.merger.Programs(), 3}, "sort": {all.sorter.Programs(), 5}, "sets": {all.sets.Programs(), 2},
	} {
		if len(c.got) != c.want {
			t.Errorf("%s: %d programs, want %d", name, len(c.got), c.want)
		}
	}
}
