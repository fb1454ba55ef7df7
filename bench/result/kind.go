// SPDX-License-Identifier: MIT

package result

import (
	"slices"
	"strings"
)

// Ours reports whether the row is of comb, in one of its variants, and not of a method that it is
// compared with. Operations with a single variant write "auto", and those by runs on a software
// renderer "runs".
func (r Row) Ours() bool {
	return slices.ContainsFunc([]string{"chunked", "chained", "ours", "auto", "runs"}, func(name string) bool { return strings.HasPrefix(r.Variant, name) })
}

// Host says that the row ran on the CPU: its time is by the wall clock, and its data never left
// memory.
func (r Row) Host() bool { return strings.HasPrefix(r.Variant, "cpu") }

// OrderLost says that a compaction left the items in any order.
func (r Row) OrderLost() bool { return strings.Contains(r.Note, "order lost") }

// Usual says that the input is the one that rows are compared on when nothing else is said.
func (r Row) Usual() bool { return r.Dist == "" || r.Dist == "uniform" || r.Dist == "random" }

// Record is the size of one item in bytes: a word where the row says nothing.
func (r Row) Record() int {
	if r.RecordBytes <= 0 {
		return 4
	}
	return r.RecordBytes
}

// Good says that the row may be shown: it was checked and timed.
func (r Row) Good() bool { return r.Checked && r.N > 0 && r.Time() > 0 }

// Refused says that the row could not be made, and that its note says why. That is no failure.
func (r Row) Refused() bool { return !r.Checked && !r.Failed() }

// Good are the rows that may be shown.
func Good(rows []Row) []Row { return Filter(rows, Row.Good) }

// Filter returns the rows that pass every test.
func Filter(rows []Row, pass ...func(Row) bool) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return slices.ContainsFunc(pass, func(p func(Row) bool) bool { return !p(r) })
	})
}

// Distinct are the values of rows, each once, in the order in which they first appear.
func Distinct[T comparable](rows []Row, of func(Row) T) (all []T) {
	seen := map[T]bool{}
	for _, r := range rows {
		if v := of(r); !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	return all
}

// FindOrAdd returns the element of a list that passes, and adds one if there is none.
func FindOrAdd[T any](all *[]T, pass func(T) bool, fresh T) *T {
	i := slices.IndexFunc(*all, pass)
	if i < 0 {
		i = len(*all)
		*all = append(*all, fresh)
	}
	return &(*all)[i]
}

// Wall says that rows are to be compared by the wall clock: the GPU's cannot be relied on for one
// of those that ran there.
func Wall(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return !r.Host() && !r.Reliable })
}

// By is the row's time by the wall clock or by the GPU's; a row of the CPU has the wall's alone.
func (r Row) By(wall bool) float64 {
	if wall || r.Host() {
		return r.Wall
	}
	return r.Time()
}

// Quartiles are between which times the middle half of the calls lies, by the clock that By goes
// by.
func (r Row) Quartiles(wall bool) (p25, p75 float64) {
	if wall || r.Host() {
		return r.WallP25, r.WallP75
	}
	return r.Spread()
}

// Machine is the one device and driver that rows are of; ok is false where they are of several.
func Machine(rows []Row) (device, driver string, ok bool) {
	for i, r := range rows {
		if i == 0 {
			device, driver = r.Device, r.Driver
		}
		if r.Device != device || r.Driver != driver {
			return r.Device, r.Driver, false
		}
	}
	return device, driver, true
}

// ShortDevice is a renderer's name without its bus and build.
func ShortDevice(device string) string {
	device, _, _ = strings.Cut(device, "/")
	device, _, _ = strings.Cut(device, " (")
	return device
}
