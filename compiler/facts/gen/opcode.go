package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// opcode finds the opcode of a mnemonic and, for icmp, its predicate.
// A mnemonic with another dotted part than a predicate or sat is none: an immediate is no part of the
// name here, see row.Imm.
func opcode(name string) (ir.Op, ir.Pred, error) {
	base, pred, _ := strings.Cut(name, ".")
	for n := range ir.NumOps {
		op := ir.Op(n)
		if op.Info().Name != base {
			continue
		}
		switch {
		case op == ir.OpICmp:
			p, ok := ir.ParsePred(pred, false)
			if !ok {
				return 0, 0, fmt.Errorf("unknown predicate %q", pred)
			}
			return op, p, nil
		case base == name || pred == "sat" && (op == ir.OpFPToSI || op == ir.OpFPToUI):
			return op, 0, nil
		}
	}
	return 0, 0, fmt.Errorf("unknown opcode %q", name)
}

// rowOf finds the rows of the opcode table.
// It is a pattern over gofmt's text; goNames refuses a file in which it finds nothing.
var rowOf = regexp.MustCompile(`(?m)^\t(Op\w+): +\{Name: "(\w+)",`)

// goNames finds what opcodes are called in the opcode table, which file is.
// The names of Go are not in the table at run time, only the mnemonics are.
func goNames(file string) (map[ir.Op]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	names := map[ir.Op]string{}
	for _, m := range rowOf.FindAllSubmatch(text, -1) {
		for n := range ir.NumOps {
			if op := ir.Op(n); op.Info().Name == string(m[2]) {
				names[op] = string(m[1])
			}
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: there is no opcode table", file)
	}
	return names, nil
}
