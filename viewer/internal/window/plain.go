// SPDX-License-Identifier: MIT

//go:build !headless && (plain || (linux && !amd64) || (windows && !amd64))

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// panels has no panels: the library exists for some platforms only. Keys work as usual; messages go
// to the terminal.
type panels struct {
	shown, help bool
	message     string
}

func newPanels(*glfw.Window) *panels { return &panels{} }

func (*panels) cursor(x, y float64) bool                  { return false }
func (*panels) button(glfw.MouseButton, bool)             {}
func (*panels) wheel(dx, dy float64) bool                 { return false }
func (*panels) char(rune)                                 {}
func (*panels) key(glfw.Key, bool, glfw.ModifierKey) bool { return false }
func (*panels) wants() bool                               { return false }
func (*panels) visible() bool                             { return false }
func (*panels) draw(v *view, width, height int)           {}
func (p *panels) notify(text string)                      { p.message = text }
func (*panels) histogram(counts []uint32, bits int)       {}
func (*panels) release()                                  {}
