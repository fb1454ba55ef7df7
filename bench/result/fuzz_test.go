// SPDX-License-Identifier: MIT

package result

import (
	"bytes"
	"os"
	"testing"
)

// seeds are the first lines of a committed file.
func seeds(f *testing.F, name string, lines int) {
	data, err := os.ReadFile("../results/" + name)
	if err != nil {
		f.Fatal(err)
	}
	all := bytes.SplitAfter(data, []byte("\n"))
	f.Add(bytes.Join(all[:min(lines, len(all))], nil))
}

// What is read can be written and read again, and is the same then.
func FuzzReadJSON(f *testing.F) {
	seeds(f, "h200.jsonl", 3)
	f.Add([]byte(`{"op":"scan","variant":"a","n":1e3}`))
	f.Add([]byte("{\"op\":\"\\u001b\",\"note\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := ReadJSON(bytes.NewReader(data))
		if err != nil {
			return
		}
		if len(rows) > mostRows {
			t.Fatalf("%d rows", len(rows))
		}
		var out bytes.Buffer
		if err := WriteJSON(&out, rows); err != nil {
			t.Fatal(err)
		}
		again, err := ReadJSON(&out)
		if err != nil || len(again) != len(rows) {
			t.Fatalf("%d rows of %d, %v", len(again), len(rows), err)
		}
		for i := range rows {
			if again[i] != rows[i] {
				t.Fatalf("%+v, want %+v", again[i], rows[i])
			}
		}
		AgainstPeer(rows)
		Matches(rows)
	})
}

// What is read are times, of cells that a row may have.
func FuzzReadPeer(f *testing.F) {
	seeds(f, "h200-cub.csv", 5)
	f.Add([]byte("op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,checked\nscan,8,,,,,,5,true\n"))
	f.Add([]byte("op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,queued,row_us,wall_us,enqueue_us,checked\nscan,8,,,,,,5,1,2,3,4,true\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ReadPeer(bytes.NewReader(data))
		if err != nil {
			return
		}
		for c, v := range p.times {
			if !word.MatchString(c.op) || c.n < -1 || c.n > mostItems {
				t.Fatalf("%+v", c)
			}
			for _, us := range []float64{v.queued, v.row, v.wall, v.enqueue} {
				if !(us >= 0 && us <= mostTime) {
					t.Fatalf("%+v: %+v", c, v)
				}
			}
		}
	})
}
