// SPDX-License-Identifier: MIT

//go:build headless

package main

import (
	"context"
	"errors"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/progress"
)

func window(context.Context, options, gpu.Options, *progress.Log) error {
	return inputError(errors.New("this viewer was built without a window: use -headless, or build it without the tag headless"))
}
