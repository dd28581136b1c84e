package check

import (
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// optTransforms are the optimizer's: each pass alone, and passes in random order.
func optTransforms() []Transform {
	var out []Transform
	table := opt.Passes()
	for _, p := range table {
		names := []string{p.Name}
		if p.Module != nil { // what it does follows from what the others leave
			for _, o := range p.After {
				names = append([]string{o.Pass}, names...)
			}
		}
		out = append(out, Transform{Name: "opt/" + p.Name, Share: 4, Doc: p.Doc, Apply: func(s *Subject) *ir.Module {
			return optimize(s, pass.Single("single", 2, names...), 0)
		}})
	}
	return append(out, Transform{Name: "opt/random", Share: 25, Doc: "runs up to eight passes in random order, twice, or stops amid them", Apply: func(s *Subject) *ir.Module {
		draw := s.Rand("opt", 11)
		var names []string
		limit := 0
		if draw[9] < 85 { // each rewrite is right without those after it
			limit = 1 + int(draw[10])
		}
		for _, b := range draw[1 : 2+int(draw[0])%8] {
			names = append(names, table[int(b)%len(table)].Name)
		}
		return optimize(s, pass.Single("random", 2, names...), limit)
	}})
}

// optimize returns nil if nothing fired.
func optimize(s *Subject, c *pass.Config, limit int) *ir.Module {
	m := s.Module.Clone()
	table := opt.Passes()
	for n := range table {
		table[n].After = nil // any order is right, only some are good
	}
	rep, err := pass.Run(m, table, pass.Options{Config: c, Limit: limit})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if rep.Changes == 0 {
		return nil
	}
	return m
}
