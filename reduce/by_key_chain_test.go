// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// The tiles behind a silent one recompute its runs.
func TestRunsRecomputeSilentTiles(t *testing.T) {
	options := []Options{{ByKey: true}, {ByKey: true, Op: Min, Type: gpu.Vec4, KeyBytes: 8}, {ByKey: true, Op: Max, Type: gpu.Int64, KeyBytes: 12}}
	onSilentTiles(t, options, func(t *testing.T, dev *gpu.Device, red *Reducer, r *rand.Rand, n int) {
		for name, lengths := range runLengths(r, n, red.largestTile()) {
			if !gputest.Nightly() && name != "one" && name != "ones" && name != "mixed" {
				continue // TestReduceByKeyEveryLanePath has all
			}
			gputest.Run(t, dev, fmt.Sprintf("n=%d,%s", n, name), func(t *testing.T) { red.tryByKey(t, dev, r, n, lengths) })
		}
	})
}

// statusTile is a tile that publishes items and reads them back. No number of runs that a test
// could count has all bits of a status.
const statusTile = `
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint dst_at;
uniform uint src_at;
void publishItem(uint tile, ITEM item, bool prefix);
uint readItem(uint tile, out ITEM item);
void sinkBegin(uint worker) {}
void stageTile() {}
VALUE valueAt(uint i) { return src[src_at + i]; }
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    total = ITEM_IDENTITY;
    return ITEM_IDENTITY;
}
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    if (threadIndex() != 0u) return;
    for (uint i = 0u; i < n; i += 3u) {
        uint at = src_at + i;
        publishItem(1u, ITEM(src[at], src[at + 1u]), src[at + 2u] == 2u);
        ITEM item;
        dst[dst_at + i + 2u] = readItem(1u, item);
        dst[dst_at + i] = item.v;
        dst[dst_at + i + 1u] = item.head;
    }
}
`

func TestStatusHoldsEveryBit(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range singlePass(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			o, p, err := Options{ByKey: true, Tuning: tune}.prepare("New")
			if err != nil {
				t.Fatal(err)
			}
			shape, err := kernel.Pick(dev.Caps(), tune)
			if err != nil {
				t.Fatal(err)
			}
			spec := specs(dev.Caps(), shape, p, o)[0]
			spec.Slots = map[string]shaders.Snippet{
				"OPERATOR": spec.Slots["OPERATOR"], "ITEM": spec.Slots["ITEM"], "HEADS": spec.Slots["HEADS"], "TILE": {Name: "status", Own: true, Text: statusTile},
			}
			spec.Buffers[bufRunKeys] += "?"
			spec.Buffers[bufRunCount] += "?"
			k, err := kernel.New(dev, spec)
			if err != nil {
				t.Fatal(err)
			}
			defer k.Release()
			var words []uint32
			const aggregate, prefix = 1, 2
			for _, v := range []uint32{0, 1, 0x1FFFFFFF, 0x20000000, 0x40000000, 0x80000000, 0xC0000000, 0xDEADBEEF, 0xFFFFFFFF} {
				for _, runs := range []uint32{0, 1, 1024 * 32, 1<<30 - 1, 1 << 30, 3 << 29, gpu.MaxItems} {
					if runs <= 1024*32 {
						words = append(words, v, runs, aggregate)
					}
					words = append(words, v, runs, prefix)
				}
			}
			chain := kernel.NewChain(dev, "status", p.glue.RunRows())
			defer chain.Release()
			if err := chain.Reserve(2); err != nil {
				t.Fatal(err)
			}
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, len(words))
			defer src.Free()
			defer dst.Free()
			k.SetBuffer(bufSrc, src.View())
			k.SetBuffer(bufDst, dst.View())
			k.SetBuffer(bufHeads, src.View())
			k.SetCount(gpu.N(len(words)))
			chain.Dispatch(k, 1)
			dev.MemoryBarrier()
			gputest.Equal(t, "value, runs and state", dst.Get(), words)
		})
	}
}

func TestFormOfReduceByKey(t *testing.T) {
	caps := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4, Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: 32}}
	for what, c := range map[string]struct {
		o                Options
		lanes            gpu.Lanes
		singlePass, wide bool
		rows             int
	}{
		"words":                  {Options{}, gpu.LanesKHR, true, true, 2},
		"the least float":        {Options{Op: Min, Type: gpu.Float32}, gpu.LanesKHR, true, true, 2},
		"words at a stride":      {Options{Input: gpu.InputStrided, Stride: 2}, gpu.LanesKHR, true, false, 2},
		"words, ballots":         {Options{}, gpu.LanesBallot, true, false, 2},
		"words, neither":         {Options{}, gpu.LanesShared, true, false, 2},
		"keys of two words":      {Options{KeyBytes: 8}, gpu.LanesKHR, true, false, 2},
		"values of two words":    {Options{Type: gpu.Int64}, gpu.LanesKHR, true, false, 4},
		"vectors":                {Options{Op: Max, Type: gpu.Vec4}, gpu.LanesKHR, true, false, 6},
		"the largest float64":    {Options{Op: Max, Type: gpu.Float64}, gpu.LanesKHR, true, false, 4},
		"a sum of floats":        {Options{Type: gpu.Float32}, gpu.LanesKHR, false, false, 0},
		"a compensated sum":      {Options{Type: gpu.Float32, Compensated: true}, gpu.LanesKHR, false, false, 0},
		"a mean":                 {Options{Op: Mean}, gpu.LanesKHR, false, false, 0},
		"an index":               {Options{Op: ArgMin}, gpu.LanesKHR, false, false, 0},
		"statistics":             {Options{Op: Statistics}, gpu.LanesKHR, false, false, 0},
		"the caller's operator":  {Options{Custom: &affine}, gpu.LanesKHR, false, false, 0},
		"a tile of the caller's": {Options{Tuning: gpu.Tuning{GroupSize: 128, ItemsPerThread: 4}}, gpu.LanesKHR, true, true, 2},
	} {
		t.Run(what, func(t *testing.T) {
			o := c.o
			o.ByKey = true
			o, p, err := o.prepare("New")
			if err != nil {
				t.Fatal(err)
			}
			if got := o.inOnePass(p); got != c.singlePass {
				t.Fatalf("single pass %v, want %v", got, c.singlePass)
			}
			if !c.singlePass {
				return
			}
			shape, err := kernel.Pick(caps, gpu.Tuning{Lanes: c.lanes, Algorithm: gpu.SinglePass})
			if err != nil {
				t.Fatal(err)
			}
			shape = o.shape(shape, p)
			if got := o.isWide(shape, p); got != c.wide {
				t.Errorf("wide %v, want %v", got, c.wide)
			}
			if got := o.rows(p); got != c.rows {
				t.Errorf("%d status words a tile, want %d", got, c.rows)
			}
			tiles := o.tiles(caps, shape, p)
			if one := !c.wide || o.GroupSize > 0; one != (len(tiles) == 1) || tiles[len(tiles)-1].Most != gpu.MaxItems {
				t.Errorf("tiles %+v", tiles)
			}
			if o.inTeams(shape, p) {
				t.Error("teams take segments alone")
			}
		})
	}
}
