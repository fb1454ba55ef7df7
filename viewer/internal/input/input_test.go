// SPDX-License-Identifier: MIT

package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

func TestProgressIsShownOnTerminals(t *testing.T) {
	for _, c := range []struct{ watched, quiet, shows bool }{{true, false, true}, {false, false, false}, {true, true, false}} {
		t.Run(fmt.Sprintf("watched=%v,quiet=%v", c.watched, c.quiet), func(t *testing.T) {
			var out bytes.Buffer
			log := progress.Log{Lines: &out, Watched: c.watched, Quiet: c.quiet}
			o := flags.Options{File: viewertest.Wig(t)}
			if _, err := Read(context.Background(), o, &log); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "100 %\b"); got != c.shows {
				t.Errorf("%+v: %q", c, out.String())
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, flags.Options{File: viewertest.Wig(t)}, &progress.Log{Quiet: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while reading: %v", err)
	}
}
