// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a kind of file.
type Format int

// The formats that can be read. Auto is the one that the content shows, or else the name.
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
	unit   float32                    // metres, that it is written in; 0: the set's own
	up     Up                         // that it is written with
	bare   bool                       // points are all that is kept
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

// String is the ending of the format's names.
func (f Format) String() string {
	if f < 0 || int(f) >= len(formats) {
		return fmt.Sprintf("format %d", int(f))
	}
	return formats[f].ending
}

// Bare says that a format keeps strands' points alone: no widths, opacities, colours, unit or up axis.
func (f Format) Bare() bool { return f >= 0 && int(f) < len(formats) && formats[f].bare }

// FormatOf is the format that a file of this name has by its ending; Auto when it is none of them.
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

// By says where a fact about a file comes from.
type By int

// A fact comes from the format's own rule, from words in the file, from a guess by the shape, or from the options.
const (
	ByFormat By = iota
	ByFile
	ByGuess
	ByOption
)

func (b By) String() string {
	words := [...]string{"as the format has it", "as it says", "guessed", "as asked"}
	if b < 0 || int(b) >= len(words) {
		return fmt.Sprintf("source %d", int(b))
	}
	return words[b]
}

// Origin is what a reader found out about a file. The zero value is that of a set from no file.
type Origin struct {
	Format     Format
	Unit       float32 // metres
	UnitBy     By
	Up         Up
	UpBy       By
	Dropped    int // strands left out: of fewer than two points, or not finite (.data, .bin)
	Guides     int // strands before hairs were grown around them; 0: none were
	Followers  int // hairs around each guide that the file asks for (.tfx 3)
	widthUnset bool
}

// String tells it in a line.
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
	if o.Dropped > 0 {
		text += fmt.Sprintf(", %d left out (no hair or no number)", o.Dropped)
	}
	return text
}
