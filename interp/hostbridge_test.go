package interp

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

func eventText(o *Outcome) string {
	var s []string
	for _, e := range o.Events {
		var args []string
		for _, a := range e.Args {
			if _, ok := a.(Ptr); ok {
				args = append(args, "ptr")
			} else {
				args = append(args, FormatValue(a, nil))
			}
		}
		t := e.Name + "(" + strings.Join(args, ", ") + ")"
		for _, b := range e.Read {
			t += " read " + string(b)
		}
		for _, r := range e.Results {
			t += " = " + FormatValue(r, nil)
		}
		s = append(s, t)
	}
	return strings.Join(s, "; ")
}

const hostProgram = `
data @s const = "hi\x00"
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @puts
    v2 = symbol_addr @s
    v3, v4 = call v1(v2), v0 -> int
    v5 = symbol_addr @putchar
    v6 = poison -> int
    v7, v8 = call v5(v6), v3 -> int
    v9 = symbol_addr @exit
    v10 = iconst 7
    v11 = call v9(v10), v7
    unreachable
}`

func TestHostCallsAreEvents(t *testing.T) {
	var out bytes.Buffer
	o := runText(t, hostProgram, Options{Stdout: &out})
	if o.Kind != Exited || o.ExitCode != 7 {
		t.Fatal(o.Text())
	}
	if out.String() != "hi\n\x00" {
		t.Errorf("printed %q", out.String())
	}
	got := eventText(o)
	for _, want := range []string{"puts(ptr) read hi", "putchar(0) = 0", "exit(7)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if len(o.Reports) != 1 || o.Reports[0].Code != UBPoisonExternal || o.Events[2].Frame.Pos.Line != 13 {
		t.Errorf("%d reports, exit at %s", len(o.Reports), o.Events[2].Frame)
	}
	strict := runText(t, hostProgram, Options{Strict: true})
	if strict.Kind != Undefined || len(strict.Events) != 1 {
		t.Errorf("strict: %s after %s", strict.Text(), eventText(strict))
	}
}

func TestUnknownExternalFunction(t *testing.T) {
	src := `func @main() -> (int, bool, ptr) {
 bb0(v0: mem):
 v1 = symbol_addr @mystery
 v2 = iconst 5
 v3, v4, v5, v6 = call v1(v2), v0 -> (int, bool, ptr)
 ret v4, v5, v6, v3
}`
	o := runText(t, src, Options{})
	if o.Kind != Unsupported || !strings.Contains(o.Reason, "@mystery") || o.Where == nil {
		t.Errorf("got %s", o.Text())
	}
	havoc := Options{Havoc: map[string]bool{"mystery": true}, Seed: 3}
	a, b := runText(t, src, havoc), runText(t, src, havoc)
	if a.Kind != Returned || results(a) != results(b) || !strings.HasPrefix(eventText(a), "mystery(5) = ") {
		t.Errorf("havoc: %s and %s, %s", a.Text(), b.Text(), eventText(a))
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		havoc.Seed = seed
		seen[results(runText(t, src, havoc))] = true
	}
	if len(seen) < 10 {
		t.Errorf("20 seeds invent only %d results", len(seen))
	}
}

func TestHostSignatures(t *testing.T) {
	for _, call := range []string{
		"v3 = call v1(), v0",
		"v3 = call v1(v2, v2), v0",
		"v3 = call v1(v1), v0",
		"v3, v4 = call v1(v2), v0 -> ptr",
		"v3, v4, v5 = call v1(v2), v0 -> (int, int)",
	} {
		src := `func @main() {
 bb0(v0: mem):
 v1 = symbol_addr @putchar
 v2 = iconst 65
 ` + call + `
 ret v3
}`
		if got := results(runText(t, src, Options{})); got != "wrong-signature" {
			t.Errorf("%s: got %s", call, got)
		}
	}
}

func TestPrepareBuildsMemory(t *testing.T) {
	src := `data @d = "\x05"
func @main(ptr) -> int {
 bb0(v0: mem):
 v1 = param 0
 v2 = load.4 v1, v0
 ret v2, v0
}`
	prepare := func(s *Setup) error {
		id, err := s.Space.Alloc(memory.Input, 4, 1, "in", 0)
		if err != nil {
			return err
		}
		d, ok := s.Addr("d")
		if b, known := s.Space.Record(d.Alloc).LoadN(0, 1); !ok || !known || b != 5 {
			t.Error("data is not there")
		}
		s.Args = []Value{Ptr{s.Space.Pointer(id, 0)}}
		return s.Space.Fill(s.Space.Record(id), 0, 4, memory.BitsByte(1))
	}
	if got := results(runText(t, src, Options{Prepare: prepare})); got != "16843009" {
		t.Errorf("got %s", got)
	}
}

func TestCallerMistakesAreErrors(t *testing.T) {
	m := parse(t, `func @f(int) {
 bb0:
 ret
}`)
	for _, o := range []Options{
		{},
		{Entry: "f"},
		{Entry: "f", Args: []Value{Bool(true)}},
		{Entry: "f", Args: []Value{NewInt(1), NewInt(2)}},
	} {
		if _, err := Run(context.Background(), m, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if _, err := Run(context.Background(), m, Options{Entry: "f", Args: []Value{PoisonInput(ir.Int, 1)}, Exact: true}); err != nil {
		t.Error(err)
	}
}

// stepLog checks the step interface while a program runs.
type stepLog struct {
	t      *testing.T
	ops    []string
	number int64
	depth  int
}

func (l *stepLog) Before(s *Step) error {
	if s.Number != l.number {
		l.t.Errorf("step %d is numbered %d", l.number, s.Number)
	}
	l.number++
	l.depth = max(l.depth, len(s.Frames()))
	if fr := s.Frames()[0]; fr.Inst != s.Place().Inst || fr.Func != s.Func.Name {
		l.t.Errorf("innermost frame %s at %s", fr, s.Place())
	}
	if s.Func.NumResults(s.Inst) > 0 && len(s.Results()) != 0 {
		l.t.Errorf("%s has results before it ran", s.Place())
	}
	if s.Memory() == nil {
		l.t.Error("no memory")
	}
	return nil
}

func (l *stepLog) After(s *Step) error {
	op := s.Func.Op(s.Inst).String()
	for _, v := range s.Results() {
		if _, ok := v.(Token); !ok {
			op += " " + FormatValue(v, nil)
		}
	}
	if s.Func.Op(s.Inst) != ir.OpSymbolAddr {
		l.ops = append(l.ops, op)
	}
	return nil
}

func TestStepInterface(t *testing.T) {
	src := `func @f(int) -> int {
 bb0:
 v0 = param 0
 ret v0
}
func @main() -> int {
 bb0(v0: mem):
 v1 = symbol_addr @f
 v2 = iconst 5
 v3, v4 = call v1(v2), v0 -> int
 ret v4, v3
}`
	l := &stepLog{t: t}
	runText(t, src, Options{Observer: l})
	if got := strings.Join(l.ops, "; "); got != "iconst 5; param 5; ret; call 5; ret" || l.depth != 2 || l.number != 6 {
		t.Errorf("%s, depth %d, %d steps", got, l.depth, l.number)
	}
}

// TestPointerResultAsInt: C functions that return a pointer may be declared with an int.
func TestPointerResultAsInt(t *testing.T) {
	const program = `
func @main() -> (bool, int) {
  bb0(v0: mem):
    v1 = symbol_addr @memset
    v2 = stack_slot 8 align 8
    v3 = iconst 8
    v4 = iconst 5
    v5, v6 = call v1(v2, v4, v3), v0 -> int:u64
    v7 = ptrtoaddr v2
    v8 = icmp.eq v6, v7
    v9 = inttoptr v6
    v10 = load.1 v9, v5
    ret v8, v10, v5
}`
	const wrong = `
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @putchar
    v2 = iconst 65
    v3, v4 = call v1(v2), v0 -> ptr
    ret v2, v3
}`
	for _, exact := range []bool{false, true} {
		o := runText(t, program, Options{Exact: exact})
		if o.Kind != Returned || results(o) != "true, 5" || len(o.Reports) != 0 {
			t.Errorf("exact %v: %s", exact, o.Text())
		}
		o = runText(t, wrong, Options{Exact: exact})
		if o.Kind != Undefined || o.UB.Code != UBCallSignature || !strings.Contains(o.UB.Message, "putchar") {
			t.Errorf("exact %v: %s", exact, o.Text())
		}
	}
}

// TestPromoted: an f32 argument becomes the f64 that the processor makes of it.
func TestPromoted(t *testing.T) {
	for _, sign := range []uint32{0, 1 << 31} {
		for _, bits := range []uint32{0, 1, 0x7fffff, 0x800000, 0x3f800001, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fc12345, 0x7fffffff} {
			b := sign | bits
			if got, want := promoted(uint64(b)), math.Float64bits(float64(math.Float32frombits(b))); got != want {
				t.Errorf("%08x becomes %016x, not %016x", b, got, want)
			}
		}
	}
}
