package reduce

import (
	"github.com/tuffy-ir/tuffy/ir"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Transform is a row of the table of transformations. The flags say how the search treats the row,
// and list makes its edits for one module. Rows share no state.
type Transform struct {
	Name    string
	Removes bool   // takes things away: the final sweep tries each of its edits alone
	Doc     string // what one edit does

	flow  bool // edits change control flow: blocks that nothing reaches any more go at once
	facts bool // needs what a run showed
	grows bool // an edit pays only with those that it makes possible: it is kept if they make the case smaller
	list  func(x *listing)
}

// listing is what the edits of a module are made from. list must not change m or keep it.
type listing struct {
	m     *ir.Module
	keep  map[string]bool
	facts Facts
	edits []edit // found so far
}

// add lists an edit.
func (x *listing) add(key string, do func(m *ir.Module)) {
	x.edits = append(x.edits, edit{key: key, do: do})
}

// at lists an edit of an instruction, of which what says more; it is not made once the instruction is gone.
func (x *listing) at(s site, what string, do func(f *ir.Func)) {
	x.add(s.key+what, func(m *ir.Module) {
		if f := m.Funcs[s.fi]; !f.Deleted(s.i) {
			// An edit is no pass: the instruction stays marked, as what is looked for may be about the mark.
			mark := f.Mark(s.i)
			if do(f); !f.Deleted(s.i) && mark.Rule != ir.RuleNone {
				f.SetMark(s.i, mark)
			}
		}
	})
}

// Facts is what runs of a program showed. Handles are those of the module that ran. A fact that is
// missing is no fact: nil maps say that nothing is known.
type Facts struct {
	Executed map[string]map[ir.Block]bool     // blocks, by function
	Constant map[string]map[ir.Value]*num.Int // int and bool (0, 1) values that were always the same
}

// Transforms is the table, from coarse to fine. The order is part of the result: coarse rows first
// leave less for the fine ones.
func Transforms() []Transform {
	return []Transform{
		{Name: "unreached functions", Removes: true, facts: true, list: unreachedFunctions, Doc: "removes a function that a run does not enter"},
		{Name: "unreached blocks", Removes: true, facts: true, flow: true, list: unreachedBlocks, Doc: "makes a block that a run does not enter unreachable, and branches to it branches elsewhere"},
		{Name: "functions", Removes: true, list: removeFunctions, Doc: "removes a function or the declaration of one"},
		{Name: "bodies", Removes: true, list: stubFunctions, Doc: "replaces a body by a return of zeros"},
		{Name: "data", Removes: true, list: removeData, Doc: "removes a data symbol"},
		{Name: "stop", Removes: true, flow: true, list: stopBlocks, Doc: "ends a block with unreachable"},
		{Name: "return", flow: true, list: returnBlocks(false), Doc: "ends a block with a return of zeros"},
		{Name: "return values", flow: true, list: returnBlocks(true), Doc: "ends a block with a return of the nearest values above"},
		{Name: "branches", Removes: true, flow: true, list: straighten, Doc: "replaces a branch by one of its edges"},
		{Name: "cases", Removes: true, flow: true, list: dropCases, Doc: "removes a case of a switch"},
		{Name: "bypass", Removes: true, flow: true, list: bypassBlocks, Doc: "goes around a block"},
		{Name: "dead blocks", Removes: true, list: deadBlocks, Doc: "removes a block that nothing reaches"},
		{Name: "unloop", flow: true, list: unloop, Doc: "replaces continue by unreachable and dissolves the loop region"},
		{Name: "flatten", list: flatten, Doc: "dissolves a plain region, its ends become branches"},
		{Name: "stub calls", Removes: true, facts: true, list: stubCalls, Doc: "replaces a call by what it returned in the run, or zeros"},
		{Name: "unused", Removes: true, list: dropUnused, Doc: "removes an instruction whose results are not used"},
		{Name: "to zero", Removes: true, list: dropTo(toZero), Doc: "removes an instruction, 0, false or poison takes its place"},
		{Name: "to operand", Removes: true, list: toOperand, Doc: "removes an instruction, one of its operands takes its place"},
		{Name: "to value", Removes: true, list: toValue, Doc: "removes an instruction, the nearest value above of its type takes its place"},
		{Name: "to next constant", Removes: true, list: toNextConstant, Doc: "removes a constant, the next one of its type takes its place"},
		{Name: "to observed", facts: true, list: toObserved, Doc: "replaces an instruction by the value that it had in the run"},
		{Name: "to constant", list: toConstant, Doc: "replaces an instruction by a constant of its own"},
		{Name: "merge blocks", Removes: true, list: mergeBlocks, Doc: "appends a block to the only one before it"},
		{Name: "block arguments", Removes: true, list: removeBlockArgs, Doc: "removes an argument of a block"},
		{Name: "parameters", Removes: true, list: removeParams, Doc: "removes a parameter from a function and its calls"},
		{Name: "results", Removes: true, list: removeResults, Doc: "removes a result from a function and its calls"},
		{Name: "operands", list: liftOperands, Doc: "reads the first value of the type above instead"},
		{Name: "opcodes", list: simplifyOpcodes, Doc: "replaces an opcode by a simpler one, drops masks, flags, orders and alignments"},
		{Name: "types", list: narrowTypes, Doc: "narrows floats, vectors and byte types, drops parts of aggregates"},
		{Name: "annotations", list: dropAnnotations, Doc: "drops the annotations of a value, a use or a signature, or the rule of an instruction"},
		{Name: "wider ranges", list: loosenAnnotations, Doc: "doubles the range of an annotation"},
		{Name: "data bytes", list: shrinkData, Doc: "drops relocations, zeroes and shortens data"},
		{Name: "sizes", list: shrinkSizes, Doc: "makes stack slots, int accesses and the numbers of mnemonics smaller"},
		{Name: "constants", list: shrinkConstants, Doc: "moves a constant toward 0"},
		{Name: "names", list: simplifyNames, Doc: "drops attributes, names of parameters and source locations, shortens names of functions"},
		{Name: "switch to brif", grows: true, list: switchToBranch, Doc: "replaces a switch by a comparison with one of its cases"},
		{Name: "peel", grows: true, list: peelLoops, Doc: "executes the first iteration of a loop before the loop"},
		{Name: "flatten loops", grows: true, list: flattenLoops, Doc: "dissolves a loop region, continue becomes a branch; after that nothing can peel it"},
		{Name: "named callees", grows: true, list: nameCallees, Doc: "calls a function by its name instead of through another pointer"},
		{Name: "zero vectors", grows: true, list: zeroVectors, Doc: "replaces a vector by zeros"},
		{Name: "recursion", Removes: true, list: recursionToEvent, Doc: "replaces a call of a function to itself by one of its volatile accesses"},
		{Name: "inline", grows: true, list: inlineCalls, Doc: "puts the body of a function in the place of a call"},
	}
}

// unreachedFunctions lists the functions without an executed block. A function that no run enters
// is the cheapest to remove.
func unreachedFunctions(x *listing) {
	if x.facts.Executed == nil {
		return
	}
	for _, f := range x.m.Funcs {
		if len(x.facts.Executed[f.Name]) == 0 && !x.keep[f.Name] {
			x.removeItem(ir.ItemFunc, f.Name)
		}
	}
}

// unreachedBlocks makes branches go where they went, then empties what was not entered. Such
// branches go where the run went, so it stays as it is.
func unreachedBlocks(x *listing) {
	if x.facts.Executed == nil {
		return
	}
	for _, s := range blockSites(x.m) {
		ran := x.facts.Executed[s.f.Name]
		t := s.f.Terminator(s.b)
		if len(ran) == 0 {
			continue
		}
		if !ran[s.b] {
			if s.f.Op(s.f.FirstInst(s.b)) != ir.OpUnreachable {
				x.add(s.key, func(m *ir.Module) { emptyBlock(m.Funcs[s.fi], s.b) })
			}
			continue
		}
		way, ways := 0, 0
		for n := range s.f.NumTargets(t) {
			if ran[s.f.TargetBlock(t, n)] {
				way, ways = n, ways+1
			}
		}
		if ways == 1 && s.f.NumTargets(t) > 1 {
			x.add(s.key, func(m *ir.Module) { branchTo(m.Funcs[s.fi], t, way) })
		}
	}
}

// emptyBlock leaves only unreachable in b, unless something else reads its values. Values of the
// block that are used elsewhere become zeros first.
func emptyBlock(f *ir.Func, b ir.Block) {
	last := f.LastInst(b)
	if last == ir.NoInst {
		return
	}
	for i := last; i != ir.NoInst; {
		prev := f.PrevInst(i)
		for _, v := range f.Results(i) {
			if f.HasUses(v) && !usedInDeadCode(f, v, b) {
				f.ReplaceUses(v, valueFor(f, i, v))
			}
		}
		f.RemoveInst(i)
		i = prev
	}
	f.At(b).Stop(ir.OpUnreachable, ir.Synthetic)
}

// usedInDeadCode reports whether all uses of v are in b itself, which is being emptied. The uses in
// b vanish together with the block's instructions.
func usedInDeadCode(f *ir.Func, v ir.Value, b ir.Block) bool {
	for u := range f.Uses(v) {
		if f.InstBlock(u.Inst) != b {
			return false
		}
	}
	return true
}

// valueFor is what takes the place of result v of i when i goes. A token is replaced by the one
// that it was made from; where there is none it stays, and verification fails.
func valueFor(f *ir.Func, i ir.Inst, v ir.Value) ir.Value {
	if f.TypeOf(v) != ir.Mem {
		return zero(f, f.TypeOf(v))
	}
	if o := iredit.MemOperand(f, i); o != ir.NoValue {
		return o
	}
	return v
}

// removeItem removes the function, external function or data symbol of that name. What still
// refers to it then means an external symbol. Item indices shift while items are removed, so names
// are collected before.
func (x *listing) removeItem(kind ir.ItemKind, name string) {
	x.add(name, func(m *ir.Module) {
		names := map[ir.Item]string{} // Remove empties the lists before it asks
		for _, it := range m.Items {
			switch it.Kind {
			case ir.ItemFunc:
				names[it] = m.Funcs[it.Index].Name
			case ir.ItemExtern:
				names[it] = m.Externs[it.Index].Name
			case ir.ItemData:
				names[it] = m.Data[it.Index].Name
			}
		}
		m.Remove(func(it ir.Item) bool { return it.Kind == kind && names[it] == name })
	})
}

// removeFunctions also removes declarations.
func removeFunctions(x *listing) {
	for _, f := range x.m.Funcs {
		if !x.keep[f.Name] {
			x.removeItem(ir.ItemFunc, f.Name)
		}
	}
	for _, e := range x.m.Externs {
		x.removeItem(ir.ItemExtern, e.Name)
	}
}

// removeData keeps what refers to the symbol; it then means an external one.
func removeData(x *listing) {
	for _, d := range x.m.Data {
		x.removeItem(ir.ItemData, d.Name)
	}
}

// stubFunctions keeps of a body the entry block only, which returns. Kept functions are stubbed as
// well: their signatures stay.
func stubFunctions(x *listing) {
	for fi, f := range x.m.Funcs {
		x.add(f.Name, func(m *ir.Module) { stub(m.Funcs[fi]) })
	}
}

// stub empties all blocks and lets sweep take those that nothing names.
func stub(f *ir.Func) {
	entry := f.Entry()
	drop := make([]bool, f.NumBlocks())
	for b := range f.Blocks() {
		drop[b] = b != entry
		for i := f.LastInst(b); i != ir.NoInst; i = f.LastInst(b) {
			f.RemoveInst(i)
		}
	}
	returnZeros(f, entry, ir.NoValue)
	sweep(f, drop)
}

// returnZeros ends b, which has no terminator, with a return. token is the memory token;
// NoValue takes the argument of the entry block.
func returnZeros(f *ir.Func, b ir.Block, token ir.Value) { returnFrom(f, b, token, nil) }

// returnFrom is the same with values that are known for some results. In an empty entry block there
// is no instruction to put a zero before, so it is made in place.
func returnFrom(f *ir.Func, b ir.Block, token ir.Value, known map[int]ir.Value) {
	if args := f.Args(f.Entry()); token == ir.NoValue && len(args) > 0 {
		token = args[0]
	}
	at := f.At(b)
	var vals []ir.Value
	for n, r := range f.Returns {
		if v, ok := known[n]; ok {
			vals = append(vals, v)
		} else if f.FirstInst(f.Entry()) == ir.NoInst {
			vals = append(vals, makeZero(at, r.Type, false))
		} else {
			vals = append(vals, zero(f, r.Type))
		}
	}
	if token != ir.NoValue {
		vals = append(vals, token)
	}
	at.Ret(ir.Synthetic, vals...)
}
