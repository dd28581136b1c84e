package object_test

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
	"github.com/tuffy-ir/tuffy/compiler/object"
)

// code makes bytes of hexadecimal digits.
func code(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sample has every kind of section and reference: _start adds up what is in four places and exits
// with it.
//
//	table: const, the address of x; x: data 40; y: zero; one: a constant of the function, 1
func sample(t *testing.T) *object.Module {
	start := &object.Func{Name: "_start", Align: 16, Code: code(t, `
		48 8b 05 00000000
		8b 38
		03 3d 00000000
		03 3d 00000000
		e8 00000000
		b8 e7000000
		0f 05`),
		Relocs: []object.Reloc{
			{Offset: 3, Kind: object.PC32, Symbol: "table", Add: -4},
			{Offset: 11, Kind: object.PC32, Symbol: "y", Add: -4},
			{Offset: 17, Kind: object.PC32, Symbol: "one", Add: -4},
			{Offset: 22, Kind: object.PLT32, Symbol: "plus one", Add: -4},
		},
		Unwind: []object.Unwind{{CFAReg: 7, CFA: 8}},
		Consts: []object.Data{{Name: "one", Bytes: []byte{1, 0, 0, 0}, Align: 4, Const: true}}}
	plus := &object.Func{Name: "plus one", Align: 16, Code: code(t, "83 c7 01 c3"), Unwind: []object.Unwind{{CFAReg: 7, CFA: 8}}}
	return &object.Module{Name: "sample.tir", Disassemble: emit.Disassemble, Funcs: []*object.Func{start, plus}, Data: []object.Data{
		{Name: "table", Const: true, Bytes: make([]byte, 8), Align: 8, Relocs: []object.Reloc{{Kind: object.Abs64, Symbol: "x"}}},
		{Name: "x", Bytes: []byte{40, 0, 0, 0}, Zero: 4, Align: 4},
		{Name: "y", Zero: 4096, Align: 64},
	}}
}

func exitStatus(t *testing.T, name string) int {
	t.Helper()
	err := exec.Command(name).Run()
	var e *exec.ExitError
	if err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e == nil {
		return 0
	}
	return e.ExitCode()
}

// TestExec runs an executable, and what ld makes of the object of the same module.
func TestExec(t *testing.T) {
	m := sample(t)
	dir := t.TempDir()
	var image, obj, text bytes.Buffer
	if err := object.WriteExec(&image, m, "_start"); err != nil {
		t.Fatal(err)
	}
	if err := object.WriteObject(&obj, m); err != nil {
		t.Fatal(err)
	}
	if err := object.WriteAsm(&text, m); err != nil {
		t.Fatal(err)
	}
	name := func(s string) string { return filepath.Join(dir, s) }
	for file, b := range map[string]*bytes.Buffer{"a": &image, "b.o": &obj, "c.s": &text} {
		if err := os.WriteFile(name(file), b.Bytes(), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	run("ld", "-o", name("b"), name("b.o"))
	run("ld", "-pie", "--no-dynamic-linker", "-z", "text", "-o", name("b.pie"), name("b.o"))
	run("as", "-o", name("c.o"), name("c.s"))
	run("ld", "-o", name("c"), name("c.o"))
	for _, file := range []string{"a", "b", "c"} {
		if got := exitStatus(t, name(file)); got != 42 {
			t.Errorf("%s exits with %d, want 42", file, got)
		}
	}
	sameSections(t, name("b.o"), name("c.o"))
}

// sameSections compares what two objects load.
func sameSections(t *testing.T, a, b string) {
	t.Helper()
	x, err := elf.Open(a)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	y, err := elf.Open(b)
	if err != nil {
		t.Fatal(err)
	}
	defer y.Close()
	for _, n := range []string{".text", ".rodata", ".data.rel.ro", ".data"} {
		s, u := x.Section(n), y.Section(n)
		if s == nil || s.Size == 0 {
			continue
		}
		if u == nil {
			t.Errorf("as makes no %s", n)
			continue
		}
		p, err1 := s.Data()
		q, err2 := u.Data()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if !bytes.Equal(p, q) {
			t.Errorf("%s differs:\n% x\n% x", n, p, q)
		}
	}
}

// TestReadElf lets readelf look for what is wrong.
func TestReadElf(t *testing.T) {
	m := sample(t)
	for _, kind := range []string{"object", "executable"} {
		var b bytes.Buffer
		write := func() error { return object.WriteExec(&b, m, "_start") }
		if kind == "object" {
			write = func() error { return object.WriteObject(&b, m) }
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), kind)
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("readelf", "-a", "-w", name).CombinedOutput()
		if err != nil || strings.Contains(strings.ToLower(string(out)), "warning") || strings.Contains(string(out), "rror:") {
			t.Errorf("%s: %v\n%s", kind, err, out)
		}
	}
}

// TestLink takes from libraries what is needed and nothing else.
func TestLink(t *testing.T) {
	f := func(name string, to ...string) *object.Func {
		g := &object.Func{Name: name, Code: make([]byte, 5*len(to)+1)}
		for n, s := range to {
			g.Relocs = append(g.Relocs, object.Reloc{Offset: uint64(5*n + 1), Kind: object.PLT32, Symbol: s, Add: -4})
		}
		return g
	}
	main := &object.Module{Funcs: []*object.Func{f("main", "a"), f("mine")}}
	lib := &object.Module{Funcs: []*object.Func{f("a", "b", "mine"), f("b", "a", "d"), f("mine"), f("unused", "nowhere")}, Data: []object.Data{{Name: "d", Zero: 1}, {Name: "e", Zero: 1}}}
	got := object.Link(main, nil, lib)
	var names []string
	for _, g := range got.Funcs {
		names = append(names, g.Name)
	}
	if s := strings.Join(names, " "); s != "main mine a b" {
		t.Errorf("functions: %s", s)
	}
	if len(got.Data) != 1 || got.Data[0].Name != "d" {
		t.Errorf("data: %v", got.Data)
	}
	var missing *object.UndefinedError
	if err := object.WriteExec(&bytes.Buffer{}, main, "main"); !errors.As(err, &missing) || strings.Join(missing.Names, " ") != "a" {
		t.Errorf("without the library: %v", err)
	}
	twice := &object.Module{Funcs: []*object.Func{f("x"), f("x")}}
	if err := object.WriteObject(&bytes.Buffer{}, twice); err == nil {
		t.Error("a symbol that is defined twice is taken")
	}
}

// TestNamesOfAssemblers: what is a local label or a section to GNU as is refused as text, and fine in an object.
func TestNamesOfAssemblers(t *testing.T) {
	for _, name := range []string{".L0", ".Lrodata", ".text", ".bss", ".data.rel.ro"} {
		m := &object.Module{Name: "n", Data: []object.Data{{Name: name, Bytes: []byte{1}}}}
		if err := object.WriteAsm(&bytes.Buffer{}, m); err == nil {
			t.Errorf("%s is written as text", name)
		}
		if err := object.WriteObject(&bytes.Buffer{}, m); err != nil {
			t.Error(err)
		}
	}
}

// TestLocalsAndAliases: local functions come before global symbols, an alias is the same address, and parts of a
// library that main does not name are bound to the library's, whatever main defines.
func TestLocalsAndAliases(t *testing.T) {
	ret := []byte{0xc3}
	main := &object.Module{Funcs: []*object.Func{{Name: "_start", Code: []byte{0xe8, 0, 0, 0, 0, 0xc3}, Relocs: []object.Reloc{{Offset: 1, Kind: object.PLT32, Symbol: "puts", Add: -4}}},
		{Name: "own", Code: ret, Local: true}, {Name: "strlen", Code: []byte{0x0f, 0x0b}}}}
	lib := &object.Module{Funcs: []*object.Func{{Name: "__tuffy_host_puts", Code: []byte{0xe8, 0, 0, 0, 0, 0xc3}, Relocs: []object.Reloc{{Offset: 1, Kind: object.PLT32, Symbol: "__tuffy_host_strlen", Add: -4}}},
		{Name: "__tuffy_host_strlen", Code: ret}},
		Aliases: []object.Alias{{Name: "puts", Of: "__tuffy_host_puts"}, {Name: "strlen", Of: "__tuffy_host_strlen"}}}
	all := object.Link(main, nil, lib)
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return object.WriteExec(b, all, "_start") },
		func(b *bytes.Buffer) error { return object.WriteObject(b, all) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		at, bind, global := map[string]uint64{}, map[string]elf.SymBind{}, false
		for _, s := range symbols {
			at[s.Name], bind[s.Name] = s.Value, elf.ST_BIND(s.Info)
			if local := elf.ST_BIND(s.Info) == elf.STB_LOCAL; local && global {
				t.Errorf("%s is local and comes after global symbols", s.Name)
			} else {
				global = !local
			}
		}
		if at["puts"] != at["__tuffy_host_puts"] || at["strlen"] == at["__tuffy_host_strlen"] || bind["own"] != elf.STB_LOCAL || bind["puts"] != elf.STB_GLOBAL {
			t.Errorf("%v %v", at, bind)
		}
	}
}
