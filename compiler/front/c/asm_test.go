package c_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestAsmErrors wants each mistake in inline assembly told with its place and what it is.
func TestAsmErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`asm("fsinh");`, `a.c:3:1: error: inline assembly: "fsinh": the instruction "fsinh" is not known`},
		{`asm("nop\n\tbswap %0, %0" : "+r"(x));`, `"bswap %eax, %eax": there is no such form of "bswap" for these operands`},
		{`asm("movl %9, %0" : "+r"(x));`, `names %9, which is no operand`},
		{`asm("movl %[a], %0" : "+r"(x));`, `names %[a], which is no operand`},
		{`asm("nop" : : "y"(1.0));`, `the constraint "y" of inline assembly means a register of MMX`},
		{`double d; asm("nop" : "=f"(d));`, `operand 0 of inline assembly, an output, must have one register of the x87: "=t" or "=u"`},
		{`double d; asm("nop" : "=u"(d));`, `the outputs of inline assembly on the stack of the x87 must be on its top`},
		{`asm("nop" : : "t"(x));`, `the constraint "t" of inline assembly allows nothing`},
		{`asm("nop" : "r"(x));`, `the constraint "r" of an output begins with neither = nor +`},
		{`asm("nop" : "=@cczz"(x));`, `the constraint "=@cczz" of inline assembly is not known`},
		{`asm("nop" : : "i"(x));`, `operand 0 of inline assembly must be a constant`},
		{`asm("nop" : "=m"(x) : "1"(x));`, `the constraint "1" of inline assembly names no output`},
		{`asm("nop" : : "a"(x), "a"(x));`, `operand 1 of inline assembly has the constraint "a", and the register is taken`},
		{`asm("nop" : "=a"(x) : : "eax");`, `operand 0 of inline assembly has the constraint "=a", and the register is taken`},
		{`asm("nop" : : : "zork");`, `the clobber "zork" of inline assembly is not known`},
		{`asm("nop" : : "r"(s));`, `operand 0 of inline assembly, of type struct s {a long; c long; b int}, in a register of 8 bytes is not supported`},
		{`asm("nop" : "=m"(s.b));`, `operand 0 of inline assembly is a bit-field in memory`},
		{`asm("nop" : "=r"(1));`, `this is no object`},
		{`asm("jmp elsewhere");`, `the symbol "elsewhere" is no label of this assembly`},
		{`asm("call exit");`, `the symbol "exit" is no label of this assembly`},
		{`asm("%h0" : : "S"(x));`, `the modifier "h" of operand 0 of inline assembly is not supported`},
		{`asm("nop%");`, `inline assembly ends with %`},
	} {
		text := "struct s { long a, c; int b : 3; } s; int x;\nint main(void) {\n" + tt.text + "\nreturn 0; }\n"
		_, err := c.Compile([]c.File{{Name: "a.c", Text: []byte(text)}}, c.Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.text, err, tt.want)
		}
	}
}
