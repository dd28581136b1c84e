package trace

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Change is a difference of two traces: a decision that only one of them made, one that both made
// for different reasons, or one in whose place the other made another.
// They point into the traces that were compared.
type Change struct {
	Old, New *Entry // one of them may be nil
}

// Diff compares two traces: the decisions that only one made or that both made for different reasons, in the order
// of the old trace, those of only the new one after them. Decisions are the same by their pattern, which holds whatever
// else changed in the program, and by which of several equal ones they are; why is what they knew, if both traces hold it, and what allowed them. What is
// left of both traces in one function by one rule is one decision that became another, the first of the one and the
// first of the other.
// Context is compared only if both traces are full: others hold none.
func Diff(old, new *Trace) []Change {
	full := old.Header.Mode == Full && new.Header.Mode == Full
	partner, taken := partners(old, new, full), map[*Entry]bool{}
	var out []Change
	for n := range old.Entries {
		e := &old.Entries[n]
		f := partner[e]
		taken[f] = true
		switch {
		case f == nil:
			out = append(out, Change{Old: e})
		case e.Pattern != f.Pattern || e.Decision.Text() != f.Decision.Text() || full && !slices.EqualFunc(e.Context, f.Context, Fact.Same):
			out = append(out, Change{Old: e, New: f})
		}
	}
	for n := range new.Entries {
		if e := &new.Entries[n]; !taken[e] {
			out = append(out, Change{New: e})
		}
	}
	return out
}

// partners finds for entries of the old trace those of the new one: the same by hash and by reasons, an equal one
// with the same reasons, the same by hash, and what is left by one rule in one function, each in order.
func partners(old, new *Trace, full bool) map[*Entry]*Entry {
	reasons := func(e *Entry) string {
		s := e.Decision.Text()
		for _, f := range e.Context {
			if full {
				s += "\n" + f.Kind + " " + value.ReplaceAllString(f.Value, "v")
			}
		}
		return s
	}
	out, taken := map[*Entry]*Entry{}, map[*Entry]bool{}
	for _, key := range []func(e *Entry) string{
		func(e *Entry) string { return fmt.Sprint(e.Hash, reasons(e)) },
		func(e *Entry) string { return fmt.Sprint(e.Pattern, reasons(e)) },
		func(e *Entry) string { return fmt.Sprint(e.Hash) },
		func(e *Entry) string { return fmt.Sprint(e.Function, e.Pass, e.Rule) },
	} {
		at := map[string][]*Entry{}
		for n := range new.Entries {
			if e := &new.Entries[n]; !taken[e] {
				at[key(e)] = append(at[key(e)], e)
			}
		}
		for n := range old.Entries {
			e := &old.Entries[n]
			if out[e] != nil {
				continue
			}
			k := key(e)
			if same := at[k]; len(same) > 0 {
				out[e], taken[same[0]], at[k] = same[0], true, same[1:]
			}
		}
	}
	return out
}

// value is a name of a value in a text.
var value = regexp.MustCompile(`^v\d+$`)

// Same reports whether two facts say the same, whatever the values that they are about are called.
func (f Fact) Same(g Fact) bool {
	return f.Kind == g.Kind && (f.Value == g.Value || value.MatchString(f.Value) && value.MatchString(g.Value))
}

// why is what an entry matched, what it knew and what allowed it, a line each. What it matched is told where
// the other entry is another decision.
func (e *Entry) why(other *Entry) []string {
	out := []string{e.Decision.Text()}
	if e.Pattern != other.Pattern {
		out = append(out, fmt.Sprintf("pattern %016x at %s", uint64(e.Pattern), e.Where()))
		if e.Before != nil {
			for _, i := range e.Before.Instructions {
				out = append(out, "was "+i)
			}
		}
	}
	for _, c := range e.Context {
		out = append(out, "knows "+c.Text())
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
		was, is := c.Old.why(c.New), c.New.why(c.Old)
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
