// SPDX-License-Identifier: MIT

package particles

import (
	"encoding/binary"
	"io"
)

// parts are the parts of a system that a snapshot must fit besides its header.
type parts struct {
	room  [MaxChannels]uint32 // the channels' capacities
	names []string            // of the channels
	kinds []uint32            // of the emitters
}

// Kinds of emitters: where their number comes from.
const (
	kindHost = iota
	kindCount
	kindEvents
)

var kindNames = [...]string{"a number from the host", "a Count", "Events"}

func (e *source) kind() uint32 {
	switch {
	case !e.gpu:
		return kindHost
	case e.from == nil:
		return kindCount
	}
	return kindEvents
}

func (s *System) parts() (p parts) {
	for i, c := range s.o.Channels {
		p.room[i] = uint32(c.Capacity)
		p.names = append(p.names, c.Name)
	}
	for i := range s.sources {
		p.kinds = append(p.kinds, s.sources[i].kind())
	}
	return p
}

// write writes the kinds and names.
func (p parts) write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, p.kinds); err != nil {
		return err
	}
	for _, name := range p.names {
		if err := binary.Write(w, binary.LittleEndian, uint32(len(name))); err != nil {
			return err
		}
		if _, err := io.WriteString(w, name); err != nil {
			return err
		}
	}
	return nil
}

// compare reads kinds and names, and returns an error if they are others.
func (p parts) compare(r io.Reader) error {
	kinds := make([]uint32, len(p.kinds))
	if err := binary.Read(r, binary.LittleEndian, kinds); err != nil {
		return cut(err, "its emitters' kinds")
	}
	for i, kind := range kinds {
		if kind >= uint32(len(kindNames)) {
			return badSnapshot("emitter %d is of kind %d, want less than %d", i, kind, len(kindNames))
		}
		if kind != p.kinds[i] {
			return badSnapshot("emitter %d has %s, this system's has %s", i, kindNames[kind], kindNames[p.kinds[i]])
		}
	}
	for i, want := range p.names {
		var n uint32
		if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
			return cut(err, "its channels' names")
		}
		if limit := max(1024, len(want)); int64(n) > int64(limit) {
			return badSnapshot("channel %d has a name of %d bytes, want at most %d", i, n, limit)
		}
		name := make([]byte, n)
		if _, err := io.ReadFull(r, name); err != nil {
			return cut(err, "its channels' names")
		}
		if string(name) != want {
			return badSnapshot("channel %d is %q, this system's is %q", i, name, want)
		}
	}
	return nil
}
