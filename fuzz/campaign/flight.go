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
// So a file in the folder says at any time what is being run, and another gets what Go says at
// the end: it stays empty if the process is killed. What was being run when a process died is
// run again with nothing beside it; what the process dies of then, too, is filed and stepped over.

const (
	flightsName = "running"
	deathName   = "death"
	flightBytes = 80 // of a line

	// mostDeaths is how many processes may die while they run nothing but one program.
	mostDeaths = 2
	// mostReductionDeaths is how many may die during a reduction, beside which programs run.
	mostReductionDeaths = 3
)

// flight is a line of the file: a program, or the reduction of a finding.
type flight struct {
	kind   string // "program", "reduction" or "nothing"
	id     string
	deaths int    // of processes, if this one dies now, too
	doing  string // the check that a program runs alone
}

// nothing is the line of a place where nothing runs.
var nothing = flight{"nothing", "-", 0, "-"}

// flights writes the file in place, a line for each place where something runs. What is written
// outlives the process, though not a power cut, which no program causes.
type flights struct {
	folder *folder
	file   *os.File
}

// died reports whether Go ended the last process.
func died(f *folder) bool {
	info, err := f.regular(deathName)
	return err == nil && info.Size() > 0
}

// mostFlights bounds the lines of the file: those of this process's workers, and of earlier ones.
const mostFlights = 8 * MaxWorkers

// readFlights reads what the last process was at; nothing if it ended by itself.
func readFlights(f *folder) ([]flight, error) {
	text, err := f.read(flightsName, mostFlights*flightBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []flight
	for line := range bytes.Lines(text) {
		var f flight
		if n, _ := fmt.Sscan(string(line), &f.kind, &f.id, &f.deaths, &f.doing); n == 4 && f.valid() {
			all = append(all, f)
		}
	}
	return all, nil
}

// valid reports whether a campaign writes such a line.
func (f *flight) valid() bool {
	if f.deaths < 0 || f.deaths > mostReductionDeaths+1 || f.doing != "-" && !isCheckName(f.doing) {
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
// others.
func (l *flights) begin(f *folder, old []flight, others int) error {
	l.folder = f
	var text strings.Builder
	for _, f := range old {
		text.WriteString(f.line())
	}
	for range others {
		text.WriteString(nothing.line())
	}
	if err := f.clear(".", []string{flightsName}); err != nil {
		return err
	}
	if err := writeDurable(f, flightsName, []byte(text.String())); err != nil {
		return err
	}
	if err := f.root.RemoveAll(deathName); err != nil { // it may be a name of something else
		return f.named(err)
	}
	death, err := f.root.OpenFile(deathName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return f.named(err)
	}
	// The run-time keeps a descriptor of its own.
	if err := errors.Join(debug.SetCrashOutput(death, debug.CrashOptions{}), death.Close()); err != nil {
		return err
	}
	l.file, err = f.root.OpenFile(flightsName, os.O_WRONLY, 0)
	return err
}

func (f flight) line() string {
	return fmt.Sprintf("%-*.*s\n", flightBytes-1, flightBytes-1, fmt.Sprintf("%s %s %d %s", f.kind, f.id, f.deaths, f.doing))
}

// note says what runs at a place now. After the end nothing matters.
func (l *flights) note(place int, f flight) error {
	_, err := l.file.WriteAt([]byte(f.line()), int64(place)*flightBytes)
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// end says that nothing runs.
func (l *flights) end() error {
	return errors.Join(l.folder.root.Remove(flightsName), l.folder.root.Remove(deathName))
}

func (l *flights) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), l.file.Close())
}

// recall finds out what the last process may have died of.
func (c *Campaign) recall() error {
	c.suspects, c.deadly, c.deaths = map[int64]int{}, map[int64]string{}, map[string]int{}
	var left []flight
	if died(c.folder) {
		var err error
		if left, err = readFlights(c.folder); err != nil {
			return err
		}
	}
	for _, f := range left {
		var number int64
		switch f.kind {
		case "reduction":
			c.deaths[f.id] = max(c.deaths[f.id], f.deaths)
			if g := c.findings[f.id]; g != nil && g.State == Queued && f.deaths >= mostReductionDeaths {
				g.State, g.Note = Whole, fmt.Sprintf("The process died %d times while this was reduced.", f.deaths)
				c.signatures.Store(g.Hash, g.State)
				c.changed(g)
				c.folders = append(c.folders, g)
			}
		case "program":
			// Programs further on could not have been begun.
			if _, err := fmt.Sscan(f.id, &number); err != nil || number < c.merged || number >= c.merged+2*lag {
				continue
			}
			c.suspects[number] = max(c.suspects[number], f.deaths)
			if f.deaths >= mostDeaths {
				c.deadly[number] = f.doing
			}
		}
	}
	var old []flight
	for number, deaths := range c.suspects {
		doing := c.deadly[number]
		if doing == "" {
			doing = "-"
		}
		old = append(old, flight{"program", fmt.Sprint(number), deaths, doing})
	}
	for hash, deaths := range c.deaths {
		if f := c.findings[hash]; f != nil && f.State == Queued {
			old = append(old, flight{"reduction", hash, deaths, "-"})
		}
	}
	slices.SortFunc(old, func(a, b flight) int { return strings.Compare(a.id, b.id) })
	c.places = len(old)
	return c.flights.begin(c.folder, old, 1+c.o.Workers)
}

// alone reports whether program n must wait for the others: it or the one before it is a
// suspect. The campaign's lock is held.
func (c *Campaign) alone(n int64) bool {
	_, now := c.suspects[n]
	_, before := c.suspects[n-1]
	return (now || before) && c.merged < n
}

// suspicious reports whether suspects are still to be run, beside which nothing is reduced.
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

// begins notes what a worker is about to do with its program.
func (c *Campaign) begins(s *slot, t *task, phase int32) {
	t.phase.Store(phase)
	f := flight{"program", fmt.Sprint(t.number), 0, "-"}
	if t.alone {
		f.deaths, f.doing = c.suspects[t.number]+1, c.phaseName(phase)
	} else if phase != phaseMake {
		return
	}
	if err := c.flights.note(c.places+1+s.index, f); err != nil {
		c.fail(err)
	}
}

// ended notes that a program is over of which the process may have died.
func (c *Campaign) ended(s *slot, t *task) {
	if !t.alone {
		return
	}
	if err := c.flights.note(c.places+1+s.index, nothing); err != nil {
		c.fail(err)
	}
}

// reduces notes that a reduction is about to begin.
func (c *Campaign) reduces(f *finding) error {
	return c.flights.note(c.places, flight{"reduction", f.Hash, c.deaths[f.Hash] + 1, "-"})
}

// phaseName is the check that a worker is at.
func (c *Campaign) phaseName(phase int32) string {
	switch {
	case phase >= 0:
		return c.checks[phase].Name
	case phase == phaseCover:
		return "coverage"
	}
	return "generate"
}

// stepOver makes the result of a program that processes die of.
func (c *Campaign) stepOver(t *task) *result {
	f := &check.Failure{Check: c.deadly[t.number], Rule: "death", Message: "the process dies of the check",
		Detail: fmt.Sprintf("%d processes died while they ran this program and nothing else. The commands of repro.sh show what Go says then.", c.suspects[t.number])}
	r := c.lost(t, f)
	r.failures[0].died = true
	return r
}

// lost is the result of a program on which a check does not return.
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
		r.text = r.program.module.String()
	}
	r.failures = []failure{{Failure: f, signature: f.Signature(), confirmed: true}}
	return r
}

// newTask is the next program to be run.
func (c *Campaign) newTask() *task {
	_, alone := c.suspects[c.next]
	return &task{number: c.next, started: time.Now(), alone: alone}
}
