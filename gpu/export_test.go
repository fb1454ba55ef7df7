// SPDX-License-Identifier: MIT

package gpu

import "testing"

// OnAttach sets the function that makes Devices for tests of this package.
func OnAttach(f func(testing.TB, Options) (*Device, func())) { attachForTest = f }

// OnRun sets the function that runs their subtests.
func OnRun(f func(*testing.T, *Device, string, func(*testing.T)) bool) { subtest = f }

// Specs of comb's own kernels, for the validator.
var (
	ProbeSpec = probeSpec
	OrderSpec = orderProbeSpec
	CopySpec  = copySpec
)

// Parts of the cache of programs, for tests that need a debug context.
var (
	ProgramParts = programParts
	CacheDamages = damages
)

// Functions of sparse and fixed storage.
var (
	LargePages = largePages
	HasSparse  = Caps.sparse
)

// CapsOf returns the Caps of a driver with one extension, or none if it is "".
func CapsOf(vendor string, major, minor int, has string) Caps {
	return Caps{Vendor: vendor, Major: major, Minor: minor, extensions: map[string]bool{has: has != ""}}
}

// CreateIn makes a buffer in sparse or fixed storage, and returns a function that frees it.
func CreateIn(d *Device, bytes int, sparse bool) (View, func(), error) {
	v, err := d.createIn(bytes, sparse)
	return v, func() { d.remove(v) }, err
}

// Objects returns the number of buffers that a Device has records of.
func Objects(d *Device) int { return len(d.objects) }
