package corpus

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// keys are the header fields of README.md.
var keys = []string{"expect", "options", "output", "verdict", "entry", "why", "note"}

// program is a file of the corpus.
type program struct {
	name   string // relative to the corpus
	module *ir.Module
	header map[string]string
}

// readHeader returns the fields of the run of // lines at the top. known limits the keys;
// nil accepts all.
func readHeader(text string, known []string) (map[string]string, error) {
	h := map[string]string{}
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(rest), ": ")
		if !ok || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") != "" || known != nil && !slices.Contains(known, key) {
			continue
		}
		if _, twice := h[key]; twice {
			return nil, fmt.Errorf("the header has two fields %q", key)
		}
		h[key] = strings.TrimSpace(value)
	}
	return h, nil
}

// load reads a program, verifies it and checks that its printed form means the same.
func load(dir, name string) (*program, error) {
	src, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	h, err := readHeader(string(src), keys)
	if err != nil {
		return nil, err
	}
	m, err := parser.Parse(filepath.ToSlash(name), src)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	return &program{name: filepath.ToSlash(name), module: m, header: h}, roundTrip(m)
}

// roundTrip checks that printing loses nothing that is printed.
func roundTrip(m *ir.Module) error {
	text := m.Canonical()
	again, err := parser.Parse("printed", []byte(text))
	if err != nil {
		return fmt.Errorf("the printed text does not parse: %w\n%s", err, text)
	}
	if got := again.Canonical(); got != text {
		return fmt.Errorf("printing is not stable: got\n%swant\n%s", got, text)
	}
	return nil
}

// entry is the function that the header names, main by default.
func (p *program) entry() string {
	return strings.TrimPrefix(cmp.Or(p.header["entry"], "main"), "@")
}

// options reads the field of that name; args are nil where it gives none.
func (p *program) options() (o interp.Options, args *difftest.Input, err error) {
	for _, word := range strings.Fields(p.header["options"]) {
		key, value, _ := strings.Cut(word, "=")
		n, nerr := strconv.ParseUint(value, 10, 64)
		switch key {
		case "check-memssa":
			o.CheckMemSSA = true
		case "strict-provenance":
			o.StrictProvenance = true
		case "source-ub":
			o.SourceUB = true
		case "seed":
			o.Seed, err = n, nerr
		case "address-seed":
			o.AddressSeed, err = n, nerr
		case "vscale":
			o.VScale, err = n, nerr
		case "freeze":
			o.Freeze, err = choice(value)
		case "dont-care":
			o.DontCare, err = choice(value)
		case "args":
			args, err = difftest.ParseInput("args", []byte(value))
		default:
			err = fmt.Errorf("unknown")
		}
		if err != nil {
			return o, nil, fmt.Errorf("option %q: %w", word, err)
		}
	}
	o.Entry = p.entry()
	return o, args, nil
}

func choice(s string) (interp.Choice, error) {
	switch kind, seed, _ := strings.Cut(s, ":"); kind {
	case "zero":
		return interp.Choice{Kind: interp.ChooseZero}, nil
	case "one":
		return interp.Choice{Kind: interp.ChooseOne}, nil
	case "random":
		n, err := strconv.ParseUint(seed, 10, 64)
		return interp.Choice{Kind: interp.ChooseRandom, Seed: n}, err
	}
	return interp.Choice{}, fmt.Errorf("expected zero, one or random:N")
}

// run executes the entry function. Both engines get the same options.
func (p *program) run(strict, exact bool) (out *interp.Outcome, printed string, err error) {
	o, args, err := p.options()
	if err != nil {
		return nil, "", err
	}
	f := p.module.Func(o.Entry)
	if f == nil {
		return nil, "", fmt.Errorf("there is no function @%s", o.Entry)
	}
	if args == nil {
		args = &difftest.Input{}
	}
	var stdout bytes.Buffer
	o.Strict, o.Exact, o.Stdout, o.Fuel = strict, exact, &stdout, 50_000_000
	o.Prepare = args.Prepare(f.Params, o.VScale)
	out, err = interp.Run(context.Background(), p.module, o)
	return out, stdout.String(), err
}

// command is the command line that does the same as run, from the root of the repository.
func (p *program) command(exact bool) string {
	args := []string{"go run ./cmd/tuffy-interp --strict"}
	for _, word := range strings.Fields(p.header["options"]) {
		if key, value, ok := strings.Cut(word, "="); ok {
			if key == "freeze" && value == "zero" {
				continue
			}
			args = append(args, "--"+key, "'"+value+"'")
		} else {
			args = append(args, "--"+word)
		}
	}
	if e := p.entry(); e != "main" {
		args = append(args, "--entry", e)
	}
	if exact {
		args = append(args, "--exact")
	}
	return strings.Join(append(args, "corpus/"+p.name), " ")
}

// behaviour writes the end of a run in the words of the expect field. place adds the place
// of undefined behaviour.
func behaviour(out *interp.Outcome, place bool) string {
	switch out.Kind {
	case interp.Returned:
		if len(out.Values) == 0 {
			return "ok void"
		}
		var s []string
		for _, v := range out.Values {
			s = append(s, valueText(v))
		}
		return "ok " + strings.Join(s, ", ")
	case interp.Trapped:
		return "trap"
	case interp.Exited:
		return fmt.Sprintf("exit %d", out.ExitCode)
	case interp.Undefined:
		if !place {
			return "ub " + out.UB.Code.ID()
		}
		w := out.UB.Where
		return fmt.Sprintf("ub %s @%s %s %q", out.UB.Code.ID(), w.Func, w.Block, mnemonic(w.Inst))
	}
	return out.Kind.String() + ": " + out.Reason
}

// mnemonic is the opcode of an instruction as printed.
func mnemonic(inst string) string {
	if lhs, rest, ok := strings.Cut(inst, " = "); ok && !strings.Contains(lhs, `"`) {
		inst = rest
	}
	name, _, _ := strings.Cut(inst, " ")
	return name
}

func valueText(v interp.Value) string {
	switch v := v.(type) {
	case interp.Int:
		return "int " + v.V.String()
	case interp.Bool:
		return fmt.Sprintf("bool %t", bool(v))
	case interp.Float:
		if v.Hi != 0 {
			return fmt.Sprintf("%s 0x%x%016x", v.Type, v.Hi, v.Lo)
		}
		return fmt.Sprintf("%s 0x%x", v.Type, v.Lo)
	case interp.Unit:
		return "unit"
	}
	return interp.FormatValue(v, nil)
}

// normal writes an expect field with its numbers as valueText writes them.
func normal(expect string) (string, error) {
	rest, ok := strings.CutPrefix(expect, "ok ")
	if !ok || rest == "void" {
		return expect, nil
	}
	var out []string
	for _, item := range strings.Split(rest, ", ") {
		kind, text, _ := strings.Cut(item, " ")
		switch kind {
		case "int", "bf16", "f16", "f32", "f64", "f80", "f128":
			n, ok := new(big.Int).SetString(text, 0)
			if !ok || kind != "int" && !strings.HasPrefix(text, "0x") {
				return "", fmt.Errorf("expect: %q is no number of type %s", text, kind)
			}
			text = n.String()
			if kind != "int" {
				text = fmt.Sprintf("0x%x", n)
			}
			out = append(out, kind+" "+text)
		case "bool", "unit":
			out = append(out, item)
		default:
			return "", fmt.Errorf("expect: %q starts with no type", item)
		}
	}
	return "ok " + strings.Join(out, ", "), nil
}

// check runs p as its header says and returns what is wrong, empty if nothing is. For
// undefined behaviour the text of the report comes back too.
func (p *program) check() (report string, err error) {
	expect, err := normal(p.header["expect"])
	if err != nil {
		return "", err
	}
	output := ""
	if text, ok := p.header["output"]; ok {
		if output, err = strconv.Unquote(text); err != nil {
			return "", fmt.Errorf("output: %w", err)
		}
	}
	ub := strings.HasPrefix(expect, "ub ")
	for _, exact := range []bool{true, false} {
		bad := func(what, got, want string) (string, error) {
			return "", fmt.Errorf("%s:\n got %s\nwant %s\n%s", what, got, want, p.command(exact))
		}
		out, printed, err := p.run(true, exact)
		if err != nil {
			return "", err
		}
		if got := behaviour(out, strings.Contains(expect, "@")); got != expect {
			if out.UB != nil {
				got += "\n" + out.UB.Text(true)
			}
			return bad("behaviour", got, expect)
		}
		if !ub && printed != output {
			return bad("output", strconv.Quote(printed), strconv.Quote(output))
		}
		loose, printed, err := p.run(false, exact)
		if err != nil {
			return "", err
		}
		switch {
		case ub && (len(loose.Reports) == 0 || loose.Reports[0].Code != out.UB.Code):
			return bad("first report without --strict", loose.Text(), out.UB.Code.String())
		case !ub && len(loose.Reports) > 0:
			return bad("report without --strict", loose.Reports[0].Text(true), "none")
		case !ub && (behaviour(loose, false) != expect || printed != output):
			return bad("without --strict", behaviour(loose, false)+" "+strconv.Quote(printed), expect)
		}
		if ub {
			text := out.UB.Text(true) + "\n"
			if report != "" && report != text {
				return bad("the engines explain differently", text, report)
			}
			report = text
		}
	}
	return report, nil
}

// files lists the .tir files below a folder of the corpus, sorted.
func files(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.FromSlash(pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return names
}

// golden compares text with the file beside the program, or writes it with -update.
func golden(t *testing.T, name, text, command string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (go test ./corpus -update writes it)", err)
	}
	if text != string(want) {
		t.Errorf("%s:\n got\n%s\nwant\n%s\n%s", name, text, want, command)
	}
}
