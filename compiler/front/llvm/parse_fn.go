package llvm

import (
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// maxSparse bounds how far the numbers of local values are ahead of how many there are.
const maxSparse = 1 << 10

// local is the number of a local value. The first mention decides its type, which the others must agree with.
func (p *parser) local(name string, t *typ) int32 {
	s := p.slotFor(name, t)
	if old := p.fn.ntypes[s]; old != t {
		p.fail("%%%s is a %s, and a %s is expected", name, old.text(), t.text())
	}
	return s
}

// slotFor finds or makes the number of a name. A new one has the type t.
func (p *parser) slotFor(name string, t *typ) int32 {
	f := p.fn
	n, ok := plainNumber(name)
	if ok && n < len(p.numbered) && p.numbered[n] != 0 {
		return p.numbered[n] - 1
	}
	// A number that was far ahead where it was mentioned first is a name, and stays one.
	s, named := p.slots[name]
	if ok && !named && n < len(f.ntypes)*2+maxSparse {
		for n >= len(p.numbered) {
			p.numbered = append(p.numbered, 0)
		}
		p.newSlot(t)
		p.numbered[n] = int32(len(f.ntypes))
		return p.numbered[n] - 1
	}
	if !named {
		p.newSlot(t)
		s = int32(len(f.ntypes) - 1)
		p.slots[name] = s
	}
	return s
}

func (p *parser) newSlot(t *typ) {
	p.fn.ntypes = append(p.fn.ntypes, t)
	p.defined = append(p.defined, false)
	p.uses = append(p.uses, p.here())
}

// plainNumber is the number that a name is, of few digits.
func plainNumber(name string) (n int, ok bool) {
	if len(name) == 0 || len(name) > 7 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	for i := range len(name) {
		c := name[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// defineLocal makes the local value of that name.
func (p *parser) defineLocal(name string, t *typ, at place) int32 {
	s := p.slotFor(name, t)
	if old := p.fn.ntypes[s]; old != t {
		p.failPlace(at, "%%%s is used as a %s, and is a %s", name, old.text(), t.text())
	}
	if p.defined[s] {
		p.failPlace(at, "%%%s is defined twice", name)
	}
	p.defined[s] = true
	if n, ok := plainNumber(name); ok {
		p.counter = n + 1
	}
	return s
}

// body reads the instructions of a function into it.
func (p *parser) body(f *function) {
	b := p.bodies[f]
	p.pos, p.line, p.lineStart = b.pos, b.line, b.lineStart
	p.fn, p.counter = f, 0
	p.slots, p.labels = map[string]int32{}, map[string]int32{}
	p.numbered, p.defined, p.uses = p.numbered[:0], p.defined[:0], p.uses[:0]
	p.next()
	for i, name := range f.names {
		p.defineLocal(name, f.t.fields[i], f.at)
	}
	for !p.is("}") {
		p.block()
	}
	for i, ok := range p.defined {
		if !ok {
			p.failPlace(p.uses[i], "the value is used and never defined")
		}
	}
	for i := range f.blocks {
		if !f.blocks[i].defined {
			p.failPlace(f.blocks[i].at, "there is no block %%%s", f.blocks[i].name)
		}
	}
	if len(f.blocks) == 0 {
		p.expected("a block")
	}
	p.fn = nil
}

// label is the number of a block.
func (p *parser) label(name string, at place) uint32 {
	n, ok := p.labels[name]
	if !ok {
		n = int32(len(p.fn.blocks))
		p.fn.blocks = append(p.fn.blocks, block{name: name, at: at})
		p.labels[name] = n
	}
	return uint32(n)
}

// labelRef reads label %x.
func (p *parser) labelRef() uint32 {
	if !p.accept("label") {
		p.expected("label")
	}
	if p.tok.kind != tokLocal {
		p.expected("the name of a block")
	}
	n := p.label(p.tok.text, p.here())
	p.next()
	return n
}

// block reads a block up to its terminator.
func (p *parser) block() {
	f := p.fn
	name, at := "", p.here()
	if p.tok.kind == tokLabel {
		name = p.tok.text
		if n, ok := plainNumber(name); ok && !p.tok.quoted {
			p.counter = n + 1
		}
		p.next()
	} else {
		name = strconv.Itoa(p.counter)
		p.counter++
	}
	b := p.label(name, at)
	if f.blocks[b].defined {
		p.failPlace(at, "the block %s is defined twice", name)
	}
	f.order = append(f.order, b)
	first := len(f.insts)
	for {
		if p.tok.kind == tokRecord {
			p.record()
			continue
		}
		if p.tok.kind == tokLabel || p.is("}") || p.tok.kind == tokEOF {
			p.fail("the block %s has no terminator: expected ret, br, switch, unreachable or another one", name)
		}
		if p.instruction() {
			break
		}
	}
	f.blocks[b].defined, f.blocks[b].first, f.blocks[b].end = true, first, len(f.insts)
}

// record reads #dbg_declare(…) and its like.
func (p *parser) record() {
	kind := p.tok.text
	p.next()
	if kind != "dbg_declare" {
		p.skipParens()
		return
	}
	p.expect("(")
	v := dbgVar{slot: -1, variable: -1, loc: -1}
	if p.isTypeWord() {
		t := p.typeOf()
		if p.tok.kind == tokLocal {
			v.slot = p.local(p.tok.text, t)
			p.next()
		} else {
			p.constantOf(t)
		}
	} else {
		p.skipMeta()
	}
	p.expect(",")
	v.variable = p.metaRef()
	for p.accept(",") {
		v.loc = p.metaRef()
	}
	p.expect(")")
	if v.slot >= 0 {
		p.fn.vars = append(p.fn.vars, v)
	}
}

// terminates reports whether an instruction ends a block.
func (o opcode) terminates() bool { return o >= opRet && o <= opUnreachable }

// instruction reads one, and reports whether it ends the block.
func (p *parser) instruction() bool {
	f := p.fn
	at := p.here()
	name, named := "", false
	if p.tok.kind == tokLocal {
		name, named = p.tok.text, true
		p.next()
		p.expect("=")
		at = p.here()
	}
	if p.tok.kind != tokWord {
		p.expected("an instruction")
	}
	x := instr{at: at, slot: -1}
	word := p.tok.text
	if word == "tail" || word == "musttail" || word == "notail" {
		if word == "musttail" {
			x.flags |= flagMustTail
		}
		p.next()
		word = p.tok.text
		if word != "call" {
			p.expected("call")
		}
	}
	op, ok := opcodes[word]
	if !ok {
		p.expected("an instruction")
	}
	p.next()
	x.op, x.text = op.op, word
	op.read(p, &x)
	p.metadataTail(&x)
	if x.t != nil && x.t.kind != tVoid && !x.noResult() {
		if !named {
			name = strconv.Itoa(p.counter)
		}
		x.slot = p.defineLocal(name, x.t, at)
	} else if named {
		p.failPlace(at, "the instruction has no result that %%%s could name", name)
	}
	f.insts = append(f.insts, x)
	return x.op.terminates()
}

// noResult reports whether an instruction makes no value, whatever its type says.
func (x *instr) noResult() bool {
	switch x.op {
	case opStore, opFence, opRet, opBr, opSwitch, opIndirectBr, opResume, opUnreachable:
		return true
	}
	return false
}

// metadataTail reads , !kind !N at the end of an instruction.
func (p *parser) metadataTail(x *instr) {
	for p.tok.kind == tokMeta || p.is(",") {
		p.accept(",")
		if p.tok.kind != tokMeta {
			p.expected("metadata")
		}
		k := p.tok.text
		p.next()
		if k == "srcloc" || k == "tbaa" || k == "prof" {
			p.skipMeta()
			continue
		}
		if id := p.metaRef(); id >= 0 && metaMeans[k] {
			x.meta = append(x.meta, metaUse{k, id})
		}
	}
}

// metaMeans are the kinds of metadata that are looked at.
var metaMeans = map[string]bool{"dbg": true, "range": true, "nonnull": true, "noundef": true, "align": true, "dereferenceable": true}

// comma takes a comma, unless metadata follows it.
func (p *parser) comma() bool {
	if !p.is(",") {
		return false
	}
	save := p.lexer
	p.next()
	if p.tok.kind == tokMeta {
		p.lexer = save
		return false
	}
	return true
}

// typed reads a type and a value of it.
func (p *parser) typed() value { return p.valueOf(p.typeOf()) }

// flagsOf reads flags.
func (p *parser) flagsOf(x *instr) {
	for p.tok.kind == tokWord {
		f, ok := flagWords[p.tok.text]
		if !ok {
			return
		}
		x.flags |= f
		p.next()
	}
}

// reader reads what follows the name of an instruction.
type reader struct {
	op   opcode
	read func(p *parser, x *instr)
}

var opcodes map[string]reader

func init() {
	opcodes = map[string]reader{
		"ret": {opRet, readRet}, "br": {opBr, readBr}, "switch": {opSwitch, readSwitch}, "indirectbr": {opIndirectBr, readIndirectBr},
		"invoke": {opInvoke, readCall}, "callbr": {opCallBr, refused}, "resume": {opResume, readOne}, "unreachable": {opUnreachable, readNothing},
		"cleanupret": {opOther, refused}, "catchret": {opOther, refused}, "catchswitch": {opOther, refused}, "catchpad": {opOther, refused},
		"cleanuppad": {opOther, refused}, "fneg": {opFNeg, readUnary},
		"alloca": {opAlloca, readAlloca}, "load": {opLoad, readLoad}, "store": {opStore, readStore}, "fence": {opFence, readFence},
		"cmpxchg": {opCmpXchg, readCmpXchg}, "atomicrmw": {opAtomicRMW, readRMW}, "getelementptr": {opGEP, readGEP},
		"icmp": {opICmp, readCompare}, "fcmp": {opFCmp, readCompare}, "phi": {opPhi, readPhi}, "select": {opSelect, readSelect},
		"freeze": {opFreeze, readUnary}, "call": {opCall, readCall}, "va_arg": {opVAArg, readVAArg}, "landingpad": {opLandingPad, readLandingPad},
		"extractelement": {opExtractElement, readExtractElement}, "insertelement": {opInsertElement, readInsertElement},
		"shufflevector": {opShuffleVector, readShuffle}, "extractvalue": {opExtractValue, readExtractValue}, "insertvalue": {opInsertValue, readInsertValue},
	}
	for name, op := range map[string]opcode{"add": opAdd, "fadd": opFAdd, "sub": opSub, "fsub": opFSub, "mul": opMul, "fmul": opFMul, "udiv": opUDiv,
		"sdiv": opSDiv, "fdiv": opFDiv, "urem": opURem, "srem": opSRem, "frem": opFRem, "shl": opShl, "lshr": opLShr, "ashr": opAShr, "and": opAnd,
		"or": opOr, "xor": opXor} {
		opcodes[name] = reader{op, readBinary}
	}
	for name, op := range map[string]opcode{"trunc": opTrunc, "zext": opZExt, "sext": opSExt, "fptrunc": opFPTrunc, "fpext": opFPExt, "fptoui": opFPToUI,
		"fptosi": opFPToSI, "uitofp": opUIToFP, "sitofp": opSIToFP, "ptrtoint": opPtrToInt, "ptrtoaddr": opPtrToAddr, "inttoptr": opIntToPtr,
		"bitcast": opBitCast, "addrspacecast": opAddrSpaceCast} {
		opcodes[name] = reader{op, readCast}
	}
}

func refused(p *parser, x *instr) {
	p.failPlace(x.at, "%s is not supported", x.text)
}

func readNothing(*parser, *instr) {}

func readOne(p *parser, x *instr) {
	x.args = []value{p.typed()}
}

func readRet(p *parser, x *instr) {
	at := p.here()
	t := p.typeOf()
	if t != p.fn.t.elem {
		p.failPlace(at, "the function returns %s, and here a %s", p.fn.t.elem.text(), t.text())
	}
	if t.kind != tVoid {
		x.args = p.list(p.valueOf(t))
	}
}

func readBr(p *parser, x *instr) {
	if p.is("label") {
		x.nums = []uint32{p.labelRef()}
		return
	}
	c := p.typed()
	if c.t.kind != tInt || c.t.bits != 1 {
		p.failPlace(x.at, "a condition is an i1, not %s", c.t.text())
	}
	x.args = p.list(c)
	p.expect(",")
	t := p.labelRef()
	p.expect(",")
	x.nums = []uint32{t, p.labelRef()}
}

// readSwitch reads a value, the default and the cases.
func readSwitch(p *parser, x *instr) {
	v := p.typed()
	if v.t.kind != tInt {
		p.failPlace(x.at, "switch takes an integer, not %s", v.t.text())
	}
	x.args = p.list(v)
	p.expect(",")
	other := p.labelRef()
	p.expect("[")
	for !p.accept("]") {
		if t := p.typeOf(); t != v.t {
			p.fail("a case is a %s, and switch takes a %s", t.text(), v.t.text())
		}
		switch {
		case p.is("true"):
			x.cases = append(x.cases, num.New(1))
			p.next()
		case p.is("false"):
			x.cases = append(x.cases, num.New(0))
			p.next()
		default:
			n := p.integerText(v.t)
			if v.t.bits == 1 {
				n = n.Low(1)
			}
			x.cases = append(x.cases, n)
		}
		p.expect(",")
		x.nums = append(x.nums, p.labelRef())
	}
	x.nums = append(x.nums, other)
}

func readIndirectBr(p *parser, x *instr) {
	x.args = p.list(p.pointerOperand())
	p.expect(",")
	p.expect("[")
	for !p.is("]") {
		x.nums = append(x.nums, p.labelRef())
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
}

// pointerOperand reads a pointer with its type.
func (p *parser) pointerOperand() value {
	at := p.here()
	v := p.typed()
	if v.t.kind != tPtr {
		p.failPlace(at, "expected a pointer, found a %s", v.t.text())
	}
	return v
}

// scalar is t, or the elements of a vector.
func (t *typ) scalar() *typ {
	if t.kind == tVector {
		return t.elem
	}
	return t
}

func readUnary(p *parser, x *instr) {
	p.flagsOf(x)
	v := p.typed()
	if x.op == opFNeg && v.t.scalar().kind != tFloat {
		p.failPlace(x.at, "fneg takes floats, not %s", v.t.text())
	}
	x.args, x.t = p.list(v), v.t
}

func readBinary(p *parser, x *instr) {
	p.flagsOf(x)
	t := p.typeOf()
	v := p.valueOf(t)
	p.expect(",")
	w := p.valueOf(t)
	want, what := tInt, "integers"
	switch x.op {
	case opFAdd, opFSub, opFMul, opFDiv, opFRem:
		want, what = tFloat, "floats"
	}
	if t.scalar().kind != want {
		p.failPlace(x.at, "%s takes %s, not %s", x.text, what, t.text())
	}
	x.args, x.t = p.list(v, w), t
}

func readAlloca(p *parser, x *instr) {
	for p.is("inalloca") || p.is("swifterror") {
		p.fail("%s is not supported", p.tok.text)
	}
	x.elem = p.typeOf()
	x.t = p.types.pointer(0)
	for p.comma() {
		switch {
		case p.accept("align"):
			x.align = p.alignment()
		case p.is("addrspace"):
			x.t = p.types.pointer(p.addressSpace())
		default:
			v := p.typed()
			if v.t.kind != tInt {
				p.failPlace(x.at, "the number of elements is an integer, not %s", v.t.text())
			}
			x.args = p.list(v)
		}
	}
}

// orderWords are the orderings; unordered is as relaxed.
var orderWords = map[string]ir.Ordering{"unordered": ir.Relaxed, "monotonic": ir.Relaxed, "acquire": ir.Acquire, "release": ir.Release,
	"acq_rel": ir.AcqRel, "seq_cst": ir.SeqCst}

// ordering reads syncscope("…") and an ordering.
func (p *parser) ordering() ir.Ordering {
	if p.accept("syncscope") {
		p.expect("(")
		p.str("the name of a scope")
		p.expect(")")
	}
	o, ok := orderWords[p.tok.text]
	if !ok || p.tok.kind != tokWord {
		p.expected("an ordering")
	}
	p.next()
	return o
}

// accessFlags reads atomic and volatile.
func (p *parser) accessFlags(x *instr) {
	for {
		switch {
		case p.accept("atomic"):
			x.flags |= flagAtomic
		case p.accept("volatile"):
			x.flags |= flagVolatile
		case p.accept("elementwise"):
			p.fail("elementwise is not supported")
		default:
			return
		}
	}
}

// aligned reads , align N.
func (p *parser) aligned(x *instr) {
	for p.comma() {
		p.expect("align")
		x.align = p.alignment()
	}
}

func readLoad(p *parser, x *instr) {
	p.accessFlags(x)
	x.t = p.typeOf()
	p.expect(",")
	x.args = p.list(p.pointerOperand())
	if x.flags&flagAtomic != 0 {
		x.order = p.ordering()
	}
	p.aligned(x)
}

func readStore(p *parser, x *instr) {
	p.accessFlags(x)
	v := p.typed()
	x.t = v.t
	p.expect(",")
	x.args = p.list(v, p.pointerOperand())
	if x.flags&flagAtomic != 0 {
		x.order = p.ordering()
	}
	p.aligned(x)
}

func readFence(p *parser, x *instr) { x.order = p.ordering() }

func readCmpXchg(p *parser, x *instr) {
	p.accept("weak")
	p.accessFlags(x)
	ptr := p.pointerOperand()
	p.expect(",")
	want := p.typed()
	p.expect(",")
	v := p.typed()
	if v.t != want.t {
		p.failPlace(x.at, "cmpxchg compares a %s and stores a %s", want.t.text(), v.t.text())
	}
	x.args = p.list(ptr, want, v)
	x.order, x.fail = p.ordering(), p.ordering()
	p.aligned(x)
	x.elem = v.t
	x.t = p.types.structure(false, v.t, p.types.integer(1))
}

func readRMW(p *parser, x *instr) {
	p.accessFlags(x)
	x.text = p.word("the operation of atomicrmw")
	ptr := p.pointerOperand()
	p.expect(",")
	v := p.typed()
	x.args, x.t = p.list(ptr, v), v.t
	x.order = p.ordering()
	p.aligned(x)
}
