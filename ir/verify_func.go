package ir

import "fmt"

// funcVerifier checks one function in stages: the region tree, the parts of each
// instruction, then what the parts mean together. A stage looks only at what the earlier ones
// found sound.
// The stages are what keeps it from panicking on garbage: a tree that can be walked, then lists that can be
// walked, then instructions whose parts exist, then everything else.
type funcVerifier struct {
	*verifier
	f       *Func
	names   Numbering
	order   []Block // region tree order
	listed  []bool  // by block: it is in the tree
	formed  []bool  // by instruction: its parts exist
	place   []int32 // by instruction: position in its block, -1 if it is in none
	effects bool    // an operation takes a memory token
	edges   []Edge  // of the terminator looked at

	have, taken []Type // of the results and operands of the instruction looked at
}

// verify runs the stages in order and stops after one whose result the next could not walk.
func (v *funcVerifier) verify() {
	f := v.f
	v.listed = make([]bool, len(f.blocks))
	if !v.tree() {
		return
	}
	v.names = f.Names()
	v.formed, v.place = make([]bool, len(f.insts)), make([]int32, len(f.insts))
	for i := range v.place {
		v.place[i] = -1
	}
	if !v.lists() {
		return
	}
	v.entry()
	for _, b := range v.order {
		v.args(b)
		for i := range f.Insts(b) {
			v.formed[i] = v.parts(i)
		}
	}
	for _, b := range v.order {
		v.shape(b)
		for i := range f.Insts(b) {
			if v.formed[i] {
				v.atInst(i)
				v.inst(i)
			}
		}
	}
	v.dominance()
}

// atFunc, atBlock and atInst set the place that errorf reports.
func (v *funcVerifier) atFunc() { v.atItem(VerifyError{Pos: v.f.Pos, Func: v.f.Name}) }

func (v *funcVerifier) atBlock(b Block) { v.in, v.blockAt, v.instAt = v, b, NoInst }

func (v *funcVerifier) atInst(i Inst) { v.in, v.instAt = v, i }

func (v *funcVerifier) blockPlace(b Block) VerifyError {
	return VerifyError{Pos: v.f.BlockPos(b), Func: v.f.Name, Block: v.names.BlockName(b)}
}

// instPlace is the place of i, which is named by its number if its parts may not exist: [funcVerifier.instErrorf]
// prints the others.
func (v *funcVerifier) instPlace(i Inst) VerifyError {
	e := VerifyError{Func: v.f.Name, Block: v.names.BlockName(v.f.InstBlock(i))}
	if o := v.f.Origin(i); v.validOrigin(o) && o != Synthetic {
		e.Pos = v.m.TextPos(o)
	}
	if !v.formed[i] {
		e.Inst = v.rawText(i)
	}
	return e
}

// rawText names an instruction that cannot be printed.
func (v *funcVerifier) rawText(i Inst) string {
	op := v.f.Op(i)
	if int(op) >= NumOps {
		return fmt.Sprintf("instruction %d", v.place[i])
	}
	return fmt.Sprintf("instruction %d, %s", v.place[i], op)
}

// instErrorf reports a violation of i, which [funcVerifier.atInst] was told of.
func (v *funcVerifier) instErrorf(i Inst, format string, args ...any) {
	e := v.where()
	if v.formed[i] {
		e.Inst = v.f.InstText(v.names, i)
	}
	v.record(e, format, args...)
}

// validOrigin reports whether the origin can be looked up.
func (v *verifier) validOrigin(o Origin) bool {
	return o == Synthetic || !v.badOrigins && int(o) < len(v.m.origins)
}

// tree checks R1 and answers whether the region tree can be walked.
// It is a search from the body with each region visited once, so a cycle among the records is found and not
// followed.
// A region or block that is in no nodes is not found here, and not reached by anything that walks the tree.
func (v *funcVerifier) tree() bool {
	f := v.f
	v.atFunc()
	before := len(v.errs)
	inTree := make([]bool, len(f.regions))
	inTree[Body] = true
	if f.regions[Body].kind != FunctionRegion || f.regions[Body].parent != NoRegion {
		v.errorf("region 0 is not the function body")
	}
	for pending := []Region{Body}; len(pending) > 0; {
		r := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		v.at.Pos = f.Pos
		if r != Body {
			v.at.Pos = f.RegionPos(r)
		}
		if len(f.regions[r].nodes) == 0 {
			if r == Body {
				v.errorf("the function has no blocks")
			} else {
				v.errorf("%s region without blocks", f.RegionKind(r))
			}
		}
		for _, n := range f.regions[r].nodes {
			if n.IsRegion {
				if v.childRegion(r, Region(n.ID), inTree) {
					pending = append(pending, Region(n.ID))
				}
			} else {
				v.childBlock(r, Block(n.ID))
			}
		}
	}
	if len(v.errs) > before {
		return false
	}
	for b := range f.Blocks() {
		v.order = append(v.order, b)
	}
	return true
}

// childRegion checks a region in the nodes of parent and reports whether it is to be walked.
// The tests stand in an order in which each may rely on those before it.
func (v *funcVerifier) childRegion(parent, r Region, inTree []bool) bool {
	switch {
	case int(r) >= len(inTree):
		v.errorf("a region has a region that does not exist (%d)", r)
	case inTree[r]:
		v.errorf("region %d is in the region tree twice", r)
	case v.f.regions[r].kind != LoopRegion && v.f.regions[r].kind != PlainRegion:
		v.errorf("a nested region is neither loop nor plain")
	case v.f.regions[r].parent != parent:
		v.errorf("region %d does not know the region that holds it", r)
	default:
		inTree[r] = true
		return true
	}
	return false
}

// childBlock checks a block in the nodes of r.
func (v *funcVerifier) childBlock(r Region, b Block) {
	switch {
	case int(b) >= len(v.listed):
		v.errorf("a region has a block that does not exist (%d)", b)
	case v.listed[b]:
		v.errorf("block %d is in the region tree twice", b)
	case v.f.blocks[b].dead:
		v.errorf("block %d was deleted and is still in a region", b)
	case v.f.blocks[b].region != r:
		v.errorf("block %d does not know the region that holds it", b)
	default:
		v.listed[b] = true
	}
}

// lists checks that the instruction lists can be walked, and numbers the instructions.
// It stops at the first fault of a block and continues with the next block.
func (v *funcVerifier) lists() bool {
	f := v.f
	ok := true
	for _, b := range v.order {
		n, prev := int32(0), NoInst
		for i := f.blocks[b].first; i != NoInst; i = f.insts[i].next {
			// An instruction that was numbered before makes a cycle, or is in two lists.
			if r := &f.insts[i]; r.dead || r.block != b || r.prev != prev || v.place[i] >= 0 {
				v.atBlock(b)
				v.errorf("the list of instructions is broken after %d of them", n)
				ok = false
				break
			}
			v.place[i], prev = n, i
			n++
		}
	}
	return ok
}

// entry checks R2.
func (v *funcVerifier) entry() {
	args := v.f.Args(v.f.Entry())
	if len(args) > 1 || len(args) == 1 && v.f.TypeOf(args[0]) != Mem {
		v.atBlock(v.f.Entry())
		v.errorf("the entry block can have one argument, the memory token; param reads the parameters")
	}
}

// args checks the arguments of b.
func (v *funcVerifier) args(b Block) {
	v.atBlock(b)
	for _, a := range v.f.Args(b) {
		t := v.f.TypeOf(a)
		if !v.validType(t) {
			v.errorf("argument %s has %s", v.names.Name(a), v.typeText(t))
		} else if s := v.annotProblem(v.f.AnnotOf(a), t); s != "" {
			v.errorf("argument %s: %s", v.names.Name(a), s)
		}
	}
}

// shape checks R3, and finds out whether the function has memory operations.
// Opcodes that do not exist were reported by parts.
// An empty block is reported and has nothing else to check.
func (v *funcVerifier) shape(b Block) {
	f := v.f
	last := f.LastInst(b)
	if last == NoInst {
		v.atBlock(b)
		v.errorf("the block is empty: it needs a terminator")
		return
	}
	for i := range f.Insts(b) {
		if int(f.Op(i)) >= NumOps {
			continue
		}
		term := f.Op(i).IsTerminator()
		if term == (i == last) {
			continue
		}
		v.atInst(i)
		if term {
			v.instErrorf(i, "%s is a terminator in the middle of the block", f.Op(i))
		} else {
			v.instErrorf(i, "the block does not end with a terminator: add ret, br, or another")
		}
	}
}

// takesToken reports whether i has a memory token as an operand by its row.
func (f *Func) takesToken(i Inst) bool {
	if f.Op(i) == OpTargetIntrinsic {
		return f.Attr(i).Memory
	}
	return f.Op(i).Is(MemUse | MemDef)
}

// parts checks I1 and that operands, types and targets exist. Only what passes is printed or
// looked at by later stages.
// All of them are checked, whatever is wrong with one: a broken pass shows the whole damage.
func (v *funcVerifier) parts(i Inst) bool {
	f := v.f
	v.atInst(i)
	before := len(v.errs)
	if !v.validOrigin(f.Origin(i)) {
		v.errorf("the origin does not exist (%d)", f.Origin(i))
	}
	op := f.Op(i)
	if int(op) >= NumOps {
		v.errorf("opcode %d does not exist", op)
		return false
	}
	v.effects = v.effects || f.takesToken(i)
	for n := range f.NumResults(i) {
		r := f.Result(i, n)
		v.typed("result", n+1, f.TypeOf(r), f.AnnotOf(r))
	}
	for n := range f.NumOperands(i) {
		o := f.Operand(i, n)
		if s := v.undefined(o.Value); s != "" {
			v.errorf("operand %d %s", n+1, s)
		} else {
			v.typed("operand", n+1, f.TypeOf(o.Value), o.Annot)
		}
		if o.Annot.HasFields() {
			v.errorf("operand %d: claims on fields stand where a value is made, not where it is used", n+1)
		}
	}
	v.targets(i)
	v.attributes(i)
	return len(v.errs) == before
}

// typed checks that the type of operand or result n exists and suits its annotation.
func (v *funcVerifier) typed(what string, n int, t Type, a Annot) {
	if !v.validType(t) {
		v.errorf("%s %d has %s", what, n, v.typeText(t))
	} else if s := v.annotProblem(a, t); s != "" {
		v.errorf("%s %d: %s", what, n, s)
	}
}

// undefined says why x is no value of the function.
// Deleted definitions leave their uses behind where a pass has forgotten one: this is how it shows.
func (v *funcVerifier) undefined(x Value) string {
	f := v.f
	if x == NoValue {
		return "is missing"
	}
	if int(x) >= len(f.values) {
		return fmt.Sprintf("does not exist (value %d)", x)
	}
	if i := f.Def(x); i != NoInst {
		if v.place[i] < 0 {
			return "was defined by an instruction that is deleted"
		}
		return ""
	}
	b, k := f.DefBlock(x), f.DefIndex(x)
	if b == NoBlock {
		return "was defined by an instruction that is deleted"
	}
	if args := f.blocks[b].args; !v.listed[b] || k >= len(args) || args[k] != x {
		return "was a block argument that is deleted"
	}
	return ""
}

// targets checks that the written targets of i exist.
// The number of arguments that a target passes is a matter of flow: here blocks only have to exist.
func (v *funcVerifier) targets(i Inst) {
	f := v.f
	op, n := f.Op(i), f.NumTargets(i)
	form := Ops[op].Form
	switch {
	case form == FormBr && n != 1, form == FormBrIf && n != 2, form < FormBr && n != 0, form > FormSwitch && n != 0:
		v.errorf("%s has %s", op, Counted(n, "target"))
	case form == FormSwitch && n == 0:
		v.errorf("switch has no default target")
	}
	if (form == FormBrIf || form == FormSwitch) && f.NumFixed(i) < 1 {
		v.errorf("%s has no operand to decide by", op)
	}
	for k := range n {
		rec := f.targets[f.coldInsts[i].tgt+uint32(k)]
		if int(rec.block) >= len(v.listed) || !v.listed[rec.block] {
			v.errorf("target %d is a block that does not exist (%d)", k+1, rec.block)
		}
		if isCase := form == FormSwitch && k < n-1; isCase != (rec.konst != 0) {
			if isCase {
				v.errorf("target %d has no case constant", k+1)
			} else {
				v.errorf("target %d has a case constant", k+1)
			}
		}
	}
}

// attributes checks I1: that what the attributes refer to exists, and that no others are set.
// It clears in rest what the row gives a meaning and complains of what is left, so a new attribute needs no
// list of opcodes that lack it.
func (v *funcVerifier) attributes(i Inst) {
	f := v.f
	op, a := f.Op(i), f.Attr(i)
	rest := a
	switch Ops[op].Form {
	case FormInt, FormFloat:
		rest.Imm, rest.Aux = 0, 0
		if int(a.Aux) > len(f.consts) || a.Aux != 0 && a.Imm != 0 {
			v.errorf("the constant does not exist (%d)", a.Aux)
		}
	case FormBool:
		rest.Imm = 0
		if a.Imm != 0 && a.Imm != 1 {
			v.errorf("a truth value is 0 or 1, not %d", a.Imm)
		}
	case FormParam:
		rest.Imm = 0
		if a.Imm < 0 || a.Imm >= int64(len(f.Params)) {
			v.errorf("the function has %s, so no parameter %d", Counted(len(f.Params), "parameter"), a.Imm)
		}
	case FormWidth:
		rest.Imm = 0
	case FormSlot, FormSlotDyn:
		rest.Align = 0
		if Ops[op].Form == FormSlot {
			rest.Imm = 0
		}
	case FormSymbol, FormIntrinsic:
		rest.Aux = 0
		if Ops[op].Form == FormIntrinsic {
			rest.Memory = false
		}
		if int(a.Aux) >= v.m.NumSymbols() {
			v.errorf("the symbol does not exist (%d)", a.Aux)
		}
	case FormPath:
		rest.Aux = 0
		if a.Aux == 0 || int(a.Aux) > len(f.paths) {
			v.errorf("the field path does not exist (%d)", a.Aux)
		}
	}
	for _, s := range Ops[op].Suffix {
		v.suffix(s, a, &rest)
	}
	if op.Is(HasFPFlags) {
		rest.Flags &^= Reassoc | Contract
	}
	if op.Is(HasAlign) {
		rest.Align = 0
	}
	switch {
	case rest.Flags != 0 && !op.Is(HasFPFlags):
		v.errorf("%s cannot be reassoc or contract", op)
	case rest.Align != 0:
		v.errorf("%s has no alignment", op)
	case rest != (Attr{}):
		v.errorf("attributes are set that %s does not have", op)
	}
}

// suffix checks the attribute that a dotted part of the mnemonic writes and clears it in rest.
// Numbers have their ranges in numbers: here they only are or are not part of the mnemonic.
func (v *funcVerifier) suffix(s Suffix, a Attr, rest *Attr) {
	switch s {
	case SufType:
		rest.N = 0
		if t := a.FloatType(); !v.validType(t) || t.Kind() != KindFloat {
			v.errorf("the constant has %s, not a float type", v.typeText(t))
		}
	case SufBits, SufBytes, SufOptBytes:
		rest.N = 0
	case SufPred, SufFPred:
		rest.Pred = 0
		if int(a.Pred) >= len(predNames) || a.Pred.IsFloat() != (s == SufFPred) {
			v.errorf("the predicate does not exist (%d)", a.Pred)
		}
	case SufOrder:
		rest.Order = 0
		if int(a.Order) >= len(orderNames) {
			v.errorf("the memory ordering does not exist (%d)", a.Order)
		}
	case SufFail:
		rest.Fail = 0
		if int(a.Fail) >= len(orderNames) {
			v.errorf("the memory ordering does not exist (%d)", a.Fail)
		}
	case SufRMW:
		rest.RMW = 0
		if int(a.RMW) >= len(rmwNames) {
			v.errorf("the read-modify-write operation does not exist (%d)", a.RMW)
		}
	case SufSat:
		rest.Sat = false
	case SufLane, SufIntLane, SufFloatLane, SufIntMaskLane:
		rest.Lane = Lane{}
		v.laneFormat(s, a.Lane)
	}
}

// laneFormat checks that the format exists and is one of those that the suffix takes.
// What has a spelling that reads as itself exists: there is no second list of formats.
func (v *funcVerifier) laneFormat(s Suffix, l Lane) {
	if l.Kind > LaneMask {
		v.errorf("the lane format does not exist (%d)", l.Kind)
		return
	}
	if got, ok := ParseLane(l.String()); !ok || got != l {
		v.errorf("the lane format %s does not exist", l)
		return
	}
	switch {
	case s == SufIntLane && !l.IsInt():
		v.errorf("the lane format is %s: it must be an int format", l)
	case s == SufFloatLane && !l.IsFloat():
		v.errorf("the lane format is %s: it must be a float format", l)
	case s == SufIntMaskLane && !l.IsInt() && l.Kind != LaneMask:
		v.errorf("the lane format is %s: it must be an int format or m", l)
	}
}

// Counted is a number with its noun, in the plural unless there is one: no arguments, 1 argument, 2 arguments.
// Messages of all packages count with it.
func Counted[N int | int64 | uint64](n N, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
