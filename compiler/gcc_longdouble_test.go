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

// TestLongDoubleWithGCC: programs that compare long doubles of every kind, and compute with them, print the same,
// compiled by us at each level, as when gcc compiles them.
func TestLongDoubleWithGCC(t *testing.T) {
	for _, name := range []string{"longdouble", "longdouble_compare", "longdouble_library", "longdouble_complex"} {
		t.Run(name, func(t *testing.T) { likeGCC(t, "../corpus/c/pass/"+name+".c") })
	}
}

func likeGCC(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command(gcctest.Build(t, map[string]string{"program.c": string(text)}, "-w", "-lm")).Output()
	if err != nil || len(want) == 0 {
		t.Fatalf("%v, %d bytes of output", err, len(want))
	}
	for _, level := range []string{"0", "1", "2", "3"} {
		m, err := c.Compile([]c.File{{Name: "program.c", Text: text}}, c.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		if o, err = compiler.Outside(o, nil); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := object.WriteObject(&b, o); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "program.o")
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command(gcctest.Build(t, nil, "-w", name, "-lm")).Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("-O%s: %v, the output differs from that of gcc's program", level, err)
		}
	}
}
