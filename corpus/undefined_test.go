package corpus

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/docs/undefined"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// cHeader is the first line of a bad program: the code, or two where a value that is none may be told when it is read or when it
// is used, the paragraph if it is not one of the item, an option, and what is wrong.
var cHeader = regexp.MustCompile(`^/\* (TUF-UB-\d{3}(?:/TUF-UB-\d{3})?)(?: (\d[\d.]*p\d+))?(?: --([a-z-]+))? .*\*/$`)

// cOptions are the options that a header may ask for; all is both.
var cOptions = map[string]func(*c.Options, *interp.Options){
	"all": func(r *c.Options, o *interp.Options) {
		r.Restrict, r.EffectiveTypes, o.EffectiveTypes = true, true, true
	},
	"restrict":        func(r *c.Options, _ *interp.Options) { r.Restrict = true },
	"effective-types": func(r *c.Options, o *interp.Options) { r.EffectiveTypes, o.EffectiveTypes = true, true },
}

// runC runs a program of C.
func runC(name, text, option string, exact bool) (*interp.Outcome, string, error) {
	read := c.Options{Hosted: true, Words: true, Checks: true}
	o := interp.Options{Entry: "main", SourceUB: true, Exact: exact, Fuel: 50_000_000, NoEvents: true}
	if set := cOptions[option]; set != nil {
		set(&read, &o)
	}
	m, err := c.Compile([]c.File{{Name: name, Text: []byte(text)}}, read)
	if err != nil {
		return nil, "", err
	}
	if err := ir.Verify(m); err != nil {
		return nil, "", err
	}
	var stdout bytes.Buffer
	o.Stdout = &stdout
	f := m.Func("main")
	if f == nil {
		return nil, "", fmt.Errorf("there is no main")
	}
	in := &difftest.Input{}
	if len(f.Params) == 2 {
		in, err = difftest.ParseInput("args", []byte(`{"args": [1, {"ptr": 0}], "buffers": [{"align": 8, "bytes": "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"}]}`))
		if err != nil {
			return nil, "", err
		}
	}
	o.Prepare = in.Prepare(f.Params, 1)
	out, err := interp.Run(context.Background(), m, o)
	return out, stdout.String(), err
}

// checkBad says what the first report of a bad program lacks; the error is of the test.
func checkBad(item undefined.Item, name, text string, exact bool) (lacks string, err error) {
	first, _, _ := strings.Cut(text, "\n")
	h := cHeader.FindStringSubmatch(first)
	if h == nil {
		return "", fmt.Errorf("%s: the first line says no code and what is wrong: %s", name, first)
	}
	line := 0
	for n, l := range strings.Split(text, "\n") {
		if strings.Contains(l, "/* HERE */") && line == 0 {
			line = n + 1
		}
	}
	if _, known := cOptions[h[3]]; h[3] != "" && !known {
		return "the option --" + h[3], nil
	}
	out, _, err := runC(name, text, h[3], exact)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if len(out.Reports) == 0 {
		return "a report: " + out.Text(), nil
	}
	u := out.Reports[0]
	paragraphs := strings.Split(item.Where, ", ")
	if h[2] != "" {
		paragraphs = []string{h[2]}
	}
	switch {
	case u.Source == nil:
		return "words of C: " + u.Text(false), nil
	case !slices.Contains(strings.Split(h[1], "/"), u.Code.ID()), u.Source.At.Line != line:
		return fmt.Sprintf("%s at line %d: %s", h[1], line, u.Text(false)), nil
	case !slices.Contains(paragraphs, strings.TrimPrefix(u.Source.Rule, "C11 ")):
		return fmt.Sprintf("a paragraph of %v: %s", paragraphs, u.Text(false)), nil
	}
	if strings.HasSuffix(name, "/bad_1.c") && item.Status == undefined.Detected {
		return "", compareReport(strings.TrimSuffix(name, ".c")+".golden", u.Text(false)+"\n")
	}
	return "", nil
}

// compareReport holds the whole text of a report to the file beside the program, or writes it with -update.
func compareReport(name, text string) error {
	if *update {
		return os.WriteFile(name, []byte(text), 0o666)
	}
	want, err := os.ReadFile(name)
	if err == nil && string(want) != text {
		err = fmt.Errorf("%s:\n got\n%swant\n%s", name, text, want)
	}
	return err
}

// TestUndefined runs the programs of each item: the bad ones of a detected item have a report of that code and paragraph at the line
// that says HERE, the good ones none, and print what they print when gcc has compiled them.
func TestUndefined(t *testing.T) {
	engines := []bool{false, true}
	if testing.Short() {
		engines = engines[:1]
	}
	var good []string
	for _, item := range testseed.Sample(t, 4, undefined.Items()) {
		programs := Undefined(item.ID())
		count := map[string]int{}
		var missed []string
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			kind, _, _ := strings.Cut(name, "_")
			count[kind]++
			path := "c/ub/" + item.ID() + "/" + name
			if kind == "good" {
				good = append(good, path)
				continue
			}
			for _, exact := range engines {
				lacks, err := checkBad(item, path, programs[name], exact)
				if err != nil {
					t.Error(err)
				} else if lacks != "" {
					missed = append(missed, path+" lacks "+lacks)
				}
			}
		}
		switch {
		case item.Status == undefined.Detected && len(missed) > 0:
			t.Errorf("%s is said to be detected:\n%s", item.ID(), strings.Join(missed, "\n"))
		case item.Status == undefined.Detected && (count["bad"] < 2 || count["good"] < 2):
			t.Errorf("%s is detected and has %d bad and %d good programs, want two of each", item.ID(), count["bad"], count["good"])
		case item.Status != undefined.Detected && len(programs) > 0 && len(missed) == 0:
			t.Errorf("%s is detected, and the table says: %s", item.ID(), item.Status)
		}
	}
	for _, path := range testseed.Sample(t, 5, good) {
		t.Run(path, func(t *testing.T) { checkGood(t, path, engines) })
	}
}

// checkGood runs a program that is right.
func checkGood(t *testing.T, path string, engines []bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want string
	threads := strings.Contains(string(text), "thread_spawn") // which gcc's library does not have
	if !threads {
		binary := filepath.Join(t.TempDir(), "a.out")
		if out, err := exec.Command("gcc", "-w", "-o", binary, path, "-lm").CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		out, err := exec.Command(binary).Output()
		if err != nil {
			t.Fatal(err)
		}
		want = string(out)
	}
	for _, exact := range engines {
		out, got, err := runC(path, string(text), "", exact)
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Reports) > 0 {
			t.Errorf("a report of what is right:\n%s", out.Reports[0].Text(true))
		}
		ended := out.Kind == interp.Exited && out.ExitCode == 0 || out.Kind == interp.Returned && interp.FormatValue(out.Values[0], nil) == "0"
		if got != want || !ended {
			t.Errorf("printed %q and %s, want %q and 0", got, out.Text(), want)
		}
	}
}

// TestRefused compiles the examples of the items that are refused or warned of.
func TestRefused(t *testing.T) {
	for _, item := range undefined.Items() {
		if item.Status != undefined.Refused && item.Status != undefined.Warned {
			continue
		}
		if item.Example == "" {
			t.Errorf("%s has no example", item.ID())
			continue
		}
		var warned []string
		m, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(item.Example)}}, c.Options{Hosted: true, Warn: func(w c.Warning) { warned = append(warned, w.String()) }})
		switch {
		case item.Status == undefined.Warned && !strings.Contains(strings.Join(warned, "\n"), item.How):
			t.Errorf("%s: want a warning with %q, got %q, %v", item.ID(), item.How, warned, err)
		case item.Status == undefined.Warned:
		case err == nil && m.Func("main") == nil && strings.Contains(item.How, "@main"):
		case err == nil:
			t.Errorf("%s is accepted:\n%s", item.ID(), item.Example)
		case !strings.Contains(err.Error(), item.How):
			t.Errorf("%s: want an error with %q, got %v", item.ID(), item.How, err)
		}
	}
}
