package pass

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// recorder makes the fragments of an entry, whatever the rewrite is: it watches the functions while a pass works on
// them, and so knows each instruction, block and region as it was before the rewrite touched it. A pass says nothing of
// what it changes; what it matched comes first, as far as it said so.
type recorder struct {
	run  *run
	f    *ir.Func // of the rewrite; nil if none is open
	sign string   // of a rewrite of a module pass: the signature before

	gone    ir.Value // an argument of block that goes, unless that is ir.NoBlock
	block   ir.Block
	matched []ir.Inst
	parts   []part               // what the rewrite touched, in order
	seen    map[partKey]struct{} // of parts, and what was matched
	marks   map[*ir.Func]sizes   // of the functions that were touched: what is beyond is new
	text    []byte               // of fragments, for its room
}

// sizes are how many instructions, blocks and regions a function had.
type sizes struct{ insts, blocks, regions int }

type partKind uint8

const (
	instPart partKind = iota
	blockPart
	regionPart
)

type partKey struct {
	f    *ir.Func
	kind partKind
	id   uint32
}

// part is something that a rewrite touches, with its line before and the block of an instruction.
type part struct {
	partKey
	was   string
	block ir.Block
}

// watch has the recorder told of changes of functions until the result is called, if fragments are asked for.
func (r *run) watch(funcs ...*ir.Func) (end func()) {
	if r.o.Record == nil || r.o.Trace != trace.Full {
		return func() {}
	}
	for _, f := range funcs {
		f.Watch(r.rec)
	}
	return func() {
		r.rec.finish()
		for _, f := range funcs {
			f.Watch(nil)
		}
	}
}

// match notes what a rewrite that is proposed looks at.
func (r *recorder) match(f *ir.Func, ch Change) {
	insts := r.matched[:0]
	if ch.At != ir.NoInst {
		insts = append(insts, ch.At)
	}
	insts = append(insts, ch.Matched...)
	slices.Sort(insts)
	r.matched = slices.Compact(insts)
	e := &r.run.entry
	if ch.Whole {
		e.Before = &trace.Fragment{Instructions: r.whole(f)}
		return
	}
	r.gone, r.block = ch.Gone, ch.Block
	if !ch.Takes {
		r.block = ir.NoBlock
	}
	e.Before = &trace.Fragment{Instructions: make([]string, 0, len(r.matched)+1)}
	for _, i := range r.matched {
		e.Before.Instructions = append(e.Before.Instructions, r.line(partKey{f, instPart, uint32(i)}))
	}
}

// whole are the lines of a function.
func (r *recorder) whole(f *ir.Func) []string {
	out := []string{string(f.AppendSignature(nil))}
	for b := range f.Blocks() {
		out = append(out, r.line(partKey{f, blockPart, uint32(b)}))
		for i := range f.Insts(b) {
			out = append(out, r.line(partKey{f, instPart, uint32(i)}))
		}
	}
	return out
}

// begin notes that the rewrite that was proposed happens.
func (r *recorder) begin(module bool) {
	r.f = r.run.proposed
	r.sign = ""
	if r.run.o.Trace != trace.Full {
		return
	}
	if module {
		r.sign = string(r.f.AppendSignature(nil))
	}
	r.parts = r.parts[:0]
	if r.seen == nil {
		r.seen, r.marks = map[partKey]struct{}{}, map[*ir.Func]sizes{}
	}
	clear(r.seen)
	clear(r.marks)
	r.marks[r.f] = sizesOf(r.f)
	for n, i := range r.matched {
		k := partKey{r.f, instPart, uint32(i)}
		r.seen[k] = struct{}{}
		r.parts = append(r.parts, part{k, r.run.entry.Before.Instructions[n], r.f.InstBlock(i)})
	}
	if r.block != ir.NoBlock {
		r.Block(r.f, r.block)
	}
}

func sizesOf(f *ir.Func) sizes { return sizes{f.NumInsts(), f.NumBlocks(), f.NumRegions()} }

// note keeps what something was before it is changed for the first time. What is new was nothing.
func (r *recorder) note(k partKey, size func(s sizes) int) {
	if r.f == nil {
		return
	}
	s, known := r.marks[k.f]
	if !known {
		s = sizesOf(k.f)
		r.marks[k.f] = s
	}
	if int(k.id) >= size(s) {
		return
	}
	if _, again := r.seen[k]; again {
		return
	}
	r.seen[k] = struct{}{}
	p := part{partKey: k, was: r.line(k), block: ir.NoBlock}
	if k.kind == instPart {
		p.block = k.f.InstBlock(ir.Inst(k.id))
	}
	r.parts = append(r.parts, p)
}

// Inst is told of an instruction that changes. See [ir.Watcher].
func (r *recorder) Inst(f *ir.Func, i ir.Inst) {
	r.note(partKey{f, instPart, uint32(i)}, func(s sizes) int { return s.insts })
}

// Block is told of a block that changes.
func (r *recorder) Block(f *ir.Func, b ir.Block) {
	r.note(partKey{f, blockPart, uint32(b)}, func(s sizes) int { return s.blocks })
}

// Region is told of a region that changes. The body of a function is always there.
func (r *recorder) Region(f *ir.Func, x ir.Region) {
	if x != ir.Body {
		r.note(partKey{f, regionPart, uint32(x)}, func(s sizes) int { return s.regions })
	}
}

// line is the text of a part as it is now, empty if it is not there.
func (r *recorder) line(k partKey) string {
	f, n := k.f, r.run.named(k.f).Numbering
	text := r.text[:0]
	switch k.kind {
	case instPart:
		if !f.Deleted(ir.Inst(k.id)) {
			text = f.AppendInst(text, n, ir.Inst(k.id))
		}
	case blockPart:
		if !f.Removed(ir.Block(k.id)) {
			without := ir.NoValue
			if r.f == nil && ir.Block(k.id) == r.block { // the entry ends
				without = r.gone
			}
			text = f.AppendBlock(text, n, ir.Block(k.id), without)
		}
	default:
		nodes := f.Nodes(ir.Region(k.id))
		if len(nodes) == 0 {
			break
		}
		text = append(append(append(text, "region "...), f.RegionKind(ir.Region(k.id)).String()...), " {"...)
		for _, node := range nodes {
			b := ir.Block(node.ID)
			if node.IsRegion {
				text = append(text, " region at"...)
				b = f.RegionEntry(ir.Region(node.ID))
			}
			text = append(append(text, ' '), n.BlockName(b)...)
		}
		text = append(text, " }"...)
	}
	r.text = text
	return string(text)
}

// finish completes the open entry. It may be called when nothing is open.
func (r *recorder) finish() {
	f := r.f
	if f == nil {
		return
	}
	r.f = nil
	e := &r.run.entry
	if r.run.o.Trace == trace.Full {
		before, after := r.fragments(f)
		e.After = &trace.Fragment{Instructions: after}
		if !strings.HasPrefix(strings.Join(e.Before.Instructions[:min(1, len(e.Before.Instructions))], ""), "func @") {
			e.Before.Instructions = before
		}
	}
	r.run.o.Record(e)
}

// fragments are the lines of the open entry before and after: what was matched and is there, what is new, and what else
// changed. Lines that are the same before and after are left out, unless they were matched.
func (r *recorder) fragments(f *ir.Func) (before, after []string) {
	before, after = []string{}, []string{}
	var rest []string
	for n := range r.parts {
		p := &r.parts[n]
		was, is := p.was, r.line(p.partKey)
		if p.kind == instPart && is != "" {
			if b := p.f.InstBlock(ir.Inst(p.id)); b != p.block { // it moved
				names := r.run.named(p.f).Numbering
				was, is = names.BlockName(p.block)+": "+was, names.BlockName(b)+": "+is
			}
		}
		if n >= len(r.matched) && was == is {
			continue
		}
		if p.f != f {
			was, is = elsewhere(p.f, was), elsewhere(p.f, is)
		}
		if was != "" {
			before = append(before, was)
		}
		switch {
		case is == "":
		case n < len(r.matched):
			after = append(after, is)
		default:
			rest = append(rest, is)
		}
	}
	if s := string(f.AppendSignature(r.text[:0])); r.sign != "" && s != r.sign {
		before, rest = append(before, r.sign), append(rest, s)
	}
	for _, g := range r.touched(f) {
		for _, line := range r.made(g) {
			if g != f {
				line = elsewhere(g, line)
			}
			after = append(after, line)
		}
	}
	return before, append(after, rest...)
}

// touched are the functions that the open entry changed, its own first and the others in the order in which it came to them.
func (r *recorder) touched(f *ir.Func) []*ir.Func {
	out := []*ir.Func{f}
	for n := range r.parts {
		if g := r.parts[n].f; !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// made are the lines of what is new in a function.
func (r *recorder) made(f *ir.Func) (out []string) {
	was := r.marks[f]
	for k, size := range [...]struct{ from, to int }{{was.insts, f.NumInsts()}, {was.blocks, f.NumBlocks()}, {was.regions, f.NumRegions()}} {
		for id := size.from; id < size.to; id++ {
			if line := r.line(partKey{f, partKind(k), uint32(id)}); line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}

// elsewhere is a line of another function than that of the entry.
func elsewhere(f *ir.Func, line string) string {
	if line == "" {
		return ""
	}
	return "@" + f.Name + ": " + line
}
