package check

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// optTransforms are the optimizer's: each pass alone, passes in random order, and a level.
func optTransforms() []Transform {
	table := opt.Passes()
	row := func(name, doc string, share int, pipeline func(s *Subject) (*pass.Config, int)) Transform {
		return Transform{Name: "opt/" + name, Share: share, Doc: doc,
			Apply: func(s *Subject) *ir.Module {
				c, limit := pipeline(s)
				m, rep := optimized(s, pass.Options{Config: c, Limit: limit})
				if rep.Changes == 0 {
					return nil
				}
				return m
			},
			Blame: func(s *Subject) (string, string) { return blame(s, pipeline) },
		}
	}
	var out []Transform
	for _, p := range table {
		names := []string{p.Name}
		if p.Module != nil { // what it does follows from what the others leave
			for _, o := range p.After {
				names = append([]string{o.Pass}, names...)
			}
		}
		out = append(out, row(p.Name, p.Doc, 4, func(*Subject) (*pass.Config, int) {
			return pass.Single("single", 2, names...), 0
		}))
	}
	out = append(out, row("random", "runs up to eight passes in random order, twice, or stops amid them", 25, func(s *Subject) (*pass.Config, int) {
		draw := s.Rand("opt", 11)
		limit := 0
		if draw[9] < 85 { // each rewrite is right without those after it
			limit = 1 + int(draw[10])
		}
		var names []string
		for _, b := range draw[1 : 2+int(draw[0])%8] {
			names = append(names, table[int(b)%len(table)].Name)
		}
		return pass.Single("random", 2, names...), limit
	}))
	return append(out, row("level", "optimizes at one of the levels", 10, func(s *Subject) (*pass.Config, int) {
		c, err := opt.Preset(opt.Levels[1+int(s.Rand("level", 1)[0])%(len(opt.Levels)-1)])
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return c, 0
	}))
}

// optimized runs a pipeline on a copy of the subject's module.
func optimized(s *Subject, o pass.Options) (*ir.Module, *pass.Report) {
	m := s.Module.Clone()
	table := opt.Passes()
	for n := range table {
		table[n].After = nil // any order is right, only some are good
	}
	rep, err := pass.Run(m, table, o)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return m, rep
}

// blame finds the rewrite of a pipeline that breaks the subject: a binary search for the number of
// rewrites with which the program first is wrong.
func blame(s *Subject, pipeline func(s *Subject) (*pass.Config, int)) (rule, story string) {
	c, limit := pipeline(s)
	var entries []*trace.Entry
	o := pass.Options{Config: c, Limit: limit, Trace: trace.Full}
	o.Record = func(e *trace.Entry) { entries = append(entries, e) }
	optimized(s, o)
	good, bad := 0, len(entries)
	for bad-good > 1 {
		n := good + (bad-good)/2
		if m, _ := optimized(s, pass.Options{Config: c, Limit: n}); s.judge(m) != nil {
			bad = n
		} else {
			good = n
		}
	}
	if bad == 0 {
		return "", "nothing fired"
	}
	e := entries[bad-1]
	return e.Pass + "/" + e.Rule, fmt.Sprintf("rewrite %d of %d is at fault:\n%s", bad, len(entries), e.Text())
}
