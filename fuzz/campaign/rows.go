package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/check"
)

// Rows of findings whose cause says where a bug shows and not what it is: a bug of code generation shows at every opcode
// that needs the wrong part of the compiler. Each such finding has suspects (check.Suspects), and findings
// that one part explains are one row.
//
// The parts are chosen greedily, each by the sum of its weights over the findings. A finding goes to the row of a part that explains
// it better than any other of its suspects does.

// packSuspects writes suspects as a column.
func packSuspects(all []check.Suspect) string {
	var b strings.Builder
	for n, s := range all {
		if n > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s=%.3f", s.Part, s.Weight)
	}
	return b.String()
}

// unpackSuspects reads what packSuspects writes.
func unpackSuspects(text string) (all []check.Suspect, err error) {
	if text == "" {
		return nil, nil
	}
	for item := range strings.SplitSeq(text, ",") {
		part, weight, _ := strings.Cut(item, "=")
		w, err := strconv.ParseFloat(weight, 64)
		if err != nil || w < 0 || w > 1 || part == "" || len(part) > 100 {
			return nil, fmt.Errorf("%s is no suspect", strconv.QuoteToASCII(item[:min(len(item), 80)]))
		}
		all = append(all, check.Suspect{Part: part, Weight: w})
	}
	return all, nil
}

// group is a row: findings, the earliest first, that the part explains.
type group struct {
	part string
	of   []*finding
}

// groups are the rows of the findings that have suspects.
func (fs findings) groups() (out []group) {
	type open struct {
		f       *finding
		all     []check.Suspect
		weights map[string]float64
	}
	var left []open
	for _, f := range fs.sorted() {
		all, err := unpackSuspects(f.Suspects)
		if err != nil {
			panic("BUG: " + err.Error()) // valid saw it
		}
		if o := (open{f, all, map[string]float64{}}); f.explicable() {
			for _, s := range all {
				o.weights[s.Part] = s.Weight
			}
			left = append(left, o)
		}
	}
	for len(left) > 0 {
		// The sums are of numbers in one order, so that they are the same each time. The first of several that are equal is that which
		// the earliest finding suspects most.
		score := map[string]float64{}
		for _, o := range left {
			for _, s := range o.all {
				score[s.Part] += s.Weight
			}
		}
		// The best explanation of any finding: with that its finding leaves, so that this ends.
		best, most := "", -1.0
		for _, o := range left {
			for _, s := range o.all {
				if x := s.Weight * score[s.Part]; x > most {
					best, most = s.Part, x
				}
			}
		}
		g := group{part: best}
		left = slices.DeleteFunc(left, func(o open) bool {
			for p, w := range o.weights {
				if w*score[p] > o.weights[best]*score[best] {
					return false
				}
			}
			g.of = append(g.of, o.f)
			return true
		})
		out = append(out, g)
	}
	return out
}

// explicable reports whether the suspects of a finding count: its program is known and was looked at.
func (f *finding) explicable() bool {
	return f.Suspects != "" && (f.State == Reduced || f.State == Whole || f.State == Same)
}

// regroup makes each row one bug, the earliest of its findings, and returns the findings that have changed. A finding that was
// taken for the same as another may turn out not to be.
func (fs findings) regroup() (changed []*finding) {
	for _, g := range fs.groups() {
		for _, f := range g.of {
			state, same := Same, g.of[0].Hash
			if f == g.of[0] {
				if state, same = Reduced, ""; f.Reduced == "" {
					state = Whole
				}
			}
			if f.State != state || f.SameAs != same {
				f.State, f.SameAs = state, same
				changed = append(changed, f)
			}
			f.Part = g.part
		}
	}
	return changed
}
