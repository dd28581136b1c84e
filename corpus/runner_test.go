package corpus

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/parser"
)

// areas are the first words of the names in pass.
var areas = strings.Fields("int bool annot poison freeze mem agg slot heap cast ptr flow loop call main atomic thread host float vec target")

func TestPass(t *testing.T) {
	for _, name := range files(t, "pass/*.tir") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			p, err := load(".", name)
			if err != nil {
				t.Fatal(err)
			}
			area, _, _ := strings.Cut(filepath.Base(name), "_")
			if !slices.Contains(areas, area) {
				t.Errorf("the area %q is not listed in README.md", area)
			}
			if p.header["why"] == "" {
				t.Error("the header has no field why")
			}
			if strings.HasPrefix(p.header["expect"], "ub") {
				t.Error("pass holds programs without undefined behaviour")
			}
			if _, err := p.check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUB(t *testing.T) {
	for _, code := range interp.Codes() {
		dir := filepath.Join("ub", code.ID())
		bad := files(t, dir+"/bad*.tir")
		good := files(t, dir+"/good*.tir")
		if all := files(t, dir+"/*.tir"); len(all) != len(bad)+len(good) {
			t.Errorf("%s: a name starts with neither bad nor good: %v", dir, all)
		}
		for _, name := range slices.Concat(bad, good) {
			t.Run(code.ID()+"/"+filepath.Base(name), func(t *testing.T) {
				p, err := load(".", name)
				if err != nil {
					t.Fatal(err)
				}
				isBad := strings.HasPrefix(p.header["expect"], "ub "+code.ID())
				if isBad != slices.Contains(bad, name) {
					t.Errorf("expect: %s is the wrong kind of end for this name", p.header["expect"])
				}
				report, err := p.check()
				if err != nil {
					t.Fatal(err)
				}
				if isBad {
					golden(t, strings.TrimSuffix(name, ".tir")+".golden", report, p.command(false))
				}
			})
		}
		for _, name := range bad {
			twin := filepath.Join(dir, "good"+strings.TrimPrefix(filepath.Base(name), "bad"))
			if !slices.Contains(good, twin) {
				t.Errorf("%s has no twin %s", name, twin)
			}
		}
	}
}

// TestNoStrayFiles: every golden file has its program, every code its folder only.
func TestNoStrayFiles(t *testing.T) {
	for _, pattern := range []string{"ub/*/*.golden", "diff/*.golden", "demo/*.golden"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			stem := strings.TrimSuffix(name, ".golden")
			if !exists(stem+".tir") && !exists(stem+".before.tir") && filepath.Dir(name) != "demo" {
				t.Errorf("%s belongs to no program", name)
			}
		}
	}
	dirs, err := os.ReadDir("ub")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !slices.ContainsFunc(interp.Codes(), func(c interp.Code) bool { return c.ID() == d.Name() }) {
			t.Errorf("ub/%s is the folder of no code", d.Name())
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

var sizeLine = regexp.MustCompile(`(?m)^// size T: n=(\d+) checksum=([0-9a-f]{16})$`)

// TestBench runs each kernel at its smallest size. The checksums come from the C versions.
func TestBench(t *testing.T) {
	for _, name := range testseed.Sample(t, 3, files(t, "bench/*.tir")) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			p, err := load(".", name)
			if err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			size := sizeLine.FindSubmatch(src)
			if size == nil {
				t.Fatal("the header has no line `// size T: n=N checksum=HEX`")
			}
			want, err := strconv.ParseUint(string(size[2]), 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			p.header = map[string]string{
				"entry": "kernel", "options": fmt.Sprintf("args=[%s]", size[1]), "expect": fmt.Sprintf("ok int %d", want),
			}
			if _, err := p.check(); err != nil {
				t.Error(err)
			}
		})
	}
}

var headerSizes = regexp.MustCompile(`(?m)^// size ([TSM]): n=(\d+) checksum=([0-9a-f]{16})$`)

var headerCount = regexp.MustCompile(`(?m)^// count S: (\d+)$`)

// TestBenchTwins: the C twin of each kernel, compiled by gcc, prints the checksums that the header
// states, and at size S @main returns the same and executes as many instructions as it says there.
func TestBenchTwins(t *testing.T) {
	dir := t.TempDir()
	for _, name := range testseed.Sample(t, 12, files(t, "bench/*.tir")) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sizes := headerSizes.FindAllStringSubmatch(string(src), -1)
			if len(sizes) != 3 {
				t.Fatalf("the header has %d sizes, want T, S and M", len(sizes))
			}
			binary := filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".tir"))
			twin := strings.TrimSuffix(name, ".tir") + ".c"
			if out, err := exec.Command("gcc", "-O1", "-w", "-o", binary, twin).CombinedOutput(); err != nil {
				t.Fatalf("gcc: %v\n%s", err, out)
			}
			for _, s := range sizes {
				out, err := exec.Command(binary, s[2]).Output()
				if got := strings.TrimSpace(string(out)); err != nil || got != s[3] {
					t.Errorf("size %s: the C twin prints %q (%v), the header says %s", s[1], got, err, s[3])
				}
			}
			if testing.Short() {
				return // TestBench runs size T
			}
			m, err := parser.Parse(name, src)
			if err != nil {
				t.Fatal(err)
			}
			out, err := interp.Run(context.Background(), m, interp.Options{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			want, err := strconv.ParseUint(sizes[1][3], 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			if got := behaviour(out, false); got != fmt.Sprintf("ok int %d", want) {
				t.Errorf("@main: got %s, want int %d", got, want)
			}
			if count := headerCount.FindSubmatch(src); count != nil && string(count[1]) != strconv.FormatInt(out.Steps, 10) {
				t.Errorf("@main executes %d instructions, the header says %s", out.Steps, count[1])
			}
		})
	}
}

// TestRunnerFails: each wrong header must be noticed, or the tests above prove nothing.
func TestRunnerFails(t *testing.T) {
	const body = `
data @cell = zero 8

func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @cell
    v2 = load.8 v1, v0 -> ptr
    v3 = load.4 v2, v0
    ret v3, v0
}
`
	const fine = `
func @main() -> int {
  bb0:
    v0 = iconst 3
    ret v0
}
`
	ub := func(place string) string { return "// expect: ub TUF-UB-005 " + place + body }
	for _, c := range []struct{ name, text, want string }{
		{"right ub", ub(`@main bb0 "load.4"`), ""},
		{"right value", "// expect: ok int 0x3" + fine, ""},
		{"wrong value", "// expect: ok int 4" + fine, "behaviour:\n got ok int 3\nwant ok int 4\ngo run ./cmd/tuffy-interp --strict --exact corpus/x.tir"},
		{"wrong type", "// expect: ok bool true" + fine, "want ok bool true"},
		{"two values", "// expect: ok int 3, int 3" + fine, "want ok int 3, int 3"},
		{"no number", "// expect: ok int three" + fine, `"three" is no number`},
		{"void", "// expect: ok void" + fine, "want ok void"},
		{"ub expected", "// expect: ub TUF-UB-005" + fine, "want ub TUF-UB-005"},
		{"trap expected", "// expect: trap" + fine, "want trap"},
		{"no expectation", "// why: none" + fine, "behaviour"},
		{"missing output", "// expect: ok int 3\n// output: \"x\"" + fine, "output:\n got \"\"\nwant \"x\""},
		{"unknown option", "// expect: ok int 3\n// options: fast" + fine, `option "fast": unknown`},
		{"argument too many", "// expect: ok int 3\n// options: args=[1]" + fine, "the input has 1 argument,"},
		{"no such entry", "// expect: ok int 3\n// entry: other" + fine, "there is no function @other"},
		{"twice", "// expect: ok int 3\n// expect: ok int 3" + fine, `two fields "expect"`},
		{"ok expected", "// expect: ok int 0" + body, "TUF-UB-005"},
		{"wrong code", "// expect: ub TUF-UB-006" + body, "want ub TUF-UB-006"},
		{"wrong function", ub(`@f bb0 "load.4"`), `got ub TUF-UB-005 @main bb0 "load.4"`},
		{"wrong block", ub(`@main bb1 "load.4"`), `got ub TUF-UB-005 @main bb0 "load.4"`},
		{"wrong mnemonic", ub(`@main bb0 "load.8"`), `got ub TUF-UB-005 @main bb0 "load.4"`},
		{"no syntax", "// expect: ok int 3\nfunc", "x.tir:2:"},
		{"does not verify", `// expect: ok int 3
func @main() -> int {
  bb0:
    ret
}
`, "x.tir:4:"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.tir"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := load(dir, "x.tir")
		if err == nil {
			_, err = p.check()
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && err == nil:
			t.Errorf("%s: passes", c.name)
		case c.want != "" && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s:\n got %v\nwant it to contain %q", c.name, err, c.want)
		}
	}
}

// pairSeed makes the generated inputs of diff and demo, and with them the golden texts.
const pairSeed = 1

// pair compares the functions of a before and an after file on generated inputs.
func pair(before, after *program, exact bool) (*difftest.Pair, error) {
	o, _, err := before.options()
	if err != nil {
		return nil, err
	}
	o.Exact = exact
	res, err := difftest.Check(context.Background(), before.module, after.module, difftest.Config{Entry: before.entry(), Seed: pairSeed, Options: o, Workers: 2})
	if err != nil {
		return nil, err
	}
	return &res.Pairs[0], nil
}

func TestDiff(t *testing.T) {
	names := files(t, "diff/*.before.tir")
	if after := files(t, "diff/*.after.tir"); len(after) != len(names) {
		t.Errorf("%d files .before.tir, %d .after.tir", len(names), len(after))
	}
	for _, name := range testseed.Every(10, append(names, filepath.Join("demo", "before.tir"))) {
		stem := strings.TrimSuffix(name, ".before.tir")
		other := stem + ".after.tir"
		if name == stem {
			stem, other = filepath.Join("demo", "demo"), filepath.Join("demo", "after.tir")
		}
		t.Run(filepath.Base(stem), func(t *testing.T) { checkPair(t, name, other, stem+".golden") })
	}
}

func checkPair(t *testing.T, name, other, goldenName string) {
	before, err := load(".", name)
	if err != nil {
		t.Fatal(err)
	}
	after, err := load(".", other)
	if err != nil {
		t.Fatal(err)
	}
	if before.header["why"] == "" {
		t.Error("the header has no field why")
	}
	command := fmt.Sprintf("go run ./cmd/tuffy-interp --differential --seed %d --entry %s corpus/%s corpus/%s", pairSeed, before.entry(), before.name, after.name)
	var text string
	for _, exact := range []bool{false, true} {
		if exact {
			command += " --exact"
		}
		p, err := pair(before, after, exact)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Verdict.String()
		if got != before.header["verdict"] || p.Skipped != "" {
			if p.Divergence != nil {
				got += "\n" + p.Divergence.Text("", true)
			}
			t.Fatalf("verdict:\n got %s %s %q\nwant %s\n%s", got, p.Skipped, p.Reasons, before.header["verdict"], command)
		}
		if p.Undefined == p.Runs && p.Divergence == nil || p.Inconclusive > 0 {
			t.Errorf("%d runs, before undefined on %d, %d inconclusive: the pair shows nothing\n%s", p.Runs, p.Undefined, p.Inconclusive, command)
		}
		if p.Divergence == nil {
			continue
		}
		report := p.Divergence.Text(p.Divergence.Command("corpus/"+before.name, "corpus/"+after.name), true)
		if exact && report != text {
			t.Errorf("the engines explain differently: got\n%s\nwant\n%s\n%s", report, text, command)
		}
		text = report
	}
	if text != "" {
		golden(t, goldenName, text, command)
	}
}

// unfinished are the mistakes of a text that is an excerpt.
var unfinished = regexp.MustCompile(`is not defined|is not a label`)

// TestPages parses the examples of docs/ub. They are excerpts: names may be missing.
func TestPages(t *testing.T) {
	names := files(t, "../docs/ub/*.md")
	for _, code := range interp.Codes() {
		if !slices.Contains(names, filepath.Join("..", "docs", "ub", code.ID()+".md")) {
			t.Errorf("%s has no page", code)
		}
	}
	blocks := 0
	for _, name := range names {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n, part := range strings.Split(string(page), "```") {
			if n%2 == 0 || strings.HasPrefix(part, "sh") || strings.HasPrefix(part, "c\n") {
				continue
			}
			blocks++
			if err := excerpt(part); err != nil {
				t.Errorf("%s, example %d: %v\n%s", name, (n+1)/2, err, part)
			}
		}
	}
	if blocks < len(interp.Codes()) {
		t.Errorf("only %d examples", blocks)
	}
	if excerpt("v0 = addd v1, v2") == nil || excerpt("v0 = add v1 v2") == nil {
		t.Error("a wrong example is accepted")
	}
}

// excerpt parses lines of IR, with a function and a block around them where they have none.
func excerpt(text string) error {
	var items, body []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "…" {
			continue
		}
		switch {
		case strings.HasPrefix(line, "data "), strings.HasPrefix(line, "extern "):
			items = append(items, line)
		case strings.HasPrefix(line, "func ") && strings.HasSuffix(line, "{ … }"):
			items = append(items, strings.Replace(line, "{ … }", `{
 bb0:
 unreachable
}`, 1))
		default:
			body = append(body, line)
		}
	}
	src := strings.Join(body, "\n")
	if !strings.Contains(src, "func ") {
		if !strings.HasPrefix(strings.TrimSpace(src), "bb") && !strings.HasPrefix(strings.TrimSpace(src), "region") {
			src = "bb0:\n" + src
		}
		src = "func @f() {\n" + src + "\n}"
	}
	_, err := parser.Parse("example", []byte(strings.Join(items, "\n")+"\n"+src+"\n"))
	list, ok := err.(parser.ErrorList)
	if !ok {
		return err
	}
	for _, e := range list.Errors {
		if !unfinished.MatchString(e.Msg) {
			return e
		}
	}
	return nil
}
