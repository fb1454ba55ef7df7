// SPDX-License-Identifier: MIT

package scene

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
)

// Hair that is too large for the device has an error that names the flags which make it smaller.
func TestTooManyPointsNameFlags(t *testing.T) {
	large := fmt.Errorf("hair: NewModel: 9000000 points: %w", gpu.ErrTooLarge)
	err := modelError(large)
	if !errors.Is(err, gpu.ErrTooLarge) || !flags.IsInputError(err) || !strings.HasSuffix(err.Error(), ": lower -strands, -follow, -subdivide or -resample") {
		t.Errorf("%v", err)
	}
	if other := fmt.Errorf("hair: NewModel: %w", gpu.ErrOutOfMemory); modelError(other) != other {
		t.Errorf("%v became %v", other, modelError(other))
	}
}
