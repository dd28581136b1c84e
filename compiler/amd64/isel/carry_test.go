//go:build amd64 && linux

package isel_test

import (
	"fmt"
	"testing"
)

// TestCarries: sums and differences with the truth of an unsigned comparison, of every predicate, in both orders, with sums
// whose flags the comparison could have, also where it is read twice or of other numbers.
func TestCarries(t *testing.T) {
	var fs []testFunc
	for _, w := range []width{{32, false}, {64, false}} {
		word := fmt.Sprint("u", w.n)
		for _, pred := range []string{"lt", "le", "gt", "ge", "eq"} {
			for _, op := range []string{"add", "sub"} {
				for _, operands := range []string{"v4, v1", "v4, v2", "v1, v4", "v1, v2", "v1, v3", "v4, v7"} {
					// v13 is a sum that only the last instruction reads, or not at all.
					for _, last := range []string{"v3, v6", "v6, v3", "v13, v6"} {
						fs = append(fs, testFunc{[]width{w, w, w}, "int:" + word, fmt.Sprintf(`v7: int:%[1]s = iconst 77
v8: int:i%[2]d = %[3]s v3, v2
v13: int:%[1]s = zext v8, %[2]d
v10: int:i%[2]d = %[3]s v1, v2
v4: int:%[1]s = zext v10, %[2]d
v5: bool = icmp.%[4]s %[5]s
v6: int:u1 = bool_to_int v5
v11: int:i%[2]d = %[3]s %[6]s
v12: int:%[1]s = zext v11, %[2]d
v14: int:i%[2]d = xor v12, v4
v9: int:%[1]s = zext v14, %[2]d`, word, w.n, op, pred, operands, last)})
					}
				}
			}
		}
	}
	runAll(t, fs)
}

// TestWideIndex: offsets computed from numbers of few bits that registers hold whole.
func TestWideIndex(t *testing.T) {
	var fs []testFunc
	for _, w := range []width{{8, false}, {8, true}, {16, true}, {32, false}, {32, true}} {
		for _, op := range []string{"add", "sub", "mul", "and", "or", "xor", "shl"} {
			fs = append(fs, testFunc{[]width{w, w}, "int:u8", fmt.Sprintf(`v3: ptr = stack_slot 16384 align 16
v4: int:u8 = iconst 90
v5: int:u16 = iconst 16384
v6: mem = memset v3, v4, v5, v0
v7: int:u4 = zext v1, 4
v8: int:u5 = zext v2, 2
v22: int:s12 = %s v7, v8
v10: int:s13 = mul v22, v8
v11: int:u14 = iconst 8000
v12: int:s15 = add v10, v11
v13: ptr = ptradd v3, v12
v14: int:u8 = zext v22, 8
v40: mem = store.1 v14, v13, v6
v16: ptr = ptradd v3, v11
v17: int:u8 = load.1 v16, v40
v18: int:u8 = load.1 v13, v40
v19: int:s15 = xor v17, v12
v20: int:s16 = add v19, v18
v9: int:u8 = zext v20, 8`, op)})
		}
	}
	runAll(t, fs)
}
