package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/check"
)

// Go ends the process where a stack overflows or memory runs out, and nothing can prevent it.
// So the in-flight journal says at any time what is being run, and the crash log gets what Go
// says at the end: it stays empty if the process is killed. What was being run when a process
// crashed is run again with nothing beside it; what crashes the process then, too, is filed and
// stepped over.

const (
	// The names of files, and the rule of a crash, are part of the format of folders: a campaign that is
	// continued must find its own again.
	journalName  = "running"
	crashLogName = "death"
	lineBytes    = 80 // of a line

	// maxCrashes is how many processes may die while they run nothing but one program.
	maxCrashes = 2
	// maxReductionCrashes is how many may die during a reduction, beside which programs run.
	maxReductionCrashes = 3
)

// inFlight is a line of the journal: a program, or the reduction of a finding. A line that was cut
// off by a full disk fails valid and is ignored.
type inFlight struct {
	kind    string // "program", "reduction" or "nothing"
	id      string
	crashes int    // of processes, if this one dies now, too
	doing   string // the check that a program runs alone
}

// nothing is the line of a place where nothing runs.
var nothing = inFlight{"nothing", "-", 0, "-"}

// journal writes its file in place, a line for each place where something runs. What is written
// outlives the process, though not a power cut, which no program causes. A journal belongs to the
// coordinator until begin has returned; then each worker writes to the line of its slot only,
// without a lock.
type journal struct {
	folder *folder
	file   *os.File
}

// died reports whether Go ended the last process. A process that was killed leaves it empty, so a
// kill suspects nothing.
func died(f *folder) bool {
	info, err := f.regular(crashLogName)
	return err == nil && info.Size() > 0
}

// maxLines bounds the lines of the file: those of this process's workers, and of earlier ones. A
// file of more lines is not ours.
const maxLines = 8 * MaxWorkers

// readJournal reads what the last process was at; nothing if it ended by itself. Lines that do not
// parse are passed over: they may be half-written.
func readJournal(f *folder) ([]inFlight, error) {
	text, err := f.read(journalName, maxLines*lineBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []inFlight
	for line := range bytes.Lines(text) {
		var f inFlight
		if n, _ := fmt.Sscan(string(line), &f.kind, &f.id, &f.crashes, &f.doing); n == 4 && f.valid() {
			all = append(all, f)
		}
	}
	return all, nil
}

// valid reports whether a campaign writes such a line. The file may come from elsewhere; what is
// read from it becomes table keys and states.
func (f *inFlight) valid() bool {
	if f.crashes < 0 || f.crashes > maxReductionCrashes+1 || f.doing != "-" && !isCheckName(f.doing) {
		return false
	}
	switch f.kind {
	case "program":
		n, err := strconv.ParseInt(f.id, 10, 64)
		return err == nil && n >= 0 && n <= maxCount
	case "reduction":
		return isHex(f.id, hashDigits)
	}
	return *f == nothing
}

// begin makes the files anew: the lines of the last process that still matter, then room for
// others. The old lines stay in front, so that they are remembered if this process dies at once;
// workers' lines follow.
func (l *journal) begin(f *folder, old []inFlight, others int) error {
	l.folder = f
	var text strings.Builder
	for _, f := range old {
		text.WriteString(f.line())
	}
	for range others {
		text.WriteString(nothing.line())
	}
	if err := f.clear(".", []string{journalName}); err != nil {
		return err
	}
	if err := writeDurable(f, journalName, []byte(text.String())); err != nil {
		return err
	}
	// SetCrashOutput needs a file of its own; the one of the last process was read by died before.
	if err := f.root.RemoveAll(crashLogName); err != nil { // it may be a name of something else
		return f.named(err)
	}
	crashLog, err := f.root.OpenFile(crashLogName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return f.named(err)
	}
	// The run-time keeps a descriptor of its own.
	if err := errors.Join(debug.SetCrashOutput(crashLog, debug.CrashOptions{}), crashLog.Close()); err != nil {
		return err
	}
	l.file, err = f.root.OpenFile(journalName, os.O_WRONLY, 0)
	return err
}

// The line is padded with spaces to its full length, and cut if a name is longer.
func (f inFlight) line() string {
	return fmt.Sprintf("%-*.*s\n", lineBytes-1, lineBytes-1, fmt.Sprintf("%s %s %d %s", f.kind, f.id, f.crashes, f.doing))
}

// note says what runs at a place now. After the end nothing matters. Errors other than a closed
// file end the campaign: without a journal a crash could not be explained.
func (l *journal) note(place int, f inFlight) error {
	_, err := l.file.WriteAt([]byte(f.line()), int64(place)*lineBytes)
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// end says that nothing runs. It is the mark of an orderly end.
func (l *journal) end() error {
	return errors.Join(l.folder.root.Remove(journalName), l.folder.root.Remove(crashLogName))
}

// close may be called on a journal that was never begun, as when opening a campaign fails.
func (l *journal) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), l.file.Close())
}

// recall finds out what the last process may have died of. It is called once, before the workers
// start. What it learns is in maps that are not written afterwards.
func (c *Campaign) recall() error {
	c.suspects, c.deadly, c.crashes = map[int64]int{}, map[int64]string{}, map[string]int{}
	var left []inFlight
	if died(c.folder) {
		var err error
		if left, err = readJournal(c.folder); err != nil {
			return err
		}
	}
	for _, f := range left {
		var number int64
		switch f.kind {
		case "reduction":
			// Several lines may name the same reduction.
			c.crashes[f.id] = max(c.crashes[f.id], f.crashes)
			if g := c.findings[f.id]; g != nil && g.State == Queued && f.crashes >= maxReductionCrashes {
				g.State, g.Note = Whole, fmt.Sprintf("The process died %d times while this was reduced.", f.crashes)
				c.signatures.Store(g.Hash, g.State)
				c.changed(g)
				c.folders = append(c.folders, g)
			}
		case "program":
			// Programs further on could not have been begun.
			if _, err := fmt.Sscan(f.id, &number); err != nil || number < c.merged || number >= c.merged+2*lag {
				continue
			}
			c.suspects[number] = max(c.suspects[number], f.crashes)
			if f.crashes >= maxCrashes {
				c.deadly[number] = f.doing
			}
		}
	}
	var old []inFlight
	for number, crashes := range c.suspects {
		doing := c.deadly[number]
		if doing == "" {
			doing = "-"
		}
		old = append(old, inFlight{"program", fmt.Sprint(number), crashes, doing})
	}
	for hash, crashes := range c.crashes {
		if f := c.findings[hash]; f != nil && f.State == Queued {
			old = append(old, inFlight{"reduction", hash, crashes, "-"})
		}
	}
	// Sorting makes the file the same for the same state.
	slices.SortFunc(old, func(a, b inFlight) int { return strings.Compare(a.id, b.id) })
	c.places = len(old)
	return c.journal.begin(c.folder, old, 1+c.o.Workers)
}

// alone reports whether program n must wait for the others: it or the one before it is a
// suspect. The campaign's lock is held. So a suspect runs between all before it and all behind it.
func (c *Campaign) alone(n int64) bool {
	_, now := c.suspects[n]
	_, before := c.suspects[n-1]
	return (now || before) && c.merged < n
}

// suspicious reports whether suspects are still to be run, beside which nothing is reduced. A
// reduction beside a suspect would share its blame.
func (c *Campaign) suspicious() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop {
		return false
	}
	for n := range c.suspects {
		if n >= c.merged && (c.o.Programs == 0 || n < c.o.Programs) {
			return true
		}
	}
	return false
}

// begins notes what a worker is about to do with its program. Only two moments are written for an
// ordinary program, its beginning and nothing else: a write for each check would cost too much.
// Suspects are noted check by check, since their checks are told apart.
func (c *Campaign) begins(s *slot, t *task, phase int32) {
	t.phase.Store(phase)
	t.began.Store(time.Now().UnixNano())
	f := inFlight{"program", fmt.Sprint(t.number), 0, "-"}
	if t.alone {
		f.crashes, f.doing = c.suspects[t.number]+1, c.phaseName(phase)
	} else if phase != phaseMake {
		return
	}
	if err := c.journal.note(c.places+1+s.index, f); err != nil {
		c.fail(err)
	}
}

// ended notes that a program is over of which the process may have died. An ordinary program's line
// stays until the next one: it is as good as any for the list of suspects.
func (c *Campaign) ended(s *slot, t *task) {
	if !t.alone {
		return
	}
	if err := c.journal.note(c.places+1+s.index, nothing); err != nil {
		c.fail(err)
	}
}

// reduces notes that a reduction is about to begin.
func (c *Campaign) reduces(f *finding) error {
	return c.journal.note(c.places, inFlight{"reduction", f.Hash, c.crashes[f.Hash] + 1, "-"})
}

// phaseName is the check that a worker is at. The phases below 0 are those of the constants in
// worker.go.
func (c *Campaign) phaseName(phase int32) string {
	switch {
	case phase >= 0:
		return c.checks[phase].Name
	case phase == phaseCover:
		return "coverage"
	}
	return "generate"
}

// stepOver makes the result of a program that processes die of. The check that it died of is known
// from the journal, and its result is filed as if the check had failed.
func (c *Campaign) stepOver(t *task) *result {
	f := &check.Failure{Check: c.deadly[t.number], Rule: "death", Message: "the process dies of the check",
		Detail: fmt.Sprintf("%d processes died while they ran this program and nothing else. The commands of repro.sh show what Go says then.", c.suspects[t.number])}
	r := c.lost(t, f)
	r.failures[0].died = true
	return r
}

// lost is the result of a program on which a check does not return. The program is made again,
// unless making it is what does not return. Coverage and kind stay unknown.
func (c *Campaign) lost(t *task, f *check.Failure) *result {
	r := &result{number: t.number, ran: make([]int32, len(c.checks)), failed: make([]int32, len(c.checks)), idle: make([]int32, len(c.checks))}
	for n := range c.checks {
		if c.checks[n].Name == f.Check {
			r.ran[n], r.failed[n] = 1, 1
		}
	}
	r.program = &program{number: t.number, seed: programSeed(c.recipe.seed, t.number)}
	r.text = fmt.Sprintf("// program %d of a campaign with seed %d: making it does not end\n", t.number, c.recipe.seed)
	if f.Check != "generate" {
		r.program = c.recipe.make(t.number, t.parents)
		r.text = r.program.text()
	}
	r.failures = []failure{{Failure: f, signature: f.Signature(), confirmed: true}}
	return r
}

// newTask is the next program to be run. The lock is held.
func (c *Campaign) newTask() *task {
	_, alone := c.suspects[c.next]
	return &task{number: c.next, alone: alone}
}
