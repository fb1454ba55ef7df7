// SPDX-License-Identifier: MIT

package offscreen

import "github.com/combgl/comb/gpu"

// Options are the options of New. The zero value suits most programs.
type Options struct {
	Debug bool // makes a debug context, whose driver messages Device.Messages returns
}

// Attach is gpu.Attach with this package's function loader. Errors: those of gpu.Attach.
func (c *Context) Attach(o gpu.Options) (*gpu.Device, error) {
	if o.ProcAddr == nil {
		o.ProcAddr = ProcAddr
	}
	return gpu.Attach(o)
}
