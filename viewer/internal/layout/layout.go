// SPDX-License-Identifier: MIT

package layout

// Rect is a rectangle in window coordinates. Y grows downwards.
type Rect struct{ X, Y, W, H float32 }

// Empty reports whether the rectangle has no area.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Holds reports whether a point is in the rectangle.
func (r Rect) Holds(x, y float32) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Inset returns the rectangle without an edge of that width.
func (r Rect) Inset(by float32) Rect {
	return Rect{r.X + by, r.Y + by, max(r.W-2*by, 0), max(r.H-2*by, 0)}
}

// Kind is how much room a window has.
type Kind int

const (
	Small  Kind = iota // below 900 logical pixels of width, or 480 of height
	Normal             // up to 1599
	Wide
)

// Open is what the user has open, and the sizes that a splitter gave in logical pixels. A size of 0
// is the usual one. Messages is the height of the messages at the bottom of the free area.
type Open struct {
	Look, Measure            bool
	LookWidth, MeasureHeight float32
	Messages                 float32
}

// Layout has the parts of a window. A part that is not open is empty. Free is where the model is
// drawn. Nothing docked covers it.
type Layout struct {
	Kind                                 Kind
	Toolbar, Status, Look, Measure, Free Rect

	Drawer bool // Look lies over the free area
	Popup  bool // Measure lies over the free area
}

// The usual sizes in logical pixels, and their limits.
const (
	MinWidth, MinHeight = 480, 300 // of the window

	smallWidth, smallHeight, wideWidth = 900, 480, 1600
	toolbar, smallToolbar              = 40, 36
	status, smallStatus                = 24, 22
	look, wideLook, leastLook          = 340, 400, 280
	measure, leastMeasure              = 180, 120
	leastFree                          = 64
)

// KindOf returns how much room a window of that size has at that scale.
func KindOf(width, height, scale float32) Kind {
	switch w, h := width/scale, height/scale; {
	case w < smallWidth || h < smallHeight:
		return Small
	case w >= wideWidth:
		return Wide
	}
	return Normal
}

// Of returns the layout of a window of that size at that scale.
func Of(width, height, scale float32, open Open) Layout {
	w, h := width/scale, height/scale
	l := Layout{Kind: KindOf(width, height, scale)}
	top, bottom := float32(toolbar), float32(status)
	if l.Kind == Small {
		top, bottom = smallToolbar, smallStatus
	}
	// A window that is smaller than the limit has the model alone.
	if h < top+bottom+leastFree || w < 2*leastFree {
		l.Free = Rect{0, 0, width, height}
		return l
	}
	l.Toolbar, l.Status = Rect{0, 0, w, top}, Rect{0, h - bottom, w, bottom}
	l.Free = Rect{0, top, w, h - top - bottom}
	if open.Look {
		l.placeLook(open.LookWidth)
	}
	if open.Measure {
		l.placeMeasure(open.MeasureHeight, open.Messages)
	}
	for _, r := range []*Rect{&l.Toolbar, &l.Status, &l.Look, &l.Measure, &l.Free} {
		*r = r.scaled(scale)
	}
	return l
}

// placeLook docks the panel at the right, or lays it over the right of a small window.
func (l *Layout) placeLook(wanted float32) {
	f := &l.Free
	if l.Kind == Small {
		l.Drawer = true
		width := min(look, 0.6*f.W)
		l.Look = Rect{f.X + f.W - width, f.Y, width, f.H}
		return
	}
	width := wanted
	if width == 0 {
		width = look
		if l.Kind == Wide {
			width = wideLook
		}
	}
	width = min(max(width, leastLook), f.W/2)
	l.Look = Rect{f.X + f.W - width, f.Y, width, f.H}
	f.W -= width
}

// placeMeasure docks the panel below the free area, or lays it over a small window, above the
// messages.
func (l *Layout) placeMeasure(wanted, messages float32) {
	f := &l.Free
	if l.Kind == Small {
		l.Popup = true
		bottom := min(0.95*f.H, f.H-messages)
		l.Measure = Rect{f.X + 0.05*f.W, f.Y + 0.05*f.H, 0.9 * f.W, max(bottom-0.05*f.H, 0)}
		return
	}
	height := wanted
	if height == 0 {
		height = measure
	}
	height = min(max(height, leastMeasure), 0.6*f.H)
	l.Measure = Rect{f.X, f.Y + f.H - height, f.W, height}
	f.H -= height
}

// scaled returns the rectangle in window coordinates. Edges are whole, so that neighbours touch.
func (r Rect) scaled(scale float32) Rect {
	whole := func(v float32) float32 { return float32(int(v*scale + 0.5)) }
	x, y := whole(r.X), whole(r.Y)
	return Rect{x, y, whole(r.X+r.W) - x, whole(r.Y+r.H) - y}
}

// Pixels returns the rectangle in pixels of the framebuffer, with y from the bottom as OpenGL has
// it. It is at least one pixel wide and high. across and down is the window's size in window
// coordinates, width and height its framebuffer's.
func (r Rect) Pixels(across, down, width, height int) (x, y, w, h int) {
	if across < 1 || down < 1 {
		return 0, 0, max(width, 1), max(height, 1)
	}
	sx, sy := float32(width)/float32(across), float32(height)/float32(down)
	whole := func(v float32) int { return int(v + 0.5) }
	left, right := whole(r.X*sx), whole((r.X+r.W)*sx)
	top, bottom := whole(r.Y*sy), whole((r.Y+r.H)*sy)
	return left, height - bottom, max(right-left, 1), max(bottom-top, 1)
}

// Fitting returns how many of the first widths fit into a room. When not all fit, the room also
// holds a last one of width more.
func Fitting(widths []float32, gap, room, more float32) int {
	used := float32(0)
	for _, w := range widths {
		used += w + gap
	}
	if used-gap <= room {
		return len(widths)
	}
	used = more
	for n, w := range widths {
		if used+gap+w > room {
			return n
		}
		used += gap + w
	}
	return len(widths)
}
