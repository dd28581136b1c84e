package llvmir_test

import (
	"fmt"
	"log"

	"github.com/tuffy-ir/tuffy/compiler/llvmir"
	"github.com/tuffy-ir/tuffy/parser"
)

func ExampleWrite() {
	m, err := parser.Parse("twice.tir", []byte(`
func @twice(%x: int:u8) -> int:u16 {
  bb0:
    v0 = param %x
    v1:u16 = add v0, v0
    ret v1
}
`))
	if err != nil {
		log.Fatal(err)
	}
	text, err := llvmir.Write(m)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
	// target triple = "x86_64-pc-linux-gnu"
	//
	// define i16 @"twice"(i8 %p0) {
	// start:
	//   br label %b0
	// b0:
	//   %v0 = zext i8 %p0 to i9
	//   %t0 = sext i9 %v0 to i10
	//   %t1 = sext i9 %v0 to i10
	//   %v1 = add i10 %t0, %t1
	//   %t2 = sext i10 %v1 to i16
	//   ret i16 %t2
	// }
}
