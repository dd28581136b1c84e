package ir_test

import (
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestWarnings: claims that go against those of the signature are told with their place; those that it
// implies, and results claimed to be less, are not.
func TestWarnings(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:s8, int:u8, int:s8, int:s8, int, ptr:align8, int:i8, int:known(0??1)) -> (int:u8, int:u8, int:u8) {
bb0:
  v0:u8 = param 0
  v1:s9 = param 1
  v2:s8 = param 2
  v3 = param 3
  v4:u4 = param 4
  v5:align16 = param 5
  v6:u8 = param 6
  v7:known(?0) = param 7
  ret v1:u4, v1:s8, v1:i4
}
`)
	var got []string
	for _, w := range ir.Warnings(m) {
		got = append(got, w.Error())
	}
	const tail = " is claimed here: what breaks one of them is poison"
	want := []string{
		"test.tir:3:3: @f, bb0: warning: the signature says :s8 of parameter 0, and :u8" + tail,
		"test.tir:8:3: @f, bb0: warning: the signature says :align8 of parameter 5, and :align16" + tail,
		"test.tir:9:3: @f, bb0: warning: the signature says :i8 of parameter 6, and :u8" + tail,
		"test.tir:10:3: @f, bb0: warning: the signature says :known(0??1) of parameter 7, and :known(?0)" + tail,
		"test.tir:11:3: @f, bb0: warning: the signature says :u8 of result 1, and :s8" + tail,
		"test.tir:11:3: @f, bb0: warning: the signature says :u8 of result 2, and :i4" + tail,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestWeakerClaims: a claim on an operand that is weaker than that on its definition is told of; one that is stronger, equal, says
// something else or says which bits matter is not, and all of it verifies.
func TestWeakerClaims(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:s8, int) -> (int, int) {
bb0:
  v0:s8 = param 0
  v1 = param 1
  v2 = add v0:s64, v1:s64
  v3 = add v0:s8, v0:s7
  v4 = add v0:u8, v0:i8
  v5:u4 = add v0, v1
  v6 = add v5:s5, v5:u5
  br bb1(v5:s9, v6:s9)
bb1(v7:s9: int, v8: int):
  ret v7:s10, v8
}
`)
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range ir.Warnings(m) {
		got = append(got, w.Error())
	}
	const tail = " says nothing here: leave it out"
	want := []string{
		"test.tir:5:3: @f, bb0: warning: v0 is defined with the claim :s8, so :s64" + tail,
		"test.tir:9:3: @f, bb0: warning: v5 is defined with the claim :u4, so :s5" + tail,
		"test.tir:9:3: @f, bb0: warning: v5 is defined with the claim :u4, so :u5" + tail,
		"test.tir:10:3: @f, bb0: warning: v5 is defined with the claim :u4, so :s9" + tail,
		"test.tir:12:3: @f, bb1: warning: v7 is defined with the claim :s9, so :s10" + tail,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
