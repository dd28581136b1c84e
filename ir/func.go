package ir

import (
	"iter"
	"slices"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Handles of the entities of a function: indices into its arenas.
// They are dense, so a pass keeps what it knows of them in slices, and small, so its tables are.
// Nothing checks that a handle belongs to the function it is used with.
type (
	// Value is an SSA value: an instruction result or a block argument.
	Value uint32
	// Inst is an instruction.
	Inst uint32
	// Block is a basic block.
	Block uint32
	// Region is a region; region 0 is the function body.
	Region uint32
)

// The handles that name nothing.
const (
	NoValue  Value  = 1<<32 - 1
	NoInst   Inst   = 1<<32 - 1
	NoBlock  Block  = 1<<32 - 1
	NoRegion Region = 1<<32 - 1
)

// none ends the lists of uses, which link by index.
const none = 1<<32 - 1

// RegionKind is the kind of a region.
type RegionKind uint8

// The region kinds (book, "Region Kinds").
const (
	FunctionRegion RegionKind = iota
	LoopRegion
	PlainRegion
)

// String is the spelling of k.
func (k RegionKind) String() string { return [...]string{"function", "loop", "plain"}[k] }

// Node is an entry of a region: a block, or a nested region if IsRegion.
// ID is a Block or a Region, as IsRegion says.
type Node struct {
	IsRegion bool
	ID       uint32
}

// Operand is a use of a value with the claims of the use edge.
// The claims are those of this use alone; claims of the definition are with the value.
type Operand struct {
	Value Value
	Annot Annot
}

// Target is a branch destination with the values passed to its arguments. Case is the
// constant that a switch compares with, and unused elsewhere.
// It is a copy: changing one changes no function until it is set.
type Target struct {
	Block Block
	Args  []Operand
	Case  *num.Int
}

// Func is a function: its signature, and its body in arenas. Instructions of a block are a
// linked list that [Func.Compact] lays out contiguously; deleted instructions stay in the
// arena as tombstones until then, or until [Func.Tidy]. Handles of values, blocks and regions
// survive both, those of instructions do not.
// Invariants that Verify checks and passes may rely on between edits: each live instruction is in the list of
// its block, each operand in the list of uses of its value, each block and region in the nodes of its region.
// Methods keep them; they do not check what is asked of them.
type Func struct {
	Name     string
	Params   []Param
	Variadic bool // it takes more arguments than parameters, if it is given more
	Returns  []Param
	Attrs    FuncAttrs
	Linkage  Linkage
	Pos      Position
	Module   *Module

	// Values of deleted definitions stay: handles of values are never used again.
	values       []valueRec
	insts        []instRec
	attrs        []attrRec  // by instruction
	attrOverflow []Attr     // of those in attrs that do not fit
	coldInsts    []coldInst // by instruction
	uses         []useRec
	// Most functions have none, and then no memory is spent on them.
	claims  []Annot // by use; shorter where the rest have none
	targets []targetRec
	blocks  []blockRec
	regions []regionRec
	// Only a parsed function has them.
	places [2][]Position // of blocks, of regions; shorter where the rest have none
	names  Numbering     // see [Func.SetNames]
	consts []num.Int
	paths  [][]uint32
	// Tidy weighs them against the live ones.
	dead int // tombstones
	// Without marks nothing has to take them.
	marked bool // an instruction may have one

	version, cfgVersion uint64   // see [Func.Version], [Func.CFGVersion]
	moves               uint64   // see [Func.DefUseVersion]
	clean               marks    // see [Func.Settle]
	watcher             Watcher  // see [Func.Watch]
	ops                 opCounts // the live instructions
}

// What nearly every pass looks at is kept small and apart from the rest, since a function of 50,000
// instructions does not fit the caches: instRec, valueRec, useRec and attrRec have 32, 24, 16 and 16
// bytes.
// A test holds these sizes.

// valueRec is a value: 24 bytes.
type valueRec struct {
	annot Annot
	typ   Type
	inst  Inst // defining instruction; of a block argument the block and isArg; NoInst once it is gone
	index uint32
	uses  uint32 // first use
}

// isArg marks the definition of a value that is a block argument.
// So instructions and blocks have 31 bits.
const isArg Inst = 1 << 31

// instRec is an instruction: 32 bytes, two to a cache line.
// Its operands, results and targets are consecutive in their arenas, so a first index and a count say where
// they are.
type instRec struct {
	op    Op
	dead  bool
	ntgt  uint16
	nres  uint16
	nuses uint32
	use   uint32 // first operand
	// Results are made together and never moved, so their handles are consecutive.
	res   Value // first result
	block Block
	prev  Inst
	next  Inst
}

// coldInst is the rest of an instruction.
// nfixed means something only where there are targets: others have all operands fixed.
type coldInst struct {
	nfixed uint32 // operands before those of the targets
	tgt    uint32 // first target
	mark   uint32 // index+1 into the marks of the module; 0 is none
	origin Origin
}

// useRec is an operand slot, a node of the doubly linked list of the uses of its value.
// NoValue is in no list.
// prev and next are indices of uses, none at the ends of the list.
type useRec struct {
	value Value
	inst  Inst
	prev  uint32
	next  uint32
}

// targetRec is a written branch target.
// Its arguments are operands of the instruction, behind the fixed ones.
type targetRec struct {
	block Block
	first uint32 // operand of the instruction that is its first argument
	nargs uint32
	// index+1 into the constants; 0 is no case
	konst uint32
}

// blockRec is a block; first and last are NoInst while it is empty.
// A dead block keeps its handle.
type blockRec struct {
	region      Region
	first, last Inst
	args        []Value
	dead        bool
}

// regionRec is a region with what it holds in order. place makes YieldTarget constant.
// Nodes are in the order of the text.
type regionRec struct {
	kind   RegionKind
	parent Region
	nodes  []Node
	place  uint32 // in the nodes of the parent
}

// newFunc makes a function with a body that has no blocks.
func newFunc(m *Module, name string, params, results []Param) *Func {
	f := &Func{Name: name, Params: params, Returns: results, Module: m}
	f.regions = []regionRec{{kind: FunctionRegion, parent: NoRegion}}
	return f
}

// Regions, blocks.

// Body is the region of the function body.
const Body Region = 0

// NumRegions, NumBlocks, NumValues and NumInsts bound the handles, deleted ones included.
func (f *Func) NumRegions() int { return len(f.regions) }

// NumBlocks bounds the block handles.
func (f *Func) NumBlocks() int { return len(f.blocks) }

// NumValues bounds the value handles.
func (f *Func) NumValues() int { return len(f.values) }

// NumInsts bounds the instruction handles.
func (f *Func) NumInsts() int { return len(f.insts) }

// Live is the number of instructions that are not deleted.
// Instructions in blocks that nothing reaches are live as well.
func (f *Func) Live() int { return len(f.insts) - f.dead }

// AddRegion appends an empty region to parent.
// The region must get a block before the function verifies: none may be empty.
func (f *Func) AddRegion(parent Region, kind RegionKind) Region {
	r := Region(len(f.regions))
	f.regions = append(f.regions, regionRec{kind: kind, parent: parent, place: uint32(len(f.regions[parent].nodes))})
	f.regions[parent].nodes = append(f.regions[parent].nodes, Node{true, uint32(r)})
	f.reshaped()
	return r
}

// AddBlock appends an empty block to a region.
// The region's order is the order of the text and no order of execution; a loop's or region's first node is
// its entry.
func (f *Func) AddBlock(r Region) Block {
	b := Block(len(f.blocks))
	f.blocks = append(f.blocks, blockRec{region: r, first: NoInst, last: NoInst})
	f.regions[r].nodes = append(f.regions[r].nodes, Node{false, uint32(b)})
	f.reshaped()
	return b
}

// RegionKind returns the kind of r.
func (f *Func) RegionKind(r Region) RegionKind { return f.regions[r].kind }

// RegionParent returns the region around r, NoRegion for the body.
func (f *Func) RegionParent(r Region) Region { return f.regions[r].parent }

// Nodes returns the entries of r in order; the caller must not change them.
// It is valid until the region changes.
func (f *Func) Nodes(r Region) []Node { return f.regions[r].nodes }

// SetNodes replaces the entries of r and adopts them: parents and block regions are updated.
// Nodes that were there and are not any more keep their old parent: the caller removes them or gives them another.
func (f *Func) SetNodes(r Region, nodes []Node) {
	f.changingRegion(r)
	f.regions[r].nodes = nodes
	f.reshaped()
	for k, n := range nodes {
		if n.IsRegion {
			f.regions[n.ID].parent, f.regions[n.ID].place = r, uint32(k)
		} else {
			f.blocks[n.ID].region = r
		}
	}
}

// RegionEntry returns the first block of r, looking into nested regions; NoBlock if r is
// empty.
func (f *Func) RegionEntry(r Region) Block {
	// The first node of a region may be a region.
	for len(f.regions[r].nodes) > 0 {
		n := f.regions[r].nodes[0]
		if !n.IsRegion {
			return Block(n.ID)
		}
		r = Region(n.ID)
	}
	return NoBlock
}

// Entry returns the entry block of the function, NoBlock if it has none.
func (f *Func) Entry() Block { return f.RegionEntry(Body) }

// BlockRegion returns the region that holds b.
func (f *Func) BlockRegion(b Block) Region { return f.blocks[b].region }

// InRegion reports whether region r is outer or lies inside it.
// It walks outwards: linear in the depth.
func (f *Func) InRegion(r, outer Region) bool {
	for ; r != NoRegion; r = f.regions[r].parent {
		if r == outer {
			return true
		}
	}
	return false
}

// InnermostLoop returns the innermost loop region around b, NoRegion if there is none.
func (f *Func) InnermostLoop(b Block) Region {
	for r := f.blocks[b].region; r != NoRegion; r = f.regions[r].parent {
		if f.regions[r].kind == LoopRegion {
			return r
		}
	}
	return NoRegion
}

// YieldTarget returns the block that region_yield in b goes to: the entry of the node after
// the region that holds b. NoBlock if there is none.
// Constant time, but for regions that begin with regions.
func (f *Func) YieldTarget(b Block) Block {
	r := f.blocks[b].region
	p := f.regions[r].parent
	if p == NoRegion {
		return NoBlock
	}
	nodes := f.regions[p].nodes
	next := int(f.regions[r].place) + 1
	switch {
	case next >= len(nodes) || nodes[next-1] != Node{true, uint32(r)}:
		return NoBlock
	case nodes[next].IsRegion:
		return f.RegionEntry(Region(nodes[next].ID))
	}
	return Block(nodes[next].ID)
}

// Blocks iterates over the blocks in region tree order.
func (f *Func) Blocks() iter.Seq[Block] { return f.BlocksIn(Body) }

// BlocksIn iterates over the blocks of a region and those inside it, in region tree order.
// The region tree must not change while it runs.
func (f *Func) BlocksIn(r Region) iter.Seq[Block] {
	return func(yield func(Block) bool) { f.walk(r, yield) }
}

// walk goes through nested regions with a list of what is left of those around; it calls itself only
// where the list is full, since regions may be thousands deep.
// It is false if yield ended the walk.
func (f *Func) walk(r Region, yield func(Block) bool) bool {
	var around [16][]Node
	depth, nodes := 0, f.regions[r].nodes
	for {
		for len(nodes) == 0 {
			if depth == 0 {
				return true
			}
			depth--
			nodes = around[depth]
		}
		n := nodes[0]
		nodes = nodes[1:]
		switch {
		case !n.IsRegion:
			if !yield(Block(n.ID)) {
				return false
			}
		case depth < len(around):
			around[depth], nodes = nodes, f.regions[n.ID].nodes
			depth++
		default:
			if !f.walk(Region(n.ID), yield) {
				return false
			}
		}
	}
}

// RemoveBlock deletes b and its instructions. No branch may name it any more.
// Values that it defines must not be used any more either.
// Deleting many blocks one by one is quadratic in the nodes of their region: see RemoveBlocks.
func (f *Func) RemoveBlock(b Block) {
	f.changingBlock(b)
	for i := f.blocks[b].last; i != NoInst; i = f.blocks[b].last {
		f.RemoveInst(i)
	}
	f.dropNode(f.blocks[b].region, Node{ID: uint32(b)})
	f.blocks[b].dead = true
	f.reshaped()
}

// RemoveBlocks deletes blocks and their instructions, all at once: the entries of each region are gone
// through once. No branch may name them any more.
// Linear in what is removed and in the regions that held it.
func (f *Func) RemoveBlocks(gone []Block) {
	if len(gone) == 0 {
		return
	}
	for _, b := range gone {
		f.changingBlock(b)
		for i := f.blocks[b].last; i != NoInst; i = f.blocks[b].last {
			f.RemoveInst(i)
		}
		f.blocks[b].dead = true
	}
	swept := map[Region]bool{}
	for _, b := range gone {
		if r := f.blocks[b].region; !swept[r] {
			swept[r] = true
			f.dropNodes(r, func(n Node) bool { return !n.IsRegion && f.blocks[n.ID].dead })
		}
	}
	f.reshaped()
}

// dropNodes takes nodes out of region r.
// Those that stay keep their order; their places are counted anew.
func (f *Func) dropNodes(r Region, drop func(n Node) bool) {
	nodes := slices.DeleteFunc(f.regions[r].nodes, drop)
	f.regions[r].nodes = nodes
	for k, n := range nodes {
		if n.IsRegion {
			f.regions[n.ID].place = uint32(k)
		}
	}
}

// RemoveRegion unlinks an empty region from its parent.
// Its handle stays and names a region that nothing reaches.
func (f *Func) RemoveRegion(r Region) {
	f.changingRegion(r)
	f.dropNode(f.regions[r].parent, Node{IsRegion: true, ID: uint32(r)})
	f.reshaped()
}

// dropNode takes a node out of region r.
// A node that is not there is no mistake.
func (f *Func) dropNode(r Region, n Node) {
	nodes := f.regions[r].nodes
	k := slices.Index(nodes, n)
	if k < 0 {
		return
	}
	nodes = slices.Delete(nodes, k, k+1)
	f.regions[r].nodes = nodes
	for ; k < len(nodes); k++ {
		if nodes[k].IsRegion {
			f.regions[nodes[k].ID].place = uint32(k)
		}
	}
}

// Block arguments.

// AddArg appends an argument to b.
// Every edge to b then has to pass one more value; until it does the function does not verify.
func (f *Func) AddArg(b Block, t Type, a Annot) Value {
	f.changingBlock(b)
	v := Value(len(f.values))
	f.values = append(f.values, valueRec{typ: t, annot: a, inst: isArg | Inst(b), index: uint32(len(f.blocks[b].args)), uses: none})
	f.blocks[b].args = append(f.blocks[b].args, v)
	f.version++
	return v
}

// Args returns the arguments of b; the caller must not change them.
func (f *Func) Args(b Block) []Value { return f.blocks[b].args }

// RemoveArg deletes argument i of b, which must have no uses; branches to b are the
// caller's to fix.
func (f *Func) RemoveArg(b Block, i int) {
	v := f.blocks[b].args[i]
	f.RemoveArgs(b, func(w Value) bool { return w == v })
}

// RemoveArgs deletes the arguments of b that drop names, in one go; they must have no uses, and
// branches to b are the caller's to fix.
// Values of arguments that are gone keep their handle and have no definition that Args lists.
func (f *Func) RemoveArgs(b Block, drop func(v Value) bool) {
	f.changingBlock(b)
	args := f.blocks[b].args
	kept := slices.DeleteFunc(args, drop)
	if len(kept) == len(args) {
		return
	}
	f.version++
	f.blocks[b].args = kept
	for j, v := range kept {
		f.values[v].index = uint32(j)
		f.markValue(v)
	}
}

// Values.

// TypeOf returns the type of v.
func (f *Func) TypeOf(v Value) Type { return f.values[v].typ }

// SetType changes the type of v.
// Operations that read v must suit the new type: nothing else is changed.
// Claims stay as well: the caller sets others where they do not suit the new type.
func (f *Func) SetType(v Value, t Type) {
	f.changingValue(v)
	f.values[v].typ = t
	f.version++
	f.markValue(v)
}

// AnnotOf returns the result-side claims of v.
func (f *Func) AnnotOf(v Value) Annot { return f.values[v].annot }

// SetAnnot replaces the result-side claims of v.
func (f *Func) SetAnnot(v Value, a Annot) {
	if f.values[v].annot != a {
		f.changingValue(v)
		f.values[v].annot = a
		f.version++
		f.markValue(v)
	}
}

// Def returns the instruction that defines v, NoInst if v is a block argument.
func (f *Func) Def(v Value) Inst {
	if i := f.values[v].inst; i&isArg == 0 {
		return i
	}
	return NoInst
}

// DefBlock returns the block that defines v.
// The value of a deleted instruction has the block where it was until Compact or Tidy, and NoBlock then.
func (f *Func) DefBlock(v Value) Block {
	switch i := f.values[v].inst; {
	case i&isArg == 0:
		return f.insts[i].block
	case i == NoInst:
		return NoBlock
	default:
		return Block(i &^ isArg)
	}
}

// DefIndex returns which result of its instruction or argument of its block v is.
func (f *Func) DefIndex(v Value) int { return int(f.values[v].index) }

// Use is one operand slot that reads a value.
type Use struct {
	Inst  Inst
	Index int // of the operand
}

// Uses iterates over the operand slots that read v, the latest added first.
// The use that was just given may be changed or unlinked meanwhile; others of v may not.
func (f *Func) Uses(v Value) iter.Seq[Use] {
	return func(yield func(Use) bool) {
		for u := f.values[v].uses; u != none; {
			next := f.uses[u].next
			i := f.uses[u].inst
			if !yield(Use{i, int(u - f.insts[i].use)}) {
				return
			}
			u = next
		}
	}
}

// HasUses reports whether any operand reads v.
// Constant time. An operand of a deleted instruction is no use.
func (f *Func) HasUses(v Value) bool { return f.values[v].uses != none }

// ReplaceUses makes every operand that reads old read v instead, keeping use-side claims.
// It is linear in the uses.
// The claims on v are not those on old: the caller knows that v is as defined as old was.
// Uses in front of the list of old come to v in the opposite order.
func (f *Func) ReplaceUses(old, v Value) {
	for f.values[old].uses != none && old != v {
		f.version++
		u := f.values[old].uses
		f.changing(f.uses[u].inst)
		f.unlinkUse(u)
		f.uses[u].value = v
		f.linkUse(u)
		f.markInst(f.uses[u].inst)
	}
}

// linkUse puts use u in front of the list of its value.
// Constant time; the order of uses is that of linking, and nothing of a program's meaning depends on it.
func (f *Func) linkUse(u uint32) {
	v := f.uses[u].value
	if v == NoValue {
		return
	}
	first := f.values[v].uses
	f.uses[u].prev, f.uses[u].next = none, first
	if first != none {
		f.uses[first].prev = u
	}
	f.values[v].uses = u
}

// unlinkUse takes use u out of the list of its value, in constant time.
func (f *Func) unlinkUse(u uint32) {
	r := &f.uses[u]
	if r.value == NoValue {
		return
	}
	if r.prev != none {
		f.uses[r.prev].next = r.next
	} else {
		f.values[r.value].uses = r.next
	}
	if r.next != none {
		f.uses[r.next].prev = r.prev
	}
}

// Instructions.

// FirstInst and LastInst return the ends of b's list, NoInst if b is empty.
func (f *Func) FirstInst(b Block) Inst { return f.blocks[b].first }

// LastInst returns the last instruction of b, NoInst if b is empty.
func (f *Func) LastInst(b Block) Inst { return f.blocks[b].last }

// NextInst returns the instruction after i in its block, or NoInst.
func (f *Func) NextInst(i Inst) Inst { return f.insts[i].next }

// PrevInst returns the instruction before i in its block, or NoInst.
func (f *Func) PrevInst(i Inst) Inst { return f.insts[i].prev }

// Terminator returns the last instruction of b if it is a terminator, else NoInst.
// A block has none only while it is being built or changed.
func (f *Func) Terminator(b Block) Inst {
	if i := f.blocks[b].last; i != NoInst && f.insts[i].op.IsTerminator() {
		return i
	}
	return NoInst
}

// Op returns the opcode of i.
func (f *Func) Op(i Inst) Op { return f.insts[i].op }

// InstBlock returns the block that holds i.
// Of a tombstone it is the block that held it.
func (f *Func) InstBlock(i Inst) Block { return f.insts[i].block }

// Deleted reports whether i is a tombstone.
func (f *Func) Deleted(i Inst) bool { return f.insts[i].dead }

// Origin returns where i comes from.
func (f *Func) Origin(i Inst) Origin { return f.coldInsts[i].origin }

// NumOperands returns the number of operands of i, those passed to targets included.
func (f *Func) NumOperands(i Inst) int { return int(f.insts[i].nuses) }

// NumFixed returns the number of operands of i that are not passed to a target.
func (f *Func) NumFixed(i Inst) int {
	if r := &f.insts[i]; r.ntgt == 0 {
		return int(r.nuses)
	}
	return int(f.coldInsts[i].nfixed)
}

// Operand returns operand n of i.
func (f *Func) Operand(i Inst, n int) Operand {
	u := f.insts[i].use + uint32(n)
	return Operand{f.uses[u].value, f.claim(u)}
}

// claim returns the claims of a use.
func (f *Func) claim(u uint32) Annot {
	if int(u) < len(f.claims) {
		return f.claims[u]
	}
	return NoAnnot
}

// Arg returns the value of operand n of i.
func (f *Func) Arg(i Inst, n int) Value { return f.uses[f.insts[i].use+uint32(n)].value }

// Operands returns a copy of the operands of i.
// The caller may change it and give it back by SetOperands.
func (f *Func) Operands(i Inst) []Operand { return f.operands(i, int(f.insts[i].nuses)) }

// FixedOperands returns a copy of the operands of i that are passed to no target.
// With [Func.Targets] it is what SetOperands takes.
func (f *Func) FixedOperands(i Inst) []Operand { return f.operands(i, f.NumFixed(i)) }

func (f *Func) operands(i Inst, n int) []Operand {
	out := make([]Operand, n)
	for n := range out {
		out[n] = f.Operand(i, n)
	}
	return out
}

// SetOperand replaces operand n of i.
// The old value loses the use; nothing is done about a definition that is then unused.
func (f *Func) SetOperand(i Inst, n int, o Operand) {
	f.changing(i)
	f.version++
	u := f.insts[i].use + uint32(n)
	f.unlinkUse(u)
	f.uses[u].value = o.Value
	f.setClaim(u, o.Annot)
	f.linkUse(u)
	f.markInst(i)
}

// SetUseAnnot replaces the annotation of operand n of i.
func (f *Func) SetUseAnnot(i Inst, n int, a Annot) {
	u := f.insts[i].use + uint32(n)
	if f.claim(u) != a {
		f.changing(i)
		f.setClaim(u, a)
		f.version++
		f.markInst(i)
	}
}

// SetOperands replaces the fixed operands and the targets of i; their number may change.
// The old ones stay in the arenas, unlinked, until Tidy or Compact: an instruction whose operands are
// replaced in a loop makes the function grow.
func (f *Func) SetOperands(i Inst, fixed []Operand, targets []Target) {
	f.changing(i)
	for u := range f.insts[i].nuses {
		f.unlinkUse(f.insts[i].use + u)
	}
	if f.goesElsewhere(i, targets) {
		f.reshaped()
	}
	f.fill(i, fixed, targets)
	f.markInst(i)
}

// setClaim replaces the claims of a use.
// The table grows only up to the last use that has a claim.
func (f *Func) setClaim(u uint32, a Annot) {
	if n := int(u) + 1; n > len(f.claims) {
		if a == NoAnnot {
			return
		}
		f.claims = slices.Grow(f.claims, n-len(f.claims))
		clear(f.claims[len(f.claims):n])
		f.claims = f.claims[:n]
	}
	f.claims[u] = a
}

// fill appends operands and targets to the pools and gives them to i.
// Uses of an instruction must be consecutive, so replaced ones cannot stay where they were if their number
// grows.
func (f *Func) fill(i Inst, fixed []Operand, targets []Target) {
	f.version++
	r, m := &f.insts[i], &f.coldInsts[i]
	r.use, m.nfixed, r.nuses = uint32(len(f.uses)), uint32(len(fixed)), 0
	m.tgt, r.ntgt = uint32(len(f.targets)), uint16(len(targets))
	if len(targets) > 1<<16-1 {
		panic("BUG: more than 65535 targets")
	}
	add := func(ops []Operand) {
		for _, o := range ops {
			u := uint32(len(f.uses))
			f.uses = append(f.uses, useRec{value: o.Value, inst: i})
			f.setClaim(u, o.Annot)
			f.linkUse(u)
			r.nuses++
		}
	}
	add(fixed)
	for _, t := range targets {
		rec := targetRec{block: t.Block, first: r.nuses, nargs: uint32(len(t.Args))}
		if t.Case != nil {
			rec.konst = f.AddConst(*t.Case)
		}
		f.targets = append(f.targets, rec)
		add(t.Args)
	}
}

// Results returns the results of i, which are consecutive values.
func (f *Func) Results(i Inst) []Value {
	out := make([]Value, f.insts[i].nres)
	for n := range out {
		out[n] = f.insts[i].res + Value(n)
	}
	return out
}

// NumResults returns the number of results of i.
func (f *Func) NumResults(i Inst) int { return int(f.insts[i].nres) }

// Result returns result n of i.
func (f *Func) Result(i Inst, n int) Value { return f.insts[i].res + Value(n) }
