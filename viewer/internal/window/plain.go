// SPDX-License-Identifier: MIT

//go:build !headless && (plain || (linux && !amd64) || (windows && !amd64))

package window

import (
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// panels has no panels: the library exists for some platforms only. Keys work as usual; messages go
// to the terminal.
type panels struct {
	shown, help bool
	works       string
	announces   string
	message     string
}

func newPanels(*glfw.Window) *panels { return &panels{} }

func (*panels) free(across, down float32) layout.Rect                 { return layout.Rect{W: across, H: down} }
func (*panels) blender() bool                                         { return false }
func (*panels) calm() bool                                            { return true }
func (*panels) colors() string                                        { return "" }
func (*panels) size() float32                                         { return 1 }
func (*panels) cursor(x, y float64) bool                              { return false }
func (*panels) button(glfw.MouseButton, bool) bool                    { return false }
func (*panels) holding() bool                                         { return false }
func (*panels) at(x, y float64) bool                                  { return false }
func (*panels) wantsEsc() bool                                        { return false }
func (*panels) typing() bool                                          { return false }
func (*panels) takesText() bool                                       { return false }
func (*panels) settle()                                               {}
func (*panels) splash(w *glfw.Window, text string, width, height int) {}
func (*panels) welcome(v *view, width, height int)                    {}
func (*panels) touched()                                              {}
func (*panels) wheel(dx, dy float64) bool                             { return false }
func (*panels) char(rune)                                             {}
func (*panels) key(glfw.Key, bool, glfw.ModifierKey) bool             { return false }
func (*panels) wants() bool                                           { return false }
func (*panels) visible() bool                                         { return false }
func (*panels) draw(v *view, width, height int)                       {}
func (p *panels) notify(text string)                                  { p.message = text }
func (p *panels) fail(text string)                                    { p.message = text }
func (p *panels) wrote(text, path string)                             { p.message = text }
func (p *panels) offer(text, _ string, _ func() error)                { p.message = text }
func (p *panels) offerAfter(text, _ string, _ func() error)           { p.message = text }
func (p *panels) latest() string                                      { return p.message }
func (*panels) histogram(counts []uint32, bits int)                   {}
func (*panels) toggleLook()                                           {}
func (*panels) toggleMeasure()                                        {}
func (*panels) openMeasure()                                          {}
func (*panels) nextArea()                                             {}
func (*panels) openFile()                                             {}
func (*panels) closeTop() bool                                        { return false }
func (*panels) opened(path string)                                    {}
func (*panels) goToSection(string)                                    {}
func (*panels) release()                                              {}
