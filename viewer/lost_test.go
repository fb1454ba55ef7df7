// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// Whenever the context is lost, the program writes no black image and no numbers that are zeros,
// and reports the loss.
func TestLostContextWritesNoImage(t *testing.T) {
	viewertest.NeedGL(t)
	file := viewertest.Wig(t)
	losses := 0
	for after, step := 0, 1; ; after, step = after+step, step+step/2+1 {
		queries, dir := 0, t.TempDir()
		t.Cleanup(gputest.LoseNext(after, &queries))
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"-headless", "-head", "none", "-transparency", "blend", "-size", "64x36", "-shadow-size", "64", "-o", filepath.Join(dir, "a.png"), "-stats", filepath.Join(dir, "a.json"), file},
			&out, &errs, gpu.Options{})
		left, _ := os.ReadDir(dir)
		// The run ended before the loss. The last query is in the release, after everything was
		// written.
		if queries <= after || queries == after+1 && code == exitDone && len(left) == 2 {
			if code != exitDone || len(left) != 2 {
				t.Errorf("not lost: exit code %d, %v: %s", code, left, errs.String())
			}
			break
		}
		losses++
		if code != exitFailed || !strings.Contains(errs.String(), gpu.ErrContextLost.Error()) || len(left) != 0 {
			t.Errorf("lost after %d: exit code %d, %v are left: %s", after, code, left, errs.String())
		}
		if strings.Contains(errs.String(), "0 of 0 segments") {
			t.Errorf("lost after %d: zeros are reported: %s", after, errs.String())
		}
	}
	if losses < 5 {
		t.Errorf("%d losses: the test looks at little", losses)
	}
}
