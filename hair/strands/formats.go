// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a file format.
type Format int

// Formats. Auto selects by the content, then by the name.
const (
	Auto Format = iota
	Hair        // .hair of Cem Yuksel (cyHair)
	TFX         // .tfx of TressFX 3 and 4
	Data        // .data of USC-HairSalon
	Bin         // .bin of CT2Hair
	NPY         // .npy: float[strands, points, 3]
	PLY         // .ply: vertices, ascii or binary
	OBJ         // .obj: l lines
)

var formats = [...]struct {
	ending string
	read   func(*stream) (*Set, error)
	write  func(*encoder, *Set) error // nil: read only
	unit   float32                    // metres, when written; 0: the set's own
	up     Up                         // when written
	bare   bool                       // it keeps points only
}{
	Auto: {ending: "auto"},
	Hair: {".hair", readHair, writeHair, hairUnit, UpZ, false},
	TFX:  {".tfx", readTFX, nil, 0, UpY, false},
	Data: {".data", readData, writeData, 1, UpY, true},
	Bin:  {".bin", readBin, nil, 0, UpY, true},
	NPY:  {".npy", readNPY, writeNPY, 1, UpY, true},
	PLY:  {".ply", readPLY, writePLY, 0, UpY, false},
	OBJ:  {".obj", readOBJ, nil, 0, UpY, false},
}

// String returns the file name extension of the format.
func (f Format) String() string {
	if f < 0 || int(f) >= len(formats) {
		return fmt.Sprintf("format %d", int(f))
	}
	return formats[f].ending
}

// Bare reports whether a format keeps points only: no widths, opacities, colours, unit or up axis.
func (f Format) Bare() bool { return f >= 0 && int(f) < len(formats) && formats[f].bare }

// FormatOf returns the format of a file name by its extension; Auto if it is none of a format.
func FormatOf(path string) Format {
	ending := strings.ToLower(filepath.Ext(path))
	for f := Hair; int(f) < len(formats); f++ {
		if formats[f].ending == ending {
			return f
		}
	}
	return Auto
}

// endings lists the formats that can be read, or written.
func endings(written bool) string {
	var list []string
	for f := Hair; int(f) < len(formats); f++ {
		if !written || formats[f].write != nil {
			list = append(list, f.String())
		}
	}
	return strings.Join(list, ", ")
}

// By is the source of a fact about a file.
type By int

// Sources of facts.
const (
	ByFormat By = iota // the format defines it
	ByFile             // the file says it
	ByGuess            // guessed from the shape of the hair
	ByOption           // given in Options
)

func (b By) String() string {
	words := [...]string{"as the format has it", "as it says", "guessed", "as asked"}
	if b < 0 || int(b) >= len(words) {
		return fmt.Sprintf("source %d", int(b))
	}
	return words[b]
}

// Origin describes the file of a set. The zero value is for a set that was not read from a file.
type Origin struct {
	Format     Format  // Auto for a set that was not read
	Unit       float32 // metres
	UnitBy     By      // source of Unit
	Up         Up      // axis that is up in the file
	UpBy       By      // source of Up
	Dropped    int     // strands left out: fewer than two points, or not finite (.data, .bin)
	Guides     int     // strands before Follow grew hairs around them; 0: no hairs were grown
	Followers  int     // hairs around each guide that the file gives (.tfx 3)
	ChosenFrom int     // strands from which Subset chose; 0: from none
	Segments   int     // segments before Smooth cut some; 0: it cut none
	widthUnset bool
}

// String returns a description of one line.
func (o Origin) String() string {
	if o.Format == Auto {
		return "from no file"
	}
	text := fmt.Sprintf("%v in %s (%v), %v up (%v)", o.Format, UnitName(o.Unit), o.UnitBy, o.Up, o.UpBy)
	if o.Guides > 0 {
		text += fmt.Sprintf(", grown from %d guides", o.Guides)
	}
	if o.Followers > 0 {
		text += fmt.Sprintf(", the file asks for %d hairs around each", o.Followers)
	}
	if o.ChosenFrom > 0 {
		text += fmt.Sprintf(", chosen from %d", o.ChosenFrom)
	}
	if o.Segments > 0 {
		text += fmt.Sprintf(", smoothed from %d segments", o.Segments)
	}
	if o.Dropped > 0 {
		text += fmt.Sprintf(", %d left out (no hair or no number)", o.Dropped)
	}
	return text
}
