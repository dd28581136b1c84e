package opsdoc

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
)

const (
	leanDir = "../../../lean/TuffyLean/IR"
	spec    = "../../../docs/spec/README.md"
)

func readLean(t *testing.T) *Lean {
	t.Helper()
	l, err := ReadLean(leanDir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestDocsAreCurrent(t *testing.T) {
	got, err := os.ReadFile("../../../docs/reference/ops.md")
	if err != nil {
		t.Fatal(err)
	}
	lean := readLean(t)
	if string(got) != Markdown(lean) {
		t.Error("docs/reference/ops.md is stale: run go generate ./ir")
	}
	if got, err = os.ReadFile(spec); err != nil {
		t.Fatal(err)
	}
	if want, err := lean.Quote(string(got)); err != nil || string(got) != want {
		t.Errorf("docs/spec/README.md quotes what Lean does not say: run go generate ./ir (%v)", err)
	}
	if strings.Count(string(got), "```lean") != len(quotation.FindAllString(string(got), -1)) {
		t.Error("docs/spec/README.md: a block of Lean does not say what it quotes")
	}
}

// TestDefined holds the definitions in Lean to the opcodes: each that has vectors is quoted.
func TestDefined(t *testing.T) {
	lean := readLean(t)
	byName := map[string]ir.Op{}
	for n := range ir.NumOps {
		byName[ir.Op(n).Info().Name] = ir.Op(n)
	}
	for _, p := range exporttest.Parts(t, "vectors") {
		name := strings.Fields(p.Text)[1]
		op, ok := byName[name]
		if !ok {
			op, ok = byName[strings.SplitN(name, ".", 2)[0]]
		}
		if !ok || len(lean.Of(op)) < max(1, len(halves[op])) {
			t.Errorf("%s: %d definitions in Lean", name, len(lean.Of(op)))
		}
	}
}

// steps are the declarations that define opcodes as steps of a program.
var steps = map[ir.Op]string{
	ir.OpCall: "Prog.Program.callee", ir.OpStackSlot: "execAlloc", ir.OpStackSlotDyn: "execAlloc", ir.OpStackEnd: "Memory.kill",
	ir.OpRet: "Prog.Terminator.next", ir.OpBr: "Prog.Terminator.next", ir.OpBrIf: "Prog.Terminator.next", ir.OpSwitch: "Prog.Terminator.next",
	ir.OpContinue: "Prog.Terminator.next", ir.OpRegionYield: "Prog.Terminator.next", ir.OpUnreachable: "Prog.Terminator.next", ir.OpTrap: "Prog.Terminator.next",
}

// undefinedInLean are opcodes whose programs Lean does not have: a jump into a call in progress is no step of a frame,
// and a program there has no events but calls.
var undefinedInLean = map[ir.Op]bool{ir.OpSetJmp: true, ir.OpLongJmp: true, ir.OpVolatileLoad: true, ir.OpVolatileStore: true,
	ir.OpVolatileMemCpy: true, ir.OpVolatileMemMove: true, ir.OpVolatileMemSet: true}

// TestEveryOpcodeIsDefined: each opcode of the table has a definition in Lean, under its name or as
// a step of programs.
func TestEveryOpcodeIsDefined(t *testing.T) {
	lean := readLean(t)
	for n := range ir.NumOps {
		op := ir.Op(n)
		decl, isStep := steps[op]
		switch found := len(lean.Of(op)); {
		case isStep && found > 0:
			t.Errorf("%s has a definition of its own", op)
		case isStep && lean.decls[decl] == "":
			t.Errorf("%s: no %s in Lean", op, decl)
		case !isStep && found == 0 && !undefinedInLean[op]:
			t.Errorf("%s has no definition in Lean", op)
		}
	}
}

// TestQuote: a quotation is renewed, and what is not declared is an error.
func TestQuote(t *testing.T) {
	l := &Lean{decls: map[string]string{}}
	l.read(strings.Split("/-! -/\nnamespace Tuffy\n/-- One. -/\ndef one : Nat := 1\nnamespace B\ninductive T where\n  | a\n  | b\nderiving Repr\n\ntheorem x : 1 = 1 := rfl\nend B\nend Tuffy", "\n"))
	text := "a\n<!-- lean: B.T one -->\n```lean\nold\n```\nb\n"
	want := "a\n<!-- lean: B.T one -->\n```lean\ninductive T where\n  | a\n  | b\nderiving Repr\n\n/-- One. -/\ndef one : Nat := 1\n```\nb\n"
	if got, err := l.Quote(text); got != want || err != nil {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := l.Quote(strings.Replace(text, "one", "two", 1)); err == nil {
		t.Error("a declaration that is not there is quoted")
	}
}

// TestGroups holds the sections to the table: each opcode in one of them, in order.
func TestGroups(t *testing.T) {
	next := 0
	for _, g := range Groups {
		if int(g.First) != next || g.Last < g.First {
			t.Errorf("section %q starts at %s, want opcode %d", g.Title, g.First, next)
		}
		next = int(g.Last) + 1
	}
	if next != ir.NumOps {
		t.Errorf("the sections end before opcode %d of %d", next, ir.NumOps)
	}
}

// TestSpelled finds letters, suffixes, rules and flags of the table that have no text here.
func TestSpelled(t *testing.T) {
	known := ir.OpFlags(0)
	for _, row := range flagText {
		known |= row.flag
	}
	for n := range ir.Ops {
		op := ir.Op(n)
		info := op.Info()
		for _, s := range info.Suffix {
			if suffixOf(op, s) == "" {
				t.Errorf("%s: suffix %d has no text", op, s)
			}
		}
		for _, c := range []byte(strings.TrimSuffix(info.Sig, "?k")) {
			if letterText[c] == "" {
				t.Errorf("%s: letter %c has no text", op, c)
			}
		}
		if resultText[info.Result] == "" && info.Result != ir.ResNone {
			t.Errorf("%s: result rule %d has no text", op, info.Result)
		}
		if info.Flags&^known != 0 {
			t.Errorf("%s: flags %b have no text", op, info.Flags&^known)
		}
	}
}
