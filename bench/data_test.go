// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

func TestOracles(t *testing.T) {
	keys := []uint32{0x30001, 7, 0x20001, 0xFFFFFFFF, 7}
	gputest.Equal(t, "16 bits", order(keys, 16), []uint32{0, 2, 1, 4, 3})
	gputest.Equal(t, "32 bits", order(keys, 32), []uint32{1, 4, 2, 0, 3})
	gputest.Equal(t, "scan", exclusive([]uint32{3, 1, 0, 2}), []uint32{0, 3, 4, 4})
	gputest.Equal(t, "nonzero", nonzero([]uint32{7, 0, 0, 9}, 1), []uint32{7, 9})
	gputest.Equal(t, "nonzero pairs", nonzero([]uint32{7, 0, 0, 9, 3, 3}, 2), []uint32{7, 0, 3, 3})
	if same("x", []uint32{1, 2}, []uint32{1, 3}) == nil || same("x", nil, []uint32{1}) == nil {
		t.Error("a difference goes unseen")
	}
}

func TestMixedIsABijection(t *testing.T) {
	for _, x := range []uint32{0, 1, 2, 12345, 1 << 16, 1 << 31, 0xFFFFFFFF} {
		if unmixed(mixed(x)) != x || mixed(unmixed(x)) != x {
			t.Errorf("%#x", x)
		}
	}
}

// What is kept is about what was asked for, in every distribution, and its records encode which
// they are.
func TestRecords(t *testing.T) {
	const n, seed = 80_000, 5
	for _, d := range distNames(keeping) {
		t.Run(d, func(t *testing.T) {
			for _, kept := range []int{0, 1, 10, 50, 90, 100} {
				t.Run(fmt.Sprint("kept=", kept), func(t *testing.T) {
					in := records(seed, n, 4, kept, d)
					count := 0
					for i := range n {
						r := in[4*i : 4*i+4]
						if r[0] == 0 {
							if r[1]|r[2]|r[3] != 0 {
								t.Fatalf("%s: record %d is to be dropped and not zero", d, i)
							}
							continue
						}
						count++
						if recordIndex(seed, r[0]) != i || r[1] != mixed(r[0]+1) {
							t.Fatalf("%s: record %d says that it is %d", d, i, recordIndex(seed, r[0]))
						}
					}
					most := n // one per cent; of clusters the last one's that is cut off
					if d == "clustered" {
						most += 100 * clusterItems
					}
					if off := count*100 - kept*n; off > most || off < -most {
						t.Errorf("%s: %d of %d records kept, want %d %%", d, count, n, kept)
					}
				})
			}
		})
	}
	firsts := func(d string) (kept []bool) {
		for _, v := range records(1, 80_000, 1, 50, d) {
			kept = append(kept, v != 0)
		}
		return kept
	}
	changes := func(kept []bool) (n int) {
		for i := 1; i < len(kept); i++ {
			if kept[i] != kept[i-1] {
				n++
			}
		}
		return n
	}
	for d, between := range map[string][2]int{"alternating": {79_999, 79_999}, "clustered": {60, 90}, "uniform": {38_000, 42_000}} {
		if c := changes(firsts(d)); c < between[0] || c > between[1] {
			t.Errorf("%s: %d changes in 80,000 records", d, c)
		}
	}
}

func TestKeys(t *testing.T) {
	const n = 5000
	distinct := func(keys []uint32) int { return len(slices.Compact(sorted(keys))) }
	for _, bits := range []int{16, 24, 32} {
		t.Run(fmt.Sprint("bits=", bits), func(t *testing.T) {
			mask := uint32(uint64(1)<<bits - 1)
			up, down := keys(1, n, bits, "sorted"), keys(1, n, bits, "reversed")
			for i := range up {
				up[i] &= mask
				down[i] &= mask
			}
			if !slices.IsSorted(up) || distinct(up) != n {
				t.Errorf("sorted by %d bits is not", bits)
			}
			if slices.Reverse(down); !slices.IsSorted(down) {
				t.Errorf("reversed by %d bits is not", bits)
			}
		})
	}
	for d, want := range map[string]int{"few": 16, "constant": 1} {
		if got := distinct(keys(3, n, 32, d)); got != want {
			t.Errorf("%s: %d keys, want %d", d, got, want)
		}
	}
	bits := func(d string) (ones int) {
		for _, k := range keys(2, n, 32, d) {
			for ; k != 0; k &= k - 1 {
				ones++
			}
		}
		return ones / n
	}
	if u, e := bits("uniform"), bits("entropy"); u < 15 || u > 16 || e < 3 || e > 4 {
		t.Errorf("%d bits of a uniform key are set, %d of one with less entropy", u, e)
	}
	if slices.Equal(keys(1, n, 32, "uniform"), keys(2, n, 32, "uniform")) {
		t.Error("two seeds make the same keys")
	}
	for _, name := range distNames(ordering) {
		if got := keys(1, 0, 32, name); len(got) != 0 {
			t.Errorf("%s: %d keys, want none", name, len(got))
		}
	}
}

// What the peers measure are the same inputs, word for word: they write down sums of theirs.
func TestPeersHaveTheSameInputs(t *testing.T) {
	const n, seed = 1 << 16, 1
	file, err := os.Open("peers/sums.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil || len(all) < 20 {
		t.Fatalf("%d sums, %v", len(all), err)
	}
	for _, line := range all[1:] {
		parameter := 0
		fmt.Sscan(strings.TrimSuffix(line[2], "%"), &parameter) // "1%", "16 bits", "4 channels", ""
		var in []uint32
		switch what, dist := line[0], line[1]; {
		case what == "words":
			in = words(seed, n)
		case what == "keys":
			in = keys(seed, n, parameter, dist)
		case what == "others":
			in = each(n, func(i int) uint32 { return draw(seed, ofOthers, i) })
		case what == "keys in runs":
			in = runKeys(seed, n)
		case what == "wide keys":
			in = wideKeys(seed, n, parameter/32)
		case what == "sorted arrays":
			in = slices.Concat(sortedHalves(seed, n, uint32(parameter)))
		case strings.HasPrefix(what, "records of "):
			size, _ := strconv.Atoi(strings.Fields(what)[2])
			in = records(seed, n, size/4, parameter, dist)
		case strings.HasPrefix(what, "floats for "):
			c := newCell("ladder", n)
			c.operator = strings.TrimPrefix(what, "floats for ")
			in = maker{cell: c, seed: seed}.floats(parameter)
		}
		sum := uint32(0)
		for i, w := range in {
			sum += mixed(w + uint32(i))
		}
		if want, err := strconv.ParseUint(line[3], 10, 32); err != nil || len(in) == 0 || sum != uint32(want) {
			t.Errorf("%v: ours is %d", line, sum)
		}
	}
}

// The plain loops of sets, keys in runs and wide keys.
func TestSortedAndKeyedOracles(t *testing.T) {
	a, b := []uint32{1, 1, 1, 2, 5, 0xFFFFFFFF}, []uint32{0, 1, 2, 2, 7, 0xFFFFFFFF, 0xFFFFFFFF}
	gputest.Equal(t, "union", unionSet.of(a, b), []uint32{0, 1, 1, 1, 2, 2, 5, 7, 0xFFFFFFFF, 0xFFFFFFFF})
	gputest.Equal(t, "intersection", intersectionSet.of(a, b), []uint32{1, 2, 0xFFFFFFFF})
	gputest.Equal(t, "difference", differenceSet.of(a, b), []uint32{1, 1, 5})
	gputest.Equal(t, "wide order", wideOrder([]uint32{5, 1, 9, 0, 4, 1, 9, 0}, 2), []uint32{1, 3, 2, 0})
	const n = 80_000
	var lengths, longest int
	runsOf(runKeys(1, n), func(begin, end int) {
		lengths++
		longest = max(longest, end-begin)
	})
	if lengths < n/runItems-1 || lengths > n/runItems+1 || longest < runItems+2 || longest >= 2*runItems {
		t.Errorf("%d runs of at most %d items, want runs of %d on average", lengths, longest, runItems)
	}
	if common := len(intersectionSet.of(sortedHalves(1, n, n))); common < n/10 || common > n/4 {
		t.Errorf("%d items of %d are in both arrays", common, n)
	}
}

func TestShuffledSeesMistakes(t *testing.T) {
	right := each(100, func(i int) uint32 { return uint32(i+37) % 100 })
	if err := shuffled(right); err != nil {
		t.Error(err)
	}
	for what, spoil := range map[string]func(got []uint32){
		"doubled":   func(got []uint32) { got[7] = got[8] },
		"too large": func(got []uint32) { got[7] = 100 },
		"in order":  func(got []uint32) { slices.Sort(got) },
	} {
		t.Run(what, func(t *testing.T) {
			got := slices.Clone(right)
			spoil(got)
			if err := shuffled(got); err == nil || !strings.HasPrefix(err.Error(), "shuffle: ") {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
}

// A compaction that loses the order is checked record by record: none may be missing, doubled, made
// up or torn.
func TestSameSet(t *testing.T) {
	const seed, each = 7, 2
	in := records(seed, 10, each, 50, "alternating")
	want := nonzero(in, each)
	shuffled := append(slices.Clone(want[4:]), want[:4]...)
	if err := sameSet("x", seed, shuffled, in, each); err != nil {
		t.Error(err)
	}
	for what, spoil := range map[string]func(got []uint32){
		"doubled":        func(got []uint32) { copy(got[:2], got[2:4]) },
		"torn":           func(got []uint32) { got[1]++ },
		"made up":        func(got []uint32) { got[0], got[1] = 0xBADBAD01, 0 },
		"a dropped one":  func(got []uint32) { fillRecord(got[:2], seed, 0) },
		"another seed's": func(got []uint32) { fillRecord(got[:2], seed+100, 1) },
	} {
		t.Run(what, func(t *testing.T) {
			got := slices.Clone(shuffled)
			spoil(got)
			if err := sameSet("x", seed, got, in, each); err == nil || !strings.HasPrefix(err.Error(), "x: ") {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
}
