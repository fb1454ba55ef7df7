// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/flags"
)

func init() { windowJobs["lost"] = lostJob }

func TestWindowOfALostContext(t *testing.T) { runJob(t, "lost") }

// lostJob loses the context at several moments. The window must end with gpu.ErrContextLost, and
// leave its settings if it showed a model.
func lostJob(file string) error {
	folder, err := configFolder()
	if err != nil {
		return err
	}
	path, shown := filepath.Join(folder, "after-reset.json"), 0
	for _, after := range []int{5, 100, 400} {
		queries, before := 0, shown
		stop := gputest.LoseNext(after, &queries)
		err := in(file, gpu.Options{}, func(v *view) error {
			v.live = true
			shown++
			return v.loop(context.Background())
		})
		stop()
		if !errors.Is(err, gpu.ErrContextLost) {
			return fmt.Errorf("lost after %d questions: %v", after, err)
		}
		if shown == before {
			continue
		}
		kept, read := flags.ReadSettings(path)
		if read != nil || kept.File != file || kept.Flags["camera"] == "" || !strings.Contains(err.Error(), path) {
			return fmt.Errorf("lost after %d questions: %v; the settings are %+v, %v", after, err, kept, read)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	if shown == 0 {
		return errors.New("no window showed anything")
	}
	return nil
}
