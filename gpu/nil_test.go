// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
)

// callAll calls each method of a value with zero arguments. A panic fails the test, and so does an
// error without a kind.
func callAll(t *testing.T, name string, value any) {
	t.Helper()
	v := reflect.ValueOf(value)
	for i := range v.NumMethod() {
		method, what := v.Method(i), fmt.Sprintf("%s: %s", name, v.Type().Method(i).Name)
		var in []reflect.Value
		for j := range method.Type().NumIn() {
			in = append(in, reflect.Zero(method.Type().In(j)))
		}
		for _, result := range callRecovered(t, what, method, in) {
			err, _ := result.Interface().(error)
			if err != nil && !errors.Is(err, gpu.ErrArgument) && !errors.Is(err, gpu.ErrEnvironment) && !errors.Is(err, gpu.ErrUnsupported) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

func callRecovered(t *testing.T, what string, method reflect.Value, in []reflect.Value) []reflect.Value {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics: %v", what, r)
		}
	}()
	return method.Call(in)
}

// No method of an object that is nil or that no constructor made panics.
func TestMethodsOfNothing(t *testing.T) {
	for _, v := range []any{
		(*gpu.Device)(nil), (*gpu.Timer)(nil), (*gpu.Readback)(nil), (*gpu.CountReadback)(nil), (*gpu.Buffer[uint32])(nil), (*offscreen.Context)(nil),
		&gpu.Device{}, &gpu.Timer{}, &gpu.Readback{}, &gpu.CountReadback{}, &gpu.Buffer[uint32]{}, &offscreen.Context{},
		gpu.View{}, gpu.Count{}, gpu.Caps{}, gpu.Message{}, gpu.Tier{Algorithm: 9, Lanes: 9},
		gpu.Type(-1), gpu.Lanes(-1), gpu.Algorithm(-1), gpu.Op(-1), gpu.CountOp(-1), gpu.Input(-1),
		gpu.Type(99), gpu.Lanes(99), gpu.Algorithm(99), gpu.Op(99), gpu.CountOp(99), gpu.Input(99),
	} {
		callAll(t, fmt.Sprintf("%T(%v)", v, v), v)
	}
}

// Nor does one of a released object, before or after the Device's own Release.
func TestMethodsOfReleasedObjects(t *testing.T) {
	gputest.Device(t) // skips the test without GL
	c := must(offscreen.New(offscreen.Options{}))
	defer c.Release()
	d := must(c.Attach(gpu.Options{NoCache: true, NoSelfTest: true}))
	b := wordsIn(t, d, 1, 2)
	count := gpu.CountAt(b.View(), 2)
	objects := map[string]any{
		"Buffer": b, "View": b.View(), "Count": count,
		"Timer": must(d.NewTimer(1)), "Readback": must(d.NewReadback(2)), "CountReadback": must(count.ReadAsync()),
	}
	for _, o := range objects {
		if o, ok := o.(interface{ Release() }); ok {
			o.Release()
		}
	}
	for name, o := range objects {
		callAll(t, name, o)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	d.Release()
	objects["Device"] = d
	for name, o := range objects {
		callAll(t, name+" after the Device", o)
	}
}

// Leave of a released Context leaves another one current.
func TestLeaveOfAReleasedContext(t *testing.T) {
	contexts, devices := two(t)
	released := must(offscreen.New(offscreen.Options{}))
	released.Release()
	current(t, contexts[0])
	released.Leave()
	if err := devices[0].Check(); err != nil {
		t.Error(err)
	}
}
