package legalize

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// refusal is what may be said of a program that needs more bits than there are.
var refusal = regexp.MustCompile(`^test\.tir:\d+:\d+: @f: .*( needs \d+ bits: at most 8192 are supported| is not supported( by code generation)?| has no finite range: .*| has more than \d+ parts)$`)

// TestWidestInts: every operation on ints, with each of these numbers of bits near the limit and away from
// limbs and bytes, and with mixtures of them, is legalized or refused with a place.
func TestWidestInts(t *testing.T) {
	widths := []int{MaxBits - 8, MaxBits - 1, MaxBits, MaxBits + 1, 2 * MaxBits}
	type row struct{ name, params, result, body string }
	var rows []row
	add := func(name, params, result, body string) { rows = append(rows, row{name, params, result, body}) }
	claims := func(n int) []string { return []string{fmt.Sprint(":u", n), fmt.Sprint(":s", n)} }
	for _, n := range widths {
		for _, a := range claims(n) {
			for _, b := range []string{a, ":u8", ":s64", ":s8192"} {
				for _, op := range []string{"add", "sub", "mul", "div", "rem", "tdiv", "trem", "and", "or", "xor", "min", "max", "clmul", "shl", "shr"} {
					if op == "mul" && (n != MaxBits || b != ":u8") { // much code
						continue
					}
					for _, result := range []string{a, ""} {
						add(op, "int"+a+", int"+b, "int"+result, "v2"+result+" = "+op+" v0, v1")
					}
					if op != "mul" {
						add(op, "int"+a+", int"+b, "int:u64", "v3 = "+op+" v0, v1\n v2 = zext v3, 64")
						add(op, "int"+b+", int"+a, "int"+a, "v2"+a+" = "+op+" v0, v1")
					}
				}
				for _, p := range []string{"eq", "lt", "ge"} {
					add("icmp", "int"+a+", int"+b, "bool", "v2 = icmp."+p+" v0, v1")
				}
				add("select", "int"+a+", int"+b, "int"+a, "v3 = icmp.lt v0, v1\n v2"+a+" = select v3, v0, v1")
				add("merge", "int"+a+", int"+b, "int"+a, fmt.Sprintf("v2%s = merge.%d v0, v1", a, n))
				for _, op := range []string{"rotate_left", "rotate_right"} {
					add(op, "int"+a+", int"+b, fmt.Sprint("int:u", n), fmt.Sprintf("v2:u%d = %s.%d v0, v1", n, op, n))
				}
			}
			for _, op := range []string{"not", "count_ones", "count_trailing_zeros", "freeze"} {
				for _, result := range []string{a, ""} {
					add(op, "int"+a+", int", "int"+result, "v2"+result+" = "+op+" v0")
				}
			}
			for _, op := range []string{"count_leading_zeros", "bit_reverse"} {
				add(op, "int"+a+", int", fmt.Sprint("int:u", n), fmt.Sprintf("v2:u%d = %s.%d v0", n, op, n))
			}
			add("bswap", "int"+a+", int", fmt.Sprint("int:u", n), fmt.Sprintf("v2:u%d = bswap.%d v0", n, n/8))
			for _, op := range []string{"zext", "sext"} {
				add(op, "int"+a+", int", "int", fmt.Sprintf("v2 = %s v0, %d", op, n))
				add(op, "int"+a+", int", "int", fmt.Sprintf("v2 = %s v0, %d", op, n-1))
				add(op, "int"+a+", int:s64", "int", fmt.Sprintf("v2 = %s v1, %d", op, n))
			}
			add("split", "int"+a+", int", "int", fmt.Sprintf("v2, v3 = split.%d v0", n))
			add("split", "int"+a+", int", "int", fmt.Sprintf("v3, v2 = split.%d v0", n/2))
			add("int_to_bool", "int"+a+", int", "bool", "v2 = int_to_bool v0")
			add("inttoptr", "int"+a+", int", "ptr", "v2 = inttoptr v0 -> ptr")
			for _, f := range []string{"f16", "f32", "f64"} {
				add("si_to_fp", "int"+a+", int", f, "v2 = si_to_fp v0 -> "+f)
				add("ui_to_fp", "int"+a+", int", f, "v2 = ui_to_fp v0 -> "+f)
				for _, op := range []string{"fp_to_si", "fp_to_ui"} {
					for _, sat := range []string{"", ".sat"} {
						add(op, f+", int", "int", fmt.Sprintf("v2 = %s%s.%d v0", op, sat, n))
					}
				}
			}
			add("switch", "int"+a+", int", "int:u8", `v3 = iconst 1
 switch v0, [7: bb1(v3)], bb1(v3)
 bb1(v2: int:u8):`)
			add("argument", "int"+a+", bool", "int"+a, "br bb1(v0)\n bb1(v2: int"+a+`):
 brif v1, bb1(v2), bb2
 bb2:`)
			add("shl by a constant", "int"+a+", int", "int", "v3 = iconst 63\n v2 = shl v0, v3")
			add("shl by a large constant", "int"+a+", int", "int", "v3 = iconst 8000\n v2 = shl v0, v3")
			if n%8 == 0 {
				add("load", "ptr, int", "int", fmt.Sprintf("v2 = load.%d v0, v10", n/8))
				add("store", "ptr, int"+a, "int:u8", fmt.Sprintf("v11 = store.%d v1, v0, v10\n v2 = iconst 1", n/8))
				add("bitcast", fmt.Sprintf("byte(%d), int", n), "int", "v2 = bitcast v0 -> int")
				add("bitcast back", "int"+a+", int", fmt.Sprintf("byte(%d)", n), fmt.Sprintf("v2 = bitcast v0 -> byte(%d)", n))
			}
			add("call", "int"+a+", int", "int"+a, "v3 = symbol_addr @f\n v11, v2 = call v3(v0, v1), v10 -> int"+a)
		}
	}
	made, refused := map[string]int{}, map[string]int{}
	for _, r := range testseed.Every(29, rows) {
		token := "v10"
		if strings.Contains(r.body, "v11") {
			token = "v11"
		}
		text := fmt.Sprintf(`func @f(%s) -> %s {
 bb0(v10: mem):
 v0 = param 0
 v1 = param 1
 %s
 ret v2, %s
}
`, r.params, r.result, r.body, token)
		m, err := parser.Parse("test.tir", []byte(text))
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		bug, err := legalized(m, t)
		switch {
		case bug != "":
			t.Errorf("%s\n%s", bug, text)
		case err == nil:
			made[r.name]++
			if err := ir.Verify(m); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		case !refusal.MatchString(err.Error()):
			t.Errorf("%v\n%s", err, text)
		default:
			refused[r.name]++
		}
	}
	for _, op := range []string{"add", "sub", "div", "rem", "tdiv", "trem", "and", "shr", "icmp", "select", "zext", "split", "argument"} {
		if !testing.Short() && (made[op] == 0 || refused[op] == 0) {
			t.Errorf("%s: legalized %d times, refused %d times", op, made[op], refused[op])
		}
	}
}

func legalized(m *ir.Module, t *testing.T) (bug string, err error) {
	defer func() {
		if p := recover(); p != nil {
			bug = fmt.Sprint(p)
		}
	}()
	_, err = Module(m, machine(t, ""))
	return "", err
}
