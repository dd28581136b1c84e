package llvm_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
)

const whole = `source_filename = "a.c"
target triple = "x86_64-pc-linux-gnu"

%used = type { i32, ptr }
%unused = type { i8 }
$shared = comdat any

@text = private constant [4 x i8] c"@no\00"
@table = internal constant { ptr, i64 } {
  ptr @far,
  i64 3 }
@alone = global i32 1

; a comment
define i32 @main() #0 !dbg !4 {
  %p = alloca %used
  %r = call i32 @near(ptr @text), !dbg !6
  ret i32 %r
}

define internal i32 @near(ptr %x) personality ptr @person {
  %t = load ptr, ptr @table
  %r = call i32 @shared()
  ret i32 %r
}

define void @far() {
  ret void
}

define linkonce_odr i32 @shared() comdat {
  ret i32 1
}

define void @other() #1 {
  ret void
}

declare i32 @person(...)
declare void @nobody()

attributes #0 = { nounwind }
attributes #1 = { noinline }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1, !2}

!0 = !{i32 7, !"PIC Level", i32 2}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !3)
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, producer: "other")
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = distinct !DISubprogram(name: "main", file: !3, unit: !1)
!6 = !DILocation(line: 1, scope: !4)
!7 = !{!"unused"}
`

// TestExtract takes a part of a module, whole and without debug information, with a function that is only declared.
func TestExtract(t *testing.T) {
	for _, x := range []struct {
		part     llvm.Part
		has, not []string
	}{
		{llvm.Part{Roots: []string{"main"}},
			[]string{"%used =", "$shared =", "@text =", "i64 3 }", "@main()", "@near(", "@far()", "@shared()", "@person", "#0 =", "!0 =", "!1 =", "!3 =", "!6 =", "!llvm.dbg.cu = !{!1}"},
			[]string{"%unused", "@alone", "@other", "@nobody", "#1", "!2 =", "!7 ="}},
		{llvm.Part{Roots: []string{"main"}, StripDebug: true, Cut: func(name string) bool { return name == "near" }},
			[]string{"@main() #0 {", "declare i32 @near(ptr %x)\n", "@text"}, []string{"@shared", "@table", "!dbg", "!4", "!llvm.dbg.cu"}},
		{llvm.Part{Roots: []string{"shared", "alone"}}, []string{"@alone", "$shared"}, []string{"@main", "@text"}},
	} {
		got, err := llvm.Extract(whole, x.part)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range x.has {
			if !strings.Contains(got, s) {
				t.Errorf("%v lacks %q:\n%s", x.part.Roots, s, got)
			}
		}
		for _, s := range x.not {
			if strings.Contains(got, s) {
				t.Errorf("%v has %q:\n%s", x.part.Roots, s, got)
			}
		}
		compile(t, "part.ll", got)
	}
	if _, err := llvm.Extract(whole, llvm.Part{Roots: []string{"absent"}}); err == nil {
		t.Error("a function that is not there was found")
	}
}
