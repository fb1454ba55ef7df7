// SPDX-License-Identifier: MIT

package result

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestReadPeer(t *testing.T) {
	p, err := ReadPeer(strings.NewReader(`# a comment
op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,min_us,p25_us,p75_us,reps,bytes,checked,device
copy,1000,,,,4,,8,7,7,9,21,8000,true,a toaster
reduce-vec4-min,1000,,,,16,,9,9,9,9,21,16000,true,a toaster
empty,1000,,,,,,4,4,4,4,21,0,true,a toaster
scan,1000,-1,-1,0,4,uniform,30,29,30,31,21,8000,true,a toaster
compact,1000,50,-1,0,16,uniform,12,11,12,13,21,24000,true,a toaster
compact,1000,90,-1,0,16,uniform,0,0,0,0,0,24000,false,a toaster
partition,1000,50,-1,0,4,uniform,14,14,14,14,21,8000,true,a toaster
sort,1000,,32,4,,few,40,39,40,41,21,64000,1,a toaster
`))
	if err != nil || p.Unchecked != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	at := func(op, variant string, set func(*Row)) Row {
		r := New(op, variant, 1000)
		r.Checked, r.Reliable, r.GPU = true, true, 10
		set(&r)
		return r
	}
	compact := func(kept, record int, dist string) func(*Row) {
		return func(r *Row) { r.Kept, r.RecordBytes, r.Dist = kept, record, dist }
	}
	for _, c := range []struct {
		row  Row
		peer float64
	}{
		{at("copy", "kernel", func(*Row) {}), 8},
		{at("scan", "chained-khr", func(*Row) {}), 30},
		{at("compact", "append", compact(50, 16, "uniform")), 12},
		{at("compact", "chained-khr", compact(50, 4, "uniform")), 0},
		{at("compact", "chained-khr", compact(50, 16, "clustered")), 0},
		{at("compact", "chained-khr", compact(90, 16, "uniform")), 0}, // the peer's was not checked
		{at("sort", "chained-khr", func(r *Row) { r.KeyBits, r.PayloadBytes, r.Dist = 32, 4, "few" }), 40},
		{at("sort", "chained-khr", func(r *Row) { r.KeyBits, r.PayloadBytes, r.Dist = 32, 0, "few" }), 0},
		{at("ladder", "serial", func(r *Row) { r.Element, r.Operator = "vec4", "min" }), 9},
		{at("ladder", "serial", func(r *Row) { r.Element, r.Operator = "f32", "min" }), 0},
		{at("empty", "dispatch+barrier", func(*Row) {}), 4},
		{at("empty", "dispatch", func(*Row) {}), 0},
		{at("partition", "chunked-khr", compact(50, -1, "uniform")), 14},
		{at("partition", "chunked-khr", compact(90, -1, "uniform")), 0},
		{at("scan", "chained-khr", func(r *Row) { r.N = 999 }), 0},
		{at("scan", "chained-khr", func(r *Row) { r.Checked = false }), 0},
		{at("scan", "chained-khr", func(r *Row) { r.GPU = 0 }), 0},
	} {
		rows := []Row{c.row}
		p.Join(rows)
		if rows[0].Peer != c.peer || c.peer > 0 && math.Abs(rows[0].Ratio()-c.peer/10) > 1e-9 {
			t.Errorf("%+v: peer %v, ratio %v, want %v", c.row, rows[0].Peer, rows[0].Ratio(), c.peer)
		}
	}
}

// The rows that cub.cu has beside those of the main table, as it writes them and as bench does.
func TestJoinOfFurtherOperations(t *testing.T) {
	lines := `op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,queued,wall_us,checked
split,4096,50,-1,0,4,uniform,21,true,41,true
mergesort,4096,-1,24,4,-1,uniform,22,true,42,true
mergesort,4096,-1,32,0,-1,uniform,23,true,43,true
topk,4096,-1,32,4,-1,few,24,true,44,true
sort64,4096,-1,64,0,-1,,25,true,45,true
sort64,4096,-1,64,4,-1,,26,true,46,true
sort128,4096,-1,128,4,-1,,27,true,47,true
union,4096,-1,-1,0,-1,,28,false,48,true
`
	plain := []string{"manybins", "decode", "reducebykey", "scanbykey", "unique", "merge", "intersection", "difference", "lowerbound", "upperbound", "shuffle"}
	for i, op := range plain {
		lines += fmt.Sprintf("%s,4096,-1,-1,0,-1,,%d,true,%d,true\n", op, 30+i, 50+i)
	}
	p, err := ReadPeer(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	join := func(op, variant string, set func(*Row)) Row {
		r := New(op, variant, 4096)
		r.Checked, r.Reliable, r.GPU, r.Wall, r.PayloadBytes = true, true, 10, 20, 0
		set(&r)
		rows := []Row{r}
		p.Join(rows)
		return rows[0]
	}
	none := func(*Row) {}
	sorted := func(bits, payload int, dist string) func(*Row) {
		return func(r *Row) { r.KeyBits, r.PayloadBytes, r.Dist = bits, payload, dist }
	}
	split := func(kept int) func(*Row) { return func(r *Row) { r.Kept, r.Dist = kept, "uniform" } }
	for _, c := range []struct {
		op, variant string
		set         func(*Row)
		queued      float64
		wall        float64
	}{
		{"split", "chained-khr", split(50), 21, 41}, {"split", "chained-khr", split(1), 0, 0},
		{"mergesort", "auto", sorted(24, 4, "uniform"), 22, 42}, {"mergesort", "auto", sorted(32, 0, "uniform"), 23, 43},
		{"mergesort", "auto", sorted(32, 4, "uniform"), 0, 0}, {"mergesort", "auto", sorted(24, 4, "few"), 0, 0},
		{"topk", "chained-khr", sorted(32, 0, "few"), 24, 44}, {"topk", "chained-khr", sorted(32, 0, "uniform"), 0, 0},
		{"sort64", "chained-khr", sorted(64, 0, ""), 25, 45}, {"sort64", "chained-khr", sorted(64, 4, ""), 26, 46},
		{"sort128", "chained-khr", sorted(128, 4, ""), 27, 47}, {"sort128", "chained-khr", sorted(128, 0, ""), 0, 0},
		{"union", "chunked-khr", none, 0, 48}, // its call waits for the GPU
	} {
		if r := join(c.op, c.variant, c.set); r.Peer != c.queued || r.PeerWall != c.wall {
			t.Errorf("%s %+v: peer %v, by the wall clock %v, want %v and %v", c.op, r, r.Peer, r.PeerWall, c.queued, c.wall)
		}
	}
	var rows []Row
	for i, op := range plain {
		r := join(op, "auto", none)
		if r.Peer != float64(30+i) || r.PeerWall != float64(50+i) {
			t.Errorf("%s: peer %v, by the wall clock %v, want %d and %d", op, r.Peer, r.PeerWall, 30+i, 50+i)
		}
		rows = append(rows, r)
	}
	if all := AgainstPeer(rows); len(all) != len(plain) {
		t.Errorf("%d operations beside the peer's, want %d", len(all), len(plain))
	}
}

// The ways to time a call have columns of their own, which older files lack, and which may be 0 or
// empty. A call whose enqueues were waited for has no queued time. The event times of calls that
// find the device idle are not read.
func TestReadPeerTimingMethods(t *testing.T) {
	p, err := ReadPeer(strings.NewReader(`op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,reps,queued,row_us,wall_us,enqueue_us,checked
scan,1000,,,,,,30,21,true,20,45,4,true
reduce,1000,,,,,,9,21,true,0,14,,true
copy,1000,,,,,,8,21,false,,9,3,true
hair-chain-device,1000,100,16,4,,,8,21,,7,9,3,true
hair-chain-device,1000,50,16,4,,,5,21,,5,5,5,true
`))
	if err != nil {
		t.Fatal(err)
	}
	older, err := ReadPeer(strings.NewReader(`op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,alone_us,row_us,checked
scan,1000,,,,,,31,99,21,true
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from PeerTimes
		op   string
		want [4]float64
	}{
		{p, "scan", [4]float64{30, 20, 45, 4}}, {p, "reduce", [4]float64{9, 0, 14, 0}}, {p, "copy", [4]float64{0, 0, 9, 3}},
		{p, "hair-chain", [4]float64{8, 7, 9, 3}},
		{older, "scan", [4]float64{31, 21, 0, 0}},
		{older, "copy", [4]float64{1, 2, 3, 4}}, // of which it has nothing to say
	} {
		r := New(c.op, "chained-khr", 1000)
		r.Checked, r.Reliable, r.GPU = true, true, 10
		r.Peer, r.PeerBatch, r.PeerWall, r.PeerEnqueue = 1, 2, 3, 4 // of another file: not to be mixed with this one's
		rows := []Row{r}
		c.from.Join(rows)
		if got := [4]float64{rows[0].Peer, rows[0].PeerBatch, rows[0].PeerWall, rows[0].PeerEnqueue}; got != c.want {
			t.Errorf("%s: %v, want %v", c.op, got, c.want)
		}
	}
}

// Of two files the shorter time of each cell counts, way by way. A time of 0 was not measured.
func TestFastestPeer(t *testing.T) {
	head := "op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,queued,row_us,wall_us,enqueue_us,checked\n"
	read := func(lines string) PeerTimes {
		p, err := ReadPeer(strings.NewReader(head + lines))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var p PeerTimes
	p.Fastest(read("scan,1000,,,,,,30,true,20,45,4,true\nreduce,1000,,,,,,9,false,0,14,,true\n"))
	p.Fastest(read("scan,1000,,,,,,31,true,19,46,3,true\nreduce,1000,,,,,,8,true,7,15,,true\ncopy,1000,,,,,,5,true,4,3,2,true\ncopy,99,,,,,,5,true,4,3,2,false\n"))
	if p.Unchecked != 1 {
		t.Errorf("%d lines unchecked, want 1", p.Unchecked)
	}
	for op, want := range map[string][4]float64{"scan": {30, 19, 45, 3}, "reduce": {8, 7, 14, 0}, "copy": {5, 4, 3, 2}} {
		r := New(op, "chained-khr", 1000)
		r.Checked, r.Reliable, r.GPU = true, true, 10
		rows := []Row{r}
		p.Join(rows)
		if got := [4]float64{rows[0].Peer, rows[0].PeerBatch, rows[0].PeerWall, rows[0].PeerEnqueue}; got != want {
			t.Errorf("%s: %v, want %v", op, got, want)
		}
	}
}

// What bench/peers writes is what is read here, and what its README says.
func TestPeerProgramWritesExpectedColumns(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../peers/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	program := read("cub.cu")
	head := regexp.MustCompile(`printf\("(op,n,[a-z0-9_,]*)\\n"`).FindStringSubmatch(program)
	line := regexp.MustCompile(`printf\("(%s,%u,[^"]*)\\n"`).FindStringSubmatch(program)
	if head == nil || line == nil {
		t.Fatal("cub.cu prints no line of names, or none of numbers")
	}
	columns := strings.Split(head[1], ",")
	for _, name := range append([]string{"queued", "row_us", "wall_us", "enqueue_us"}, peerColumns...) {
		if !slices.Contains(columns, name) {
			t.Errorf("cub.cu writes no column %q", name)
		}
	}
	if n := strings.Count(line[1], ",") + 1; n != len(columns) {
		t.Errorf("cub.cu writes %d numbers under %d names", n, len(columns))
	}
	if !strings.Contains(read("README.md"), "\n    "+head[1]+"\n") {
		t.Errorf("README.md has other columns than cub.cu's: %s", head[1])
	}
}

func TestReadPeerErrorsNameLine(t *testing.T) {
	head := "op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,checked\n"
	kinds := strings.Replace(head, "us,", "us,wall_us,row_us,", 1)
	queued := strings.Replace(head, "us,", "us,queued,", 1)
	for text, want := range map[string]string{
		"":                                    "line 1",
		"op,n,us\n":                           `line 1: there is no column "kept"`,
		head + "scan,x,,,,,,5,true\n":         `line 2: n "x"`,
		head + "scan,8,,,,,,fast,true\n":      `line 2: us "fast"`,
		head + "scan,8,,,,,,0,true\n":         `line 2: us "0"`,
		head + "scan,8,,,,,,5,perhaps\n":      `line 2: checked "perhaps"`,
		head + "scan,8,,,,,,5,true\nscan,8\n": "line 3",
		kinds + "scan,8,,,,,,5,soon,4,true\n": `line 2: wall_us "soon"`,
		kinds + "scan,8,,,,,,5,4,-1,true\n":   `line 2: row_us "-1"`,
		queued + "scan,8,,,,,,5,maybe,true\n": `line 2: queued "maybe"`,
		kinds + "scan,8,,,,,,5,NaN,4,true\n":  `line 2: wall_us "NaN"`,
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if _, err := ReadPeer(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		})
	}
}

// peers/README.md has the numbers of the program's settings, and results/README.md those of the
// file beside it.
func TestPeersReadmeHasTheSettings(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text)), " ")
	}
	number := func(text, pattern string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("there is no %s", pattern)
		}
		return found[1]
	}
	options, clock, readme := read("peers/options.cuh"), read("peers/clock.cuh"), read("peers/README.md")
	reps, warm := number(options, `int reps = (\d+);`), number(options, `double warmUp = ([0-9.]+);`)
	for _, want := range []string{
		"quartiles of " + reps + " calls after " + warm + " s of such calls",
		"idle before. Median of " + reps + " calls.",
		"about " + number(clock, `rowTime = (\d+)`) + " us (" + number(clock, `leastInRow = (\d+)`) + " to " + number(clock, `mostInRow = (\d+)`) + ") between two events",
		"the median of " + number(clock, `int rows = (\d+)`) + " such rows",
		"Median of " + number(clock, `enqueues = (\d+)`) + " calls without a wait",
	} {
		if !strings.Contains(readme, want) {
			t.Errorf("peers/README.md lacks %q", want)
		}
	}
	if usage := number(options, `R"\(([^"]*(?:"[^)][^"]*)*)\)"`); !strings.Contains(usage, "at least 21 ("+reps+")") || !strings.Contains(usage, "is timed ("+warm+")") {
		t.Errorf("the usage has other settings than %s and %s:\n%s", reps, warm, usage)
	}
	data := read("results/h200-cub.csv")
	want := number(read("results/README.md"), `\| h200-cub\.csv \|[^|]*?--reps (\d+)`)
	for _, line := range strings.Split(data, " ")[1:] {
		if fields := strings.Split(line, ","); len(fields) > 11 && fields[11] != want && fields[11] != "0" {
			t.Fatalf("results/README.md says --reps %s of h200-cub.csv, a row has %s: %s", want, fields[11], line)
		}
	}
}
