// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/pace"
)

// screenshot writes the image of the free area, without panels.
func (v *view) screenshot(width, height int) error {
	path, a := v.imagePath(v.shotKind), v.area(width, height)
	err := v.write(path, a)
	if err != nil && v.o.Run.CloseAfter > 0 {
		return err
	}
	v.reportImage(path, a.width, a.height, err)
	return nil
}

// fullPath is an absolute path, where there is one.
func fullPath(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// notify prints a message in the window and on the terminal.
func (v *view) notify(format string, args ...any) {
	v.log.Line(format, args...)
	v.ui.notify(printable.Linef(format, args...))
}

// write writes the image of the free area. If the name ends in .exr, it writes the linear image of
// the chosen OIT method.
func (v *view) write(path string, a area) error {
	if err := v.checkImage(path); err != nil {
		return err
	}
	if imagefile.IsEXR(path) {
		l, err := v.s.Renderer.Linear()
		if err != nil {
			return err
		}
		return imagefile.Write(path, nil, l, "")
	}
	from, x, y := uint32(0), a.x, a.y
	if v.fresh {
		from, x, y = v.still.ID, 0, 0
	}
	img, err := framebuffer.ReadAt(v.d, from, x, y, a.width, a.height)
	if err != nil {
		return err
	}
	return imagefile.Write(path, img, hair.Linear{}, "")
}

// title names what the window shows, in the bar of the system.
func (v *view) title() {
	method := v.methodName()
	if v.level != pace.Full {
		method += ", preview"
	}
	v.w.SetTitle(printable.Linef("comb: %s, %s strands, %s, %.1f ms%s", v.s.Name, thousands(v.s.Model.Strands()), method, measure.Milliseconds(v.took), v.c.figures))
}

// methodName is the OIT method, with what it sorts by.
func (v *view) methodName() string {
	if v.o.Transparency == hair.Blend {
		return fmt.Sprintf("%v, %d bits", v.o.Order, v.o.KeyBits)
	}
	return v.o.Transparency.String()
}

// thousands is a number with thin gaps between thousands.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
