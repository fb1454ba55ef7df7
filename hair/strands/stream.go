// SPDX-License-Identifier: MIT

package strands

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// Limits are what a reader accepts.
type Limits struct {
	Strands int
	Points  int
}

// DefaultLimits are 4 million strands and 256 million points: several times the largest models published.
func DefaultLimits() Limits { return Limits{Strands: 4 << 20, Points: 256 << 20} }

func (l Limits) check(strands, points uint64) error {
	if strands > uint64(l.Strands) {
		return fmt.Errorf("%w: the header says %d strands, the limit is %d", ErrLimit, strands, l.Strands)
	}
	if points > uint64(l.Points) {
		return fmt.Errorf("%w: the header says %d points, the limit is %d", ErrLimit, points, l.Points)
	}
	return nil
}

// Open reads a .hair or .tfx file, by its name's ending. Errors name the path.
func Open(path string) (*Set, error) {
	var read func(io.Reader, Limits) (*Set, error)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".hair":
		read = ReadHair
	case ".tfx":
		read = ReadTFX
	default:
		return nil, fmt.Errorf("%w: %s: the name ends neither in .hair nor in .tfx", ErrFormat, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := read(f, DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.Name = filepath.Base(path)
	return s, nil
}

// stream reads little-endian arrays piece by piece, and knows where it is.
type stream struct {
	r  *bufio.Reader
	at int64
}

func newStream(r io.Reader) *stream { return &stream{r: bufio.NewReaderSize(r, 1<<16)} }

// bytes reads exactly n bytes into a buffer of that size. what names them in the error.
func (s *stream) bytes(what string, to []byte) error {
	n, err := io.ReadFull(s.r, to)
	s.at += int64(n)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: at byte %d, in the %s", ErrTruncated, s.at, what)
	}
	return err
}

// skipTo passes over bytes up to an absolute offset.
func (s *stream) skipTo(what string, offset int64) error {
	n, err := io.CopyN(io.Discard, s.r, offset-s.at)
	s.at += n
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: at byte %d, before the %s at %d", ErrTruncated, s.at, what, offset)
	}
	return err
}

// pieceBytes is how much is read at once: memory grows by what has arrived, not by what a header promises.
const pieceBytes = 1 << 16

// floats reads n little-endian float32.
func (s *stream) floats(what string, n int) ([]float32, error) {
	var out []float32
	var piece [pieceBytes]byte
	for len(out) < n {
		part := piece[:min(pieceBytes, 4*(n-len(out)))]
		if err := s.bytes(what, part); err != nil {
			return nil, err
		}
		for ; len(part) > 0; part = part[4:] {
			out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(part)))
		}
	}
	return out, nil
}

// shorts reads n little-endian uint16.
func (s *stream) shorts(what string, n int) ([]uint16, error) {
	var out []uint16
	var piece [pieceBytes]byte
	for len(out) < n {
		part := piece[:min(pieceBytes, 2*(n-len(out)))]
		if err := s.bytes(what, part); err != nil {
			return nil, err
		}
		for ; len(part) > 0; part = part[2:] {
			out = append(out, binary.LittleEndian.Uint16(part))
		}
	}
	return out, nil
}
