// SPDX-License-Identifier: MIT

//go:build headless

package show

import (
	"context"
	"errors"
	"io"
)

func window(context.Context, App, options, io.Writer) error {
	return errors.New("this was built without a window: use -headless, or build it without the tag headless")
}
