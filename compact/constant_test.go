// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// constantPredicates are predicates that the compiler finds constant, or that do not return a bool,
// and the class that all records belong to then.
func constantPredicates() []struct {
	name  string
	o     Options
	class int
} {
	word := func(predicate string) Options { return Options{Predicate: predicate, Record: "uint"} }
	with := func(o Options, change func(*Options)) Options { change(&o); return o }
	two := func(o *Options) { o.Classes = 2 }
	indices := func(o *Options) { o.Output = Indices }
	key := func(o *Options) { o.Keyed = true }
	never, always := word("bool keep(uint x) { return false; }"), word("bool keep(uint x) { return true; }")
	noIndex, anyIndex := Options{Predicate: "bool keep(uint i) { return false; }"}, Options{Predicate: "bool keep(uint i) { return true; }"}
	noKey := word("bool keep(uint x, out uint key) { key = 7u; return false; }")
	oneKey := word("bool keep(uint x, out uint key) { key = 7u; return true; }")
	return []struct {
		name  string
		o     Options
		class int
	}{
		{"false", never, 1},
		{"true", always, 0},
		{"switched off", word("const bool enabled = false;\nbool keep(uint x) { return enabled && x > 3u; }"), 1},
		{"int 1", word("int keep(uint x) { return 1; }"), 0},
		{"int 0", word("int keep(uint x) { return 0; }"), 1},
		{"uint 2", word("uint keep(uint x) { return 2u; }"), 0},
		{"int by index", Options{Predicate: "int keep(uint i) { return 4; }"}, 0},
		{"false by index", noIndex, 1},
		{"true by index", anyIndex, 0},
		{"false in two", with(never, two), 1},
		{"true in two", with(always, two), 0},
		{"false by index in two", with(noIndex, two), 1},
		{"part 0", Options{Classes: 3, Predicate: "uint part(uint x) { return 0u; }", Record: "uint"}, 0},
		{"part 1", Options{Classes: 3, Predicate: "uint part(uint i) { return 1u; }"}, 1},
		{"part 5", Options{Classes: 3, Predicate: "int part(uint x) { return 5; }", Record: "uint"}, 2},
		{"false, clamped", with(never, func(o *Options) { o.Clamp = true }), 1},
		{"true, elements", with(always, func(o *Options) { o.Elements = true }), 0},
		{"false, indices", with(never, indices), 1},
		{"true, indices by index", with(anyIndex, indices), 0},
		{"false, keyed", with(noKey, key), 1},
		{"true, keyed", with(oneKey, key), 0},
		{"int, keyed", with(word("int keep(uint x, out uint key) { key = 7u; return 3; }"), key), 0},
		{"true, keyed indices by index", with(with(oneKey, key), func(o *Options) { o.Record, o.Output = "", Indices }), 0},
		{"fetched", with(word("uint fetch(uint x) { return 1u; }\nbool keep(uint f, out uint key) { key = 7u; return false; }"), func(o *Options) { o.Keyed, o.Fetch = true, "uint" }), 1},
	}
}

// repeated are the constant predicates that an ordinary run leaves out. For each of them there is
// another with the same decision, and another with the same output.
var repeated = []string{
	"true", "switched off", "int 0", "uint 2", "true, elements", "false in two", "int by index", "false by index", "true in two", "false by index in two", "part 0", "part 1",
	"false, clamped", "true, indices by index", "false, keyed", "true, keyed", "true, keyed indices by index",
}

func TestConstantPredicates(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(41))
	const n = 5003
	words := randomWords(r, n)
	src, dst, keys := gputest.WordsAt(t, dev, words, 64), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
	turn := 0
	for _, p := range constantPredicates() {
		if !gputest.Nightly() && slices.Contains(repeated, p.name) {
			continue
		}
		turn++
		gputest.Run(t, dev, p.name, func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, turn) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					if tune.Algorithm == gpu.SinglePass && p.o.Classes > 1 {
						tune.Algorithm = gpu.ReduceThenScan // the only form of classes
					}
					p.o.Tuning = tune
					what := p.name + ", " + gputest.Name(tune)
					c, err := New(dev, p.o)
					if err != nil {
						t.Errorf("%s: %v", what, err)
						return
					}
					dst.Fill(0xBAD00000)
					keys.Fill(0xBAD00000)
					switch {
					case p.o.Keyed && p.o.Output == Indices:
						err = c.IndicesKeyed(dst.View(), keys.View(), src.View(), gpu.N(n))
					case p.o.Keyed:
						err = c.CompactKeyed(dst.View(), keys.View(), src.View(), gpu.N(n))
					case p.o.Output == Indices:
						err = c.Indices(dst.View(), src.View(), gpu.N(n))
					case p.o.Classes > 1:
						err = c.Partition(dst.View(), src.View(), gpu.N(n))
					default:
						err = c.Compact(dst.View(), src.View(), gpu.N(n))
					}
					if err != nil {
						t.Fatalf("%s: %v", what, err)
					}
					wanted, counts := words, [3]int{}
					if p.o.Output == Indices {
						wanted = indicesOf(n)
					}
					if p.class == 0 || p.o.Classes > 1 {
						counts[p.class] = n
					} else {
						wanted = nil
					}
					if c.o.Classes == 2 {
						counts = [3]int{counts[0], n - counts[0]}
					}
					got := dst.Get()
					gputest.Equal(t, what, got[:len(wanted)], wanted)
					for i, w := range keys.Get() {
						if want := uint32(7); p.o.Keyed && i < len(wanted) && w != want || (!p.o.Keyed || i >= len(wanted)) && w>>20 != 0xBAD {
							t.Fatalf("%s: key %d is %#x", what, i, w)
						}
					}
					for i := len(wanted); i < n; i++ {
						if got[i]>>20 != 0xBAD {
							t.Fatalf("%s: word %d was written: %#x", what, i, got[i])
						}
					}
					checkArgs(t, c, what, counts, counts[0])
					c.Release()
				})
			}
		})
	}
	src.Free()
	dst.Free()
	keys.Free()
}

// Runs of records that are all the same, and none the same, as far as a constant goes.
func TestConstantSame(t *testing.T) {
	dev := gputest.Device(t)
	const n = 3001
	src, values, lengths := gputest.WordsAt(t, dev, indicesOf(n), 64), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
	for algorithm, tune := range own(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, p := range []struct {
				same string
				runs int
			}{{"bool same(uint a, uint b) { return true; }", 1}, {"bool same(uint a, uint b) { return false; }", n}, {"int same(uint a, uint b) { return 2; }", 1}} {
				if !gputest.Share(i+algorithm, 2) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprint("same=", i), func(t *testing.T) {
					c, err := New(dev, Options{Output: Runs, Predicate: p.same, Record: "uint", Tuning: tune})
					if err != nil {
						t.Errorf("%s: %v", p.same, err)
						return
					}
					if err := c.RunLengths(values.View(), gpu.View{}, lengths.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					want := make([]uint32, p.runs)
					for i := range want {
						want[i] = uint32(n / p.runs)
					}
					gputest.Equal(t, p.same, values.Get()[:p.runs], indicesOf(p.runs))
					gputest.Equal(t, p.same+": lengths", lengths.Get()[:p.runs], want)
					c.Release()
				})
			}
		})
	}
	src.Free()
	values.Free()
	lengths.Free()
}
