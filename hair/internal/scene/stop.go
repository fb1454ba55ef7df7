// SPDX-License-Identifier: MIT

package scene

import "errors"

// ErrStopped is hair.ErrStopped.
var ErrStopped = errors.New("stopped")

// GoOn returns ErrStopped if the caller's function says that the frame ends here. Stages call it
// where nothing is half done, or where the next frame begins anew.
func (s *Scene) GoOn() error {
	if s.Stop != nil && s.Stop() {
		return ErrStopped
	}
	return nil
}
