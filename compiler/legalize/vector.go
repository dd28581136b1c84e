package legalize

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// What no register does with chunks (whole.go, chunks.go) is done lane by lane. A vector is then its pieces, byte values of the size of the smallest
// lanes that any operation of the function reads from its type, so that a lane which is poison or part of a
// pointer leaves the others as they are. What moves lanes moves pieces; what computes reads a lane as a
// number and writes it back. A lane that an operation does not access in memory is accessed in a stack
// slot instead. Chunks become pieces, and pieces chunks, through a stack slot.

// pieceSizes finds the size of the pieces of each vector type.
// The least size over the whole function, as one value may be read by operations with different lanes.
func (l *lowerer) pieceSizes() {
	f := l.f
	l.pieces = nil
	see := func(v ir.Value, n uint32) {
		if t := f.TypeOf(v); t.Kind() == ir.KindVec {
			if l.pieces == nil {
				l.pieces = map[ir.Type]uint32{}
			}
			if was, ok := l.pieces[t]; !ok || n < was {
				l.pieces[t] = n
			}
		}
	}
	for _, b := range l.g.Order() {
		for i := range f.Insts(b) {
			if !f.Op(i).IsVector() {
				continue
			}
			lane := uint32(f.Attr(i).Lane.Bits / 8)
			for n := range f.NumFixed(i) {
				if l.letter(i, n) == 'v' {
					see(f.Arg(i, n), lane)
				} else { // masks and indices are read byte by byte
					see(f.Arg(i, n), 1)
				}
			}
			for n := range f.NumResults(i) {
				if f.Op(i).Info().Result == ir.ResMask {
					see(f.Result(i, n), 1)
				} else {
					see(f.Result(i, n), lane)
				}
			}
		}
	}
}

// letter is the letter of operand n in the signature of vector operation i.
// The question mark before an optional operand is no operand of its own.
func (l *lowerer) letter(i ir.Inst, n int) byte {
	sig := l.f.Op(i).Info().Sig
	for k := 0; k < len(sig); k++ {
		if sig[k] == '?' {
			continue
		}
		if n == 0 {
			return sig[k]
		}
		n--
	}
	return 0
}

// vec is a vector operation that is being taken apart.
// It lives for one operation. The scalable part of a type is a multiple that is fixed for the compilation, so
// that n is known.
type vec struct {
	*lowerer
	i     ir.Inst
	lane  ir.Lane
	size  uint64  // of a lane, in bytes
	n     int     // lanes
	per   int     // lanes in a chunk
	chunk ir.Type // of the operands

	exploded map[explosion][]ir.Value
}

// explosion are the pieces of a vector that is in chunks.
type explosion struct {
	v    ir.Value
	size uint64 // of a piece
}

// vector replaces vector operation i.
func (l *lowerer) vector(i ir.Inst) (bool, error) {
	f := l.f
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); l.composite(f.TypeOf(v)) {
			if _, err := l.leaves(v); err != nil {
				return false, err
			}
		}
	}
	x := vec{lowerer: l, i: i, lane: f.Attr(i).Lane}
	x.size = uint64(x.lane.Bits / 8)
	for n := range f.NumFixed(i) {
		if l.letter(i, n) == 'v' && x.n == 0 {
			x.n = int(f.TypeOf(f.Arg(i, n)).FieldSize(l.vscale) / x.size)
		}
	}
	if x.n == 0 {
		x.n = int(f.TypeOf(f.Result(i, f.NumResults(i)-1)).FieldSize(l.vscale) / x.size)
	}
	// A shuffle picks each lane from all lanes of both operands, so that code grows with the square of this
	// bound.
	x.chunk = vec128
	if bytes := uint64(x.n) * x.size; l.long && bytes%32 == 0 {
		x.chunk = vec256
	}
	x.per = int(x.chunk.FieldSize(1) / max(x.size, 1))
	if x.n > MaxParts/8 {
		return false, l.errorInst(i, "%s: more than %d lanes are not supported by code generation", f.Op(i), MaxParts/8)
	}
	x.lower()
	return true, nil
}

// lower makes the lanes of the results from those of the operands, whichever operation it is.
func (x *vec) lower() {
	if x.inChunks() {
		return
	}
	f, i := x.f, x.i
	switch op := f.Op(i); {
	case op == ir.OpVecICmp || op == ir.OpVecFCmp:
		x.compare()
	case op >= ir.OpVecReduceAdd && op <= ir.OpVecReduceFMax:
		x.reduce()
	case op.Info().Scalar != ir.OpIConst:
		x.elementwise(op.Info().Scalar)
	case op == ir.OpVecGather || op == ir.OpVecLoad:
		x.loadLanes()
	case op == ir.OpVecScatter || op == ir.OpVecStore:
		x.storeLanes()
	case op == ir.OpVecSelect:
		var out []ir.Value
		for k := range x.n {
			out = append(out, x.pickGroup(x.on(0, k), x.group(1, k), x.group(2, k))...)
		}
		x.set(f.Result(i, 0), out)
	case op == ir.OpVecCompress || op == ir.OpVecExpand:
		x.compress(op == ir.OpVecExpand)
	case op == ir.OpVecSplat:
		var out []ir.Value
		one := x.fromScalar(f.Arg(i, 0), f.Result(i, 0))
		for range x.n {
			out = append(out, one...)
		}
		x.set(f.Result(i, 0), out)
	case op == ir.OpVecExtract:
		x.extract()
	case op == ir.OpVecInsert:
		var out []ir.Value
		one := x.fromScalar(f.Arg(i, 1), f.Result(i, 0))
		for k := range x.n {
			out = append(out, x.pickGroup(x.isLane(f.Arg(i, 2), k), one, x.group(0, k))...)
		}
		x.set(f.Result(i, 0), out)
	case op == ir.OpVecShuffle:
		x.shuffle()
	default:
		panic("BUG: vector operation " + op.String())
	}
}

// groupOf are the pieces of lane k, of size bytes, of v.
// The piece is never greater than the lane, since pieceSizes saw this operation, too.
func (x *vec) groupOf(v ir.Value, size uint64, k int) []ir.Value {
	if x.chunked(x.f.TypeOf(v)) {
		piece := min(size, 8)
		per := int(size / piece)
		return x.explode(v, piece)[k*per : (k+1)*per]
	}
	per := int(size / x.pieceOf(v))
	return x.partsOf(v)[k*per : (k+1)*per]
}

// pieceOf is the size of the pieces of v, of which a lane of x has at least one.
func (x *vec) pieceOf(v ir.Value) uint64 {
	t := x.f.TypeOf(v)
	if x.chunked(t) {
		return min(x.size, 8)
	}
	return uint64(x.pieces[t])
}

// explode makes pieces of so many bytes of the chunks of v.
func (x *vec) explode(v ir.Value, size uint64) []ir.Value {
	key := explosion{v, size}
	if ps, ok := x.exploded[key]; ok {
		return ps
	}
	from, _ := x.leavesOf(x.f.TypeOf(v))
	if len(from) == 0 { // in one chunk
		from = []leaf{{typ: x.f.TypeOf(v)}}
	}
	var to []leaf
	for off := uint64(0); off < x.f.TypeOf(v).FieldSize(x.vscale); off += size {
		to = append(to, leaf{typ: ir.Bytes(uint32(size)), off: off})
	}
	if x.exploded == nil {
		x.exploded = map[explosion][]ir.Value{}
	}
	ps := x.recast(from, x.partsOf(v), to)
	x.exploded[key] = ps
	return ps
}

// set makes pieces the vector v, a result.
func (x *vec) set(v ir.Value, pieces []ir.Value) {
	if !x.chunked(x.f.TypeOf(v)) {
		x.parts[v] = pieces
		return
	}
	var from, to []leaf
	off := uint64(0)
	for _, p := range pieces {
		from = append(from, leaf{typ: x.f.TypeOf(p), off: off})
		off += x.f.TypeOf(p).FieldSize(1)
	}
	chunk := x.chunkOf(x.f.TypeOf(v))
	for at := uint64(0); at < off; at += chunk.FieldSize(1) {
		to = append(to, leaf{typ: chunk, off: at})
	}
	x.giveChunks(v, x.recast(from, pieces, to))
}

func (x *vec) group(operand, k int) []ir.Value {
	return x.groupOf(x.f.Arg(x.i, operand), x.size, k)
}

// number reads pieces as an unsigned number.
// The cast of a piece that is poison or part of a pointer gives what the language says; other lanes are not
// touched.
func (x *vec) number(ps []ir.Value) ir.Value {
	out, off := ir.NoValue, int64(0)
	for _, p := range ps {
		w := x.cast(p, ir.Int)
		if out == ir.NoValue {
			out = w
		} else {
			out = x.two(ir.OpOr, out, x.two(ir.OpShl, w, x.num(off)))
		}
		off += 8 * int64(x.f.TypeOf(p).FieldSize(1))
	}
	return out
}

// on is whether lane k of the mask in an operand is active.
// A mask lane is a byte; every number but 0 is active.
func (x *vec) on(operand, k int) ir.Value {
	return x.icmp(ir.NE, x.number(x.groupOf(x.f.Arg(x.i, operand), 1, k)), x.num(0))
}

// scalar is lane k of an operand as a value.
func (x *vec) scalar(operand, k int) ir.Value {
	if v := x.f.Arg(x.i, operand); x.readable(v) {
		return x.inst(ir.OpVecExtract, ir.Attr{Lane: x.lane}, x.lane.Scalar(), x.partsOf(v)[k/x.per], x.num(int64(k%x.per)))
	}
	g := x.group(operand, k)
	switch {
	// A pointer is never made of a number here: that would lose its provenance.
	case x.lane.Kind == ir.LanePtr && len(g) == 1:
		return x.cast(g[0], ir.Ptr)
	case x.lane.Kind == ir.LanePtr:
		from := make([]leaf, len(g))
		for j := range g {
			n := x.f.TypeOf(g[j]).FieldSize(1)
			from[j] = leaf{typ: x.f.TypeOf(g[j]), off: uint64(j) * n}
		}
		return x.recast(from, g, []leaf{{typ: ir.Ptr}})[0]
	case x.lane.Kind == ir.LaneMask:
		return x.icmp(ir.NE, x.number(g), x.num(0))
	case x.lane.IsFloat() && len(g) == 1:
		return x.cast(g[0], x.lane.Scalar())
	case x.lane.IsFloat():
		return x.cast(x.number(g), x.lane.Scalar())
	case x.lane.Kind == ir.LaneS:
		return x.sext(x.number(g), int(x.lane.Bits))
	}
	return x.number(g)
}

// fromScalar are the pieces of a lane of like that holds v.
// A lane wraps: a number that is too great is cut to its bits.
func (x *vec) fromScalar(v ir.Value, like ir.Value) []ir.Value {
	piece := x.pieceOf(like)
	t := x.f.TypeOf(v)
	switch {
	case t == ir.Bool:
		v = x.flag(v)
	case t == ir.Int:
		v = x.zext(v, int(x.lane.Bits))
	case piece == x.size:
		return []ir.Value{x.cast(v, ir.Bytes(uint32(piece)))}
	case t.Kind() == ir.KindPtr:
		var to []leaf
		for off := uint64(0); off < x.size; off += piece {
			to = append(to, leaf{typ: ir.Bytes(uint32(piece)), off: off})
		}
		return x.recast([]leaf{{typ: t}}, []ir.Value{v}, to)
	default:
		v = x.cast(v, ir.Int)
	}
	return x.fromNumber(v, piece, x.size)
}

// fromNumber are the pieces of a lane of so many bytes that holds a number.
func (x *vec) fromNumber(v ir.Value, piece, size uint64) []ir.Value {
	var out []ir.Value
	for off := uint64(0); off < size; off += piece {
		out = append(out, x.cast(x.bytesAt(v, off, piece), ir.Bytes(uint32(piece))))
	}
	return out
}

func (x *vec) pickGroup(c ir.Value, a, b []ir.Value) []ir.Value {
	out := make([]ir.Value, len(a))
	for k := range a {
		out[k] = x.pick(c, a[k], b[k])
	}
	return out
}

// zeroGroup are pieces of zeros.
func (x *vec) zeroGroup(like []ir.Value) []ir.Value {
	out := make([]ir.Value, len(like))
	for k, p := range like {
		out[k] = x.cast(x.num(0), x.f.TypeOf(p))
	}
	return out
}

// elementwise computes lane by lane with the scalar operation op. Inactive lanes of a masked operation keep
// those of the first operand.
func (x *vec) elementwise(op ir.Op) {
	f, i := x.f, x.i
	arity := op.Arity()
	whole := x.readable(f.Result(i, 0))
	var out []ir.Value
	for k := range x.n {
		a := x.operand(0, k)
		var r ir.Value
		switch {
		case arity == 1:
			r = x.float(op, a)
		case x.lane.IsFloat():
			r = x.float(op, a, x.operand(1, k))
		// Without the bound a left shift by a lane's number would ask for an int of 2^64 bits.
		case op == ir.OpShl || op == ir.OpShr: // beyond that nothing changes any more
			r = x.two(op, a, x.two(ir.OpMin, x.operand(1, k), x.num(2*ir.MaxLaneBits)))
		default:
			r = x.two(op, a, x.operand(1, k))
		}
		if whole {
			out = append(out, r)
			continue
		}
		g := x.fromScalar(r, f.Result(i, 0))
		if f.NumFixed(i) > arity {
			g = x.pickGroup(x.on(arity, k), g, x.group(0, k))
		}
		out = append(out, g...)
	}
	if whole {
		chunks := x.lanesInto(out)
		if f.NumFixed(i) > arity {
			chunks = x.selectChunks(x.maskChunks(f.Arg(i, arity)), chunks, x.partsOf(f.Arg(i, 0)))
		}
		x.giveChunks(f.Result(i, 0), chunks)
		return
	}
	x.set(f.Result(i, 0), out)
}

// operand is lane k as a number or float; a mask lane is 0 or 1.
func (x *vec) operand(n, k int) ir.Value {
	v := x.scalar(n, k)
	if x.f.TypeOf(v) == ir.Bool {
		return x.flag(v)
	}
	return v
}

func (x *vec) compare() {
	f, i := x.f, x.i
	var out []ir.Value
	for k := range x.n {
		var c ir.Value
		if f.Op(i) == ir.OpVecFCmp {
			c = x.fcmp(f.Attr(i).Pred, x.scalar(0, k), x.scalar(1, k))
		} else {
			c = x.icmp(f.Attr(i).Pred, x.scalar(0, k), x.scalar(1, k))
		}
		out = append(out, x.cast(x.flag(c), ir.Bytes(1)))
	}
	x.set(f.Result(i, 0), out)
}

// isLane is whether index v is k.
// The comparison is of whole numbers, so an index beyond the lanes is no lane's.
func (x *vec) isLane(v ir.Value, k int) ir.Value { return x.icmp(ir.EQ, v, x.num(int64(k))) }

func (x *vec) extract() {
	f, i := x.f, x.i
	if c, ok := constant(f, f.Arg(i, 1)); ok && c >= 0 && c < int64(x.n) {
		x.replace(i, 0, x.scalar(0, int(c)), false)
		return
	}
	// The fall-through is lane 0, for an index that no lane has.
	out := x.scalar(0, 0)
	for k := 1; k < x.n; k++ {
		out = x.pick(x.isLane(f.Arg(i, 1), k), x.scalar(0, k), out)
	}
	x.replace(i, 0, out, false)
}

// shuffle picks from the lanes of both operands, one behind the other. A number out of range makes a poison
// lane, for which lane 0 of the first will do.
func (x *vec) shuffle() {
	f, i := x.f, x.i
	index := f.Arg(i, 2)
	size := f.TypeOf(index).FieldSize(x.vscale) / uint64(x.n)
	var out []ir.Value
	for k := range x.n {
		at := x.number(x.groupOf(index, size, k))
		g := x.group(0, 0)
		for j := 1; j < 2*x.n; j++ {
			g = x.pickGroup(x.isLane(at, j), x.group(j/x.n, j%x.n), g)
		}
		out = append(out, g...)
	}
	x.set(f.Result(i, 0), out)
}

// compress packs the active lanes to the front, or with expand spreads the first ones to them: lane k
// belongs to the place that is the number of active lanes before it.
// Lanes that nothing goes to are 0. The work is quadratic in the lanes, which the bound on them allows.
func (x *vec) compress(expand bool) {
	f, i := x.f, x.i
	on, before := make([]ir.Value, x.n), make([]ir.Value, x.n)
	count := x.num(0)
	for k := range x.n {
		on[k], before[k] = x.on(1, k), count
		count = x.two(ir.OpAdd, count, x.flag(on[k]))
	}
	var out []ir.Value
	for k := range x.n {
		g := x.zeroGroup(x.group(0, 0))
		if expand {
			for m := range k + 1 {
				c := x.logic(ir.OpBAnd, on[k], x.isLane(before[k], m))
				g = x.pickGroup(c, x.group(0, m), g)
			}
		} else {
			// At most j lanes are active before lane j, so an earlier one cannot have place k.
			for j := k; j < x.n; j++ {
				c := x.logic(ir.OpBAnd, on[j], x.isLane(before[j], k))
				g = x.pickGroup(c, x.group(0, j), g)
			}
		}
		out = append(out, g...)
	}
	x.set(f.Result(i, 0), out)
}

// reduce folds the lanes that the mask lets through, in their order: floats are not associative. Where the
// operation has a neutral value the fold starts with it; where it has none, have says whether some lane
// has been let through, and the first such lane starts the fold. A lane without a sign is wrapped to its
// width after each step, so that sums do not outgrow their container.
func (x *vec) reduce() {
	f, i := x.f, x.i
	op := f.Op(i).Info().Scalar
	was := x.lane
	switch f.Op(i) {
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		x.lane.Kind = ir.LaneS
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		x.lane.Kind = ir.LaneU
	}
	acc, have := x.neutral(op), ir.NoValue
	if acc == ir.NoValue {
		have = x.truth(false)
	}
	for k := range x.n {
		v := x.scalar(0, k)
		on := ir.NoValue
		if f.NumFixed(i) > 1 {
			on = x.on(1, k)
		}
		next := v
		if acc != ir.NoValue {
			if x.lane.IsFloat() {
				next = x.float(op, acc, v)
			} else {
				next = x.two(op, acc, v)
			}
			if have != ir.NoValue && k > 0 {
				next = x.pick(have, next, v)
			}
			if was.Kind == ir.LaneI && (op == ir.OpAdd || op == ir.OpMul) {
				next = x.zext(next, int(x.lane.Bits))
			}
		}
		if have != ir.NoValue && on != ir.NoValue {
			have = x.logic(ir.OpBOr, have, on)
		} else if have != ir.NoValue {
			have = x.truth(true)
		}
		if on != ir.NoValue && acc != ir.NoValue {
			next = x.pick(on, next, acc)
		}
		acc = next
	}
	x.replace(i, 0, acc, false)
}

// neutral is where a reduction starts, NoValue if that is the first active lane.
func (x *vec) neutral(op ir.Op) ir.Value {
	switch op {
	case ir.OpAdd, ir.OpOr, ir.OpXor:
		return x.num(0)
	case ir.OpMul:
		return x.num(1)
	case ir.OpAnd:
		if x.lane.Kind == ir.LaneS {
			return x.num(-1)
		}
		return x.big(num.Mask(uint(x.lane.Bits)))
	case ir.OpFAdd:
		// -0 and not +0: (+0) + (-0) is +0, so that a sum of nothing but -0 would change its sign.
		return x.fconst(x.lane.Scalar(), 1<<uint(x.lane.Bits-1))
	}
	return ir.NoValue
}

// address is where lane k is: base plus k lanes, or plus its index, which is signed.
// Indices are distances in bytes.
func (x *vec) address(base ir.Value, index, k int) ir.Value {
	if index < 0 {
		return x.moved(base, uint64(k)*x.size)
	}
	v := x.f.Arg(x.i, index)
	size := x.f.TypeOf(v).FieldSize(x.vscale) / uint64(x.n)
	d := x.sext(x.number(x.groupOf(v, size, k)), int(8*size))
	return x.inst(ir.OpPtrAdd, ir.Attr{}, x.f.TypeOf(base), base, d)
}

// spare is memory for lanes that are not active.
// It has the address space of base, since a pick needs one type.
func (x *vec) spare(base ir.Value) ir.Value {
	p := x.inst(ir.OpStackSlot, ir.Attr{Imm: int64(x.size), Align: max(x.f.Attr(x.i).Align, 8)}, ir.Ptr)
	if t := x.f.TypeOf(base); t != ir.Ptr {
		p = x.cast(p, t)
	}
	return p
}

// access is the alignment of lane k.
// A gather claims its alignment of each lane, a load only of the first.
func (x *vec) access(index, k int) uint32 {
	a := x.f.Attr(x.i).Align
	if index >= 0 {
		return a
	}
	return alignAt(a, uint64(k)*x.size)
}

// loadLanes loads the active lanes, by index or side by side, and makes the others zero.
// There is no branch: an inactive lane is loaded from a spare place that may always be read, and what it
// gives is not used.
func (x *vec) loadLanes() {
	f, i := x.f, x.i
	index, mask := -1, 1
	if f.Op(i) == ir.OpVecGather {
		index, mask = 1, 2
	}
	base, token := f.Arg(i, 0), f.Arg(i, mask+1)
	v := f.Result(i, f.NumResults(i)-1)
	spare := x.spare(base)
	piece := x.pieceOf(v)
	var out []ir.Value
	for k := range x.n {
		on := x.on(mask, k)
		p := x.pick(on, x.address(base, index, k), spare)
		var g []ir.Value
		for off := uint64(0); off < x.size; off += piece {
			a := ir.Attr{N: uint32(piece), Align: alignAt(x.access(index, k), off)}
			g = append(g, x.inst(ir.OpLoad, a, ir.Bytes(uint32(piece)), x.moved(p, off), token))
		}
		out = append(out, x.pickGroup(on, g, x.zeroGroup(g))...)
	}
	x.set(v, out)
	if f.NumResults(i) > 1 {
		f.ReplaceUses(f.Result(i, 0), token)
	}
}

// storeLanes stores inactive lanes into the spare place, which nothing reads. Active lanes go in their order, so
// that of two that overlap the later one stays.
func (x *vec) storeLanes() {
	f, i := x.f, x.i
	index, mask := -1, 2
	if f.Op(i) == ir.OpVecScatter {
		index, mask = 2, 3
	}
	base, token := f.Arg(i, 1), f.Arg(i, mask+1)
	spare := x.spare(base)
	piece := x.pieceOf(f.Arg(i, 0))
	for k := range x.n {
		p := x.pick(x.on(mask, k), x.address(base, index, k), spare)
		for j, w := range x.group(0, k) {
			off := uint64(j) * piece
			a := ir.Attr{N: uint32(piece), Align: alignAt(x.access(index, k), off)}
			token = x.inst(ir.OpStore, a, ir.Mem, w, x.moved(p, off), token)
		}
	}
	f.ReplaceUses(f.Result(i, 0), token)
}
