package att_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/x86"
	"github.com/tuffy-ir/tuffy/x86/att"
)

// lines are instructions as inline assembly has them.
const lines = `nop
pause
rep; nop
rep nop
lock; addl $1, (%rax)
lock addq %rcx, 8(%rdi,%rsi,4)
lock ; xaddl %eax, (%rdx)
lock cmpxchgq %rcx, (%rdi)
lock cmpxchg16b (%rdi)
xchgl %eax, (%rbx)
xchg (%rbx), %rcx
xchg %rax, %rdx
bswap %eax
bswapq %r9
cpuid
rdtsc
rdtscp
xgetbv
mfence
lfence
sfence
clflush (%rax)
mulq %rbx
mull 4(%rsp)
imulq %rcx, %rdx
imul $3, %eax
imull $100000, %eax, %ecx
imulq $-3, (%rax), %rcx
divq %rcx
idivl %ecx
rol $5, %eax
roll %eax
rorl %cl, %edx
sall $3, %eax
shlq $1, %rax
shr %cl, %r10
sarl $31, %edx
shldq $3, %rax, %rdx
shrd %cl, %eax, %edx
bsf %eax, %ecx
bsrq %rax, %rcx
popcntl %eax, %eax
lzcnt %rax, %rax
tzcnt %eax, %eax
bt %eax, %ecx
btsl $3, (%rax)
lock btsq %rax, (%rbx)
adc $0, %rdx
adcq 8(%rsi), %rax
sbbl %eax, %eax
addb $0x80, %al
addw $0xffff, %ax
andl $0xffffffff, %ecx
orl $0x80000000, %ecx
cmpq $-1, %rax
testl %eax, %eax
test $1, %al
testb $3, (%rdi)
test (%rdi), %eax
movl $0xffffffff, %eax
movq $0xffffffff, %rax
movq $-1, %rax
movabsq $0x123456789abcdef0, %rax
movabs $1, %rcx
mov %rax, %rcx
movb %ah, %al
movl (%rax), %ecx
movw %cx, 2(%rax)
movq %rax, %xmm0
movq %xmm3, (%rax)
movd %eax, %xmm1
movd %xmm1, %ecx
movzbl %al, %ecx
movzwl (%rax), %ecx
movzbq %r9b, %rcx
movsbl %al, %ecx
movslq %eax, %rcx
movswq (%rax), %rcx
leaq 1(%rax,%rbx,8), %rcx
lea -4+8(%rsp), %eax
leal (,%rax,4), %ecx
sete %al
setnzb (%rax)
setc %cl
setae %r10b
cmovzl %eax, %ecx
cmovneq (%rax), %rcx
cmovg %ax, %cx
pushq %rbx
push $5
popq %rbx
pushfq
popfq
pushf
pop %rax
cltq
cqto
cltd
cwtl
cld
std
clc
stc
cmc
rep movsb
rep; stosq
rep stosl
repe cmpsb
repne scasb
lodsb
movsl
movsd %xmm1, %xmm2
movsd (%rax), %xmm0
movaps %xmm0, %xmm1
movups (%rax), %xmm15
movdqu %xmm1, (%rdi)
movdqa (%rdi), %xmm1
addsd %xmm1, %xmm0
mulss (%rax), %xmm0
sqrtsd %xmm0, %xmm0
divpd %xmm1, %xmm0
paddd %xmm1, %xmm0
pxor %xmm0, %xmm0
pshufd $0x1b, %xmm0, %xmm1
pshufb %xmm1, %xmm0
pslldq $4, %xmm0
psrlq $3, %xmm0
punpcklbw %xmm1, %xmm0
cvtsi2sd %rax, %xmm0
cvtsi2sdl (%rax), %xmm0
cvttsd2si %xmm0, %rax
cvtss2sd %xmm0, %xmm1
ucomisd %xmm1, %xmm0
shufps $0x4e, %xmm0, %xmm0
pclmulqdq $0, %xmm1, %xmm0
crc32b %al, %ecx
crc32q %rax, %rcx
crc32l (%rax), %ecx
pinsrq $1, %rax, %xmm0
pextrd $2, %xmm0, %eax
vaddpd %ymm1, %ymm2, %ymm3
vpaddd (%rax), %xmm2, %xmm3
vzeroupper
andn %eax, %ecx, %edx
mulx %rax, %rcx, %rdx
adcxq %rax, %rcx
adox %eax, %ecx
notl %eax
negq (%rax)
incl (%rdi)
decq %rcx
xlatb
lahf
stmxcsr (%rax)
ldmxcsr 4(%rsp)
prefetcht0 64(%rdi)
prefetchnta (%rdi)
movnti %rax, (%rdi)
movntdq %xmm0, (%rdi)
ud2
int3
rdrand %eax
movl %fs:0, %eax
movq %gs:(%rax), %rcx
movl 16(%rip), %eax
syscall
hlt
jmp *%rax
call *8(%rax)
xorl %eax, %eax # a comment
movl $(1<<4)+2, %eax
movl $~0, %eax
.byte 0x0f, 0x0b
1: decl %ecx; jnz 1b; jmp 2f; nop; 2: ret
loop0: subl $1, %eax; jns loop0; jrcxz loop0; jmp far
.byte 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
.byte 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
far: nop`

// text reads code back, one instruction a line; what cannot be read is bytes.
func text(code []byte) (out []string) {
	for len(code) > 0 {
		in, n, err := x86.Decode(code)
		if err != nil {
			in, n = x86.Inst{}, 1
			out = append(out, strings.ToUpper(string("0123456789abcdef"[code[0]>>4])+string("0123456789abcdef"[code[0]&15])))
		} else {
			out = append(out, in.ATT())
		}
		code = code[n:]
	}
	return out
}

// TestAssembler compares with GNU as. Where there are several encodings of an instruction the choice may differ.
func TestAssembler(t *testing.T) {
	for _, unit := range strings.SplitAfter(lines, "\n") {
		if strings.HasPrefix(unit, "loop0") {
			unit = lines[strings.Index(lines, "loop0"):]
		}
		dir := t.TempDir()
		source, object, binary := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.bin")
		if err := os.WriteFile(source, []byte(unit+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, c := range [][]string{{"as", "--64", "-o", object, source}, {"objcopy", "-O", "binary", "-j", ".text", object, binary}} {
			if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", c, err, out)
			}
		}
		want, err := os.ReadFile(binary)
		if err != nil {
			t.Fatal(err)
		}
		got, err := att.Assemble(unit)
		if err != nil {
			t.Errorf("%s: %v", unit, err)
			continue
		}
		if string(got) != string(want) && (strings.Contains(unit, "loop0") || strings.Join(text(got), "\n") != strings.Join(text(want), "\n")) {
			t.Errorf("%s: % x %q\nas: % x %q", unit, got, text(got), want, text(want))
		}
		if strings.HasPrefix(unit, "loop0") {
			break
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{"nop\nfsinh", 2, `the instruction "fsinh" is not known`},
		{"fadd %st(1), %st(2)", 1, `one operand of "fadd" is %st`},
		{"faddl %st(1)", 1, "the register %st(1) is not known"},
		{"fcmovb %st, %st(1)", 1, `the last operand of "fcmovb" is %st`},
		{"movl $1, (%rax, %eax)", 1, "%eax in an address: a register of 64 bits expected"},
		{"add $1, (%rax)", 1, "the size of the operand in memory is not known: write addb, addw, addl or addq"},
		{"call *", 1, "an operand is missing"},
		{"jmp foo", 1, `the symbol "foo" is no label of this assembly: other symbols are not supported`},
		{"movl $foo, %eax", 1, `"foo" is no number: symbols are not supported in inline assembly`},
		{"movl %eax, %rcx", 1, `there is no such form of "movl" for these operands`},
		{"movl %zax, %rcx", 1, "the register %zax is not known"},
		{"x: x: jmp x", 1, `the label "x" is there twice`},
		{".section foo", 1, "the directive .section is not supported in inline assembly"},
		{"movl ,%eax", 1, "an operand is missing"},
		{"jrcxz 1f\n.quad 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n1:", 1, `the label "1f" is too far`},
	} {
		_, err := att.Assemble(c.text)
		var e *att.Error
		if !errors.As(err, &e) || e.Line != c.line || e.Msg != c.want {
			t.Errorf("%s: %v, want line %d: %s", c.text, err, c.line, c.want)
		}
	}
}

func FuzzAssemble(f *testing.F) {
	for l := range strings.SplitSeq(lines, "\n") {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 1000 {
			_, _ = att.Assemble(text)
		}
	})
}

// x87Lines are instructions of the x87.
const x87Lines = `fabs
fchs
fxam
fld1
fldl2t
fldl2e
fldpi
fldlg2
fldln2
fldz
ftst
f2xm1
fyl2x
fptan
fpatan
fxtract
fprem1
fdecstp
fincstp
fprem
fyl2xp1
fsincos
frndint
fscale
fsin
fcos
fnop
fcompp
fucompp
fnclex
fclex
fninit
finit
fwait
emms
fld %st(1)
fld %st
fst %st(2)
fstp %st(0)
fstp %st(3)
fxch
fxch %st(2)
ffree %st(1)
ffreep %st(1)
fcom
fcom %st(2)
fcomp %st(1)
fucom
fucomp %st(2)
fcomi %st(1), %st
fcomip %st(1), %st
fucomi %st(2), %st
fucomip %st(1), %st
fcmovb %st(1), %st
fcmovne %st(3), %st
fadd %st(1), %st
fadd %st, %st(2)
fmul %st(1), %st
fmul %st, %st(2)
fsub %st(1), %st
fsub %st, %st(2)
fsubr %st(1), %st
fsubr %st, %st(2)
fdiv %st(1), %st
fdiv %st, %st(2)
fdivr %st(1), %st
fdivr %st, %st(2)
faddp %st, %st(2)
fmulp %st, %st(1)
fsubp %st, %st(2)
fsubrp %st, %st(2)
fdivp %st, %st(3)
fdivrp %st, %st(3)
faddp
fsubp
fsubrp
fdivp
fdivrp
fadds (%rax)
faddl 8(%rdi)
fsubl (%r8)
fdivrs 4(%rax,%rcx,2)
fiaddl (%rax)
fidivs (%rax)
fsts (%rax)
fstl (%rax)
fistl (%rax)
fists (%rax)
fldcw 2(%rsp)
fnstcw (%rax)
fstcw (%rax)
fnstsw %ax
fnstsw (%rax)
fstsw %ax
fnstenv (%rax)
fldenv (%rax)
flds (%rax)
fldl (%r9)
fldt (%rax)
fstpt (%rax)
fistpll (%rax)
fistpl (%rax)
fildll (%rax)
fsqrt
fadd %st(1)
fmulp %st(2)`

// TestX87 compares with GNU as.
func TestX87(t *testing.T) {
	dir := t.TempDir()
	source, object, binary := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.bin")
	if err := os.WriteFile(source, []byte(x87Lines+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{{"as", "--64", "-o", object, source}, {"objcopy", "-O", "binary", "-j", ".text", object, binary}} {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, out)
		}
	}
	want, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(x87Lines, "\n") {
		got, err := att.Assemble(line)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(want), string(got)) {
			t.Fatalf("%s: % x, as has % x", line, got, want[:min(len(want), 12)])
		}
		want = want[len(got):]
	}
	if len(want) > 0 {
		t.Errorf("as has % x more", want)
	}
}
