package compiler

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// The backend's decisions are read from what it made, when all of it is there: legalization from the instructions of each
// origin before and after, the others from the lines of the code, which say who made it (Options.Makers). Nothing of the
// phases knows of a trace, and a replay makes them again from the program alone.

// recorder numbers the decisions of the backend that look the same.
type recorder struct {
	record func(e *trace.Entry)
	alike  map[trace.Hash]uint64
}

// add records a decision.
func (r *recorder) add(e *trace.Entry) {
	h := fnv.New64a()
	for _, s := range []string{e.Function, e.Pass, e.Rule, strings.Join(e.Before.Canonical(), "\n")} {
		h.Write(append([]byte(s), 0))
	}
	e.Pattern = trace.Hash(h.Sum64())
	e.Hash = e.Pattern ^ trace.Hash(r.alike[e.Pattern]*0x9e3779b97f4a7c15)
	r.alike[e.Pattern]++
	e.Stage, e.Iteration = trace.Codegen, 1
	if e.Decision.Kind == "" {
		e.Decision.Kind = "refinement"
	}
	r.record(e)
}

// program is the instructions of each function by origin, with the origins in order.
type program map[string]*lines

type lines struct {
	order []ir.Origin
	of    map[ir.Origin][]string
	at    map[ir.Origin]string
}

func linesOf(m *ir.Module) program {
	out := program{}
	for _, f := range m.Funcs {
		l := &lines{of: map[ir.Origin][]string{}, at: map[ir.Origin]string{}}
		names := f.Names()
		for i := range f.AllInsts() {
			o := f.Origin(i)
			if l.of[o] == nil {
				l.order = append(l.order, o)
				l.at[o] = names.BlockName(f.InstBlock(i))
				if f.NumResults(i) > 0 {
					l.at[o] = names.Name(f.Result(i, 0))
				}
			}
			l.of[o] = append(l.of[o], f.InstText(names, i))
		}
		out[f.Name] = l
	}
	return out
}

// legalized records what legalization made of the instructions of each origin.
func (r *recorder) legalized(m *ir.Module, before program) {
	after := linesOf(m)
	for _, f := range m.Funcs {
		was, is := before[f.Name], after[f.Name]
		if was == nil {
			continue
		}
		for _, o := range was.order {
			b, a := &trace.Fragment{Instructions: was.of[o]}, &trace.Fragment{Instructions: is.of[o]}
			if a.Instructions == nil {
				a.Instructions = []string{}
			}
			if !slices.Equal(b.Canonical(), a.Canonical()) {
				r.add(&trace.Entry{Rule: "legal", Pass: "legalize", Function: f.Name, At: was.at[o], Before: b, After: a})
			}
		}
	}
}

// plainLines are lines without those that only name another maker.
func plainLines(lines []object.Line) (out []object.Line) {
	for n, l := range lines {
		if l.Inst == ir.NoInst || l.Maker != "" && n > 0 && l.Inst == lines[n-1].Inst {
			continue
		}
		l.Maker = ""
		out = append(out, l)
	}
	return out
}

// generated records what the lines of a function say: each run of instructions that one rule made of one instruction.
func (r *recorder) generated(m *object.Module, f *object.Func, lines []object.Line) {
	if f.Source == nil {
		return
	}
	names := f.Source.Names()
	for n, l := range lines {
		end := uint32(len(f.Code))
		if n+1 < len(lines) {
			end = lines[n+1].Offset
		}
		text := listing(m, f, l.Offset, end)
		if l.Maker == "" || len(text) == 0 {
			continue
		}
		e := &trace.Entry{Function: f.Name, Before: &trace.Fragment{Instructions: []string{}}, After: &trace.Fragment{Instructions: text}}
		e.Pass, e.Rule = madeWith(l.Maker)
		if strings.HasPrefix(l.Maker, "rule ") {
			e.Decision = trace.Decision{Kind: "equivalence", Proof: isel.Theorem(e.Rule)}
		}
		if l.Inst != ir.NoInst && int(l.Inst) < f.Source.NumInsts() {
			e.At = names.BlockName(f.Source.InstBlock(l.Inst))
			if f.Source.NumResults(l.Inst) > 0 {
				e.At = names.Name(f.Source.Result(l.Inst, 0))
			}
			if e.Pass == "isel" {
				e.Before.Instructions = []string{f.Source.InstText(names, l.Inst)}
			}
		}
		r.add(e)
	}
}

// madeWith is the phase of a maker, and what it is called there.
func madeWith(maker string) (pass, rule string) {
	if rule, ok := strings.CutPrefix(maker, "rule "); ok {
		rule, _, _ = strings.Cut(rule, ",")
		return "isel", rule
	}
	if kind, ok := strings.CutPrefix(maker, "allocation: "); ok {
		return "regalloc", strings.ReplaceAll(kind, " ", "_")
	}
	if pass, name, ok := strings.Cut(maker, "."); ok {
		return pass, name
	}
	return "emit", maker
}

// listing are the instructions of a part of the code.
func listing(m *object.Module, f *object.Func, off, end uint32) (out []string) {
	for off < end {
		i, ok := m.Disassemble(f.Code[off:])
		if !ok || i.Len == 0 {
			return out // a table of jumps
		}
		out = append(out, i.Text)
		off += uint32(i.Len)
	}
	return out
}

// coalesced records the copies of a function that take no instruction, as both ends have one place.
func (r *recorder) coalesced(f *mach.Func, a *mach.Alloc) {
	for n := range f.Insts {
		in := &f.Insts[n]
		if in.Kind != mach.Copy {
			continue
		}
		if locs := a.Locs[in.First : in.First+uint32(in.Num)]; locs[0] == locs[1] {
			e := &trace.Entry{Rule: "coalesced", Pass: "regalloc", Function: f.Name, Before: &trace.Fragment{Instructions: []string{"copy"}}, After: &trace.Fragment{Instructions: []string{}}}
			if f.Source != nil && in.Origin != ir.NoInst && f.Source.NumResults(in.Origin) > 0 {
				e.At = f.Source.Names().Name(f.Source.Result(in.Origin, 0))
			}
			r.add(e)
		}
	}
}
