// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Loaded is a compiled kernel with its uniforms. U is a struct with one field per uniform.
type Loaded[U any] struct {
	*Kernel
	U U
}

// Load compiles a kernel and fills U. Each field of U is a Uniform, tagged with its name in GLSL,
// or an embedded struct of such fields:
//
//	type countUniforms struct {
//		Workers Uniform `uniform:"workers"`
//		At      Uniform `uniform:"digit_at,optional"`
//	}
//
// A uniform that the kernel does not declare is an error, unless its tag says optional: then Set
// does nothing. That is for the uniforms of a slot. Load reads the tags once; Set costs no
// reflection.
//
// Errors: those of NewKernel; ErrBinding for a uniform that the kernel does not declare.
func Load[U any](d *gpu.Device, s Spec) (l Loaded[U], err error) {
	if l.Kernel, err = New(d, s); err != nil {
		return Loaded[U]{}, err
	}
	if err := l.Kernel.fill(reflect.ValueOf(&l.U).Elem()); err != nil {
		l.Kernel.Release()
		return Loaded[U]{}, err
	}
	return l, nil
}

// Ready compiles and then tests a kernel that is made when first needed, unless it is loaded. After
// an error of either it is not loaded.
func (l *Loaded[U]) Ready(compile, test func() error) error {
	if l.Kernel != nil {
		return nil
	}
	err := compile()
	if err == nil {
		err = test()
	}
	if err != nil {
		l.Release()
		l.Kernel = nil
	}
	return err
}

func (k *Kernel) fill(v reflect.Value) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			if err := k.fill(v.Field(i)); err != nil {
				return err
			}
			continue
		}
		name, option, _ := strings.Cut(field.Tag.Get("uniform"), ",")
		to, ok := v.Field(i).Addr().Interface().(*Uniform)
		if !ok || name == "" || option != "" && option != "optional" {
			return fmt.Errorf("kernel: Load: field %s of %v has another type or tag, want a Uniform with a tag uniform:\"name\": %w", field.Name, v.Type(), gpu.ErrBinding)
		}
		var err error
		if *to, err = k.uniform(name, option == "optional"); err != nil {
			return err
		}
	}
	return nil
}

func (k *Kernel) uniform(name string, optional bool) (Uniform, error) {
	if optional {
		return Uniform(k.p.Locate(name)), nil // -1 if there is none
	}
	return k.Uniform(name)
}
