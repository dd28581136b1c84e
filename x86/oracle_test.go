package x86_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "github.com/tuffy-ir/tuffy/x86"
)

// A sample is an instruction with its bytes and where they start in the blob of all samples.
type sample struct {
	inst Inst
	code []byte
	at   int
}

// samples are instructions of every row, n of each.
func samples(t *testing.T, n int) (all []sample, blob []byte) {
	t.Helper()
	r := seeded(t)
	for op := Op(1); int(op) < len(Forms); op++ {
		if !inMode(op) {
			continue
		}
		for k := range n {
			i := randomInst(r, op, shape(k)%shapes)
			code, _, err := Append(nil, &i)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, sample{i, code, len(blob)})
			blob = append(blob, code...)
		}
	}
	return all, blob
}

// run gives the output of a tool, which must succeed. Without the tool there is no oracle, and the
// test fails.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", name, err, out)
	}
	return string(out)
}

// disassemble is objdump's text by address.
func disassemble(t *testing.T, blob []byte, machine, options string) map[int]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "blob")
	if err := os.WriteFile(file, blob, 0o666); err != nil {
		t.Fatal(err)
	}
	texts := map[int]string{}
	out := run(t, "objdump", "-D", "-z", "-w", "-b", "binary", "-m", machine, "-M", options, "--no-show-raw-insn", file)
	for line := range strings.Lines(out) {
		address, text, ok := strings.Cut(strings.TrimSpace(line), ":\t")
		if !ok {
			continue
		}
		at, err := strconv.ParseInt(address, 16, 64)
		if err != nil {
			t.Fatalf("objdump: %q", line)
		}
		texts[int(at)] = text
	}
	return texts
}

// mismatches counts disagreements and prints the first one of each row.
type mismatches struct {
	t     *testing.T
	rows  map[Op]bool
	count int
	total int
}

func (m *mismatches) check(s *sample, ok bool, theirs, ours string) {
	m.total++
	if ok {
		return
	}
	m.count++
	if !m.rows[s.inst.Op] {
		if m.rows == nil {
			m.rows = map[Op]bool{}
		}
		m.rows[s.inst.Op] = true
		if len(m.rows) < 60 {
			m.t.Errorf("%v: % x:\n theirs %s\n ours   %s", s.inst.Op, s.code, theirs, ours)
		}
	}
}

func (m *mismatches) done() {
	m.t.Logf("%d of %d agree", m.total-m.count, m.total)
	if m.count > 0 {
		m.t.Errorf("%d of %d differ", m.count, m.total)
	}
}

func TestObjdumpIntel(t *testing.T) {
	all, blob := samples(t, 40)
	texts := disassemble(t, blob, "i386:x86-64", "intel")
	m := mismatches{t: t}
	for k := range all {
		s := &all[k]
		ours := absolute(s.inst.Intel(), s.at)
		if strings.Contains(ours, "lddqu") { // objdump does not say how much is loaded
			ours = pointer.ReplaceAllString(ours, "")
		}
		theirs := plainIntel(texts[s.at])
		if isOne(&s.inst) {
			theirs = strings.TrimSuffix(theirs, "1") + "0x1"
		}
		m.check(s, sameText(theirs, ours) || objdumpErrs(&s.inst), theirs, ours)
	}
	m.done()
}

func TestObjdumpATT(t *testing.T) {
	all, blob := samples(t, 40)
	texts := disassemble(t, blob, "i386:x86-64", "att")
	m := mismatches{t: t}
	for k := range all {
		s := &all[k]
		ours := absolute(s.inst.ATT(), s.at)
		if isOne(&s.inst) {
			ours = strings.Replace(ours, "$0x1,", "", 1)
		}
		theirs := plainATT(texts[s.at])
		m.check(s, sameText(theirs, ours) || objdumpErrs(&s.inst), theirs, ours)
	}
	m.done()
}

// objdumpErrs: it prints the selectors 2 and 3 of a carry-less multiplication as 0x10 and 0x11.
func objdumpErrs(i *Inst) bool {
	f := i.Op.Form()
	if !strings.HasSuffix(f.Name, "pclmulqdq") {
		return false
	}
	imm := i.Args[len(f.Args)-1].Imm
	return imm == 2 || imm == 3
}

func isOne(i *Inst) bool {
	args := i.Op.Form().Args
	return len(args) == 2 && args[1].Kind == ArgOne
}

var (
	spaces     = regexp.MustCompile(`\s+`)
	comment    = regexp.MustCompile(`\s*#.*`)
	number     = regexp.MustCompile(`[+-]?0x[0-9a-f]+`)
	stringInst = regexp.MustCompile(`\b(movs|stos|lods|cmps|scas) .*\b(byte|word|dword|qword) ptr (es:\[rdi|ds:\[rsi)\].*`)
	stringATT  = regexp.MustCompile(`\b(movs|stos|lods|cmps|scas)([bwlq]?) (.*%[de]s:\(.*)`)
	accPart    = regexp.MustCompile(`%(r|e)?a[xl]`)
	pointer    = regexp.MustCompile(`[xy]mmword ptr `)
	predicate  = regexp.MustCompile(`\b(v?)cmp([a-z_]+)([sp][sd]) `)
	carryless  = regexp.MustCompile(`\b(v?)pclmul([lh])q([lh])qdq (.*)`)
)

// predicates are the names that objdump writes for the immediate of cmpps and its like.
var predicates = strings.Fields(`eq lt le unord neq nlt nle ord eq_uq nge ngt false neq_oq ge gt true
	eq_os lt_oq le_oq unord_s neq_us nlt_uq nle_uq ord_s eq_us nge_uq ngt_uq false_os neq_os ge_oq gt_oq true_us`)

// zeros drops displacements of 0, which rbp and r13 have in their encoding.
var zeros = strings.NewReplacer("+0x0]", "]", " 0x0(", " (", ",0x0(", ",(", "*0x0(", "*(")

// stackOperands drops the registers of the x87, which the package does not name.
var stackOperands = strings.NewReplacer(" st(1),st", "", " %st,%st(1)", "", " st(1)", "", " %st(1)", "")

// plain removes what is layout, not meaning.
func plain(text string) string {
	text = comment.ReplaceAllString(strings.ToLower(text), "")
	text = strings.TrimSpace(spaces.ReplaceAllString(text, " "))
	return stackOperands.Replace(zeros.Replace(strings.ReplaceAll(text, ", ", ",")))
}

// plainIntel spells objdump's text as the package does.
func plainIntel(text string) string {
	text = plain(text)
	if m := stringInst.FindStringSubmatchIndex(text); m != nil {
		text = text[:m[0]] + text[m[2]:m[3]] + text[m[4]:m[4]+1]
		if strings.HasPrefix(text, "repz ") {
			text = "repe" + text[4:]
		}
		return strings.Replace(text, "repnz ", "repne ", 1)
	}
	text = strings.ReplaceAll(text, "oword ptr", "xmmword ptr")
	text = strings.ReplaceAll(text, "xmmxmmword", "xmmword")
	text = strings.Replace(text, "ds:0x", "[0x", 1)
	if strings.Contains(text, "[0x") && !strings.Contains(text, "]") {
		if before, after, ok := strings.Cut(text, "[0x"); ok {
			digits, rest, comma := strings.Cut(after, ",")
			text = before + "[0x" + digits + "]"
			if comma {
				text += "," + rest
			}
		}
	}
	switch text {
	case "xlat byte ptr ds:[rbx]":
		return "xlatb"
	case "pushf", "popf":
		return text + "q"
	}
	return explicit(text, false)
}

// explicit undoes the mnemonics that hold an immediate.
func explicit(text string, att bool) string {
	imm := -1
	if m := predicate.FindStringSubmatch(text); m != nil {
		if imm = slices.Index(predicates, m[2]); imm >= 0 {
			text = strings.Replace(text, m[0], m[1]+"cmp"+m[3]+" ", 1)
		}
	} else if m := carryless.FindStringSubmatch(text); m != nil {
		imm = strings.Index("lh", m[2]) | strings.Index("lh", m[3])<<4
		text = m[1] + "pclmulqdq " + m[4]
	}
	switch {
	case imm < 0:
		return text
	case att:
		return strings.Replace(text, " ", fmt.Sprintf(" $%#x,", imm), 1)
	}
	return text + fmt.Sprintf(",%#x", imm)
}

// plainATT spells objdump's text as the package does.
func plainATT(text string) string {
	text = plain(text)
	if m := stringATT.FindStringSubmatchIndex(text); m != nil {
		size := text[m[4]:m[5]]
		if size == "" {
			size = map[string]string{"%al": "b", "%ax": "w", "%eax": "l", "%rax": "q"}[accPart.FindString(text)]
		}
		text = text[:m[0]] + text[m[2]:m[3]] + size
		if strings.HasPrefix(text, "repz ") {
			text = "repe" + text[4:]
		}
		return strings.Replace(text, "repnz ", "repne ", 1)
	}
	switch text {
	case "xlat %ds:(%rbx)":
		return "xlat"
	case "pushf", "popf":
		return text + "q"
	}
	return explicit(text, true)
}

// absolute replaces the distance from the start of the instruction at address at.
func absolute(text string, at int) string {
	text = plain(text)
	before, after, ok := strings.Cut(text, " .")
	if !ok {
		return text
	}
	distance, err := strconv.ParseInt(after, 0, 64)
	if err != nil {
		return text
	}
	return fmt.Sprintf("%s %#x", before, uint64(int64(at)+distance))
}

// sameText compares numbers by value: one of them may be the other without its sign extension, cut to
// the size of the operand.
func sameText(theirs, ours string) bool {
	if theirs == ours {
		return true
	}
	if number.ReplaceAllString(theirs, "N") != number.ReplaceAllString(ours, "N") {
		return false
	}
	a, b := number.FindAllString(theirs, -1), number.FindAllString(ours, -1)
	for k := range a {
		if !sameNumber(a[k], b[k]) {
			return false
		}
	}
	return true
}

func sameNumber(a, b string) bool {
	m, n := value(a), value(b)
	if m == n {
		return true
	}
	if int64(n) >= 0 {
		return false
	}
	for _, size := range []int{8, 16, 32} {
		if int64(n)>>(size-1) == -1 && n&(1<<size-1) == m {
			return true
		}
	}
	return false
}

func value(text string) uint64 {
	digits := strings.TrimLeft(text, "+-")
	n, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		panic(err)
	}
	if text[0] == '-' {
		return -n
	}
	return n
}
