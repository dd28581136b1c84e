package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
)

// passTransform is what a pipeline does, if the pass that is named changes something; empty stands
// for any. A pass that does nothing proves nothing, so such runs are idle.
func passTransform(name, only, doc string, share int, pipeline func(s *Subject) pass.Options) Transform {
	return Transform{Name: "opt/" + name, Share: share, Doc: doc,
		Apply: func(s *Subject) *ir.Module {
			m, rep := optimized(s, pipeline(s))
			if !fired(rep, only) {
				return nil
			}
			return m
		},
		Blame: func(s *Subject) (string, string) { return blame(s, pipeline) },
	}
}

// optTransforms are the optimizer's: each pass alone, passes in random order, and a level. The
// order of rows is that of the pass table, random and level last. Draws come from the subject's
// seed.
func optTransforms() []Transform {
	// The pass that may change results is compared apart.
	rows := slices.DeleteFunc(opt.Passes(), func(p pass.Pass) bool { return opt.FastMath(p.Name) })
	var out []Transform
	for _, p := range rows {
		names := append(before(p), p.Name)
		out = append(out, passTransform(p.Name, p.Name, p.Doc, 4, func(s *Subject) pass.Options {
			// 2 is how often the stage runs.
			c := pass.Single("single", 2, names...)
			last := &c.Stages[0].Passes[len(names)-1]
			last.Params = params(p, s.Rand("params", 2*len(p.Params)))
			return pass.Options{Config: c}
		}))
	}
	out = append(out, relaxPass(fastMathPass()))
	// Twice: what a pass leaves for those before it is met in the second round.
	out = append(out, passTransform("random", "", "runs up to eight passes in random order, twice, shuffles blocks and instructions before each, or stops amid them", 25, func(s *Subject) pass.Options {
		draw := s.Rand("opt", 12)
		var o pass.Options
		// A third of the random runs stops after a drawn number of rewrites, as bisection does.
		if draw[9] < 85 { // each rewrite is right without those after it
			o.Limit = 1 + int(draw[10])
		}
		// In half of them each pass finds another order than the generator's.
		if draw[11] >= 128 {
			o.Shuffle = uint64(draw[11])
		}
		var names []string
		for _, b := range draw[1 : 2+int(draw[0])%8] {
			names = append(names, rows[int(b)%len(rows)].Name)
		}
		o.Config = pass.Single("random", 2, names...)
		return o
	}))
	out = append(out, branchedTokens(rows))
	return append(out, passTransform("level", "", "optimizes at one of the levels", 10, func(s *Subject) pass.Options {
		c, err := opt.Preset(opt.Levels[1+int(s.Rand("level", 1)[0])%(len(opt.Levels)-1)])
		// Level 0 runs nothing, so it is left out of the draw.
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return pass.Options{Config: strict(c)}
	}))
}

// branchedTokens is the transform that lets memory tokens branch and then optimizes, by a pass alone or a
// level: what a pass takes away or moves must leave no load with the token of a write before the
// last one. Tokens are made to branch by a mutation that keeps them fresh; if the mutant's are not,
// nothing is claimed.
func branchedTokens(rows []pass.Pass) Transform {
	pipeline := func(s *Subject) pass.Options {
		draw := s.Rand("branched", 3)
		// A quarter are levels, the others single passes.
		if draw[0] >= 64 {
			p := rows[int(draw[1])%len(rows)]
			return pass.Options{Config: pass.Single("single", 2, append(before(p), p.Name)...)}
		}
		c, err := opt.Preset(opt.Levels[1+int(draw[2])%(len(opt.Levels)-1)])
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return pass.Options{Config: strict(c)}
	}
	branched := func(s *Subject) *Subject {
		m := mutate.Tokens(s.Module, s.Rand("tokens", 64))
		if m == nil {
			return nil
		}
		out := *s
		// The copy keeps the outcomes of the program, to which the mutant is held.
		out.Module = m
		if !out.under(checkTokens) {
			return nil
		}
		return &out
	}
	return Transform{
		Name: "opt/branched-tokens", Share: 8, Doc: "lets memory tokens branch, and runs a pass or a level",
		Apply: func(s *Subject) *ir.Module {
			out := branched(s)
			// s.tokens says that the program itself has fresh tokens; without that nothing can be asked of
			// the result.
			if !s.tokens || out == nil {
				return nil
			}
			m, rep := optimized(out, pipeline(s))
			if !fired(rep, "") {
				return nil
			}
			return m
		},
		// branched draws the same tokens again, so blame sees the module that failed.
		Blame: func(s *Subject) (string, string) { return blame(branched(s), pipeline) },
	}
}

// before lists what runs before a pass that is looked at alone: of one over modules, what it does follows
// from what the others leave. For other passes their input is the program as it is.
// Only a pass over modules has such a list; names come in the reverse of the order of its rows.
func before(p pass.Pass) []string {
	var names []string
	if p.Module == nil {
		return nil
	}
	for _, o := range p.After {
		names = append([]string{o.Pass}, names...)
	}
	if p.Name == "dead-functions" {
		names = append(names, "dce") // the names of functions whose calls are inlined
	}
	return names
}

// params draws the parameters of a pass: half of them as they are by default, switches either way, limits
// at or near their ends. Each parameter takes two bytes.
func params(p pass.Pass, draw []byte) map[string]int {
	out := map[string]int{}
	for n, q := range p.Params {
		kind, v := draw[2*n], int(draw[2*n+1])
		switch {
		case q.Min == 0 && q.Max == 1:
			out[q.Name] = v % 2
		// An even kind leaves the parameter to its default.
		case kind%2 == 0:
		case kind%4 == 1:
			out[q.Name] = q.Min
		default:
			// Around twice the distance of the default from the least, within the pass's own limits.
			out[q.Name] = min(q.Max, q.Min+v%(2*max(q.Default-q.Min, 4)))
		}
	}
	return out
}

// fired reports whether a pass changed anything; empty stands for any. Statistics count changes by
// pass.
// Changes of passes that ran before it do not count for a pass that is named.
func fired(rep *pass.Report, only string) bool {
	return rep.Changes > 0 && (only == "" || slices.ContainsFunc(rep.Passes, func(p pass.PassStats) bool { return p.Pass == only && p.Changes > 0 }))
}

// strict takes the passes out of a pipeline that may change results. They are compared apart, see
// relaxPass.
func strict(c *pass.Config) *pass.Config {
	for _, p := range opt.Passes() {
		if opt.FastMath(p.Name) {
			if err := c.Disable(opt.Passes(), p.Name); err != nil {
				panic("BUG: " + err.Error())
			}
		}
	}
	return c
}

// table is that of the passes, in any order: every one is right, only some are good. Without the
// required order any subset may run.
func table() []pass.Pass {
	rows := opt.Passes()
	for n := range rows {
		rows[n].After = nil
	}
	return rows
}

// optimized runs a pipeline on a copy of the subject's module. An error of the pass manager is
// ours: the configuration was made here.
// The module of the subject is cloned, as passes work in place.
func optimized(s *Subject, o pass.Options) (*ir.Module, *pass.Report) {
	m := s.Module.Clone()
	o.Rules = true
	rep, err := pass.Run(context.Background(), m, table(), o)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	s.rewritten(rep)
	return m, rep
}

// rewritten notes what passes did for coverage: each rule that fired, and which pass found nothing.
func (s *Subject) rewritten(rep *pass.Report) {
	for n := range rep.Passes {
		p := &rep.Passes[n]
		if p.Changes == 0 {
			s.Fired = append(s.Fired, "pass "+p.Pass+" idle")
		}
		for _, rule := range slices.Sorted(maps.Keys(p.Rules)) {
			s.Fired = append(s.Fired, "pass "+p.Pass+"/"+rule)
		}
	}
}

// passFireable lists what [Subject.rewritten] may note: each rewrite that a pass declares.
func passFireable() (out []string) {
	for _, p := range opt.Passes() {
		out = append(out, "pass "+p.Name+" idle")
		for _, r := range p.Rewrites {
			out = append(out, "pass "+p.Name+"/"+r.Name)
		}
	}
	return out
}

// blame finds the rewrite of a pipeline that breaks the subject: the last of a smallest set with
// which the program is wrong. It searches with the subject's own judgement, which runs programs
// some hundred times at most.
// A smallest set in the sense that none of it can be left out.
func blame(s *Subject, pipeline func(s *Subject) pass.Options) (rule, story string) {
	if panics(func() { optimized(s, pipeline(s)) }) {
		return unfit(s, pipeline)
	}
	b, err := pass.Bisect(context.Background(), s.Module, table(), pipeline(s), func(after *ir.Module, _ *pass.Report) (bool, error) {
		return s.judge(after) != nil, nil
	})
	// The failure did not come again, or comes without any rewrite.
	if errors.Is(err, pass.ErrUnsteady) || errors.Is(err, pass.ErrWithout) {
		return "", err.Error()
	}
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if len(b.Guilty) == 0 {
		return "", pass.ErrUnsteady.Error() // it was wrong when it was asked who is at fault
	}
	var text strings.Builder
	what := "these break the program without any other, the last of them at fault"
	if len(b.Guilty) == 1 {
		what = "this one breaks the program without any other"
	}
	fmt.Fprintf(&text, "of %s %s (%s):\n", ir.Counted(b.Total, "rewrite"), what, ir.Counted(b.Tests, "comparison"))
	for n := range b.Guilty {
		text.WriteString(b.Guilty[n].Text())
	}
	e := b.Guilty[len(b.Guilty)-1]
	return e.Pass + "/" + e.Rule, text.String()
}

// panics reports whether f does.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// errUnfit ends a run of a pipeline.
var errUnfit = errors.New("the program does not verify any more")

// unfit finds the rewrite that makes of the subject a program that does not verify: a pass that panics may have been given that. It is empty if
// there is none, and the pass itself is at fault.
func unfit(s *Subject, pipeline func(s *Subject) pass.Options) (rule, story string) {
	var last trace.Entry
	// run is how many rewrites, of at most so many or of all for 0, had fired after the first pass behind which the program does not verify.
	run := func(limit int) (fired int, broken bool) {
		m, o := s.Module.Clone(), pipeline(s)
		o.Limit = limit
		o.Record = func(e *trace.Entry) { fired, last = fired+1, *e }
		o.After = func(string, int, string, *ir.Module) error {
			if ir.Verify(m) != nil {
				return errUnfit
			}
			return nil
		}
		panics(func() {
			_, err := pass.Run(context.Background(), m, table(), o)
			broken = errors.Is(err, errUnfit)
		})
		return fired, broken
	}
	all, broken := run(0)
	if !broken {
		return "", ""
	}
	n := 1 + sort.Search(all-1, func(n int) bool { _, broken := run(n + 1); return broken })
	if _, broken := run(n); !broken {
		return "", ""
	}
	return last.Pass + "/" + last.Rule, fmt.Sprintf("of %s this is the first with which the program does not verify, and a later pass panics:\n%s",
		ir.Counted(all, "rewrite"), last.Text())
}
