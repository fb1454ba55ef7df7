// SPDX-License-Identifier: MIT

package sequence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
)

// A long value is recorded by its digest, so that a note fits where it must.
func TestNotesAreShort(t *testing.T) {
	o := flags.Options{DrawnWith: map[string]string{"lights": "sun," + strings.Repeat("0", 100_000) + "1,1,1,1"}}
	r, err := recordOf(o)
	if err != nil || len(fmt.Sprint(r)) > 1000 {
		t.Errorf("%d characters, %v", len(fmt.Sprint(r)), err)
	}
	if why := r.differs(r.noteOf("", "")); why != "" {
		t.Error(why)
	}
}
