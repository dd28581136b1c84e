package interp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// programVectors has programs that Lean ran with IR/Step.lean, and how the runs ended;
// lean/TuffyLean/Export/StepVectors.lean describes the format.
const programVectors = "programs"

// programRun is a run of a program of the file.
type programRun struct {
	where string
	m     *ir.Module
	args  []Value
	want  string
}

// programRuns calls visit for each run of each program.
func programRuns(t *testing.T, visit func(r programRun)) {
	for n, text := range testseed.Every(4, strings.Split(exporttest.Family(t, programVectors), "program ")[1:]) {
		_, text, _ = strings.Cut(text, "\n")
		end := strings.Index(text, "\nrun ") + 1
		if end == 0 {
			end = len(text)
		}
		m, err := verified(text[:end])
		if err != nil {
			t.Fatalf("program %d: %v", n, err)
		}
		for _, line := range strings.Split(strings.TrimSpace(text[end:]), "\n") {
			if line == "" {
				continue
			}
			left, want, _ := strings.Cut(strings.TrimPrefix(line, "run "), " = ")
			r := programRun{fmt.Sprintf("program %d, %s", n, line), m, nil, want}
			for _, w := range strings.Fields(left) {
				v, err := vectorValue(w, ir.Int)
				if err != nil {
					t.Fatalf("%s: %v", r.where, err)
				}
				r.args = append(r.args, v)
			}
			visit(r)
		}
	}
}

// opCounter counts the instructions that run.
type opCounter [ir.NumOps]int

func (c *opCounter) Before(s *Step) error { c[s.Func.Op(s.Inst)]++; return nil }
func (c *opCounter) After(*Step) error    { return nil }

// end is how the run ended, as the file writes it. Lean does not tell the end of a stack slot from
// that of other allocations.
func (r *programRun) end(o Options) (string, error) {
	o.Args, o.Strict = r.args, true
	if o.Fuel == 0 {
		o.Fuel = 1000 // more than a run of the file has
	}
	out, err := Run(context.Background(), r.m, o)
	switch {
	case err != nil:
		return "", err
	case out.Kind == Undefined && out.UB.Code == UBDeadSlot:
		return UBUseAfterFree.ID(), nil
	case out.Kind == Undefined:
		return out.UB.Code.ID(), nil
	case out.Kind != Returned:
		return out.Kind.String(), nil
	}
	var words []string
	for _, v := range out.Values {
		words = append(words, vectorText(v))
	}
	return strings.Join(words, " "), nil
}

// Both evaluators run programs to the ends that Lean's machine comes to, and all of it is used: each
// terminator, calls, slots, memory, kinds of undefined behaviour.
func TestVectorsOfPrograms(t *testing.T) {
	var ran opCounter
	ends, runs, bad := map[string]int{}, 0, 0
	programRuns(t, func(r programRun) {
		runs++
		end := "returned"
		if strings.HasPrefix(r.want, "TUF") || r.want == "trap" {
			end = r.want
		}
		ends[end]++
		for _, o := range []Options{{}, {Exact: true, Observer: &ran}} {
			if got, err := r.end(o); bad < 5 && (err != nil || got != r.want) {
				t.Errorf("%s: exact %v: got %s (%v)", r.where, o.Exact, got, err)
				bad++
			}
		}
	})
	for _, op := range []ir.Op{ir.OpRet, ir.OpBr, ir.OpBrIf, ir.OpSwitch, ir.OpContinue, ir.OpRegionYield, ir.OpUnreachable, ir.OpTrap,
		ir.OpCall, ir.OpSymbolAddr, ir.OpStackSlot, ir.OpPtrToInt, ir.OpLoad, ir.OpStore, ir.OpParam} {
		if least := testseed.Rounds(100, 15); ran[op] < least {
			t.Errorf("%s ran %d times, want at least %d", op, ran[op], least)
		}
	}
	for _, c := range []Code{UBBranchPoison, UBSwitchPoison, UBUnreachable, UBPoisonPointer, UBNull, UBOutOfBounds, UBWildcard, UBUseAfterFree,
		UBCallSignature, UBCallTarget, UBPoisonResult} {
		if least := testseed.Rounds(10, 1); ends[c.ID()] < least {
			t.Errorf("%d runs end with %s, want at least %d", ends[c.ID()], c, least)
		}
	}
	if part := testseed.Rounds(1, 5); runs < 1500/part || ends["returned"] < 300/part || ends["trap"] < 100/part {
		t.Errorf("%d runs, %v; want at least 1500, 300 returned, 100 trapped, divided by %d", runs, ends, part)
	}
	counts := map[ir.Op]int{}
	for op := ir.OpCall; int(op) < ir.NumOps; op++ {
		if ran[op] > 0 {
			counts[op] = ran[op]
		}
	}
	t.Logf("%d runs, %v, ran %v", runs, ends, counts)
}

// With another first argument many runs end otherwise: the ends depend on what is computed.
func TestProgramVectorsDependOnArguments(t *testing.T) {
	other, all := 0, 0
	programRuns(t, func(r programRun) {
		all++
		if x, ok := r.args[0].(Int); ok {
			r.args = append([]Value{Int{x.V.Add(num.New(1))}}, r.args[1:]...)
		}
		if got, err := r.end(Options{Fuel: 10000}); err != nil || got != r.want {
			other++
		}
	})
	if least := testseed.Rounds(300, 60); other < least {
		t.Errorf("%d of %d runs end otherwise with another argument, want at least %d", other, all, least)
	}
}
