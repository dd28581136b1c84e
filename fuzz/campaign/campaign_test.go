package campaign

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// childDir in the environment makes the test binary a process that runs a campaign there.
const childDir = "TUFFY_CAMPAIGN_CHILD"

// childPrograms tells it how many programs make a campaign.
const childPrograms = "TUFFY_CAMPAIGN_PROGRAMS"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		o := planted(dir)
		if os.Getenv(childDies) != "" {
			debug.SetMaxStack(1 << 20)
			o = deadly(dir)
		}
		if _, err := Run(context.Background(), o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if testing.Short() {
		_ = os.Setenv(childPrograms, "300")
	}
	os.Exit(m.Run())
}

// has reports whether the program has an instruction with the opcode.
func has(m *ir.Module, op ir.Op) bool {
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == op {
					return true
				}
			}
		}
	}
	return false
}

// fails is a check that fails on programs with the opcode.
func fails(name string, op ir.Op) check.Check {
	return check.Check{Name: name, Doc: "there is no " + op.String(), Share: 100, Run: func(s *check.Subject) *check.Failure {
		if !has(s.Module, op) {
			return nil
		}
		return &check.Failure{Rule: op.String(), Message: fmt.Sprintf("v%d is wrong", s.Seed%10), Detail: s.Module.Canonical()}
	}}
}

// panics is a check that panics on programs with the opcode.
func panics(name string, op ir.Op) check.Check {
	return check.Check{Name: name, Doc: "does not panic", Share: 50, Run: func(s *check.Subject) *check.Failure {
		if has(s.Module, op) {
			panic("BUG: planted")
		}
		return nil
	}}
}

// planted is a campaign with bugs that every run of it finds.
func planted(dir string) Options {
	programs, err := strconv.ParseInt(os.Getenv(childPrograms), 10, 64)
	if err != nil {
		programs = 2600
	}
	return Options{Dir: dir, Seed: 7, Programs: programs, Workers: 2, ReduceTime: time.Hour, HangTime: time.Hour,
		Checks: []check.Check{fails("mul", ir.OpMul), fails("sqrt", ir.OpFSqrt), panics("panics", ir.OpMemMove)}}
}

// state is what two campaigns must have in common.
type state struct {
	Counters map[string]int64
	Findings []string
	Corpus   []string
	Coverage []string
}

// stateOf reads a folder, and checks that it is consistent.
func stateOf(t *testing.T, dir string) state {
	t.Helper()
	r, err := openReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	var s state
	var verdict string
	if err := r.store.db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity check: %s %v", verdict, err)
	}
	if s.Counters, err = r.store.counters(); err != nil {
		t.Fatal(err)
	}
	delete(s.Counters, "elapsed ms")
	for _, f := range r.findings.sorted() {
		for _, sum := range []string{f.Program, f.Reduced} {
			if sum == "" {
				continue
			}
			if _, err := r.programs.text(sum); err != nil {
				t.Fatal(err)
			}
		}
		s.Findings = append(s.Findings, fmt.Sprintln(f.Hash, f.State, f.SameAs, f.Check, f.Message, f.Number, f.Program, f.Reduced, f.Count))
	}
	entries, err := r.store.corpus()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, err := r.programs.text(e.program); err != nil {
			t.Fatal(err)
		}
		s.Corpus = append(s.Corpus, fmt.Sprintln(e.number, e.program, e.insts, e.events, e.dropped))
	}
	events, err := r.store.coverage()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s.Coverage = append(s.Coverage, fmt.Sprintln(e.id, e.name, e.number))
	}
	return s
}

func run(t *testing.T, o Options) *Summary {
	t.Helper()
	s, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFindings: planted failures are confirmed, told apart, counted, reduced and reported.
func TestFindings(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 1200
	// A program hangs when its check has come to the select, however slow the others are.
	var stuck sync.Map // seeds of programs
	o.hangs = func(t *task) bool {
		_, ok := stuck.Load(programSeed(o.Seed, t.number))
		return ok
	}
	var mu sync.Mutex
	once := map[uint64]bool{}
	flaky := check.Check{Name: "flaky", Doc: "fails once", Share: 100, Run: func(s *check.Subject) *check.Failure {
		mu.Lock()
		defer mu.Unlock()
		if s.Seed%40 != 0 || once[s.Seed] {
			return nil
		}
		once[s.Seed] = true
		return &check.Failure{Message: "sometimes"}
	}}
	hangs := check.Check{Name: "hangs", Doc: "does not end", Share: 100, Run: func(s *check.Subject) *check.Failure {
		if s.Seed%500 == 0 {
			stuck.Store(s.Seed, true)
			select {}
		}
		return nil
	}}
	o.Checks = append(o.Checks, flaky, hangs)
	sum := run(t, o)
	if sum.Programs != 1200 || sum.Timeouts == 0 || sum.Flaky != 1 || sum.Queued != 0 || sum.Bugs != 4 {
		t.Errorf("summary %+v", sum)
	}
	r, err := openReader(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	seen := map[string]bool{}
	for _, f := range r.findings.sorted() {
		seen[f.Check] = true
		for _, hash := range strings.Fields(f.With) {
			if g := r.findings[hash]; g == nil || g == f {
				t.Errorf("%s fails together with %q, which is nothing", f.Check, hash)
			}
		}
		dir := filepath.Join(o.Dir, f.folder())
		read := func(name string) string {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Error(err)
			}
			return string(text)
		}
		report := read("report.md")
		if !strings.Contains(report, f.Message) || !strings.Contains(report, f.Hash) {
			t.Errorf("the report of %s:\n%s", f.Check, report)
		}
		read("original.tir")
		if script := read("repro.sh"); !strings.Contains(script, "--check "+f.Check+" --seed "+fmt.Sprint(f.Seed)) {
			t.Errorf("repro.sh:\n%s", script)
		}
		switch f.Check {
		case "flaky":
			if f.State != Flaky || f.Count < 2 || !strings.HasPrefix(dir, filepath.Join(o.Dir, flakyDir)) {
				t.Errorf("%+v", f)
			}
		case "hangs":
			if f.State != Hung || f.Count != sum.Timeouts {
				t.Errorf("%+v", f)
			}
			if _, err := os.Stat(filepath.Join(o.Dir, hangsDir, f.Program+".tir")); err != nil {
				t.Error(err)
			}
		default:
			checkReduced(t, f, read("reduced.tir"))
		}
	}
	if len(seen) != 5 || len(r.findings) != 5 {
		t.Errorf("found %v", seen)
	}
	var out bytes.Buffer
	if n, err := Report(&out, o.Dir); err != nil || n != 4 || strings.Count(out.String(), "\n") != 7 {
		t.Errorf("%d bugs, %v\n%s", n, err, &out)
	}
}

// checkReduced looks at the reduced program of a planted bug.
func checkReduced(t *testing.T, f *finding, text string) {
	t.Helper()
	op := map[string]ir.Op{"mul": ir.OpMul, "sqrt": ir.OpFSqrt, "panics": ir.OpMemMove}[f.Check]
	m, err := parser.Parse("reduced.tir", []byte(text))
	if err != nil || ir.Verify(m) != nil || !has(m, op) || f.ReducedInsts != instructions(m) {
		t.Errorf("%s is reduced to (%v):\n%s", f.Check, err, text)
	}
	if f.State != Reduced || f.Count < 2 || f.ReducedInsts > 10 || f.ReducedInsts >= f.Insts {
		t.Errorf("%s: %+v\n%s", f.Check, f, text)
	}
	if f.Check == "panics" && !strings.Contains(f.Rule, "panics") {
		t.Errorf("the rule is %q, not the function that panicked", f.Rule)
	}
}

// TestDeterminism: neither the number of workers nor a stop on the way changes what is found.
func TestDeterminism(t *testing.T) {
	one := planted(t.TempDir())
	one.Workers = 1
	run(t, one)
	want := stateOf(t, one.Dir)
	if len(want.Findings) != 3 || len(want.Corpus) < 100 || len(want.Coverage) < 1000 {
		t.Fatalf("%d findings, %d programs, %d events", len(want.Findings), len(want.Corpus), len(want.Coverage))
	}
	three := planted(t.TempDir())
	three.Workers = 3
	run(t, three)
	if d := cmp.Diff(want, stateOf(t, three.Dir)); d != "" {
		t.Errorf("three workers find something else:\n%s", d)
	}
	parts := planted(t.TempDir())
	for _, n := range testseed.Every(3, []int64{100, 700, 1800, 2600}) {
		parts.Programs = n * one.Programs / 2600
		run(t, parts)
	}
	if d := cmp.Diff(want, stateOf(t, parts.Dir)); d != "" {
		t.Errorf("four runs find something else:\n%s", d)
	}
}

// TestKill: a process that is killed at any moment loses nothing but what it was doing.
func TestKill(t *testing.T) {
	rnd := choice.SplitMix(testseed.Seed(t))
	whole := planted(t.TempDir())
	run(t, whole)
	want := stateOf(t, whole.Dir)
	dir := t.TempDir()
	kills, last := 0, map[string]int64{}
	for n := 0; ; n++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(testseed.Rounds(100, 400)+rnd.Below(50+150*n))*time.Millisecond, func() {
			// The process may have ended by itself: then there is nothing to kill.
			_ = cmd.Process.Signal(syscall.SIGKILL)
		})
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || ws.Signal() != syscall.SIGKILL {
			t.Fatalf("after %d kills: %v\n%s", kills, err, &errs)
		}
		kills++
		if _, err := os.Stat(filepath.Join(dir, databaseName)); err != nil {
			continue
		}
		if r, err := openReader(dir); err != nil {
			continue // killed before the first transaction
		} else if err := r.close(); err != nil {
			t.Fatal(err)
		}
		now := stateOf(t, dir).Counters
		for name, v := range last {
			if now[name] < v {
				t.Fatalf("after %d kills %s went from %d to %d", kills, name, v, now[name])
			}
		}
		last = now
		if kills > 200 {
			t.Fatalf("no progress: %v", now)
		}
	}
	for kills < testseed.Rounds(10, 3) { // a fast machine: kill what has nothing left to do
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rnd.Below(100)) * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Log(err)
		}
		t.Log(cmd.Wait())
		kills++
	}
	t.Logf("%d kills", kills)
	if d := cmp.Diff(want, stateOf(t, dir)); d != "" {
		t.Errorf("a campaign that was killed found something else:\n%s", d)
	}
	run(t, planted(dir))
	for _, f := range mustFindings(t, dir) {
		for _, name := range []string{"report.md", "original.tir", "reduced.tir", "repro.sh"} {
			if _, err := os.Stat(filepath.Join(dir, f.folder(), name)); err != nil {
				t.Error(err)
			}
		}
	}
}

func mustFolder(t *testing.T, dir string) *folder {
	t.Helper()
	f, err := openFolder(dir, writeDurable)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.close() })
	return f
}

func mustFindings(t *testing.T, dir string) []*finding {
	t.Helper()
	r, err := openReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	return r.findings.sorted()
}

// TestLock: a folder has one campaign at a time.
func TestLock(t *testing.T) {
	o := planted(t.TempDir())
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	var locked *LockedError
	if _, err := Open(o); !errors.As(err, &locked) || locked.Owner != fmt.Sprint(os.Getpid()) {
		t.Errorf("the second one gets %v", err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+o.Dir)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("another process gets %v\n%s", err, out)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err = Open(o); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestDiskFull: the campaign stops with a message, and continues when there is room.
func TestDiskFull(t *testing.T) {
	whole := planted(t.TempDir())
	whole.Programs = int64(testseed.Rounds(700, 120))
	run(t, whole)
	want := stateOf(t, whole.Dir)
	for _, room := range testseed.Every(3, []int{0, 1000, 200_000}) {
		var mu sync.Mutex
		left := room
		o := planted(t.TempDir())
		o.Programs = whole.Programs
		o.write = func(f *folder, name string, text []byte) error {
			mu.Lock()
			defer mu.Unlock()
			if left -= len(text); left < 0 {
				return &os.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}
			}
			return writeDurable(f, name, text)
		}
		expectFull(t, o)
		o.write = nil
		run(t, o)
		if d := cmp.Diff(want, stateOf(t, o.Dir)); d != "" {
			t.Errorf("%d bytes: after the disk was full something else is found:\n%s", room, d)
		}
	}
	for _, pages := range testseed.Every(2, []int{20, 60}) {
		o := planted(t.TempDir())
		o.Programs, o.pages = whole.Programs, pages
		expectFull(t, o)
		o.pages = 0
		run(t, o)
		if d := cmp.Diff(want, stateOf(t, o.Dir)); d != "" {
			t.Errorf("%d pages: after the disk was full something else is found:\n%s", pages, d)
		}
	}
}

func expectFull(t *testing.T, o Options) {
	t.Helper()
	_, err := Run(context.Background(), o)
	if err == nil || !strings.Contains(err.Error(), "cannot write to "+o.Dir) || !strings.Contains(err.Error(), "the disk is full or a file too large; make room") {
		t.Fatalf("got %v", err)
	}
	stateOf(t, o.Dir)
}

// TestFolder: what a folder can be that is no campaign, or another one.
func TestFolder(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 50
	run(t, o)
	for name, change := range map[string]func(o *Options){
		"seed": func(o *Options) { o.Seed = 8 }, "preset": func(o *Options) { o.Preset = "ints" },
		"no preset": func(o *Options) { o.Preset = "nonsense" }, "no folder": func(o *Options) { o.Dir = "" }, "negative": func(o *Options) { o.Workers = -1 },
	} {
		other := o
		change(&other)
		if _, err := Run(context.Background(), other); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	again := Options{Dir: o.Dir, Programs: 60, Checks: o.Checks}
	if s := run(t, again); s.Seed != 7 || s.Preset != Mix || s.First != 50 || s.Next != 60 {
		t.Errorf("%+v", s)
	}
	if _, err := Report(&bytes.Buffer{}, t.TempDir()); err == nil || !strings.Contains(err.Error(), "not the folder of a campaign") {
		t.Errorf("an empty folder: %v", err)
	}
	s, err := openStore(mustFolder(t, o.Dir))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(o); err == nil || !strings.Contains(err.Error(), "later tuffy-fuzz") {
		t.Errorf("a later schema: %v", err)
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, databaseName), bytes.Repeat([]byte("no database "), 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: damaged}); err == nil {
		t.Error("a file that is no database is opened")
	}
}

// TestForeignFolder: a folder that holds something else is refused and nothing is written there;
// what is left of a campaign that was killed while it was made is taken.
func TestForeignFolder(t *testing.T) {
	const no = "is not the folder of a campaign"
	for _, c := range []struct {
		name, want string
		files      map[string]string
	}{
		{"a file", no, map[string]string{"thesis.txt": "text"}},
		{"an empty database", no, map[string]string{databaseName: ""}},
		{"a lock and a file", no, map[string]string{lockName: "1\n", "thesis.txt": ""}},
		{"a campaign whose database is lost", no, map[string]string{lockName: "1\n", "running": ""}},
		{"a campaign whose database is cut", no, map[string]string{lockName: "1\n", databaseName: "", "running": ""}},
		{"nothing", "", nil},
		{"killed with the lock", "", map[string]string{lockName: "1\n"}},
		{"killed before the lock had an owner", "", map[string]string{lockName: "", databaseName: ""}},
		{"killed with a journal", "", map[string]string{lockName: "1\n", databaseName: "", databaseName + "-journal": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			open, err := Open(Options{Dir: dir})
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if err := open.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), dir+" "+c.want) || !strings.Contains(err.Error(), "give the folder of a campaign, or one that is empty") {
				t.Errorf("got %v", err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != len(c.files) {
				t.Errorf("%d files became %v, %v", len(c.files), entries, err)
			}
		})
	}
	dir := t.TempDir()
	s, err := sql.Open("sqlite", filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Exec("CREATE TABLE letters (id INTEGER)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "database of something else") {
		t.Errorf("another database: %v", err)
	}
}

// TestInterrupt: a run that is asked to stop ends in good order.
func TestInterrupt(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 0
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found, canceled := map[string]bool{}, make(chan time.Time, 1)
	go func() {
		for c.Corpus() < 100 || len(c.Bugs()) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		for _, b := range c.Bugs() {
			found[b.Hash] = true
		}
		canceled <- time.Now()
		cancel()
	}()
	s, err := c.Run(ctx)
	if err != nil || s.Reason != "interrupted" || s.Next == 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	// A program takes milliseconds; reductions of an hour are cut short.
	if d := time.Since(<-canceled); d > time.Minute {
		t.Errorf("the campaign ended %s after it was asked to", d)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if n := stateOf(t, o.Dir).Counters["next"]; n != s.Next {
		t.Errorf("%d programs in the database, %d in the summary", n, s.Next)
	}
	if c, err = Open(o); err != nil {
		t.Fatal(err)
	}
	for _, b := range c.Bugs() {
		delete(found, b.Hash)
	}
	if len(found) > 0 {
		t.Errorf("bugs that were found are gone: %v", found)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkCampaign is programs a second of one worker: with all checks by their share, and
// with the comparison of the engines alone (generate, verify, run on both, compare).
func BenchmarkCampaign(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(GCPercent))
	for _, only := range []string{"all", "engines"} {
		b.Run(only, func(b *testing.B) {
			o := Options{Dir: b.TempDir(), Workers: 1, Programs: int64(b.N)}
			if only != "all" {
				c, err := check.Named(only)
				if err != nil {
					b.Fatal(err)
				}
				o.Checks = []check.Check{c}
			}
			before := usage.Spent(b)
			s, err := Run(context.Background(), o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(s.Programs)/(usage.Spent(b)-before).Seconds(), "programs/cpu-s")
			b.ReportMetric(float64(s.Programs)/s.Run.Seconds(), "programs/s")
			b.ReportMetric(100*float64(s.OutOfFuel)/float64(s.Programs), "%out-of-fuel")
		})
	}
}
