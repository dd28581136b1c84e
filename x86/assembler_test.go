package x86_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "github.com/tuffy-ir/tuffy/x86"
)

// assemble is what GNU as makes of the lines.
func assemble(t *testing.T, header string, lines []string) []byte {
	t.Helper()
	dir := t.TempDir()
	source, object, binary := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.bin")
	if err := os.WriteFile(source, []byte(header+strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, "as", "--64", "-o", object, source)
	run(t, "objcopy", "-O", "binary", "-j", ".text", object, binary)
	code, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestAssemblerIntel(t *testing.T) {
	testAssembler(t, ".intel_syntax noprefix\n", (*Inst).Intel)
}

func TestAssemblerATT(t *testing.T) { testAssembler(t, "", (*Inst).ATT) }

// testAssembler: as reads the text and writes bytes that decode to the same text, and where it chose
// the same row, the same bytes.
func testAssembler(t *testing.T, header string, text func(*Inst) string) {
	all, _ := samples(t, 20)
	all = slices.DeleteFunc(all, func(s sample) bool { return shortExchange(&s.inst) })
	lines := make([]string, len(all))
	for k := range all {
		lines[k] = text(&all[k].inst)
	}
	code := assemble(t, header, lines)
	m := mismatches{t: t}
	same := 0
	for k := range all {
		s := &all[k]
		got, n, err := Decode(code)
		if err != nil {
			t.Fatalf("%s: %v (ours % x)", lines[k], err, s.code)
		}
		equal := bytes.Equal(code[:n], s.code)
		if equal {
			same++
		}
		m.check(s, text(&got) == lines[k] && (equal || got.Op != s.inst.Op), text(&got), lines[k])
		if text(&got) != lines[k] && m.count > 20 {
			break // out of step: the rest would say nothing
		}
		code = code[n:]
	}
	m.done()
	t.Logf("%d have the same bytes", same)
}

// shortExchange reports an exchange with the accumulator written with ModRM. The assembler takes the
// short encoding, whose operands have the other order.
func shortExchange(i *Inst) bool {
	f := i.Op.Form()
	return f.Name == "xchg" && f.Args[0].Kind == ArgRM && f.Args[0].Size > 8 &&
		i.Args[0].Kind == KReg && (i.Args[0].Reg == RAX || i.Args[1].Reg == RAX)
}
