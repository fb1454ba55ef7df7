// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/imagefile"
)

// usedFile is a file of a run, and what it is in an error's words.
type usedFile struct{ as, path string }

// inputs are the files that a run reads.
func (o Options) inputs() (files []usedFile) {
	if o.File != "" {
		files = append(files, usedFile{"the model", o.File})
	}
	if isMesh(o.Head) {
		files = append(files, usedFile{"the head of -head", o.Head})
	}
	if o.Run.Settings != "" {
		files = append(files, usedFile{"the settings of -settings", o.Run.Settings})
	}
	return files
}

// outputs are the files that a run writes, without the frames of a sequence.
func (o Options) outputs() (files []usedFile) {
	run := &o.Run
	if o.Files.Convert {
		return []usedFile{{"-convert: the file to write", o.Files.To}}
	}
	if run.Sequence.Requested {
		return nil
	}
	if run.Out != "" {
		files = append(files, usedFile{"-o", run.Out})
	}
	if run.Headless && run.Stats != "" {
		files = append(files, usedFile{"-stats", run.Stats})
	}
	if run.Headless && run.Compared {
		for _, name := range ComparedNames(run.Out, run.Reference) {
			files = append(files, usedFile{"-compare: the image beside -o", name})
		}
	}
	return files
}

// checkClashes refuses an output that is the same file as an input or as another output. Writing it
// would lose the other one.
func (o Options) checkClashes() error {
	inputs, outputs := o.inputs(), o.outputs()
	for i, out := range outputs {
		if err := clash(out, append(inputs, outputs[:i]...)); err != nil {
			return err
		}
	}
	if q := &o.Run.Sequence; q.Requested && len(inputs) > 0 {
		for frame := q.First; frame <= q.Last; frame++ {
			if err := clash(usedFile{"-of", q.Name(frame)}, inputs); err != nil {
				return err
			}
		}
	}
	return nil
}

func clash(out usedFile, others []usedFile) error {
	for _, other := range others {
		if SameFile(out.path, other.path) {
			return fmt.Errorf("%s %q: the same file as %s %q, which would be lost: name another file", out.as, out.path, other.as, other.path)
		}
	}
	return nil
}

// CheckImage refuses a name for an image that stands for another format, or is a file of the
// model, the head or the settings. what is the flag, or other words for the image.
func (o Options) CheckImage(what, path string) error {
	if err := imagefile.CheckName(what, path); err != nil {
		return err
	}
	return clash(usedFile{what, path}, o.inputs())
}

// checkStats refuses a name of stats that stands for hair or an image. As a rule the name of the
// stats was forgotten there.
func (r *Run) checkStats() error {
	if strands.FormatOf(r.Stats) != strands.Auto || imagefile.IsImage(r.Stats) {
		return fmt.Errorf("-stats %q: stats are JSON, and the name ends as one of hair or of an image: want .json", r.Stats)
	}
	return nil
}

// SameFile reports whether two paths are the same file: by the file system for files that exist,
// else by their absolute paths without links. Devices keep what others wrote, and do not count.
func SameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return infoA.Mode()&fs.ModeDevice == 0 && os.SameFile(infoA, infoB)
	case errA == nil || errB == nil:
		return false
	}
	return realPath(a) == realPath(b)
}

// maxLinks is how many links a path is followed through.
const maxLinks = 40

// realPath is the absolute path of a file that need not exist, without links.
func realPath(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	for range maxLinks {
		to, err := os.Readlink(full)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(full), to)
		}
		full = filepath.Clean(to)
	}
	return withoutLinks(full)
}

// withoutLinks follows the links of the folders that exist.
func withoutLinks(full string) string {
	if found, err := filepath.EvalSymlinks(full); err == nil {
		return found
	}
	folder := filepath.Dir(full)
	if folder == full {
		return full
	}
	return filepath.Join(withoutLinks(folder), filepath.Base(full))
}
