// SPDX-License-Identifier: MIT

// Package resulttest makes rows up for tests of what is done with rows. Its figures are of no
// machine: times follow from a latency and a rate for each way, with a wobble that depends on the
// row alone.
package resulttest

import (
	"fmt"
	"hash/fnv"
	"math"

	"github.com/combgl/comb/bench/result"
)

// Device and Driver are in every row.
const (
	Device = "Made-up GPU/no bus"
	Driver = "0.0 made up"
)

// Method is a way of compaction: microseconds to begin, and nanoseconds an item at 4 bytes.
type way struct {
	name          string
	begin, item   float64
	most          int
	note, refusal string
}

var ways = []way{
	{name: "chained-khr", begin: 8, item: 0.004},
	{name: "append", begin: 7, item: 0.037, note: "order lost"},
	{name: "append-subgroup", begin: 8, item: 0.009, note: "order lost"},
	{name: "append-group", begin: 9, item: 0.0055, note: "order lost"},
	{name: "scan-scatter", begin: 40, item: 0.09},
	{name: "scan-tree", begin: 26, item: 0.014},
	{name: "one-thread", begin: 5, item: 60, most: 1 << 16, refusal: "one-thread: 1048576 records, at most 65535: this driver cuts long loops short"},
	{name: "cpu", begin: 0.2, item: 1.9},
	{name: "cpu-parallel", begin: 6, item: 0.5},
}

// Sizes are the item counts.
var Sizes = []int{1 << 12, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24}

// Rows are one row at least of every operation that bench has, with refusals, an unchecked row, and
// a peer.
func Rows() []result.Row {
	b := &book{copied: map[int]result.Row{}}
	for _, n := range Sizes {
		b.add(result.New("copy", "kernel", n), 6+0.0025*float64(n)/1000, 8*n)
		b.add(result.New("read", "kernel", n), 5.5+0.00105*float64(n)/1000, 4*n)
	}
	for _, n := range []int{1, 9} {
		b.add(result.New("empty", "dispatch", n), 3.5+0.5*float64(n), 0)
		b.add(result.New("empty", "dispatch+barrier", n), 2.6+1.4*float64(n), 0)
	}
	b.compaction()
	b.others()
	b.ladder()
	b.fetch()
	b.hair()
	return b.rows
}

// OnWall are the same rows, as a driver gives them whose GPU clock is not reliable.
func OnWall() []result.Row {
	rows := Rows()
	for i := range rows {
		rows[i].Reliable = false
		rows[i].Device, rows[i].Driver = "llvmpipe (made up, 256 bits)", "4.5 made up"
		rows[i].Peer, rows[i].PeerBatch, rows[i].PeerWall, rows[i].PeerEnqueue, rows[i].Queued = 0, 0, 0, 0, false
	}
	return rows
}

type book struct {
	rows   []result.Row
	copied map[int]result.Row
}

// add settles a row from its median in microseconds.
func (b *book) add(r result.Row, us float64, bytes int) {
	r.Device, r.Driver, r.Checked, r.Bytes = Device, Driver, true, int64(bytes)
	h := fnv.New32a()
	fmt.Fprint(h, r.Cell(), r.Variant)
	us *= 0.97 + 0.06*float64(h.Sum32()%1000)/1000
	spread := 0.01 + 0.12*float64(h.Sum32()/1000%1000)/1000
	t := result.Times{Reliable: !r.Host()}
	for i := range 21 {
		v := us * (1 + spread*float64(i-10)/20)
		if !r.Host() {
			t.GPU = append(t.GPU, v)
		}
		t.Wall = append(t.Wall, v+12)
	}
	if !r.Host() {
		t.Batch, t.Batches = 4, []float64{4 * 0.9 * us}
		t.Queued, t.Enqueues = true, []float64{3}
	}
	if r.Peer > 0 {
		r.PeerBatch, r.PeerWall, r.PeerEnqueue = 0.75*r.Peer, r.Peer+8, 2.4
	}
	r.Settle(t, b.copied[r.N])
	if r.Op == "copy" {
		b.copied[r.N] = r
	}
	b.rows = append(b.rows, r)
}

func (b *book) refuse(r result.Row, why string) {
	r.Device, r.Driver, r.Note = Device, Driver, why
	b.rows = append(b.rows, r)
}

func (b *book) compaction() {
	one := func(w way, n, kept, record int, dist string) {
		r := result.New("compact", w.name, n)
		r.Kept, r.RecordBytes, r.Dist, r.Note = kept, record, dist, w.note
		if w.most > 0 && n > w.most {
			b.refuse(r, w.refusal)
			return
		}
		us := w.begin + w.item*float64(n)/1000*(0.7+0.3*float64(kept)/50)*math.Pow(float64(record)/4, 0.8)
		if dist == "clustered" {
			us *= 0.92
		}
		if r.Ours() {
			r.Peer = 11 + 0.0028*float64(n)/1000*(0.8+0.2*float64(kept)/50)*float64(record)/4
		}
		b.add(r, us, record*(n+n*kept/100))
	}
	for _, w := range ways {
		for _, n := range Sizes {
			for _, kept := range []int{0, 1, 10, 50, 90, 100} {
				one(w, n, kept, 4, "uniform")
			}
		}
		for _, record := range []int{8, 16, 32, 64} {
			one(w, 1<<20, 50, record, "uniform")
		}
		one(w, 1<<20, 50, 4, "clustered")
		one(w, 1<<20, 50, 4, "alternating")
	}
	bad := result.New("compact", "append-wrong", 1<<20) // no check, no chart
	bad.Kept, bad.Device, bad.Driver, bad.GPU, bad.Wall, bad.Reliable = 50, Device, Driver, 0.001, 0.001, true
	b.rows = append(b.rows, bad)
}

func (b *book) others() {
	for _, n := range Sizes {
		f := float64(n) / 1000
		r := result.New("scan", "chained-khr", n)
		r.Peer = 12 + 0.0033*f
		b.add(r, 8.5+0.0042*f, 8*n)
		r = result.New("reduce", "chunked-khr", n)
		r.Peer = 11 + 0.0012*f
		b.add(r, 7.5+0.0011*f, 4*n)
		for _, c := range []struct{ bits, payload int }{{32, 0}, {32, 4}, {16, 4}, {64, 8}} {
			passes := c.bits / 8
			bytes := passes * 2 * n * (max(4, c.bits/8) + c.payload)
			for _, dist := range []string{"uniform", "entropy", "sorted", "reversed", "few", "constant"} {
				if dist != "uniform" && n != 1<<20 {
					continue
				}
				r = result.New("sort", "chained-khr", n)
				r.KeyBits, r.PayloadBytes, r.Dist = c.bits, c.payload, dist
				r.Peer = 22 + 8*float64(passes) + float64(bytes)/1000/3200
				us := 9*float64(passes) + 2 + float64(bytes)/1000/1500
				if dist == "constant" || dist == "few" {
					us *= 0.75
				}
				b.add(r, us, bytes)
			}
		}
		r = result.New("histogram", "chunked-khr", n)
		b.add(r, 8+0.0014*f, 4*n)
	}
}

var rungs = []struct {
	name        string
	begin, item float64
	refusal     string
}{
	{"blend-points", 12, 4.1, ""}, {"mipmap-points", 30, 0.3, "mipmaps average: no minimum, no maximum"},
	{"mipmap-instances", 31, 0.45, "mipmaps average: no minimum, no maximum"},
	{"one-thread", 4, 55, ""}, {"two-strided", 9, 0.02, ""}, {"two-blocked", 9, 0.11, ""}, {"group-tail", 10, 0.012, ""},
	{"pyramid-interpolated", 60, 0.013, ""}, {"pyramid-computed", 61, 0.012, ""}, {"pyramid-packed", 58, 0.006, "vec4: four channels are taken"},
	{"interleaved", 9, 0.009, ""}, {"sequential", 9, 0.007, ""}, {"unrolled", 9, 0.0062, ""}, {"fetch-2", 9, 0.0042, ""},
	{"fetch-4", 9, 0.0031, ""}, {"subgroup", 8, 0.0019, ""}, {"ours", 7.5, 0.0011, ""},
}

func (b *book) ladder() {
	for _, op := range []string{"sum", "mean", "min", "max"} {
		for i, el := range []string{"f32", "vec4"} {
			for _, n := range []int{1 << 16, 1 << 20, 1 << 24} {
				for _, g := range rungs {
					r := result.New("ladder", g.name, n)
					r.Operator, r.Element = op, el
					average := g.refusal != "" && (op == "min" || op == "max") && g.name[0] == 'm'
					packed := g.name == "pyramid-packed" && el == "vec4"
					switch {
					case average || packed:
						b.refuse(r, g.refusal)
					case g.name == "one-thread" && n > 1<<20:
						b.refuse(r, "16777216 items, at most 1048576: one invocation would run for seconds, and the driver ends it")
					default:
						b.add(r, g.begin+g.item*float64(n)/1000*float64(1+3*i), 4*n*(1+3*i))
					}
				}
			}
		}
	}
	for _, size := range []struct {
		note string
		cost float64
	}{{"1920x1080 to 120x68", 1}, {"1920x1080 to 60x34", 1.1}, {"1920x1080 to 30x17", 1.3}} {
		for i, name := range []string{"interleaved", "sequential", "unrolled", "fetch-2", "fetch-4", "subgroup", "ours"} {
			r := result.New("tiles", name, 1920*1080)
			r.Note = size.note
			b.add(r, (24-2.3*float64(i))*size.cost, 1920*1080*4)
		}
	}
}

func (b *book) fetch() {
	for _, bits := range []int{32, 64, 128} {
		for _, workers := range []int{1, 2, 4, 8} {
			for _, n := range []int{1 << 20, 1 << 24} {
				r := result.New("fetch", fmt.Sprint("fetch-", bits), n)
				r.FetchBits, r.Workers = bits, workers
				rate := 3900 * (1 - math.Exp(-float64(bits*workers)/300))
				b.add(r, 5+float64(4*n)/1000/rate, 4*n)
			}
		}
	}
}

func (b *book) hair() {
	for _, n := range []int{310_000, 3_100_000} {
		f, whole := float64(n)/3_100_000, 0.0
		for _, s := range []struct {
			name string
			us   float64
		}{{"expand", 60}, {"cull", 70}, {"key", 140}, {"sort", 180}, {"scene", 95}, {"ribbons", 9000}, {"tone", 33}} {
			b.add(result.New("hair", s.name, n), s.us*f, 0)
			whole += s.us * f
		}
		b.add(result.New("hair", "frame", n), whole*1.1, 0)
	}
}
