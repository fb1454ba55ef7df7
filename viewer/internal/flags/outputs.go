// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/viewer/internal/imagefile"
)

// checkNames refuses names whose endings stand for formats that the viewer does not write.
func (o Options) checkNames() error {
	if err := imagefile.CheckName("-o", o.Run.Out); err != nil {
		return err
	}
	if err := o.Run.checkStats(); err != nil {
		return err
	}
	return imagefile.CheckName("-of", o.Run.Sequence.pattern)
}

// CheckFiles tries the files of a run before anything is read or drawn: those that it will write,
// and those that it reads. A sequence tries what it writes by itself.
func (o Options) CheckFiles() error {
	if run := &o.Run; run.Headless && run.Compared && !run.Sequence.Requested {
		if info, err := os.Stat(run.Out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return InputError(fmt.Errorf("-o %s: -compare and -methods write images beside it, so it must be a file", run.Out))
		}
	}
	for _, out := range o.outputs() {
		if err := CheckOutput(out.as, out.path); err != nil {
			return err
		}
	}
	return o.CheckInputs()
}

// CheckOutput tries a file that will be written. as is the flag that names it.
func CheckOutput(as, path string) error {
	err := atomicfile.Check(path)
	if err == nil {
		return nil
	}
	why := strings.TrimPrefix(err.Error(), "writing "+path+": ")
	return reworded{fmt.Sprintf("%s %q: %s", as, path, strings.TrimSuffix(why, ": "+atomicfile.ErrTarget.Error())), err}
}

// reworded is an error in words of the command line.
type reworded struct {
	text  string
	cause error
}

func (e reworded) Error() string { return e.text }
func (e reworded) Unwrap() error { return e.cause }

// Reword returns an error with another text.
func Reword(err error, text string) error { return reworded{text, err} }

// CheckInputs tries the model and the head, but no pipes and devices, which are opened once.
func (o Options) CheckInputs() error {
	files := []usedFile{{"", o.File}}
	if isMesh(o.Head) {
		files = append(files, usedFile{"-head ", o.Head})
	}
	for _, in := range files {
		if in.path == "" {
			continue
		}
		if err := readable(in.path); err != nil {
			return InputError(fmt.Errorf("%s%s: %w", in.as, in.path, err))
		}
	}
	return nil
}

// readable opens a regular file. Its error has no path.
func readable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a directory, want a file")
	case err == nil && info.Mode().IsRegular():
		var f *os.File
		if f, err = os.Open(path); err == nil {
			return f.Close()
		}
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// ComparedNames returns the names of the reference's image, the difference and the heat map.
func ComparedNames(path string, reference hair.Transparency) [3]string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	return [3]string{stem + "-" + reference.String() + ".png", stem + "-diff.png", stem + "-heat.png"}
}
