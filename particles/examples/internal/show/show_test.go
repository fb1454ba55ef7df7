// SPDX-License-Identifier: MIT

package show

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

func TestShadersShow(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range all {
		gputest.ValidateSource(t, pair[0].File, "vert", pair[0].Source)
		gputest.ValidateSource(t, pair[1].File, "frag", pair[1].Source)
	}
}
