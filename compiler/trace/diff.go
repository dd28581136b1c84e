package trace

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

// Change is a difference of two traces: a decision that only one of them made, or one that both
// made for different reasons.
// They point into the traces that were compared.
type Change struct {
	Old, New *Entry // one of them may be nil
}

// Diff compares two traces function by function: the decisions that only one made or that both
// made for different reasons, in the order of the old trace, those of only the new one after
// them. Decisions are the same by what and where they are; why is what they knew, if both traces
// hold it, and what allowed them.
// Entries of equal place are paired in their order, so the n-th of one is compared with the n-th of the other.
// Context is compared only if both traces are full: others hold none.
func Diff(old, new *Trace) []Change {
	at := map[string][]*Entry{} // of the new trace, by place, without those that have a partner
	for n := range new.Entries {
		e := &new.Entries[n]
		at[e.Place()] = append(at[e.Place()], e)
	}
	full := old.Header.Mode == Full && new.Header.Mode == Full
	var out []Change
	for n := range old.Entries {
		e := &old.Entries[n]
		same := at[e.Place()]
		if len(same) == 0 {
			out = append(out, Change{Old: e})
			continue
		}
		at[e.Place()] = same[1:]
		if f := same[0]; e.Decision.Text() != f.Decision.Text() || full && !slices.Equal(e.Context, f.Context) {
			out = append(out, Change{Old: e, New: f})
		}
	}
	for n := range new.Entries {
		e := &new.Entries[n]
		if left := at[e.Place()]; len(left) > 0 && left[0] == e {
			at[e.Place()] = left[1:]
			out = append(out, Change{New: e})
		}
	}
	return out
}

// why is what an entry knew and what allowed it, a line each.
func (e *Entry) why() []string {
	out := []string{e.Decision.Text()}
	for _, c := range e.Context {
		out = append(out, "knows "+e.fact(c))
	}
	return out
}

// WriteDiff prints differences, a line each, with the reasons that differ below them, and counts
// by rule.
// Lines are sorted as the traces are; counts by name.
func WriteDiff(w io.Writer, changes []Change) error {
	var s strings.Builder
	counts := map[string][3]int{}
	for _, c := range changes {
		sign, e, k := "-", c.Old, 0
		switch {
		case c.Old == nil:
			sign, e, k = "+", c.New, 1
		case c.New != nil:
			sign, k = "~", 2
		}
		n := counts[e.Pass+"/"+e.Rule]
		n[k]++
		counts[e.Pass+"/"+e.Rule] = n
		fmt.Fprintf(&s, "%s %4d %s\n", sign, e.Seq, e.Heading())
		if k != 2 {
			continue
		}
		was, is := c.Old.why(), c.New.why()
		for _, line := range was {
			if !slices.Contains(is, line) {
				fmt.Fprintf(&s, "       - %s\n", line)
			}
		}
		for _, line := range is {
			if !slices.Contains(was, line) {
				fmt.Fprintf(&s, "       + %s\n", line)
			}
		}
	}
	var names []string
	for n := range counts {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(&s, "%-40s %d only in the old trace, %d only in the new one", n, counts[n][0], counts[n][1])
		if k := counts[n][2]; k > 0 {
			fmt.Fprintf(&s, ", %d for other reasons", k)
		}
		s.WriteByte('\n')
	}
	_, err := io.WriteString(w, s.String())
	return err
}
