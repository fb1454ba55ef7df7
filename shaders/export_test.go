// SPDX-License-Identifier: MIT

package shaders

// HasContract says whether a slot has a contract in a file that opens it.
func HasContract(slot, opener string) bool { return contracts[[2]string{slot, opener}] != nil }

// Reserves reports whether a caller's text in a kernel must not declare this uniform.
func Reserves(file, uniform string) bool {
	return Request{File: file, FS: files}.reserves(uniform)
}
