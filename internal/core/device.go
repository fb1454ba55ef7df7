// SPDX-License-Identifier: MIT

package core

// Device is the inner part of a gpu.Device.
type Device struct {
	Faults Faults
}
