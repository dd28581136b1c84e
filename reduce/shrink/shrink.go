// Package shrink lets gopter properties over programs report small counterexamples: it makes
// the reducer the shrinker of a generator of modules.
//
// A shrinker of gopter proposes values and learns only whether the last one still fails. A
// reduction asks thousands of questions and needs each answer, so it asks the property itself
// and proposes the end of the reduction. Gen.Map drops the shrinker of what it maps; a
// generator of programs made that way gets one here.
//
// Non-goals: making programs (package gen), and questions other than the property itself
// (package reduce/predicate).
package shrink

import (
	"context"
	"fmt"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
)

// MaxTime bounds the reduction of one counterexample; the best so far counts.
const MaxTime = 30 * time.Second

// ForAll is the property that holds returns nil for all modules of gen, which are shrunk when
// it does not. A panic is a failure. keep names functions that a smaller program must have,
// with their signatures.
func ForAll(holds func(m *ir.Module) error, gen gopter.Gen, keep ...string) gopter.Prop {
	fails := func(m *ir.Module) bool { return try(holds, m) != nil }
	return prop.ForAll(func(m *ir.Module) (bool, error) {
		err := try(holds, m)
		return err == nil, err
	}, gen.WithShrinker(Modules(fails, keep...)))
}

// try runs holds and turns a panic into an error.
func try(holds func(m *ir.Module) error, m *ir.Module) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return holds(m)
}

// Modules is a shrinker for values of type *ir.Module: it proposes what is left of a module
// when no more can be removed while fails answers true. It proposes nothing if that is the
// module itself, or if fails does not always say the same about it.
func Modules(fails func(m *ir.Module) bool, keep ...string) gopter.Shrinker {
	return func(value any) gopter.Shrink {
		done := false
		return func() (any, bool) {
			m, ok := value.(*ir.Module)
			if !ok || done {
				return nil, false
			}
			done = true
			return reduced(m, fails, keep)
		}
	}
}

func reduced(m *ir.Module, fails func(m *ir.Module) bool, keep []string) (any, bool) {
	question := reduce.PredicateFunc(func(_ context.Context, c reduce.Case) (bool, error) { return fails(c[0]), nil })
	res, err := reduce.Run(context.Background(), reduce.Case{m}, question, reduce.Options{Keep: keep, Jobs: 1, Time: MaxTime})
	if err != nil || res.Best.Text() == m.Canonical() {
		return nil, false
	}
	return res.Best[0], true
}
