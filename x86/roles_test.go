package x86_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	. "github.com/tuffy-ir/tuffy/x86"
)

// The records of testdata/run.c.
type (
	state struct {
		GPR   [16]uint64
		YMM   [16][32]byte
		Flags uint64
		Mem   [64]byte
	}
	record struct {
		Length uint8
		Code   [15]byte
		State  state
	}
	result struct {
		Fault uint64
		State state
	}
)

// notRun are the instructions that the test of roles leaves out: they change the flow of control or
// the stack, ask the system, or work on memory or state that the records do not hold.
var notRun = strings.Fields(`j jmp jrcxz call ret push pop leave pushfq popfq syscall cpuid rdtsc rdtscp xgetbv rdrand
	ud2 int3 hlt ldmxcsr vldmxcsr xlatb vzeroupper movsb movsw movsd movsq stosb stosw stosd stosq lodsb lodsw lodsd
	lodsq cmpsb cmpsw cmpsd cmpsq scasb scasw scasd scasq`)

const (
	allFlags  = CF | PF | AF | ZF | SF | OF | DF
	arenaDisp = 0x60008000
)

// A trial is an instruction in a state, in that state with other registers where it does not read,
// with other flags where it does not read, with another value of one register operand, and with
// every flag that it reads turned over.
type trial struct {
	inst    Inst
	base    state
	others  state
	flags   state
	one     state
	turned  state
	operand int // that one changes
}

// runs is the number of states of a trial.
const runs = 5

// TestRoles: on the processor an instruction changes nothing that is not in Defs or WritesFlags, its
// result does not depend on anything that is not in Uses or ReadsFlags, and every operand that it is
// said to read has an influence.
func TestRoles(t *testing.T) {
	r := seeded(t)
	features, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{"": true}
	for _, word := range strings.Fields(string(features)) {
		have[word] = true
	}
	var ops []Op
	lacking := map[Feature]bool{}
	for op := Op(1); int(op) < len(Forms); op++ {
		f := op.Form()
		if !inMode(op) || slices.Contains(notRun, f.Name) && len(f.Args) < 2 {
			continue
		}
		if !have[string(f.Feature)] {
			lacking[f.Feature] = true
			continue
		}
		ops = append(ops, op)
	}
	for f := range lacking {
		t.Logf("this processor has no %s", f)
	}
	c := roleCheck{t: t, influence: map[Op]*[MaxArgs + 1]int{}, failed: map[Op]bool{}}
	c.rounds(r, ops, testseed.Rounds(24, 3))
	if rows := len(c.influence); c.faults > c.trials/10 || rows != len(ops) {
		t.Errorf("%d of %d trials ended in a fault; %d of %d rows ran", c.faults, c.trials, rows, len(ops))
	}
	t.Logf("%d rows, %d trials, %d of them ended in a fault", len(ops), c.trials, c.faults)
	for range 24 { // equal vectors and other rare cases
		if ops = c.withoutInfluence(); len(ops) > 0 {
			c.rounds(r, ops, testseed.Rounds(400, 100))
		}
	}
	for _, op := range c.withoutInfluence() {
		t.Errorf("%v: an operand, or the flags, are said to be read but have no influence: %v", op, *c.influence[op])
	}
}

// rounds tries every op n times.
func (c *roleCheck) rounds(r *rand.Rand, ops []Op, n int) {
	var trials []trial
	for _, op := range ops {
		for k := range n {
			trials = append(trials, newTrial(r, op, shape(k)%shapes))
		}
	}
	results := execute(c.t, trials)
	for k := range trials {
		c.check(&trials[k], results[runs*k:runs*k+runs])
	}
	c.trials += len(trials)
}

func newTrial(r *rand.Rand, op Op, s shape) trial {
	i := randomInst(r, op, s)
	for k := range i.Args {
		if i.Args[k].Kind == KMem {
			i.Args[k].Mem = Mem{Disp: arenaDisp}
		}
	}
	t := trial{inst: i, base: randomState(r), operand: -1}
	if f := op.Form(); f.Name == "div" || f.Name == "idiv" {
		t.base.GPR[2] = -(t.base.GPR[0] >> 63) // a quotient that fits
		if f.Args[0].Size == 8 {
			t.base.GPR[0] &= 0x3f
		}
	}
	if strings.HasPrefix(op.Form().Name, "bt") && i.Args[0].Kind == KMem && i.Args[1].Kind == KReg {
		t.base.GPR[i.Args[1].Reg-RAX] %= 8 * uint64(len(t.base.Mem)) // the bit is in the record
	}
	uses, other := i.Uses(), randomState(r)
	// Of a zero, bsf and bsr leave their destination as it was, so here a source has the bit that is found last.
	if last, ok := map[string]uint64{"bsf": 0x8000_8000_8000_8000, "bsr": 0x0001_0001_0001_0001}[op.Form().Name]; ok {
		for _, s := range []*state{&t.base, &other} {
			for k := range s.GPR {
				s.GPR[k] |= last
			}
			for b := 0; b < len(s.Mem); b += 8 {
				binary.LittleEndian.PutUint64(s.Mem[b:], binary.LittleEndian.Uint64(s.Mem[b:])|last)
			}
		}
	}
	t.others, t.flags = t.base, t.base
	for k := range 16 {
		if !uses.Has(RAX + Reg(k)) {
			t.others.GPR[k] = other.GPR[k]
		}
		if !uses.Has(XMM0 + Reg(k)) {
			t.others.YMM[k] = other.YMM[k]
		}
	}
	keep := uint64(i.ReadsFlags())
	t.flags.Flags = t.base.Flags&keep | other.Flags&^keep
	t.one, t.turned = t.base, t.base
	t.turned.Flags ^= keep
	var read []int
	for k, a := range op.Form().Args {
		if i.Args[k].Kind == KReg && a.Access&Read != 0 && uses.Has(whole(i.Args[k].Reg)) {
			read = append(read, k)
		}
	}
	if len(read) > 0 {
		t.operand = read[r.IntN(len(read))]
		reg := whole(i.Args[t.operand].Reg)
		if reg.IsXMM() {
			t.one.YMM[reg-XMM0] = other.YMM[reg-XMM0]
		} else {
			t.one.GPR[reg-RAX] = other.GPR[reg-RAX]
			if strings.HasPrefix(op.Form().Name, "bt") {
				t.one.GPR[reg-RAX] %= 64
			}
		}
	}
	return t
}

func whole(r Reg) Reg {
	if r >= AH {
		return r - AH + RAX
	}
	return r
}

func randomState(r *rand.Rand) state {
	var s state
	for k := range s.GPR {
		s.GPR[k] = r.Uint64() >> (8 * r.IntN(3))
		s.YMM[k] = randomVector(r)
	}
	s.Flags = r.Uint64()&uint64(allFlags) | 2
	for b := 0; b < len(s.Mem); b += 8 {
		binary.LittleEndian.PutUint64(s.Mem[b:], r.Uint64())
	}
	return s
}

// randomVector is random bits, floats whose products are no infinities, small numbers as counts of
// shifts, or a few values that are equal often.
func randomVector(r *rand.Rand) (v [32]byte) {
	kind := r.IntN(4)
	for b := range v {
		switch {
		case kind == 0 || kind == 1 && b%4 < 2:
			v[b] = byte(r.Uint32())
		case kind == 1:
			v[b] = []byte{0x80 | byte(r.IntN(32)), 0x3f | byte(r.IntN(2))<<7}[b%2]
		case kind == 2 && b%8 == 0:
			v[b] = byte(r.IntN(16))
		case kind == 3:
			v[b] = []byte{0, 0xff}[r.IntN(2)]
			if b%8 != 0 && r.IntN(8) != 0 {
				v[b] = v[b-1]
			}
		}
	}
	return v
}

// execute runs the states of every trial on the processor, in a child process.
func execute(t *testing.T, trials []trial) []result {
	t.Helper()
	program := gcctest.Build(t, nil, "testdata/run.c", "-O1", "-no-pie")
	var in bytes.Buffer
	var buf []byte
	for k := range trials {
		code, _, err := Append(nil, &trials[k].inst)
		if err != nil {
			t.Fatal(err)
		}
		rec := record{Length: uint8(len(code))}
		copy(rec.Code[:], code)
		for _, s := range []*state{&trials[k].base, &trials[k].others, &trials[k].flags, &trials[k].one, &trials[k].turned} {
			rec.State = *s
			if buf, err = binary.Append(buf[:0], binary.LittleEndian, &rec); err != nil {
				t.Fatal(err)
			}
			in.Write(buf)
		}
	}
	cmd := exec.Command(program)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	results := make([]result, runs*len(trials))
	if err := binary.Read(bytes.NewReader(out), binary.LittleEndian, results); err != nil {
		t.Fatalf("%d bytes: %v", len(out), err)
	}
	return results
}

// flagsInfluence is the place of the flags in roleCheck.influence.
const flagsInfluence = MaxArgs

type roleCheck struct {
	t         *testing.T
	influence map[Op]*[MaxArgs + 1]int // trials that changed an operand, and last the flags: 0 none, 1 without influence, 2 with
	failed    map[Op]bool
	faults    int
	trials    int
}

func (c *roleCheck) fail(tr *trial, format string, args ...any) {
	if !c.failed[tr.inst.Op] {
		c.failed[tr.inst.Op] = true
		c.t.Errorf("%v: %s: "+format, append([]any{tr.inst.Op, tr.inst.Intel()}, args...)...)
	}
}

func (c *roleCheck) check(tr *trial, out []result) {
	f := tr.inst.Op.Form()
	if c.influence[tr.inst.Op] == nil {
		c.influence[tr.inst.Op] = new([MaxArgs + 1]int)
	}
	if out[0].Fault != 0 {
		c.faults++
		return
	}
	uses, defs, written := tr.inst.Uses(), tr.inst.Defs(), uint64(tr.inst.WritesFlags())
	base := &out[0].State
	for k := range 16 {
		g, x := RAX+Reg(k), XMM0+Reg(k)
		if !defs.Has(g) && base.GPR[k] != tr.base.GPR[k] || !defs.Has(x) && base.YMM[k] != tr.base.YMM[k] {
			c.fail(tr, "changes %v or %v", g, x)
		}
	}
	if d := (base.Flags ^ tr.base.Flags) & uint64(allFlags) &^ written; d != 0 {
		c.fail(tr, "changes flags %#x", d)
	}
	defined := uint64(f.Writes)
	if shiftByNothing(f) {
		defined = 0
	}
	for n, in := range []*state{&tr.others, &tr.flags} {
		got := &out[1+n]
		if got.Fault != 0 {
			c.fail(tr, "faults when what it does not read is different")
			return
		}
		if d := (base.Flags ^ got.State.Flags) & defined; d != 0 {
			c.fail(tr, "flags %#x depend on what it does not read", d)
		}
		if base.Mem != got.State.Mem {
			c.fail(tr, "memory depends on what it does not read")
		}
		for k := range 16 {
			c.register(tr, uses, RAX+Reg(k), base.GPR[k], got.State.GPR[k], in.GPR[k], defs)
			c.vector(tr, uses, XMM0+Reg(k), &base.YMM[k], &got.State.YMM[k], defs)
		}
	}
	if seen := &c.influence[tr.inst.Op][flagsInfluence]; tr.inst.ReadsFlags() != 0 && out[4].Fault == 0 {
		*seen = max(*seen, 1)
		if c.influenced(tr, NoReg, base, &out[4].State, defs) {
			*seen = 2
		}
	}
	if tr.operand >= 0 && out[3].Fault == 0 {
		seen := &c.influence[tr.inst.Op][tr.operand]
		*seen = max(*seen, 1)
		if c.influenced(tr, whole(tr.inst.Args[tr.operand].Reg), base, &out[3].State, defs) {
			*seen = 2
		}
	}
}

// shiftByNothing reports rows whose count may be 0, which leaves the flags as they were.
func shiftByNothing(f *Form) bool {
	last := f.Args[max(0, len(f.Args)-1):]
	return len(last) == 1 && (f.Undef&OF != 0 || f.Writes == CF) && f.Writes&CF != 0 && (last[0].Kind == ArgImm || last[0].Kind == ArgFixed)
}

// register compares what two runs made of a general register. Of one that is written in part only
// that part must be the same.
func (c *roleCheck) register(tr *trial, uses RegSet, g Reg, a, b, in uint64, defs RegSet) {
	if !defs.Has(g) {
		return // the first check
	}
	mask := ^uint64(0)
	if !uses.Has(g) {
		mask = writtenBits(&tr.inst, g)
	}
	if (a^b)&mask != 0 {
		c.fail(tr, "%v depends on what it does not read: %#x, %#x (%#x)", g, a, b, in)
	}
}

// writtenBits are the bits that the operands write, 32 of a register being all.
func writtenBits(i *Inst, g Reg) (mask uint64) {
	f := i.Op.Form()
	add := func(r Reg, a Arg) {
		if whole(r) != g || a.Access&Write == 0 {
			return
		}
		switch {
		case r >= AH:
			mask |= 0xff00
		case a.Size == 8:
			mask |= 0xff
		case a.Size == 16:
			mask |= 0xffff
		default:
			mask = ^uint64(0)
		}
	}
	for k, a := range f.Args {
		if i.Args[k].Kind == KReg {
			add(i.Args[k].Reg, a)
		}
	}
	for _, a := range f.Implicit {
		add(a.Fixed, a)
	}
	return mask
}

// vector is register for vector registers: without VEX the upper half stays as it was.
func (c *roleCheck) vector(tr *trial, uses RegSet, x Reg, a, b *[32]byte, defs RegSet) {
	if !defs.Has(x) {
		return
	}
	n := 16
	if strings.HasPrefix(tr.inst.Op.Form().Code, "VEX.") || uses.Has(x) {
		n = 32
	}
	if !bytes.Equal(a[:n], b[:n]) {
		c.fail(tr, "%v depends on what it does not read", x)
	}
}

// influenced reports whether the results of two runs that differ in reg differ by more than the old
// value of reg.
func (c *roleCheck) influenced(tr *trial, reg Reg, a, b *state, defs RegSet) bool {
	if (a.Flags^b.Flags)&uint64(tr.inst.Op.Form().Writes) != 0 || a.Mem != b.Mem {
		return true
	}
	for k := range 16 {
		g, x := RAX+Reg(k), XMM0+Reg(k)
		if (g != reg || defs.Has(g)) && (a.GPR[k]^b.GPR[k])&writtenBits(&tr.inst, g) != 0 {
			return true
		}
		if (x != reg || defs.Has(x)) && !bytes.Equal(a.YMM[k][:16], b.YMM[k][:16]) {
			return true
		}
	}
	return false
}

// withoutInfluence are the rows with an operand that was changed and never had an influence.
func (c *roleCheck) withoutInfluence() (ops []Op) {
	for op := Op(1); int(op) < len(Forms); op++ {
		if seen := c.influence[op]; seen != nil && slices.Contains(seen[:], 1) {
			ops = append(ops, op)
		}
	}
	return ops
}

// TestImplicitRoles: what TestRoles cannot run, from the manual.
func TestImplicitRoles(t *testing.T) {
	set := func(regs ...Reg) (s RegSet) {
		for _, r := range regs {
			s = s.With(r)
		}
		return s
	}
	for _, test := range []struct {
		inst       Inst
		uses, defs RegSet
		memory     Access
	}{
		{Inst{Op: PUSH_r64, Args: [MaxArgs]Operand{R(RBX)}}, set(RBX, RSP), set(RSP), 0},
		{Inst{Op: POP_r64, Args: [MaxArgs]Operand{R(RBX)}}, set(RSP), set(RBX, RSP), 0},
		{Inst{Op: PUSH_rm64, Args: [MaxArgs]Operand{M(Mem{Base: RBX, Index: R9})}}, set(RBX, R9, RSP), set(RSP), Read},
		{Inst{Op: LEAVE}, set(RBP), set(RBP, RSP), 0},
		{Inst{Op: CALL_rel32, Args: [MaxArgs]Operand{I(0)}}, set(RSP), set(RSP), 0},
		{Inst{Op: CALL_rm64, Args: [MaxArgs]Operand{R(RAX)}}, set(RAX, RSP), set(RSP), 0},
		{Inst{Op: RET}, set(RSP), set(RSP), 0},
		{Inst{Op: JMP_rm64, Args: [MaxArgs]Operand{M(Mem{Base: RBX})}}, set(RBX), 0, Read},
		{Inst{Op: MOVSB}, set(RSI, RDI), set(RSI, RDI), 0},
		{Inst{Op: MOVSB, Prefix: Rep}, set(RSI, RDI, RCX), set(RSI, RDI, RCX), 0},
		{Inst{Op: STOSQ, Prefix: Rep}, set(RAX, RDI, RCX), set(RDI, RCX), 0},
		{Inst{Op: LODSD}, set(RSI), set(RSI, RAX), 0},
		{Inst{Op: CMPSW}, set(RSI, RDI), set(RSI, RDI), 0},
		{Inst{Op: SCASB, Prefix: Repne}, set(RAX, RDI, RCX), set(RDI, RCX), 0},
		{Inst{Op: SYSCALL}, set(RAX), set(RAX, RCX, R11), 0},
		{Inst{Op: CPUID}, set(RAX, RCX), set(RAX, RBX, RCX, RDX), 0},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), M(Mem{Base: RBX})}}, set(RBX), set(RAX), 0},
		{Inst{Op: MOV_rm64_r64, Args: [MaxArgs]Operand{M(Mem{Base: RBX}), R(RAX)}}, set(RAX, RBX), 0, Write},
		{Inst{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{M(Mem{Base: RBX}), R(RAX)}}, set(RAX, RBX), 0, ReadWrite},
		{Inst{Op: MOVSD_x_xm64, Args: [MaxArgs]Operand{R(XMM1), M(Mem{Base: RBX})}}, set(RBX), set(XMM1), Read},
		{Inst{Op: MOVSD_x_xm64, Args: [MaxArgs]Operand{R(XMM1), R(XMM2)}}, set(XMM1, XMM2), set(XMM1), 0},
		{Inst{Op: MOVSD_xm64_x, Args: [MaxArgs]Operand{M(Mem{Base: RBX}), R(XMM2)}}, set(XMM2, RBX), 0, Write},
		{Inst{Op: MOV_rm8_r8, Args: [MaxArgs]Operand{R(AH), R(BH)}}, set(RBX), set(RAX), 0},
	} {
		i := &test.inst
		if i.Uses() != test.uses || i.Defs() != test.defs || i.Memory() != test.memory {
			t.Errorf("%s: uses %#x, defs %#x, memory %d; want %#x, %#x, %d", i.Intel(), i.Uses(), i.Defs(), i.Memory(), test.uses, test.defs, test.memory)
		}
	}
}
