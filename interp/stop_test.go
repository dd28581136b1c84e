package interp

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
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

var (
	endless = `func @main() {
  bb0:
    br bb1
  bb1:
    br bb1
}
`
	// It spends its time in few instructions: only work asks.
	laborious = `func @main() {
  bb0:
    v0 = iconst 3
    v1 = iconst 8000000
    v2 = shl v0, v1
    br bb1
  bb1:
    v3 = mul v2, v2
    br bb1
}
`
	// Each call is new code to whoever counts by block.
	recursive = `func @main() {
  bb0(v0: mem):
    v1 = symbol_addr @main
    v2 = call v1(), v0
    ret v2
}
`
)

// TestCancel: a run that does not end by itself ends when its context is done, within the instructions that
// lie between a few questions, in both evaluators.
func TestCancel(t *testing.T) {
	for name, src := range map[string]string{"loop": endless, "work": laborious, "calls": recursive} {
		for _, exact := range []bool{false, true} {
			for _, asks := range []int{0, 1, 3} {
				c := &countdown{context.Background(), asks}
				out, err := Run(c, parse(t, src), Options{Exact: exact, MaxDepth: 1 << 40, Fuel: 1 << 50, MemLimit: 1 << 40})
				if !errors.Is(err, context.Canceled) || out == nil || out.Kind != OutOfFuel || out.Reason != "stopped: context canceled" || out.Where == nil {
					t.Fatalf("%s, exact %t: %+v, %v", name, exact, out, err)
				}
				// Each question stands for stopInterval instructions, or for as much work of a few that are large.
				if most := int64(asks+1) * stopInterval; out.Steps > most || c.n < -4 {
					t.Errorf("%s, exact %t: %d instructions after %d questions, at most %d", name, exact, out.Steps, asks-c.n, most)
				}
			}
		}
	}
}

// TestCancelCause: the error is the cause of the context; a run that is over when the context ends has none.
func TestCancelCause(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	if out, err := Run(ctx, parse(t, endless), Options{}); err != why || out.Steps != 0 {
		t.Errorf("%+v, %v", out, err)
	}
	// It is done after the one question before the first instruction.
	c := &countdown{context.Background(), 1}
	if out, err := Run(c, parse(t, `func @main() {
  bb0:
    ret
}
`), Options{}); err != nil || out.Kind != Returned {
		t.Errorf("%+v, %v", out, err)
	}
}

// stopper wants no more before, or after, the instruction of a number.
type stopper struct {
	before, after int64
	err           error
}

func (o *stopper) Before(s *Step) error {
	if s.Number == o.before {
		return o.err
	}
	return nil
}

func (o *stopper) After(s *Step) error {
	if s.Number == o.after {
		return o.err
	}
	return nil
}

// TestObserverStops: the error of an observer ends the run there, and is that of the run.
func TestObserverStops(t *testing.T) {
	const src = `func @main() -> int {
  bb0:
    v0 = iconst 1
    v1 = iconst 2
    v2 = add v0, v1
    ret v2
}
`
	found := errors.New("found")
	for _, row := range []struct {
		o     stopper
		steps int64
		where string
	}{
		{stopper{2, -1, found}, 3, "v2 = add v0, v1"}, // counted, for it was about to run
		{stopper{-1, 1, found}, 2, "v1 = iconst 2"},
		{stopper{-1, 3, found}, 4, "ret v2"},
	} {
		out, err := Run(context.Background(), parse(t, src), Options{Observer: &row.o})
		if err != found || out.Kind != OutOfFuel || out.Reason != "stopped: found" || out.Steps != row.steps || out.Where.Inst != row.where {
			t.Errorf("%+v: %+v at %v, %v", row.o, out, out.Where, err)
		}
	}
}

// TestUnverified: a module that does not verify is an error of the caller, and so is none.
func TestUnverified(t *testing.T) {
	m := parse(t, `func @main() -> int {
  bb0:
    v0 = iconst 1
    ret v0
}
`)
	if _, err := Run(context.Background(), m, Options{}); err != nil {
		t.Fatal(err)
	}
	f := m.Funcs[0]
	f.RemoveInst(f.LastInst(f.Entry()))
	var es ir.VerifyErrors
	if _, err := Run(context.Background(), m, Options{}); !errors.As(err, &es) {
		t.Errorf("a block without a terminator: %v", err)
	}
	if _, err := Run(context.Background(), nil, Options{}); err == nil {
		t.Error("there is no module, and no error")
	}
	var text bytes.Buffer
	if _, err := Run(context.Background(), ir.NewModule(), Options{Stdout: &text}); err == nil {
		t.Error("there is no @main, and no error")
	}
}
