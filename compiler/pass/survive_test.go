package pass_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/parser"
)

// alteration is a change that a person makes of a program. It gives the program after, nil if there is no
// place for it, and which decisions of the program before it is about, nil for none.
type alteration struct {
	name  string
	least int // per cent of the decisions that it is not about
	make  func(m *ir.Module, r *rand.Rand) (now *ir.Module, affects func(e *trace.Entry) bool)
}

// alterations are those of which a trace must survive the most.
var alterations = []alteration{
	{"add a dead iconst", 95, func(m *ir.Module, r *rand.Rand) (*ir.Module, func(*trace.Entry) bool) {
		f := m.Funcs[r.IntN(len(m.Funcs))]
		if f.Entry() == ir.NoBlock {
			return nil, nil
		}
		f.Before(f.FirstInst(f.Entry())).Int64(int64(r.IntN(9)), ir.Synthetic)
		return m, nil
	}},
	{"remove a dead iconst", 95, nil}, // the first one the other way round
	{"remove an instruction", 85, removeInst},
	{"rename", 95, func(m *ir.Module, r *rand.Rand) (*ir.Module, func(*trace.Entry) bool) {
		add := 1 + r.IntN(500)
		text := regexp.MustCompile(`\b(v|bb)\d+\b`).ReplaceAllStringFunc(m.String(), func(s string) string {
			kind := strings.TrimRight(s, "0123456789")
			n, _ := strconv.Atoi(s[len(kind):])
			return kind + strconv.Itoa(n+add)
		})
		n, err := parser.Parse("renamed.tir", []byte(text))
		if err != nil {
			panic(err)
		}
		return n, nil
	}},
	{"add a function", 95, func(m *ir.Module, r *rand.Rand) (*ir.Module, func(*trace.Entry) bool) {
		n, err := parser.Parse("added.tir", []byte(added+m.String()))
		if err != nil {
			panic(err)
		}
		return n, nil
	}},
	{"move a function", 95, func(m *ir.Module, r *rand.Rand) (*ir.Module, func(*trace.Entry) bool) {
		if len(m.Funcs) < 2 {
			return nil, nil
		}
		m.Funcs = append(m.Funcs[1:], m.Funcs[0])
		return m, nil
	}},
	{"split a block", 95, func(m *ir.Module, r *rand.Rand) (*ir.Module, func(*trace.Entry) bool) {
		f := m.Funcs[r.IntN(len(m.Funcs))]
		if f.Entry() == ir.NoBlock {
			return nil, nil
		}
		all := slices.Collect(f.AllInsts())
		i := all[r.IntN(len(all))]
		if i == f.FirstInst(f.InstBlock(i)) {
			return nil, nil
		}
		edit.Split(f, i, ir.Synthetic)
		return m, nil
	}},
}

const added = `func @added_to_it(int) -> int {
bb0:
 v0 = param 0
 v1 = iconst 8
 v2 = mul v0, v1
 ret v2
}
`

// removeInst takes an instruction of one operand's type away: its uses get the operand. Decisions are about it whose lines
// name a value that it was made of or that is made of it.
func removeInst(m *ir.Module, r *rand.Rand) (*ir.Module, func(e *trace.Entry) bool) {
	f := m.Funcs[r.IntN(len(m.Funcs))]
	var may []ir.Inst
	for i := range f.AllInsts() {
		if f.Op(i).Is(ir.Speculates) && f.NumResults(i) == 1 && f.NumOperands(i) > 0 && f.TypeOf(f.Arg(i, 0)) == f.TypeOf(f.Result(i, 0)) {
			may = append(may, i)
		}
	}
	if len(may) == 0 {
		return nil, nil
	}
	i := may[r.IntN(len(may))]
	names, about := f.Names(), map[string]bool{}
	note := func(v ir.Value) { about[names.Name(v)] = true }
	work, seen := []ir.Inst{i}, map[ir.Inst]bool{i: true}
	for len(work) > 0 {
		k := work[0]
		work = work[1:]
		for _, v := range f.Results(k) {
			note(v)
			for u := range f.Uses(v) {
				if !seen[u.Inst] {
					seen[u.Inst] = true
					work = append(work, u.Inst)
				}
			}
		}
		for _, t := range f.Targets(k) {
			for _, v := range f.Args(t.Block) {
				if !about[names.Name(v)] {
					note(v)
					for u := range f.Uses(v) {
						if !seen[u.Inst] {
							seen[u.Inst] = true
							work = append(work, u.Inst)
						}
					}
				}
			}
		}
	}
	// What was read by it alone is dead without it.
	for work = append(work[:0], i); len(work) > 0; work = work[1:] {
		for n := range f.NumOperands(work[0]) {
			v := f.Arg(work[0], n)
			if uses := len(slices.Collect(f.Uses(v))); work[0] == i || uses == 1 {
				note(v)
				if d := f.Def(v); d != ir.NoInst && uses == 1 {
					work = append(work, d)
				}
			}
		}
	}
	for _, t := range []ir.Inst{i} {
		f.ReplaceUses(f.Result(t, 0), f.Arg(t, 0))
		f.RemoveInst(t)
	}
	return m, touched(map[string]map[string]bool{f.Name: about})
}

// word is a name of a value or of a function.
var word = regexp.MustCompile(`\bv\d+\b|@[\w.]+`)

// touched finds, in the order of a trace, the entries whose lines name a value of a set or a function that has one; what
// such an entry makes is in the set from then on.
func touched(sets map[string]map[string]bool) func(e *trace.Entry) bool {
	known := map[*trace.Entry]bool{}
	return func(e *trace.Entry) bool {
		if is, seen := known[e]; seen {
			return is
		}
		set := sets[e.Function]
		var words []string
		for _, part := range []*trace.Fragment{e.Before, e.After} {
			for _, line := range part.Instructions {
				words = append(words, word.FindAllString(line, -1)...)
			}
		}
		is := set[e.At] || slices.ContainsFunc(words, func(w string) bool { return set[w] || w[0] == '@' && sets[w[1:]] != nil })
		if is {
			if set == nil {
				set = map[string]bool{}
				sets[e.Function] = set
			}
			for _, w := range words {
				set[w] = set[w] || w[0] == 'v'
			}
		}
		known[e] = is
		return is
	}
}

// survival counts decisions that an alteration is not about, and what became of them.
type survival struct{ programs, decisions, followed, same int }

// survive alters a program and holds the trace of the program before against it.
func (s *survival) survive(t *testing.T, m *ir.Module, alter alteration, seed uint64) {
	t.Helper()
	options := pass.Options{Config: configOf(t, "2"), Trace: trace.Full, Policy: opt.FunctionPolicy()}
	make := alter.make
	if make == nil {
		make = alterations[0].make
	}
	changed, affects := make(m.Clone(), rand.New(rand.NewPCG(seed, 0)))
	if changed == nil {
		return
	}
	// Read again, so that handles and what stands for them are other ones.
	changed, err := parser.Parse("altered.tir", []byte(changed.String()))
	if err != nil {
		t.Fatal(err)
	}
	if ir.Verify(changed) != nil {
		return
	}
	if alter.make == nil {
		m, changed = changed, m.Clone()
	}
	s.programs++
	old, err := pass.Recorded(context.Background(), m.Clone(), opt.Passes(), options)
	if err != nil {
		t.Fatal(err)
	}
	now, err := pass.Recorded(context.Background(), changed.Clone(), opt.Passes(), options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pass.Replay(context.Background(), changed, opt.Passes(), old, pass.ReplayOptions{Lenient: true, Policy: opt.FunctionPolicy()})
	if err != nil {
		t.Fatal(err)
	}
	about := func(e *trace.Entry) bool { return affects != nil && affects(e) }
	lost, other := 0, 0
	for n := range old.Entries {
		if !about(&old.Entries[n]) {
			s.decisions++
		}
	}
	for _, d := range r.Diverged {
		if !about(&old.Entries[d.Step-1]) {
			lost++
		}
	}
	for _, c := range trace.Diff(old, now) {
		if c.Old != nil && !about(c.Old) {
			other++
		}
	}
	s.followed -= lost
	s.same -= other
}

// TestTracesSurvive: what a change of a program is not about is decided as before, follows the trace of the program
// before it, and is no difference of the traces.
func TestTracesSurvive(t *testing.T) {
	seed := testseed.Seed(t)
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "*", "*.tir"))
	if err != nil || len(files) < 100 {
		t.Fatal(err, len(files))
	}
	var subjects []*ir.Module
	for _, m := range programs(t, 200) {
		subjects = append(subjects, parse(t, m.String())) // as a file, where each instruction has an origin
	}
	for _, name := range testseed.Sample(t, 12, files) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := parser.Parse(name, src); err == nil && ir.Verify(m) == nil && len(m.Funcs) > 0 {
			subjects = append(subjects, m)
		}
	}
	for _, a := range alterations {
		s := &survival{}
		for k, m := range subjects {
			s.survive(t, m, a, seed+uint64(k))
		}
		s.followed += s.decisions
		s.same += s.decisions
		t.Logf("%s: %d programs, %d decisions that it is not about: %.2f %% followed, %.2f %% the same",
			a.name, s.programs, s.decisions, 100*float64(s.followed)/float64(s.decisions), 100*float64(s.same)/float64(s.decisions))
		if s.followed*100 < s.decisions*a.least || s.same*100 < s.decisions*a.least || s.programs < 20 {
			t.Errorf("%s: fewer than %d %% survive", a.name, a.least)
		}
	}
}

// TestEntriesAreWhole: of every rewrite a full trace shows lines before and after that are not the same, and facts whose kinds are
// in the table; what a replay with another text of what was matched or made does is to refuse it.
func TestEntriesAreWhole(t *testing.T) {
	known := map[string]bool{}
	for _, k := range trace.FactKinds {
		known[k.Name] = true
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "*", "*.tir"))
	if err != nil || len(files) < 100 {
		t.Fatal(err, len(files))
	}
	entries, alone := 0, 0
	for _, name := range testseed.Sample(t, 12, files) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parser.Parse(name, src)
		if err != nil || ir.Verify(m) != nil {
			continue
		}
		for _, level := range []string{"2", "3", "fast"} {
			rec, err := pass.Recorded(context.Background(), m.Clone(), opt.Passes(), pass.Options{Config: opt.ForMachine(configOf(t, level)), Trace: trace.Full})
			if err != nil {
				t.Fatal(err)
			}
			for n := range rec.Entries {
				e := &rec.Entries[n]
				entries++
				if slices.Equal(e.Before.Instructions, e.After.Instructions) {
					t.Errorf("%s at -O%s: nothing changes: %s", name, level, e.Text())
				}
				if len(e.Context) == 0 {
					alone++
				}
				for _, f := range e.Context {
					if !known[f.Kind] {
						t.Errorf("%s: no kind of facts is called %q", e.Heading(), f.Kind)
					}
				}
			}
		}
	}
	if entries < 300 || alone*20 > entries {
		t.Errorf("of %d entries %d know nothing", entries, alone)
	}
}

// TestAlteredEntries: an entry with another text of what it matches or makes is refused, and named with both texts.
func TestAlteredEntries(t *testing.T) {
	const src = `func @f(int) -> int {
bb0:
v0 = param 0
v1 = iconst 8
v2 = mul v0, v1
ret v2
}
`
	for _, c := range []struct {
		alter func(e *trace.Entry)
		want  string
	}{
		{func(e *trace.Entry) {}, ""},
		{func(e *trace.Entry) {
			e.Before = &trace.Fragment{Instructions: []string{"v7 = mul v5, v6", "ret v7", "v6 = iconst 8"}}
		}, ""},
		{func(e *trace.Entry) { e.Before = &trace.Fragment{Instructions: []string{"v2 = mul v0, v0"}} }, `pattern not found: expected ["v2 = mul v0, v0"], is ["v2 = mul v0, v1"]`},
		{func(e *trace.Entry) {
			e.After = &trace.Fragment{Instructions: []string{"v3 = iconst 4", "v4 = shl v0, v3"}}
		}, `different decision: after: expected ["v3 = iconst 4" "v4 = shl v0, v3"]`},
		{func(e *trace.Entry) { e.Pattern++ }, "pattern not found: the trace says that it has the hash"},
		{func(e *trace.Entry) { e.Context[0].Value = "4" }, "precondition failed: const v1: expected 4, is 8"},
		{func(e *trace.Entry) { e.Decision.Proof = "" }, "different decision: expected equivalence, is equivalence, theorem"},
	} {
		rec, err := pass.Recorded(context.Background(), parse(t, src), opt.Passes(), pass.Options{Config: configOf(t, "2"), Trace: trace.Full})
		if err != nil || rec.Entries[0].Rule != "mul_pow2" {
			t.Fatal(err, rec)
		}
		c.alter(&rec.Entries[0])
		_, div, err := replay(parse(t, src), rec, pass.ReplayOptions{})
		if err != nil || (div == nil) != (c.want == "") || div != nil && !strings.Contains(div.Error(), c.want) {
			t.Errorf("%v, %v, want %q", div, err, c.want)
		}
	}
}
