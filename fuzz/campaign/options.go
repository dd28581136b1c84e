package campaign

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/fuzz/check"
)

// Options say what a campaign does. The zero value but for Dir is usable.
type Options struct {
	Dir string // holds the campaign; it is made, or the campaign there continues

	// Seed decides about all programs. 0 is that of the folder, 1 for a new one; another than
	// the folder's is an error.
	Seed uint64
	// Preset is where fresh programs come from: a name of preset.Named, or "mix" for most from
	// "default" and some from every other. Empty is that of the folder, "mix" for a new one.
	Preset string
	// Programs ends the campaign after so many programs, those of earlier runs included; 0 is
	// no limit.
	Programs int64

	Time       time.Duration // ends the run; 0 is no limit
	Workers    int           // goroutines that run checks; 0 is one a processor. Programs and findings do not depend on it
	Checks     []check.Check // nil is check.All
	ReduceTime time.Duration // for each bug; 0 is [DefaultReduceTime]
	HangTime   time.Duration // a check that takes longer on a program hangs; 0 is [DefaultHangTime]

	// Flags are those of the command line but the folder, --checks=text as one word. The folder keeps them, so that its page
	// can say how to continue. Each is a word of a shell that needs no quotes.
	Flags []string

	Registry *metric.Registry // gets the campaign's metrics; nil is one of its own

	write writer             // nil is durable writing
	pages int                // most pages of the database, 0 no limit: a disk that is full
	hangs func(t *task) bool // nil is by HangTime; a test must not judge by how fast its machine is
}

// The defaults of time limits. They are long beside what a check takes (milliseconds), so that a
// slow machine does not see hangs.
const (
	DefaultReduceTime = 20 * time.Second
	DefaultHangTime   = 20 * time.Second
)

// GCPercent is the setting of the garbage collector that campaigns are fastest with, for
// commands: much garbage, a small heap. It is set by the command, not here, as it concerns the
// whole process.
const GCPercent = 400

// MaxWorkers bounds [Options.Workers]. The journal has a line for each.
const MaxWorkers = 1024

// Mix is the preset that draws from all of them.
const Mix = "mix"

// Presets lists what [Options.Preset] may be: Mix, the names of preset.Named, and those of programs in C.
func Presets() []string { return append(append([]string{Mix}, presetNames()...), cPresets...) }

// Check reports what options cannot be meant. It is asked by the command line for its exit status
// and by Open again.
func (o Options) Check() error {
	switch {
	case o.Dir == "":
		return fmt.Errorf("a campaign needs a folder")
	case o.Workers < 0 || o.Programs < 0 || o.Time < 0 || o.ReduceTime < 0 || o.HangTime < 0:
		return fmt.Errorf("numbers of workers and programs and times must not be negative")
	case o.Workers > MaxWorkers:
		return fmt.Errorf("%d workers: at most %d, more than one a processor are of no use", o.Workers, MaxWorkers)
	case o.Preset != "" && !slices.Contains(Presets(), o.Preset):
		return fmt.Errorf("there is no preset %q; there are %s", o.Preset, strings.Join(Presets(), ", "))
	}
	return nil
}

// filled puts the defaults in, so that everything behind it sees one form.
func (o Options) filled() (Options, error) {
	if err := o.Check(); err != nil {
		return o, err
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Checks == nil && !isC(o.Preset) {
		o.Checks = check.All()
	}
	if o.ReduceTime == 0 {
		o.ReduceTime = DefaultReduceTime
	}
	if o.HangTime == 0 {
		o.HangTime = DefaultHangTime
	}
	if o.Registry == nil {
		o.Registry = metric.NewRegistry()
	}
	if o.hangs == nil {
		o.hangs = func(t *task) bool { return time.Since(time.Unix(0, t.began.Load())) >= o.HangTime }
	}
	return o, nil
}

// Summary is what a campaign has done: the run that ended and those before it. Counters are of all
// runs together; First, Next and Run are of this one.
type Summary struct {
	Dir         string
	Seed        uint64
	Preset      string
	Reason      string        // why the run ended
	First, Next int64         // numbers of the programs of this run, Next excluded
	Run         time.Duration // how long it took
	Elapsed     time.Duration // of all runs

	Programs, Undefined, OutOfFuel, Timeouts, Trivial int64 // of all runs
	Coverage, Corpus                                  int
	Bugs, Flaky, Queued                               int64
	Checks                                            []CheckSum
	Vacuous                                           []string // why nothing was really tested, empty if it was
}

// CheckSum is what a check did, in all runs, of those that know when they compare nothing. Only
// checks that can tell are listed.
type CheckSum struct {
	Name     string
	Ran      int64 // programs it was asked of
	Compared int64 // of these, those where there was something to compare
}

// ChecksNamed selects rows of package check's table, to be asked of every program; no names select
// all, each with its share. The rows are copies: shares of the table are not changed.
func ChecksNamed(names []string) ([]check.Check, error) {
	if len(names) == 0 {
		return check.All(), nil
	}
	var rows []check.Check
	for _, name := range names {
		c, err := check.Named(name)
		if err != nil {
			return nil, err
		}
		c.Share = 100
		rows = append(rows, c)
	}
	return rows, nil
}
