package x86_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"

	. "github.com/tuffy-ir/tuffy/x86"
)

// FuzzDecode: no bytes make Decode panic, and what it decodes can be encoded, to bytes that decode to
// the same; x86asm agrees on the length.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, i := range everyRow(r) {
		code, _, err := Append(nil, &i)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if i, n, err := Decode32(code); err == nil {
			checkAgain(t, i, n, code, Append32, Decode32)
		}
		i, n, err := Decode(code)
		if err != nil {
			if len(code) > 0 && !strings.Contains(err.Error(), " offset ") && !strings.Contains(err.Error(), "ends within") {
				t.Errorf("the error does not say where: %v", err)
			}
			return
		}
		checkAgain(t, i, n, code, Append, Decode)
		form := i.Op.Form()
		if strings.HasPrefix(form.Code, "VEX.") || goUnknown[form.Name] {
			return
		}
		if got, err := x86asm.Decode(code[:n], 64); err != nil || got.Len != n {
			t.Errorf("% x: %s: x86asm: %v, length %d, %v", code[:n], i.ATT(), got, got.Len, err)
		}
	})
}

type (
	encoder func([]byte, *Inst) ([]byte, Layout, error)
	decoder func([]byte) (Inst, int, error)
)

// checkAgain encodes and decodes i, which has n bytes of code.
func checkAgain(t *testing.T, i Inst, n int, code []byte, encode encoder, decode decoder) {
	t.Helper()
	if n < 1 || n > len(code) || n > 15 {
		t.Fatalf("% x: length %d", code, n)
	}
	again, _, err := encode(nil, &i)
	if err != nil {
		t.Fatalf("% x: %s: %v", code[:n], i.Intel(), err)
	}
	if got, length, err := decode(again); err != nil || got != i || length != len(again) || len(again) > n {
		t.Fatalf("% x: %s: again % x: %s, %v", code[:n], i.Intel(), again, got.Intel(), err)
	}
	if i.Intel() == "" || i.ATT() == "" {
		t.Fatal("no text")
	}
}

// randomBytes look like an instruction: prefixes, an opcode map, an opcode and random bytes.
func randomBytes(r *rand.Rand) []byte {
	var b []byte
	for r.IntN(3) == 0 {
		b = append(b, []byte{0x66, 0xF2, 0xF3, 0xF0}[r.IntN(4)])
	}
	switch r.IntN(4) {
	case 0:
		b = append(b, 0x40|byte(r.IntN(16)))
	case 1:
		if r.IntN(2) == 0 {
			b = append(b, 0xC5)
		} else {
			b = append(b, 0xC4, byte(r.IntN(8))<<5|byte(r.IntN(4)))
		}
	}
	b = append(b, [][]byte{{}, {0x0F}, {0x0F, 0x38}, {0x0F, 0x3A}}[r.IntN(4)]...)
	for range 14 {
		b = append(b, byte(r.Uint32()))
	}
	return b
}

// TestRandomBytes: what decodes from random bytes has the length and the text that objdump finds.
func TestRandomBytes(t *testing.T) {
	r := seeded(t)
	var all []sample
	var blob []byte
	for range 300_000 {
		code := randomBytes(r)
		i, n, err := Decode(code)
		if err != nil {
			continue
		}
		checkAgain(t, i, n, code, Append, Decode)
		all = append(all, sample{i, code[:n], len(blob)})
		blob = append(blob, code[:n]...)
	}
	if len(all) < 20_000 {
		t.Errorf("only %d decode", len(all))
	}
	texts := disassemble(t, blob, "i386:x86-64", "att")
	m := mismatches{t: t}
	for k := range all {
		s := &all[k]
		ours := absolute(s.inst.ATT(), s.at)
		if _, _, jump := strings.Cut(ours, " ."); jump || strings.HasPrefix(ours, "call 0x") || isRelative(&s.inst) {
			if texts[s.at] == "" {
				m.check(s, false, "", ours)
			}
			continue // the distance is from the start of the canonical encoding
		}
		if isOne(&s.inst) {
			ours = strings.Replace(ours, "$0x1,", "", 1)
		}
		theirs := noIndexAtAll.ReplaceAllString(plainATT(texts[s.at]), "$1")
		if strings.Contains(s.inst.Op.Form().Code, "VEX.LIG") { // objdump names ymm registers for L=1
			theirs = strings.ReplaceAll(theirs, "%ymm", "%xmm")
		}
		if strings.Contains(s.inst.Op.Form().Code, "WIG") { // and 64-bit registers for W=1, though W is ignored
			theirs = wideRegister.ReplaceAllStringFunc(theirs, func(r string) string {
				if r[2] >= '0' && r[2] <= '9' {
					return r + "d"
				}
				return "%e" + r[2:]
			})
		}
		m.check(s, sameText(theirs, ours) || objdumpErrs(&s.inst), theirs, ours)
	}
	m.done()
}

// noIndexAtAll is a SIB byte without an index, which Append would not write.
var noIndexAtAll = regexp.MustCompile(`\(,%riz,[1248]\)|(\(%\w+),%riz,[1248]`)

// wideRegister is an operand that is a 64-bit register, not one in an address.
var wideRegister = regexp.MustCompile(`%r(\d+|[a-z]{2})$`)

func isRelative(i *Inst) bool {
	args := i.Op.Form().Args
	return len(args) == 1 && args[0].Kind == ArgRel
}
