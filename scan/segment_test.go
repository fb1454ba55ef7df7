// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// cuts are ways to cut n items into segments: the offsets, ascending, of which the last ends the
// last segment.
func cuts(r *rand.Rand, n, tile int) map[string][]uint32 {
	all := map[string][]uint32{
		"one":            {0, uint32(n)},
		"none but bound": {0},
		"empty ones":     {0, 0, 0, uint32(n / 2), uint32(n / 2), uint32(n / 2), uint32(n), uint32(n)},
		"a part":         {uint32(n / 3), uint32(n / 2)},
	}
	every := func(step int) []uint32 {
		var o []uint32
		for i := 0; i < n; i += step {
			o = append(o, uint32(i))
		}
		return append(o, uint32(n))
	}
	all["ones"] = every(1)
	all["sevens"] = every(7)
	all["tiles"] = every(tile)
	var random []uint32
	for range 1 + n/9 {
		random = append(random, uint32(r.Intn(n+1)))
	}
	slices.Sort(random)
	all["random"] = random
	// A few large ones among thousands of tiny ones.
	var mixed []uint32
	for i := 0; i <= n; {
		mixed = append(mixed, uint32(i))
		step := r.Intn(3)
		if r.Intn(n/3+2) == 0 {
			step = n / 3
		}
		i += max(step, 1)
	}
	all["mixed"] = mixed
	return all
}

// An ordinary run takes flags, keys or offsets with each tuning, in turn.
func TestScanBySegments(t *testing.T) {
	dev := gputest.Device(t)
	for i, typ := range []gpu.Type{gpu.Uint32, gpu.Uint64} {
		gputest.Run(t, dev, typ.String(), func(t *testing.T) {
			taken := 2 * i
			for _, tune := range gputest.Turn(dev, i) {
				if tune.Workers == 7 && !gputest.Nightly() {
					continue // the same kernels as with 3
				}
				takes := Flags + By(taken%3)
				taken++
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					op := gpu.Sum
					oracle := gputest.OracleOf(op, typ)
					var s [Offsets + 1]*Scanner
					for by := Flags; by <= Offsets; by++ {
						if by != takes && !gputest.Nightly() {
							continue
						}
						var err error
						if s[by], err = New(dev, Options{Op: op, Type: typ, By: by, KeyBytes: twoWords(by), Tuning: tune}); err != nil {
							t.Fatal(err)
						}
						defer s[by].Release()
					}
					shape := s[takes].shape
					for _, n := range []int{1, shape.TileSize(), shape.TileSize()*shape.Workers*2 + 5} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(5))
							in := gputest.Items(r, op, typ, n)
							src := gputest.Words(t, dev, in)
							for name, offsets := range cuts(r, n, shape.TileSize()) {
								gputest.Run(t, dev, name, func(t *testing.T) {
									heads, keys := make([]uint32, n), make([]uint32, 2*n)
									for _, o := range offsets {
										if int(o) < n {
											heads[o] = 7
										}
									}
									run := uint32(0)
									for i := range heads {
										run += heads[i]
										keys[2*i], keys[2*i+1] = 5, run // only the second word differs
									}
									head := func(i int) bool { return heads[i] != 0 }
									o, h, k := gputest.Words(t, dev, offsets), gputest.Words(t, dev, heads), gputest.Words(t, dev, keys)
									for _, inclusive := range []bool{false, true} {
										gputest.Run(t, dev, fmt.Sprint("inclusive=", inclusive), func(t *testing.T) {
											want := scanned(oracle, in, inclusive, head)
											check := func(what string, by By, call func(dst gpu.View) error) {
												t.Helper()
												if s[by] == nil {
													return
												}
												dst := gputest.Fresh(t, dev, len(in))
												if err := call(dst.View()); err != nil {
													t.Fatal(err)
												}
												gputest.EqualItems(t, fmt.Sprint(what, " of ", name, ", ", n, " ", typ, " ", gputest.Name(tune)), typ, dst.Get(), want)
												dst.Free()
											}
											flags, keyed, cut := s[Flags].ExclusiveBy, s[Keys].ExclusiveBy, s[Offsets].SegmentedExclusive
											if inclusive {
												flags, keyed, cut = s[Flags].InclusiveBy, s[Keys].InclusiveBy, s[Offsets].SegmentedInclusive
											}
											segments := gpu.N(len(offsets) - 1)
											check("flags", Flags, func(dst gpu.View) error { return flags(dst, src.View(), h.View(), gpu.N(n)) })
											check("keys", Keys, func(dst gpu.View) error { return keyed(dst, src.View(), k.View(), gpu.N(n)) })
											check("offsets", Offsets, func(dst gpu.View) error { return cut(dst, src.View(), o.View(), segments, gpu.N(n)) })
										})
									}
									o.Get()
									for _, g := range []*gputest.Guarded{o, h, k} {
										g.Free()
									}
								})
							}
							src.Free()
						})
					}
				})
			}
		})
	}
}

func TestScanSegmentsCountedOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{By: Offsets})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	in := []uint32{1, 1, 1, 1, 1, 1, 1, 1}
	src, offsets := gputest.Words(t, dev, in), gputest.Words(t, dev, []uint32{0, 2, 4, 6})
	for reported, want := range map[uint32][]uint32{
		1: {1, 2, 1, 2, 3, 4, 5, 6}, // what lies behind the last is a segment
		3: {1, 2, 1, 2, 1, 2, 1, 2},
		9: {1, 2, 1, 2, 1, 2, 1, 2}, // cut to its maximum
	} {
		gputest.Run(t, dev, fmt.Sprint("reported=", reported), func(t *testing.T) {
			word := gputest.Words(t, dev, []uint32{reported})
			if err := s.SegmentedInclusive(src.View(), src.View(), offsets.View(), gpu.CountAt(word.View(), 3), gpu.N(8)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprint(reported, " segments"), src.Get(), want)
			if err := dev.Check(); (reported > 3) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d segments of at most 3: Check says %v", reported, err)
			}
			if err := gpu.Upload(dev, src.View(), in); err != nil {
				t.Fatal(err)
			}
			word.Free()
		})
	}
}

func TestScanRefusesInvalidOptionsAndMethods(t *testing.T) {
	dev := gputest.Device(t)
	var s [Offsets + 1]*Scanner
	for by := Whole; by <= Offsets; by++ {
		var err error
		if s[by], err = New(dev, Options{By: by}); err != nil {
			t.Fatal(err)
		}
		defer s[by].Release()
	}
	a, b := gputest.Words(t, dev, make([]uint32, 10)), gputest.Words(t, dev, make([]uint32, 10))
	n := gpu.N(10)
	for _, c := range []struct {
		what      string
		err, want error
	}{
		{"Exclusive by flags", s[Flags].Exclusive(a.View(), a.View(), n), gpu.ErrArgument},
		{"ExclusiveBy of all", s[Whole].ExclusiveBy(a.View(), a.View(), b.View(), n), gpu.ErrArgument},
		{"InclusiveBy by offsets", s[Offsets].InclusiveBy(a.View(), a.View(), b.View(), n), gpu.ErrArgument},
		{"SegmentedInclusive by keys", s[Keys].SegmentedInclusive(a.View(), a.View(), b.View(), gpu.N(2), n), gpu.ErrArgument},
		{"too few flags", s[Flags].ExclusiveBy(a.View(), a.View(), part(t, b, 9), n), gpu.ErrView},
		{"too few offsets", s[Offsets].SegmentedExclusive(a.View(), a.View(), b.View(), n, n), gpu.ErrView},
		{"dst is flags", s[Flags].ExclusiveBy(b.View(), a.View(), b.View(), n), gpu.ErrOverlap},
		{"negative segments", s[Offsets].SegmentedExclusive(a.View(), a.View(), b.View(), gpu.N(-1), n), gpu.ErrCount},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", c.what, c.err, c.want)
			}
		})
	}
	wrong := affine
	wrong.Bytes = 16
	broken := affine
	broken.Name, broken.GLSL = "mine", "struct Affine { uint a; uint b; };\nAffine combine(Affine f, Affine g) { return f * 2.0; }"
	for what, c := range map[string]struct {
		o    Options
		want error
	}{
		"no such By":         {Options{By: 9}, gpu.ErrArgument},
		"keys of 3 bytes":    {Options{By: Keys, KeyBytes: 3}, gpu.ErrArgument},
		"u16":                {Options{Type: gpu.Uint16}, gpu.ErrArgument},
		"u8":                 {Options{Type: gpu.Uint8}, gpu.ErrArgument},
		"no such operator":   {Options{Op: 7}, gpu.ErrArgument},
		"empty operator":     {Options{Operator: &gpu.Operator{}}, gpu.ErrArgument},
		"another size":       {Options{Operator: &wrong}, gpu.ErrArgument},
		"does not compile":   {Options{Operator: &broken}, gpu.ErrShader},
		"too large an item":  {Options{Operator: &gpu.Operator{GLSL: " ", Item: "X", Bytes: 68, Identity: "X()"}}, gpu.ErrArgument},
		"not a type's name ": {Options{Operator: &gpu.Operator{GLSL: " ", Item: "X;", Bytes: 4, Identity: "X()"}}, gpu.ErrArgument},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			_, err := New(dev, c.o)
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", what, err, c.want)
			}
			if what == "does not compile" && !containsAll(err, "mine:2", "| Affine combine(Affine f, Affine g) { return f * 2.0; }") {
				t.Errorf("%s: %v does not name the line", what, err)
			}
			gputest.DropMessages(t, dev)
		})
	}
}

// With offsets that do not ascend, or are large, nothing is written outside of dst.
func TestScanOfGarbageOffsetsStaysInside(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(12))
	const n, segments = 3000, 1000
	src, dst := gputest.Words(t, dev, gputest.Items(r, gpu.Sum, gpu.Uint32, n)), gputest.Fresh(t, dev, n)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{By: Offsets, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			for i := range 4 {
				garbage := make([]uint32, segments+1)
				for k := range garbage {
					garbage[k] = r.Uint32() >> (7 * i)
				}
				offsets := gputest.Words(t, dev, garbage)
				if err := s.SegmentedInclusive(dst.View(), src.View(), offsets.View(), gpu.N(segments), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				dst.Get() // checks the guards
				gputest.Equal(t, "offsets", offsets.Get(), garbage)
				if err := dev.Check(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
