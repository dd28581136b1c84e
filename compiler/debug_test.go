package compiler_test

import (
	"bytes"
	"context"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/sim"
)

// parse reads a program.
func parse(t testing.TB, name string) *ir.Module {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse(name, text)
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// executable compiles a program with a @main.
func executable(t testing.TB, m *ir.Module, level string) []byte {
	t.Helper()
	return image(t, m, compiler.Options{Level: level})
}

// image compiles a program with a @main under options, and checks what each phase makes.
func image(t testing.TB, m *ir.Module, o compiler.Options) []byte {
	t.Helper()
	o.Check = true
	return built(t, m, o)
}

// built compiles a program with a @main under options.
func built(t testing.TB, m *ir.Module, o compiler.Options) []byte {
	t.Helper()
	start, err := runtime.Start(m, false)
	if err != nil {
		t.Fatal(err)
	}
	var parts []*object.Module
	for _, x := range []struct {
		m *ir.Module
		o compiler.Options
	}{{m, o}, {start, compiler.Options{Internal: true}}} {
		code, err := compiler.Compile(context.Background(), x.m, x.o)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, code)
	}
	lib, err := compiler.Library(nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteExec(&b, object.Link(parts[0], []string{runtime.Entry}, parts[1], lib), runtime.Entry); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDebugInfo reads the debug information back with Go's reader: functions, variables with
// locations, and for each line of the source a row.
func TestDebugInfo(t *testing.T) {
	image := executable(t, parse(t, "testdata/debug.tir"), "0")
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var unit *dwarf.Entry
	r := d.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			break
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		switch e.Tag {
		case dwarf.TagCompileUnit:
			unit = e
		case dwarf.TagSubprogram:
			got = append(got, "func "+name)
		case dwarf.TagFormalParameter, dwarf.TagVariable:
			typ, err := d.Type(e.Val(dwarf.AttrType).(dwarf.Offset))
			if err != nil {
				t.Fatal(err)
			}
			kind := map[dwarf.Tag]string{dwarf.TagFormalParameter: "param", dwarf.TagVariable: "var"}[e.Tag]
			got = append(got, fmt.Sprintf("%s %s %s", kind, name, typ))
			if e.AttrField(dwarf.AttrLocation) == nil {
				t.Errorf("%s has no location", name)
			}
		}
	}
	want := "func square; param x s32; var result s64; var after s64; func helper; param y s64; var local s64; func main"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("the entries are\n%s\nwant\n%s", s, want)
	}
	lines := map[int]bool{}
	lr, err := d.LineReader(unit)
	if err != nil {
		t.Fatal(err)
	}
	for {
		var e dwarf.LineEntry
		if err := lr.Next(&e); err != nil {
			break
		}
		if filepath.Base(e.File.Name) != "square.c" {
			t.Errorf("a row of file %s", e.File.Name)
		}
		lines[e.Line] = true
	}
	for _, n := range []int{3, 4, 5, 6, 7, 12, 13, 14, 20, 21} {
		if !lines[n] {
			t.Errorf("no row for line %d", n)
		}
	}
}

// TestReadElf: readelf finds nothing to warn of in objects and executables of real programs.
func TestReadElf(t *testing.T) {
	for _, level := range []string{"0", "2"} {
		for _, file := range []string{"testdata/debug.tir", "../corpus/bench/sieve.tir", "../corpus/bench/fib.tir"} {
			name := filepath.Join(t.TempDir(), "image")
			if err := os.WriteFile(name, executable(t, parse(t, file), level), 0o755); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("readelf", "-a", "-w", name).CombinedOutput()
			if err != nil || bytes.Contains(out, []byte("arning")) {
				t.Errorf("%s: %v\n%s", file, err, out)
			}
		}
	}
}

// TestGDB stops a program on a line, and asks gdb for the frames and for the values of variables,
// in the register, in memory and across a call.
func TestGDB(t *testing.T) {
	if _, err := exec.LookPath("gdb"); err != nil {
		t.Fatal("gdb is not there: make deps installs it")
	}
	for _, level := range []string{"0", "1"} {
		name := filepath.Join(t.TempDir(), "image")
		m := parse(t, "testdata/debug.tir")
		if err := os.WriteFile(name, executable(t, m, level), 0o755); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("gdb", "-nx", "-batch", "-ex", "break square.c:13", "-ex", "run", "-ex", "backtrace",
			"-ex", "print y", "-ex", "print local", "-ex", "up", "-ex", "print x", "-ex", "print result", name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var want []string
		if level == "0" {
			want = []string{"Breakpoint 1, helper (y=9)", "#1 ", "square (", "square.c:5", "#2 ", "main () at", "square.c:20", "$1 = 9", "$2 = 9", "= 9"}
		}
		for _, w := range want {
			if !bytes.Contains(out, []byte(w)) {
				t.Errorf("-O%s: gdb does not say %q:\n%s", level, w, out)
			}
		}
		// What has a value must have the right one: x is 3, result 9.
		for _, line := range strings.Split(string(out), "\n") {
			if strings.Contains(line, "(x=") && !strings.Contains(line, "x=3)") && !strings.Contains(line, "x=<optimized out>") {
				t.Errorf("-O%s: x is 3: %s", level, line)
			}
		}
	}
}

// TestGDBValues: in a program without locations of another source every value is shown by its name in the text,
// block arguments too, in each iteration of a loop and in the caller's frame, and nothing is optimized out.
// What is expected was worked out by hand: the loop adds 1 to 9 to -5.
func TestGDBValues(t *testing.T) {
	name := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(name, image(t, parse(t, "testdata/plain.tir"), compiler.Options{Debug: true}), 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{"-nx", "-batch", "-ex", "break plain.tir:14", "-ex", "run"}
	for range 3 {
		args = append(args, "-ex", "info args", "-ex", "info locals", "-ex", `printf "%d %d %d %d\n", v30, v31, v32, v33`, "-ex", "continue")
	}
	args = append(args, "-ex", "delete", "-ex", "break plain.tir:19", "-ex", "continue", "-ex", "print v32", "-ex", "print v35", "-ex", "print/x v41",
		"-ex", "print *(long*)v21", "-ex", "up", "-ex", "print v2", "-ex", "whatis v2", "-ex", "info locals", name)
	out, err := exec.Command("gdb", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	for _, w := range []string{"Breakpoint 1, sum (n=10", "1 -5 -4 2\n", "2 -4 -2 3\n", "3 -2 1 4\n", "v30 = 1 '\\001'", "v34 = 0.5", "v20 = 10", "v23 = -5",
		"= 40\n", "= false\n", "main () at", "plain.tir:27", "v20 = 10\nv21 = 0x", "= 10\n", "type = s32\n"} {
		at := strings.Index(text, w)
		if at < 0 {
			t.Errorf("gdb does not say %q:\n%s", w, out)
		}
	}
	if strings.Contains(text, "optimized out") || strings.Contains(text, "No symbol") {
		t.Errorf("a value is missing:\n%s", out)
	}
}

// TestGDBKinds: floats in a loop and the fields of structs have the values that they have by hand: 20 + 0 where 3.25 is above
// 1.5; 2.5 times 0 and 1 by the third round.
func TestGDBKinds(t *testing.T) {
	for _, row := range []struct {
		file     string
		commands []string
		want     string
	}{
		{"fields.tir", []string{"break fields.tir:14", "run", "output v1", "output v1.f1", "output v8", "output v10", "up", "output v8", "output v9.f0", "info locals"},
			"{f0 = 20, f1 = 3.25}3.2520true|{f0 = 20, f1 = 0}20"},
		{"floats.tir", []string{"break floats.tir:13", "run", "continue", "continue", "output v20", "output v21", "output v30", "output v22", "info locals", "delete", "break floats.tir:19", "continue", "output v20", "output v21"},
			"22.52true|525"},
	} {
		name := filepath.Join(t.TempDir(), "image")
		if err := os.WriteFile(name, image(t, parse(t, filepath.Join("testdata", row.file)), compiler.Options{Debug: true}), 0o755); err != nil {
			t.Fatal(err)
		}
		args := []string{"-nx", "-batch"}
		for _, c := range row.commands {
			args = append(args, "-ex", c)
		}
		out, err := exec.Command("gdb", append(args, name)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for want := range strings.SplitSeq(row.want, "|") {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: gdb does not say %s:\n%s", row.file, want, out)
			}
		}
		if strings.Contains(string(out), "optimized out") {
			t.Errorf("%s: a value is missing:\n%s", row.file, out)
		}
	}
}

// TestDebugRuns: places of values change nothing of what programs do, whatever types they have.
func TestDebugRuns(t *testing.T) {
	files, err := filepath.Glob("../corpus/pass/*.tir")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range append(testseed.Every(3, files), "testdata/debug.tir", "../corpus/bench/fib.tir") {
		m := parse(t, file)
		if main := m.Func("main"); main == nil || len(main.Params) > 0 || strings.Contains(file, "ptr_bytes") { // which shows an address
			continue
		}
		var got [2]string
		for n, debug := range []bool{false, true} {
			start, err := runtime.Start(m, false)
			if err != nil {
				continue
			}
			code, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Debug: debug, Check: true})
			if err != nil {
				got[n] = err.Error()
				continue
			}
			first, err := compiler.Compile(context.Background(), start, compiler.Options{Internal: true})
			if err != nil {
				t.Fatal(err)
			}
			lib, err := compiler.Library(nil)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := object.WriteExec(&b, object.Link(code, []string{runtime.Entry}, first, lib), runtime.Entry); err != nil {
				t.Fatal(err)
			}
			var printed bytes.Buffer
			s := sim.New(sim.Options{Args: []string{"program"}, Stdout: &printed, StackSize: 8 << 20})
			if err := s.LoadELF(bytes.NewReader(b.Bytes())); err != nil {
				t.Fatal(err)
			}
			stop := s.Run(context.Background())
			stop.PC = 0
			got[n] = fmt.Sprint(stop.Kind, stop.Code, printed.String())
			ran++
		}
		if got[0] != got[1] {
			t.Errorf("%s: with places for values %s, without %s", file, got[1], got[0])
		}
	}
	if ran < 20 {
		t.Errorf("only %d runs", ran)
	}
}

// TestAssembler: GNU as makes of -S the sections that -c writes.
func TestAssembler(t *testing.T) {
	ranged, _ := kernels(t)
	files := append(testseed.Every(3, ranged), "testdata/debug.tir")
	dir := t.TempDir()
	for _, level := range []string{"0", "2"} {
		for _, file := range files {
			if strings.Contains(file, "wide4096") && testing.Short() {
				continue
			}
			code, err := compiler.Compile(context.Background(), parse(t, file), compiler.Options{Level: level})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			var text, obj bytes.Buffer
			if err := object.WriteAsm(&text, code); err != nil {
				t.Fatal(err)
			}
			if err := object.WriteObject(&obj, code); err != nil {
				t.Fatal(err)
			}
			s, o := filepath.Join(dir, "x.s"), filepath.Join(dir, "x.o")
			if err := os.WriteFile(s, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("as", "-o", o, s).CombinedOutput(); err != nil {
				t.Errorf("%s at -O%s: as: %v\n%s", file, level, err, out)
				continue
			}
			theirs, err := elf.Open(o)
			if err != nil {
				t.Fatal(err)
			}
			ours, err := elf.NewFile(bytes.NewReader(obj.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{".text", ".rodata", ".data.rel.ro", ".data"} {
				a, b := contents(t, ours, name), contents(t, theirs, name)
				n := 0
				for n < len(a) && n < len(b) && a[n] == b[n] {
					n++
				}
				if n < len(a) || n < len(b) {
					t.Errorf("%s at -O%s: %s differs at %#x: % x, as makes % x", file, level, name, n, a[n:min(n+16, len(a))], b[n:min(n+16, len(b))])
				}
			}
			theirs.Close()
		}
	}
}

func contents(t *testing.T, f *elf.File, name string) []byte {
	t.Helper()
	s := f.Section(name)
	if s == nil {
		return nil
	}
	b, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	return b
}
