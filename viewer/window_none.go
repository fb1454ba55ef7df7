// SPDX-License-Identifier: MIT

//go:build headless

package main

import (
	"context"
	"errors"
)

func window(context.Context, options, *progress) error {
	return inputError{errors.New("this viewer was built without a window: use -headless, or build it without the tag headless")}
}
