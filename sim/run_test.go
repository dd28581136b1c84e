package sim_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

const (
	textAddr = 0x40_0000
	dataAddr = 0x50_0000
)

// assemble is the machine code of instructions.
func assemble(t testing.TB, list ...x86.Inst) []byte {
	t.Helper()
	var code []byte
	for i := range list {
		var err error
		if code, _, err = x86.Append(code, &list[i]); err != nil {
			t.Fatalf("%v: %v", list[i].Op, err)
		}
	}
	return code
}

func inst(op x86.Op, args ...x86.Operand) x86.Inst {
	i := x86.Inst{Op: op}
	copy(i.Args[:], args)
	return i
}

func mem(base x86.Reg, disp int32) x86.Operand { return x86.M(x86.Mem{Base: base, Disp: disp}) }

// loaded is a machine with the code at textAddr and a page of data at dataAddr.
func loaded(t testing.TB, o sim.Options, code []byte) *sim.Machine {
	t.Helper()
	m := sim.New(o)
	size := (uint64(len(code)) + sim.PageSize - 1) &^ (sim.PageSize - 1)
	if err := errors.Join(
		m.Map(textAddr, max(size, sim.PageSize), sim.Read|sim.Exec),
		m.Map(dataAddr, sim.PageSize, sim.Read|sim.Write),
		m.Write(textAddr, code),
	); err != nil {
		t.Fatal(err)
	}
	m.PC = textAddr
	return m
}

var (
	hlt  = inst(x86.HLT)
	ret  = inst(x86.RET)
	int3 = inst(x86.INT3)
)

// Every way in which a run ends is reported with what it needs, and changes nothing.
func TestEnds(t *testing.T) {
	rax, rbx := x86.R(x86.RAX), x86.R(x86.RBX)
	xmm := x86.R(x86.XMM1)
	load := func(addr int64) []x86.Inst {
		return []x86.Inst{inst(x86.MOV_r64_imm64, rbx, x86.I(addr)), inst(x86.MOV_r64_rm64, rax, mem(x86.RBX, 0))}
	}
	store := func(addr int64) []x86.Inst {
		return []x86.Inst{inst(x86.MOV_r64_imm64, rbx, x86.I(addr)), inst(x86.MOV_rm64_r64, mem(x86.RBX, 0), rax)}
	}
	lowStack := int64(0x7fff_ffff_f000 - sim.DefaultStack)
	for _, c := range []struct {
		name string
		code []x86.Inst
		want string
	}{
		{"null", load(0), "page fault: read of 0x0 at 0x40000a: not mapped"},
		{"beyond", load(dataAddr + 0x1000), "page fault: read of 0x501000 at 0x40000a: not mapped"},
		{"across the end", load(dataAddr + 0xffc), "page fault: read of 0x501000 at 0x40000a: not mapped"},
		{"across the end, write", store(dataAddr + 0xffc), "page fault: write of 0x501000 at 0x40000a: not mapped"},
		{"write to code", store(textAddr), "page fault: write of 0x400000 at 0x40000a: mapped r-x"},
		{"stack overflow", store(lowStack - 8), fmt.Sprintf("page fault: write of %#x at 0x40000a: stack overflow", lowStack-8)},
		{"not canonical", load(1 << 60), "general protection fault at 0x40000a: read of 0x1000000000000000, which is not canonical"},
		{"jump to data", []x86.Inst{inst(x86.MOV_r64_imm64, rbx, x86.I(dataAddr)), inst(x86.JMP_rm64, rbx)},
			"page fault: execution of 0x500000 at 0x500000: mapped rw-"},
		{"division by zero", []x86.Inst{inst(x86.XOR_r32_rm32, rbx, rbx), inst(x86.DIV_rm64, rbx)}, "divide error at 0x400002: division by zero"},
		{"quotient", []x86.Inst{inst(x86.MOV_r32_imm32, x86.R(x86.RDX), x86.I(2)), inst(x86.MOV_r32_imm32, rbx, x86.I(2)), inst(x86.DIV_rm64, rbx)},
			"divide error at 0x40000a: the quotient does not fit"},
		{"ud2", []x86.Inst{inst(x86.UD2)}, "undefined instruction at 0x400000: ud2"},
		{"breakpoint", []x86.Inst{int3}, "breakpoint at 0x400000"},
		{"hlt", []x86.Inst{hlt}, "general protection fault at 0x400000: hlt is privileged"},
		{"alignment", []x86.Inst{inst(x86.MOV_r64_imm64, rbx, x86.I(dataAddr+8)), inst(x86.MOVAPS_x_xm128, xmm, mem(x86.RBX, 0))},
			"general protection fault at 0x40000a: operand at 0x500008 is not aligned to 16 bytes"},
		{"refused", []x86.Inst{inst(x86.CPUID)}, "not modelled at 0x400000: the simulator does not model cpuid at 0x400000 (0f a2)"},
		{"undefined flag", []x86.Inst{inst(x86.IMUL_r64_rm64, rax, rax), {Op: x86.SETCC_rm8, Cond: x86.E, Args: [4]x86.Operand{rax}}},
			"read of an undefined flag at 0x400004: zf"},
		{"defined flag", []x86.Inst{inst(x86.IMUL_r64_rm64, rax, rax), {Op: x86.SETCC_rm8, Cond: x86.O, Args: [4]x86.Operand{rax}}, int3},
			"breakpoint at 0x400007"},
		{"shift by one", []x86.Inst{inst(x86.SHL_rm64_1, rax), {Op: x86.SETCC_rm8, Cond: x86.O, Args: [4]x86.Operand{rax}}, int3}, "breakpoint at 0x400006"},
		{"shift by two", []x86.Inst{inst(x86.SHL_rm64_imm8, rax, x86.I(2)), {Op: x86.SETCC_rm8, Cond: x86.O, Args: [4]x86.Operand{rax}}},
			"read of an undefined flag at 0x400004: of"},
		{"exit", []x86.Inst{inst(x86.MOV_r32_imm32, rax, x86.I(60)), inst(x86.MOV_r32_imm32, x86.R(x86.RDI), x86.I(0x107)), inst(x86.SYSCALL)}, "exit with status 7"},
		{"system call", []x86.Inst{inst(x86.MOV_r32_imm32, rax, x86.I(57)), inst(x86.SYSCALL)},
			"unknown system call 57 at 0x400005: arguments [0x0 0x0 0x0 0x0 0x0 0x0]"},
	} {
		m := loaded(t, sim.Options{}, assemble(t, c.code...))
		if got := m.Run(context.Background()).String(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestUndecodable(t *testing.T) {
	for _, c := range []struct {
		code string
		want string
	}{
		{"\xd9\xfe", "an x87 instruction"},
		{"\x62\xf1\x7c\x48\x58\xc0", "AVX-512"},
		{"\x64\x48\x8b\x04\x25\x00\x00\x00\x00", "fs or gs"},
		{"\x06", "undefined instruction at 0x400000: bytes 06 00 00 00"},
		{"\xe4\x10", "input or output"},
	} {
		m := loaded(t, sim.Options{}, []byte(c.code))
		if got := m.Run(context.Background()).String(); !strings.Contains(got, c.want) {
			t.Errorf("% x: %s, want %s", c.code, got, c.want)
		}
		var r *sim.Refused
		if s := m.Run(context.Background()); s.Kind == sim.NotModelled && (!errors.As(s.Err, &r) || r.Addr != textAddr || !bytes.HasPrefix(r.Bytes, []byte(c.code))) {
			t.Errorf("% x: %#v", c.code, s.Err)
		}
	}
}

// At the end of memory an instruction that is cut off is a page fault; one that is not in the table
// is refused all the same.
func TestCodeAtEndOfMemory(t *testing.T) {
	for code, want := range map[string]string{
		"\x48\xb8\x01":     "page fault: execution of 0x401000 at 0x400ffd: the instruction continues where none can be",
		"\xd9\xfe":         "not modelled at 0x400ffe: the simulator does not model an x87 instruction at 0x400ffe (d9 fe)",
		"\x90":             "page fault: execution of 0x401000 at 0x401000: not mapped",
		"\x66\x2e\x0f\x1f": "page fault: execution of 0x401000 at 0x400ffc: the instruction continues where none can be",
	} {
		m := loaded(t, sim.Options{}, append(bytes.Repeat([]byte{0x90}, sim.PageSize-len(code)), code...))
		m.PC = textAddr + 4000
		if got := m.Run(context.Background()).String(); got != want {
			t.Errorf("% x:\n got %s\nwant %s", code, got, want)
		}
	}
}

// An endless loop ends at the limit, exactly, whether the steps are looked at or not.
func TestStepLimit(t *testing.T) {
	code := assemble(t, inst(x86.INC_rm64, x86.R(x86.RAX)), inst(x86.JMP_rel8, x86.I(-5)))
	for _, o := range []sim.Options{{}, {Cycles: true}} {
		for steps := uint64(1); steps < 20; steps++ {
			o.Steps = steps
			m := loaded(t, o, code)
			if s := m.Run(context.Background()); s.Kind != sim.StepLimit || m.Steps() != steps || m.Regs[x86.RAX] != (steps+1)/2 {
				t.Fatalf("limit %d: %v after %d steps, rax %d", steps, s, m.Steps(), m.Regs[x86.RAX])
			}
		}
	}
	fill := inst(x86.STOSB)
	fill.Prefix = x86.Rep
	m := loaded(t, sim.Options{Steps: 100}, assemble(t, fill))
	m.Regs[x86.RDI], m.Regs[x86.RCX] = dataAddr, 1000
	if s := m.Run(context.Background()); s.Kind != sim.StepLimit || s.PC != textAddr || m.Regs[x86.RCX]+m.Regs[x86.RDI] != dataAddr+1000 || m.Regs[x86.RCX] == 1000 {
		t.Fatalf("%v, rcx %d, rdi %#x", s, m.Regs[x86.RCX], m.Regs[x86.RDI])
	}
}

// A repeated move that runs into the end of memory has done what came before.
func TestRepeatFault(t *testing.T) {
	for _, backward := range []bool{false, true} {
		for _, op := range []x86.Op{x86.MOVSB, x86.MOVSW, x86.MOVSD, x86.MOVSQ} {
			move := inst(op)
			move.Prefix = x86.Rep
			m := loaded(t, sim.Options{}, assemble(t, move))
			size := map[x86.Op]uint64{x86.MOVSB: 1, x86.MOVSW: 2, x86.MOVSD: 4, x86.MOVSQ: 8}[op]
			m.Regs[x86.RSI], m.Regs[x86.RDI], m.Regs[x86.RCX] = dataAddr, dataAddr+2048, 4096
			end := uint64(dataAddr + 4096)
			if backward {
				m.SetFlags(x86.DF)
				m.Regs[x86.RSI], m.Regs[x86.RDI] = dataAddr+4096-size, dataAddr+2048-size
				end = dataAddr - size
			}
			s := m.Run(context.Background())
			if s.Kind != sim.PageFault || s.Access != sim.Write || m.Regs[x86.RDI] != end || m.Regs[x86.RCX] != 4096-2048/size {
				t.Errorf("%v: %v, rdi %#x, rcx %d", op, s, m.Regs[x86.RDI], m.Regs[x86.RCX])
			}
		}
	}
}

// An overlapping move copies what it has copied.
func TestRepeatOverlap(t *testing.T) {
	move := inst(x86.MOVSB)
	move.Prefix = x86.Rep
	m := loaded(t, sim.Options{}, assemble(t, move, int3))
	if err := m.Write(dataAddr, []byte("ab")); err != nil {
		t.Fatal(err)
	}
	m.Regs[x86.RSI], m.Regs[x86.RDI], m.Regs[x86.RCX] = dataAddr, dataAddr+2, 9
	m.Run(context.Background())
	got := make([]byte, 12)
	if err := m.Read(dataAddr, got); err != nil || string(got) != "abababababa\x00" {
		t.Fatalf("%q, %v", got, err)
	}
}

// A program that writes instructions executes what it has written: behind the store in the same
// block, and in a loop over code that was executed before.
func TestSelfModifyingCode(t *testing.T) {
	// mov byte [rip+3], 2 changes the immediate of the mov that follows.
	m := loaded(t, sim.Options{}, []byte("\xc6\x05\x01\x00\x00\x00\x02"+"\xb8\x01\x00\x00\x00"+"\xcc"))
	if err := m.Protect(textAddr, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
		t.Fatal(err)
	}
	if s := m.Run(context.Background()); s.Kind != sim.Breakpoint || m.Regs[x86.RAX] != 2 || m.Steps() != 2 {
		t.Fatalf("%v, rax %d, %d steps", s, m.Regs[x86.RAX], m.Steps())
	}
	// add eax, 1; inc byte [rip-7] (that immediate); dec ecx; jnz
	m = loaded(t, sim.Options{}, []byte("\x83\xc0\x01"+"\xfe\x05\xf9\xff\xff\xff"+"\xff\xc9"+"\x75\xf3"+"\xcc"))
	if err := m.Protect(textAddr, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
		t.Fatal(err)
	}
	m.Regs[x86.RCX] = 10
	if s := m.Run(context.Background()); s.Kind != sim.Breakpoint || m.Regs[x86.RAX] != 55 {
		t.Fatalf("%v, rax %d", s, m.Regs[x86.RAX])
	}
	// What the host writes counts too.
	if err := m.Write(textAddr, []byte{0xf4}); err != nil {
		t.Fatal(err)
	}
	m.PC = textAddr
	if s := m.Run(context.Background()); s.Kind != sim.ProtectionFault {
		t.Fatal(s)
	}
}

// A program of more instructions than the simulator keeps decoded.
func TestLongCode(t *testing.T) {
	const n = 1 << 20
	code := bytes.Repeat([]byte{0x90}, n)
	code[n-1] = 0xcc
	m := loaded(t, sim.Options{}, code[:sim.PageSize])
	if err := errors.Join(m.Map(1<<30, n, sim.Read|sim.Exec), m.Write(1<<30, code)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		m.PC = 1 << 30
		if s := m.Run(context.Background()); s.Kind != sim.Breakpoint || s.PC != 1<<30+n-1 {
			t.Fatal(s)
		}
	}
	if m.Steps() != 2*(n-1) {
		t.Errorf("%d steps", m.Steps())
	}
}

func TestUninitialisedRegisters(t *testing.T) {
	rax, rbx, rcx, xmm := x86.R(x86.RAX), x86.R(x86.RBX), x86.R(x86.RCX), x86.R(x86.XMM9)
	for _, c := range []struct {
		code []x86.Inst
		want string
	}{
		{[]x86.Inst{inst(x86.MOV_r64_rm64, rax, rcx)}, "read of an uninitialised register at 0x400000: rcx in "},
		{[]x86.Inst{inst(x86.MOV_r64_rm64, rax, mem(x86.R10, 0))}, "r10 in "},
		{[]x86.Inst{inst(x86.ADDSD_x_xm64, xmm, xmm)}, "xmm9 in "},
		{[]x86.Inst{inst(x86.MOV_rm64_r64, mem(x86.RSP, -8), rcx)}, "rcx in "},
		{[]x86.Inst{inst(x86.XOR_r32_rm32, rcx, rcx), inst(x86.MOV_r64_rm64, rax, rcx), ret}, "return"},
		{[]x86.Inst{inst(x86.PXOR_x_xm128, xmm, xmm), inst(x86.ADDSD_x_xm64, xmm, xmm), ret}, "return"},
		{[]x86.Inst{inst(x86.PUSH_r64, rbx), inst(x86.POP_r64, rbx), ret}, "return"},
		{[]x86.Inst{inst(x86.MOV_rm64_r64, mem(x86.RSP, -8), rbx), inst(x86.MOV_r64_rm64, rax, x86.R(x86.RDI)), ret}, "return"},
		{[]x86.Inst{inst(x86.CVTSI2SD_x_rm64, xmm, x86.R(x86.RDI)), ret}, "return"},
	} {
		m := loaded(t, sim.Options{CheckRegisters: true}, assemble(t, c.code...))
		stop, err := m.Call(context.Background(), textAddr, 1)
		if got := stop.String(); !strings.Contains(got, c.want) || err != nil {
			t.Errorf("%v: %s, want %s", c.code[0].Op, got, c.want)
		}
		m = loaded(t, sim.Options{}, assemble(t, c.code...))
		if stop, _ = m.Call(context.Background(), textAddr, 1); stop.Kind == sim.UninitialisedRead {
			t.Errorf("%v: reported without the option", c.code[0].Op)
		}
	}
}

func TestRedZone(t *testing.T) {
	rax := x86.R(x86.RAX)
	for disp, want := range map[int32]sim.Kind{-128: sim.Returned, -129: sim.BelowRedZone, -4096: sim.BelowRedZone, 0: sim.Returned} {
		m := loaded(t, sim.Options{CheckRedZone: true}, assemble(t, inst(x86.MOV_r64_rm64, rax, mem(x86.RSP, disp)), ret))
		if s, _ := m.Call(context.Background(), textAddr); s.Kind != want {
			t.Errorf("%d: %v, want %v", disp, s, want)
		}
	}
}

func TestBrokenABI(t *testing.T) {
	for _, c := range []struct {
		code []x86.Inst
		want string
	}{
		{[]x86.Inst{inst(x86.INC_rm64, x86.R(x86.R13)), ret}, "the function changes r13"},
		{[]x86.Inst{inst(x86.STD), ret}, "the function returns with the direction flag set"},
		{[]x86.Inst{inst(x86.POP_r64, x86.R(x86.RAX)), inst(x86.POP_r64, x86.R(x86.RCX)), inst(x86.JMP_rm64, x86.R(x86.RAX))}, "the function returns with rsp"},
		{[]x86.Inst{inst(x86.INC_rm64, x86.R(x86.RCX)), ret}, "return"},
	} {
		m := loaded(t, sim.Options{}, assemble(t, c.code...))
		if s, _ := m.Call(context.Background(), textAddr); !strings.Contains(s.String(), c.want) {
			t.Errorf("%v, want %s", s, c.want)
		}
	}
}

// The arguments of a call arrive in registers and on the stack, which is aligned.
func TestCallArguments(t *testing.T) {
	rax := x86.R(x86.RAX)
	code := []x86.Inst{inst(x86.LEA_r64_m, rax, x86.M(x86.Mem{Base: x86.RDI, Index: x86.RSI, Scale: 2}))}
	for _, r := range []x86.Reg{x86.RDX, x86.RCX, x86.R8, x86.R9} {
		code = append(code, inst(x86.LEA_r64_m, rax, x86.M(x86.Mem{Base: x86.RAX, Index: r, Scale: 4})))
	}
	code = append(code, inst(x86.ADD_r64_rm64, rax, mem(x86.RSP, 8)), inst(x86.SUB_r64_rm64, rax, mem(x86.RSP, 16)), ret)
	m := loaded(t, sim.Options{}, assemble(t, code...))
	sp := m.Regs[x86.RSP]
	s, err := m.Call(context.Background(), textAddr, 1, 20, 300, 4000, 50000, 600000, 7000000, 80)
	if want := uint64(1 + 2*20 + 4*(300+4000+50000+600000) + 7000000 - 80); s.Kind != sim.Returned || err != nil || m.Regs[x86.RAX] != want {
		t.Fatalf("%v, %v, %d, want %d", s, err, m.Regs[x86.RAX], want)
	}
	if m.Regs[x86.RSP] != sp {
		t.Fatalf("rsp %#x, before %#x", m.Regs[x86.RSP], sp)
	}
}

func TestTrace(t *testing.T) {
	var out bytes.Buffer
	m := loaded(t, sim.Options{Trace: &out}, assemble(t,
		inst(x86.MOV_r32_imm32, x86.R(x86.RAX), x86.I(-1)), inst(x86.ADD_rm32_imm8, x86.R(x86.RAX), x86.I(1)), int3))
	m.Run(context.Background())
	const want = "400000: mov eax, -0x1 ; rax=ffffffff\n" +
		"400005: add eax, 0x1 ; rax=0 flags=[cf pf af zf]\n" +
		"400008: int3\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A chain of dependent instructions takes the sum of their latencies, independent ones overlap.
func TestCycles(t *testing.T) {
	count := func(list ...x86.Inst) uint64 {
		m := loaded(t, sim.Options{Cycles: true}, assemble(t, append(list, int3)...))
		m.Run(context.Background())
		return m.Cycles()
	}
	a, b := x86.R(x86.RAX), x86.R(x86.RBX)
	chain := []x86.Inst{inst(x86.IMUL_r64_rm64, a, a), inst(x86.IMUL_r64_rm64, a, a), inst(x86.IMUL_r64_rm64, a, a)}
	if n := count(chain...); n != 9 {
		t.Errorf("three dependent multiplications take %d cycles, want 9", n)
	}
	if n := count(inst(x86.IMUL_r64_rm64, a, a), inst(x86.IMUL_r64_rm64, b, b)); n != 3 {
		t.Errorf("two independent multiplications take %d cycles, want 3", n)
	}
}

func TestMemoryLimit(t *testing.T) {
	m := sim.New(sim.Options{Memory: 1 << 20, StackSize: 1 << 19})
	if err := m.Map(dataAddr, 1<<19, sim.Read); err != nil {
		t.Fatal(err)
	}
	if err := m.Map(textAddr, sim.PageSize, sim.Read); err == nil {
		t.Fatal("a page beyond the limit was mapped")
	}
	if err := m.Map(dataAddr, 1<<19, sim.Read|sim.Write); err != nil {
		t.Fatalf("mapping again what is mapped: %v", err)
	}
	if err := m.Unmap(dataAddr+4096, 8192); err != nil {
		t.Fatal(err)
	}
	if err := m.Map(textAddr, 8192, sim.Read); err != nil {
		t.Fatalf("memory that was unmapped does not come back: %v", err)
	}
	if s := sim.New(sim.Options{Memory: 4096}).Run(context.Background()); s.Kind != sim.PageFault {
		t.Fatalf("a machine without room for its stack runs: %v", s)
	}
}

// FuzzRun executes arbitrary bytes: whatever they are, the run ends and says how.
func FuzzRun(f *testing.F) {
	f.Add([]byte("\x90\xcc"))
	f.Add([]byte("\xeb\xfe"))
	f.Add([]byte("\xf3\xaa\xf3\xa4\x0f\x05"))
	f.Add([]byte("\xc5\xfc\x58\xc1\xc4\xe2\x7d\x18\x00"))
	f.Add([]byte("\xb8\x09\x00\x00\x00\xbe\xff\xff\xff\x7f\x0f\x05\x50\x9d\x9c\xc3"))
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 1<<12 {
			return
		}
		for _, o := range []sim.Options{{AllowUndefinedFlags: true}, {CheckRedZone: true, Cycles: true}} {
			o.Steps, o.Memory, o.Stdin = 2000, 4<<20, strings.NewReader("some input")
			m := loaded(t, o, code)
			if err := m.Protect(textAddr, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
				t.Fatal(err)
			}
			for i, r := range []x86.Reg{x86.RAX, x86.RBX, x86.RCX, x86.RDX, x86.RSI, x86.RDI, x86.RBP, x86.R8} {
				v := uint64(dataAddr + 64*i)
				if 8*i+8 <= len(code) && i%2 == 0 {
					v = binary.LittleEndian.Uint64(code[8*i:])
				}
				m.Regs[r] = v
			}
			s := m.Run(context.Background())
			if s.Kind == sim.Running || m.Steps() > 2000 {
				t.Fatalf("%v after %d steps", s, m.Steps())
			}
			if s.Err != nil && s.String() == "" {
				t.Fatal("no text")
			}
		}
	})
}
