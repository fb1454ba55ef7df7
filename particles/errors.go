// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// The package's own reasons. Both are of the kind gpu.ErrArgument.
var (
	// ErrLayout is for a Go struct that GLSL lays out in another way. The error names the field.
	ErrLayout error = &reason{"Go and GLSL lay out this struct differently"}
	// ErrSnapshot is for a snapshot that is damaged, or that another system wrote.
	ErrSnapshot error = &reason{"not a snapshot of this system"}
)

// reason is a reason of the kind gpu.ErrArgument.
type reason struct{ text string }

func (r *reason) Error() string { return r.text }

func (r *reason) Unwrap() error { return gpu.ErrArgument }

// argument is the error for a mistake of the caller's in an operation.
func argument(operation, format string, values ...any) error {
	return fmt.Errorf("particles: %s: %s: %w", operation, fmt.Sprintf(format, values...), gpu.ErrArgument)
}

// badLayout is the error for a struct that cannot be a record or a uniform block.
func badLayout(format string, values ...any) error {
	return fmt.Errorf("particles: %s: %w", fmt.Sprintf(format, values...), ErrLayout)
}

// badSnapshot is the error for a snapshot that Restore refuses.
func badSnapshot(format string, values ...any) error {
	return fmt.Errorf("particles: Restore: %s: %w", fmt.Sprintf(format, values...), ErrSnapshot)
}

// gone says whether a System is nil, not made by New, or released.
func (s *System) gone() bool { return s == nil || s.update == nil }

// live refuses a System that is gone.
func (s *System) live(operation string) error {
	if s.gone() {
		return fmt.Errorf("particles: %s: the System: %w", operation, gpu.ErrReleased)
	}
	return nil
}
