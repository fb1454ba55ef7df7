// SPDX-License-Identifier: MIT

package gpu

import "testing"

// OnAttach lets the external test package lend its contexts to this one.
func OnAttach(f func(testing.TB, Options) (*Device, func())) { attachForTest = f }

// Of comb's own kernels, for the validator.
var (
	ProbeSpec = probeSpec
	OrderSpec = orderProbeSpec
	CopySpec  = copySpec
)

// Of the cache of programs, for tests that need a debug context.
var (
	ProgramParts = programParts
	CacheDamages = damages
)
