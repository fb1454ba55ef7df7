// SPDX-License-Identifier: MIT

package gpu

import "testing"

// OnAttach lets the external test package lend its contexts to this one.
func OnAttach(f func(testing.TB, Options) (*Device, func())) { attachForTest = f }

// OnRun lets it lend gputest's subtests on a context, too.
func OnRun(f func(*testing.T, *Device, string, func(*testing.T)) bool) { subtest = f }

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

// Of memory of one kind.
var (
	LargePages = largePages
	HasSparse  = Caps.sparse
)

// CapsOf is a driver with one extension, or none where it is "".
func CapsOf(vendor string, major, minor int, has string) Caps {
	return Caps{Vendor: vendor, Major: major, Minor: minor, extensions: map[string]bool{has: has != ""}}
}

// CreateIn makes memory of that kind, and tells how to free it.
func CreateIn(d *Device, bytes int, sparse bool) (View, func(), error) {
	v, err := d.createIn(bytes, sparse)
	return v, func() { d.remove(v) }, err
}

// Objects is how many buffers a Device knows.
func Objects(d *Device) int { return len(d.objects) }
