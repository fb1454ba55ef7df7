// SPDX-License-Identifier: MIT

package offscreen

import "github.com/combgl/comb/gpu"

// Options for New. The zero value is right.
type Options struct {
	Debug bool // a debug context: Device.Messages then tells what the driver has to say
}

// Attach is gpu.Attach with this package's function loader.
func (c *Context) Attach(o gpu.Options) (*gpu.Device, error) {
	if o.ProcAddr == nil {
		o.ProcAddr = ProcAddr
	}
	return gpu.Attach(o)
}
