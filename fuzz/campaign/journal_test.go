package campaign

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/ir"
)

// childDies in the environment makes the child run a campaign that ends its process.
const childDies = "TUFFY_CAMPAIGN_DIES"

// deadly is a campaign in which the stack overflows: in a check of two programs that follow each
// other, and in every reduction of a finding.
func deadly(dir string) Options {
	o := planted(dir)
	o.Programs = 400
	stack := check.Check{Name: "stack", Doc: "ends", Share: 100, Run: func(s *check.Subject) *check.Failure {
		if s.Seed == programSeed(o.Seed, 40) || s.Seed == programSeed(o.Seed, 41) {
			overflow()
		}
		return nil
	}}
	fragile := fails("fragile", ir.OpFSqrt)
	ask := fragile.Run
	fragile.Run = func(s *check.Subject) *check.Failure {
		if s.Reduced {
			overflow()
		}
		return ask(s)
	}
	o.Checks = []check.Check{o.Checks[0], stack, fragile}
	return o
}

var depth int

func overflow() {
	if depth++; depth > 0 {
		overflow()
	}
	depth--
}

// TestProcessDies: a campaign gets past what its process dies of, and says what that was.
func TestProcessDies(t *testing.T) {
	if testing.Short() {
		return // TestKill ends a process, too, and goes on
	}
	dir, crashes := t.TempDir(), 0
	for {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir, childDies+"=1")
		out, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		if !strings.Contains(string(out), "stack overflow") {
			t.Fatalf("%v\n%s", err, out)
		}
		crashes++
		left, err := readJournal(mustFolder(t, dir))
		if t.Logf("%v %v", left, err); crashes > 12 {
			t.Fatal("the campaign does not get on")
		}
	}
	t.Logf("%d crashes", crashes)
	found := map[int64]bool{}
	for _, f := range mustFindings(t, dir) {
		switch {
		case f.Check == "stack" && f.State == Whole && f.Rule == "death":
			found[f.Number] = true
			if f.Count != 2 {
				t.Errorf("%d programs are stepped over", f.Count)
			}
		case f.Check == "fragile" && f.State == Whole && strings.Contains(f.Note, "while this was reduced"):
			found[-1] = true
		case f.Check == "mul" && f.State == Reduced:
			found[-2] = true
		default:
			t.Errorf("%s %s: %s; %s", f.Check, f.State, f.Message, f.Note)
		}
	}
	if len(found) != 3 || !found[40] {
		t.Errorf("found are %v", found)
	}
	if s := stateOf(t, dir); s.Counters["programs"] != 400 || s.Counters["failed stack"] != 2 {
		t.Errorf("%v", s.Counters)
	}
	if _, err := os.Stat(filepath.Join(dir, journalName)); !os.IsNotExist(err) {
		t.Errorf("what ran is still noted: %v", err)
	}
	// The programs are those of a campaign that nothing happened to.
	o := deadly(t.TempDir())
	o.Checks = o.Checks[:1]
	run(t, o)
	want, got := stateOf(t, o.Dir), stateOf(t, dir)
	if a, b := want.Counters["failed mul"], got.Counters["failed mul"]; a == 0 || a < b || a > b+2 {
		t.Errorf("%d and %d programs with a mul", a, b)
	}
}

// TestFlights: the file is read as it was written, and what is no line of it is passed over.
func TestFlights(t *testing.T) {
	dir := t.TempDir()
	if got, err := readJournal(mustFolder(t, dir)); err != nil || got != nil {
		t.Fatal(got, err)
	}
	var l journal
	long := inFlight{"program", "12", 1, "transform/" + strings.Repeat("long", 20)}
	if err := l.begin(mustFolder(t, dir), []inFlight{long}, 3); err != nil {
		t.Fatal(err)
	}
	for place, f := range map[int]inFlight{1: {"reduction", "9f402c59c222", 2, "-"}, 3: {"program", "123456789012", 0, "-"}} {
		if err := l.note(place, f); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readJournal(mustFolder(t, dir))
	if err != nil || len(got) != 4 || got[0].id != "12" || got[1] != (inFlight{"reduction", "9f402c59c222", 2, "-"}) || got[2] != nothing || got[3].id != "123456789012" {
		t.Fatalf("%+v %v", got, err)
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if err := l.note(0, long); err != nil {
		t.Error(err)
	}
}

// TestFolderNames: a folder of an earlier version says under these names that its process crashed.
func TestFolderNames(t *testing.T) {
	f := &folder{dir: t.TempDir()}
	var err error
	if f.root, err = os.OpenRoot(f.dir); err != nil {
		t.Fatal(err)
	}
	defer f.root.Close()
	if err := os.WriteFile(filepath.Join(f.dir, "death"), []byte("panic: x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if !died(f) || journalName != "running" {
		t.Error("the journal of an earlier version is not read")
	}
}
