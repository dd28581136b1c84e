package engines_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest/engines"
)

// fieldPrograms have ints in structs and arrays that are passed: without claims, with claims that inputs
// violate, of more than 64 bits, across blocks, and through a pointer.
const fieldPrograms = `
func @id(struct{int, int}) -> struct{int, int} {
  bb0:
    v0 = param 0
    ret v0
}

func @swap(struct{int:s64, f32}, [int:u8; 4]) -> (struct{f32, int:s64}, [int:u8; 4], struct{int, bool}) {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = extractvalue v0, [0]
    v3 = extractvalue v0, [1]
    v4 = poison -> struct{f32, int}
    v5 = insertvalue v4, v3, [0]
    v6 = insertvalue v5, v2, [1]
    v7 = extractvalue v1, [3]
    v8 = insertvalue v1, v7, [0]
    v9 = poison -> struct{int, bool}
    v10 = insertvalue v9, v7, [0]
    v11 = icmp.lt v2, v7
    v12 = insertvalue v10, v11, [1]
    ret v6, v8, v12
}

func @wide(int:s64, struct{bool, int:s100, int:u8}, struct{int:u128}) -> struct{int:s101, int:s8} noinline {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = extractvalue v1, [1]
    v3 = extractvalue v1, [2]
    v4 = add v2, v3
    v5 = param 2
    v6 = extractvalue v5, [0]
    v7 = poison -> struct{int, int}
    v8 = insertvalue v7, v4, [0]
    v9 = sext v6, 8
    v10 = insertvalue v8, v9, [1]
    ret v10
}

func @through(int:s64, struct{bool, int:s100, int:u8}, struct{int:u128}) -> int:s101 {
  bb0(v0: mem):
    v1 = stack_slot 8
    v2 = symbol_addr @wide
    v3 = store.8 v2, v1, v0
    v4 = load.8 v1, v3 -> ptr
    v5 = param 0
    v6 = param 1
    v7 = param 2
    v8, v9 = call v4(v5, v6, v7), v3 -> struct{int:s101, int}
    v10 = extractvalue v9, [0]
    v11:s101 = add v10, v5
    ret v11, v8
}

func @blocks(struct{int:s32, int:u16}, int:u8) -> int:s64 {
  bb0:
    v0 = param 0
    v1 = param 1
    br bb1(v0, v1)
  bb1(v2: struct{int:s40, int:u16}, v3:u8: int):
    v4 = extractvalue v2, [0]
    v5 = extractvalue v2, [1]
    v6 = add v4, v5
    v7:s40 = sext v6, 40
    v8 = insertvalue v2, v7, [0]
    v9 = iconst 0
    v10 = icmp.eq v3, v9
    v11 = iconst -1
    v12 = add v3, v11
    v13:u8 = zext v12, 8
    brif v10, bb2(v8), bb1(v8, v13)
  bb2(v14: struct{int:s40, int}):
    v15 = extractvalue v14, [0]
    ret v15
}
`

// TestFieldClaims: what is claimed of ints in structs and arrays, and what is not, is passed as the
// interpreter has it.
func TestFieldClaims(t *testing.T) {
	m := module(t, "fields.tir", fieldPrograms)
	list, err := engines.Check(context.Background(), m, engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: 40, Compile: compiler.Options{Check: true}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != strings.Count(fieldPrograms, "func @") {
		t.Errorf("%d functions were checked", len(list))
	}
	for _, a := range list {
		if len(a.Rejected) > 0 || len(a.Differences) > 0 || a.Compared == 0 {
			t.Errorf("%s: %d compared, rejected: %v\n%s", a.Func, a.Compared, a.Rejected, a)
		}
	}
}

// TestFieldReadBeyondItsBytes: an int field that nothing is claimed of arrives as 64 bits, which is said where
// more are read.
func TestFieldReadBeyondItsBytes(t *testing.T) {
	m := module(t, "field.tir", `func @f(struct{int, int}) -> bool {
  bb0:
    v0 = param 0
    v1 = extractvalue v0, [1]
    v2 = iconst 0
    v3 = icmp.lt v1, v2
    ret v3
}
`)
	_, err := compiler.Compile(context.Background(), m, compiler.Options{})
	if err == nil || !strings.Contains(err.Error(), "claim one, such as :s64") {
		t.Errorf("%v", err)
	}
}
