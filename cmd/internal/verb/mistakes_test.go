package verb

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// mistaken is a file by its text, a command, its status and all that it says.
type mistaken struct {
	text, command string
	status        int
	want          string
}

// mistakes are what new users get wrong most often: a file by its text, the command, its status and all that it says.
// DIR stands for the folder of the file, which is named a.tir.
var mistakes = []mistaken{
	{mainOf, "tuffy-interp DIR/b.tir", 65, "error: open DIR/b.tir: no such file or directory; did you mean DIR/a.tir?\n"},
	{mainOf, "tuffy-interp DIR/missing/x.tir", 65, "error: open DIR/missing/x.tir: no such file or directory\n"},
	{mainOf, "tuffy-interp DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-interp DIR/a.tir/x", 65, "error: open DIR/a.tir/x: not a directory\n"},
	{mainOf, "tuffy-interp --entry mian DIR/a.tir", 65, "error: DIR/a.tir: there is no function @mian to run; choose one with --entry: @main; did you mean @main?\n"},
	{twoOf, "tuffy-interp DIR/a.tir", 65, "error: DIR/a.tir: there is no function @main to run; choose one with --entry: @f\n"},
	{"", "tuffy-interp DIR/a.tir", 65, "error: DIR/a.tir: there is no function @main to run, nor any other: the program is empty\n"},
	{"\n\n", "tuffy-interp DIR/a.tir", 65, "error: DIR/a.tir: there is no function @main to run, nor any other: the program is empty\n"},
	{"\u0000\u0001\u0002ELF", "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \x00
  \x00\x01\x02ELF
  ^
DIR/a.tir: the file is binary and no text
`},
	{"\xff\xfef\x00", "tuffy-interp DIR/a.tir", 65, "DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \\xff\\xfe\n  \\xff\\xfef\\x00\n  ^\nDIR/a.tir: the file is UTF-16: save it as UTF-8\n"},
	{"\ufeff" + mainOf, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \xef\xbb\xbf
  \xef\xbb\xbffunc @main() -> int:s32 {
  ^
DIR/a.tir: the file starts with a byte order mark: save it as UTF-8 without one
`},
	{"func @main() -> int:s32 {\r\n  bb0:\r\n    v0:s32 = iconst 0\r\n    ret v0\r\n}\r\n", "tuffy-interp DIR/a.tir", 0, "returned 0\n"},
	{`func @main() -> int:s32 {
  bb0:
	v0:s32 = iconst 0
	ret v0
}
`, "tuffy-interp DIR/a.tir", 0, "returned 0\n"},
	{"func @main() -> int:s32 {\r  bb0:\r    v0:s32 = iconst 0\r    ret v0\r}\r", "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:60: the end of the line expected, found ret
  func @main() -> int:s32 {\x0d  bb0:\x0d    v0:s32 = iconst 0\x0d    ret v0\x0d}
                                                                      ^
DIR/a.tir: lines end with a carriage return alone: write a line feed
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
}
`, "tuffy-interp DIR/a.tir", 65, "DIR/a.tir:3:5: @main, bb0: the block does not end with a terminator: add ret, br, or another\n"},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v1
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:4:9: v1 is not defined in @main
      ret v1
          ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = icosnt 0
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:14: unknown instruction icosnt (did you mean iconst?)
      v0:s32 = icosnt 0
               ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = bconst true
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:5: @main, bb0: result 1: integer annotation :s32 on bool
DIR/a.tir:4:5: @main, bb0: operand 1 of ret is bool, the function's result is int
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst x
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:21: an integer expected, found x
      v0:s32 = iconst x
                      ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:5:1: the body of @main is not closed: '}' expected for the '{' at 1:25
`},
	{`func main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:6: @name expected, found main
  func main() -> int:s32 {
       ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    br bb7
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:4:8: bb7 is not a label of @main
      br bb7
         ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
}
func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, "DIR/a.tir:6:6: function @main has the name of the function at 1:6\n"},
	{`func @main() -> i32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:17: unknown type i32 (integers have no width: write int, and int:s32 to claim a range)
  func @main() -> i32 {
                  ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = add 1, 2
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:18: a value such as v0 expected, found 1 (a constant is an instruction: v9 = iconst 1)
      v0:s32 = add 1, 2
                   ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s33x = iconst 0
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:8: unknown type or annotation s33x (types: int bool unit mem ptr ptr(AS) byte(N) b<8N> bf16 f16 f32 f64 f80 f128 vec<W> vec<vscale x W> struct{…} [T; N]; annotations: :sN :uN :iN :known(…) :alignN :nofpclass(…) :abi("…"))
      v0:s33x = iconst 0
         ^
`},
	{`extern func @malloc(int) -> ptr
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @malloc
    v2 = iconst 8
    v3, v4 = call v1(v2), v0 -> ptr
    v5 = load.1 v3, v0
    ret v5, v0
}
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:7:5: @main, bb0: operand 1 of load.1 is mem, not a pointer: call makes the memory token first, then its data
      v5 = load.1 v3, v0
      ^
`},
	{"int main(void) { return 0; }\n", "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found int
  int main(void) { return 0; }
  ^
DIR/a.tir: the file looks like C: name it .c, and it is compiled; docs/spec/README.md describes Tuffy IR
`},
	{`define i32 @main() {
  ret i32 0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found define
  define i32 @main() {
  ^
DIR/a.tir: the file looks like LLVM IR: name it .ll, and it is read; docs/spec/README.md describes Tuffy's
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 9999999999999999999999999999999999999999
    ret v0
}
`, "tuffy-interp DIR/a.tir", 2, `undefined behaviour: TUF-UB-022 poison-result: the result of @main is poison
  at @main, bb0 (DIR/a.tir:4:5)
      ret v0
      ^
  operands: v0 = poison
  the poison was
    born at @main, bb0 (DIR/a.tir:3:5)
          v0:s32 = iconst 9999999999999999999999999999999999999999
          ^
        annotation violated: 9999999999999999999999999999999999999999 violates :s32 of v0 (v0 = 9999999999999999999999999999999999999999)
  the run continues: the result stays poison
returned poison
`},
	{twoOf, "tuffy-interp --entry f DIR/a.tir", 65, "error: @f takes 2 arguments, got 0: use --args or --input\n"},
	{twoOf, "tuffy-interp --entry f --args [1] DIR/a.tir", 65, "error: @f takes 2 arguments, got 1: use --args or --input\n"},
	{oneOf, "tuffy-interp --entry f DIR/a.tir", 65, "error: @f takes 1 argument, got 0: use --args or --input\n"},
	{mainOf, "tuffy-interp --args [1] DIR/a.tir", 65, "error: @main takes no arguments, got 1: use --args or --input\n"},
	{twoOf, "tuffy-interp --entry f --args [1,2 DIR/a.tir", 65, "error: --args:1:5: the text ends too early: it is cut\n"},
	{twoOf, "tuffy-interp --entry f --args [true,null] DIR/a.tir", 65, "error: --args:1:2: argument 0: true is no value of type int: write an integer\n"},
	{twoOf, "tuffy-interp --entry f --args 5 DIR/a.tir", 65, "error: --args:1:1: input \"5\": expected a list of arguments, or an object with the keys args and buffers\n"},
	{twoOf, "tuffy-interp --entry f --args [1,{\"ptr\":0}] DIR/a.tir", 65, "error: --args:1:4: argument 1: there is no buffer 0: give the memory as {\"args\": […], \"buffers\": [{\"bytes\": \"2a00\"}]}\n"},
	{twoOf, "tuffy-interp --entry f --input DIR/none.json DIR/a.tir", 65, "error: open DIR/none.json: no such file or directory\n"},
	{mainOf, "tuffy-interp --trace store DIR/a.tir", 64, `error: expected one file, got 2: what --trace is about follows an =, as in --trace=store
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --trace=@mian DIR/a.tir", 65, "error: --trace @mian: there is no such function; did you mean @main?\n"},
	{mainOf, "tuffy-interp --trace=mian DIR/a.tir", 64, `error: --trace mian: expected @function, an opcode, or a value or block such as v20 or bb3; did you mean @main?
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp ", 65, "error: the name of a file is empty: a variable of the shell may be unset\n"},
	{mainOf, "tuffy-interp --input= --differential DIR/a.tir ", 65, "error: the name of a file is empty: a variable of the shell may be unset\n"},
	{mainOf, "tuffy-interp --track 7 DIR/a.tir", 0, "track: the run has no alloc7: there is alloc1 (@main, function, 1 byte)\nreturned 0\n"},
	{mainOf, "tuffy-interp --differential --save DIR/a.tir DIR/a.tir DIR/a.tir", 65, "error: cannot write the output: mkdir DIR/a.tir: not a directory\n"},
	{mainOf, "tuffy-interp --coverage DIR DIR/a.tir", 65, "error: cannot write the output: DIR is a directory\n"},
	{mainOf, "tuffy-interp --coverage DIR/no/c.json DIR/a.tir", 65, "error: cannot write the output: open DIR/no/c.json: no such file or directory\n"},
	{mainOf, "tuffy opt -o DIR/no/o.tir DIR/a.tir", 65, "error: cannot write the output: open DIR/no/o.tir: no such file or directory\n"},
	{mainOf, "tuffy -o DIR/no/o DIR/a.tir", 65, "error: cannot write the output: open DIR/no/o: no such file or directory\n"},
	{mainOf, "tuffy-interp --engines interp DIR/a.tir", 64, `error: --engines does nothing by itself: it needs --differential
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp DIR/a.tir DIR/a.tir", 64, `error: expected one file, got 2 (two need --differential)
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --differential DIR/a.tir", 64, `error: --differential compares two files, got 1 (one needs --engines)
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp", 64, `error: expected one file, got 0 (two need --differential)
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --fuel 99999999999999999999 DIR/a.tir", 64, `error: --fuel 99999999999999999999: expected a whole number of 64 bits
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --fuel 0 DIR/a.tir", 64, `error: --fuel is 0, expected at least 1
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --seed=-1 DIR/a.tir", 64, `error: --seed -1: expected a whole number of 64 bits that is not negative
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --strcit DIR/a.tir", 64, `error: unknown flag --strcit; did you mean --strict?
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --format xml DIR/a.tir", 64, `error: --format xml: expected text or json
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --many-seeds 5 DIR/a.tir", 64, `error: --many-seeds 5: expected A..B with A <= B and at most 1000000 seeds
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy vefiry DIR/a.tir", 64, `error: "vefiry" is neither a file nor a verb; did you mean verify?
run 'tuffy --help' for usage
`},
	{mainOf, "tuffy opt -O4 DIR/a.tir", 64, `error: --optimize 4: expected 0, 1, 2, 3, s or fast
run 'tuffy opt --help' for usage
`},
	{mainOf, "tuffy opt --passes gnv DIR/a.tir", 64, `error: --passes gnv: did you mean gvn? expected dce, simplify-cfg, sccp, constant-p, gvn, rewrite, reassociate, relax, facts, narrow, demand, div-const, inline, ipcp, dead-functions, inbounds, mem2reg, sroa, memopt, mem-tokens, memory-rules, bulk, licm, if-convert, unroll, loop-delete, loop-idiom, indvar, tail-recursion, jump-thread or structurize
run 'tuffy opt --help' for usage
`},
	{twoOf, "tuffy -o DIR/x DIR/a.tir", 65, "error: DIR/a.tir: there is no function @main to start a program with; -c makes an object without one\n"},
	{mainOf, "tuffy -o DIR/a.tir DIR/a.tir", 64, `error: the result would overwrite the program DIR/a.tir: give -o another name
run 'tuffy --help' for usage
`},
	{mainOf, "tuffy verify", 64, `error: expected a file or several, got none
run 'tuffy verify --help' for usage
`},
	{mainOf, "tuffy-reduce DIR/a.tir -o DIR/x", 64, `error: say what is interesting with one of --test, --ub, --panic, --verdict, --differential and --check
run 'tuffy-reduce --help' for usage
`},
	{mainOf, "tuffy-reduce --ub 12 DIR/a.tir", 64, `error: expected 1 output file (-o), got 0
run 'tuffy-reduce --help' for usage
`},
	{mainOf, "tuffy-reduce --ub 12 DIR/a.tir -o DIR/x", 65, "error: the program is not interesting to begin with: the predicate says no: the verdict is: returned 0\n"},
	{mainOf, "tuffy-fuzz run", 64, `error: say where the campaign is with --out
run 'tuffy-fuzz run --help' for usage
`},
	{mainOf, "tuffy-fuzz report DIR", 65, "error: DIR is not the folder of a campaign: there is no campaign.db\n"},
	{mainOf, "tuffy-replay --trace DIR/a.tir", 64, `error: --trace and --input are needed
run 'tuffy-replay --help' for usage
`},
	{mainOf, "tuffy-interp explain use-after", 65, "error: there is no topic \"use-after\"; 'explain' alone lists them; did you mean use-after-free?\n"},
	{`func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @mallco
    v2, v3 = call v1(), v0 -> int
    ret v3, v2
}
`, "tuffy-interp DIR/a.tir", 4, `unsupported: external function @mallco at @main, bb0: v2, v3 = call v1(), v0 -> int (DIR/a.tir:4:5)
'tuffy-interp explain host' lists the external functions; --extern mallco:havoc lets this one do anything; did you mean @malloc?
`},
}

const (
	oneOf = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    ret v0
}
`
	mainOf = `func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 0
    ret v0
}
`
	twoOf = `func @f(int:s32, ptr) -> int:s32 {
  bb0:
    v0:s32 = param 0
    ret v0
}
`
)

// TestMistakes: the exact message of each.
func TestMistakes(t *testing.T) {
	for _, row := range slices.Concat(mistakes, moreMistakes, thirdMistakes) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.tir"), []byte(row.text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, said := said(t, strings.ReplaceAll(row.command, "DIR", dir))
		said = strings.ReplaceAll(said, dir, "DIR")
		if status != row.status || said != row.want {
			t.Errorf("%s of %.40q: status %d, and says\n%s\nwant status %d and\n%s", row.command, row.text, status, said, row.status, row.want)
		}
	}
	if n := len(mistakes) + len(moreMistakes) + len(thirdMistakes); n < 150 {
		t.Errorf("only %d mistakes", n)
	}
}

// said runs a command in this process: its status, and what it writes to standard output and standard error.
func said(t *testing.T, line string) (int, string) {
	t.Helper()
	words := strings.Split(line, " ")
	c := map[string]func() *cobra.Command{"tuffy": Tuffy, "tuffy-interp": func() *cobra.Command { return Interp("tuffy-interp") },
		"tuffy-reduce": func() *cobra.Command { return Reduce("tuffy-reduce") }, "tuffy-replay": func() *cobra.Command { return Replay("tuffy-replay") },
		"tuffy-fuzz": func() *cobra.Command { return Fuzz("tuffy-fuzz") }}[words[0]]()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string)
	go func() {
		var b bytes.Buffer
		_, err := b.ReadFrom(r)
		if err != nil && !errors.Is(err, os.ErrClosed) {
			b.WriteString(err.Error())
		}
		text <- b.String()
	}()
	std := outputs{newOutput(w), newOutput(w)}
	c.SetOut(std.out)
	c.SetErr(std.err)
	c.SetArgs(words[1:])
	status := std.settle(execute(c, std))
	w.Close()
	return status, <-text
}
