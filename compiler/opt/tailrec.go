package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// tailRecursion makes calls of a function to itself, whose results it returns at once, go back to
// its beginning instead.
//
// The body becomes a loop region, whose entry has the parameters as arguments with the checks of
// the signature. A call passes new ones: with `continue`, from inside another loop region through
// a block that does. What is checked on the way back through the callers, results on types with
// claims, was checked by the innermost call already.
//
// A call has a frame of its own, an iteration of the loop does not: the stack slots of the body die at
// its `continue`, while those of a caller lived on during the call. So no pointer to a slot may be
// anywhere where the callee finds it: the pass leaves functions alone that do more with one than
// access memory through it. Depth was bounded, iterations are not: running out of stack decides
// nothing.
var tailRecursion = pass.Pass{
	Name:     "tail-recursion",
	Doc:      "turns self calls in tail position into a loop",
	Rewrites: pass.Rewrites(pass.Refinements("loop")),
	Func:     runTailRecursion,
}

// runTailRecursion collects the calls of the function to itself whose results are returned at once, makes
// sure that no pointer to a slot escapes, and lets the first that is allowed wrap the body in a loop.
func runTailRecursion(c *pass.Ctx) {
	f := c.F
	// In a loop the memory of slots of any size would grow with each round; a list has the arguments of one call.
	if f.Count(ir.OpCall) == 0 || f.Count(ir.OpStackSlotDyn) > 0 || f.Count(ir.OpVaStart) > 0 {
		return
	}
	var calls []ir.Inst
	var slots []ir.Value
	for i := range f.AllInsts() {
		switch f.Op(i) {
		case ir.OpCall:
			if selfTail(f, i) {
				calls = append(calls, i)
			}
		case ir.OpStackSlot:
			slots = append(slots, f.Result(i, 0))
		}
	}
	if len(calls) == 0 || slices.ContainsFunc(slots, func(v ir.Value) bool { return slotEscapes(f, v, false) }) {
		return
	}
	x := &looper{f: f, again: ir.NoBlock, head: ir.NoBlock}
	for _, i := range calls {
		if !c.Fire(pass.Change{Rule: "loop", At: i, Matched: []ir.Inst{f.Terminator(f.InstBlock(i))}, Kind: pass.Refinement}) {
			continue
		}
		if x.head == ir.NoBlock {
			x.wrap(pass.Derive(f, i))
		}
		x.call(i)
	}
}

// selfTail reports whether i calls the function that it is in, with its signature, and the results
// and the token are returned at once and unchanged.
func selfTail(f *ir.Func, i ir.Inst) bool {
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr || f.Module.SymbolName(f.SymbolOf(d)) != f.Name {
		return false
	}
	if f.NumFixed(i) != len(f.Params)+2 || f.NumResults(i) != len(f.Returns)+1 || len(f.Args(f.Entry())) != 1 {
		return false
	}
	for n, p := range f.Params {
		if f.TypeOf(f.Arg(i, n+1)) != p.Type {
			return false
		}
	}
	t := f.NextInst(i)
	// What the terminator hands on, as indices of results of the call.
	from := func(v ir.Value, b ir.Block, in []int) int {
		switch {
		case f.Def(v) == i:
			return f.DefIndex(v)
		case b != f.InstBlock(i) && f.Def(v) == ir.NoInst && f.DefBlock(v) == b:
			return in[f.DefIndex(v)]
		}
		return -1
	}
	b, in := f.InstBlock(i), []int(nil)
	for range 8 {
		var out []int
		for n := range f.NumOperands(t) {
			out = append(out, from(f.Arg(t, n), b, in))
		}
		switch f.Op(t) {
		case ir.OpRet:
			if len(out) != len(f.Returns)+1 {
				return false
			}
			for n, r := range out {
				if want := (n + 1) % len(out); r != want || r > 0 && f.TypeOf(f.Result(i, r)) != f.Returns[r-1].Type {
					return false
				}
			}
			return true
		case ir.OpBr, ir.OpRegionYield:
			b, in = f.Edges(nil, t)[0].Block, out
			if t = f.Terminator(b); t == ir.NoInst || f.FirstInst(b) != t {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// looper holds the loop that is around the body.
type looper struct {
	f      *ir.Func
	region ir.Region
	head   ir.Block // its entry
	again  ir.Block // a block of it that continues, for calls inside of loop regions
	params []int    // those that are arguments of head, after the token
}

// wrap puts the body into a loop region and a new entry before it.
func (x *looper) wrap(o ir.Origin) {
	f := x.f
	old := f.Entry()
	var reads []ir.Inst
	for i := range f.InstsOf(ir.OpParam) {
		reads = append(reads, i)
		if n := int(f.Attr(i).Imm); !slices.Contains(x.params, n) {
			x.params = append(x.params, n)
		}
	}
	slices.Sort(x.params)
	body := slices.Clone(f.Nodes(ir.Body))
	entry := f.AddBlock(ir.Body)
	x.region = f.AddRegion(ir.Body, ir.LoopRegion)
	outside := slices.Clone(f.Nodes(ir.Body)[len(body):])
	x.head = f.AddBlock(x.region)
	f.SetNodes(x.region, append(slices.Clone(f.Nodes(x.region)), body...))
	f.SetNodes(ir.Body, outside)

	token := f.Args(old)[0]
	in := ir.Goto(x.head, f.AddArg(entry, ir.Mem, f.AnnotOf(token)))
	f.At(x.head).Br(ir.Goto(old, f.AddArg(x.head, ir.Mem, ir.NoAnnot)), o)
	for _, n := range x.params {
		k := slices.IndexFunc(reads, func(i ir.Inst) bool { return int(f.Attr(i).Imm) == n })
		in.Args = append(in.Args, ir.Operand{Value: f.At(entry).Param(n, f.Origin(reads[k]))})
		v := f.AddArg(x.head, f.Params[n].Type, f.Params[n].Annot)
		for _, i := range reads {
			if int(f.Attr(i).Imm) == n {
				f.ReplaceUses(f.Result(i, 0), v)
			}
		}
	}
	f.At(entry).Br(in, o)
	for _, i := range reads {
		f.RemoveInst(i)
	}
}

// call replaces a call and what follows it in its block.
func (x *looper) call(i ir.Inst) {
	f := x.f
	b := f.InstBlock(i)
	o := pass.Derive(f, i, f.Terminator(b))
	args := []ir.Operand{{Value: f.Arg(i, f.NumFixed(i)-1)}}
	for _, n := range x.params {
		args = append(args, f.Operand(i, n+1))
	}
	f.RemoveInst(f.Terminator(b))
	// The results may still be read where control does not come any more.
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		if !f.HasUses(v) {
			continue
		}
		if f.TypeOf(v) == ir.Mem {
			f.ReplaceUses(v, args[0].Value)
		} else {
			f.ReplaceUses(v, f.Before(i).Poison(f.TypeOf(v), o))
		}
	}
	f.RemoveInst(i)
	if f.InnermostLoop(b) == x.region {
		f.At(b).Inst(ir.OpContinue, ir.Attr{}, args, nil, nil, o)
		return
	}
	if x.again == ir.NoBlock {
		x.again = f.AddBlock(x.region)
		var handed []ir.Value
		for _, v := range f.Args(x.head) {
			handed = append(handed, f.AddArg(x.again, f.TypeOf(v), ir.NoAnnot))
		}
		f.At(x.again).Yield(ir.OpContinue, o, handed...)
	}
	edit.Goto(f, b, ir.Target{Block: x.again, Args: args}, o)
}
