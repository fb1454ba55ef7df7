// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// A function of a Custom that nothing would call is an error.
func TestFunctionsWithoutTheirOptionAreRefused(t *testing.T) {
	const (
		combine = "float combine(float a, float b) { return a + b; }\n"
		ofItem  = "float map(float v, uint i) { return 2.0 * v; }\n"
		texels  = "float map(vec4 texel, ivec2 at) { return texel.r; }\n"
		finish  = "float finish(float v, uint n) { return 2.0 * v; }\n"
	)
	operator := func(glsl string) gpu.Operator {
		return gpu.Operator{GLSL: glsl, Item: "float", Bytes: 4, Identity: "0.0"}
	}
	for what, c := range map[string]struct {
		custom Custom
		option string // of the error; "" for none
	}{
		"neither":        {Custom{Operator: operator(combine)}, ""},
		"map":            {Custom{Operator: operator(combine + ofItem)}, "Record"},
		"finish":         {Custom{Operator: operator(combine + finish)}, "Result"},
		"with a Record":  {Custom{Operator: operator(combine + ofItem), Record: "float", RecordBytes: 4}, ""},
		"with a Result":  {Custom{Operator: operator(combine + finish), Result: "float", ResultBytes: 4}, ""},
		"in comments":    {Custom{Operator: operator(combine + "/* " + ofItem + finish + "*/")}, ""},
		"both, a Record": {Custom{Operator: operator(combine + ofItem + finish), Record: "float", RecordBytes: 4}, "Result"},
	} {
		_, _, err := Options{Custom: &c.custom}.prepare("New")
		checkUnused(t, what, err, c.option)
	}
	for what, c := range map[string]struct {
		custom ImageCustom
		option string
	}{
		"map of texels": {ImageCustom{Operator: operator(combine + texels)}, ""},
		"finish":        {ImageCustom{Operator: operator(combine + texels + finish)}, "Result"},
		"with a Result": {ImageCustom{Operator: operator(combine + texels + finish), Result: "float", ResultBytes: 4}, ""},
	} {
		_, err := ImageOptions{Custom: &c.custom}.operator()
		checkUnused(t, "image: "+what, err, c.option)
	}
}

// checkUnused checks an error that must name an option, or be nil for "".
func checkUnused(t *testing.T, what string, err error, option string) {
	t.Helper()
	if option == "" && err != nil {
		t.Errorf("%s: %v", what, err)
	} else if option != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), option+" is empty")) {
		t.Errorf("%s: %v, want an error of %s", what, err, option)
	}
}

// KeyBytes without keys are an error.
func TestKeyBytesWithoutKeysAreRefused(t *testing.T) {
	for _, byKey := range []bool{false, true} {
		if _, _, err := (Options{ByKey: byKey, KeyBytes: 8}).prepare("New"); errors.Is(err, gpu.ErrArgument) == byKey {
			t.Errorf("ByKey %v: %v", byKey, err)
		}
	}
}
