// SPDX-License-Identifier: MIT

package compact

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

// runs is the plain loop: the first record of each run, where it begins, and how many it has.
// starts ends with n.
func runs(src []uint32, classes []int, stride int) (values, starts, lengths []uint32) {
	for i, c := range classes {
		if c == 0 {
			values = append(values, src[i*stride:(i+1)*stride]...)
			starts = append(starts, uint32(i))
		}
	}
	starts = append(starts, uint32(len(classes)))
	for i := range len(starts) - 1 {
		lengths = append(lengths, starts[i+1]-starts[i])
	}
	return values, starts, lengths
}

func TestRunLengths(t *testing.T) {
	dev := gputest.Device(t)
	paths := gputest.Paths(dev)
	for path, tune := range paths {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, v := range []decision{
				{"words", Options{Output: Runs}, encodeUnique, true},
				{"same", Options{Output: Runs, Stride: 40, Predicate: sameKey, Record: "Pair"}, encodeSame, true},
			} {
				if i > 0 && !gputest.Share(path+i, len(paths)) {
					continue // on one path
				}
				gputest.Run(t, dev, v.name, func(t *testing.T) {
					r := rand.New(rand.NewSource(6))
					v.o.Tuning = tune
					c, err := New(dev, v.o)
					if err != nil {
						t.Fatal(err)
					}
					shape, stride := c.movers[0].Shape(), c.o.Stride/4
					all := patterns(r, shape, shape.TileSize()*shape.Workers*2+5, 2)
					for i, n := range gputest.Sizes(shape) {
						classes := make([]int, n)
						for k := range classes {
							classes[k] = min(1, r.Intn(1+i)) // runs of about 1 to 20
						}
						all[fmt.Sprint(n)] = classes
					}
					for name, classes := range all {
						gputest.Run(t, dev, name, func(t *testing.T) {
							r := rand.New(rand.NewSource(6))
							n := len(classes)
							in, _ := v.encode(r, classes, stride)
							wantValues, wantStarts, wantLengths := runs(in, classes, stride)
							src := gputest.WordsAt(t, dev, in, 5*stride)
							values, starts, lengths := gputest.Fresh(t, dev, n*stride), gputest.Fresh(t, dev, n+1), gputest.Fresh(t, dev, n)
							for wanted := range 8 { // each of them may be left out
								var a [3]gpu.View
								for i, g := range []*gputest.Guarded{values, starts, lengths} {
									if wanted>>i&1 == 0 {
										a[i] = g.View()
									}
								}
								if wanted > 0 && len(name) > 4 {
									break // the patterns are tried with all alone
								}
								if err := c.RunLengths(a[0], a[1], a[2], src.View(), gpu.N(n)); err != nil {
									t.Fatal(err)
								}
								what := fmt.Sprint(v.name, " ", name, " without ", wanted, " by ", gputest.Name(tune))
								for i, o := range []struct {
									name string
									g    *gputest.Guarded
									want []uint32
								}{{"values", values, wantValues}, {"starts", starts, wantStarts}, {"lengths", lengths, wantLengths}} {
									got := o.g.Get()
									rest := 0
									if wanted>>i&1 == 0 {
										gputest.Equal(t, what+": "+o.name, got[:len(o.want)], o.want)
										rest = len(o.want)
									}
									for k := rest; k < len(got); k++ {
										if got[k]>>20 != 0xBAD {
											t.Fatalf("%s: word %d of %s was written: %#x", what, k, o.name, got[k])
										}
									}
									o.g.Fill(0xBAD00000)
								}
								checkArgs(t, c, what, [3]int{len(wantLengths)}, len(wantLengths))
							}
							for _, g := range []*gputest.Guarded{src, values, starts, lengths} {
								g.Free()
							}
						})
					}
					c.Release()
				})
			}
		})
	}
}

// A count on the GPU ends the last run.
func TestRunLengthsCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{Output: Runs})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	const most = 3000
	in := make([]uint32, most)
	for i := range in {
		in[i] = uint32(i / 7)
	}
	src := gputest.Words(t, dev, in)
	for _, reported := range []uint32{0, 1, 13, most, most + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("reported=", reported), func(t *testing.T) {
			n := int(min(reported, most))
			classes := make([]int, n)
			for i := range classes {
				classes[i] = min(1, i%7)
			}
			_, wantStarts, wantLengths := runs(in, classes, 1)
			word := gputest.Words(t, dev, []uint32{reported})
			starts, lengths := gputest.Fresh(t, dev, most+1), gputest.Fresh(t, dev, most)
			if err := c.RunLengths(gpu.View{}, starts.View(), lengths.View(), src.View(), gpu.CountAt(word.View(), most)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprint("starts of ", reported), starts.Get()[:len(wantStarts)], wantStarts)
			gputest.Equal(t, fmt.Sprint("lengths of ", reported), lengths.Get()[:len(wantLengths)], wantLengths)
			if err := dev.Check(); (reported > most) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d of at most %d: Check says %v", reported, most, err)
			}
		})
	}
}

// Runs that cross many tiles, some of which publish nothing: the start before a tile may lie far
// back, and tiles that publish nothing are searched.
func TestRunLengthsFallback(t *testing.T) {
	dev := gputest.Device(t)
	for at, tune := range gputest.Chains(dev) {
		if !gputest.Share(at, 2) && tune.Lanes != gpu.LanesKHR {
			continue // the others have no chain of starts
		}
		if at%3 == 2 { // large tiles look back for the number of runs and for a start in turn
			tune.GroupSize, tune.ItemsPerThread = 64, 16
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			r := rand.New(rand.NewSource(8))
			c, err := New(dev, Options{Output: Runs, Tuning: tune.Tuning})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			tile := c.movers[0].Shape().TileSize()
			for _, mean := range []int{2, tile / 3, 4 * tile, 100 * tile} {
				gputest.Run(t, dev, fmt.Sprint("mean=", mean), func(t *testing.T) {
					n := 37*tile - 5
					classes := make([]int, n)
					for i := range classes {
						classes[i] = min(1, r.Intn(mean))
					}
					in, _ := encodeUnique(r, classes, 1)
					wantValues, wantStarts, wantLengths := runs(in, classes, 1)
					src, values, starts, lengths := gputest.Words(t, dev, in), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n+1), gputest.Fresh(t, dev, n)
					for _, g := range []*gputest.Guarded{src, values, starts, lengths} {
						defer g.Free()
					}
					if err := c.RunLengths(values.View(), starts.View(), lengths.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, "values", values.Get()[:len(wantValues)], wantValues)
					gputest.Equal(t, "starts", starts.Get()[:len(wantStarts)], wantStarts)
					gputest.Equal(t, "lengths", lengths.Get()[:len(wantLengths)], wantLengths)
					checkArgs(t, c, "arguments", [3]int{len(wantLengths)}, len(wantLengths))
				})
			}
		})
	}
}

// Errors of outputs that overlap name both views.
func TestRunsNameWhatOverlaps(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{Output: Runs})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	v, src, none, n := gputest.Fresh(t, dev, 9).View(), gputest.Fresh(t, dev, 9).View(), gpu.View{}, gpu.N(8)
	for want, err := range map[string]error{
		fmt.Sprintf("starts and values share bytes: %v and %v", v, v):   c.RunLengths(v, v, none, src, n),
		fmt.Sprintf("lengths and src share bytes: %v and %v", src, src): c.RunLengths(none, none, src, src, n),
	} {
		if !errors.Is(err, gpu.ErrOverlap) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
