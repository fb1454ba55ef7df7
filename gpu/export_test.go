// SPDX-License-Identifier: MIT

package gpu

import (
	"testing"

	"github.com/combgl/comb/internal/core"
)

// OnAttach sets the function that makes Devices for tests of this package.
func OnAttach(f func(testing.TB, Options) (*Device, func())) { attachForTest = f }

// OnRun sets the function that runs their subtests.
func OnRun(f func(*testing.T, *Device, string, func(*testing.T)) bool) { subtest = f }

// ProbeSpec is the Spec of the probe of lanes, for the validator.
var ProbeSpec = probeSpec

// CountsSpec is the Spec of the kernel of CombineCounts, for the validator.
var CountsSpec = core.CountsSpec
