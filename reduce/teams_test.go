// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Teams of all sizes reduce segments of all lengths, those with parts too, or in one dispatch as
// few items are. Each call leaves an empty list of parts to the next.
func TestTeamsReduceSegments(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range singlePass(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {Op: Min, Type: gpu.Float32}, {Op: Max, Type: gpu.Int32}} {
				if i > 0 && !gputest.Nightly() {
					continue // the same kernels but for the operator
				}
				o.Segmented, o.Tuning = true, tune
				gputest.Run(t, dev, fmt.Sprintf("%v,%v", o.Op, o.Type), func(t *testing.T) {
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					if red.teams == nil {
						t.Skip("these lanes exchange no words") // TestTeamsAreChosen has the others
					}
					for team := 1; team <= red.shape.LaneCount; team *= 2 {
						red.forcedTeam = team
						workers := red.shape.Workers
						for i, n := range []int{0, 1, 1000, 5*partItems + 7, 3 * partItems, 1000, 5*partItems + 7} {
							red.fewItems, red.shape.Workers = 0, workers
							if i%2 == 1 {
								red.shape.Workers = 1 // a workgroup takes several turns
							}
							if i > 4 {
								red.fewItems = n
							}
							gputest.Run(t, dev, fmt.Sprintf("team=%d,n=%d,few=%v", team, n, red.fewItems > 0), func(t *testing.T) {
								r := rand.New(rand.NewSource(5))
								words := gputest.Items(r, gpu.Sum, o.Type, n)
								src := gputest.Words(t, dev, words)
								all := spreads(r, n, partItems)
								all["just long"] = spreads(r, n, longest(team)+1)["tiles"]
								all["just short"] = spreads(r, n, longest(team))["tiles"]
								all["just long for few"] = spreads(r, n, team*eachOfFew+1)["tiles"]
								for name, offsets := range all {
									checkSegments(t, dev, red, fmt.Sprintf("team %d, %d items, %s", team, n, name), words, src, offsets)
								}
								src.Free()
							})
						}
					}
				})
			}
		})
	}
}

// singlePass returns the tunings of the single pass.
func singlePass(dev *gpu.Device) (all []gpu.Tuning) {
	for _, tune := range gputest.Paths(dev) {
		if tune.Algorithm == gpu.SinglePass {
			all = append(all, tune)
		}
	}
	return all
}

// The numbers of items and segments of a call may be on the GPU, and smaller than their limits.
func TestTeamsCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range singlePass(dev) {
		red, err := New(dev, Options{Segmented: true, Tuning: tune})
		if err != nil {
			t.Fatal(err)
		}
		if red.forcedTeam, red.fewItems = 4, 0; red.teams == nil {
			red.Release()
			continue
		}
		const most = 3 * partItems
		words := gputest.Items(rand.New(rand.NewSource(6)), gpu.Sum, gpu.Uint32, most)
		src, offsets := gputest.Words(t, dev, words), gputest.Words(t, dev, []uint32{5, 9, 2*partItems + 40, most})
		counts, dst := gputest.Words(t, dev, []uint32{2, 2*partItems + 3}), gputest.Fresh(t, dev, 3)
		half, err := counts.View().Slice(4, 8)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // in parts, then as few items are
			dst.Fill(77)
			if err := red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.CountAt(counts.View(), 3), gpu.CountAt(half, most)); err != nil {
				t.Fatal(err)
			}
			want := []uint32{sumOf(words[5:9]), sumOf(words[9 : 2*partItems+3]), 77}
			gputest.Equal(t, gputest.Name(tune)+": sums of two segments of those that end at the count", dst.Get(), want)
			red.fewItems = most
		}
		if err := dev.Check(); err != nil {
			t.Error(err)
		}
		red.Release()
	}
}

func sumOf(words []uint32) (sum uint32) {
	for _, w := range words {
		sum += w
	}
	return sum
}

// Where segments are long on average, all workers reduce their parts.
func TestLongGroups(t *testing.T) {
	for _, c := range []struct{ segments, n, longest, want int }{
		{1 << 18, 1 << 24, 512, 50}, {1 << 16, 1 << 24, 512, 50}, {1<<16 - 300, 1 << 24, 512, 100}, {1, 1 << 24, 2048, 100}, {0, 0, 256, 50},
	} {
		if got := longGroups(100, c.segments, c.n, c.longest); got != c.want {
			t.Errorf("%d items in %d segments, %d are long: %d workgroups, want %d", c.n, c.segments, c.longest, got, c.want)
		}
	}
	if got := longGroups(1, 10, 100, 256); got != 1 {
		t.Errorf("of one worker: %d workgroups, want it", got)
	}
}

func TestTeamsAreChosen(t *testing.T) {
	const many = 2 * leastItems
	for _, c := range []struct{ segments, n, lanes, want int }{
		{0, many, 32, 0}, {100, leastItems - 1, 32, 0}, {100, fewItems + 1, 32, 0}, {fewItems / 64, fewItems, 32, 32}, {fewItems / 8, fewItems, 32, 16}, {fewItems/meanOfFew - 1, fewItems, 32, 0}, {fewItems / meanOfFew, fewItems, 32, 32}, {1, 1, 32, 2}, {2, 1, 32, 0}, {0, 5, 32, 0}, {many + 1, many, 32, 0}, {many, many, 32, 1}, {many / 8, many, 32, 1}, {many / 16, many, 32, 2},
		{many / 64, many, 32, 8}, {many / 128, many, 32, 16}, {many / 1000, many, 32, 32}, {1, gpu.MaxItems, 32, 32}, {1, gpu.MaxItems, 8, 8},
	} {
		if got := teamFor(c.segments, c.n, c.lanes); got != c.want {
			t.Errorf("%d items in %d segments, subgroups of %d: teams of %d, want %d", c.n, c.segments, c.lanes, got, c.want)
		}
	}
	for _, n := range []int{0, 1, 257, 100_000, gpu.MaxItems} {
		for _, length := range []int{longest(1) + 1, partItems, partItems + 1} {
			if parts := n / length * ((length + partItems - 1) / partItems); parts > partsFor(n) {
				t.Errorf("%d items in segments of %d have %d parts, and room for %d", n, length, parts, partsFor(n))
			}
		}
	}
}

// Offsets that do not ascend can make more parts than the list holds. Those stay inside it, and the
// next call is right.
func TestTeamsOfOffsetsThatDoNotAscend(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range singlePass(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			red, err := New(dev, Options{Segmented: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer red.Release()
			r := rand.New(rand.NewSource(3))
			const n = 5*partItems + 7
			words := gputest.Items(r, gpu.Sum, gpu.Uint32, n)
			src, wrong := gputest.Words(t, dev, words), make([]uint32, 301)
			for i := range wrong {
				wrong[i] = uint32(i % 2 * n) // of two segments one has all items, and one none
			}
			offsets, dst := gputest.Words(t, dev, wrong), gputest.Fresh(t, dev, len(wrong)-1)
			for _, team := range []int{-1, 1, 4} { // -1: tiles
				if red.forcedTeam, red.fewItems = team, 0; team > 0 && red.teams == nil {
					continue // these lanes exchange no words
				}
				if err := red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(len(wrong)-1), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				dst.Get() // checks the guards
				if err := dev.Check(); (err != nil) != (team > 0) || err != nil && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "offsets of segments do not ascend")) {
					t.Errorf("team %d: Check says %v", team, err)
				}
				if team > 0 {
					list, err := red.teams.parts.Download()
					if err != nil {
						t.Fatal(err)
					}
					for p := range red.teams.room { // what the next call needs to be zero
						if done := list[listWords+wordsOfPart*p+2]; done != 0 || list[red.teams.turn] != 0 {
							t.Fatalf("team %d: the next list has %d parts, %d done at %d", team, list[red.teams.turn], done, p)
						}
					}
				}
				checkSegments(t, dev, red, fmt.Sprintf("team %d, after that", team), words, src, spreads(r, n, partItems)["tiles"])
			}
		})
	}
}

// VariantFor names the teams of lanes of SegmentedReduce, and otherwise the Reducer's variant.
func TestVariantFor(t *testing.T) {
	dev := gputest.Device(t)
	r, err := New(dev, Options{Segmented: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if got := r.VariantFor(0, 100); got != r.Variant() || got == "" {
		t.Errorf("of no segments: %q, want %q", got, r.Variant())
	}
	for _, c := range []struct {
		r    *Reducer
		want string
	}{{nil, ""}, {&Reducer{shape: r.shape, teams: &teams{}, forcedTeam: 4}, "teams"}, {&Reducer{shape: r.shape, teams: &teams{}, forcedTeam: -1}, r.Variant()}} {
		if got := c.r.VariantFor(10, 100); got != c.want {
			t.Errorf("a variant of %q, want %q", got, c.want)
		}
	}
	images, err := NewImage(dev, ImageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	report := strings.Join(dev.Report(), "\n")
	if line := "reduce: image: " + images.Variant() + ","; !strings.Contains(report, line) {
		t.Errorf("the report has no line %q:\n%s", line, report)
	}
	images.Release()
	if (*Image)(nil).Variant() != "" || images.Programs() != nil || (*Image)(nil).Programs() != nil {
		t.Errorf("a nil or released Image has a variant or programs: %v", images.Programs())
	}
}
