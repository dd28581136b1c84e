package x86_test

import (
	"bytes"
	"strings"
	"testing"

	. "github.com/tuffy-ir/tuffy/x86"
)

// TestLegacyMode: in 32-bit mode too Decode32 is the inverse of Append32, and objdump says the same.
func TestLegacyMode(t *testing.T) {
	r := seeded(t)
	var all []sample
	var blob []byte
	for op := Op(1); int(op) < len(Forms); op++ {
		if op.Form().Mode == LongOnly {
			continue
		}
		for n := range 20 {
			i := randomInst32(r, op, shape(n)%shapes)
			code, _, err := Append32(nil, &i)
			if err != nil {
				t.Fatal(err)
			}
			got, length, err := Decode32(append(bytes.Clone(code), 0xCC))
			if err != nil || length != len(code) || got != i {
				t.Fatalf("%v: % x:\n got %+v, %d, %v\nwant %+v", op, code, got, length, err, i)
			}
			all = append(all, sample{i, code, len(blob)})
			blob = append(blob, code...)
		}
	}
	texts := disassemble(t, blob, "i386", "intel")
	m := mismatches{t: t}
	for k := range all {
		s := &all[k]
		ours := absolute(s.inst.Intel32(), s.at)
		if strings.Contains(ours, "lddqu") {
			ours = pointer.ReplaceAllString(ours, "")
		}
		theirs := plainIntel(strings.NewReplacer("edi]", "rdi]", "esi]", "rsi]").Replace(texts[s.at]))
		ours = strings.NewReplacer("edi]", "rdi]", "esi]", "rsi]").Replace(ours)
		if isOne(&s.inst) {
			theirs = strings.TrimSuffix(theirs, "1") + "0x1"
		}
		m.check(s, sameText(theirs, ours) || objdumpErrs(&s.inst), theirs, ours)
	}
	m.done()
}
