package campaign

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
)

// minPrefix is how much of a hash names a bug. Four hexadecimal digits tell a few hundred bugs
// apart; ambiguity is an error anyway.
const minPrefix = 4

// find returns the finding whose hash begins with prefix; the bug itself if it is the same as
// another. The error lists what was meant or how to find out. Prefixes are hexadecimal, so nothing
// of the input reaches a path.
func (fs findings) find(prefix string) (*finding, error) {
	const list = "'tuffy-fuzz report' lists them"
	if !onlyHex(prefix) || len(prefix) > hashDigits {
		return nil, fmt.Errorf("%s is no hash of a bug, which has %d hexadecimal digits; %s", strconv.QuoteToASCII(prefix), hashDigits, list)
	}
	var found []*finding
	var names []string
	for _, f := range fs.sorted() {
		if strings.HasPrefix(f.Hash, prefix) {
			found = append(found, f)
			names = append(names, f.Hash)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("there is no bug %s; %s", prefix, list)
	case len(prefix) < minPrefix:
		return nil, fmt.Errorf("%q is too short for a bug: give at least %d digits of the hash; %s", prefix, minPrefix, list)
	case len(found) > 1:
		return nil, fmt.Errorf("%s begins the hashes of %d bugs: give more of it: %s", prefix, len(found), strings.Join(names[:min(len(names), 10)], " "))
	}
	return fs.bugOf(found[0].Hash), nil
}

// Export returns a bug of a campaign's folder as a file to keep: a program with a header that
// says how to reproduce the bug, or a Go test that fails while the bug is there. It reads the
// folder and changes nothing, even while a campaign runs there. The smallest program that shows the
// bug is taken.
func Export(dir, hash string, asTest bool) (string, error) {
	r, err := openReader(dir)
	if err != nil {
		return "", err
	}
	defer r.close()
	f, err := r.findings.find(hash)
	if err != nil {
		return "", err
	}
	sum := f.Program
	if f.Reduced != "" {
		sum = f.Reduced
	}
	text, err := r.programs.text(sum)
	if err != nil {
		return "", err
	}
	if err := harmless(text); err != nil {
		return "", err
	}
	if asTest && f.c {
		return "", errors.New("a bug of a program in C has no Go test: leave --go out for the program")
	}
	if asTest {
		return f.goTest(text), nil
	}
	title := f.Message
	if f.title() != "" {
		title = f.title() + ": " + title
	}
	return fmt.Sprintf("// check: %s\n// why: %s\n// note: found by tuffy-fuzz, seed %d, program %d; again: tuffy-fuzz check %s\n\n%s",
		f.Check, quote.Line(title), r.seed, f.Number, f.flags(), text), nil
}

// harmless reports a program of a folder from elsewhere that hides parts of itself in a terminal or an editor.
func harmless(program string) error {
	if quote.Text(program) != program {
		return errors.New("the program of this bug has characters that no program of a campaign has, such as those that command a terminal")
	}
	return nil
}

// goTest writes a complete Go file. Its only inputs are columns that were validated, and texts that
// are quoted.
func (f *finding) goTest(text string) string {
	fields := fmt.Sprintf("Module: m, Seed: %d", f.Seed)
	if f.Fuel != 0 {
		fields += fmt.Sprintf(", Fuel: %d", f.Fuel)
	}
	if f.Open {
		fields += ", Open: true"
	}
	switch {
	case f.Reduced != "":
		fields += ", Reduced: true"
	case f.Expect != 0:
		fields += fmt.Sprintf(", Expect: %d /* %s */", f.Expect, interp.Code(f.Expect).Slug())
	case f.Defined:
		fields += ", Defined: true"
	}
	// A raw string keeps the program readable; a backquote in it would end it.
	literal := "`" + text + "`"
	if strings.Contains(text, "`") {
		literal = fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf(`package regress

import (
	"errors"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestFuzz%[1]s is a bug that tuffy-fuzz found.
//
//	%[2]s
//	%[3]s
func TestFuzz%[1]s(t *testing.T) {
	m, err := parser.Parse("%[1]s.tir", []byte(program%[1]s))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := check.Named(%[4]q)
	if err != nil {
		t.Fatal(err)
	}
	if f := c.Try(&check.Subject{%[5]s}); f != nil {
		t.Fatalf("%%s\n%%s", f, f.Detail)
	}
}

const program%[1]s = %[6]s
`, f.Hash, quote.Line(strings.TrimSuffix(f.Check+": "+f.title(), ": ")), quote.Line(f.Message), f.Check, fields, literal)
}
