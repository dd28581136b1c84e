package engines_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/sim"
)

// countdown is a context that is done when it has been asked n times.
type countdown struct {
	context.Context
	n int
}

func (c *countdown) Done() <-chan struct{} { return make(chan struct{}) }

func (c *countdown) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

const endless = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1 = iconst 3
    v2 = iconst 3
    v3:s33 = mul v1, v2
    br bb1
  bb1:
    br bb1
}
`

// calls are the entries that take a module and a context.
var calls = map[string]func(ctx context.Context, m *ir.Module) error{
	"interp": func(ctx context.Context, m *ir.Module) error {
		_, err := interp.Run(ctx, m, interp.Options{Entry: "f", Args: []interp.Value{interp.NewInt(1)}, Fuel: 1 << 50})
		return err
	},
	"difftest": func(ctx context.Context, m *ir.Module) error {
		_, err := difftest.Check(ctx, m, m, difftest.Config{Options: interp.Options{Fuel: 1 << 50}, Workers: 1})
		return err
	},
	"engines": func(ctx context.Context, m *ir.Module) error {
		_, err := engines.Check(ctx, m, engines.Config{Engines: []string{"interp", "sim"}, Levels: []string{"0"}, Runs: 5, Interp: interp.Options{Fuel: 1 << 50}})
		return err
	},
	"pass": func(ctx context.Context, m *ir.Module) error {
		c, err := opt.Preset("2")
		if err != nil {
			return err
		}
		_, err = pass.Run(ctx, m, opt.Passes(), pass.Options{Config: c})
		return err
	},
	"compiler": func(ctx context.Context, m *ir.Module) error {
		_, err := compiler.Compile(ctx, m, compiler.Options{Level: "2", Workers: 1})
		return err
	},
	"reduce": func(ctx context.Context, m *ir.Module) error {
		_, err := reduce.Run(ctx, reduce.Case{m}, reduce.PredicateFunc(func(context.Context, reduce.Case) (bool, error) { return true, nil }), reduce.Options{Jobs: 1})
		return err
	},
}

// TestCancel: whatever takes a context ends when it is done, however often it was asked before, with the cause as its error.
// Without that the runs of this program would not end.
func TestCancel(t *testing.T) {
	for name, call := range calls {
		for _, asks := range []int{0, 1, 2, 5} {
			m := irtest.Parse(t, endless)
			c := &countdown{context.Background(), asks}
			if err := call(c, m); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled after %d questions: %v", name, asks, err)
			}
			if name != "compiler" { // which may leave any phase's module
				if err := ir.Verify(m); err != nil {
					t.Errorf("%s, cancelled after %d questions, leaves a module that does not verify: %v", name, asks, err)
				}
			}
		}
	}
}

// TestCancelSim: a program of the machine that does not end is interrupted, and may be continued.
func TestCancelSim(t *testing.T) {
	m := sim.New(sim.Options{})
	if err := m.Map(0x400000, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
		t.Fatal(err)
	}
	if err := m.Write(0x400000, []byte{0xeb, 0xfe}); err != nil { // jmp to itself
		t.Fatal(err)
	}
	for range 2 {
		m.PC = 0x400000
		if stop, err := m.Call(&countdown{context.Background(), 2}, 0x400000); stop.Kind != sim.Interrupted || err != nil {
			t.Errorf("%v, %v", stop, err)
		}
	}
}

// TestUnverified: each of them answers with the verifier's error where the module has one, and does not panic.
func TestUnverified(t *testing.T) {
	for name, call := range calls {
		m := irtest.Parse(t, endless)
		f := m.Funcs[0]
		f.RemoveInst(f.LastInst(f.Entry()))
		var es ir.VerifyErrors
		if err := call(context.Background(), m); !errors.As(err, &es) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
