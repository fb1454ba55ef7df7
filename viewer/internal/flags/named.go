// SPDX-License-Identifier: MIT

package flags

import (
	"regexp"
	"strconv"
	"strings"
)

// options are the options of comb's packages that errors name, and the flags that set them.
var options = strings.NewReplacer(
	"hair: NewRenderer: ", "", "Options.Image.Samples is", "-samples", "Options.Strands.Opacity", "-alpha",
	"Options.Debug.WidthPixels", "-width-px", "want Options.StrandPoints", "want -points, the points of a strand",
	"hair: shadow ", "-shadow ", ", Options.Light.ShadowSize is ", " with -shadow-size ",
	": Renderer.Reserve makes more", "",
	"hair: shadow: got a map of ", "-shadow-size: got a map of ",
)

// badLight is the error of package hair for a light that cannot be. Only the place of a point light
// depends on the model, and is not checked with the flags.
var badLight = regexp.MustCompile(`(?:-lights: )?(?:hair: SetLights: lights|Options\.Light\.Lights)\[(\d+)\]\.Position is \[(\S+) (\S+) (\S+)\], `)

// Named returns an error whose text names flags in place of the options that they set.
func Named(err error) error {
	if err == nil {
		return nil
	}
	text := options.Replace(err.Error())
	if at := badLight.FindStringSubmatchIndex(text); at != nil {
		part := func(i int) string { return text[at[2*i]:at[2*i+1]] }
		index, _ := strconv.Atoi(part(1))
		text = text[:at[0]] + "-lights: light " + strconv.Itoa(index+1) + ", the point at " +
			part(2) + "," + part(3) + "," + part(4) + ", is " + text[at[1]:]
	}
	if text == err.Error() {
		return err
	}
	return Reword(err, text)
}
