// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An error about a flag of a settings file names the file, and one about the command line does not.
func TestErrorsNameTheSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	for _, c := range []struct {
		flags, more, want string
		named             bool
	}{
		{`"keybits":"99"`, "", "-keybits 99: from 1 to 32", true},
		{`"keybits":"99"`, "-keybits 98", "-keybits 98", false},
		{`"keybits":"9"`, "-samples 65", "-samples 65", false},
		{`"lights":"sun,1,1,1,-1"`, "", "-lights", true},
		{`"unit":"cm"`, "", "-unit: only with a file", true},
		{`"keybits":"x"`, "", "-keybits", true},
	} {
		if err := os.WriteFile(path, fmt.Appendf(nil, `{"comb_viewer":1,"flags":{%s}}`, c.flags), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Parse(append([]string{"-settings", path}, strings.Fields(c.more)...))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.HasPrefix(err.Error(), "-settings "+path+": ") != c.named {
			t.Errorf("%s with %q: got %v, want an error with %q that names the file: %v", c.flags, c.more, err, c.want, c.named)
		}
	}
}
