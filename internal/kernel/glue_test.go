// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

func TestIdentityIsOneLineOfASCII(t *testing.T) {
	for identity, ok := range map[string]bool{"Box(vec4(0),\tvec4(1))": true, "0u\n": false, "0u\u2028": false, "\x00": false, "é": false} {
		t.Run(fmt.Sprintf("%q", identity), func(t *testing.T) {
			err := kernel.CheckOperator(gpu.Operator{GLSL: "x", Item: "uint", Bytes: 4, Identity: identity})
			if ok != (err == nil) || !ok && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprintf("Identity is %q, want one line", identity))) {
				t.Errorf("%q: %v", identity, err)
			}
		})
	}
}
