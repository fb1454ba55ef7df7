// SPDX-License-Identifier: MIT

package exr

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrNotWhole is the error for a file that is no whole image of scan lines: it is cut short, or
// another file.
var ErrNotWhole = errors.New("not a whole EXR image of scan lines")

// Info describes the header of an image.
type Info struct {
	Width, Height int
	texts         []Text
}

// Text is the value of an attribute of type string, "" where there is none of that name.
func (i Info) Text(name string) string {
	for _, t := range i.texts {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Limits on headers, which may be of foreign files.
const (
	maxAttributes = 1 << 10
	maxAttribute  = 1 << 20 // bytes
)

// linesOf are the lines of a chunk by the number of the compression.
var linesOf = [...]int{1, 1, 1, lines, 32, lines, 32, 32, 32, 256}

// Check reads the header and the table of chunks, and checks the place of each chunk: every line
// must be there, and the file must end where the last chunk does. It reads no pixels. size is the
// file's. Errors: ErrNotWhole, or r's.
func Check(r io.ReaderAt, size int64) (Info, error) {
	c := checker{r: r, size: size, in: bufio.NewReader(io.NewSectionReader(r, 0, size))}
	err := c.header()
	if err == nil {
		err = c.chunks()
	}
	switch {
	case err == nil:
		return c.info, nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("it ends too early: %w", ErrNotWhole)
	}
	return Info{}, fmt.Errorf("exr: %w", err)
}

type checker struct {
	r    io.ReaderAt
	size int64
	in   *bufio.Reader
	at   int64 // of the next byte of in
	info Info

	top, height, lines int
}

func (c *checker) bytes(n int) ([]byte, error) {
	b := make([]byte, n)
	read, err := io.ReadFull(c.in, b)
	c.at += int64(read)
	return b, err
}

// word reads up to a zero byte.
func (c *checker) word() (string, error) {
	var b strings.Builder
	for b.Len() <= 255 {
		next, err := c.in.ReadByte()
		if err != nil {
			return "", err
		}
		c.at++
		if next == 0 {
			return b.String(), nil
		}
		b.WriteByte(next)
	}
	return "", fmt.Errorf("a name of more than 255 bytes: %w", ErrNotWhole)
}

func (c *checker) header() error {
	begin, err := c.bytes(8)
	if err != nil {
		return err
	}
	// Version 2. Bit 10 of the flags allows long names; the others are for tiles, deep data and
	// several parts.
	if !bytes.Equal(begin[:5], []byte{0x76, 0x2F, 0x31, 0x01, 2}) || begin[5]&^4 != 0 || begin[6] != 0 || begin[7] != 0 {
		return fmt.Errorf("it begins with % x: %w", begin, ErrNotWhole)
	}
	window, compression := []byte(nil), []byte(nil)
	for range maxAttributes {
		name, err := c.word()
		if err != nil {
			return err
		}
		if name == "" {
			return c.measure(window, compression)
		}
		kind, err := c.word()
		if err != nil {
			return err
		}
		length, err := c.bytes(4)
		if err != nil {
			return err
		}
		n := binary.LittleEndian.Uint32(length)
		if n > maxAttribute {
			return fmt.Errorf("attribute %q has %d bytes, want at most %d: %w", name, n, maxAttribute, ErrNotWhole)
		}
		value, err := c.bytes(int(n))
		if err != nil {
			return err
		}
		switch {
		case name == "dataWindow" && kind == "box2i":
			window = value
		case name == "compression" && kind == "compression":
			compression = value
		case kind == "string":
			c.info.texts = append(c.info.texts, Text{name, string(value)})
		}
	}
	return fmt.Errorf("more than %d attributes: %w", maxAttributes, ErrNotWhole)
}

// measure reads the image's size from its attributes.
func (c *checker) measure(window, compression []byte) error {
	if len(window) != 16 || len(compression) != 1 || int(compression[0]) >= len(linesOf) {
		return fmt.Errorf("no data window, or an unknown compression: %w", ErrNotWhole)
	}
	side := func(i int) int64 { return int64(int32(binary.LittleEndian.Uint32(window[4*i:]))) }
	width, height := side(2)-side(0)+1, side(3)-side(1)+1
	if width < 1 || height < 1 || width > MaxSize || height > MaxSize {
		return fmt.Errorf("%dx%d pixels, want 1 to %d: %w", width, height, MaxSize, ErrNotWhole)
	}
	c.info.Width, c.info.Height, c.top = int(width), int(height), int(side(1))
	c.height, c.lines = int(height), linesOf[compression[0]]
	return nil
}

// chunks checks that the chunks, each after its place and size, fill the rest of the file.
func (c *checker) chunks() error {
	n := (c.height + c.lines - 1) / c.lines
	table, err := c.bytes(8 * n)
	if err != nil {
		return err
	}
	end, sum := c.at, c.at
	for i := range n {
		at := binary.LittleEndian.Uint64(table[8*i:])
		if at < uint64(c.at) || at > uint64(c.size)-8 {
			return fmt.Errorf("chunk %d of %d lies outside the file: %w", i, n, ErrNotWhole)
		}
		var head [8]byte
		if _, err := c.r.ReadAt(head[:], int64(at)); err != nil {
			return err
		}
		y, length := int32(binary.LittleEndian.Uint32(head[:])), int64(binary.LittleEndian.Uint32(head[4:]))
		if int(y) != c.top+i*c.lines || length == 0 {
			return fmt.Errorf("chunk %d of %d is of line %d and has %d bytes: %w", i, n, y, length, ErrNotWhole)
		}
		sum += 8 + length
		end = max(end, int64(at)+8+length)
	}
	if end != c.size || sum != c.size {
		return fmt.Errorf("its chunks end at byte %d, it has %d: %w", end, c.size, ErrNotWhole)
	}
	return nil
}
