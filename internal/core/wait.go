// SPDX-License-Identifier: MIT

package core

import "github.com/go-gl/gl/v4.3-core/gl"

// FinishPolling is gpu.Device.FinishPolling.
func (d *Device) FinishPolling() error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if d.Facts.TimestampBits == 0 {
		gl.Finish()
		return d.Alive()
	}
	if d.waiting == 0 {
		gl.GenQueries(1, &d.waiting)
	}
	gl.QueryCounter(d.waiting, gl.TIMESTAMP)
	gl.Flush()
	// polls is the number of polls between two reads of the reset status, so that a loss ends the
	// wait.
	const polls = 1 << 14
	for i := 1; ; i++ {
		if gl.GetQueryObjectiv(d.waiting, gl.QUERY_RESULT_AVAILABLE, &d.available); d.available != 0 {
			return d.Alive()
		}
		if i%polls == 0 {
			if err := d.Alive(); err != nil {
				return err
			}
		}
	}
}
