package x86_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	. "github.com/tuffy-ir/tuffy/x86"
)

func TestConstantsAreCurrent(t *testing.T) {
	var b bytes.Buffer
	WriteConstants(&b)
	want, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("ops_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("ops_gen.go is not what the table gives: go generate ./x86")
	}
}

// TestRoundTrip: Decode is the inverse of Append, for every row.
func TestRoundTrip(t *testing.T) {
	r := seeded(t)
	for op := Op(1); int(op) < len(Forms); op++ {
		if !inMode(op) {
			continue
		}
		for n := range 200 {
			i := randomInst(r, op, shape(n)%shapes)
			code, _, err := Append(nil, &i)
			if err != nil {
				t.Fatal(err)
			}
			got, length, err := Decode(append(bytes.Clone(code), 0xCC))
			if err != nil || length != len(code) || got != i {
				t.Fatalf("%v: % x:\n got %+v, %d, %v\nwant %+v", op, code, got, length, err, i)
			}
		}
	}
}

// TestLayout: the fields that a linker fills in are where Layout says.
func TestLayout(t *testing.T) {
	r := seeded(t)
	little := func(b []byte) (n uint64) {
		for k, v := range b {
			n |= uint64(v) << (8 * k)
		}
		return n
	}
	for op := Op(1); int(op) < len(Forms); op++ {
		if !inMode(op) {
			continue
		}
		for n := range 20 {
			i := randomInst(r, op, shape(n)%shapes)
			before := []byte{1, 2, 3}
			code, layout, err := Append(before, &i)
			if err != nil || !bytes.Equal(code[:3], before) {
				t.Fatal(i.Intel(), err)
			}
			code = code[3:]
			imm, disp := uint8(0), uint8(0)
			for k, a := range op.Form().Args {
				o := i.Args[k]
				switch {
				case a.Kind == ArgImm || a.Kind == ArgRel:
					imm = layout.Imm
					size := int(a.Size / 8)
					if imm == 0 || little(code[imm:int(imm)+size]) != uint64(o.Imm)&(1<<a.Size-1) && a.Size < 64 {
						t.Errorf("%s: % x: immediate at %d", i.Intel(), code, imm)
					}
				case o.Kind == KMem && (o.Mem.Base == NoReg || o.Mem.Disp != int32(int8(o.Mem.Disp))):
					disp = layout.Disp
					if disp == 0 || uint32(little(code[disp:disp+4])) != uint32(o.Mem.Disp) {
						t.Errorf("%s: % x: displacement at %d", i.Intel(), code, disp)
					}
				}
			}
			if layout.Imm != imm || layout.Disp != disp {
				t.Errorf("%s: % x: %+v", i.Intel(), code, layout)
			}
		}
	}
}

// TestAppendRefuses: what the row does not allow is an error, and dst stays as it was.
func TestAppendRefuses(t *testing.T) {
	for _, test := range []struct {
		inst Inst
		want string
	}{
		{Inst{}, "no row 0"},
		{Inst{Op: Op(len(Forms))}, "no row"},
		{Inst{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{R(RAX)}}, "operand 2 is of the wrong kind"},
		{Inst{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{R(RAX), R(XMM1)}}, "operand 2 is of the wrong kind"},
		{Inst{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{R(RAX), R(AH)}}, "operand 2 is of the wrong kind"},
		{Inst{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{R(RAX), R(RCX), I(1)}}, "operand 3 is of the wrong kind"},
		{Inst{Op: ADD_rm8_r8, Args: [MaxArgs]Operand{R(AH), R(R8)}}, "do not go with"},
		{Inst{Op: ADD_rm8_r8, Args: [MaxArgs]Operand{R(AH), R(RSI)}}, "do not go with"},
		{Inst{Op: ADD_rm64_imm8, Args: [MaxArgs]Operand{R(RAX), I(128)}}, "128 does not fit"},
		{Inst{Op: ADD_rm8_imm8, Args: [MaxArgs]Operand{R(RAX), I(256)}}, "256 does not fit"},
		{Inst{Op: ADD_rm64_imm32, Args: [MaxArgs]Operand{R(RAX), I(1 << 31)}}, "does not fit"},
		{Inst{Op: SHL_rm64_imm8, Args: [MaxArgs]Operand{R(RAX), I(-1)}}, "does not fit"},
		{Inst{Op: SHL_rm64_cl, Args: [MaxArgs]Operand{R(RAX), R(RDX)}}, "operand 2 is of the wrong kind"},
		{Inst{Op: JMP_rel8, Args: [MaxArgs]Operand{I(128)}}, "does not fit"},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), R(RCX)}}, "operand 2 is of the wrong kind"},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), M(Mem{Index: RSP})}}, "index"},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), M(Mem{Index: RAX, Scale: 3})}}, "scale"},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), M(Mem{Base: XMM0})}}, "base"},
		{Inst{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RAX), M(Mem{RIP: true, Base: RAX})}}, "rip"},
		{Inst{Op: ADD_rm64_r64, Prefix: Lock, Args: [MaxArgs]Operand{R(RAX), R(RCX)}}, "lock needs memory"},
		{Inst{Op: MOV_rm64_r64, Prefix: Lock, Args: [MaxArgs]Operand{M(Mem{}), R(RCX)}}, "prefix not allowed"},
		{Inst{Op: MOVSB, Prefix: Repne}, "prefix not allowed"},
		{Inst{Op: CMPSB, Prefix: Rep | Repne}, "prefix not allowed"},
		{Inst{Op: NOP, Cond: NE}, "condition not allowed"},
		{Inst{Op: SETCC_rm8, Cond: 16, Args: [MaxArgs]Operand{R(RAX)}}, "condition not allowed"},
		{Inst{Op: XCHG_r32_eax, Args: [MaxArgs]Operand{R(RAX), R(RAX)}}, "nop"},
		{Inst{Op: INC_r32, Args: [MaxArgs]Operand{R(RAX)}}, "not in this mode"},
	} {
		dst := []byte{0x90}
		got, layout, err := Append(dst, &test.inst)
		if err == nil || !strings.Contains(err.Error(), test.want) || !bytes.Equal(got, dst) || layout != (Layout{}) {
			t.Errorf("%v %+v: % x, %v; want %q", test.inst.Op, test.inst.Args, got, err, test.want)
		}
	}
}

// TestAppendInPlace: an instruction may be written over another one without harm to what follows.
func TestAppendInPlace(t *testing.T) {
	for size := 3; size < 40; size++ {
		code := bytes.Repeat([]byte{0xCC}, size)
		got, _, err := Append(code[:0], &Inst{Op: MOV_rm64_r64, Args: [MaxArgs]Operand{R(RAX), R(RCX)}})
		if err != nil || !bytes.Equal(got, []byte{0x48, 0x89, 0xC8}) || &got[0] != &code[0] {
			t.Fatalf("% x, %v", got, err)
		}
		if !bytes.Equal(code[3:], bytes.Repeat([]byte{0xCC}, size-3)) {
			t.Fatalf("% x", code)
		}
	}
}

// TestFixedOperandsMayBeLeftOut: cl and 1 stand in the row.
func TestFixedOperandsMayBeLeftOut(t *testing.T) {
	for _, op := range []Op{SHL_rm64_cl, SHL_rm64_1} {
		short := Inst{Op: op, Args: [MaxArgs]Operand{R(RDX)}}
		code, _, err := Append(nil, &short)
		if err != nil {
			t.Fatal(err)
		}
		whole, _, err := Decode(code)
		if err != nil || whole.Intel() != short.Intel() || whole.ATT() != short.ATT() || whole.Uses() != short.Uses() {
			t.Errorf("%s, %s, %v", whole.Intel(), short.Intel(), err)
		}
	}
}

// TestDecodeRefuses: bytes that are no row name themselves and the place.
func TestDecodeRefuses(t *testing.T) {
	for _, test := range []struct {
		code []byte
		want string
	}{
		{nil, "ends within"},
		{[]byte{0x48}, "ends within an instruction: 48"},
		{[]byte{0x48, 0x8b}, "ends within an instruction: 48 8b"},
		{[]byte{0x48, 0x8b, 0x44}, "ends within"},
		{[]byte{0x48, 0x8b, 0x44, 0x24}, "ends within"},
		{[]byte{0x48, 0x8b, 0x84, 0x24, 1, 2, 3}, "ends within"},
		{[]byte{0x48, 0xb8, 1, 2, 3}, "ends within"},
		{[]byte{0xc4, 0xe2}, "ends within"},
		{[]byte{0x06}, "06, at offset 0 (06)"},
		{[]byte{0x66, 0x66, 0x90}, "at offset 1 (66)"},
		{[]byte{0x48, 0x41, 0x90}, "at offset 1 (41)"},
		{[]byte{0x48, 0x90}, "at offset 1 (90)"}, // a nop with REX.W
		{[]byte{0x40, 0x90}, "at offset 0 (40)"},
		{[]byte{0x0f, 0xff, 0xc0}, "at offset 1 (ff)"},
		{[]byte{0xf0, 0x48, 0x01, 0xc8}, "at offset 0 (f0)"}, // lock add rax, rcx
		{[]byte{0xf2, 0x48, 0x01, 0xc8}, "at offset 2 (01)"},
		{[]byte{0x0f, 0xae, 0xf1}, "at offset 1 (ae)"},       // mfence is f0 only
		{[]byte{0xc5, 0x70, 0x2e, 0xc1}, "at offset 2 (2e)"}, // vvvv of vucomiss
	} {
		i, n, err := Decode(test.code)
		if err == nil || !strings.Contains(err.Error(), test.want) || n != 0 || i != (Inst{}) {
			t.Errorf("% x: %s, %d, %v; want %q", test.code, i.Intel(), n, err, test.want)
		}
	}
}

func TestFind(t *testing.T) {
	for op := Op(1); int(op) < len(Forms); op++ {
		if got, ok := Find(op.String()); !ok || got != op {
			t.Errorf("%v: found %v", op, got)
		}
	}
	for text, want := range map[string]Op{
		"ADD r/m64, imm8": ADD_rm64_imm8, "addsd xmm, xmm/m64": ADDSD_x_xm64, "shl r/m32, cl": SHL_rm32_cl,
	} {
		if got, ok := Find(text); !ok || got != want {
			t.Errorf("%s: found %v", text, got)
		}
	}
	if op, ok := Find("add rm64"); ok {
		t.Errorf("found %v", op)
	}
}

func TestTable(t *testing.T) {
	if rows := len(Forms) - 1; rows < 500 {
		t.Errorf("%d rows", rows)
	}
	for op := Op(1); int(op) < len(Forms); op++ {
		f := op.Form()
		if f.Name == "" || f.Code == "" || len(f.Args) > MaxArgs || strings.ToLower(f.Name) != f.Name {
			t.Errorf("%v: %+v", op, f)
		}
		if f.Writes&f.Undef != 0 {
			t.Errorf("%v: a flag is both written and undefined", op)
		}
	}
}

var update = flag.Bool("update", false, "rewrite testdata/golden.txt")

// TestGolden: a change of any byte or text shows as a difference of the file. That the file is right
// is for the tests against objdump, as and x86asm to say.
func TestGolden(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for op := Op(1); int(op) < len(Forms); op++ {
		for s := range shapes {
			if !inMode(op) {
				i := randomInst32(r, op, s)
				code, _, err := Append32(nil, &i)
				fmt.Fprintf(&b, "%v 32-bit\n\t% x\n\t%s\n", op, code, i.Intel32())
				if err != nil {
					t.Fatal(err)
				}
				continue
			}
			i := randomInst(r, op, s)
			code, _, err := Append(nil, &i)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%v\n\t% x\n\t%s\n\t%s\n", op, code, i.Intel(), i.ATT())
		}
	}
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for k := range min(len(got), len(lines)) {
		if got[k] != lines[k] {
			t.Fatalf("%s:%d:\n got %s\nwant %s\ngo test ./x86 -run TestGolden -update", file, k+1, got[k], lines[k])
		}
	}
	if len(got) != len(lines) {
		t.Errorf("%s: %d lines, want %d", file, len(lines), len(got))
	}
}

func BenchmarkAppend(b *testing.B) {
	r := seeded(b)
	insts := everyRow(r)
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		var err error
		if buf, _, err = Append(buf[:0], &insts[n%len(insts)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppendCommon encodes what most code consists of.
func BenchmarkAppendCommon(b *testing.B) {
	stack := M(Mem{Base: RSP, Disp: 24})
	insts := []Inst{
		{Op: MOV_rm64_r64, Args: [MaxArgs]Operand{R(RAX), R(R12)}},
		{Op: MOV_r64_rm64, Args: [MaxArgs]Operand{R(RBX), stack}},
		{Op: ADD_rm64_r64, Args: [MaxArgs]Operand{R(RCX), R(R9)}},
		{Op: ADD_rm32_imm8, Args: [MaxArgs]Operand{R(RSI), I(7)}},
		{Op: LEA_r64_m, Args: [MaxArgs]Operand{R(RDI), M(Mem{Base: RAX, Index: RCX, Scale: 8, Disp: 16})}},
		{Op: CMP_rm64_imm32, Args: [MaxArgs]Operand{R(RDX), I(1000)}},
		{Op: JCC_rel32, Cond: NE, Args: [MaxArgs]Operand{I(-300)}},
		{Op: MOV_rm32_r32, Args: [MaxArgs]Operand{stack, R(R8)}},
	}
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		var err error
		if buf, _, err = Append(buf[:0], &insts[n%len(insts)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	r := seeded(b)
	var code []byte
	for _, i := range everyRow(r) {
		var err error
		if code, _, err = Append(code, &i); err != nil {
			b.Fatal(err)
		}
	}
	at := 0
	b.ReportAllocs()
	for b.Loop() {
		_, n, err := Decode(code[at:])
		if err != nil {
			b.Fatal(err)
		}
		if at += n; at == len(code) {
			at = 0
		}
	}
}

// everyRow is an instruction of each row, with registers and with memory.
func everyRow(r *rand.Rand) []Inst {
	var insts []Inst
	for op := Op(1); int(op) < len(Forms); op++ {
		if inMode(op) {
			insts = append(insts, randomInst(r, op, shapeRegisters), randomInst(r, op, shapeMemory))
		}
	}
	return insts
}
