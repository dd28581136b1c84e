//go:build amd64 && linux

package isel_test

import (
	"fmt"
	"strings"
	"testing"
)

// floats are the formats with their bits and the integer type of that size.
var floats = []struct {
	name  string
	bits  int
	width width
	nan   string
}{{"f32", 32, float32s, "0x7fc00000"}, {"f64", 64, float64s, "0x7ff8000000000000"}}

// canonical ends a function whose result is the float v7: as bits, with one NaN for all, since
// which one an operation makes is not specified.
func canonical(name string, bits int, nan string) string {
	return fmt.Sprintf("\nv10: bool = fcmp.uno v7, v7\nv11: %s = fconst.%s %s\nv12: %s = select v10, v11, v7\nv9: int:u%d = bitcast v12", name, name, nan, name, bits)
}

func TestFloat(t *testing.T) {
	var fs []testFunc
	for _, f := range floats {
		two := []width{f.width, f.width}
		in := fmt.Sprintf("v5: %s = bitcast v1\nv6: %s = bitcast v2\n", f.name, f.name)
		result := fmt.Sprintf("int:u%d", f.bits)
		for _, op := range []string{"fadd", "fsub", "fmul", "fdiv", "fminnum", "fmaxnum", "copysign"} {
			fs = append(fs, testFunc{two, result, in + fmt.Sprintf("v7: %s = %s v5, v6", f.name, op) + canonical(f.name, f.bits, f.nan)})
		}
		for _, op := range []string{"fneg", "fabs", "fsqrt"} {
			fs = append(fs, testFunc{[]width{f.width}, result, fmt.Sprintf("v5: %s = bitcast v1\nv7: %s = %s v5", f.name, f.name, op) + canonical(f.name, f.bits, f.nan)})
		}
		// Conditions of several comparisons, also where one is read twice or is no comparison of floats.
		for _, c := range []string{
			"v8: bool = bor v13, v14", "v8: bool = band v13, v14", "v8: bool = bxor v13, v14",
			"v17: bool = band v13, v14\nv18: bool = bor v15, v17\nv8: bool = bxor v18, v16", "v17: bool = bor v13, v14\nv18: bool = band v13, v17\nv8: bool = bxor v18, v17",
			"v17: bool = bor v13, v14\nv18: bool = bor v15, v16\nv19: bool = bor v17, v18\nv20: bool = fcmp.ult v6, v5\nv8: bool = band v19, v20",
			"v17: bool = icmp.lt v1, v2\nv8: bool = bor v13, v17",
		} {
			fs = append(fs, testFunc{two, result, in + fmt.Sprintf(`v13: bool = fcmp.olt v5, v6
v14: bool = fcmp.uge v6, v6
v15: bool = fcmp.oeq v5, v6
v16: bool = fcmp.uno v5, v6
%s
v9: int:u%d = select v8, v1, v2`, c, f.bits)}, testFunc{two, result, in + fmt.Sprintf(`v13: bool = fcmp.olt v5, v6
v14: bool = fcmp.uge v6, v6
v15: bool = fcmp.oeq v5, v6
v16: bool = fcmp.uno v5, v6
%s
v7: %s = select v8, v5, v6`, c, f.name) + canonical(f.name, f.bits, f.nan)})
		}
		for p := range strings.FieldsSeq("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true") {
			fs = append(fs,
				testFunc{two, "bool", in + fmt.Sprintf("v9: bool = fcmp.%s v5, v6", p)},
				testFunc{two, "int:u8", in + fmt.Sprintf("v8: bool = fcmp.%s v5, v6\nv3: int:u8 = iconst 1\nv4: int:u8 = iconst 0\nv9: int:u8 = select v8, v3, v4", p)},
				testFunc{two, result, in + fmt.Sprintf("v8: bool = fcmp.%s v5, v6\nv9: int:u%d = select v8, v1, v2", p, f.bits)},
				testFunc{two, "int:u8", in + fmt.Sprintf(`v8: bool = fcmp.%s v5, v6
brif v8, bb1(v0), bb2(v0)
bb1(v0: mem):
v10: int:u8 = iconst 1
br bb3(v10, v0)
bb2(v0: mem):
v10: int:u8 = iconst 2
br bb3(v10, v0)
bb3(v9: int:u8, v0: mem):`, p)})
		}
	}
	fs = append(fs,
		testFunc{[]width{float32s}, "int:u64", "v5: f32 = bitcast v1\nv7: f64 = fp_convert v5 -> f64" + canonical("f64", 64, floats[1].nan)},
		testFunc{[]width{float64s}, "int:u32", "v5: f64 = bitcast v1\nv7: f32 = fp_convert v5 -> f32" + canonical("f32", 32, floats[0].nan)})
	runAll(t, arrows(relabel(fs)))
}

func TestFloatInt(t *testing.T) {
	var fs []testFunc
	for _, f := range floats {
		for _, w := range testWidths {
			op := "ui_to_fp"
			if w.signed {
				op = "si_to_fp"
			}
			fs = append(fs, testFunc{[]width{w}, fmt.Sprintf("int:u%d", f.bits), fmt.Sprintf("v7: %s = %s v1 -> %s", f.name, op, f.name) + canonical(f.name, f.bits, f.nan)})
			op = "fp_to_ui"
			if w.signed {
				op = "fp_to_si"
			}
			for _, sat := range []string{"", ".sat"} {
				fs = append(fs, testFunc{[]width{f.width}, "int:" + w.String(), fmt.Sprintf("v5: %s = bitcast v1\nv9: int:%s = %s%s.%d v5", f.name, w, op, sat, w.n)})
			}
		}
	}
	runAll(t, arrows(fs))
}

// arrows writes the result types of bitcasts as the grammar has them.
func arrows(fs []testFunc) []testFunc {
	for k := range fs {
		lines := strings.Split(fs[k].body, "\n")
		for n, line := range lines {
			if strings.Contains(line, "bitcast") {
				head, _, _ := strings.Cut(line, " = ")
				_, typ, _ := strings.Cut(head, ": ")
				lines[n] = line + " -> " + typ
			}
		}
		fs[k].body = strings.Join(lines, "\n")
	}
	return fs
}

// TestReinterpret: an int that needs fewer bits than the type that it becomes has defined bits there.
func TestReinterpret(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		for _, to := range []struct {
			name string
			bits uint
		}{{"byte(1)", 8}, {"byte(2)", 16}, {"byte(4)", 32}, {"byte(8)", 64}, {"f16", 16}, {"f32", 32}, {"f64", 64}} {
			if w.n > to.bits || w.signed && w.n == to.bits {
				continue
			}
			for _, ext := range []string{"zext", "sext"} {
				for _, from := range []uint{3, 8, 16, w.n} {
					if from > w.n {
						continue
					}
					fs = append(fs, testFunc{[]width{w}, fmt.Sprintf("int:u%d", to.bits),
						fmt.Sprintf("v5: int = %s v1, %d\nv7: %s = bitcast v5\nv9: int:u%d = bitcast v7", ext, from, to.name, to.bits)})
				}
			}
		}
	}
	runAll(t, arrows(relabel(fs)))
}
