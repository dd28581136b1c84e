package emit

import (
	"encoding/binary"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/x86"
)

// jump is a jump at the end of a block.
// At most two end a block: a conditional one, and one for the other edge where that block does not follow.
type jump struct {
	to    mach.Block
	cond  x86.Cond
	when  bool // cond must hold
	short bool
}

// size is the number of bytes of the jump in its present form; jumps only ever become longer, so
// sizing ends.
func (j *jump) size() int {
	switch {
	case j.short:
		return 2
	case j.when:
		return 6
	}
	return 5
}

// linker orders the pieces and chooses the sizes of jumps: all are short at first, those that do
// not reach grow, and nothing shrinks again, so that it ends.
type linker struct {
	*emitter
	lay   *mach.Layout
	order []mach.Block
	jumps [][2]jump
	count []uint8
	start []int  // of blocks, in the result
	pad   []int  // before blocks
	tops  []bool // blocks that a jump goes back to
}

// link puts the function together with its blocks in the given order.
func (e *emitter) link(lay *mach.Layout, order []mach.Block) {
	n := len(e.f.Blocks)
	l := &linker{emitter: e, lay: lay, order: order, jumps: make([][2]jump, n), count: make([]uint8, n), start: make([]int, n), pad: make([]int, n), tops: make([]bool, n)}
	for i, b := range order {
		next := mach.Block(n)
		if i+1 < len(order) {
			next = order[i+1]
		}
		l.chooseJumps(b, next)
	}
	if e.o.AlignLoops {
		l.findTops()
	}
	size := l.place()
	for l.grow() {
		// Growing a jump moves what is behind it, so that others may stop reaching.
		size = l.place()
	}
	l.write(size)
	l.tables()
}

// chooseJumps ends block b, which next follows.
func (l *linker) chooseJumps(b, next mach.Block) {
	p, succs := &l.blocks[b], l.f.Blocks[b].Succs
	add := func(j jump) {
		j.short = true
		l.jumps[b][l.count[b]] = j
		l.count[b]++
	}
	switch p.kind {
	case mach.Jump:
		if to := l.lay.Forward(succs[0].To); to != next {
			add(jump{to: to})
		}
	case mach.Branch:
		yes, no := l.lay.Forward(succs[0].To), l.lay.Forward(succs[1].To)
		switch {
		case yes == no && yes == next:
		case yes == no:
			add(jump{to: yes})
		case no == next:
			add(jump{to: yes, cond: p.cond, when: true})
		case yes == next:
			add(jump{to: no, cond: p.cond.Not(), when: true})
		case l.likelier(b, no, yes): // one jump for what happens more often
			add(jump{to: no, cond: p.cond.Not(), when: true})
			add(jump{to: yes})
		default:
			add(jump{to: yes, cond: p.cond, when: true})
			add(jump{to: no})
		}
	}
}

// likelier reports whether b goes to x more often than to y: back to the head of a loop, or to what runs more often.
func (l *linker) likelier(b, x, y mach.Block) bool {
	order := l.lay.Plan.Order
	if back := order.Retreats(b, x); back != order.Retreats(b, y) {
		return back
	}
	return l.f.Blocks[x].Freq > l.f.Blocks[y].Freq
}

// place computes where everything starts, and the size.
// It is run again after each growth: what stands behind a longer jump moves, and the padding before
// loops is computed anew.
func (l *linker) place() int {
	at := 0
	for _, b := range l.order {
		// Anew each time: padding depends on what stands before.
		l.pad[b] = 0
		if l.tops[b] {
			l.pad[b] = -at & 15
		}
		at += l.pad[b]
		l.start[b] = at
		at += l.blocks[b].end - l.blocks[b].start
		for k := range l.count[b] {
			at += l.jumps[b][k].size()
		}
	}
	return at
}

// findTops finds the blocks that loops start with, in the order of the code: those that a jump from
// inside of the loop goes back to.
func (l *linker) findTops() {
	seen := make([]bool, len(l.blocks))
	for _, b := range l.order {
		seen[b] = true
		for k := range l.count[b] {
			to := l.jumps[b][k].to
			if depth := l.f.Blocks[to].Depth; seen[to] && depth > 0 && l.f.Blocks[b].Depth >= depth {
				l.tops[to] = true
			}
		}
	}
}

// grow makes the jumps long that do not reach, and reports whether there were any.
// A distance counts from the end of the jump, as the processor counts it.
func (l *linker) grow() bool {
	grown := false
	for _, b := range l.order {
		at := l.start[b] + l.blocks[b].end - l.blocks[b].start
		for k := range l.count[b] {
			j := &l.jumps[b][k]
			at += j.size()
			if d := l.start[j.to] - at; j.short && d != int(int8(d)) {
				j.short = false
				grown = true
			}
		}
	}
	return grown
}

// write makes the result.
// Unwind rows describe the code from their offset on. Blocks were reordered, so that each starts with a row for its
// own state where that differs from the state of the block before it.
func (l *linker) write(size int) {
	code := make([]byte, 0, size)
	out := l.out
	state := outside
	put := func(off int, s frameState) {
		if s == state {
			return
		}
		state = s
		if n := len(out.Unwind); n > 0 && out.Unwind[n-1].Offset == uint32(off) {
			out.Unwind[n-1] = l.unwindRow(uint32(off), s)
			return
		}
		out.Unwind = append(out.Unwind, l.unwindRow(uint32(off), s))
	}
	out.Unwind = append(out.Unwind, l.unwindRow(0, outside))
	for _, b := range l.order {
		p := &l.blocks[b]
		code = appendNops(code, l.pad[b])
		at := len(code)
		s := outside
		if p.framed {
			s = l.bodyState()
		}
		put(at, s)
		code = append(code, l.code[p.start:p.end]...)
		for _, r := range l.relocs[p.relocs.from:p.relocs.to] {
			r.Offset += uint64(at - p.start)
			out.Relocs = append(out.Relocs, r)
		}
		for _, n := range l.lines[p.lines.from:p.lines.to] {
			n.Offset += uint32(at - p.start)
			out.Lines = append(out.Lines, n)
		}
		for _, u := range l.unwind[p.unwind.from:p.unwind.to] {
			put(u.at+at-p.start, u.state)
		}
		for k := range l.count[b] {
			code = l.appendJump(code, &l.jumps[b][k])
		}
	}
	out.Code = code
}

// appendJump writes a jump whose distance is known now: it counts from the end of the instruction.
func (l *linker) appendJump(code []byte, j *jump) []byte {
	d := l.start[j.to] - len(code) - j.size()
	switch {
	case j.short && j.when:
		return append(code, 0x70|byte(j.cond), byte(d))
	case j.short:
		return append(code, 0xEB, byte(d))
	case j.when:
		code = append(code, 0x0F, 0x80|byte(j.cond))
	default:
		code = append(code, 0xE9)
	}
	return binary.LittleEndian.AppendUint32(code, uint32(int32(d)))
}

// nops are the sequences that Intel recommends (SDM volume 2, "NOP").
var nops = [...]string{"", "\x90", "\x66\x90", "\x0F\x1F\x00", "\x0F\x1F\x40\x00", "\x0F\x1F\x44\x00\x00", "\x66\x0F\x1F\x44\x00\x00",
	"\x0F\x1F\x80\x00\x00\x00\x00", "\x0F\x1F\x84\x00\x00\x00\x00\x00", "\x66\x0F\x1F\x84\x00\x00\x00\x00\x00"}

// appendNops fills with the longest nops of the manual's table (SDM volume 2, NOP), since each is
// decoded as one instruction.
func appendNops(code []byte, n int) []byte {
	for n > 0 {
		k := min(n, len(nops)-1)
		code = append(code, nops[k]...)
		n -= k
	}
	return code
}

// tables makes the data of jump tables.
func (l *linker) tables() {
	for _, b := range l.order {
		if l.blocks[b].kind != mach.Table {
			continue
		}
		succs := l.f.Blocks[b].Succs
		d := object.Data{Name: l.tableName(b), Zero: uint64(8 * len(succs)), Align: 8, Const: true}
		for i := range succs {
			// Absolute addresses: a datum of the function's own symbol and an offset.
			d.Relocs = append(d.Relocs, object.Reloc{Offset: uint64(8 * i), Kind: object.Abs64, Symbol: l.f.Name, Add: int64(l.start[l.lay.Forward(succs[i].To)])})
		}
		l.out.Consts = append(l.out.Consts, d)
	}
}
