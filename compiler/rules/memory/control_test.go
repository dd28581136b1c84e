package memory

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// flowWriter writes a function that ends in the terminator of a rule. Blocks that the rule knows
// nothing of tell that they were reached, and with what.
type flowWriter struct {
	r      *rand.Rand
	head   strings.Builder
	tail   strings.Builder
	next   int
	consts map[string]int64
	vars   map[string]string // in the block at hand
	blocks map[string]bool
	bad    bool // a constant means nothing

	exchanged bool // all branches go to the next block instead
}

func (w *flowWriter) name(prefix string) string { w.next++; return fmt.Sprint(prefix, w.next) }

func (w *flowWriter) number(x *schema.Expr) int64 {
	if x.Lit != "" {
		var n int64
		fmt.Sscan(x.Lit, &n)
		return n
	}
	if _, ok := w.consts[x.Const]; !ok {
		w.consts[x.Const] = int64(w.r.IntN(5)) - 1
	}
	return w.consts[x.Const]
}

// term writes the instructions of a term to out.
func (w *flowWriter) term(out *strings.Builder, t *schema.Term) string {
	def := func(format string, a ...any) string {
		v := w.name("v9")
		fmt.Fprintf(out, "  %s = %s\n", v, fmt.Sprintf(format, a...))
		return v
	}
	switch {
	case t.Var != "":
		return w.vars[t.Var]
	case t.Calc != nil:
		return def("iconst %d", w.number(t.Calc))
	case t.Bool != nil:
		return def("bconst %t", *t.Bool)
	}
	var args []string
	for _, a := range t.Args {
		args = append(args, w.term(out, a))
	}
	return def("%s %s", t.Op, strings.Join(args, ", "))
}

// target writes where a terminator goes to: a block of its own for one that is not a branch.
func (w *flowWriter) target(out *strings.Builder, t *schema.TermTree) string {
	var args []string
	for _, a := range t.Args {
		args = append(args, w.term(out, a))
	}
	to, body := "", t
	switch t.Term {
	case "br":
		block := t.Block
		if w.exchanged {
			block = map[string]string{"A": "B", "B": "C", "C": "A"}[block]
		}
		to = map[string]string{"A": "bb1", "B": "bb2", "C": "bb3"}[block]
		w.blocks[block] = true
	case "through":
		to, body = w.name("bb9"), t.Body
	default:
		to = w.name("bb9")
	}
	if t.Term != "br" {
		var b strings.Builder
		outer := w.vars
		w.vars = map[string]string{}
		for k, v := range outer {
			w.vars[k] = v
		}
		var params []string
		for n, p := range t.Params {
			w.vars[p] = w.name("v9")
			typ := "int"
			if t.Args[n].Bool != nil || t.Args[n].Type == "bool" {
				typ = "bool"
			}
			params = append(params, fmt.Sprintf("%s: %s", w.vars[p], typ))
		}
		head := ""
		if len(params) > 0 {
			head = "(" + strings.Join(params, ", ") + ")"
		}
		fmt.Fprintf(&b, "%s%s:\n", to, head)
		w.terminator(&b, body)
		w.tail.WriteString(b.String())
		w.vars = outer
	}
	if len(args) == 0 {
		return to
	}
	return fmt.Sprintf("%s(%s)", to, strings.Join(args, ", "))
}

func (w *flowWriter) terminator(out *strings.Builder, t *schema.TermTree) {
	switch t.Term {
	case "br", "through":
		to := w.target(out, t)
		fmt.Fprintf(out, "  br %s\n", to)
	case "brif":
		c := w.term(out, t.If)
		a, b := w.target(out, t.Then), w.target(out, t.Else)
		fmt.Fprintf(out, "  brif %s, %s, %s\n", c, a, b)
	case "switch":
		on := w.term(out, t.On)
		var cases []string
		seen := map[int64]bool{}
		for _, c := range t.Cases {
			n := w.number(c.Case)
			w.bad = w.bad || seen[n] // the text may not have a case twice
			seen[n] = true
			cases = append(cases, fmt.Sprintf("%d: %s", n, w.target(out, c.Goes)))
		}
		to := w.target(out, t.Default)
		fmt.Fprintf(out, "  switch %s, [%s], %s\n", on, strings.Join(cases, ", "), to)
	default:
		fmt.Fprintf(out, "  %s\n", t.Term)
	}
}

func (w *flowWriter) program(t *schema.TermTree) string {
	w.head.Reset()
	w.tail.Reset()
	w.next = 0
	w.blocks = map[string]bool{}
	w.vars = map[string]string{"a": "v0", "b": "v1", "c": "v2", "x": "v3", "p": "v4", "q": "v5"}
	var last strings.Builder
	w.terminator(&last, t)
	out := `func @f(int, int, int, int:s4, bool, bool) -> (int, int) {
bb0:
`
	for n := range 6 {
		out += fmt.Sprintf("  v%d = param %d\n", n, n)
	}
	out += last.String()
	for n, b := range []string{"A", "B", "C"} {
		if w.blocks[b] {
			out += fmt.Sprintf(`bb%d(v%d: int):
  v%d = iconst %d
  ret v%d, v%d
`, n+1, 6+2*n, 7+2*n, n, 7+2*n, 6+2*n)
		}
	}
	return out + w.tail.String() + "}\n"
}

// TestEveryControlRuleRuns writes functions that end in the pattern and in the replacement of each
// rule about terminators, and runs both on many inputs; and what the rule makes of the one with the pattern.
func TestEveryControlRuleRuns(t *testing.T) {
	first := testseed.Seed(t)
	const file = "../../../lean/export/memory.json"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set, err := schema.ReadMemory(file, data)
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) *ir.Module {
		return irtest.Parse(t, text)
	}
	enough := testseed.Rounds(1000, 30)
	for n, r := range set.Control {
		if !Controls()[n].Applied {
			t.Errorf("%s is not applied", r.Name)
		}
		flow := Flow{Rules: Choose(func(rule string) bool { return rule == r.Name }), Single: func(ir.Block) bool { return true }}
		w := &flowWriter{r: rand.New(rand.NewPCG(first, uint64(n)))}
		decided, applied := 0, 0
		for tries := 0; (decided < enough || applied < enough) && tries < 2*enough; tries++ {
			w.consts, w.bad = map[string]int64{}, false
			before := w.program(r.LHS)
			for _, p := range r.Pre {
				pred, ok := ir.ParsePred(p.Pred, false)
				if p.Fn != "cmp" || !ok {
					t.Fatalf("%s: unknown precondition %s", r.Name, p.Fn)
				}
				args := make([]int64, 2)
				for k := range args {
					args[k] = w.number(p.Args[k])
				}
				w.bad = w.bad || !pred.Holds(cmp.Compare(args[0], args[1]))
			}
			after := w.program(r.RHS)
			if w.bad {
				continue
			}
			k, res := check(t, parse(before), parse(after))
			if decided += k; res.Verdict() == difftest.Diverged {
				t.Fatalf("%s: %s\n%s\n%s", r.Name, res.Text(), before, after)
			}
			made := parse(before)
			f := made.Func("f")
			if end := f.Terminator(f.Entry()); !flow.Terminator(f, end) && !flow.Edge(f, end, 0) {
				t.Fatalf("%s does not fire\n%s", r.Name, before)
			}
			if err := ir.Verify(made); err != nil {
				t.Fatalf("%s: %v\n%s\nbecame\n%s", r.Name, err, before, made)
			}
			k, res = check(t, parse(before), made)
			if applied += k; res.Verdict() == difftest.Diverged {
				t.Fatalf("%s: %s\n%s\nbecame\n%s", r.Name, res.Text(), before, made)
			}
			// The same to other blocks must be seen.
			w.exchanged = true
			wrong := w.program(r.RHS)
			w.exchanged = false
			if k, res := check(t, parse(before), parse(wrong)); k > 0 && res.Verdict() != difftest.Diverged {
				t.Fatalf("%s: a wrong edge is not seen\n%s\n%s", r.Name, before, wrong)
			}
		}
		if decided < enough || applied < enough {
			t.Errorf("%s: only %d runs decide something, %d of what it made", r.Name, decided, applied)
		}
	}
	t.Logf("%d rules", len(set.Control))
}

// TestBadControlRules: a rule about terminators that the matcher could not read is an error with its name.
func TestBadControlRules(t *testing.T) {
	const br, other = `{"term": "br", "block": "A", "args": [{"var": "a"}]}`, `{"term": "br", "block": "B", "args": [{"var": "a"}]}`
	read := func(lhs, rhs, pre string) error {
		_, err := schema.ReadMemory("memory.json", fmt.Appendf(nil, `{"format": "tuffy-memory-rules", "version": 1, "memory": [], "control": [
 {"name": "r", "group": "control", "kind": "refinement", "doc": "", "lhs": %s, "rhs": %s, "pre": [%s], "theorem": "T", "axioms": []}]}`, lhs, rhs, pre))
		return err
	}
	brif := `{"term": "brif", "if": {"var": "p"}, "then": ` + br + `, "else": ` + other + `}`
	if err := read(brif, br, ""); err != nil {
		t.Error(err)
	}
	for _, row := range []struct{ lhs, rhs, pre, want string }{
		{brif, `{"term": "jump"}`, "", `unknown terminator "jump"`},
		{brif, `{"term": "br", "block": "A", "args": []}`, "", "br names no block, or has 0 arguments"},
		{`{"term": "brif", "then": ` + br + `, "else": ` + br + `}`, br, "", "brif has no condition"},
		{`{"term": "brif", "if": {"var": "p"}, "then": ` + br + `}`, br, "", "a part of a terminator is missing"},
		{`{"term": "switch", "cases": [], "default": ` + br + `}`, br, "", "switch has no operand"},
		{`{"term": "through", "params": ["x"], "args": [], "body": ` + br + `}`, br, "", "through has 0 arguments for 1 parameters"},
		{brif, br, `{"fn": "disjoint"}`, `unknown precondition "disjoint"`},
	} {
		if err := read(row.lhs, row.rhs, row.pre); err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), `rule "r"`) {
			t.Errorf("%s: got %v, want %q", row.lhs, err, row.want)
		}
	}
}
