package compiler_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// debugged compiles a C program with debug information, by way of its text, and links it with the C library.
func debugged(t *testing.T, file, level string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// gcc gets the same name of the source.
	file, err = filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Compile([]c.File{{Name: file, Text: text}}, c.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	// What the text says is all that is known.
	again, err := parser.Parse(file, []byte(m.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(again); err != nil {
		t.Fatal(err)
	}
	if again.String() != m.String() {
		t.Fatal("the text does not survive")
	}
	code, err := compiler.Compile(context.Background(), again, compiler.Options{Level: level, Debug: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	if code, err = compiler.Outside(code, nil); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteObject(&b, code); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o, out := filepath.Join(dir, "x.o"), filepath.Join(dir, "x")
	if err := os.WriteFile(o, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("gcc", "-no-pie", "-o", out, o, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	return out
}

var (
	addresses  = regexp.MustCompile(`0x[0-9a-f]{5,}`)
	symbolized = regexp.MustCompile(`<[\w.]*(str)[\w.]*> `) // our literals have symbols
)

// gdb runs commands on a program. What depends on where things lie is the same in all answers.
func gdb(t *testing.T, program string, commands ...string) []string {
	t.Helper()
	args := []string{"-nx", "-batch", "-ex", "set debuginfod enabled off"}
	for _, x := range commands {
		args = append(args, "-ex", "echo >> "+x+"\\n", "-ex", x)
	}
	out, err := exec.Command("gdb", append(args, program)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var all []string
	for _, part := range strings.Split(string(out), ">> ")[1:] {
		part = symbolized.ReplaceAllString(addresses.ReplaceAllString(part, "ADDRESS"), "")
		all = append(all, strings.TrimSpace(part))
	}
	return all
}

// TestGDBOfC: of a C program gdb says the same whether gcc compiled it or we did: lines, names, types and values.
func TestGDBOfC(t *testing.T) {
	for _, row := range []struct {
		file     string
		commands []string
	}{
		{"testdata/gdb/values.c", []string{
			"break twice", "run", "info args", "info locals", "whatis p", "ptype p", "next", "next", "next", "next", "print local", "info locals", "up", "info locals",
			"break compare", "continue", "info args", "next", "next", "print *x", "print *y", "print counter", "finish",
			"delete", "tbreak values.c:46", "continue", "info locals", "print text", "print global", "whatis global", "ptype pq", "ptype fp", "ptype bits", "ptype u",
			"ptype c", "whatis c", "print *pq", "print q.next->y", "print u.b", "print bits.b", "print v[1]@3", "print/x wide", "whatis wide", "print z", "print $_siginfo.si_signo",
			"whatis compare", "whatis twice", "whatis main", "print sizeof(point)", "print sizeof(struct bits)", "print (enum color)-1", "print argv[1]",
		}},
		{"testdata/gdb/more.c", []string{
			"break order", "run", "bt 1", "info args", "next", "next", "print x", "print y", "print seen", "bt -1", "up",
			"delete", "tbreak more.c:20", "continue", "info args", "print total", "print big", "whatis r", "ptype r", "print r->in", "print *r", "whatis big", "print z",
			"up", "info locals", "print o.in[1].hi", "print po->up->m", "print *po->call", "ptype po", "ptype struct inner", "whatis o.in[0].port", "whatis cp", "whatis v", "whatis fixed", "print/x ull", "print o.in[0].name",
		}},
	} {
		ours := gdb(t, debugged(t, row.file, "0"), row.commands...)
		abs, _ := filepath.Abs(row.file)
		reference := filepath.Join(t.TempDir(), "gcc")
		if msg, err := exec.Command("gcc", "-g", "-O0", "-no-pie", "-fno-builtin", "-o", reference, abs, "-lm").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, msg)
		}
		theirs := gdb(t, reference, row.commands...)
		if len(ours) != len(theirs) {
			t.Fatalf("%s: %d answers, and %d of gcc's", row.file, len(ours), len(theirs))
		}
		for n := range ours {
			if ours[n] != theirs[n] {
				t.Errorf("%s: gdb says\n%s\nand of gcc's program\n%s", row.file, ours[n], theirs[n])
			}
		}
	}
}
