package reduce_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
)

// keeps is the function that stays.
var keeps = []string{"main"}

// config makes the programs here.
var config = preset.Config{Features: preset.AllFeatures, Swarm: 600, MinInsts: 30, MaxInsts: 120, MaxFuncs: 3, Broken: 30, UB: 30}

func run(m *ir.Module, c *interp.Coverage) *interp.Outcome {
	if m.Func("main") == nil {
		return nil
	}
	out, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Fuel: 20_000, MemLimit: 16 << 20, MaxDepth: 200, Coverage: c})
	if err != nil {
		return nil
	}
	return out
}

// question is what a program is asked; pick chooses one that the program answers with yes.
type question struct {
	name string
	ask  func(m *ir.Module) bool
	slow bool // answers take their time, each another one
}

func pick(m *ir.Module, r *rand.Rand) question {
	ops := map[ir.Op]int{}
	var all []ir.Op
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if ops[f.Op(i)]++; ops[f.Op(i)] == 1 {
					all = append(all, f.Op(i))
				}
			}
		}
	}
	op := all[r.IntN(len(all))]
	least := 1 + r.IntN(ops[op])
	switch r.IntN(3) {
	case 0:
		return question{name: fmt.Sprintf("at least %d of %s", least, op), ask: func(m *ir.Module) bool { return count(m, op) >= least }}
	case 1:
		cov := &interp.Coverage{}
		run(m, cov)
		if cov.Ops[op] == 0 {
			op = ir.OpIConst
		}
		if cov.Ops[op] > 0 {
			return question{name: "executes " + op.String(), ask: func(m *ir.Module) bool {
				cov := &interp.Coverage{}
				return run(m, cov) != nil && cov.Ops[op] > 0
			}}
		}
	}
	want := verdict(run(m, nil))
	return question{name: "ends with " + want, ask: func(m *ir.Module) bool { return verdict(run(m, nil)) == want }}
}

func count(m *ir.Module, op ir.Op) int {
	n := 0
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == op {
					n++
				}
			}
		}
	}
	return n
}

// verdict says how a run ended; results count, output does not.
func verdict(o *interp.Outcome) string {
	if o == nil {
		return "nothing"
	}
	s := o.Kind.String()
	if o.UB != nil {
		s += " " + o.UB.Code.ID()
	}
	for _, v := range o.Values {
		if x, ok := v.(interp.Int); ok {
			s += " " + x.V.String()
		}
	}
	return s
}

// watched is a question that checks what it is asked: candidates verify, and are not asked
// twice but for the start and the result.
type watched struct {
	t testing.TB
	q question

	mu    sync.Mutex
	asked map[string]int
}

func (w *watched) Interesting(ctx context.Context, c reduce.Case) (bool, error) {
	if err := ir.Verify(c[0]); err != nil {
		w.t.Errorf("a candidate does not verify: %v", err)
	}
	text := c.Text()
	w.mu.Lock()
	if w.asked == nil {
		w.asked = map[string]int{}
	}
	w.asked[text]++
	w.mu.Unlock()
	if w.q.slow {
		time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
	}
	ok := w.q.ask(c[0])
	if c.Text() != text {
		w.t.Error("the predicate changed the candidate")
	}
	return ok, ctx.Err()
}

func reduced(t testing.TB, m *ir.Module, q question, o reduce.Options) *reduce.Result {
	t.Helper()
	text := m.Canonical()
	w := &watched{t: t, q: q}
	o.Keep = keeps
	res, err := reduce.Run(context.Background(), reduce.Case{m}, w, o)
	if err != nil {
		t.Fatalf("%s: %v\n%s", q.name, err, text)
	}
	if m.Canonical() != text {
		t.Errorf("%s: the start was changed", q.name)
	}
	twice := 0
	for _, n := range w.asked {
		twice += n - 1
	}
	if twice > 3 {
		t.Errorf("%s: %d programs were asked about again", q.name, twice)
	}
	return res
}

// reread is what the file of m would be: addresses depend on what a module knew before.
func reread(t testing.TB, m *ir.Module) *ir.Module {
	t.Helper()
	back := irtest.Parse(t, m.Canonical())
	return back
}

// programs makes n programs with a question each.
func programs(t testing.TB, n int, do func(m *ir.Module, q question)) {
	s := testseed.Seed(t)
	for k := range n {
		r := rand.New(rand.NewPCG(s, uint64(k)))
		m := reread(t, gen.Program(gen.Expand(r.Uint64(), 900), config))
		do(m, pick(m, r))
	}
}

// TestJobs: the result and the counts are the same however many predicates run at a time, and
// however long they take.
func TestJobs(t *testing.T) {
	programs(t, testseed.Rounds(12, 2), func(m *ir.Module, q question) {
		var want string
		q.slow = true
		for _, jobs := range testseed.Every(2, []int{1, 2, 5}) {
			res := reduced(t, m, q, reduce.Options{Jobs: jobs})
			s := res.Stats
			got := fmt.Sprintf("%d rounds, %d tests, %d hits, %d invalid, %d useless\n%s", s.Round, s.Tests, s.Hits, s.Invalid, s.Useless, res.Best.Text())
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s: with -j 1\n%s\nwith -j %d\n%s", q.name, want, jobs, got)
			}
		}
	})
}

// TestOneMinimal: of the result no single removal is interesting: neither an edit of a row
// that removes, nor a plain removal that shares no code with them.
func TestOneMinimal(t *testing.T) {
	left, start := 0, 0
	programs(t, testseed.Rounds(60, 8), func(m *ir.Module, q question) {
		res := reduced(t, m, q, reduce.Options{Jobs: 1})
		if !res.Complete || res.Flaky || !q.ask(res.Best[0]) {
			t.Fatalf("%s: complete %v, flaky %v", q.name, res.Complete, res.Flaky)
		}
		start, left = start+res.Stats.Start, left+res.Stats.Size
		removed := 0
		for _, s := range res.Stats.Transforms {
			removed += s.Removed
		}
		if s := res.Stats; removed != s.Start-s.Size || s.Size != res.Best.Insts() {
			t.Errorf("%s: from %d to %d (%d counted) the rows removed %d", q.name, s.Start, s.Size, res.Best.Insts(), removed)
		}
		for _, tr := range reduce.Transforms() {
			if !tr.Removes {
				continue
			}
			for _, c := range reduce.Candidates(tr, res.Best, nil, keeps) {
				if q.ask(c[0]) {
					t.Errorf("%s: %s could remove more: from\n%s\nto\n%s", q.name, tr.Name, res.Best.Text(), c.Text())
				}
			}
		}
		for _, c := range removals(res.Best[0]) {
			if q.ask(reread(t, c)) {
				t.Errorf("%s: from\n%s\nto\n%s", q.name, res.Best.Text(), c)
			}
		}
	})
	t.Logf("%d instructions became %d", start, left)
}

// removals makes the programs without one item, or without one unused instruction.
func removals(m *ir.Module) []*ir.Module {
	var out []*ir.Module
	add := func(c *ir.Module) {
		if ir.Verify(c) == nil {
			out = append(out, c)
		}
	}
	for _, gone := range m.Items {
		if gone.Kind == ir.ItemFunc && m.Funcs[gone.Index].Name == "main" {
			continue
		}
		c := m.Clone()
		c.Remove(func(it ir.Item) bool { return it == gone })
		add(c)
	}
	for n, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				used := false
				for _, v := range f.Results(i) {
					used = used || f.HasUses(v)
				}
				if !used && !f.Op(i).IsTerminator() {
					c := m.Clone()
					c.Funcs[n].RemoveInst(i)
					add(c)
				}
			}
		}
	}
	return out
}

// TestResume: what is left after an interruption is saved, interesting and never worse than
// before; from there a new run ends as small as one that was not interrupted, or nearly so.
func TestResume(t *testing.T) {
	whole, resumed := 0, 0
	programs(t, testseed.Rounds(20, 3), func(m *ir.Module, q question) {
		full := reduced(t, m, q, reduce.Options{Jobs: 1})
		whole += full.Stats.Size
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		asked := 0
		var saved string
		res, err := reduce.Run(ctx, reduce.Case{m}, reduce.PredicateFunc(func(ctx context.Context, c reduce.Case) (bool, error) {
			if asked++; asked > 3+full.Stats.Tests/2 {
				cancel()
				return false, nil // what a killed command seems to say
			}
			return q.ask(c[0]), nil
		}), reduce.Options{Keep: keeps, Jobs: 1, Save: func(c reduce.Case) error { saved = c.Text(); return nil }})
		if err != nil && (err != ctx.Err() || res == nil) {
			t.Fatal(err)
		}
		if res.Best.Text() != saved || !q.ask(res.Best[0]) || res.Complete && full.Stats.Tests > 1 {
			t.Fatalf("%s: interrupted, the result is not what was saved, not interesting, or complete (%v)", q.name, res.Complete)
		}
		back := irtest.Parse(t, saved)
		again := reduced(t, back, q, reduce.Options{Jobs: 2})
		if reduce.Cheaper(reduce.Case{back}, again.Best) {
			t.Errorf("%s: resumed, it became worse", q.name)
		}
		resumed += again.Stats.Size
	})
	t.Logf("%d instructions without interruptions, %d with", whole, resumed)
	if resumed*10 > whole*11+100 {
		t.Errorf("%d instructions without interruptions, %d with", whole, resumed)
	}
}

// TestAgain: a result does not shrink further.
func TestAgain(t *testing.T) {
	programs(t, testseed.Rounds(15, 5), func(m *ir.Module, q question) {
		res := reduced(t, m, q, reduce.Options{Jobs: 1})
		again := reduced(t, res.Best[0], q, reduce.Options{Jobs: 1})
		if again.Best.Text() != res.Best.Text() {
			t.Errorf("%s: from\n%s\nto\n%s", q.name, res.Best.Text(), again.Best.Text())
		}
	})
}

const sample = `func @main() -> int {
  bb0:
    v0 = iconst 6
    v1 = mul v0, v0
    v2 = add v1, v0
    v3 = sub v2, v0
    ret v3
}
`

func module(t testing.TB) *ir.Module {
	t.Helper()
	return irtest.Parse(t, sample)
}

// TestErrors: an uninteresting start, a flaky predicate at the start and at the end, one that
// fails, and a result that cannot be saved. What was found so far is never lost.
func TestErrors(t *testing.T) {
	broken := errors.New("no space left on device")
	asked := 0
	hasMul := func(c reduce.Case) bool { return count(c[0], ir.OpMul) > 0 }
	for _, row := range []struct {
		name  string
		ask   func(c reduce.Case) (bool, error)
		save  func(c reduce.Case) error
		want  error
		lost  bool // there is no result
		flaky bool
	}{
		{name: "never", ask: func(reduce.Case) (bool, error) { return false, nil }, want: reduce.ErrUninteresting, lost: true},
		{name: "first", ask: func(reduce.Case) (bool, error) { return asked == 1, nil }, want: reduce.ErrFlaky, lost: true},
		{name: "not the first", ask: func(reduce.Case) (bool, error) { return asked != 1, nil }, want: reduce.ErrFlaky, lost: true},
		{name: "broken at once", ask: func(reduce.Case) (bool, error) { return false, broken }, want: broken, lost: true},
		{name: "broken later", ask: func(c reduce.Case) (bool, error) {
			if asked > 9 {
				return false, broken
			}
			return hasMul(c), nil
		}, want: broken},
		{name: "cannot save the start", ask: func(c reduce.Case) (bool, error) { return hasMul(c), nil }, save: func(c reduce.Case) error { return broken }, want: broken},
		{name: "cannot save", ask: func(c reduce.Case) (bool, error) { return hasMul(c), nil }, save: func(c reduce.Case) error {
			if c.Insts() < 4 {
				return broken
			}
			return nil
		}, want: broken},
		{name: "says yes to everything once", ask: func(c reduce.Case) (bool, error) {
			return c.Text() == sample || asked == 5, nil
		}, flaky: true},
	} {
		t.Run(row.name, func(t *testing.T) {
			asked = 0
			res, err := reduce.Run(context.Background(), reduce.Case{module(t)}, reduce.PredicateFunc(func(_ context.Context, c reduce.Case) (bool, error) {
				asked++
				return row.ask(c)
			}), reduce.Options{Keep: keeps, Jobs: 1, Save: row.save})
			if !errors.Is(err, row.want) || (err == nil) != (row.want == nil) {
				t.Errorf("error %v, want %v", err, row.want)
			}
			if (res == nil) != row.lost {
				t.Fatalf("result %v", res)
			}
			if res != nil && (res.Flaky != row.flaky || res.Complete && err != nil || !row.flaky && !hasMul(res.Best)) {
				t.Errorf("flaky %v, complete %v\n%s", res.Flaky, res.Complete, res.Best.Text())
			}
		})
	}
}

// TestGrow: programs that must become larger before they can become smaller.
func TestGrow(t *testing.T) {
	executes := func(n int64, ops ...ir.Op) func(m *ir.Module) bool {
		return func(m *ir.Module) bool {
			cov := &interp.Coverage{}
			run(m, cov)
			for _, op := range ops {
				if cov.Ops[op] != n {
					return false
				}
			}
			return true
		}
	}
	for _, row := range []struct {
		src  string
		ask  func(m *ir.Module) bool
		want string
		by   string
	}{
		{`func @f(int) -> int {
 bb0:
 v0 = param 0
 v1 = mul v0, v0
 ret v1
}
func @main() -> int {
 bb0(v0: mem):
 v1 = iconst 3
 v2 = symbol_addr @f
 v3, v4 = call v2(v1), v0 -> int
 v5 = sub v4, v1
 ret v5, v3
}`,
			executes(1, ir.OpMul, ir.OpSub), `v0 = iconst 0
v1 = mul v0, v0
v2 = sub v0, v0
unreachable`, "inline"},
		{`func @main() -> int {
 bb0:
 v0 = iconst 0
 br bb1(v0)
 region loop {
 bb1(v2: int):
 v3 = iconst 2
 v4 = add v2, v3
 v5 = icmp.lt v4, v3
 brif v5, bb2, bb3
 bb3:
 v7 = icmp.gt v4, v3
 brif v7, bb4, bb2
 bb2:
 continue v4
 }
 bb4:
 ret v4
}`,
			executes(2, ir.OpAdd), `v0 = iconst 0
v1 = add v0, v0
v2 = add v0, v0
unreachable`, "peel"},
	} {
		m := irtest.Parse(t, row.src)
		res := reduced(t, m, question{name: row.by, ask: row.ask}, reduce.Options{Jobs: 1})
		var lines []string
		for l := range strings.SplitSeq(res.Best.Text(), "\n") {
			if l = strings.TrimSpace(l); l != "" && l != "}" && l != "bb0:" && !strings.HasPrefix(l, "func") {
				lines = append(lines, l)
			}
		}
		if got := strings.Join(lines, "\n"); got != row.want {
			t.Errorf("%s: got\n%s", row.by, res.Best.Text())
		}
		for _, s := range res.Stats.Transforms {
			if s.Name == row.by && s.Accepted == 0 {
				t.Errorf("%s was not needed", row.by)
			}
		}
	}
}

// TestTime: the search ends, and the best so far is interesting.
func TestTime(t *testing.T) {
	res, err := reduce.Run(context.Background(), reduce.Case{module(t)}, reduce.PredicateFunc(func(ctx context.Context, c reduce.Case) (bool, error) {
		if c.Text() != sample {
			<-ctx.Done() // a candidate that hangs
		}
		return true, nil
	}), reduce.Options{Time: 10 * time.Millisecond})
	if err != nil || res.Complete || res.Best.Text() != sample {
		t.Errorf("%v\n%+v", err, res)
	}
}

// TestProgress: every answer is counted and told, with what is at work.
func TestProgress(t *testing.T) {
	m, calls := module(t), 0
	res := reduced(t, m, question{name: "mul", ask: func(m *ir.Module) bool { return count(m, ir.OpMul) > 0 }}, reduce.Options{Jobs: 1, Progress: func(s *reduce.Stats) {
		if calls++; s.Current == "" || s.Size > s.Start || s.Round == 0 {
			t.Errorf("%+v", s)
		}
	}})
	if s := res.Stats; calls < s.Tests+s.Hits+s.Invalid+s.Useless || s.Tests == 0 || s.Elapsed <= 0 {
		t.Errorf("%d calls, %+v", calls, s)
	}
	tests := 0
	for _, s := range res.Stats.Transforms {
		tests += s.Tests
	}
	if tests != res.Stats.Tests {
		t.Errorf("the rows tested %d times, all %d", tests, res.Stats.Tests)
	}
	if strings.Count(res.Best.Text(), "\n") > 7 {
		t.Errorf("%s", res.Best.Text())
	}
}

// FuzzReduceKeepsPredicate: the result verifies, is interesting, costs no more, and is the same
// for one and for three jobs, whatever the program and the question.
func FuzzReduceKeepsPredicate(f *testing.F) {
	for s := range uint64(8) {
		f.Add(gen.Expand(s, 500), s)
	}
	f.Fuzz(func(t *testing.T, data []byte, s uint64) {
		c := config
		c.MaxInsts = 60
		m := reread(t, gen.Program(data, c))
		q := pick(m, rand.New(rand.NewPCG(s, 0)))
		one := reduced(t, m, q, reduce.Options{Jobs: 1})
		if err := ir.Verify(one.Best[0]); err != nil {
			t.Errorf("%s: %v", q.name, err)
		}
		if !q.ask(one.Best[0]) || !one.Complete || one.Flaky {
			t.Errorf("%s: complete %v, flaky %v, not interesting:\n%s", q.name, one.Complete, one.Flaky, one.Best.Text())
		}
		if start := (reduce.Case{m}); reduce.Cheaper(start, one.Best) || one.Best.Insts() > start.Insts() {
			t.Errorf("%s: larger than before:\n%s", q.name, one.Best.Text())
		}
		if three := reduced(t, m, q, reduce.Options{Jobs: 3}); three.Best.Text() != one.Best.Text() {
			t.Errorf("%s: one job\n%s\nthree jobs\n%s", q.name, one.Best.Text(), three.Best.Text())
		}
	})
}
