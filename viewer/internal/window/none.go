// SPDX-License-Identifier: MIT

//go:build headless

package window

import (
	"context"
	"errors"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
)

func Run(context.Context, flags.Options, gpu.Options, *progress.Log) error {
	return flags.InputError(errors.New("this viewer was built without a window: use -headless, or build it without the tag headless"))
}
