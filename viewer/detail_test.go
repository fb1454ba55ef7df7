// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

func TestReportOfDetail(t *testing.T) {
	viewertest.NeedGL(t)
	dir := t.TempDir()
	numbers := filepath.Join(dir, "a.json")
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "160x90", "-shadow-size", "32", "-width", "1", "-width-tip", "0.3", "-lod-report", "1,0.25,auto",
		"-recede", "1.05", "-o", filepath.Join(dir, "a.png"), "-stats", numbers, viewertest.Wig(t)}, &out, &errs, gpu.Options{})
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(numbers)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Detail  float64 `json:"detail"`
		Hidden  *int    `json:"culled_hidden"`
		Cover   float64 `json:"coverage_px"`
		Details []struct {
			Requested string               `json:"asked"`
			Share     float64              `json:"share"`
			Cover     float64              `json:"coverage_px"`
			Expanded  int                  `json:"expanded_segments"`
			PSNR      float64              `json:"psnr_db"`
			Blurred   float64              `json:"psnr_4x4_db"`
			FLIP      float64              `json:"flip"`
			Recede    float64              `json:"recede"`
			Temporal  *float64             `json:"temporal_rms"`
			Stages    []measure.StageStats `json:"stages"`
		} `json:"details"`
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Detail != 1 || got.Hidden == nil || got.Cover <= 0 || len(got.Details) != 3 {
		t.Fatalf("%s", data)
	}
	all, few, auto := got.Details[0], got.Details[1], got.Details[2]
	if all.PSNR != 150 || all.FLIP != 0 || all.Expanded != 3300 || all.Recede != 1.05 || all.Temporal == nil || *all.Temporal != 0 {
		t.Errorf("all strands: %+v", all)
	}
	if few.PSNR > 60 || few.Blurred <= few.PSNR || few.Blurred >= 150 || few.FLIP <= 0 || few.Expanded != all.Expanded || *few.Temporal <= 0 || len(few.Stages) != 9 {
		t.Errorf("a quarter: %+v", few)
	}
	if math.Abs(few.Cover/all.Cover-1) > 0.2 {
		t.Errorf("a quarter of the strands covers %v pixels, all %v", few.Cover, all.Cover)
	}
	if auto.Requested != "auto" || auto.Share <= 0 {
		t.Errorf("by itself: %+v", auto)
	}
}
