package campaign

import (
	"context"
	"fmt"
	"os/exec"
	"time"
)

// csmithChoice is a dimension in which csmith's programs differ: one of its rows is taken for each program.
type csmithChoice [][]string

// csmithChoices say what csmith's programs look like. They are smaller than by default, since what a small one does not show a larger one
// shows seldom, and takes ten times as long. Floats are left out: csmith converts them to integers that do not hold them. Packed structs come without pointers: csmith makes pointers to their members, which are misaligned. --check-global prints
// ints by %llu.
var csmithChoices = []csmithChoice{
	{{"--max-funcs", "2"}, {"--max-funcs", "3"}, {"--max-funcs", "4"}, {"--max-funcs", "6"}},
	{{"--max-expr-complexity", "3"}, {"--max-expr-complexity", "6"}, {"--max-expr-complexity", "8"}, {}},
	{{"--max-block-size", "2"}, {"--max-block-size", "3"}, {}, {"--max-block-size", "6", "--max-block-depth", "2"}},
	{{"--max-array-dim", "1"}, {"--max-array-dim", "2", "--max-array-len-per-dim", "5"}, {}, {"--no-arrays"}},
	{{}, {"--no-pointers"}, {"--max-pointer-depth", "4"}, {"--no-const-pointers"}},
	{{}, {"--no-volatiles"}, {"--no-structs"}, {"--no-unions"}},
	{{"--no-bitfields"}, {}, {"--max-struct-fields", "3"}, {"--max-struct-nested-level", "5"}},
	{{}, {"--no-jumps"}, {"--inline-function"}, {"--no-global-variables"}},
	{{}, {"--builtins"}, {"--const-as-condition"}, {"--builtins", "--builtin-function-prob", "50"}},
	{{}, {"--concise"}, {"--fresh-array-ctrl-var-names"}, {}},
	{{}, {"--no-longlong", "--no-math64"}, {"--no-signed-char-index"}, {"--no-comma-operators", "--no-embedded-assigns"}},
}

// csmithOptions are the options of the program of a word: the lower half is csmith's seed, the bits of the upper half choose.
func csmithOptions(word uint64) []string {
	out := []string{"--seed", fmt.Sprint(uint32(word)), "--no-argc"}
	bits, packed := word>>32, false
	for _, rows := range csmithChoices {
		row := rows[bits%4]
		bits /= 4
		packed = packed || len(row) > 0 && row[0] == "--no-pointers"
		out = append(out, row...)
	}
	if !packed {
		out = append(out, "--no-packed-struct")
	}
	return out
}

// csmithTime is how long csmith may take for a program. Where it takes longer it does not end.
const csmithTime = 20 * time.Second

// csmithHeader stands before each program: one builtin of csmith's needs a processor that must be named, and others have no value of 0.
const csmithHeader = `#define __builtin_ia32_crc32qi(sum, byte) ((unsigned)(sum) * 31 ^ (byte))
#define counted(type, name, of) ({ type counted_of = (of); counted_of ? name(counted_of) : 64; })
#define __builtin_clz(of) counted(unsigned, __builtin_clz, of)
#define __builtin_clzl(of) counted(unsigned long, __builtin_clzl, of)
#define __builtin_clzll(of) counted(unsigned long long, __builtin_clzll, of)
#define __builtin_ctz(of) counted(unsigned, __builtin_ctz, of)
#define __builtin_ctzl(of) counted(unsigned long, __builtin_ctzl, of)
#define __builtin_ctzll(of) counted(unsigned long long, __builtin_ctzll, of)
#define __builtin_ctzs(of) counted(unsigned short, __builtin_ctzs, of)
#define __builtin_clzs(of) counted(unsigned short, __builtin_clzs, of)
`

// csmithProgram is csmith's program of a word; where it makes none, that of another.
func csmithProgram(word uint64) string {
	for attempt := range uint64(8) {
		ctx, cancel := context.WithTimeout(context.Background(), csmithTime)
		out, err := exec.CommandContext(ctx, "csmith", csmithOptions(word+attempt)...).Output()
		cancel()
		if err == nil {
			return csmithHeader + string(out)
		}
	}
	panic(fmt.Sprintf("csmith fails with the options %q", csmithOptions(word)))
}
