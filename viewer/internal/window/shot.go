// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/imagefile"
)

func (v *view) screenshot(width, height int) error {
	path := v.o.Run.Out
	if path == "" {
		v.shots++
		path = fmt.Sprintf("comb-%s-%d.png", time.Now().Format("20060102-150405"), v.shots)
	}
	if err := v.write(path, width, height); err != nil {
		if v.o.Run.CloseAfter > 0 {
			return err
		}
		v.notify("%v", err)
		return nil
	}
	v.notify("wrote %s", path)
	return nil
}

// notify prints a message in the window and on the terminal.
func (v *view) notify(format string, args ...any) {
	v.log.Line(format, args...)
	v.ui.notify(printable.Linef(format, args...))
}

// write writes the window's image. If the name ends in .exr, it writes the linear image of the
// chosen OIT method.
func (v *view) write(path string, width, height int) error {
	if imagefile.IsEXR(path) {
		l, err := v.s.Renderer.Linear()
		if err != nil {
			return err
		}
		return imagefile.Write(path, nil, l, "")
	}
	img, err := framebuffer.Read(v.d, 0, width, height)
	if err != nil {
		return err
	}
	return imagefile.Write(path, img, hair.Linear{}, "")
}
