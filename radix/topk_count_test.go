// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// With a number of keys on the GPU, Check reports a word above the stated maximum and no other,
// whether all keys are sorted, the k-th is searched, or a sample is taken.
func TestTopKReportsOnlyCountsThatAreTooLarge(t *testing.T) {
	dev := gputest.Device(t)
	const most = 3000
	keys := randomKeys(rand.New(rand.NewSource(9)), gpu.Uint8, most)
	items := make([]uint32, 2*most)
	for i, key := range keys {
		items[2*i], items[2*i+1] = uint32(i), uint32(key)
	}
	records := Options{Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }"}
	for path, tune := range gputest.Paths(dev) { // what reports does not depend on the workers
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{records, {Type: gpu.Uint32}, {Type: gpu.Uint8}} {
				if i > 0 && !gputest.Share(path+i, 2) {
					continue // keys of each type in one form of passes
				}
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				data, words := packed(o.Type, keys), 1
				if o.Key != "" {
					data, words = items, 2
				}
				src, err := gpu.NewBufferFrom(dev, data)
				if err != nil {
					t.Fatal(err)
				}
				for _, k := range []int{10, 2000} {
					for _, above := range []int{5000, -1, 0} {
						s.o.SearchAbove = above
						if s.items != nil {
							s.items.o.SearchAbove = above
						}
						for _, n := range []uint32{0, 7, 100, most, most + 1, math.MaxUint32} {
							for _, partial := range []bool{false, true} {
								what := fmt.Sprintf("%v, key %q, k %d, above %d, n %d, partial %v", o.Type, o.Key, k, above, n, partial)
								word, dk, di := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, most*words), gputest.Fresh(t, dev, most)
								before, call := dk.Get(), s.TopK
								if partial {
									call = s.PartialSort
								}
								if err := call(dk.View(), di.View(), src.View(), k, gpu.CountAt(word.View(), most)); err != nil {
									t.Fatalf("%s: %v", what, err)
								}
								if err := dev.Check(); errors.Is(err, gpu.ErrCount) != (n > most) {
									t.Errorf("%s: Check returns %v", what, err)
								}
								used := int(min(n, most))
								order := oracle(s.o, keys[:used])[:min(k, used)]
								gputest.Equal(t, what+", indices", di.Get()[:len(order)], order)
								if o.Key != "" {
									var want []uint32
									for _, i := range order {
										want = append(want, items[2*i:2*i+2]...)
									}
									gputest.Equal(t, what+", records", dk.Get()[:len(want)], want)
								}
								if end := used * words; o.Type == gpu.Uint32 && !slices.Equal(dk.Get()[end:], before[end:]) {
									t.Errorf("%s: records behind the last were written", what)
								}
								word.Free()
								dk.Free()
								di.Free()
							}
						}
					}
				}
				src.Release()
				s.Release()
			}
		})
	}
}
