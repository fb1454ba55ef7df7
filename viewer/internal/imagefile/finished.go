// SPDX-License-Identifier: MIT

package imagefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"strings"

	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/internal/exr"
)

// Info is what a whole image says of itself.
type Info struct {
	Width, Height int
	Note          string // "" where there is none
}

// Finished looks whether the file at path is a whole image of the format that its name ends in. A
// part of one, another file and none are not whole, and are drawn over. Errors: for what is no
// file, such as a folder.
func Finished(path string) (p Info, whole bool, err error) {
	f, err := boundedread.Open(path)
	if errors.Is(err, boundedread.ErrNotRegular) {
		return p, false, err
	}
	if err != nil { // as a rule there is none
		return p, false, nil
	}
	defer f.Close()
	switch {
	case IsEXR(path):
		info, err := f.Stat()
		if err != nil {
			return p, false, err
		}
		e, err := exr.Check(f, info.Size())
		return Info{e.Width, e.Height, e.Text(noteName)}, err == nil, nil
	case isJPEG(path):
		p, whole = finishedJPEG(f)
	default:
		p, whole = finishedPNG(f)
	}
	return p, whole, nil
}

func finishedPNG(f *os.File) (p Info, whole bool) {
	c, err := png.DecodeConfig(f)
	if err != nil || !endsIn(f, []byte("IEND\xAE\x42\x60\x82")) { // the last chunk's name and checksum
		return p, false
	}
	p.Width, p.Height = c.Width, c.Height
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, pngHead); err != nil || string(head[4:]) != "tEXt" {
		return p, true
	}
	chunk := make([]byte, min(binary.BigEndian.Uint32(head), maxNote)+8) // its name, its contents and its checksum
	if _, err := f.ReadAt(chunk, pngHead+4); err != nil {
		return p, true
	}
	chunk, sum := chunk[:len(chunk)-4], binary.BigEndian.Uint32(chunk[len(chunk)-4:])
	if text := string(chunk[4:]); crc32.ChecksumIEEE(chunk) == sum && strings.HasPrefix(text, noteName+"\x00") {
		p.Note = text[len(noteName)+1:]
	}
	return p, true
}

func finishedJPEG(f *os.File) (p Info, whole bool) {
	c, err := jpeg.DecodeConfig(f)
	if err != nil || !endsIn(f, []byte{0xFF, 0xD9}) {
		return p, false
	}
	p.Width, p.Height = c.Width, c.Height
	head := make([]byte, 6)
	if _, err := f.ReadAt(head, 0); err != nil || !bytes.Equal(head[:4], []byte{0xFF, 0xD8, 0xFF, 0xFE}) {
		return p, true
	}
	text := make([]byte, max(2, binary.BigEndian.Uint16(head[4:]))-2)
	if _, err := f.ReadAt(text, 6); err == nil && strings.HasPrefix(string(text), noteName+"\x00") {
		p.Note = string(text[len(noteName)+1:])
	}
	return p, true
}

// endsIn says whether these are the file's last bytes.
func endsIn(f *os.File, want []byte) bool {
	if _, err := f.Seek(-int64(len(want)), io.SeekEnd); err != nil {
		return false
	}
	end := make([]byte, len(want))
	_, err := io.ReadFull(f, end)
	return err == nil && bytes.Equal(end, want)
}
