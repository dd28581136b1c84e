package reduce

import "github.com/tuffy-ir/tuffy/ir"

// Candidates returns what each edit of a row of the table alone makes of a case of one file, as
// far as it verifies and costs less.
func Candidates(t Transform, c Case, p Predicate, keep []string) []Case {
	r := &reducer{p: p, best: c, keep: map[string]bool{}}
	for _, k := range keep {
		r.keep[k] = true
	}
	before := measure(c, c.Text())
	var out []Case
	for _, do := range r.list(t, -1) {
		d := c.Clone()
		was := reachAll(d)
		do(d)
		if t.flow {
			sweepAll(d, was)
		}
		if ir.Verify(d[0]) == nil && measure(d, d.Text()).less(before) {
			out = append(out, canonical(d))
		}
	}
	return out
}

// Cheaper reports whether a costs less than b.
func Cheaper(a, b Case) bool { return measure(a, a.Text()).less(measure(b, b.Text())) }
