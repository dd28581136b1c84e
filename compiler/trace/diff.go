package trace

import (
	"fmt"
	"io"
	"sort"
)

// Change is a difference of two traces: a decision that only one of them made.
type Change struct {
	Old, New *Entry // one of them is nil
}

// Diff compares two traces function by function: the decisions that only one made, in the order
// of the old trace, those of the new one after them. Decisions are compared by what and where
// they are, not by what they saw.
func Diff(old, new *Trace) []Change {
	count := func(t *Trace) map[string]int {
		m := map[string]int{}
		for n := range t.Entries {
			m[t.Entries[n].Place()]++
		}
		return m
	}
	in, had := count(new), count(old)
	var out []Change
	for n := range old.Entries {
		e := &old.Entries[n]
		if in[e.Place()] == 0 {
			out = append(out, Change{Old: e})
		} else {
			in[e.Place()]--
		}
	}
	for n := range new.Entries {
		e := &new.Entries[n]
		if had[e.Place()] == 0 {
			out = append(out, Change{New: e})
		} else {
			had[e.Place()]--
		}
	}
	return out
}

// WriteDiff prints differences, a line each, and counts by rule.
func WriteDiff(w io.Writer, changes []Change) error {
	counts := map[string][2]int{}
	for _, c := range changes {
		sign, e, k := "-", c.Old, 0
		if e == nil {
			sign, e, k = "+", c.New, 1
		}
		n := counts[e.Pass+"/"+e.Rule]
		n[k]++
		counts[e.Pass+"/"+e.Rule] = n
		if _, err := fmt.Fprintf(w, "%s %4d %s\n", sign, e.Seq, e.Place()); err != nil {
			return err
		}
	}
	var names []string
	for n := range counts {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if _, err := fmt.Fprintf(w, "%-40s %d only in the old trace, %d only in the new one\n", n, counts[n][0], counts[n][1]); err != nil {
			return err
		}
	}
	return nil
}
