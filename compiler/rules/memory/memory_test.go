package memory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// writer writes a program from the pattern of a rule.
type writer struct {
	strings.Builder
	r      *rand.Rand
	rule   *rule
	next   int
	params []string // types
	consts map[string]int64
	types  map[string]string
	vars   map[string]string
	mem    string
	apart  bool // pointers have no byte in common
	heap   bool
}

func (w *writer) v() string { w.next++; return fmt.Sprintf("v%d", w.next) }

func (w *writer) def(format string, a ...any) string {
	v := w.v()
	fmt.Fprintf(w, "  %s = %s\n", v, fmt.Sprintf(format, a...))
	return v
}

func (w *writer) pick(s ...string) string { return s[w.r.IntN(len(s))] }

// number chooses a constant that a pattern binds, and evaluates others.
func (w *writer) number(x *schema.Expr, choose func() int64) int64 {
	switch {
	case x.Const != "":
		if _, ok := w.consts[x.Const]; !ok {
			w.consts[x.Const] = choose()
		}
		return w.consts[x.Const]
	case x.Lit != "":
		var n int64
		fmt.Sscan(x.Lit, &n)
		return n
	}
	panic("BUG: a pattern computes a constant")
}

func (w *writer) bytes() int64  { return int64(1 + w.r.IntN(9)) }
func (w *writer) offset() int64 { return int64(w.r.IntN(8)) - int64(w.r.IntN(2)*w.r.IntN(4)) }
func (w *writer) align() int64  { return 1 << (w.r.IntN(3) * w.r.IntN(2)) }

// typ is the type of an access and the number in its mnemonic.
func (w *writer) typ(t *schema.MemType) (string, int64) {
	sizes := map[string]int64{"bool": 1, "ptr": 8, "f32": 4, "f64": 8}
	name := t.Type
	if t.Var != "" {
		if w.types[t.Var] == "" {
			w.types[t.Var] = w.pick("int", "int", "bool", "ptr", "f32", "f64", fmt.Sprintf("byte(%d)", w.bytes()))
			w.consts["size "+t.Var] = w.bytes()
		}
		name = w.types[t.Var]
		if name == "int" {
			return name, w.consts["size "+t.Var]
		}
	}
	switch {
	case name == "int":
		return name, w.number(t.Size, w.bytes)
	case name == "bytes":
		name = fmt.Sprintf("byte(%d)", w.number(t.Size, w.bytes))
	}
	if n, ok := sizes[name]; ok {
		return name, n
	}
	var n int64
	fmt.Sscanf(name, "byte(%d)", &n)
	return name, n
}

// param makes a parameter of a type.
func (w *writer) param(typ string) string {
	w.params = append(w.params, typ)
	return w.def("param %d", len(w.params)-1)
}

func (w *writer) base(name string) string {
	if v, ok := w.vars[name]; ok {
		return v
	}
	var v string
	switch n := len(w.vars); {
	case w.heap:
		v = w.v()
		m := w.v()
		fmt.Fprintf(w, "  %s, %s = call %s(%s), %s -> ptr\n", m, v, w.def("symbol_addr @malloc"), w.def("iconst 16"), w.mem)
		w.mem = m
	case w.apart:
		v = w.def("ptradd %s, %s", w.def("symbol_addr @d"), w.def("iconst %d", 16*n+w.r.IntN(4)))
	case w.r.IntN(4) == 0:
		v = w.param("ptr")
	default:
		v = w.def("ptradd %s, %s", w.def("symbol_addr @%s", w.pick("d", "d", "e")), w.def("iconst %d", w.r.IntN(24)))
	}
	w.vars[name] = v
	return v
}

func (w *writer) address(a *schema.Addr) string {
	base := w.base(a.Base)
	if off := w.number(a.Off, w.offset); off != 0 {
		return w.def("ptradd %s, %s", base, w.def("iconst %d", off))
	}
	return base
}

// term makes the value of a term; typ is the type that a variable of any type has.
func (w *writer) term(t *schema.Term, typ string, choose func() int64) string {
	switch {
	case t.Var != "":
		if t.Type != "any" {
			typ = t.Type
		}
		if w.vars[t.Var] == "" {
			w.vars[t.Var] = w.param(typ)
		}
		return w.vars[t.Var]
	case t.Calc != nil:
		return w.def("iconst %d", w.number(t.Calc, choose))
	}
	n := w.number(t.Args[1].Calc, func() int64 { return 1 + int64(w.r.IntN(80)) })
	return w.def("%s %s, %d", t.Op, w.term(t.Args[0], typ, choose), n)
}

func (w *writer) inst(p *schema.MemInst) {
	align := ""
	if p.Align != nil {
		if n := w.number(p.Align, w.align); n > 1 {
			align = fmt.Sprintf(", align=%d", n)
		}
	}
	any64 := func() int64 { return w.r.Int64N(1<<20) - 1<<18 }
	length := func() int64 { return int64(w.r.IntN(17)) }
	switch p.Inst {
	case "load":
		t, n := w.typ(p.Of)
		at := w.address(p.At)
		w.vars[p.Result] = w.def("load.%d %s%s, %s -> %s", n, at, align, w.mem, t)
	case "store":
		t, n := w.typ(p.Of)
		v := w.term(p.Value, t, any64)
		w.mem = w.def("store.%d %s, %s%s, %s", n, v, w.address(p.At), align, w.mem)
	case "memset":
		at := w.address(p.At)
		v := w.term(p.Value, "int", any64)
		w.mem = w.def("memset %s, %s, %s%s, %s", at, v, w.term(p.Length, "int", length), align, w.mem)
	case "memcpy", "memmove":
		at, from := w.address(p.At), w.address(p.From)
		w.mem = w.def("%s %s, %s, %s%s, %s", p.Inst, at, from, w.term(p.Length, "int", length), align, w.mem)
	case "stack_slot":
		n := w.number(p.Size, func() int64 { return int64(4 + w.r.IntN(12)) })
		w.vars[p.Result] = w.def("stack_slot %d%s", n, strings.TrimPrefix(strings.Replace(align, "=", " ", 1), ","))
	case "free":
		at := w.address(p.At)
		w.mem = w.def("call %s(%s), %s", w.def("symbol_addr @free"), at, w.mem)
	}
}

// program is a function with the instructions of the pattern, which gives their results.
func (w *writer) program(r *rule) string {
	w.Reset()
	w.rule, w.next, w.params, w.mem = r, 0, nil, "v0"
	w.consts, w.types, w.vars = map[string]int64{}, map[string]string{}, map[string]string{}
	w.apart = slices.ContainsFunc(r.Pre, func(p schema.MemPre) bool { return p.Fn == "disjoint" })
	w.heap = r.last == free
	for n := range r.LHS {
		w.inst(&r.LHS[n])
	}
	var results, types []string
	for n := range r.LHS {
		if p := &r.LHS[n]; p.Inst == "load" {
			t, _ := w.typ(p.Of)
			results, types = append(results, w.vars[p.Result]), append(types, t)
		}
	}
	if len(results) == 0 {
		results, types = []string{w.def("iconst 0")}, []string{"int"}
	}
	body, result := w.String(), types[0]
	if len(types) > 1 {
		result = "(" + strings.Join(types, ", ") + ")"
	}
	return fmt.Sprintf(`data @d align 8 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP"
data @e align 8 = zero 40
func @f(%s) -> %s {
bb0(v0: mem):
%s  ret %s, %s
}
`,
		strings.Join(w.params, ", "), result, body, strings.Join(results, ", "), w.mem)
}

// distinct is what alias analysis says of the programs that the test writes.
func (e *env) distinct(p ir.Value, n int64, q ir.Value, k int64) bool {
	d, ok := distance(e.f, q, p)
	return ok && (d >= n || -d >= k)
}

// insts finds the instructions on memory that the pattern is about, the last of the function.
func insts(f *ir.Func, r *rule) []ir.Inst {
	var out []ir.Inst
	for i := range f.Insts(f.Entry()) {
		if k := kindOf(f, i); k != plain && k != barrier {
			out = append(out, i)
		}
	}
	return out[len(out)-len(r.LHS):]
}

// subject is a program with the pattern of a rule, and the same after the rule.
func (w *writer) subject(t *testing.T, r *rule) (before, after *ir.Module, ok bool) {
	text := w.program(r)
	before = irtest.Parse(t, text)
	after = before.Clone()
	e := env{f: after.Funcs[0], o: &Options{}}
	e.o.Disjoint = e.distinct
	matched := insts(e.f, r)
	if !e.match(r, matched...) || !e.fits(r) {
		return nil, nil, false
	}
	e.replace(r, matched)
	if err := ir.Verify(after); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", r.Name, err, before, after)
	}
	return before, after, true
}

// check runs both on many inputs, and counts the runs that decide something.
func check(t *testing.T, before, after *ir.Module) (decided int, res *difftest.Result) {
	t.Helper()
	res, err := difftest.Check(context.Background(), before, after, difftest.Config{Runs: 60, Entry: "f", Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Pairs {
		decided += p.Runs - p.Undefined - p.Inconclusive
	}
	return decided, res
}

// TestEveryRuleRuns writes programs from the pattern of each rule, applies the rule and runs both on
// many inputs; rules that are applied by themselves must be found by Apply, too.
func TestEveryRuleRuns(t *testing.T) {
	first := testseed.Seed(t)
	want := testseed.Rounds(1000, 25)
	for n := range prepared {
		r := &prepared[n]
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			w := &writer{r: rand.New(rand.NewPCG(first, uint64(n)))}
			decided, found := 0, 0
			for tries := 0; decided < want && tries < 20*want; tries++ {
				before, after, ok := w.subject(t, r)
				if !ok {
					continue
				}
				k, res := check(t, before, after)
				if decided += k; res.Verdict() == difftest.Diverged {
					t.Fatalf("%s\n%s\n%s", res.Text(), before, after)
				}
				if r.info.Applied && found < 5 {
					found += w.applied(t, r, before)
				}
			}
			if decided < want {
				t.Errorf("only %d runs decide something", decided)
			}
			if r.info.Applied && found == 0 {
				t.Error("never found by Apply")
			}
		})
	}
}

// applied lets Apply find the rule, and checks what it makes.
func (w *writer) applied(t *testing.T, r *rule, before *ir.Module) (found int) {
	after := before.Clone()
	e := env{f: after.Funcs[0]}
	Apply(after.Funcs[0], Options{Disjoint: e.distinct, Allow: func(x Firing) bool {
		if x.Rule.Name == r.Name {
			found++
		}
		return x.Rule.Name == r.Name
	}})
	if err := ir.Verify(after); err != nil {
		t.Fatalf("%v\n%s\n%s", err, before, after)
	}
	if _, res := check(t, before, after); res.Verdict() == difftest.Diverged {
		t.Fatalf("%s\n%s\n%s", res.Text(), before, after)
	}
	return found
}

// TestPlanted leaves out preconditions, one at a time; each must be seen to be needed.
func TestPlanted(t *testing.T) {
	first := testseed.Seed(t)
	for _, x := range []struct{ rule, without string }{
		{"store_load", "notInt"}, {"store_load_part", "within"}, {"dead_store", "within"}, {"dead_store_memset", "within"}, {"memset_dead", "within"},
		{"store_zext", "cmp"}, {"memset_load", "within"}, {"memcpy_load", "within"}, {"store_memcpy", "within"},
	} {
		n := slices.IndexFunc(prepared, func(r rule) bool { return r.Name == x.rule })
		r := prepared[n]
		without := *r.MemRule
		without.Pre = slices.DeleteFunc(slices.Clone(r.Pre), func(p schema.MemPre) bool { return p.Fn == x.without })
		if len(without.Pre) == len(r.Pre) {
			t.Errorf("%s has no precondition %s", x.rule, x.without)
		}
		r.MemRule = &without
		w := &writer{r: rand.New(rand.NewPCG(first, uint64(n)))}
		seen := false
		for tries := 0; tries < 2000 && !seen; tries++ {
			if before, after, ok := w.subject(t, &r); ok {
				_, res := check(t, before, after)
				seen = res.Verdict() == difftest.Diverged
			}
		}
		if !seen {
			t.Errorf("%s without %s: no divergence seen", x.rule, x.without)
		}
	}
}
