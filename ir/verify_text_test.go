package ir_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Corruptions that can be written down. {{good=>bad}} in a text stands for good in the twin
// that verifies, and for bad in the one that must give exactly the messages.

var choice = regexp.MustCompile(`(?s)\{\{(.*?)=>(.*?)\}\}`)

func verifyText(t *testing.T, text string) string {
	t.Helper()
	m, err := parser.Parse("t.tir", []byte(text))
	if err != nil {
		t.Fatalf("does not parse: %v\n%s", err, text)
	}
	if err := ir.Verify(m); err != nil {
		return err.Error()
	}
	return ""
}

func checkTwins(t *testing.T, text, want string) {
	t.Helper()
	if got := verifyText(t, choice.ReplaceAllString(text, "$1")); got != "" {
		t.Errorf("the sound twin: %s", got)
	}
	if got := verifyText(t, choice.ReplaceAllString(text, "$2")); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

const prelude = `func @f(int, bool, ptr, f64, f128, vec<128>, vec<32>, struct{int, bool}, f32, vec<vscale x 128>, vec<vscale x 32>, unit) {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = param 2
    v4 = param 3
    v5 = param 4
    v6 = param 5
    v7 = param 6
    v8 = param 7
    v9 = param 8
    v10 = param 9
    v11 = param 10
    v12 = param 11
    %s
    ret v0
}
`

// instRows are single instructions: v0 mem, v1 int, v2 bool, v3 ptr, v4 f64, v5 f128,
// v6 vec<128>, v7 vec<32>, v8 struct{int, bool}, v9 f32, v10 and v11 scalable, v12 unit.
var instRows = []struct{ inst, want string }{
	// Annotations: A1, A2.
	{"v20{{:s8=>:align8}} = add v1, v1", "result 1: alignment annotation :align8 on int"},
	{"v20{{:align8=>:s8}} = ptradd v3, v1", "result 1: integer annotation :s8 on ptr"},
	{"v20{{:nofpclass(nan)=>:align8}} = fadd v4, v4", "result 1: alignment annotation :align8 on f64"},
	{"v20{{=>:nofpclass(nan)}} = add v1, v1", "result 1: float class annotation :nofpclass(nan) on int"},
	{"v20{{:s8=>:abi(\"i\")}} = add v1, v1", `result 1: :abi("i") on int: only a byte(N) has classes of eightbytes`},
	{"v20{{:abi(\"i\")=>:abi(\"is\")}} = bitcast v4 -> byte(8)", `result 1: :abi("is") on byte(8), which has 1 eightbyte`},
	{"v20 = band v2{{=>:u1}}, v2", "operand 1: integer annotation :u1 on bool"},
	{"v20{{:s1=>:s0}} = add v1, v1", "result 1: :s0 holds for no integer"},
	{"v20 = add v1{{:u0=>:s0}}, v1", "operand 1: :s0 holds for no integer"},
	{"v20{{:i1=>:i0}} = add v1, v1", "result 1: every bit is called don't-care (:i0, :known(x)), so no bit of the value is ever read; give the bits that are read another symbol than x"},
	// Operand kinds: I2.
	{"v20 = add v1, {{v1=>v2}}", "operand 2 of add is bool, not int"},
	{"v20 = band v2, {{v2=>v1}}", "operand 2 of band is int, not bool"},
	{"v20 = ptradd {{v3=>v1}}, v1", "operand 1 of ptradd is int, not a pointer"},
	{"v20 = not {{v1=>v4}}", "operand 1 of not is f64, not int or bool"},
	{"v20 = fadd v4, {{v4=>v9}}", "operand 2 of fadd is f32, not f64 like the operand before it"},
	{"v20 = fadd v4, {{v4=>v1}}", "operand 2 of fadd is int, not a float but f128"},
	{"v20 = fneg {{v4=>v5}}", "operand 1 of fneg is f128, not a float but f128"},
	{"v20 = fp_convert {{v4=>v5}} -> f32", "operand 1 of fp_convert is f128, not a float but f128"},
	{"v20 = select v2, v1, {{v1=>v3}}", "operand 3 of select is ptr, not int like the operand before it"},
	{"v20 = icmp.eq v1, {{v1=>v3}}", "operand 2 of icmp.eq is ptr, not int"},
	{"v20 = load.4 v3, {{v0=>v1}}", "operand 2 of load.4 is int, not the memory token"},
	{"v20 = load.4 {{v3=>v1}}, v0", "operand 1 of load.4 is int, not a pointer"},
	{"v20 = extractvalue {{v8=>v1}}, [0] -> int", "operand 1 of extractvalue is int, not a struct or array"},
	// Memory tokens: T1.
	{"v20 = freeze {{v1=>v0}}", "operand 1 of freeze is mem, not data"},
	{"v20 = select v2, {{v1=>v0}}, v1", "operand 2 of select is mem, not data"},
	{"v20 = store.4 {{v1=>v0}}, v3, v0", "operand 1 of store.4 is mem, not data"},
	{"v20 = poison -> {{int=>mem}}", "poison cannot make a memory token as data"},
	// Calls.
	{"v20 = call {{v3=>v1}}(v1), v0", "the callee is int, not a pointer"},
	{"v20 = call v3({{v1=>v0}}), v0", "operand 2 of call is a memory token: it must be data"},
	{"v20 = call v3(v1), {{v0=>v1}}", "the last operand of call is int, not the memory token"},
	{`v20 = target.intrinsic {{"x"=>""}} v1 -> int`, "target.intrinsic without a name"},
	// Vector operands.
	{"v20 = vec.add.s32 v6, {{v6=>v7}}", "operand 2 of vec.add.s32 is vec<32>, not vec<128>"},
	{"v20 = vec.add.s32 v6, {{v6=>v10}}", "operand 2 of vec.add.s32 is vec<vscale x 128>, not vec<128>"},
	{"v20 = vec.add.{{s32=>s64}} v6, v6, v7", "operand 3 of vec.add.s64 is vec<32>, not the mask vec<16> of vec<128> in s64 lanes"},
	{"v20 = vec.add.s32 v10, v10, {{v11=>v7}}", "operand 3 of vec.add.s32 is vec<32>, not the mask vec<vscale x 32> of vec<vscale x 128> in s32 lanes"},
	{"v20 = vec.reduce.add.{{s32=>s64}} {{v6=>v7}}", "operand 1 of vec.reduce.add.s64 is vec<32>, not a vector of s64 lanes, their number a power of two"},
	{"v20 = vec.insert.s32 v6, {{v1=>v4}}, v1", "operand 2 of vec.insert.s32 is f64, not int"},
	{"v20 = vec.shuffle.i32 v6, v6, {{v7=>v11}}", "operand 3 of vec.shuffle.i32 is vec<vscale x 32>, not a vector of 4 lanes of whole bytes, as vec<128> has in i32 lanes"},
	{"v20 = vec.shuffle.{{i32=>i8}} v6, v6, v7", "operand 3 of vec.shuffle.i8 is vec<32>, not a vector of 16 lanes of whole bytes, as vec<128> has in i8 lanes"},
	{"v20, v21 = vec.gather.f32 v3, v6, v7, v0 -> {{vec<128>=>vec<64>}}", "operand 3 of vec.gather.f32 is vec<32>, not the mask vec<16> of vec<64> in f32 lanes"},
	{"v20 = vec.load.f32 v3, v7, v0 -> {{vec<128>=>vec<256>}}", "operand 2 of vec.load.f32 is vec<32>, not the mask vec<64> of vec<256> in f32 lanes"},
	{"v20 = vec.scatter.f32 v6, v3, {{v6=>v10}}, v7, v0", "operand 3 of vec.scatter.f32 is vec<vscale x 128>, not a vector of 4 lanes of whole bytes, as vec<128> has in f32 lanes"},
	{"v20 = vec.splat.s32 v1 -> {{vec<64>=>vec<96>}}", "vec.splat makes a vector of s32 lanes, their number a power of two, not vec<96>"},
	{"v20 = vec.splat.s32 v1 -> {{vec<64>=>int}}", "vec.splat makes a vector of s32 lanes, their number a power of two, not int"},
	// Types chosen after the arrow: I3, I5.
	{"v20 = fp_convert v4 -> {{f32=>f128}}", "fp_convert makes a float but f128, not f128"},
	{"v20 = si_to_fp v1 -> {{f32=>int}}", "si_to_fp makes a float but f128, not int"},
	{"v20 = inttoptr v1 -> {{ptr(3)=>int}}", "inttoptr makes a pointer, not int"},
	{"v20 = bitcast v4 -> {{ptr=>f32}}", "bitcast from f64 to f32 changes the size"},
	{"v20 = bitcast v6 -> {{byte(16)=>vec<vscale x 128>}}", "bitcast from vec<128> to vec<vscale x 128> changes the size"},
	{"v20 = bitcast {{v4=>v1}} -> int", "a bitcast between ints has no size: write sext or zext"},
	{"v20 = bitcast {{v4=>v12}} -> int", "unit has no bytes to cast"},
	{"v20 = bitcast v4 -> {{int=>mem}}", "bitcast cannot make a memory token as data"},
	// Numbers: I4.
	{"v20 = load.{{3=>0}} v3, v0", "load.0: an int takes 1 to 65536 bytes"},
	{"v20 = load.{{65536=>65537}} v3, v0", "load.65537: an int takes 1 to 65536 bytes"},
	{"v20 = load.{{8=>4}} v3, v0 -> ptr", "load.4: ptr takes 8 bytes"},
	{"v20 = load.{{9=>8}} v3, v0 -> struct{int, bool}", "load.8: struct{int, bool} takes 9 bytes"},
	{"v20 = store.{{8=>4}} v4, v3, v0", "store.4: f64 takes 8 bytes"},
	{"v20 = store.{{1=>0}} v10, v3, v0", "store.0: vec<vscale x 128> takes at least one byte"},
	{"v20 = store.{{1=>1}} {{v2=>v12}}, v3, v0", "unit has no bytes in memory"},
	{"v20 = load.8 v3, v0 -> {{ptr=>unit}}", "unit has no bytes in memory"},
	{"v20 = load.1 v3, v0 -> {{byte(1)=>[int; 0]}}", "load.1: [int; 0] has no bytes in memory"},
	{"v20 = merge.{{1=>0}} v1, v1", "merge.0: the number of bits is 1 to 1048576"},
	{"v20, v21 = split.{{8=>0}} v1", "split.0: the number of bits is 1 to 1048576"},
	{"v20 = count_leading_zeros.{{8=>0}} v1", "count_leading_zeros.0: the number of bits is 1 to 1048576"},
	{"v20 = bswap.{{8=>0}} v1", "bswap.0: the number of bytes is 1 to 65536"},
	{"v20 = fp_to_si.{{8=>0}} v4", "fp_to_si.0: the number of bits is 1 to 1048576"},
	{"v20 = sext v1, {{1=>0}}", "sext to 0 bits: the number of bits is 1 to 1048576"},
	{"v20 = zext v1, {{1048576=>1048577}}", "zext to 1048577 bits: the number of bits is 1 to 1048576"},
	// Fields: I6.
	{"v20 = extractvalue v8, [{{1=>2}}] -> bool", "struct{int, bool} has no field [2]"},
	{"v20 = insertvalue v8, v1, [{{0=>2}}]", "struct{int, bool} has no field [2]"},
	{"v20 = insertvalue v8, {{v1=>v2}}, [0]", "the field at [0] is int, the value inserted is bool"},
	// Orderings: I7. Read-modify-write: I8.
	{"v20, v21 = load.atomic.{{acquire=>release}} v3, v0", "an atomic load cannot be release: write relaxed, acquire or seqcst"},
	{"v20, v21 = load.atomic.{{seqcst=>acqrel}} v3, v0", "an atomic load cannot be acqrel: write relaxed, acquire or seqcst"},
	{"v20 = store.atomic.{{release=>acquire}} v1, v3, v0", "an atomic store cannot be acquire: write relaxed, release or seqcst"},
	{"v20 = store.atomic.{{relaxed=>acqrel}} v1, v3, v0", "an atomic store cannot be acqrel: write relaxed, release or seqcst"},
	{"v20, v21 = cmpxchg.seqcst.{{acquire=>release}} v3, v1, v1, v0", "a cmpxchg that fails cannot be release: write relaxed, acquire or seqcst"},
	{"v20, v21 = cmpxchg.seqcst.{{seqcst=>acqrel}} v3, v1, v1, v0", "a cmpxchg that fails cannot be acqrel: write relaxed, acquire or seqcst"},
	{"v20, v21 = rmw.{{xchg=>add}}.relaxed v3, v3, v0 -> ptr", "rmw.add is for int, not ptr"},
	{"v20, v21 = rmw.xchg.relaxed v3, v3, v0 -> {{ptr=>int}}", "rmw reads int and writes ptr"},
	{"v20, v21 = rmw.add.relaxed.{{4=>65537}} v3, v1, v0", "rmw.add.relaxed.65537: an int takes 1 to 65536 bytes"},
	{"v20, v21 = load.atomic.relaxed.{{8=>4}} v3, v0 -> ptr", "load.atomic.relaxed.4: ptr takes 8 bytes"},
	{"v20, v21 = load.atomic.relaxed v3, v0 -> {{vec<128>=>vec<vscale x 128>}}", "load.atomic.relaxed: an atomic access to vec<vscale x 128> has no fixed size"},
	// Parameters and definitions.
	{"v20 = add v1, {{v1=>v20}}", "operand 2, v20, is used where its definition in bb0 (15:5) does not dominate"},
}

func TestVerifyInstructions(t *testing.T) {
	line := strings.Count(strings.Split(prelude, "%s")[0], "\n") + 1
	for _, row := range instRows {
		t.Run(row.inst, func(t *testing.T) {
			checkTwins(t, fmt.Sprintf(prelude, row.inst), fmt.Sprintf("t.tir:%d:5: @f, bb0: %s", line, row.want))
		})
	}
}

// TestVerifyModules holds the verifier to what it says of whole programs, and to what it must not reject.
func TestVerifyModules(t *testing.T) {
	golden.Check(t, "testdata/verify.txt", func(t *testing.T, c *golden.Case) string {
		if got := verifyText(t, choice.ReplaceAllString(c.Program, "$1")); got != "" {
			t.Errorf("the sound twin: %s", got)
		}
		return verifyText(t, choice.ReplaceAllString(c.Program, "$2"))
	})
}
