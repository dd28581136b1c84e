package x86_test

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"

	. "github.com/tuffy-ir/tuffy/x86"
)

// goUnknown are the mnemonics that x86asm does not decode or decodes without operands, beside the
// rows with VEX.
var goUnknown = map[string]bool{"adcx": true, "adox": true, "endbr64": true, "rdrand": true}

func TestGoDisassembler(t *testing.T) {
	all, _ := samples(t, 40)
	m := mismatches{t: t}
	known, unknown := map[Op]bool{}, map[string]bool{}
	for k := range all {
		s := &all[k]
		f := s.inst.Op.Form()
		if strings.HasPrefix(f.Code, "VEX.") || atZero(&s.inst) {
			continue
		}
		theirs := "(bad)"
		got, err := x86asm.Decode(s.code, 64)
		if err == nil {
			theirs = goSpelling(plainATT(x86asm.GNUSyntax(got, uint64(s.at), nil)))
		}
		ours := absolute(s.inst.ATT(), s.at)
		if isOne(&s.inst) {
			ours = strings.Replace(ours, "$0x1,", "", 1)
		}
		ours = withSize.ReplaceAllString(strings.Replace(ours, "movabs", "mov", 1), "$1")
		ok := err == nil && got.Len == len(s.code) && sameText(theirs, ours)
		if goUnknown[f.Name] {
			unknown[f.Name] = unknown[f.Name] || !ok
			continue
		}
		known[s.inst.Op] = true
		m.check(s, ok, theirs, ours)
	}
	m.done()
	t.Logf("%d rows", len(known))
	for name, fails := range unknown {
		if !fails {
			t.Errorf("x86asm knows %s", name)
		}
	}
}

// atZero reports a memory operand at the absolute address 0, for which x86asm prints nothing.
func atZero(i *Inst) bool {
	for _, o := range i.Args {
		if o.Kind == KMem && o.Mem == (Mem{}) {
			return true
		}
	}
	return false
}

var (
	noIndex  = regexp.MustCompile(`,%riz\)`)
	noScale  = regexp.MustCompile(`\(([^,()]*),(%\w+)\)`)
	withSize = regexp.MustCompile(`^(push|pop|leave|jmp|call|ret|crc32)[bwlq]\b`)
	goNames  = strings.NewReplacer("movsxd ", "movslq ", "cdqe", "cltq", "rep cmps", "repe cmps", "rep scas", "repe scas", "repn ", "repne ",
		"data16 nop", "xchg %ax,%ax", "fild ", "filds ", "fistp ", "fistps ", "fisttp ", "fisttps ")
)

// goSpelling writes out a scale of 1, which x86asm leaves out, and spells mnemonics as objdump does.
func goSpelling(text string) string {
	text = noScale.ReplaceAllString(noIndex.ReplaceAllString(text, ")"), "($1,$2,1)")
	return goNames.Replace(withSize.ReplaceAllString(text, "$1"))
}
