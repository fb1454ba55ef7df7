// SPDX-License-Identifier: MIT

package sequence

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/viewer/internal/flags"
)

// record is what a frame of a sequence was drawn with. It goes into the frame's file, so that a
// later run with other flags does not take the frame for its own.
type record struct {
	Version int               `json:"comb_frame"` // recordVersion
	Flags   map[string]string `json:"flags"`      // those that are not as by default
	Model   string            `json:"model"`      // groom, pipe, or the SHA-256 of the file
	Device  string            `json:"device"`     // for people: frames of several devices make one sequence
}

const (
	recordVersion = 1
	maxValue      = 256 // bytes of a flag's text, above which its SHA-256 stands for it
)

// recordOf returns the record of frames drawn with o. Errors: those of reading the model. A missing
// model is left out, because finished frames need none.
func recordOf(o flags.Options) (record, error) {
	r := record{Version: recordVersion, Flags: map[string]string{}, Model: "groom"}
	for name, text := range o.DrawnWith {
		if len(text) > maxValue {
			text = digest(text)
		}
		r.Flags[name] = text
	}
	if o.File == "" {
		return r, nil
	}
	f, err := boundedread.Open(o.File)
	switch {
	case errors.Is(err, boundedread.ErrNotRegular):
		r.Model = "pipe"
		return r, nil
	case err != nil:
		r.Model = ""
		return r, nil
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return r, flags.InputError(fmt.Errorf("reading %s: %w", o.File, err))
	}
	r.Model = "sha256 " + hex.EncodeToString(h.Sum(nil))
	return r, nil
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256 " + hex.EncodeToString(sum[:])
}

// note is the record as text.
func (r record) note(c gpu.Caps) string { return r.noteOf(c.Renderer, c.Version) }

func (r record) noteOf(device, driver string) string {
	r.Device = device + ", " + driver
	if len(r.Device) > maxValue {
		r.Device = r.Device[:maxValue]
	}
	text, err := json.Marshal(r)
	if err != nil { // it has strings alone
		panic(err)
	}
	return string(text)
}

// differs says in words what of a finished frame's note is not as now; "" for nothing. Flags are
// compared in the order of their names, and the first that differs is named.
func (r record) differs(note string) string {
	var was record
	if err := json.Unmarshal([]byte(note), &was); err != nil || was.Version != recordVersion {
		return "by another program or an older viewer, which left no note of its flags"
	}
	if names := flags.Differing(was.Flags, r.Flags); len(names) > 0 {
		name := names[0]
		return fmt.Sprintf("with -%s=%s and not -%s=%s", name, flags.Value(was.Flags, name), name, flags.Value(r.Flags, name))
	}
	if r.Model != "" && was.Model != r.Model {
		return "of another model, or the file has changed since"
	}
	return ""
}
