package main

// specials are the operations of special that have a shape of their own.
// LoadN and its like serve whatever needs no report; nothing here tells why an access fails: the slow path does.
const specials = `		case fGuardClass:
			if x := &s[c.a]; x.t != 0 || ieee754.Class(c.imm)&ieee754.Format(c.k).Classify(x.v) != 0 {
				return goSlow
			}
			return goNext
		case fFloat:
			// An operation of fewer operands has its first one in place of the others.
			x, y, z := &s[c.a], &s[c.b], &s[c.imm>>32]
			if x.t|y.t|z.t != 0 {
				return goSlow
			}
			s[c.dst] = slot{v: floatOps[c.k](ieee754.Format(uint32(c.imm)), x.v, y.v, z.v)}
			return goNext
		case fLoadN:
			x := &s[c.a]
			if !w.sees(x, uint64(c.k), false) || x.v&c.imm != 0 || w.slowMemory {
				return goSlow
			}
			a := w.space.Lookup(memory.AllocID(x.p))
			r, ok := a.LoadN(x.v-a.Base, uint64(c.k))
			if !ok {
				if r, ok = w.loadWild(x, uint64(c.k)); !ok {
					return goSlow
				}
			}
			s[c.dst] = slot{v: r}
			return goNext
		case fStoreN:
			x, y := &s[c.a], &s[c.b]
			if x.t != 0 || !w.sees(y, uint64(c.k), true) || y.v&c.imm != 0 || w.slowMemory {
				return goSlow
			}
			a := w.space.Lookup(memory.AllocID(y.p))
			if !a.StoreN(y.v-a.Base, uint64(c.k), x.v) && !w.storeWild(y, uint64(c.k), x.v) {
				return goSlow
			}
			return goNext
		case fVector:
			if !t.vector(s, fn.vectors[c.imm], c.dst) {
				return goSlow
			}
			return goNext
		case fLoadW:
			x := &s[c.a]
			if !w.sees(x, uint64(c.k), false) || x.v&c.imm != 0 || w.slowMemory || !w.loadWords(s[c.dst:], x, uint64(c.k)) {
				return goSlow
			}
			return goNext
		case fStoreW:
			x, y := &s[c.a], &s[c.b]
			if x.t != words || !w.sees(y, uint64(c.k), true) || y.v&c.imm != 0 || w.slowMemory || !w.storeWords(s[c.a:], y, uint64(c.k)) {
				return goSlow
			}
			if w.ended != nil {
				return goStop
			}
			return goNext
		case fHolds:
			x := &s[c.a]
			if !w.sees(x, c.imm, true) || w.slowMemory {
				return goSlow
			}
			if a := w.accessible(x, c.imm); !a.Holds(x.v-a.Base, c.imm, true) {
				return goSlow
			}
			return goNext
		case fMoves, fSelMoves:
			list := fn.moves[c.imm]
			if c.op == fSelMoves {
				x := &s[c.a]
				if x.t != 0 {
					return goSlow
				}
				if x.v == 0 {
					list = fn.moves[c.imm+1]
				}
			}
			for _, m := range list {
				if x := s[m.src]; x.t == 0 {
					s[m.dst] = x
				} else {
					t.copyPart(base+m.dst, base+m.src, m.n)
				}
			}
			return goNext
		case fPartInt:
			switch x := &s[c.a]; {
			case x.t == 0 && inWidth(x.v, false, width{c.imm != 0, uint32(c.k)}):
			case x.t == words && c.k == 64 && c.imm == 0 && x.p == 0 && s[c.a+1].v == 0:
			case x.t == boxed && t.isPoison(base+c.a):
			default:
				return goSlow
			}
			return goNext
		case fPartAlign:
			if x := &s[c.a]; x.t == 0 && x.v&c.imm != 0 || x.t != 0 && !t.isPoison(base+c.a) {
				return goSlow
			}
			return goNext
		case fPartClass:
			if x := &s[c.a]; x.t == 0 && ieee754.Class(c.imm)&ieee754.Format(c.k).Classify(x.v) != 0 || x.t != 0 && !t.isPoison(base+c.a) {
				return goSlow
			}
			return goNext
		case fCopyW:
			if s[c.a].t != words {
				return goSlow
			}
			copy(s[c.dst:c.dst+int32(c.imm)], s[c.a:c.a+int32(c.imm)])
			return goNext
		case fStorePtr:
			x, y := &s[c.a], &s[c.b]
			if x.t&tagMask != 0 || !w.sees(y, 8, true) || y.v&c.imm != 0 || w.slowMemory {
				return goSlow
			}
			a := w.space.Lookup(memory.AllocID(y.p))
			if p := slotPointer(*x, ir.PtrIn(uint32(c.dst))); !a.StorePtr(y.v-a.Base, p) {
				if a = w.wild(y, 8); !a.StorePtr(y.v-a.Base, p) {
					return goSlow
				}
			}
			return goNext
		case fMemCopy, fMemFill:
			x, y, n := &s[c.a], &s[c.b], &s[c.dst]
			if n.t != 0 || w.slowMemory || n.v != 0 && (!w.sees(x, n.v, true) || c.op == fMemCopy && !w.sees(y, n.v, false) || c.op == fMemFill && y.t != 0) || n.v == 0 && x.t|y.t != 0 {
				return goSlow
			}
			// No byte is no access, whatever the pointers are.
			if n.v != 0 {
				if x.v&c.imm != 0 || c.op == fMemFill && !w.fillBytes(x, byte(y.v), n.v) ||
					c.op == fMemCopy && (y.v&c.imm != 0 || !w.copyBytes(x, y, n.v, c.k != 0)) {
					return goSlow
				}
				if w.ended != nil {
					return goStop
				}
			}
			return goNext
		case fWide:
			if !t.wideInst(fn, base, ir.Inst(c.imm)) {
				return goSlow
			}
			if w.ended != nil {
				return goStop
			}
			return goNext
		case fStackSlot:
			// In this engine's frame, which ends it: exec would make a slot that nothing ends.
			size, ok := dynSize(c, fn.f.Attr(fn.meta[pc].inst), s)
			if !ok {
				return goSlow
			}
			p, ok := w.newStackSlot(fn, pc, size)
			if !ok {
				return goStop
			}
			fr.slots = append(fr.slots, liveSlot{fn.slots[c.imm].region, p.Alloc})
			s[c.dst] = pointerSlot(p)
			if c.k&slotClaim != 0 {
				t.unbox(base+c.dst, classO, w.defCheck(fn.f, fn.meta[pc].inst, 0, Ptr{p}))
			}
			return goNext
		case fCmpG:
			x, ok1 := wordsOf(s, c.a, c.k&1)
			y, ok2 := wordsOf(s, c.b, c.k>>1)
			if !ok1 || !ok2 {
				return goSlow
			}
			s[c.dst] = slot{v: truth(compare129(ir.Pred(c.imm), x, y))}
			return goNext
		case fStackEnd:
			if !t.endSlot(&s[c.a], fn, fn.meta[pc].inst) {
				return goSlow
			}
			return goNext
		case fVaArg:
			v := fn.f.Result(fn.meta[pc].inst, 1)
			if !w.nextArgument(s, c, fn.f.TypeOf(v), fn.class[v]) {
				return goSlow
			}
			if w.ended != nil {
				return goStop
			}
			return goNext
		case fXchgPtr:
			if w.slowMemory || !w.exchangePointer(s, c, fn.f.TypeOf(fn.f.Arg(fn.meta[pc].inst, 1))) {
				return goSlow
			}
			return goNext
		case fFence: // of one thread
			if w.slowMemory {
				return goSlow
			}
			return goNext
		case fRMW, fCmpXchg:
			if w.slowMemory || !w.updateAtomic(s, c) {
				return goSlow
			}
			return goNext
		case fKill:
			t.killSlots(ir.Region(c.imm), fn.meta[pc].inst)
			return goNext
		case fSelect:
			src := c.b
			if s[c.a].v == 0 {
				src = int32(c.imm)
			}
			if s[c.a].t == 0 && s[src].t == words && w.wideSelected(fn, fn.meta[pc].inst) {
				copy(s[c.dst:c.dst+2], s[src:src+2])
				return goNext
			}
			if !t.selectPoison(fn, base, c, fn.meta[pc].inst, src) {
				return goSlow
			}
			if w.ended != nil {
				return goStop
			}
			return goNext
		case fWiden:
			return goSlow
		case fPassWide: // poison of any class is the same
			t.copyPart(base+c.dst, base+c.a, 2)
			return goNext
		case fPart:
			x := &s[c.a]
			if x.t&tagMask != 0 {
				return goSlow
			}
			s[c.dst] = pointerSlot(w.space.Narrow(slotPointer(*x, ir.Ptr), fn.parts[c.imm]))
			return goNext
		case fWhole:
			x := s[c.a]
			if x.t&tagMask != 0 {
				return goSlow
			}
			if v := w.space.ViewNumber(x.t >> viewShift); v != nil && v.Kind.Bounded() {
				x.t = 0
			}
			s[c.dst] = x
			return goNext
		case fPtrAddIn:
			x, y := &s[c.a], &s[c.b]
			a := w.space.Lookup(memory.AllocID(x.p))
			if off := x.v - a.Base; off > a.Size || off+y.v > a.Size {
				return goSlow
			}
			s[c.dst] = slot{v: x.v + y.v, p: x.p}
			return goNext
		case fPtrLive:
			x := &s[c.a]
			if x.p != wildSlot && w.space.Lookup(memory.AllocID(x.p)).State != memory.Live {
				return goSlow
			}
			s[c.dst] = slot{v: x.v}
			return goNext
		case fPtrToInt:
			w.space.Expose(memory.AllocID(s[c.a].p))
			s[c.dst] = slot{v: s[c.a].v}
			return goNext
		case fLoadBool:
			x := &s[c.a]
			a := w.accessible(x, 1)
			r, ok := a.LoadN(x.v-a.Base, 1)
			if !ok {
				return goSlow
			}
			if r > 1 {
				return goSlow
			}
			s[c.dst] = slot{v: r}
			return goNext
		case fLoadPtr:
			x := &s[c.a]
			a := w.accessible(x, 8)
			p, ok := a.LoadPtr(x.v - a.Base)
			if !ok {
				return goSlow
			}
			s[c.dst] = pointerSlot(p)
			return goNext
		case fSwitch:
			tab := &fn.switches[c.imm]
			var ed int32
			if x := &s[c.a]; x.t != 0 || c.k != 0 && int64(x.v) < 0 {
				var ok bool
				if ed, ok = t.switchSlow(fn, base, c, tab, fn.meta[pc].inst); !ok {
					return goStop
				}
			} else {
				ed = tab.find(int64(x.v))
			}
			t.edge = &fn.edges[ed]
			return goEdge
		case fProbe:
			if !t.probe(fn, base, &fn.probes[c.imm]) {
				return goSlow
			}
			if w.ended != nil {
				return goStop
			}
			return goNext
		case fCallHost:
			if t.callHost(fn, base, fn.hosts[c.imm]) {
				if w.ended != nil {
					return goStop
				}
				fr.pc++
			}
			return goNext
		case fField:
			if w.storeField(s, c) {
				if w.ended != nil {
					return goStop
				}
				fr.pc++
			}
			return goNext
		case fCallSlow:
			depth := len(t.frames)
			status, pushed := t.callSlow(fn, base, pc)
			if w.ended != nil {
				return goStop
			}
			// push may have moved the frames and the stack.
			fr = &t.frames[depth-1]
			t.left = int64(fn.meta[pc].rest)
			if status != hostDone { // a call that waits is made again
				t.state = status.runState()
				return goReturn
			}
			fr.pc = pc + 1
			if pushed {
				t.frames[depth].pc = -1
			} else if w.switchNow {
				if !t.seenAfter(fr, base) {
					return goStop
				}
				t.state = threadYields
				return goReturn
			}
			return goEnter
		case fRet:
			if len(fr.slots) > 0 {
				t.killSlots(ir.NoRegion, fn.meta[pc].inst)
			}
			if len(t.frames) == 1 {
				t.results = t.entryResults(fn, base, fn.rets[c.imm])
				t.state = threadReturned
				return goReturn
			}
			t.frames = t.frames[:len(t.frames)-1]
			if !t.giveBack(fn.rets[c.imm], fn, base) {
				return goStop
			}
			return goEnter
		case fLongJump:
			if !t.longJump(fn, base, pc) {
				return goStop
			}
			return goEnter
		case fUnreachable, fTrap:
			w.terminate(&t.thread, fn.f, fn.meta[pc].inst)
			return goStop
		default:
			panic("BUG: no case for an operation of the fast engine")
		}
}
`
