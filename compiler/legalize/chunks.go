package legalize

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// What is done with vectors of a multiple of 128 bits, chunk by chunk. An operation that moves lanes between chunks
// becomes operations on two of them at a time, one that folds them folds chunks first.

// giveChunks makes chunks the vector v, a result.
func (l *lowerer) giveChunks(v ir.Value, chunks []ir.Value) {
	if l.composite(l.f.TypeOf(v)) {
		l.parts[v] = chunks
		return
	}
	if m, ok := l.masks[v]; ok { // what reads v looks for its masks under its new name
		l.masks[chunks[0]] = m
	}
	l.f.ReplaceUses(v, chunks[0])
}

// readable reports whether v is in chunks whose lanes can be taken out as they are.
func (x *vec) readable(v ir.Value) bool { return plainLane(x.lane) && x.chunked(x.f.TypeOf(v)) }

// inChunks replaces the operation if there is a way to do it on chunks.
func (x *vec) inChunks() bool {
	f, i := x.f, x.i
	op := f.Op(i)
	info := op.Info()
	switch {
	case op == ir.OpVecICmp || op == ir.OpVecFCmp:
		if !x.chunked(f.TypeOf(f.Arg(i, 0))) || !nativeLanes(op, x.lane) {
			return false
		}
		x.setMask(f.Result(i, 0), x.eachChunk(op, maskType(x.chunk, uint(x.lane.Bits)), 2))
		return true
	case op >= ir.OpVecReduceAdd && op <= ir.OpVecReduceFMax:
		return x.reduceChunks()
	case info.Scalar != ir.OpIConst:
		return x.elementwiseChunks(info.Scalar.Arity())
	}
	if f.NumResults(i) == 0 {
		return false
	}
	v := f.Result(i, f.NumResults(i)-1)
	switch op {
	case ir.OpVecSelect:
		if !x.chunked(f.TypeOf(v)) || x.per > 16 || x.size > 8 {
			return false
		}
		x.giveChunks(v, x.selectChunks(x.maskChunks(f.Arg(i, 0)), x.partsOf(f.Arg(i, 1)), x.partsOf(f.Arg(i, 2))))
		return true
	case ir.OpVecSplat:
		if !x.chunked(f.TypeOf(v)) || !plainLane(x.lane) && x.lane.Kind != ir.LanePtr {
			return false
		}
		one := x.inst(op, ir.Attr{Lane: x.lane}, x.chunk, f.Arg(i, 0))
		out := make([]ir.Value, x.n/x.per)
		for k := range out {
			out[k] = one
		}
		x.giveChunks(v, out)
		return true
	case ir.OpVecExtract, ir.OpVecInsert:
		return x.laneOfChunks(op, v)
	case ir.OpVecShuffle:
		return x.shuffleChunks(v)
	}
	return false
}

// eachChunk makes op of all chunks of the first operands.
func (x *vec) eachChunk(op ir.Op, t ir.Type, arity int) []ir.Value {
	f, i := x.f, x.i
	a := ir.Attr{Lane: x.lane, Pred: f.Attr(i).Pred}
	var out []ir.Value
	for c, first := range x.partsOf(f.Arg(i, 0)) {
		if arity == 1 {
			out = append(out, x.inst(op, a, t, first))
			continue
		}
		out = append(out, x.inst(op, a, t, first, x.partsOf(f.Arg(i, 1))[c]))
	}
	return out
}

// elementwiseChunks does an operation lane by lane that the processor has, or a logical one on masks.
func (x *vec) elementwiseChunks(arity int) bool {
	f, i := x.f, x.i
	op, v := f.Op(i), f.Result(i, 0)
	if x.onMasks(op, v) {
		return true
	}
	if !x.chunked(f.TypeOf(v)) || f.NumFixed(i) > arity && x.per > 16 {
		return false
	}
	native := nativeLanes(op, x.lane)
	if op == ir.OpVecShl || op == ir.OpVecShr {
		native = true
		for _, c := range x.partsOf(f.Arg(i, 1)) {
			native = native && x.nativeShift(op, x.lane, c)
		}
	}
	if !native {
		return false
	}
	out := x.eachChunk(op, x.chunk, arity)
	if f.NumFixed(i) > arity {
		out = x.selectChunks(x.maskChunks(f.Arg(i, arity)), out, x.partsOf(f.Arg(i, 0)))
	}
	x.giveChunks(v, out)
	return true
}

// selectChunks takes the lanes of a where the mask says so, and of b elsewhere.
func (x *vec) selectChunks(masks, a, b []ir.Value) []ir.Value {
	out := make([]ir.Value, len(a))
	for k := range a {
		out[k] = x.inst(ir.OpVecSelect, ir.Attr{Lane: x.lane}, x.chunk, masks[k], a[k], b[k])
	}
	return out
}

// setMask makes v the mask that the masks of chunks are together.
func (x *vec) setMask(v ir.Value, masks []ir.Value) {
	if x.f.TypeOf(masks[0]) == x.chunk {
		x.giveChunks(v, masks)
		return
	}
	if x.masks == nil {
		x.masks = map[ir.Value][]ir.Value{}
	}
	x.masks[v] = masks
	if t := x.f.TypeOf(v); x.chunked(t) && x.bytesWanted(v) {
		x.set(v, x.maskBytes(v, masks))
	}
}

// bytesWanted reports whether something reads mask v but selections of vectors like those that were compared: there each
// chunk has its mask.
func (x *vec) bytesWanted(v ir.Value) bool {
	f := x.f
	op := f.Op(x.i)
	for u := range f.Uses(v) {
		if op != ir.OpVecICmp && op != ir.OpVecFCmp || f.Op(u.Inst) != ir.OpVecSelect || f.Attr(u.Inst).Lane.Bits != x.lane.Bits {
			return true
		}
		if f.TypeOf(f.Arg(u.Inst, 1)) != f.TypeOf(f.Arg(x.i, 0)) || f.Arg(u.Inst, 1) == v || f.Arg(u.Inst, 2) == v {
			return true
		}
	}
	return false
}

// maskBytes are the bytes of the mask v, which masks of chunks are. They are made behind those, however late they are
// asked for.
func (l *lowerer) maskBytes(v ir.Value, masks []ir.Value) []ir.Value {
	f, at, origin := l.f, l.at, l.origin
	last := f.Def(masks[len(masks)-1])
	l.at, l.origin = f.Before(f.NextInst(last)), f.Origin(last)
	var out []ir.Value
	for _, m := range masks {
		for k := range f.TypeOf(m).FieldSize(1) {
			b := l.inst(ir.OpVecExtract, ir.Attr{Lane: ir.Lane{Kind: ir.LaneU, Bits: 8}}, ir.Int, m, l.num(int64(k)))
			out = append(out, l.cast(b, ir.Bytes(1)))
		}
	}
	l.at, l.origin = at, origin
	return out
}

// maskChunks are the masks of the chunks of a vector with the lanes of x, whose mask is v.
func (x *vec) maskChunks(v ir.Value) []ir.Value {
	t := maskType(x.chunk, uint(x.lane.Bits))
	if m := x.masks[v]; m != nil && x.f.TypeOf(m[0]) == t {
		return m
	}
	if t == x.chunk {
		return x.partsOf(v)
	}
	if bytes, ok := x.constBytes(v); ok {
		return x.constMasks(bytes, t)
	}
	// A byte that is poison may be any, and not make its neighbours poison.
	var out []ir.Value
	for c := range x.n / x.per {
		word := ir.NoValue
		for k := range x.per {
			b := x.zext(x.cast(x.inst(ir.OpFreeze, ir.Attr{}, ir.Bytes(1), x.groupOf(v, 1, c*x.per+k)[0]), ir.Int), 8)
			if word == ir.NoValue {
				word = b
				continue
			}
			word = x.two(ir.OpOr, word, x.two(ir.OpShl, b, x.num(int64(8*k))))
		}
		out = append(out, x.cast(word, t))
	}
	return out
}

// constMasks are masks of type t with these bytes.
func (x *vec) constMasks(bytes []byte, t ir.Type) []ir.Value {
	size := int(t.FieldSize(1))
	var out []ir.Value
	for ; len(bytes) > 0; bytes = bytes[size:] {
		word := uint64(0)
		for k, b := range bytes[:size] {
			word |= uint64(b) << (8 * k)
		}
		out = append(out, x.cast(x.word(word), t))
	}
	return out
}

// onMasks does a logical operation on masks that are in registers, or on one and a constant of zeros and ones.
func (x *vec) onMasks(op ir.Op, v ir.Value) bool {
	f, i := x.f, x.i
	if op != ir.OpVecAnd && op != ir.OpVecOr && op != ir.OpVecXor || x.size != 1 || f.NumFixed(i) != 2 {
		return false
	}
	a, b := x.masks[f.Arg(i, 0)], x.masks[f.Arg(i, 1)]
	if a == nil {
		a, b = b, a
	}
	if a == nil {
		return false
	}
	t := f.TypeOf(a[0])
	if b == nil {
		for n := range 2 {
			bytes, ok := x.constBytes(f.Arg(i, n))
			for _, c := range bytes {
				ok = ok && c < 2
			}
			if ok {
				b = x.constMasks(bytes, t)
			}
		}
	}
	if b == nil || f.TypeOf(b[0]) != t {
		return false
	}
	out := make([]ir.Value, len(a))
	for k := range a {
		out[k] = x.inst(op, ir.Attr{Lane: ir.Lane{Kind: ir.LaneI, Bits: 8}}, t, a[k], b[k])
	}
	x.setMask(v, out)
	return true
}

// lanesInto makes chunks of scalars, one a lane.
func (x *vec) lanesInto(lanes []ir.Value) []ir.Value {
	a := ir.Attr{Lane: x.lane}
	if a.Lane.Kind != ir.LaneF {
		a.Lane.Kind = ir.LaneI // what does not fit is poison, which anything refines
	}
	for k, v := range lanes {
		if x.f.TypeOf(v) == ir.Int {
			lanes[k] = x.zext(v, int(x.lane.Bits))
		}
	}
	var out []ir.Value
	for ; len(lanes) > 0; lanes = lanes[x.per:] {
		v := x.inst(ir.OpVecSplat, a, x.chunk, lanes[0])
		for k := 1; k < x.per; k++ {
			v = x.inst(ir.OpVecInsert, a, x.chunk, v, lanes[k], x.num(int64(k)))
		}
		out = append(out, v)
	}
	return out
}

// reduceChunks folds numbers whose order does not matter: chunks with each other, then the halves of the last one, the
// quarters, and so on.
func (x *vec) reduceChunks() bool {
	f, i := x.f, x.i
	if f.NumFixed(i) > 1 || !x.readable(f.Arg(i, 0)) || x.lane.Kind == ir.LaneF {
		return false
	}
	lane, op := x.lane, ir.OpVecAdd
	switch f.Op(i) {
	case ir.OpVecReduceAdd, ir.OpVecReduceMul:
		if lane.Kind != ir.LaneI { // the number is that of all bits
			return false
		}
		if f.Op(i) == ir.OpVecReduceMul {
			op = ir.OpVecMul
		}
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		lane.Kind = ir.LaneS
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		lane.Kind = ir.LaneU
	}
	switch f.Op(i) {
	case ir.OpVecReduceSMin, ir.OpVecReduceUMin:
		op = ir.OpVecMin
	case ir.OpVecReduceSMax, ir.OpVecReduceUMax:
		op = ir.OpVecMax
	case ir.OpVecReduceAnd:
		op = ir.OpVecAnd
	case ir.OpVecReduceOr:
		op = ir.OpVecOr
	case ir.OpVecReduceXor:
		op = ir.OpVecXor
	}
	fold := func(a, b ir.Value) ir.Value { return x.inst(op, ir.Attr{Lane: lane}, x.chunk, a, b) }
	all := x.partsOf(f.Arg(i, 0))
	acc := all[0]
	for _, c := range all[1:] {
		acc = fold(acc, c)
	}
	if x.chunk == vec256 {
		acc = fold(acc, x.inst(ir.OpVecShuffle, ir.Attr{Lane: wordLane}, vec256, acc, acc, x.constWords(2, 3, 0, 1)))
	}
	for bits := uint16(64); bits >= lane.Bits; bits /= 2 {
		var moved ir.Value
		if bits >= 32 {
			words := []uint64{1, 1, 3, 3}
			if bits == 32 {
				words = []uint64{1 | 1<<32, 1 | 1<<32, 5 | 5<<32, 5 | 5<<32}
			}
			order := x.constWords(words[:x.chunk.FieldSize(1)/8]...)
			moved = x.inst(ir.OpVecShuffle, ir.Attr{Lane: ir.Lane{Kind: ir.LaneI, Bits: bits}}, x.chunk, acc, acc, order)
		} else {
			double := ir.Attr{Lane: ir.Lane{Kind: ir.LaneU, Bits: 2 * bits}}
			moved = x.inst(ir.OpVecShr, double, x.chunk, acc, x.inst(ir.OpVecSplat, double, x.chunk, x.num(int64(bits))))
		}
		acc = fold(acc, moved)
	}
	if lane.Kind == ir.LaneI {
		lane.Kind = ir.LaneU
	}
	x.replace(i, 0, x.inst(ir.OpVecExtract, ir.Attr{Lane: lane}, ir.Int, acc, x.num(0)), false)
	return true
}

// laneOfChunks takes a lane out, or puts one in: in its chunk if its number is constant, else in memory.
func (x *vec) laneOfChunks(op ir.Op, v ir.Value) bool {
	f, i := x.f, x.i
	from := f.Arg(i, 0)
	if !x.chunked(f.TypeOf(from)) || !plainLane(x.lane) && x.lane.Kind != ir.LanePtr {
		return false
	}
	at := f.Arg(i, f.NumFixed(i)-1)
	chunks := x.partsOf(from)
	if n, ok := constant(f, at); ok && n >= 0 && n < int64(x.n) {
		c, lane := int(n)/x.per, x.num(n%int64(x.per))
		a := ir.Attr{Lane: x.lane}
		if op == ir.OpVecExtract {
			x.replace(i, 0, x.inst(op, a, x.lane.Scalar(), chunks[c], lane), true)
			return true
		}
		out := append([]ir.Value{}, chunks...)
		out[c] = x.inst(op, a, x.chunk, out[c], f.Arg(i, 1), lane)
		x.giveChunks(v, out)
		return true
	}
	// Of a number that no lane has, any other will do: there are a power of two of lanes.
	ls := x.chunkLeaves()
	slot, token := x.spill(ls, chunks, ls)
	p := x.inst(ir.OpPtrAdd, ir.Attr{}, ir.Ptr, slot, x.two(ir.OpMul, x.two(ir.OpAnd, at, x.num(int64(x.n-1))), x.num(int64(x.size))))
	if op == ir.OpVecExtract {
		x.replace(i, 0, x.loadLane(p, token), true)
		return true
	}
	token = x.inst(ir.OpStore, ir.Attr{N: uint32(x.size)}, ir.Mem, f.Arg(i, 1), p, token)
	out := make([]ir.Value, len(ls))
	for k, y := range ls {
		out[k] = x.inst(ir.OpLoad, ir.Attr{N: uint32(y.size())}, y.typ, x.moved(slot, y.off), token)
	}
	x.giveChunks(v, out)
	return true
}

// loadLane loads a lane as the value that it is.
func (x *vec) loadLane(p, token ir.Value) ir.Value {
	v := x.inst(ir.OpLoad, ir.Attr{N: uint32(x.size)}, x.lane.Scalar(), p, token)
	if x.lane.Kind == ir.LaneS {
		v = x.sext(v, int(x.lane.Bits))
	}
	return v
}

// chunkLeaves are the places of the chunks of a vector of x.
func (x *vec) chunkLeaves() []leaf {
	out := make([]leaf, x.n/x.per)
	for k := range out {
		out[k] = leaf{typ: x.chunk, off: x.chunk.FieldSize(1) * uint64(k)}
	}
	return out
}

// shuffleChunks makes each chunk of the result of those that its lanes come from, one after the other. A number out of
// range makes a poison lane, for which any will do.
func (x *vec) shuffleChunks(v ir.Value) bool {
	f, i := x.f, x.i
	if !x.chunked(f.TypeOf(v)) || !plainLane(x.lane) && x.lane.Kind != ir.LanePtr {
		return false
	}
	numbers := f.Arg(i, 2)
	index, ok := x.lanesConst(numbers, uint(8*f.TypeOf(numbers).FieldSize(x.vscale)/uint64(x.n)))
	if !ok {
		return false
	}
	sources := append(append([]ir.Value{}, x.partsOf(f.Arg(i, 0))...), x.partsOf(f.Arg(i, 1))...)
	var plans [][]*shuffleStep
	for ; len(index) > 0; index = index[x.per:] {
		steps := x.shuffleSteps(index[:x.per], len(sources))
		if steps == nil {
			return false
		}
		plans = append(plans, steps)
	}
	var out []ir.Value
	for _, steps := range plans {
		acc := ir.NoValue
		for _, s := range steps {
			c := sources[s.a]
			if s.order != nil {
				c = x.inst(ir.OpVecShuffle, ir.Attr{Lane: x.lane}, vec128, c, sources[s.b], x.lanesOfNumbers(s.order))
			}
			if acc == ir.NoValue {
				acc = c
				continue
			}
			acc = x.inst(ir.OpVecSelect, ir.Attr{Lane: x.lane}, vec128, x.laneMask(s.taken), c, acc)
		}
		out = append(out, acc)
	}
	x.giveChunks(v, out)
	return true
}

// shuffleStep orders the lanes of one or two chunks; those that are taken replace what the steps before made.
type shuffleStep struct {
	a, b  int
	order []uint64 // nil leaves the chunk as it is
	taken []bool
}

// shuffleSteps are steps to make a chunk of lanes with these numbers, nil if the processor does not have them.
func (x *vec) shuffleSteps(index []uint64, sources int) (out []*shuffleStep) {
	per := uint64(x.per)
	source := func(k int) int { return int(min(index[k]/per, uint64(sources))) }
	var used []int
	for k := range index {
		if s := source(k); s < sources && !contains(used, s) {
			used = append(used, s)
		}
	}
	if len(used) == 0 {
		return []*shuffleStep{{}}
	}
	bits := uint(x.lane.Bits)
	if len(used) == 2 {
		order := make([]uint64, per)
		for k := range index {
			switch source(k) {
			case used[0]:
				order[k] = index[k] % per
			case used[1]:
				order[k] = per + index[k]%per
			default:
				order[k] = 2 * per
			}
		}
		if _, ok := PlanShuffle(bits, order); ok {
			return []*shuffleStep{{a: used[0], b: used[1], order: order}}
		}
	}
	for _, u := range used {
		step := &shuffleStep{a: u, b: u, order: make([]uint64, per), taken: make([]bool, per)}
		same := true
		for k := range index {
			step.order[k] = 2 * per
			if step.taken[k] = source(k) == u; step.taken[k] {
				step.order[k] = index[k] % per
				same = same && int(step.order[k]) == k
			}
		}
		if same {
			step.order = nil
		} else if _, ok := PlanShuffle(bits, step.order); !ok {
			return nil
		}
		out = append(out, step)
	}
	return out
}

func contains(xs []int, n int) bool {
	for _, x := range xs {
		if x == n {
			return true
		}
	}
	return false
}

// lanesOfNumbers is a constant chunk with these numbers in its lanes.
func (x *vec) lanesOfNumbers(ns []uint64) ir.Value {
	var half [2]uint64
	for k, n := range ns {
		at := uint(k) * uint(x.lane.Bits)
		half[at/64] |= n << (at % 64)
	}
	return x.constChunk(half[0], half[1])
}

// laneMask is the constant mask of a chunk.
func (x *vec) laneMask(on []bool) ir.Value {
	bytes := make([]byte, len(on))
	for k, b := range on {
		if b {
			bytes[k] = 1
		}
	}
	if len(bytes) == 16 {
		var half [2]uint64
		for k, b := range bytes {
			half[k/8] |= uint64(b) << (8 * (k % 8))
		}
		return x.constChunk(half[0], half[1])
	}
	return x.constMasks(bytes, maskType(x.chunk, uint(x.lane.Bits)))[0]
}
