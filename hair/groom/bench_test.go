// SPDX-License-Identifier: MIT

package groom

import "testing"

// BenchmarkNew grows the default groom.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(Defaults()); err != nil {
			b.Fatal(err)
		}
	}
}
