package compiler_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
)

// TestProgramsWithGCC: programs of the corpus with inline assembly and intrinsics print the same, compiled by us at each
// level and as code for executables at any address, as when gcc compiles them.
func TestProgramsWithGCC(t *testing.T) {
	for _, name := range []string{"asm.c", "asm_x87.c", "intrinsics.c", "intrinsics_table.c"} {
		text, err := os.ReadFile(filepath.Join("../corpus/c/pass", name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := exec.Command(gcctest.Build(t, map[string]string{"program.c": string(text)}, "-w", "-msse4.2", "-maes", "-mpclmul")).Output()
		if err != nil || len(want) == 0 {
			t.Fatalf("%v, %d bytes of output", err, len(want))
		}
		for _, o := range []compiler.Options{{Level: "0"}, {Level: "2"}, {Level: "0", Position: compiler.PIC}, {Level: "2", Position: compiler.PIE, Debug: true}} {
			m, err := c.Compile([]c.File{{Name: "program.c", Text: text}}, c.Options{})
			if err != nil {
				t.Fatal(err)
			}
			code, err := compiler.Compile(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := object.WriteObject(&b, code); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "program.o")
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := exec.Command(gcctest.Build(t, nil, "-w", file)).Output()
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s -O%s: %v, the output\n%s\ndiffers from that of gcc's program\n%s", name, o.Level, err, got, want)
			}
		}
	}
}

// TestSegments: objects in the address spaces of fs and gs.
func TestSegments(t *testing.T) { likeGCC(t, "testdata/segments.c") }
