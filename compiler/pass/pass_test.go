package pass_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

func programs(t *testing.T, n int) []*ir.Module {
	t.Helper()
	seed := testseed.Seed(t)
	var out []*ir.Module
	for k := range uint64(testseed.Rounds(n, n/3)) {
		out = append(out, gen.Program(gen.Expand(seed+k, 200<<(k%4)), preset.Default))
	}
	return out
}

func configOf(t *testing.T, name string) *pass.Config {
	t.Helper()
	c, err := opt.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func run(t *testing.T, m *ir.Module, o pass.Options) *pass.Report {
	t.Helper()
	rep, err := pass.Run(context.Background(), m, opt.Passes(), o)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func parse(t *testing.T, src string) *ir.Module {
	t.Helper()
	m, err := parser.Parse("test.tir", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestReplay: a trace that went through its text makes the same program again, and its first n
// entries that of a run limited to n rewrites.
func TestReplay(t *testing.T) {
	c := configOf(t, "2")
	rewrites := 0
	for k, m := range programs(t, 60) {
		want := m.Clone()
		rec, err := pass.Recorded(context.Background(), want, opt.Passes(), pass.Options{Config: c, Policy: opt.FunctionPolicy(), Trace: trace.Full})
		if err != nil {
			t.Fatal(err)
		}
		rewrites += len(rec.Entries)
		plain := m.Clone()
		run(t, plain, pass.Options{Config: c, Policy: opt.FunctionPolicy()})
		if plain.Canonical() != want.Canonical() {
			t.Fatalf("program %d: recording changes the result", k)
		}
		var text bytes.Buffer
		w := trace.NewWriter(&text, rec.Header)
		for n := range rec.Entries {
			w.Write(&rec.Entries[n])
		}
		if err := w.Close(rec.Output); err != nil {
			t.Fatal(err)
		}
		read, err := trace.Read("test.jsonl", &text)
		if err != nil {
			t.Fatal(err)
		}
		if read.Header.Input != trace.Digest(m) || read.Output != trace.Digest(want) {
			t.Fatalf("program %d: digests %s and %s of programs before and after", k, read.Header.Input, read.Output)
		}
		got := m.Clone()
		done, div, err := replay(got, read, pass.ReplayOptions{Policy: opt.FunctionPolicy()})
		if err != nil || div != nil || done != len(rec.Entries) {
			t.Fatalf("program %d: %d of %d entries replayed: %v %v", k, done, len(rec.Entries), div, err)
		}
		if got.Canonical() != want.Canonical() {
			t.Fatalf("program %d: the replay gives\n%s\nwant\n%s", k, got, want)
		}
		if len(rec.Entries) < 2 {
			continue
		}
		until := len(rec.Entries) / 2
		half, limited := m.Clone(), m.Clone()
		if _, div, err := replay(half, read, pass.ReplayOptions{Until: until, Policy: opt.FunctionPolicy()}); err != nil || div != nil {
			t.Fatalf("program %d, until %d: %v %v", k, until, div, err)
		}
		run(t, limited, pass.Options{Config: c, Limit: until, Policy: opt.FunctionPolicy()})
		if half.Canonical() != limited.Canonical() {
			t.Fatalf("program %d: replay until %d and a limit of %d differ", k, until, until)
		}
	}
	if rewrites < 1000 {
		t.Errorf("only %d rewrites were replayed", rewrites)
	}
}

// replay follows a trace, and returns how many entries were followed and where the replay first left it.
func replay(m *ir.Module, t *trace.Trace, o pass.ReplayOptions) (int, *pass.Divergence, error) {
	r, err := pass.Replay(context.Background(), m, opt.Passes(), t, o)
	return r.Followed, r.First(), err
}

// TestReplayOther: on a program that is not the one traced, a replay says where it parted and why.
func TestReplayOther(t *testing.T) {
	const src = `func @f(int) -> int {
bb0:
v0 = param 0
v1 = iconst 4
v2 = iconst 3
v3 = mul v1, v2
v4 = add v0, v3
ret v4
}
`
	rec, err := pass.Recorded(context.Background(), parse(t, src), opt.Passes(), pass.Options{Config: configOf(t, "1"), Trace: trace.Full})
	if err != nil || len(rec.Entries) == 0 {
		t.Fatal(err, len(rec.Entries))
	}
	for _, c := range []struct {
		text   string
		reason pass.Reason
	}{
		{strings.Replace(src, "v3 = mul v1, v2", "v3 = mul v0, v2", 1), pass.PatternNotFound},
		{strings.Replace(src, "iconst 4", "iconst 5", 1), pass.PreconditionFailed},
	} {
		_, div, err := replay(parse(t, c.text), rec, pass.ReplayOptions{})
		if err != nil || div == nil || div.Reason != c.reason || div.Step != 1 {
			t.Errorf("%v, %v; want %s at step 1", div, err, c.reason)
		}
	}
	other := *rec
	other.Entries = slices.Clone(rec.Entries)
	other.Entries[0].Decision.Proof = "Other"
	_, div, err := replay(parse(t, src), &other, pass.ReplayOptions{})
	if err != nil || div == nil || div.Reason != pass.DifferentDecision || !strings.Contains(div.Error(), "expected "+other.Entries[0].Decision.Text()+", is "+rec.Entries[0].Decision.Text()) {
		t.Errorf("another decision: %v, %v", div, err)
	}
	lenient := parse(t, strings.Replace(src, "iconst 4", "iconst 5", 1))
	if _, div, err := replay(lenient, rec, pass.ReplayOptions{Lenient: true}); err != nil || div == nil {
		t.Errorf("a policy that does not fit: %v, %v", div, err)
	}
}

// TestReplayOnly: the entries of one function and of those that it rests on make of it what the
// whole trace makes of it, in programs whose functions are inlined and lose parameters; on another
// program the replay says where it parts, and why.
func TestReplayOnly(t *testing.T) {
	c := configOf(t, "2")
	alone, more, fewer := 0, 0, 0
	for k, m := range programs(t, 30) {
		want := m.Clone()
		rec, err := pass.Recorded(context.Background(), want, opt.Passes(), pass.Options{Config: c, Trace: trace.Full})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Funcs {
			set, err := pass.Affecting(context.Background(), m, opt.Passes(), rec, f.Name, pass.ReplayOptions{})
			if err != nil || set[0] != f.Name {
				t.Fatalf("program %d: %v, %v", k, set, err)
			}
			got := m.Clone()
			_, div, err := replay(got, rec, pass.ReplayOptions{Only: set})
			if err != nil || div != nil {
				t.Fatalf("program %d: @%s with %v: %v, %v", k, f.Name, set, div, err)
			}
			if err := ir.Verify(got); err != nil {
				t.Fatalf("program %d: @%s with %v: %v", k, f.Name, set, err)
			}
			switch x, y := got.Func(f.Name), want.Func(f.Name); {
			case (x == nil) != (y == nil):
				t.Fatalf("program %d: @%s with %v is there: %t, with all: %t", k, f.Name, set, x != nil, y != nil)
			case x != nil && x.Canonical() != y.Canonical():
				t.Fatalf("program %d: @%s with %v is\n%s\nwith all\n%s", k, f.Name, set, x, y)
			}
			switch {
			case len(set) == 1:
				alone++
			case len(set) < len(m.Funcs):
				more, fewer = more+1, fewer+1
			default:
				more++
			}
		}
	}
	t.Logf("%d functions stand alone, %d rest on others, %d of them not on all", alone, more, fewer)
	if alone < 10 || more < 10 {
		t.Error("the programs are too simple")
	}

	with := func(by string) *ir.Module {
		return parse(t, `func @f(int) -> int {
bb0(v9: mem):
v0 = param 0
v1 = symbol_addr @g
v2, v3 = call v1(v0), v9 -> int
ret v3, v2
}
func @g(int) -> int {
bb0(v9: mem):
v0 = param 0
v1 = iconst `+by+`
v2 = iconst 3
v3 = mul v1, v2
v4 = add v0, v3
ret v4, v9
}
`)
	}
	rec, err := pass.Recorded(context.Background(), with("4"), opt.Passes(), pass.Options{Config: c, Trace: trace.Full})
	if err != nil {
		t.Fatal(err)
	}
	set, err := pass.Affecting(context.Background(), with("4"), opt.Passes(), rec, "f", pass.ReplayOptions{})
	if err != nil || !slices.Equal(set, []string{"f", "g"}) {
		t.Errorf("@f, into which @g is inlined, rests on %v, %v", set, err)
	}
	set, err = pass.Affecting(context.Background(), with("5"), opt.Passes(), rec, "g", pass.ReplayOptions{})
	if err != nil || !slices.Equal(set, []string{"g"}) {
		t.Errorf("on another program @g rests on %v, %v", set, err)
	}
	if _, div, err := replay(with("5"), rec, pass.ReplayOptions{Only: set}); err != nil || div == nil || div.Reason != pass.PreconditionFailed {
		t.Errorf("on another program: %v, %v", div, err)
	}
}

// TestWorkers: the same text whatever the number of workers, five times over.
func TestWorkers(t *testing.T) {
	c := configOf(t, "3")
	for k, m := range programs(t, 12) {
		var want string
		for n := range 5 {
			got := m.Clone()
			run(t, got, pass.Options{Config: c, Workers: 1 + 3*n})
			if n == 0 {
				want = got.Canonical()
			} else if got.Canonical() != want {
				t.Fatalf("program %d: %d workers give another program", k, 1+3*n)
			}
		}
	}
}

// TestLimit: a limit of what fired changes nothing, and nothing fires beyond a limit.
func TestLimit(t *testing.T) {
	c := configOf(t, "2")
	for k, m := range programs(t, 12) {
		all := m.Clone()
		n := run(t, all, pass.Options{Config: c}).Changes
		if n < 2 {
			continue
		}
		same := m.Clone()
		if rep := run(t, same, pass.Options{Config: c, Limit: n}); rep.Changes != n || same.Canonical() != all.Canonical() {
			t.Errorf("program %d: a limit of all %d rewrites: %d fired", k, n, rep.Changes)
		}
		if rep := run(t, m.Clone(), pass.Options{Config: c, Limit: n - 1}); rep.Changes != n-1 {
			t.Errorf("program %d: a limit of %d: %d fired", k, n-1, rep.Changes)
		}
	}
}

// TestConfig: what a configuration may not say, and where.
func TestConfig(t *testing.T) {
	table := append(opt.Passes(), pass.Pass{Name: "late", After: []pass.Order{{Pass: "dce", Why: "test"}}, Func: func(*pass.Ctx) {}})
	good := string(pass.Single("x", 2, "dce").JSON())
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "{\n \"format\": tuffy", "f.json:2:13: invalid character"},
		{"key", "{\n  \"name\": \"x\", \"stagez\": []\n}", `f.json:2:16: unknown key "stagez": expected format, version, name, profile, stages`},
		{"key of a pass", strings.Replace(good, `"name": "dce"`, `"name": "dce", "sise": 1`, 1), `f.json:11:26: unknown key "sise": expected name, disabled, max_iterations, params`},
		{"twice", strings.Replace(good, `"name": "dce"`, `"name": "dce", "name": "gvn"`, 1), `f.json:11:26: "name" stands here a second time`},
		{"list", strings.Replace(good, `"name": "dce"`, `"name": ["dce"]`, 1), `f.json:11:19: name: expected a string, is a list`},
		{"no list", `{"stages": {}}`, `f.json:1:12: stages: expected a list, is an object`},
		{"fraction", strings.Replace(good, `"version": 1`, `"version": 1.5`, 1), `f.json:3:14: version: expected a whole number, is 1.5`},
		{"null", `null`, `f.json:1:1: the text: expected an object, is null`},
		{"more", good + " {}", "f.json:17:2: more text after the configuration"},
		{"format", `{"format": "yaml"}`, `expected "tuffy-pipeline"`},
		{"version", strings.Replace(good, `"version": 1`, `"version": 2`, 1), "this program reads version 1"},
		{"pass", strings.Replace(good, `"dce"`, `"dcr"`, 1), `there is no pass "dcr"; passes: dce`},
		{"iterations", strings.Replace(good, `"max_iterations": 2`, `"max_iterations": 0`, 1), `f.json:8:25: stage "x": max_iterations is 0, expected 1 to 1000`},
		{"type", strings.Replace(good, `"max_iterations": 2`, `"max_iterations": "two"`, 1), `f.json:8:25: max_iterations: expected a whole number, is "two"`},
		{"empty", " \n", "f.json:1:1: the file is empty"},
		{"cut", "{\n  \"name\": ", "f.json:2:11: the text ends too early"},
		{"line", strings.Replace(good, `"dce"`, `"dcr"`, 1), `f.json:11:19: stage "x": there is no pass "dcr"`},
		{"no stages", string((&pass.Config{Name: "x"}).JSON()), "f.json:5:13: no stage has a pass"},
		{"no passes", string(pass.Single("x", 1).JSON()), "f.json:5:13: no stage has a pass"},
		{"param", strings.Replace(good, `"name": "dce"`, `"name": "dce", "params": {"size": 1}`, 1), `f.json:11:45: stage "x": pass dce has no parameter "size": it has none`},
		{"range", strings.Replace(good, `"name": "dce"`, `"name": "inline", "params": {"size": -1}`, 1), `f.json:11:48: stage "x": pass inline: size is -1, expected 0 to`},
		{"order", string(pass.Single("x", 1, "late", "dce").JSON()), `f.json:11:19: stage "x": pass late comes before dce, which must run first: test`},
	} {
		_, err := pass.ParseConfig("f.json", []byte(c.text), table)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "f.json") {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := pass.ParseConfig("f.json", (&pass.Config{Name: "O0"}).JSON(), table); err != nil {
		t.Errorf("O0 does nothing, and may: %v", err)
	}
	for _, level := range opt.Levels {
		c := configOf(t, level)
		again, err := pass.ParseConfig("f.json", c.JSON(), table)
		if err != nil || !bytes.Equal(again.JSON(), c.JSON()) {
			t.Errorf("-O%s does not read back: %v", level, err)
		}
	}
}

// TestTable: rows are named, say what they do, and order only what exists, without a cycle.
func TestTable(t *testing.T) {
	table := opt.Passes()
	names := pass.Names(table)
	for n, p := range table {
		if p.Name == "" || p.Doc == "" || (p.Func == nil) == (p.Module == nil) || slices.Index(names, p.Name) != n {
			t.Errorf("row %+v", p)
		}
		for _, o := range p.After {
			if !slices.Contains(names, o.Pass) || o.Why == "" {
				t.Errorf("%s after %+v", p.Name, o)
			}
		}
	}
	for range table { // a partial order of n has no path longer than n
		left := table[:0:0]
		for _, p := range table {
			if slices.ContainsFunc(p.After, func(o pass.Order) bool { return slices.Contains(pass.Names(table), o.Pass) }) {
				left = append(left, p)
			}
		}
		table = left
	}
	if len(table) > 0 {
		t.Errorf("passes order each other in a cycle: %v", pass.Names(table))
	}
}

// TestAfter: the hook is called with every changed module, and its error ends the run.
func TestAfter(t *testing.T) {
	stop := errors.New("stop")
	m := parse(t, `func @f(int) -> int {
bb0:
v0 = param 0
v1 = iconst 4
v2 = iconst 3
v3 = mul v1, v2
v4 = add v0, v3
ret v4
}
`)
	var seen []string
	_, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: configOf(t, "1"), After: func(stage string, it int, p string, _ *ir.Module) error {
		seen = append(seen, stage+" "+strconv.Itoa(it)+" "+p)
		if len(seen) == 2 {
			return stop
		}
		return nil
	}})
	if !errors.Is(err, stop) || !slices.Equal(seen, []string{"early 1 sccp", "early 1 dce"}) {
		t.Errorf("%v, %v", seen, err)
	}
}

// TestTraceErrors: what a trace file may not be.
func TestTraceErrors(t *testing.T) {
	head := `{"format":"tuffy-trace","version":2,"mode":"full","input":"","pipeline":{}}` + "\n"
	last := func(n int) string {
		return fmt.Sprintf("{\"end\":%d,\"output\":\"%064x\"}\n", n, n)
	}
	if tr, err := trace.Read("t", strings.NewReader(head+`{"seq":1}`+"\n"+last(1))); err != nil || len(tr.Entries) != 1 || tr.Output != fmt.Sprintf("%064x", 1) {
		t.Errorf("a whole trace: %+v, %v", tr, err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "t:1: an empty file"},
		{"x", "t:1: expected the header"},
		{`{"format":"other"}`, `t:1: format "other": expected "tuffy-trace"`},
		{strings.Replace(head, `"version":2`, `"version":7`, 1), "t:1: version 7: this program reads version 2"},
		{head + "\n{\"seq\":1,\"rool\":\"x\"}\n", "t:3: expected a trace entry"},
		{head + `{"seq":2}`, "t:2: entry 2 where 1 was expected"},
		{head + `{"seq":1} {}`, "more than one value"},
		{head + `{"seq":"one"}`, "t:2: expected a trace entry: seq: expected a number, is string"},
		{head + `{"seq":1,"ru`, "t:2: expected a trace entry: the text ends too early"},
		{head, "t:1: the trace ends after entry 0 without its last line: it is cut; run tuffy opt again"},
		{head + `{"seq":1}`, "t:2: the trace ends after entry 1 without its last line"},
		{head + last(1), "t:2: the trace had 1 entries and has 0"},
		{head + last(0) + last(0), "t:3: more text after the last line"},
		{head + `{"end":0,"output":"00"}`, `t:2: output "00": expected a SHA-256 digest`},
	} {
		if _, err := trace.Read("t", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestDiff: what only one trace has, and what both have for different reasons.
func TestDiff(t *testing.T) {
	entry := func(seq int, hash trace.Hash, rule, known, proof string) trace.Entry {
		return trace.Entry{Seq: seq, Hash: hash, Pattern: hash, Rule: rule, Pass: "p", Function: "f", At: "v" + strconv.Itoa(seq), Context: []trace.Fact{{Kind: "const", Name: "v1", Value: known}}, Decision: trace.Decision{Kind: "equivalence", Proof: proof}}
	}
	full := trace.Header{Mode: trace.Full}
	old := &trace.Trace{Header: full, Entries: []trace.Entry{entry(1, 1, "r", "8", "A"), entry(2, 2, "r", "v7", "A"), entry(3, 3, "r", "8", "A"), entry(4, 4, "r", "8", "A"), entry(5, 6, "q", "8", "A")}}
	next := &trace.Trace{Header: full, Entries: []trace.Entry{entry(1, 1, "r", "9", "A"), entry(2, 2, "r", "v9", "A"), entry(3, 4, "r", "8", "B"), entry(4, 5, "r", "8", "A"), entry(5, 7, "s", "8", "A")}}
	var s strings.Builder
	if err := trace.WriteDiff(&s, trace.Diff(old, next)); err != nil {
		t.Fatal(err)
	}
	// What is left of both traces by one rule is one decision that became another.
	want := `~    1 /0 f: p/r v1
       - knows const v1 8
       + knows const v1 9
~    3 /0 f: p/r v3
       - pattern 0000000000000003 at v3
       + pattern 0000000000000005 at v4
~    4 /0 f: p/r v4
       - equivalence, theorem A
       + equivalence, theorem B
-    5 /0 f: p/q v5
+    5 /0 f: p/s v5
` + fmt.Sprintf("%-40s", "p/q") + " 1 only in the old trace, 0 only in the new one\n" + fmt.Sprintf("%-40s", "p/r") + " 0 only in the old trace, 0 only in the new one, 3 for other reasons\n" + fmt.Sprintf("%-40s", "p/s") + " 0 only in the old trace, 1 only in the new one\n"
	if s.String() != want {
		t.Errorf("got\n%s\nwant\n%s", s.String(), want)
	}
	next.Header.Mode = trace.Decisions // which holds no context
	for k, n := range map[*trace.Trace]int{old: 0, next: 4} {
		if got := trace.Diff(old, k); len(got) != n {
			t.Errorf("%d differences, want %d: %+v", len(got), n, got)
		}
	}
}

// TestCorpusVerifies: what -O2 and -Ofast make of the programs of the corpus verifies.
func TestCorpusVerifies(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "pass", "*.tir"))
	more, err2 := filepath.Glob(filepath.Join("..", "..", "corpus", "bench", "*.tir"))
	if err != nil || err2 != nil || len(files) < 50 {
		t.Fatal(err, err2, len(files))
	}
	for _, name := range testseed.Sample(t, 4, append(files, more...)) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []string{"2", "fast"} {
			m := parse(t, string(src))
			run(t, m, pass.Options{Config: configOf(t, level), Policy: opt.FunctionPolicy()})
			if err := ir.Verify(m); err != nil {
				t.Errorf("%s at -O%s: %v", name, level, err)
			}
		}
	}
}

// TestTraceNames: fragments, places and facts of a trace are called by the numbers of the author; what was made has
// one number above them in all entries; and what a replay goes by does not depend on these numbers.
func TestTraceNames(t *testing.T) {
	const plain = `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    v2 = icmp.eq v0, v1
    brif v2, bb1, bb2
  bb1:
    v4 = iconst 4
    v5 = iconst 3
    v6 = mul v4, v5
    v7 = add v0, v6
    br bb2
  bb2:
    ret v0
}
`
	authored := plain
	for n, k := range []int{70, 51, 32, 0, 94, 15, 26, 88} {
		authored = regexp.MustCompile(fmt.Sprintf(`\bv%d\b`, n)).ReplaceAllString(authored, fmt.Sprintf("w%d", k))
	}
	for n, k := range []int{9, 3, 6} {
		authored = regexp.MustCompile(fmt.Sprintf(`\bbb%d\b`, n)).ReplaceAllString(authored, fmt.Sprintf("cc%d", k))
	}
	authored = strings.NewReplacer("w", "v", "cc", "bb").Replace(authored)
	options := pass.Options{Config: configOf(t, "2"), Trace: trace.Full}
	record := func(text string) *trace.Trace {
		rec, err := pass.Recorded(context.Background(), parse(t, text), opt.Passes(), options)
		if err != nil || len(rec.Entries) < 2 {
			t.Fatal(err, len(rec.Entries))
		}
		return rec
	}
	rec, other := record(authored), record(plain)
	// Each instruction that the first entry changes stands in the text, and a number is of one instruction.
	for _, i := range rec.Entries[0].Before.Instructions {
		if !strings.Contains(authored, "    "+i+"\n") {
			t.Errorf("%q is no line of\n%s", i, authored)
		}
	}
	written := map[string]bool{}
	for _, v := range regexp.MustCompile(`\b(v|bb)\d+`).FindAllString(authored, -1) {
		written[v] = true
	}
	for n := range rec.Entries {
		e := &rec.Entries[n]
		for _, i := range slices.Concat(e.Before.Instructions, e.After.Instructions) {
			for _, v := range regexp.MustCompile(`\b(v|bb)\d+`).FindAllString(i, -1) {
				number, _ := strconv.Atoi(strings.TrimLeft(v, "vb"))
				if above := v[0] == 'v' && number > 94 || v[0] == 'b' && number > 9; !written[v] && !above {
					t.Errorf("%s of %q is neither in the text nor above it", v, i)
				}
			}
		}
		// An instruction is called by what stands on the left of its line.
		if left, _, ok := strings.Cut(e.Where(), " "); !ok && !slices.ContainsFunc(e.Before.Instructions, func(i string) bool { return strings.HasPrefix(i, left) }) && left[0] == 'v' {
			t.Errorf("%s is at %s, and changes %q", e.Rule, left, e.Before.Instructions)
		}
		for _, f := range e.Known() {
			for _, v := range regexp.MustCompile(`\bv\d+`).FindAllString(f, -1) {
				if number, _ := strconv.Atoi(v[1:]); !written[v] && number <= 94 {
					t.Errorf("fact %q is of no value of the text", f)
				}
			}
		}
	}
	// Without what is shown the traces are one.
	for _, r := range []*trace.Trace{rec, other} {
		for n := range r.Entries {
			e := &r.Entries[n]
			e.Before, e.After, e.At, e.Region = nil, nil, "", ""
			e.Context = slices.Clone(e.Context)
			for k := range e.Context {
				e.Context[k].Name = ""
			}
		}
	}
	if !reflect.DeepEqual(rec.Entries, other.Entries) {
		t.Errorf("decisions depend on the numbers of the text:\n%+v\n%+v", rec.Entries, other.Entries)
	}
	if done, div, err := replay(parse(t, authored), other, pass.ReplayOptions{}); err != nil || div != nil || done != len(rec.Entries) {
		t.Errorf("the replay: %d, %v, %v", done, div, err)
	}
}
