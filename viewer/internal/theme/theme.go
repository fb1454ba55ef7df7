// SPDX-License-Identifier: MIT

package theme

import "math"

// Color is an sRGB colour with alpha, each from 0 to 255.
type Color struct{ R, G, B, A uint8 }

func hex(code uint32) Color {
	return Color{uint8(code >> 16), uint8(code >> 8), uint8(code), 255}
}

// The colours of the window, by what they are for.
var (
	Chrome   = hex(0x141619) // toolbar and status line
	Panel    = hex(0x1B1D21)
	Section  = hex(0x24282E) // headings
	Field    = hex(0x2A2E35) // number boxes, lists, buttons
	Hover    = hex(0x343A43)
	Pressed  = hex(0x3F4650)
	Popup    = hex(0x212429)
	Line     = hex(0x343A43) // decoration alone
	Outline  = hex(0x7A828D) // check boxes, scroll bars
	Text     = hex(0xE6E8EB)
	Dim      = hex(0xA9B0BA) // units and hints; never on Pressed
	Disabled = hex(0x7B838E)
	Accent   = hex(0xE8A33D) // what is on, or differs from its default
	Active   = hex(0xF5BE6A) // the accent while it is held
	OnAccent = hex(0x141619) // text on the accent
	Focus    = hex(0x6CB6FF) // of the keyboard
	Good     = hex(0x5CC8A7) // always with a word, like the next two
	Warning  = hex(0xF2C14E)
	Error    = hex(0xFF8A7A)
	Plate    = Chrome.Alpha(217) // under words on the image
	OnStage  = hex(0x141619)     // text on the colours of Stages
)

// stages are Paul Tol's light colours. They differ for colour-blind eyes too.
var stages = map[string]Color{
	"shadow": hex(0xEE8866), "sort": hex(0xFFAABB), "ribbons": hex(0x77AADD), "tone": hex(0xDDDDDD),
	"cull": hex(0xBBCC33), "scene": hex(0xEEDD88), "expand": hex(0x99DDFF), "key": hex(0xAAAA00),
}

// Others is the colour of stages without one of their own.
var Others = hex(0x44BB99)

// Stage returns the colour of a stage of a frame in the graph of times.
func Stage(name string) Color {
	if c, ok := stages[name]; ok {
		return c
	}
	return Others
}

// Alpha returns the colour with another alpha.
func (c Color) Alpha(a uint8) Color {
	c.A = a
	return c
}

// Over returns the colour that c shows over an opaque colour.
func (c Color) Over(below Color) Color {
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round((float64(a)*float64(c.A) + float64(b)*float64(255-c.A)) / 255))
	}
	return Color{mix(c.R, below.R), mix(c.G, below.G), mix(c.B, below.B), 255}
}

// luminance is the relative luminance of WCAG 2.1.
func (c Color) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Contrast returns the contrast ratio of two opaque colours by WCAG 2.1, from 1 to 21.
func Contrast(a, b Color) float64 {
	high, low := a.luminance(), b.luminance()
	return (max(high, low) + 0.05) / (min(high, low) + 0.05)
}

// Sizes in logical pixels: the window multiplies them by its scale.
const (
	Body  = 15 // text
	Small = 13 // units, keys, the status line

	WindowPadding = 12
	FrameX        = 8
	FrameY        = 5
	ItemX         = 8
	ItemY         = 6
	Inner         = 6
	Indent        = 14
	Row           = 28
	FrameRounding = 4
	PopupRounding = 6
	GrabRounding  = 3
	Scrollbar     = 12
	GrabLength    = 12
	FocusWidth    = 2
	TooltipDelay  = 0.4 // seconds
)

// TextSize returns the pixels of a text size at a scale.
func TextSize(logical, scale float32) float32 {
	return float32(math.Round(float64(logical * scale)))
}
