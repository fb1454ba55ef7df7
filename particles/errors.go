// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/errkind"
)

// Errors of this package. Both are of the kind gpu.ErrArgument.
var (
	// ErrLayout means that Go and GLSL lay out a struct differently, or that it is no struct. The
	// error names the field.
	ErrLayout error = errkind.Reason(gpu.ErrArgument, "Go and GLSL lay out this struct differently")
	// ErrSnapshot means that a snapshot is damaged, or that a different system wrote it.
	ErrSnapshot error = errkind.Reason(gpu.ErrArgument, "not a snapshot of this system")
)

// argument returns the error for a mistake of the caller's in an operation.
func argument(operation, format string, values ...any) error {
	return fmt.Errorf("particles: %s: %s: %w", operation, fmt.Sprintf(format, values...), gpu.ErrArgument)
}

// badLayout returns the error for a struct that cannot be a record or a uniform block.
func badLayout(format string, values ...any) error {
	return fmt.Errorf("particles: %s: %w", fmt.Sprintf(format, values...), ErrLayout)
}

// badSnapshot returns the error for a snapshot that Restore refuses.
func badSnapshot(format string, values ...any) error {
	return fmt.Errorf("particles: Restore: %s: %w", fmt.Sprintf(format, values...), ErrSnapshot)
}

// gone reports whether a System is nil, not made by New, or released.
func (s *System) gone() bool { return s == nil || s.update == nil }

// live returns an error for a System that is gone.
func (s *System) live(operation string) error {
	if s.gone() {
		return fmt.Errorf("particles: %s: the System: %w", operation, gpu.ErrReleased)
	}
	return nil
}

// ready is live for calls that only change what the next step uses. Like all others they are made
// where the Device's context is current: on another thread they could change it within a step.
func (s *System) ready(operation string) error {
	if err := s.live(operation); err != nil {
		return err
	}
	return s.d.Internal().Ready()
}
