package interp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// constVectors has cases of constants, param and freeze that Lean evaluated;
// lean/TuffyLean/Export/ConstVectors.lean describes the format.
const constVectors = "const"

// constTypes splits the types of parameters at the spaces outside of brackets.
func constTypes(s string) []string {
	var out []string
	depth, start := 0, 0
	for n, c := range s + " " {
		switch {
		case strings.ContainsRune("{[(", c):
			depth++
		case strings.ContainsRune("}])", c):
			depth--
		case c == ' ' && depth == 0:
			if n > start {
				out = append(out, s[start:n])
			}
			start = n + 1
		}
	}
	return out
}

// constCheck runs a line on both evaluators; it returns "" if the results are Lean's.
func constCheck(line string, programs map[string]*ir.Module) string {
	cells := strings.Split(line, " | ")
	if len(cells) != 5 {
		return fmt.Sprintf("%d cells", len(cells))
	}
	inst, result, types, operands, want := cells[0], cells[1], constTypes(cells[2]), strings.TrimSpace(cells[3]), cells[4]
	text := fmt.Sprintf(`func @main(%s) -> %s {
  bb0:
`, strings.Join(types, ", "), result)
	if strings.Contains(inst, "v0") {
		text += "    v0 = param 0\n"
	}
	text += fmt.Sprintf(`    v9 = %s
    ret v9
}
`, inst)
	m := programs[text]
	if m == nil {
		var err error
		if m, err = parser.Parse("const.tir", []byte(text)); err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			return fmt.Sprintf("%v\n%s", err, text)
		}
		programs[text] = m
	}
	var args []Value
	for _, p := range m.Func("main").Params {
		word, rest, _ := strings.Cut(operands, " ")
		v, err := Value(nil), error(nil)
		if p.Type.Kind() == ir.KindVec {
			v, err = vecOperand(p.Type, word)
		} else {
			v, rest, err = dataValue(p.Type, operands)
		}
		if err != nil {
			return err.Error()
		}
		args, operands = append(args, v), strings.TrimPrefix(rest, " ")
	}
	for _, exact := range []bool{false, true} {
		o, err := Run(context.Background(), m, Options{Args: args, Exact: exact, PoisonResult: true})
		if err != nil || o.Kind != Returned {
			return fmt.Sprintf("exact %v: %v %v", exact, o, err)
		}
		if got := dataText(o.Values[0]); got != want {
			return fmt.Sprintf("exact %v: got %s, Lean %s", exact, got, want)
		}
	}
	return ""
}

// Constants, parameters and freeze are what Lean says, on both evaluators; a wrong result is noticed.
func TestVectorsOfConstants(t *testing.T) {
	programs, counts := map[string]*ir.Module{}, map[string]int{}
	for _, line := range testseed.Every(6, strings.Split(strings.TrimSuffix(exporttest.Family(t, constVectors), "\n"), "\n")) {
		if why := constCheck(line, programs); why != "" {
			t.Errorf("%s: %s", line, why)
		}
		if constCheck(line+"0", programs) == "" {
			t.Errorf("%s0 is taken for right", line)
		}
		op, _, _ := strings.Cut(strings.Fields(line)[0], ".")
		counts[op]++
	}
	for op, least := range map[string]int{"iconst": 1500, "bconst": 2, "fconst": 1400, "poison": 14, "param": 1000, "freeze": 1000} {
		if least /= testseed.Rounds(1, 8); counts[op] < least {
			t.Errorf("%d lines of %s, want at least %d", counts[op], op, least)
		}
	}
	t.Logf("%v", counts)
}
