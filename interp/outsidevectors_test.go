package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Cases that Lean evaluated with IR/Outside.lean and IR/Vec.lean; the formats are described in
// lean/TuffyLean/Export/OutsideVectors.lean and ScaleVectors.lean.
const (
	intrinsicVectors = "intrinsics"
	symbolVectors    = "symbols"
	scalableVectors  = "scalable"
)

// vectorLines calls visit for each line of a family.
func vectorLines(t *testing.T, family string, visit func(where, line string)) {
	for n, line := range strings.Split(strings.TrimSuffix(exporttest.Family(t, family), "\n"), "\n") {
		visit(fmt.Sprintf("%s:%d", family, n+1), line)
	}
}

// verified parses a program.
func verified(text string) (*ir.Module, error) {
	m, err := parser.Parse("case.tir", []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, text)
	}
	return m, err
}

// Both evaluators compute every target intrinsic as Lean does, and no other; a wrong result is noticed.
func TestVectorsOfIntrinsics(t *testing.T) {
	var m *ir.Module
	name, counts, unsupported, lines := "", map[string]int{}, 0, 0
	vectorLines(t, intrinsicVectors, func(where, line string) {
		if head, ok := strings.CutPrefix(line, "op "); ok {
			words := strings.Fields(head)
			name = words[0]
			typ := "vec<" + words[1] + ">"
			var err error
			if m, err = verified(fmt.Sprintf(`func @main(%s, %[1]s) -> %[1]s {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = target.intrinsic %q v0, v1 -> %[1]s
    ret v2
}
`, typ, name)); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			if len(words) == 2 {
				return
			}
			unsupported++
			zero := PoisonInput(m.Func("main").Params[0].Type, 1)
			for _, exact := range []bool{false, true} {
				if o, err := Run(context.Background(), m, Options{Args: []Value{zero, zero}, Exact: exact, PoisonResult: true}); err != nil || o.Kind != Unsupported {
					t.Errorf("%s: exact %v: %v %v, Lean has no meaning for it", where, exact, o, err)
				}
			}
			return
		}
		counts[name]++
		lines++
		for _, exact := range []bool{false, true} {
			if why := vecCheck(m, line, exact); why != "" {
				t.Errorf("%s: %s: %s", where, name, why)
			}
		}
		if lines%29 == 0 && vecCheck(m, line+".00", true) == "" {
			t.Errorf("%s: a longer result is taken for right", where)
		}
	})
	for _, n := range ir.IntrinsicNames() {
		if counts[n] < 10 {
			t.Errorf("%d lines of %s, want at least 10", counts[n], n)
		}
		delete(counts, n)
	}
	for n := range counts {
		t.Errorf("%s is an intrinsic in Lean only", n)
	}
	if lines < 2000 || unsupported < 150 {
		t.Errorf("%d lines, %d unsupported; want at least 2000 and 150", lines, unsupported)
	}
	t.Logf("%d lines, %d unsupported", lines, unsupported)
}

// Both evaluators compute the pure opcodes on scalable vectors as Lean does, whatever vscale is.
func TestVectorsOfScalableLanes(t *testing.T) {
	var m *ir.Module
	var op ir.Op
	counts, scales := map[ir.Op]int{}, map[uint64]int{}
	var vscale uint64
	lines, bad := 0, 0
	vectorLines(t, scalableVectors, func(where, line string) {
		if head, ok := strings.CutPrefix(line, "vscale "); ok {
			n, rest, _ := strings.Cut(head, " ")
			var err error
			if vscale, err = strconv.ParseUint(n, 10, 8); err == nil {
				m, op, err = vecTypedProgram(rest, "vec<vscale x ")
			}
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			return
		}
		counts[op]++
		scales[vscale]++
		lines++
		if bad > 10 || testing.Short() && lines%7 > 0 {
			return
		}
		for _, exact := range []bool{false, true} {
			if why := scaledCheck(m, line, exact, vscale); why != "" {
				t.Errorf("%s: %s", where, why)
				bad++
			}
		}
		wrong := line[:len(line)-1] + map[bool]string{true: "1", false: "0"}[line[len(line)-1] == '0']
		if lines%53 == 0 && scaledCheck(m, wrong, true, vscale) == "" {
			t.Errorf("%s: %q is taken for right", where, wrong)
		}
	})
	for op := ir.OpVecAdd; op <= ir.OpVecStore; op++ {
		if op.Is(ir.Pure) && counts[op] < 40 {
			t.Errorf("%d lines of %s, want at least 40", counts[op], op)
		}
	}
	if len(scales) < 4 || lines < 5000 {
		t.Errorf("%d lines at vscale %v", lines, scales)
	}
	t.Logf("%d lines, %d opcodes, vscale %v", lines, len(counts), scales)
}

// symbolModule is the items of a module of symbols.
type symbolModule struct{ items string }

func (s *symbolModule) add(words []string) error {
	switch words[0] {
	case "func":
		s.items += fmt.Sprintf(`func @%s() {
  bb0:
    ret
}
`, words[1])
	case "extern":
		s.items += fmt.Sprintf("extern func @%s()\n", words[1])
	case "data":
		bytes := `\x` + strings.ReplaceAll(words[len(words)-1], ".", `\x`)
		s.items += fmt.Sprintf("data @%s = \"%s\"\n", strings.Join(words[1:len(words)-1], " "), bytes)
	default:
		return fmt.Errorf("no symbol in %q", words)
	}
	return nil
}

// query is a program for the left side of a line, and whether it is one.
func (s *symbolModule) query(words []string) (string, bool) {
	place := func(w string) (string, int) {
		at := strings.IndexAny(w, "+-")
		d, err := strconv.Atoi(w[at:])
		if err != nil {
			panic(err)
		}
		return w[:at], d
	}
	addr := func(v int, name string) string { return fmt.Sprintf("    v%d = symbol_addr @%s\n", v, name) }
	typ, body := "bool", ""
	switch words[0] {
	case "landing_pad":
		typ, body = "ptr", "    v9 = landing_pad\n"
	case "ptrdiff":
		typ, body = "int", addr(1, words[1])+addr(2, words[2])+"    v9 = ptrdiff v1, v2\n"
	case "same":
		body = addr(1, words[1]) + addr(2, words[2]) + `    v3 = ptrtoaddr v1
    v4 = ptrtoaddr v2
    v9 = icmp.eq v3, v4
`
	case "aligned":
		body = addr(1, words[1]) + "    v3 = ptrtoaddr v1\n    v4 = iconst " + words[2] + `
    v5 = rem v3, v4
    v6 = iconst 0
    v9 = icmp.eq v5, v6
`
	case "null":
		body = addr(1, words[1]) + `    v3 = ptrtoaddr v1
    v6 = iconst 0
    v9 = icmp.eq v3, v6
`
	case "load", "store":
		name, d := place(words[1])
		typ, body = "int", addr(1, name)+fmt.Sprintf(`    v2 = iconst %d
    v3 = ptradd v1, v2
`, d)
		if words[0] == "load" {
			body += "    v9 = load." + words[2] + " v3, v0\n"
		} else {
			body += "    v4 = iconst 23205\n    v5 = store." + words[2] + " v4, v3, v0\n    v9 = load." + words[2] + " v3, v5\n"
			return fmt.Sprintf(`%sfunc @main() -> %s {
  bb0(v0: mem):
%s    ret v9, v5
}
`, s.items, typ, body), true
		}
	default:
		return "", false
	}
	return fmt.Sprintf(`%sfunc @main() -> %s {
  bb0(v0: mem):
%s    ret v9, v0
}
`, s.items, typ, body), true
}

// outcomeText is a result as the files of vectors write it, or the code of undefined behaviour.
func outcomeText(o *Outcome) string {
	switch {
	case o.Kind == Undefined:
		return o.UB.Code.ID()
	case o.Kind != Returned || len(o.Values) != 1:
		return o.Kind.String()
	}
	return vectorText(o.Values[0])
}

// Symbols are where Lean says they are, on both evaluators: apart, aligned, never null, with their bytes.
func TestVectorsOfSymbols(t *testing.T) {
	var s symbolModule
	counts, modules, part := map[string]int{}, 0, testseed.Rounds(1, 5)
	vectorLines(t, symbolVectors, func(where, line string) {
		left, want, isCase := strings.Cut(line, " = ")
		words := strings.Fields(left)
		switch {
		case line == "module":
			s = symbolModule{}
			modules++
			return
		case modules%part > 0:
			return
		case !isCase:
			if err := s.add(words); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			return
		}
		text, ok := s.query(words)
		if !ok {
			t.Fatalf("%s: %q", where, line)
		}
		m, err := verified(text)
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		for _, exact := range []bool{false, true} {
			o, err := Run(context.Background(), m, Options{Exact: exact, PoisonResult: true, Strict: true})
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			if got := outcomeText(o); got != want {
				t.Errorf("%s: %s: exact %v: got %s", where, line, exact, got)
			}
		}
		counts[words[0]]++
	})
	for what, least := range map[string]int{"ptrdiff": 300, "same": 300, "aligned": 70, "null": 70, "load": 1500, "store": 1200, "landing_pad": 1} {
		if counts[what] < least/part/2 {
			t.Errorf("%d lines of %s, want at least %d", counts[what], what, least/part/2)
		}
	}
	t.Logf("%v", counts)
}
