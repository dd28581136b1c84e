package sim

import (
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// issueWidth is how many instructions begin in a cycle. Of Skylake: four operations are renamed in a
// cycle, and the reorder buffer has 224 entries (Intel Optimization Reference Manual, 2.5). The clock
// counts instructions, not micro-operations.
const issueWidth = 4

// window is how many instructions are under way at most.
const window = 224

// clock estimates cycles: issueWidth instructions begin in a cycle, each when its operands are ready
// and the one that is window before it has ended, and end after their latency. There are no
// caches, ports and mispredictions.
type clock struct {
	// issued numbers the instructions; ready has the cycle in which a register's value is there.
	issued   uint64
	ready    [x86.NumRegs]uint64
	flagsAt  uint64
	ends     [window]uint64 // of the last instructions, by number
	place    uint64         // of the last one in the order of beginning: cycle by issueWidth and number within it
	finished uint64
}

// step enters the next instruction. It costs time in proportion to the number of registers. The order
// of the two loops matters: an instruction that reads and writes a register waits for the old value.
func (c *clock) step(d *instInfo) {
	slot := &c.ends[c.issued%window]
	// slot still has the end of the instruction that is window before this one, which must have left.
	// place is in units of a quarter of a cycle, so that four instructions fit into one.
	c.place = max(c.place+1, issueWidth**slot)
	start := c.place / issueWidth
	c.issued++
	for r := range c.ready {
		if d.uses.Has(x86.Reg(r)) {
			start = max(start, c.ready[r])
		}
	}
	if d.reads != 0 {
		start = max(start, c.flagsAt)
	}
	end := start + d.latency
	for r := range c.ready {
		if d.defs.Has(x86.Reg(r)) {
			c.ready[r] = end
		}
	}
	if d.writes != 0 {
		c.flagsAt = end
	}
	// Only now may the slot be overwritten: it was read above.
	*slot = end
	c.finished = max(c.finished, end)
}

// Cycles is an estimate of the cycles that the instructions so far take on a superscalar processor
// (Options.Cycles): operands are waited for, four instructions begin in a cycle, 224 are under way,
// latencies are those of a table, everything is in the first cache and every jump is predicted.
func (m *Machine) Cycles() uint64 { return m.clock.finished }

// loadLatency is added for a memory operand that is read.
const loadLatency = 4

// latencies are those of register operands on Intel Skylake (uops.info), where they are not 1. A
// key that ends with * stands for all mnemonics that begin with it; the longest key counts.
var latencies = map[string]uint64{
	"mul": 3, "imul": 3, "mulx": 4, "div": 26, "idiv": 26, "popcnt": 3, "lzcnt": 3, "tzcnt": 3, "bsf": 3, "bsr": 3,
	"pdep": 3, "pext": 3, "crc32": 3, "bextr": 2, "rcl": 2, "rcr": 2, "shld": 3, "shrd": 3, "bswap": 2,
	// Instructions that are not in the table take one cycle, which is true of most of the integer ones.
	"xchg": 2, "xadd": 2, "cmpxchg*": 8, "lahf": 3, "popfq": 6, "pushfq": 3, "syscall": 100,
	"add*": 4, "sub*": 4, "add": 1, "sub": 1, "mul*": 4, "div*": 11, "divsd": 13, "divpd": 13, "sqrt*": 12, "sqrtsd": 15, "sqrtpd": 15,
	"min*": 4, "max*": 4, "cmp*": 4, "cmp": 1, "cmps*": 4, "fm*": 4, "fnm*": 4, "cvt*": 5, "comi*": 3, "ucomi*": 3,
	"round*": 8, "hadd*": 6, "hsub*": 6, "dpps": 13, "dppd": 9, "pmul*": 5, "pmulld": 10, "pmadd*": 5, "psadbw": 3,
	"ptest": 3, "movmsk*": 2, "pmovmskb": 2, "pextr*": 3, "pinsr*": 2, "movd": 2, "movq": 2, "perm*": 3, "permil*": 1,
	"extract*": 3, "insert*": 3, "mfence": 33, "pause": 140,
}

// lockedLatency is that of an atomic operation on memory.
const lockedLatency = 18

// latency is the sum for one instruction. A VEX form takes as long as the one without.
func latency(f *x86.Form, in *x86.Inst) uint64 {
	name := f.Name
	if strings.HasPrefix(f.Code, "VEX.") {
		name = strings.TrimPrefix(name, "v")
	}
	n, ok := latencies[name]
	// Longest prefix first: "divsd" is looked for before "div*". A key without a star only matches the
	// whole name.
	for i := len(name); !ok && i > 0; i-- {
		n, ok = latencies[name[:i]+"*"]
	}
	if !ok {
		n = 1
	}
	for i, a := range f.Args {
		if in.Args[i].Kind == x86.KMem && a.Access&x86.Read != 0 {
			n += loadLatency
		}
	}
	// The lock prefix orders all memory around it, which costs more than the operation.
	if in.Prefix&x86.Lock != 0 {
		n = max(n, lockedLatency)
	}
	return n
}
