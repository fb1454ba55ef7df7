// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// probeLanes are the definitions of the probe's slot, without ballotNamesMe.
const probeLanes = "uint laneCount() { return 1u; }\nuint laneGroup() { return 0u; }\nuint lane() { return 0u; }\n"

// Go would set such a uniform in place of the caller.
func TestUniformsOfKernelsAreRefusedBeforeCompiling(t *testing.T) {
	dev := gputest.Device(t)
	for name, refused := range map[string]bool{"probe_at": true, "fault_at": true, "count_max": true, "mine_at": false} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			k, err := kernel.New(dev, probe(probeLanes+fmt.Sprintf("uniform uint %s;\nbool ballotNamesMe() { return %s == 3u; }", name, name)))
			if refused != (err != nil) || refused && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "mine.glsl:4: got the uniform "+name)) {
				t.Errorf("the caller's uniform %s: %v", name, err)
			}
			k.Release()
		})
	}
}

// comb's own text would call such a function.
func TestBuiltinsMustNotBeRedefined(t *testing.T) {
	dev := gputest.Device(t)
	for text, refused := range map[string]string{
		"uint min(uint a, uint b) { return a; }":              "min",
		"void barrier() {}":                                   "barrier",
		"uint atomicAdd(inout uint a, uint b) { return 0u; }": "atomicAdd",
		"uint least(uint a, uint b) { return min(a, b); }":    "",
	} {
		gputest.Run(t, dev, text, func(t *testing.T) {
			k, err := kernel.New(dev, probe(text+"\n"+probeLanes+"bool ballotNamesMe() { return true; }"))
			if (refused != "") != (err != nil) || refused != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "mine.glsl:1: got a function "+refused)) {
				t.Errorf("%q: %v", text, err)
			}
			k.Release()
		})
	}
}

// The driver's log names no line for these, and the mistake is still the caller's.
func TestLinkErrorsOfCallersTexts(t *testing.T) {
	dev := gputest.Device(t)
	for name, text := range map[string]string{
		"too much shared memory": "shared uint much[1 << 24];\nbool ballotNamesMe() { much[lane()] = 1u; return much[laneGroup()] == 1u; }",
		"a missing function":     "bool missing(uint i);\nbool ballotNamesMe() { return missing(lane()); }",
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			k, err := kernel.New(dev, probe(probeLanes+text))
			gputest.DropMessages(t, dev)
			if !errors.Is(err, gpu.ErrArgument) || !errors.Is(err, gpu.ErrShader) || errors.Is(err, gpu.ErrInternal) || !strings.Contains(err.Error(), "with GLSL of the caller (mine.glsl) does not link") {
				t.Errorf("%s: %v", name, err)
			}
			k.Release()
		})
	}
}

// Mesa ends a text at U+2028, so that comb's own text behind it would be missing.
func TestCharactersThatEndATextAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	for text, refused := range map[string]bool{"\u2028": true, "// \u2028": false, "/* \u2028\u00e9 */": false} {
		gputest.Run(t, dev, fmt.Sprintf("%q", text), func(t *testing.T) {
			k, err := kernel.New(dev, probe(probeLanes+"bool ballotNamesMe() { return true; }"+text))
			gputest.DropMessages(t, dev)
			if refused != (err != nil) || refused && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), `mine.glsl:4: got the character '\u2028'`)) {
				t.Errorf("%q: %v", text, err)
			}
			k.Release()
		})
	}
}
