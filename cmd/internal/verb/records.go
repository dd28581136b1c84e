package verb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
)

// Records are what commands print with --format json: docs/reference/json.md describes them, and
// docs/reference/schema has a schema of each, which the tests hold them to. Counts, lines and milliseconds are numbers, far below 2^53; everything
// that may need 64 bits or more is a string of decimal digits, so that no reader loses bits.

// schemaOf is the value of the key schema: the name of a record and the version of its form.
// A field that goes away or changes its meaning makes a new version; a field more does not.
func schemaOf(name string) string { return "tuffy/" + name + "/1" }

// withSchema is the JSON object of a record with the key schema before its own.
// The key comes first, so that a reader knows what it has before it has read all of it.
func withSchema(name string, record any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // instructions have arrows
	err := e.Encode(record)
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if err != nil || len(text) < 2 || text[0] != '{' {
		panic(fmt.Sprintf("BUG: a record of %s is no object: %s, %v", name, text, err))
	}
	head := []byte(`{"schema":` + strconv.Quote(schemaOf(name)))
	if len(text) > 2 {
		head = append(head, ',')
	}
	return append(head, text[1:]...)
}

// writeRecord writes a record, indented, and a newline.
func writeRecord(w io.Writer, name string, record any) error {
	var b bytes.Buffer
	if err := json.Indent(&b, withSchema(name, record), "", "  "); err != nil {
		panic("BUG: " + err.Error())
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return written(err)
}

// decimal is a number of 64 bits as records have it.
// Readers of JSON may keep numbers as floats, which hold 53 bits.
func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// It has the fields of the difference of package engines, one by one: the conversion below holds it to that.
type engineDifference struct {
	Engine string          `json:"engine"`
	Level  string          `json:"level"`
	Input  *difftest.Input `json:"input"`
	Why    string          `json:"why"`
}

type engineFunction struct {
	Function    string             `json:"function"`
	Verdict     string             `json:"verdict"`
	Calls       int                `json:"calls"`
	Undefined   int                `json:"undefined"`
	Undecided   int                `json:"undecided"`
	Compared    int                `json:"compared"`
	Limited     int                `json:"limited"`
	Permitted   int                `json:"permitted"`
	Why         string             `json:"why,omitempty"`
	Limit       string             `json:"limit,omitempty"`
	Rejected    []string           `json:"rejected,omitempty"`
	Untested    []string           `json:"untested,omitempty"`
	Differences []engineDifference `json:"differences"`
	FalseClaim  *engineDifference  `json:"false_claim,omitempty"`
}

type enginesRecord struct {
	Verdict   string           `json:"verdict"`
	Functions []engineFunction `json:"functions"`
}

func recordOfEngines(list []*engines.Agreement) enginesRecord {
	rec := enginesRecord{Verdict: engines.Verdict(list).String(), Functions: []engineFunction{}}
	for _, a := range list {
		f := engineFunction{Function: a.Func, Verdict: a.Verdict().String(), Calls: a.Calls, Undefined: a.Undefined, Undecided: a.Undecided,
			Compared: a.Compared, Limited: a.Limited, Permitted: a.Permitted, Why: a.Why, Limit: a.Limit, Rejected: a.Rejected, Untested: a.Untested,
			Differences: []engineDifference{}}
		for _, d := range a.Differences {
			f.Differences = append(f.Differences, engineDifference(d))
		}
		if a.FalseClaim != nil {
			f.FalseClaim = new(engineDifference(*a.FalseClaim))
		}
		rec.Functions = append(rec.Functions, f)
	}
	return rec
}

type seedGroup struct {
	Outcome string   `json:"outcome"`
	Seeds   []string `json:"seeds"`
}

// Seeds are decimal, as they have 64 bits.
type seedsRecord struct {
	Ran     uint64       `json:"ran"`
	Groups  []seedGroup  `json:"groups"`
	Depends []dependence `json:"depends,omitempty"`
}

// Transformations that were never tried have none.
type reductionStep struct {
	Name     string `json:"name"`
	Tests    int    `json:"tests"`
	Accepted int    `json:"accepted"`
	Removed  int    `json:"removed"`
	Millis   int64  `json:"milliseconds"`
}

type reductionRecord struct {
	Outputs    []string        `json:"outputs"`
	Before     int             `json:"instructions_before"`
	After      int             `json:"instructions_after"`
	Tests      int             `json:"tests"`
	Cached     int             `json:"cached"`
	Complete   bool            `json:"complete"`
	Flaky      bool            `json:"flaky"`
	Millis     int64           `json:"milliseconds"`
	Transforms []reductionStep `json:"transformations"`
	Example    any             `json:"counterexample,omitempty"`
}

// The list of transformations is never null, so that readers need not tell null from empty.
func recordOfReduction(res *reduce.Result, outputs []string, d *difftest.Divergence) reductionRecord {
	s := &res.Stats
	rec := reductionRecord{Outputs: outputs, Before: s.Start, After: s.Size, Tests: s.Tests, Cached: s.Hits, Complete: res.Complete, Flaky: res.Flaky,
		Millis: s.Elapsed.Milliseconds(), Transforms: []reductionStep{}}
	for _, x := range s.Transforms {
		if x.Tests > 0 {
			rec.Transforms = append(rec.Transforms, reductionStep{x.Name, x.Tests, x.Accepted, x.Removed, x.Elapsed.Milliseconds()})
		}
	}
	if d != nil {
		rec.Example = d.Record()
	}
	return rec
}

// Guilty is an empty list, and Choice is missing, where no rewrite is to blame.
type bisectionRecord struct {
	Verdict     string        `json:"verdict"`
	Rewrites    int           `json:"rewrites"`
	Comparisons int           `json:"comparisons"`
	Choice      string        `json:"choice,omitempty"`
	Guilty      []trace.Entry `json:"guilty"`
	Result      any           `json:"result"`
}

func recordOfBisection(b *pass.Bisection, last *difftest.Result) bisectionRecord {
	rec := bisectionRecord{Verdict: last.Verdict().String(), Rewrites: b.Total, Comparisons: b.Tests, Guilty: []trace.Entry{}, Result: last.Record()}
	if len(b.Guilty) > 0 {
		rec.Choice, rec.Guilty = b.Choice.String(), b.Guilty
	}
	return rec
}

// mistake is an error or a warning about a program; line 0 is one of the whole file.
type mistake struct {
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Func    string `json:"func,omitempty"`
	Block   string `json:"block,omitempty"`
	Inst    string `json:"inst,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

type verifiedFile struct {
	File     string    `json:"file"`
	Verifies bool      `json:"verifies"`
	Errors   []mistake `json:"errors"`
	More     int       `json:"more_errors"` // that are not listed
	Warnings []mistake `json:"warnings"`

	unread error // of reading and parsing
	source string
	found  ir.VerifyErrors
}

type verifyRecord struct {
	Verifies bool           `json:"verifies"`
	Files    []verifiedFile `json:"files"`
}

type traceChange struct {
	Old *trace.Entry `json:"old"`
	New *trace.Entry `json:"new"`
}

type traceDiffRecord struct {
	Same    bool          `json:"same"`
	Changes []traceChange `json:"changes"`
}

func recordOfTraceDiff(changes []trace.Change) traceDiffRecord {
	rec := traceDiffRecord{Same: len(changes) == 0, Changes: []traceChange{}}
	for _, c := range changes {
		rec.Changes = append(rec.Changes, traceChange(c))
	}
	return rec
}

type passCost struct {
	Pass    string `json:"pass"`
	Runs    int    `json:"runs"`
	Changes int    `json:"changes"`
	Nanos   string `json:"nanoseconds"`
	Bytes   string `json:"bytes"`
}

type passesRecord struct {
	Changes int        `json:"changes"`
	Passes  []passCost `json:"passes"`
}

func recordOfPasses(rep *pass.Report) passesRecord {
	rec := passesRecord{Changes: rep.Changes, Passes: []passCost{}}
	for _, s := range rep.Passes {
		rec.Passes = append(rec.Passes, passCost{s.Pass, s.Runs, s.Changes, decimal(uint64(s.Time)), decimal(s.Bytes)})
	}
	return rec
}

type simRecord struct {
	End          string `json:"end"` // of the program: exit, trap, crash, undecided
	Status       int    `json:"status"`
	Stop         string `json:"stop"` // of the simulator, in a line
	PC           string `json:"pc"`
	Instructions string `json:"instructions"`
	Cycles       string `json:"cycles,omitempty"`
	Stdout       string `json:"stdout"`
}

type checkFailure struct {
	Check     string `json:"check"`
	Verdict   string `json:"verdict"`
	Rule      string `json:"rule,omitempty"`
	Message   string `json:"message,omitempty"`
	Signature string `json:"signature,omitempty"`
	Detail    string `json:"detail,omitempty"`
}

type checksRecord struct {
	Checks []checkFailure `json:"checks"`
}

// Programs is of the whole campaign, over all of its runs; Run is of this one.
type campaignRecord struct {
	Folder    string   `json:"folder"`
	Seed      string   `json:"seed"`
	Preset    string   `json:"preset"`
	Reason    string   `json:"reason"`
	Run       int64    `json:"programs_in_this_run"`
	Programs  int64    `json:"programs"`
	Undefined int64    `json:"undefined"`
	OutOfFuel int64    `json:"out_of_fuel"`
	Hung      int64    `json:"hung"`
	Trivial   int64    `json:"trivial"`
	Coverage  int      `json:"coverage"`
	Corpus    int      `json:"corpus"`
	Bugs      int64    `json:"bugs"`
	Flaky     int64    `json:"flaky"`
	Queued    int64    `json:"queued"`
	Vacuous   []string `json:"vacuous"`
	Millis    int64    `json:"milliseconds"`
}

func recordOfCampaign(s *campaign.Summary) campaignRecord {
	return campaignRecord{Folder: s.Dir, Seed: decimal(s.Seed), Preset: s.Preset, Reason: s.Reason, Run: s.Next - s.First, Programs: s.Programs,
		Undefined: s.Undefined, OutOfFuel: s.OutOfFuel, Hung: s.Timeouts, Trivial: s.Trivial, Coverage: s.Coverage, Corpus: s.Corpus,
		Bugs: s.Bugs, Flaky: s.Flaky, Queued: s.Queued, Vacuous: append([]string{}, s.Vacuous...), Millis: s.Run.Milliseconds()}
}
