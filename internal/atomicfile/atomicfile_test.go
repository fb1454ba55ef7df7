// SPDX-License-Identifier: MIT

package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteIsAtomic(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "file.txt")
	put := func(text string, fail error) error {
		return Write(path, func(w io.Writer) error {
			io.WriteString(w, text)
			return fail
		})
	}
	if err := put("first", nil); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := put("second", broken); !errors.Is(err, broken) {
		t.Fatalf("a failed write says %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "first" {
		t.Errorf("after a failed write the file holds %q", got)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files are left, want 1", len(left))
	}
}
