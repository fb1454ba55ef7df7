// SPDX-License-Identifier: MIT

package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// family takes Arial where there is no Liberation, which is as wide.
const family = "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"

// writeSVG writes a picture that names itself, and whose texts are as wide as they were reckoned in whatever letters a system
// has.
func writeSVG(p picture, w io.Writer) error {
	c := vgsvg.NewWith(vgsvg.UseWH(vg.Points(wide), vg.Points(p.height())))
	p.draw(draw.New(c))
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return err
	}
	drawing := texts.ReplaceAllStringFunc(out.String(), fitted)
	start := strings.Index(drawing, "<svg")
	if start < 0 {
		return errors.New("an SVG without <svg>")
	}
	end := start + strings.IndexByte(drawing[start:], '>') + 1
	h := p.about()
	_, err := fmt.Fprintf(w, "%s\n<title>%s</title>\n<desc>%s</desc>%s",
		drawing[:end], html.EscapeString(h.title), html.EscapeString(h.sub), drawing[end:])
	return err
}

// texts are the drawing's texts: the style's beginning, its weight, its size, its end, the words.
var texts = regexp.MustCompile(`style="font-family:Liberation Sans;([^"]*font-weight:(\w+);[^"]*font-size:([0-9.]+)px;[^"]*)">([^<]*)</text>`)

// fitted is a text with its width.
func fitted(found string) string {
	m := texts.FindStringSubmatch(found)
	size, err := strconv.ParseFloat(m[3], 64)
	if err != nil {
		return found
	}
	style := letters(size, black)
	if m[2] == "bold" {
		style = boldLetters(size, black)
	}
	width := style.Width(html.UnescapeString(m[4]))
	return fmt.Sprintf(`textLength="%.5g" lengthAdjust="spacingAndGlyphs" style="%s%s">%s</text>`, width.Points(), family, m[1], m[4])
}
