// SPDX-License-Identifier: MIT

package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// writeSVG writes a picture that names itself, in letters that every system has or has a match for: Arial's are as wide as
// Liberation's, which the places were reckoned with.
func writeSVG(p picture, w io.Writer) error {
	c := vgsvg.NewWith(vgsvg.UseWH(vg.Points(wide), vg.Points(p.height())))
	p.draw(draw.New(c))
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return err
	}
	text := bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	start := bytes.Index(text, []byte("<svg"))
	if start < 0 {
		return errors.New("an SVG without <svg>")
	}
	end := start + bytes.IndexByte(text[start:], '>') + 1
	h := p.about()
	var named bytes.Buffer
	named.Write(text[:end])
	for _, part := range []struct{ tag, words string }{{"title", h.title}, {"desc", h.sub}} {
		named.WriteString("\n<" + part.tag + ">")
		if err := xml.EscapeText(&named, []byte(part.words)); err != nil {
			return err
		}
		named.WriteString("</" + part.tag + ">")
	}
	named.Write(text[end:])
	_, err := named.WriteTo(w)
	return err
}
