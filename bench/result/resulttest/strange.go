// SPDX-License-Identifier: MIT

package resulttest

import (
	"math/rand"
	"os"
	"testing"

	"github.com/combgl/comb/bench/result"
)

// StrangeRows are some rows of Strange, many for some seeds.
func StrangeRows(seed int64) (rows []result.Row) {
	r := rand.New(rand.NewSource(seed))
	for range 1 + r.Intn(1<<r.Intn(8)) {
		rows = append(rows, Strange(r))
	}
	return rows
}

// Stored are the rows of a file of bench/results, for tests of packages beside that folder.
func Stored(t testing.TB, name string) []result.Row {
	t.Helper()
	f, err := os.Open("../results/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := result.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Strange is a row of what result.Row.Validate lets through, with numbers at their ends.
func Strange(r *rand.Rand) result.Row {
	pick := func(all ...string) string { return all[r.Intn(len(all))] }
	number := func(all ...int) int { return all[r.Intn(len(all))] }
	us := func() float64 {
		all := []float64{0, 1e-6, 1, 1, 1 + 1e-15, 5, 100, 100.00000000000001, 1e12}
		return all[r.Intn(len(all))]
	}
	row := result.New(pick("compact", "compact", "sort", "scan", "reduce", "copy", "read", "ladder", "tiles", "fetch", "hair", "particles", "other", "empty"),
		pick("chained-khr", "chunked-khr", "ours", "append", "cpu", "kernel", "frame", "sort", "", "naive"), number(0, 1, 2, 1024, 1<<20, 1<<31-1))
	row.Kept, row.KeyBits, row.PayloadBytes = number(-1, 0, 1, 50, 100), number(-1, 0, 32, 128), number(-1, 0, 4, 1<<16)
	row.RecordBytes, row.FetchBits, row.Workers = number(-1, 0, 4, 16, 1<<16), number(-1, 0, 32, 1<<16), number(-1, 0, 1, 1<<20)
	row.Element, row.Operator, row.Dist = pick("", "f32", "x-y"), pick("", "sum", "x"), pick("", "uniform", "few", "x")
	row.GPU, row.GPUMin, row.Wall, row.WallMin, row.GPUP25, row.GPUP75 = us(), us(), us(), us(), us(), us()
	row.WallP25, row.WallP75, row.GPUBatch, row.Enqueue = us(), us(), us(), us()
	row.Peer, row.PeerBatch, row.PeerWall, row.PeerEnqueue = us(), us(), us(), us()
	row.GBs, row.OfCopy = us()/1e3, us()/1e3
	row.Bytes = []int64{0, 1, 4096, 1 << 50}[r.Intn(4)]
	row.Reliable, row.Checked, row.Queued = r.Intn(3) > 0, r.Intn(8) > 0, r.Intn(2) > 0
	row.Samples, row.Batch, row.Note = number(0, 1, 21, 1<<31-1), number(0, 1), pick("", "order lost", "failed: x", "1x1 to 1x1")
	row.Device, row.Driver, row.Form = "a", "b", pick("", "", "one-tile", "x y")
	return row
}
