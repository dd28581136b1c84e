//go:build peer

package corpus

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

// sharedDir holds texts of the Rust implementation, which are no part of this repository.
// Its README.md says what is expected of each folder.
var sharedDir = filepath.Join("..", "..", "shared", "corpus", "tuffy")

// sharedGroups are the folders with what is done with a file.
var sharedGroups = []struct {
	folder string
	check  func(*sharedFile) error
}{
	{"run", sharedRun},
	{"parse", sharedText}, {"print-typed", sharedText}, {"book-print", sharedText}, {"annotations", sharedText},
	{"ops", sharedText}, {"book-ops", sharedText},
	{"verify-reject-typed", sharedReject}, {"book-verify-reject", sharedReject},
	{"isel", sharedVerify}, {"book-codegen", sharedVerify},
	{"book-exec", sharedExec},
	{"opt", sharedOpt},
}

// sharedExceptions are the files for which our semantics or our verifier says something else
// than their header, each with the whole complaint that is expected and the reason.
var sharedExceptions = map[string]struct{ complaint, reason string }{
	"run/test_signed_annotation_truncation.tir": {"got ub, want ok int -56", "200 violates :s8: poison, never wrapped"},
	"run/test_uninit_load_is_zero.tir":          {"got ub, want ok int 0", "a load of uninit bytes is poison, not 0"},
	"run/test_trap_is_ub.tir":                   {"got trap, want ub", "trap is a defined abort"},
	"run/test_known_bits_result_annotation_accepts_matching_value.tir": {"got ub, want ok int 6",
		"the leftmost symbol of known(1?0) extends to infinity: 6 is not negative"},
	"verify-reject-typed/verifier_rejects_inconsistent_known_bits.tir": {
		"is accepted, want: [func @bad] param annotation: known bits annotation is not well-formed",
		"known(?) says nothing and is well-formed, as in the book; what was inconsistent is lost in the text"},
	"book-exec/intrinsic__float_minmax__maxf32.tir": {
		"// run @t10 args(0x7fc00000, 0x7f800000) => ok: FloatConst(f32 0x7fc00000): got ok f32 0x7f800000, want ok f32 0x7fc00000",
		"the body is select(fcmp.ogt NaN, inf), which is inf; the header says that floats are unchecked"},
}

// sharedFile is one text with its header.
type sharedFile struct {
	path, name string // name is group/file
	src        []byte
	header     map[string]string
}

func TestShared(t *testing.T) {
	seen := map[string]bool{}
	var table strings.Builder
	for _, g := range sharedGroups {
		names, err := filepath.Glob(filepath.Join(sharedDir, g.folder, "*.tir"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no files: %v", g.folder, err)
		}
		passed, excepted := 0, 0
		for _, path := range names {
			f, err := readShared(g.folder, path)
			if err != nil {
				t.Fatal(err)
			}
			err = g.check(f)
			x, listed := sharedExceptions[f.name]
			switch {
			case listed && err != nil && err.Error() == x.complaint:
				seen[f.name] = true
				excepted++
				fmt.Fprintf(&table, "    %s: %s\n", f.name, x.reason)
			case listed && err == nil:
				seen[f.name] = true
				t.Errorf("%s passes: it is no exception any more", f.name)
			case err != nil:
				t.Errorf("%s: %v", f.name, err)
			default:
				passed++
			}
		}
		fmt.Fprintf(&table, "%-20s %3d of %3d as expected, %d exceptions\n", g.folder, passed, len(names), excepted)
	}
	for name := range sharedExceptions {
		if !seen[name] {
			t.Errorf("the exception %s was not met", name)
		}
	}
	t.Logf("\n%s", table.String())
}

func readShared(folder, path string) (*sharedFile, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &sharedFile{path: path, name: folder + "/" + filepath.Base(path), src: src, header: map[string]string{}}
	for line := range strings.Lines(string(src)) {
		rest, ok := strings.CutPrefix(line, "// ")
		if !ok {
			break
		}
		if key, value, ok := strings.Cut(rest, ": "); ok && f.header[key] == "" {
			f.header[key] = strings.TrimSpace(value)
		}
	}
	return f, nil
}

// module parses the text, verifies it if asked to, and prints and parses it again.
func (f *sharedFile) module(verify bool) (*ir.Module, error) {
	m, err := parser.Parse(filepath.Base(f.path), f.src)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	if err := ir.Verify(m); err != nil && verify {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return m, roundTrip(m)
}

func sharedText(f *sharedFile) error {
	expect := f.header["expect"]
	_, err := f.module(!strings.Contains(expect, "not required") && !strings.Contains(expect, "does not run the verifier"))
	return err
}

func sharedVerify(f *sharedFile) error {
	_, err := f.module(true)
	return err
}

var place = regexp.MustCompile(`:\d+:\d+: `)

// sharedReject: the parser or the verifier must refuse the text and name the line.
func sharedReject(f *sharedFile) error {
	m, err := parser.Parse(filepath.Base(f.path), f.src)
	if err == nil {
		err = ir.Verify(m)
	}
	switch {
	case err == nil:
		return fmt.Errorf("is accepted, want: %s", f.header["verify-error"])
	case !place.MatchString(err.Error()):
		return fmt.Errorf("the error names no place: %w", err)
	}
	return nil
}

func sharedRun(f *sharedFile) error {
	m, err := f.module(true)
	if err != nil {
		return err
	}
	want := f.header["expect"]
	if strings.HasPrefix(want, "error function-not-found") {
		if _, err := interp.Run(context.Background(), m, interp.Options{}); err == nil {
			return fmt.Errorf("runs, want an error: no function main")
		}
		return nil
	}
	modes := []struct {
		strict bool
		want   string
	}{{f.header["mode"] != "normal", want}}
	if strings.HasPrefix(want, "ok poison (Normal mode") {
		modes[0].want = "ok poison with a report"
		modes = append(modes, modes[0])
		modes[1].strict, modes[1].want = true, "ub"
	}
	for _, mode := range modes {
		got, err := bothEngines(m, interp.Options{Strict: mode.strict})
		if err != nil {
			return err
		}
		if strings.HasPrefix(got, "ub ") {
			got = "ub"
		}
		if got != mode.want && !sameInts(got, mode.want, m.Func("main").Returns) {
			return fmt.Errorf("got %s, want %s", got, mode.want)
		}
	}
	return nil
}

// bothEngines runs a module on both engines, which must agree.
func bothEngines(m *ir.Module, o interp.Options) (string, error) {
	var text [2]string
	o.Fuel = 1e6
	for n := range text {
		o.Exact = n == 1
		out, err := interp.Run(context.Background(), m, o)
		if err != nil {
			return "", err
		}
		text[n] = behaviour(out, false)
		if out.Kind == interp.Returned && len(out.Reports) > 0 {
			text[n] += " with a report"
		}
	}
	if text[0] != text[1] {
		return "", fmt.Errorf("the fast engine says %s, the reference evaluator %s", text[0], text[1])
	}
	return text[0], nil
}

// sameInts compares two texts "ok int N" in the bits that the signature cares about.
func sameInts(got, want string, returns []ir.Param) bool {
	g, ok1 := num.Parse(strings.TrimPrefix(got, "ok int "), 10)
	w, ok2 := num.Parse(strings.TrimPrefix(want, "ok int "), 10)
	if !ok1 || !ok2 || len(returns) != 1 || returns[0].Annot.Known() == nil {
		return false
	}
	cares := returns[0].Annot.Known().DontCare.Not()
	return g.And(cares).Equal(w.And(cares))
}

var (
	runLine  = regexp.MustCompile(`^// run @(t\d+) args\((.*?)\) => (ok: [^\[]*|trap|poison)`)
	floatBit = regexp.MustCompile(`^FloatConst\((\w+) (0x[0-9a-f]+)\)$`)
	division = regexp.MustCompile(`= (div|rem) `)
)

// sharedExec runs the wrappers @t0, @t1, …; a line with a negative operand assumes that
// division truncates.
func sharedExec(f *sharedFile) error {
	m, err := f.module(true)
	if err != nil {
		return err
	}
	truncating, err := parser.Parse("truncating.tir", division.ReplaceAll(f.src, []byte("= t$1 ")))
	if err != nil {
		return err
	}
	lines := 0
	var wrong []error
	for line := range strings.Lines(string(f.src)) {
		x := runLine.FindStringSubmatch(strings.TrimSpace(line))
		if x == nil {
			if strings.HasPrefix(line, "// run") {
				return fmt.Errorf("cannot read %q", line)
			}
			continue
		}
		lines++
		mod := m
		if strings.Contains(x[2], "-") {
			mod = truncating
		}
		want := execResult(x[3])
		got, err := bothEngines(mod, interp.Options{Entry: x[1], Strict: true, PoisonResult: true})
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s: %w", strings.TrimSpace(line), err))
		case got != want:
			wrong = append(wrong, fmt.Errorf("%s: got %s, want %s", strings.TrimSpace(line), got, want))
		}
	}
	if lines == 0 {
		return fmt.Errorf("there is no line // run")
	}
	return errors.Join(wrong...)
}

// execResult writes the result of a run line in the words of the expect field.
func execResult(s string) string {
	v, ok := strings.CutPrefix(strings.TrimSpace(s), "ok: ")
	if b := floatBit.FindStringSubmatch(v); b != nil {
		bits, _ := new(big.Int).SetString(b[2], 0)
		return fmt.Sprintf("ok %s 0x%x", b[1], bits)
	}
	switch {
	case !ok && v == "poison":
		return "ok poison"
	case !ok:
		return v
	case v == "true" || v == "false":
		return "ok bool " + v
	}
	return "ok int " + v
}

// sharedOpt: after refines before on generated inputs; a text without a partner verifies.
func sharedOpt(f *sharedFile) error {
	m, err := f.module(true)
	if err != nil {
		return err
	}
	other := strings.TrimSuffix(f.path, ".before.tir") + ".after.tir"
	if !strings.HasSuffix(f.path, ".before.tir") || !exists(other) {
		return nil
	}
	g, err := readShared("opt", other)
	if err != nil {
		return err
	}
	after, err := g.module(true)
	if err != nil {
		return err
	}
	res, err := difftest.Check(context.Background(), m, after, difftest.Config{Seed: pairSeed, Workers: 2})
	if err != nil {
		return err
	}
	for _, p := range res.Pairs {
		switch {
		case p.Divergence != nil:
			return fmt.Errorf("diverges:\n%s", p.Divergence.Text("", true))
		case p.Verdict == difftest.Vacuous && p.Skipped == "" && p.Undefined == p.Runs:
			// poison is what these return, and nothing can be wrong about it
		case p.Skipped != "" || p.Verdict != difftest.Refined || p.Inconclusive > 0:
			return fmt.Errorf("@%s: %s %s %q", p.Name, p.Verdict, p.Skipped, p.Reasons)
		}
	}
	return nil
}
