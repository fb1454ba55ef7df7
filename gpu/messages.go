// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Message is one line of the driver's KHR_debug log.
type Message struct {
	Severity string // "high", "medium", "low", "note"
	Type     string // "error", "undefined behaviour", "deprecated", "portability", "performance", "other"
	ID       uint32
	Text     string
}

// Bad reports whether the message is an error or undefined behaviour.
func (m Message) Bad() bool { return m.Type == "error" || m.Type == "undefined behaviour" }

func (m Message) String() string {
	return fmt.Sprintf("%s (%s, %d): %s", m.Type, m.Severity, m.ID, m.Text)
}

// Messages returns the messages since the last call. The driver logs a limited number, in a debug
// context only. A debug callback of the program receives them instead.
func (d *Device) Messages() ([]Message, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	var all []Message
	text := make([]byte, max(1, core.GetInt(gl.MAX_DEBUG_MESSAGE_LENGTH))) // a longer one is no message
	for {
		var source, kind, id, severity uint32
		var length int32
		if gl.GetDebugMessageLog(1, int32(len(text)), &source, &kind, &id, &severity, &length, &text[0]) == 0 {
			return all, nil
		}
		all = append(all, Message{severityName(severity), typeName(kind), id, gl.GoStr(&text[0])})
	}
}

func severityName(s uint32) string {
	switch s {
	case gl.DEBUG_SEVERITY_HIGH:
		return "high"
	case gl.DEBUG_SEVERITY_MEDIUM:
		return "medium"
	case gl.DEBUG_SEVERITY_LOW:
		return "low"
	}
	return "note"
}

func typeName(t uint32) string {
	switch t {
	case gl.DEBUG_TYPE_ERROR:
		return "error"
	case gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR:
		return "undefined behaviour"
	case gl.DEBUG_TYPE_DEPRECATED_BEHAVIOR:
		return "deprecated"
	case gl.DEBUG_TYPE_PORTABILITY:
		return "portability"
	case gl.DEBUG_TYPE_PERFORMANCE:
		return "performance"
	}
	return "other"
}
