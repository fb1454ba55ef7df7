// SPDX-License-Identifier: MIT

// Package page tells what bench measured: as one HTML file that needs nothing else, and as the figures in docs/performance.md. Every
// number and every word about numbers is made from the rows; only those that were checked are shown.
package page

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
)

//go:embed page.html
var text string

var layout = template.Must(template.New("page").Funcs(template.FuncMap{"raised": raised}).Parse(text))

// raised writes words with powers as such: 2^16.
func raised(words string) template.HTML {
	return template.HTML(powers.ReplaceAllString(template.HTMLEscapeString(words), "$1<sup>$2</sup>"))
}

var powers = regexp.MustCompile(`\b(\d+)\^(\d+)`)

// contents are what the page shows.
type contents struct {
	Device, Driver string
	Clock          string
	Shown, Refused int
	Wrong          int // rows that failed their check
	Summary        []paragraph
	Sections       []section
	Every          grid
	HasPeer        bool
	Queued         bool
	PeerWays       []string // that calls are timed in on both sides
	Wall           bool
}

// section is an operation's part.
type section struct {
	ID, Title string
	About     string
	Pictures  []figure // the first few
	More      []figure // behind a click
	Tables    []grid
}

// figure is a picture within the page.
type figure struct {
	Name, Title, About string
	Source             template.URL
}

// Write makes a self-contained page from rows of one device and the pictures of them: paths of .svg or .png files, as
// plot.Draw gives them. Of a picture in both forms the SVG is taken.
func Write(path string, rows []result.Row, pictures []string) error {
	good, err := ofOneMachine(rows)
	if err != nil {
		return err
	}
	c := contents{
		Device: result.ShortDevice(good[0].Device), Driver: good[0].Driver, Shown: len(good),
		Wall: result.Wall(good), Clock: calls(good),
	}
	for _, r := range rows {
		switch {
		case r.Refused():
			c.Refused++
		case !r.Good():
			c.Wrong++
		}
		c.HasPeer = c.HasPeer || r.Compared()
		c.Queued = c.Queued || r.Queued
	}
	for _, w := range waysOf(good) {
		c.PeerWays = append(c.PeerWays, wayAbouts[w])
	}
	c.Summary = summary(good, rows)
	c.Sections = sections(good, rows)
	c.Every = every(rows)
	figures, err := read(pictures)
	if err != nil {
		return err
	}
	c.place(figures)
	return atomicfile.Write(path, func(w io.Writer) error { return layout.Execute(w, c) })
}

// shown are the pictures of a section that stand open.
const shown = 4

// place puts each picture into the section that it belongs to; those of none into one of their own.
func (c *contents) place(figures []figure) {
	rest := section{ID: "pictures", Title: "More pictures"}
	for _, f := range figures {
		s := &rest
		for i := range c.Sections {
			if at := &c.Sections[i]; slices.Contains(at.prefixes(), strings.SplitN(f.Name, "-", 2)[0]) {
				s = at
			}
		}
		if len(s.Pictures) < shown {
			s.Pictures = append(s.Pictures, f)
		} else {
			s.More = append(s.More, f)
		}
	}
	if len(rest.Pictures) > 0 {
		c.Sections = append(c.Sections, rest)
	}
}

// prefixes are how the names of the section's pictures begin.
func (s section) prefixes() []string {
	if s.ID == "compact" {
		return []string{"compact", "speedup"}
	}
	return []string{s.ID}
}

// read takes the pictures in, in their order.
func read(paths []string) ([]figure, error) {
	var all []figure
	for _, path := range paths {
		ending := filepath.Ext(path)
		stem := strings.TrimSuffix(path, ending)
		kind := map[string]string{".svg": "image/svg+xml", ".png": "image/png"}[ending]
		if kind == "" {
			return nil, fmt.Errorf("page: %s is neither an .svg nor a .png", path)
		}
		if ending == ".png" && slices.Contains(paths, stem+".svg") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		f := figure{Name: filepath.Base(stem), Title: filepath.Base(stem)}
		if ending == ".svg" {
			var drawing struct {
				Title string `xml:"title"`
				About string `xml:"desc"`
			}
			if err := xml.NewDecoder(bytes.NewReader(data)).Decode(&drawing); err != nil {
				return nil, fmt.Errorf("page: %s: %w", path, err)
			}
			if drawing.Title != "" {
				f.Title, f.About = drawing.Title, drawing.About
			}
		}
		f.Source = template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
		all = append(all, f)
	}
	return all, nil
}
