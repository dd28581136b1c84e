package verb

import (
	"fmt"
	"sort"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// note is something that a run did and that C leaves to the implementation.
type note struct {
	At   interp.SourcePlace `json:"at"`
	Text string             `json:"message"`
	Rule string             `json:"rule"`
}

// String is the note as text, with the line of the source.
func (n note) String() string {
	s := fmt.Sprintf("%s: note: %s (%s)", n.At, n.Text, n.Rule)
	if x := n.At.Excerpt(); x != "" {
		s += "\n" + x
	}
	return s
}

// noteTaker watches the operations that the program's source has remarks on, and notes each once.
type noteTaker struct {
	info ir.SourceInfo
	made map[string]note
	seen map[placeInIR]bool
	// The operands of the instruction at hand, by thread: results come after other threads have run.
	operands map[int][2]interp.Value
}

type placeInIR struct {
	f *ir.Func
	i ir.Inst
}

// newNoteTaker is nil for a program that does not tell its source.
func newNoteTaker(m *ir.Module) *noteTaker {
	if m.Debug.Info() == nil {
		return nil
	}
	return &noteTaker{info: m.Debug.Info(), made: map[string]note{}, seen: map[placeInIR]bool{}, operands: map[int][2]interp.Value{}}
}

// remark is the remark on the result of an instruction.
func (n *noteTaker) remark(f *ir.Func, i ir.Inst) (ir.Remark, bool) {
	if f.NumResults(i) == 0 {
		return ir.Remark{}, false
	}
	return n.info.Remark(f.Name, f.Result(i, 0))
}

// Selects implements interp.Selector.
func (n *noteTaker) Selects(f *ir.Func, i ir.Inst) bool {
	_, ok := n.remark(f, i)
	return ok
}

// Before implements interp.Observer.
func (n *noteTaker) Before(s *interp.Step) error {
	var in [2]interp.Value
	for k := range min(s.Func.NumOperands(s.Inst), 2) {
		in[k], _ = s.Value(s.Func.Arg(s.Inst, k))
	}
	n.operands[s.Thread] = in
	return nil
}

// After implements interp.Observer.
func (n *noteTaker) After(s *interp.Step) error {
	r, ok := n.remark(s.Func, s.Inst)
	at := placeInIR{s.Func, s.Inst}
	if !ok || n.seen[at] {
		return nil
	}
	in := n.operands[s.Thread]
	results := s.Results()
	x, isInt := in[0].(interp.Int)
	if !isInt || len(results) == 0 {
		return nil
	}
	said := note{}
	switch r.Kind {
	case ir.RemarkNarrowing:
		if y, ok := results[0].(interp.Int); ok && x.V.Cmp(y.V) != 0 {
			said = note{Text: fmt.Sprintf("the value %s becomes %s in the conversion to '%s'", x.V, y.V, r.Type), Rule: "C11 6.3.1.3p2, p3"}
		}
	case ir.RemarkShift:
		if x.V.Negative() {
			said = note{Text: fmt.Sprintf("%s, which is negative, is shifted to the right: the sign is kept", x.V), Rule: "C11 6.5.7p5"}
		}
	case ir.RemarkCharSign:
		if y, ok := in[1].(interp.Int); ok && (r.Char[0] && x.V.Negative() || r.Char[1] && y.V.Negative()) && !(r.Char[0] && r.Char[1] && x.V.Negative() == y.V.Negative()) {
			said = note{Text: fmt.Sprintf("%s is compared with %s: a char that is negative here is not where char has no sign", x.V, y.V), Rule: "C11 6.2.5p15"}
		}
	}
	if said.Text == "" {
		return nil
	}
	n.seen[at] = true
	if p, ok := s.Place().InSource(); ok {
		said.At = p
		key := p.String() + said.Text
		if _, twice := n.made[key]; !twice {
			n.made[key] = said
		}
	}
	return nil
}

// notes are what was noted, by place.
func (n *noteTaker) notes() []note {
	var all []note
	for _, x := range n.made {
		all = append(all, x)
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		switch {
		case a.At.File != b.At.File:
			return a.At.File < b.At.File
		case a.At.Line != b.At.Line:
			return a.At.Line < b.At.Line
		case a.At.Col != b.At.Col:
			return a.At.Col < b.At.Col
		}
		return a.Text < b.Text
	})
	return all
}
