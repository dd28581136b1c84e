package shrink_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	goptergen "github.com/leanovate/gopter/gen"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/reduce/shrink"
)

func parameters(t testing.TB) *gopter.TestParameters {
	s := testseed.Seed(t)
	p := gopter.DefaultTestParametersWithSeed(int64(s))
	p.MinSuccessfulTests, p.Workers = 60, 1
	return p
}

// programs generates what fuzz makes of random bytes.
func programs() gopter.Gen {
	return goptergen.UInt64().Map(func(s uint64) *ir.Module { return gen.Program(gen.Expand(s, 800), preset.Default) })
}

// find checks a property that is false and returns the counterexample.
func find(t *testing.T, p gopter.Prop) (arg *ir.Module, original int, result *gopter.TestResult) {
	t.Helper()
	result = p.Check(parameters(t))
	if result.Status != gopter.TestFailed && result.Status != gopter.TestError || len(result.Args) != 1 {
		t.Fatalf("status %v, %d arguments", result.Status, len(result.Args))
	}
	arg = result.Args[0].Arg.(*ir.Module)
	if err := ir.Verify(arg); err != nil {
		t.Error(err)
	}
	original = reduce.Case{result.Args[0].OrigArg.(*ir.Module)}.Insts()
	t.Logf("%d instructions became %d\n%s", original, reduce.Case{arg}.Insts(), arg)
	if text := result.Args[0].ArgFormatted; !strings.Contains(text, "func @") {
		t.Errorf("the report shows %s", text)
	}
	return arg, original, result
}

// noMultiplication holds for programs that do not execute mul.
func noMultiplication(m *ir.Module) error {
	cov := &interp.Coverage{}
	if _, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Fuel: 100_000, Coverage: cov}); err != nil {
		return nil
	}
	if cov.Ops[ir.OpMul] > 0 {
		return fmt.Errorf("mul was executed %d times", cov.Ops[ir.OpMul])
	}
	return nil
}

// TestForAll: a property that programs break is reported with at most five instructions.
func TestForAll(t *testing.T) {
	arg, original, result := find(t, shrink.ForAll(noMultiplication, programs(), "main"))
	if n := (reduce.Case{arg}).Insts(); n > 5 || n >= original {
		t.Errorf("%d of %d instructions are left", n, original)
	}
	if noMultiplication(arg) == nil {
		t.Error("the property holds for the counterexample")
	}
	if result.Error == nil || !strings.Contains(result.Error.Error(), "mul was executed") {
		t.Errorf("error %v", result.Error)
	}
}

// TestPanic: a property that panics is shrunk like one that fails.
func TestPanic(t *testing.T) {
	arg, _, _ := find(t, shrink.ForAll(func(m *ir.Module) error {
		if err := noMultiplication(m); err != nil {
			panic(err)
		}
		return nil
	}, programs(), "main"))
	if n := (reduce.Case{arg}).Insts(); n > 5 {
		t.Errorf("%d instructions are left", n)
	}
}

// TestHolds: a true property passes and nothing is shrunk.
func TestHolds(t *testing.T) {
	p := shrink.ForAll(func(m *ir.Module) error { return ir.Verify(m) }, programs(), "main")
	if r := p.Check(parameters(t)); r.Status != gopter.TestPassed {
		t.Errorf("%+v", r)
	}
}

// TestModules: a shrinker proposes one module, smaller, and nothing for what is small, is no
// module, or does not always fail.
func TestModules(t *testing.T) {
	m := gen.Program(gen.Expand(3, 800), preset.Default)
	always := shrink.Modules(func(m *ir.Module) bool { return m.Func("main") != nil }, "main")
	next := always(m)
	small, ok := next()
	if !ok || (reduce.Case{small.(*ir.Module)}).Insts() > 1 {
		t.Fatalf("%v\n%v", ok, small)
	}
	if _, ok := next(); ok {
		t.Error("a second proposal")
	}
	if again, ok := always(small)(); ok {
		t.Errorf("from\n%s\nto\n%s", small, again)
	}
	if _, ok := always(5)(); ok {
		t.Error("shrunk a number")
	}
	flip := false
	flaky := shrink.Modules(func(*ir.Module) bool { flip = !flip; return flip })
	if _, ok := flaky(m)(); ok {
		t.Error("shrunk what does not always fail")
	}
}
