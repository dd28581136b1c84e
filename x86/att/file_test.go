package att_test

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/x86/att"
)

// fileTexts are assembled by GNU as, too.
var fileTexts = []string{
	`
.globl f
f: movl $1, %eax
 ret
`,
	`
f: call g
 jmp g@PLT
 jne h
 call *g(%rip)
 jmp *t(,%rax,8)
`,
	`
movq g@GOTPCREL(%rip), %rax
 leaq g+8(%rip), %rcx
 movl $5, g(%rip)
 cmpb $1, g-4(%rip)
`,
	`
movabsq $g, %rax
 movq $g, %rcx
 addq t@gottpoff(%rip), %rax
 movl %fs:t@tpoff, %eax
`,
	`
.data
.globl d
.p2align 4
d: .long 1, 2
 .quad g, g+16, d
 .asciz "ab", "c"
.byte 97, 0x10
.zero 3
.skip 2, 7
.fill 2, 4, 258
`,
	`
.section .rodata
.align 8
.Lx: .quad g
.long g - ., 5
.quad g - .Lx
.section mine,"aw",@progbits
.long 9
.previous
.byte 1
`,
	`
.text
nop
.balign 16
f: nop
.pushsection .init_array,"aw",@init_array
.quad f
.popsection
nop
`,
	`
1: nop
 jmp 1b
 jmp 2f
2: jmp 1b
`,
	`
.bss
x: .zero 12
.tbss_is: .zero 4
`,
}

// refs are the relocations of a section of a file, as they look in att.
func refs(t *testing.T, f *elf.File, section string) (out []string) {
	s := f.Section(".rela" + section)
	if s == nil {
		return nil
	}
	data, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for ; len(data) >= 24; data = data[24:] {
		u := f.ByteOrder.Uint64
		y := symbols[u(data[8:])>>32-1]
		name, add := y.Name, int64(u(data[16:]))
		if elf.ST_TYPE(y.Info) == elf.STT_SECTION {
			name = f.Sections[y.Section].Name
		}
		out = append(out, fmt.Sprintf("%d %s %s%+d", u(data), elf.R_X86_64(uint32(u(data[8:]))), name, add))
	}
	sort.Strings(out)
	return out
}

// TestFileLikeAs compares bytes and references of each section with those of GNU as. References to a label that no other
// file sees are to its section there.
func TestFileLikeAs(t *testing.T) {
	kinds := map[att.RefKind]elf.R_X86_64{att.Abs64: elf.R_X86_64_64, att.Abs32: elf.R_X86_64_32, att.Abs32S: elf.R_X86_64_32S, att.PC32: elf.R_X86_64_PC32,
		att.PLT32: elf.R_X86_64_PLT32, att.GOTPCRel: elf.R_X86_64_GOTPCREL, att.GOTTPOff: elf.R_X86_64_GOTTPOFF, att.TPOff32: elf.R_X86_64_TPOFF32, att.PC64: elf.R_X86_64_PC64}
	for _, text := range fileTexts {
		f, err := att.AssembleFile(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		in := filepath.Join(t.TempDir(), "a.s")
		if err := os.WriteFile(in, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("as", "-mrelax-relocations=no", "-o", in+".o", in).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", text, err, out)
		}
		want, err := elf.Open(in + ".o")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Sections {
			w := want.Section(s.Name)
			if w == nil {
				t.Errorf("%q: as has no section %s", text, s.Name)
				continue
			}
			if s.Type != "nobits" {
				b, _ := w.Data()
				if code := withoutPadding(s.Code); !bytes.Equal(code, withoutPadding(b)) {
					t.Errorf("%q, %s:\n%s\nwant, as as,\n%s", text, s.Name, hex.EncodeToString(s.Code), hex.EncodeToString(b))
				}
			}
			var got []string
			for _, r := range s.Refs {
				name, add := r.Symbol, r.Add
				for _, y := range f.Symbols {
					if y.Name == name && y.Section != nil && !y.Global {
						name, add = y.Section.Name, add+int64(y.Offset)
					}
				}
				got = append(got, fmt.Sprintf("%d %s %s%+d", r.Offset, kinds[r.Kind], name, add))
			}
			sort.Strings(got)
			if theirs := refs(t, want, s.Name); strings.Join(got, "\n") != strings.Join(theirs, "\n") {
				t.Errorf("%q, %s: references\n%s\nwant, as as,\n%s", text, s.Name, strings.Join(got, "\n"), strings.Join(theirs, "\n"))
			}
		}
		want.Close()
	}
}

// withoutPadding has one byte for each kind of padding between functions.
func withoutPadding(b []byte) []byte {
	for _, long := range []string{"\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00", "\x0f\x1f\x84\x00\x00\x00\x00\x00", "\x0f\x1f\x80\x00\x00\x00\x00", "\x66\x0f\x1f\x44\x00\x00", "\x0f\x1f\x44\x00\x00", "\x0f\x1f\x40\x00", "\x0f\x1f\x00", "\x66\x90"} {
		b = bytes.ReplaceAll(b, []byte(long), bytes.Repeat([]byte{0x90}, len(long)))
	}
	return b
}

// TestFileErrors: what is not supported is named, with the line.
func TestFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		"nop\n.macro x":        ".macro x: the directive .macro is not supported",
		"fnord":                `the instruction "fnord" is not known`,
		".popsection":          "there is no section to go back to",
		".long g - h":          "h is no label of the section",
		".byte g":              "is no number",
		".set a":               "needs a symbol",
		".align 3":             "no alignment",
		"movb $g, %al":         "there is no such form",
		".comm x":              "needs a symbol and a size",
		".section a, \"awxG\"": "the flags",
	} {
		if _, err := att.AssembleFile(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzAssembleFile: no text makes a panic.
func FuzzAssembleFile(f *testing.F) {
	for _, text := range fileTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { att.AssembleFile(text) })
}
