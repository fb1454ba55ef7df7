// SPDX-License-Identifier: MIT

package offscreen

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Options are the options of New. The zero value suits most programs.
type Options struct {
	Debug bool // makes a debug context, whose driver messages Device.Messages returns
}

// Attach is gpu.Attach with this package's function loader. The Context must be current. Errors:
// gpu.ErrWrongContext if another context is current; gpu.ErrReleased; those of gpu.Attach.
func (c *Context) Attach(o gpu.Options) (*gpu.Device, error) {
	if err := c.usable("Attach"); err != nil {
		return nil, err
	}
	if c.displaced() {
		return nil, fmt.Errorf("offscreen: Attach: want this Context current: call MakeCurrent before: %w", gpu.ErrWrongContext)
	}
	if o.ProcAddr == nil {
		o.ProcAddr = ProcAddr
	}
	return gpu.Attach(o)
}
