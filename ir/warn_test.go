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
