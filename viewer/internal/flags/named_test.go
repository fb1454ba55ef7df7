// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/hair"
)

// The texts of package hair's errors are those of the tests of the viewer, which need OpenGL, and
// that of a running renderer.
func TestNamed(t *testing.T) {
	err := fmt.Errorf("hair: SetLights: lights[1].Position is [0 -0.5 1e-05], 0.1 m from the middle of hair and head, want at least 0.3 m: %w", hair.ErrLight)
	const want = "-lights: light 2, the point at 0,-0.5,1e-05, is 0.1 m from the middle of hair and head, want at least 0.3 m: bad light"
	named := Named(err)
	if named.Error() != want || !errors.Is(named, hair.ErrLight) {
		t.Errorf("%v\nwant %s", named, want)
	}
	if other := errors.New("-o x: no space"); Named(other) != other || Named(nil) != nil || Named(named) != named {
		t.Error("errors that name flags are changed")
	}
}
