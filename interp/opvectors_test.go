package interp

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
)

// enoughVectors is how many cases that Lean evaluated an opcode has.
const enoughVectors = 1000

// fewVectors are the opcodes with fewer, and why.
var fewVectors = map[ir.Op]struct {
	least int
	why   string
}{
	ir.OpBConst:          {2, "there are two"},
	ir.OpPoison:          {10, "one for each type"},
	ir.OpBAnd:            {9, "two bools, either of which may be poison"},
	ir.OpBOr:             {9, "two bools, either of which may be poison"},
	ir.OpBXor:            {9, "two bools, either of which may be poison"},
	ir.OpBoolToInt:       {3, "a bool or poison"},
	ir.OpSelect:          {800, "an arm is taken as it is, whatever it is"},
	ir.OpVecFNeg:         {500, "lanes of fneg"},
	ir.OpVecFAbs:         {500, "lanes of fabs"},
	ir.OpLandingPad:      {1, "it has no operand and one outcome"},
	ir.OpVaStart:         {0, "Lean defines them in a file that exports no cases"},
	ir.OpVaArg:           {0, "Lean defines them in a file that exports no cases"},
	ir.OpVaCopy:          {0, "Lean defines them in a file that exports no cases"},
	ir.OpVaEnd:           {0, "Lean defines them in a file that exports no cases"},
	ir.OpSetJmp:          {0, "Lean's programs have no jumps into a call in progress"},
	ir.OpLongJmp:         {0, "Lean's programs have no jumps into a call in progress"},
	ir.OpVolatileLoad:    {0, "load, once the event is made"},
	ir.OpVolatileStore:   {0, "store, once the event is made"},
	ir.OpVolatileMemCpy:  {0, "memcpy, once the event is made"},
	ir.OpVolatileMemMove: {0, "memmove, once the event is made"},
	ir.OpVolatileMemSet:  {0, "memset, once the event is made"},
	ir.OpUnreachable:     {40, "it has no operand and one outcome"},
	ir.OpTrap:            {40, "it has no operand and one outcome"},
	ir.OpContinue:        {100, "in programs, which run it more often"},
	ir.OpRegionYield:     {150, "in programs, which run it more often"},
	ir.OpPtrToInt:        {100, "in programs: the number differs from that of Lean"},
	ir.OpSwitch:          {400, "in programs, which run it more often"},
	// What they do to memory is stack_slot and the end of an allocation, which Lean defines.
	ir.OpStackSlotDyn: {0, "stack_slot, once the size is known"},
	ir.OpStackEnd:     {0, "the end of an allocation, which other cases have"},
}

// programOps are the opcodes whose cases are instructions of programs.
var programOps = map[ir.Op]bool{
	ir.OpRet: true, ir.OpBr: true, ir.OpBrIf: true, ir.OpSwitch: true, ir.OpContinue: true, ir.OpRegionYield: true,
	ir.OpUnreachable: true, ir.OpTrap: true, ir.OpCall: true, ir.OpStackSlot: true, ir.OpPtrToInt: true,
}

// opcodeOf finds the opcode of a mnemonic with whatever suffixes.
func opcodeOf(mnemonic string) (ir.Op, bool) {
	for name := mnemonic; name != ""; name = name[:max(0, strings.LastIndexByte(name, '.'))] {
		if op, ok := ir.OpByName(name); ok {
			return op, true
		}
	}
	return 0, false
}

// instruction matches an instruction of a program.
var instruction = regexp.MustCompile(`(?m)^\s+(?:v\d+[^=\n]* = )?([a-z][a-z0-9_.]*)`)

// leanVectors counts the cases of each opcode that Lean evaluated.
func leanVectors(t *testing.T) (counts [ir.NumOps]int) {
	read := func(family string, visit func(text string)) { visit(exporttest.Family(t, family)) }
	count := func(mnemonic string, n int) {
		op, ok := opcodeOf(mnemonic)
		if !ok {
			t.Errorf("%q is no opcode", mnemonic)
		}
		counts[op] += n
	}
	// Below a head that names the opcode.
	for _, family := range []string{"vectors", "vec", "vecmem"} {
		read(family, func(text string) {
			for _, part := range strings.Split("\n"+text, "\nop ")[1:] {
				count(strings.Fields(part)[0], strings.Count(part, " = ")-strings.Count(part[:strings.IndexByte(part, '\n')], " = "))
			}
		})
	}
	// A line each, the opcode first.
	for _, family := range []string{"const", "data", "memory", "atomic"} {
		read(family, func(text string) {
			for _, line := range strings.Split(text, "\n") {
				if word, _, _ := strings.Cut(line, " "); word != "" && word != "case" && word != "end" {
					if word == "free" { // a call of a library function
						word = "call"
					}
					count(word, 1)
				}
			}
		})
	}
	read("intrinsics", func(text string) { counts[ir.OpTargetIntrinsic] += strings.Count(text, " = ") })
	read("symbols", func(text string) {
		pads := strings.Count(text, "landing_pad")
		counts[ir.OpLandingPad] += pads
		counts[ir.OpSymbolAddr] += strings.Count(text, " = ") - pads
	})
	// Below a head that begins with something else.
	read("scalable", func(text string) {
		for _, part := range strings.Split("\n"+text, "\nvscale ")[1:] {
			count(strings.Fields(part)[2], strings.Count(part, " = ")-1)
		}
	})
	// Instructions of programs that have runs.
	read("programs", func(text string) {
		for _, program := range strings.Split(text, "program ")[1:] {
			source, _, ok := strings.Cut(program, "\nrun ")
			if !ok {
				continue
			}
			for _, m := range instruction.FindAllStringSubmatch(source, -1) {
				op, known := opcodeOf(m[1])
				if !known && !strings.HasPrefix(m[1], "bb") {
					t.Errorf("%q is no opcode", m[1])
				}
				if programOps[op] {
					counts[op]++
				}
			}
		}
	})
	return counts
}

// Every opcode of the table has cases that Lean evaluated; the tests of the files hold the evaluators
// to them. An opcode with few says why.
func TestEveryOpcodeHasVectors(t *testing.T) {
	counts := leanVectors(t)
	for n := range ir.NumOps {
		op := ir.Op(n)
		least := enoughVectors
		if few, ok := fewVectors[op]; ok {
			if least = few.least; counts[op] >= enoughVectors {
				t.Errorf("%s has %d cases and is in the list of those with few: %s", op, counts[op], few.why)
			}
		}
		if counts[op] < least {
			t.Errorf("%d cases of %s, want at least %d", counts[op], op, least)
		}
		t.Logf("%s %d", op, counts[op])
	}
}
