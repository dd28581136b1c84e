package compiler

import (
	"runtime"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// The parts of the backend are the proven rules of selection, the functions of legalization, of selection beside the rules and of
// emission that make instructions, as PACKAGE.NAME, and the instructions of the table of package x86.
const (
	rulePart        = "rule "
	instructionPart = "x86 "
	// foldedPart is the choice to read memory in an instruction that computes, which makes no instruction of its own.
	foldedPart = "x86 operand in memory"
)

// folds reports whether x computes with an operand in memory outside of the frame.
func folds(x *x86.Inst) bool {
	name := x.Op.String()
	if strings.HasPrefix(name, "MOV") || strings.HasPrefix(name, "LEA") || strings.HasPrefix(name, "CALL") {
		return false
	}
	return slices.ContainsFunc(x.Args[:], func(a x86.Operand) bool {
		return a.Kind == x86.KMem && a.Mem.Base != x86.RSP && a.Mem.Base != x86.RBP
	})
}

// madeBy are the packages whose functions are parts. The files are those of functions that make an instruction
// for whoever asks: each caller is a part, they are not.
var madeBy = map[string]string{
	"github.com/tuffy-ir/tuffy/compiler/legalize":   "emit.go",
	"github.com/tuffy-ir/tuffy/compiler/amd64/isel": "emit.go",
	"github.com/tuffy-ir/tuffy/compiler/amd64/emit": "emit.go",
}

// selected is what selection tells of the instructions of f; nil where nobody asks.
func (c *compilation) selected(f *ir.Func) func(rule string, i ir.Inst) {
	if c.o.Parts == nil {
		return nil
	}
	return func(rule string, i ir.Inst) {
		parts := []string{rulePart + rule}
		if rule == "" {
			parts = partsOnStack("")
		}
		c.o.Parts(origin(f, i), parts)
	}
}

// maker gives what selection makes a name for people: the rule with its theorem, or the function that chose the instruction;
// nil where nobody asks.
func (c *compilation) maker() func(rule string) string {
	if !c.o.Makers && c.o.Record == nil {
		return nil
	}
	return func(rule string) string {
		if rule != "" {
			return "rule " + rule + ", theorem " + isel.Theorem(rule)
		}
		if parts := partsOnStack(""); len(parts) > 0 {
			return parts[0]
		}
		return "selection"
	}
}

// origin is that of i, if there is one.
func origin(f *ir.Func, i ir.Inst) ir.Origin {
	if i == ir.NoInst {
		return ir.Synthetic
	}
	return f.Origin(i)
}

// maxOnStack bounds the functions that count for an instruction: those further out choose what is made, for all alike.
const maxOnStack = 3

// partsOnStack are the first part, if it is not empty, and the innermost functions that are at work.
func partsOnStack(first string) (parts []string) {
	if first != "" {
		parts = append(parts, first)
	}
	functions := 0
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	for {
		f, more := frames.Next()
		if p := partName(f); p != "" && !slices.Contains(parts, p) {
			parts = append(parts, p)
			functions++
		}
		if !more || functions == maxOnStack {
			return parts
		}
	}
}

// partName is the function of a frame as a part, empty if it is none. A function literal is the function that it stands
// in; those of the table of rules are named by their rule.
func partName(f runtime.Frame) string {
	slash := strings.LastIndexByte(f.Function, '/')
	pkg, name, ok := strings.Cut(f.Function[slash+1:], ".")
	helpers, is := madeBy[f.Function[:slash+1]+pkg]
	if !ok || !is || strings.HasSuffix(f.File, "/"+helpers) || strings.HasSuffix(f.File, "_gen.go") {
		return ""
	}
	if strings.HasPrefix(name, "(") {
		_, name, _ = strings.Cut(name, ").")
	}
	name, _, _ = strings.Cut(name, ".")
	return pkg + "." + name
}
