// SPDX-License-Identifier: MIT

package core

import (
	"errors"
	"strings"
	"testing"
)

// Every call makes this check, so its errors name none.
func TestContextErrorsNameNoCall(t *testing.T) {
	h := home{context: 1, thread: 2}
	for _, c := range []struct {
		err, kind error
		text      string
	}{
		{h.missing(5, 2), ErrWrongContext, "gpu: the current context is 0x5"},
		{h.missing(0, 2), ErrNoContext, "gpu: no context is current"},
		{h.missing(0, 3), ErrWrongThread, "gpu: the thread is 3, want 2"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.HasPrefix(c.err.Error(), c.text) {
			t.Errorf("got %v, want %s: %v", c.err, c.text, c.kind)
		}
	}
}
