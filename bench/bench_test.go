// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestParse(t *testing.T) {
	o, err := parse(strings.Fields("-ops scan,sort -n 1000,2^16,0 -kept 5 -lanes all -samples 3"))
	if err != nil || len(o.ops) != 2 || o.n[1] != 65536 || o.n[2] != 0 || o.kept[0] != 5 || o.samples != 3 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, line := range []string{"-ops bake", "-n x", "-n -1", "-n 2^40", "-n 2^x", "-kept 101", "-lanes wide", "-samples 0", "extra", "-nonsense"} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(line), &out, &errs); code != 2 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, %q", line, code, errs.String())
		}
	}
}

func TestPercentileAndRatios(t *testing.T) {
	if v := percentile([]float64{5, 1, 3}, 50); v != 3 {
		t.Errorf("median %v", v)
	}
	r := row{Op: "scan", Bytes: 8000}
	r.settle([]float64{4, 2, 9}, []float64{20, 20, 20}, true, 4)
	if r.GPU != 4 || r.GPUMin != 2 || r.GBs != 2 || r.OfCopy != 0.5 {
		t.Errorf("%+v", r)
	}
	r.settle([]float64{4, 2, 9}, []float64{20, 20, 20}, false, 4)
	if r.GBs != 0.4 {
		t.Errorf("an unreliable clock must not make the rate: %+v", r)
	}
}

func TestOracles(t *testing.T) {
	keys := []uint32{0x30001, 7, 0x20001, 0xFFFFFFFF, 7}
	gputest.Equal(t, "16 bits", order(keys, 16), []uint32{0, 2, 1, 4, 3})
	gputest.Equal(t, "32 bits", order(keys, 32), []uint32{1, 4, 2, 0, 3})
	gputest.Equal(t, "scan", exclusive([]uint32{3, 1, 0, 2}), []uint32{0, 3, 4, 4})
	gputest.Equal(t, "nonzero", nonzero([]uint32{7, 0, 0, 9}), []uint32{7, 9})
	if same("x", []uint32{1, 2}, []uint32{1, 3}) == nil || same("x", nil, []uint32{1}) == nil {
		t.Error("a difference goes unseen")
	}
}

func TestEveryOperationIsCheckedAndTimed(t *testing.T) {
	gputest.Device(t) // skips where there is no GL
	path := filepath.Join(t.TempDir(), "b.jsonl")
	var out, errs bytes.Buffer
	code := run(context.Background(), strings.Fields("-n 0,1000 -kept 50 -samples 2 -o "+path), &out, &errs)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 2*8 {
		t.Errorf("%d rows, want 16", len(lines))
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for _, field := range strings.Fields("op variant n kept key_bits payload_bytes gpu_us gpu_us_min wall_us reliable bytes gb_s of_copy checked device driver") {
			if _, ok := r[field]; !ok {
				t.Errorf("a row lacks %q", field)
			}
		}
		seen[r["op"].(string)] = true
		if r["checked"] != true || r["wall_us"].(float64) <= 0 {
			t.Errorf("%s", line)
		}
	}
	for _, op := range allOps {
		if !seen[op] {
			t.Errorf("no row of %s", op)
		}
	}
}

func TestAWrongResultIsNotTimed(t *testing.T) {
	dev := gputest.Device(t)
	var out, errs bytes.Buffer
	b := &benchmark{ctx: context.Background(), o: options{samples: 2}, d: dev, stdout: &out, stderr: &errs}
	pool, err := newPool(dev, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.free()
	r := b.one(func() (*job, error) {
		j, err := maker{d: dev, n: 100, seed: 1, pool: pool}.scanJob()
		j.run = func() error { return nil } // the kernel that does nothing
		return j, err
	}, 0)
	if r.Checked || r.GPU != 0 || b.failed != 1 || !strings.Contains(errs.String(), "want") {
		t.Errorf("%+v, failed %d, %q", r, b.failed, errs.String())
	}
}

func TestShadersBench(t *testing.T) {
	gputest.Validate(t, []gpu.Spec{appendSpec()})
}
