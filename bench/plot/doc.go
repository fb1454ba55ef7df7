// SPDX-License-Identifier: MIT

// Package plot draws what bench measured: rates and times against n, against what is kept and against the size of a
// record, the reductions as bars, the frames as stacks. Only rows that were checked are drawn.
package plot

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// picture is one of Draw's.
type picture interface {
	about() head
	height() float64 // in points
	draw(c draw.Canvas)
}

// Draw writes a PNG and an SVG of each picture that the rows have something for into a folder, and gives the files' paths.
// All rows must be of one device. No file is left half written.
func Draw(dir string, rows []result.Row) ([]string, error) {
	all, err := pictures(rows)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, p := range all {
		for _, format := range []struct {
			ending string
			write  func(picture, io.Writer) error
		}{{".png", writePNG}, {".svg", writeSVG}} {
			path := filepath.Join(dir, p.about().name+format.ending)
			if err := atomicfile.Write(path, func(w io.Writer) error { return format.write(p, w) }); err != nil {
				return files, fmt.Errorf("plot: %w", err)
			}
			files = append(files, path)
		}
	}
	return files, nil
}

// pictures are all that the rows have something for.
func pictures(rows []result.Row) ([]picture, error) {
	if err := result.Crowded(rows); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	device, driver, one := result.Machine(rows)
	if !one {
		return nil, fmt.Errorf("plot: rows of %s %s among those of another device: draw those of one at a time", device, driver)
	}
	b := newBook(rows)
	var all []picture
	for _, make := range []func(*book) []picture{
		(*book).throughput, (*book).speedups, (*book).kept, (*book).records, (*book).distributions,
		(*book).ladders, (*book).tiles, (*book).fetches, (*book).frames,
	} {
		for _, p := range make(b) {
			if c, ok := p.(cleaner); !ok || c.clean() {
				all = append(all, p)
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("plot: there is no row to draw: none that was checked and timed")
	}
	return all, nil
}

func writePNG(p picture, w io.Writer) error {
	// 160 dots an inch: 1600 pixels wide.
	c := vgimg.NewWith(vgimg.UseWH(vg.Points(wide), vg.Points(p.height())), vgimg.UseDPI(160))
	p.draw(draw.New(c))
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}
