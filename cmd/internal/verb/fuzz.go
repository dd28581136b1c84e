package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
)

// Fuzz is tuffy-fuzz: look for bugs in Tuffy itself.
func Fuzz(name string) *cobra.Command {
	c := &cobra.Command{
		Use:   name,
		Short: "Look for bugs in Tuffy with generated programs",
		Long: `Generates programs, runs every registered check on them, confirms a failure by running it again,
shrinks its program, and files it once.`,
		Example: `  ` + name + ` run --time 8h --workers 2 --out campaign
  ` + name + ` report campaign
  ` + name + ` serve campaign
  ` + name + ` export 1a2b3c --out campaign --go
  ` + name + ` check --check engines --seed 7 program.tir`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	exits(c, "0 nothing was found; 1 there are bugs, or a check fails; 4 nothing was really tested")
	c.AddCommand(fuzzRun(), fuzzReport(), fuzzServe(), fuzzExport(), fuzzCheck(), fuzzCorpus())
	return c
}

// fuzzFlags are the flags of tuffy-fuzz run.
type fuzzFlags struct {
	// o gets its numbers straight from the flags; zero values are those that campaign.Open fills in from the
	// folder or the preset.
	o campaign.Options
	// ub is short for one preset and gone once run has folded it into o.
	ub      bool
	source  string
	peers   []string
	checks  []string
	listen  string
	sandbox string
	quiet   bool
	format  string
}

// fuzzRun is the verb that runs a campaign. Numbers of the preset and the folder decide what
// programs are; flags like --workers and --time only decide how many of them run.
// Nothing is opened here; run does that.
func fuzzRun() *cobra.Command {
	f := &fuzzFlags{}
	c := &cobra.Command{
		Use:   "run --out DIR [flags]",
		Short: "Run a campaign, or continue the one in the folder",
		Long: `Runs until --time or --programs is reached or Ctrl-C; without these, for ever. A run in a folder that
has a campaign continues it, also after a crash or kill -9: at most the programs of the last
half second are run again. Program number N of a seed is the same whatever --workers. Ctrl-C ends a run
in good order: all is kept, the summary is printed, and the exit status is 130 whatever was found.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	exits(c, "0 nothing was found; 1 there are bugs; 4 nothing was really tested; 130 interrupted, with all that was found kept")
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringVarP(&f.o.Dir, "out", "o", "", "`folder` of the campaign")
	fl.DurationVar(&f.o.Time, "time", 0, "end the run after this long")
	// Counted from the beginning of the campaign, so that a run that is continued ends where one that was not
	// interrupted would.
	fl.Int64Var(&f.o.Programs, "programs", 0, "end the campaign after this many programs, those of earlier runs included")
	fl.IntVarP(&f.o.Workers, "workers", "j", 0, "programs at a time (default one a processor)")
	// 0 is no seed of a campaign but stands for that of the folder: two seeds in one folder would make program
	// numbers ambiguous.
	fl.Uint64Var(&f.o.Seed, "seed", 0, "of all programs (default that of the folder, 1 for a new one)")
	fl.StringVar(&f.o.Preset, "preset", "", "what programs look like: "+strings.Join(campaign.Presets(), ", ")+" (default that of the folder, mix for a new one)")
	fl.BoolVar(&f.ub, "ub", false, "programs with undefined behaviour: --preset ub")
	takes(c, "preset", campaign.Presets()...)
	fl.StringVar(&f.source, "source", "", "where programs come from: "+strings.Join(campaign.Sources(), ", ")+": c is Tuffy's generator of C, csmith the one of that name (default ir)")
	takes(c, "source", campaign.Sources()...)
	fl.StringSliceVar(&f.peers, "cc", nil, "--source c, csmith: other `compilers` and tools that run each program: "+strings.Join(check.PeerNames(), ", ")+"; gcc and clang with a version, too, as gcc-12")
	takes(c, "cc", check.PeerNames()...)
	// By default a campaign chooses the checks for each program by itself.
	fl.StringSliceVar(&f.checks, "checks", nil, "run only the checks with these `names`, on every program")
	takes(c, "checks", checkNames()...)
	must(c.MarkFlagDirname("out"))
	fl.DurationVar(&f.o.ReduceTime, "reduce-time", campaign.DefaultReduceTime, "for shrinking one bug's program")
	fl.DurationVar(&f.o.HangTime, "hang-time", campaign.DefaultHangTime, "a check that takes longer on a program hangs")
	// Off by default: no port is opened unasked.
	fl.StringVar(&f.listen, "listen", "", "serve a page about the campaign at this `address`, localhost:0 for any free port (default off)")
	sandboxFlag(c, &f.sandbox, "checks backend/…")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no line while it runs")
	formatFlag(c, &f.format)
	return c
}

// run checks what flags say together, opens the folder, and runs until a limit or a signal. Usage
// is settled before the folder is touched, so that a mistyped flag leaves nothing behind.
func (f *fuzzFlags) run(c *cobra.Command) error {
	// A folder has no default.
	if f.o.Dir == "" {
		return errors.New("say where the campaign is with --out")
	}
	if err := f.fromC(); err != nil {
		return err
	}
	if f.ub && f.source == "" {
		if f.o.Preset != "" && f.o.Preset != "ub" {
			return fmt.Errorf("--ub and --preset %s say different things", f.o.Preset)
		}
		f.o.Preset = "ub"
	}
	var err error
	// Without names the campaign has all checks.
	if f.o.Checks == nil {
		f.o.Checks, err = campaign.ChecksNamed(f.checks)
	}
	if err != nil {
		return err
	}
	if err := f.o.Check(); err != nil {
		return err
	}
	if err := isAddress(f.listen); err != nil {
		return err
	}
	f.o.Flags = runFlags(c)
	// The sandbox is only needed by checks that run native code.
	if err := sandboxed(f.sandbox, f.o.Checks); err != nil {
		return err
	}
	// Before the first program, and for the process as a whole: a campaign is the only thing that it does.
	debug.SetGCPercent(campaign.GCPercent)
	f.o.Registry = metric.NewRegistry()
	// Before Open, for opening a large folder takes a while and must end in good order as well.
	ctx, stop := interruptible(c)
	defer stop()
	camp, err := campaign.Open(f.o)
	if err != nil {
		return badInput{err}
	}
	w := c.ErrOrStderr()
	for _, note := range camp.Notes() {
		fmt.Fprintln(w, quote.Text(note))
	}
	page, err := f.serve(w, camp)
	if err != nil {
		return badInput{errors.Join(err, camp.Close())}
	}
	// The numbers start after Open: before it the registry has none.
	lines := startLines(w, f.o, f.quiet)
	sum, err := camp.Run(ctx)
	lines.stop()
	// Campaign last: the page reads from it until it is closed.
	// All three errors are reported, as a page or folder that cannot be closed may have lost something.
	err = errors.Join(err, page.Close(), camp.Close())
	if err != nil {
		return badInput{err}
	}
	// Counts of single checks are printed only for a run of some.
	if len(f.checks) == 0 {
		sum.Checks = nil // too many to be listed
	}
	if f.format == "json" {
		if err := writeRecord(c.OutOrStdout(), "fuzz-run", recordOfCampaign(sum)); err != nil {
			return err
		}
	} else {
		printSummary(c.OutOrStdout(), sum)
	}
	// An interrupted run is no verdict, whatever it has found until then: report has that. Bugs before vacuity: a
	// campaign that found something has tested something.
	switch {
	case context.Cause(ctx) == errInterrupted:
		return status(statusInterrupted)
	case sum.Bugs+sum.Flaky > 0:
		return status(StatusDivergence)
	case len(sum.Vacuous) > 0:
		return status(StatusUndecided)
	}
	return nil
}

// fromC turns --source and --cc into the preset and the checks of a campaign of C programs.
func (f *fuzzFlags) fromC() error {
	preset, err := campaign.PresetOf(f.source, f.ub)
	switch {
	case err != nil:
		return err
	case preset == "" && len(f.peers) > 0:
		return errors.New("--cc needs --source c or csmith: other compilers take programs in C")
	case preset == "":
		return nil
	case f.o.Preset != "" && f.o.Preset != preset:
		return fmt.Errorf("--source %s and --preset %s say different things", f.source, f.o.Preset)
	}
	f.o.Preset = preset
	rows, err := check.OfC(f.peers)
	if err != nil || len(f.checks) == 0 {
		f.o.Checks = rows
		return err
	}
	for _, name := range f.checks {
		n := slices.IndexFunc(rows, func(r check.Check) bool { return r.Name == name })
		if n < 0 {
			return fmt.Errorf("there is no check %q of C programs; there are %s", name, strings.Join(namesOf(rows), ", "))
		}
		row := rows[n]
		row.Share = 100
		f.o.Checks = append(f.o.Checks, row)
	}
	return nil
}

func namesOf(rows []check.Check) (names []string) {
	for _, r := range rows {
		names = append(names, r.Name)
	}
	return names
}

// runFlags are the flags that were given, but the folder, in a form that a shell reads back.
func runFlags(c *cobra.Command) []string {
	var out []string
	c.Flags().Visit(func(fl *pflag.Flag) {
		value := fl.Value.String()
		if list, ok := fl.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		switch {
		case fl.Name == "out":
		case fl.Value.Type() == "bool" && value == "true":
			out = append(out, "--"+fl.Name)
		default:
			out = append(out, "--"+fl.Name+"="+value)
		}
	})
	return out
}

// printSummary says what a campaign has done.
//
// Rates are of this run, percentages of the whole campaign. Divisors are at least 1 (1e-3 s): a campaign of
// no programs is no error.
func printSummary(w io.Writer, s *campaign.Summary) {
	percent := func(n int64) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(s.Programs, 1))) }
	rate := float64(s.Next-s.First) / max(s.Run.Seconds(), 1e-3)
	fmt.Fprintf(w, "%s after %v: %d programs in this run (%.0f a second), %d in all, seed %d, preset %s\n",
		s.Reason, s.Run.Round(10*time.Millisecond), s.Next-s.First, rate, s.Programs, s.Seed, s.Preset)
	fmt.Fprintf(w, "undefined behaviour %s, out of fuel %s, hung %d, trivial %s\n", percent(s.Undefined), percent(s.OutOfFuel), s.Timeouts, percent(s.Trivial))
	fmt.Fprintf(w, "%d coverage events, %d programs in the corpus\n", s.Coverage, s.Corpus)
	for _, k := range s.Checks {
		fmt.Fprintf(w, "%s compared %d of %d programs\n", k.Name, k.Compared, k.Ran)
	}
	red := color.New(color.FgRed, color.Bold)
	switch {
	case s.Bugs+s.Flaky > 0:
		red.Fprintf(w, "%s, %s, %d still to be reduced: see %s\n", ir.Counted(s.Bugs, "bug"), ir.Counted(s.Flaky, "flaky failure"), s.Queued, "tuffy-fuzz report "+quote.File(s.Dir))
	default:
		fmt.Fprintln(w, "no bugs")
	}
	if len(s.Vacuous) > 0 {
		red.Fprintf(w, "nothing was really tested: %s\n", strings.Join(s.Vacuous, "; "))
	}
}

// progress shows a campaign's numbers while it runs.
//
// stop may be called once.
// quit is closed by stop, done by the goroutine when it has ended.
type progress struct {
	quit, done chan struct{}
}

// How often the numbers are shown on a terminal, and elsewhere.
// A terminal shows one line that is overwritten; a log keeps each, so that they come 20 times less often.
const (
	terminalEvery = 500 * time.Millisecond
	logEvery      = 10 * time.Second
)

// startLines prints a line about the campaign again and again, in place on a terminal and one a
// while elsewhere. It runs beside the campaign and only reads the registry; the result's stop waits
// until it has written its last line.
func startLines(w io.Writer, o campaign.Options, quiet bool) *progress {
	reg := o.Registry
	// w must not be written to by others until stop has returned.
	p := &progress{quit: make(chan struct{}), done: make(chan struct{})}
	live, every := newLiveLine(w), logEvery
	if live.on {
		every = terminalEvery
	}
	go func() {
		defer close(p.done)
		tick := time.NewTicker(every)
		defer tick.Stop()
		start := time.Now()
		// The rate is that since the line before, not since the start: a campaign that slows down shows it.
		first := valueOf(reg, "tuffy_programs_total")
		last, was := start, first
		for {
			select {
			case <-p.quit:
				// The line is cleared, so that the summary starts at the left.
				if !quiet {
					live.clear()
				}
				return
			case now := <-tick.C:
				n := valueOf(reg, "tuffy_programs_total")
				// The ticker may be late, so the time between two lines is measured.
				rate := float64(n-was) / now.Sub(last).Seconds()
				last, was = now, n
				// The end that is nearer is not known where both limits are given: each is said.
				end := left(now.Sub(start), o.Time)
				if o.Programs > first {
					end += remaining(now.Sub(start), n-first, o.Programs-first)
				}
				line := progressLine(reg, rate, end)
				switch {
				case quiet:
				case live.on:
					live.draw(now.Sub(start), line)
				default:
					fmt.Fprintln(w, now.Sub(start).Round(time.Second), line)
				}
			}
		}
	}()
	return p
}

// stop returns when nothing is written any more.
func (p *progress) stop() {
	close(p.quit)
	<-p.done
}

// valueOf is the value of a metric that the campaign declares. A name that is missing is our mistake.
func valueOf(reg *metric.Registry, name string) int64 {
	for _, m := range reg.Metrics() {
		if m.Name == name {
			return m.Value()
		}
	}
	panic("BUG: there is no metric " + name)
}

// progressLine is the line for one moment. The metrics are read one by one while workers continue, so that
// the numbers may be a program apart.
func progressLine(reg *metric.Registry, rate float64, end string) string {
	// Names of campaign metrics begin with tuffy_.
	v := func(name string) int64 { return valueOf(reg, "tuffy_"+name) }
	n := v("programs_total")
	bugs := ir.Counted(v("bugs"), "bug")
	if q := v("reductions_queued"); q > 0 {
		bugs += fmt.Sprintf(" (%d to reduce)", q)
	}
	// What is looked for goes first, and when the run ends: a narrow terminal cuts the end.
	return joined(fmt.Sprintf("%s  %.0f/s  %s", ir.Counted(n, "program"), rate, bugs), end,
		fmt.Sprintf("UB %.1f %%  corpus %d  coverage %d", 100*float64(v("undefined_total"))/float64(max(n, 1)), v("corpus_programs"), v("coverage_events")))
}

// fuzzReport is the verb that lists what a campaign has found. It exits with 1 if there are bugs, so that a
// script can ask a folder.
func fuzzReport() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "List the bugs of a campaign, also while it runs",
		Args:  oneFolder,

		ValidArgsFunction: folders,
		RunE: func(c *cobra.Command, args []string) error {
			if format == "json" {
				return reportRecord(c.OutOrStdout(), args[0])
			}
			bugs, err := campaign.Report(c.OutOrStdout(), args[0])
			if err != nil {
				return badInput{err}
			}
			if bugs > 0 {
				return status(StatusDivergence)
			}
			return nil
		},
	}
	formatFlag(c, &format)
	exits(c, "0 no bugs; 1 there are bugs")
	return c
}

// reportRecord writes the bugs of a campaign as a record.
func reportRecord(w io.Writer, dir string) error {
	rec, err := campaign.Records(dir)
	if err != nil {
		return badInput{err}
	}
	if err := writeRecord(w, "fuzz-report", rec); err != nil {
		return err
	}
	for _, b := range rec.Bugs {
		if b.Bug {
			return status(StatusDivergence)
		}
	}
	return nil
}

// oneFolder is the argument of a verb that works on a campaign.
func oneFolder(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("expected one folder of a campaign, got %d", len(args))
	}
	return nil
}

// fuzzExport is the verb that takes a bug out of a campaign's folder, as a program with a header or
// as a Go test. It reads only, so a campaign may be running there.
func fuzzExport() *cobra.Command {
	var dir, out string
	var asTest, asCorpus, asArchive bool
	c := &cobra.Command{
		Use:   "export HASH --out DIR [--corpus] | export HASH --out DIR --go | export HASH --out DIR --archive --to FILE.tar.gz",
		Short: "Write a bug as a program with a header, a Go regression test, or an archive for a report",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("expected the hash of one bug, as tuffy-fuzz report lists it, got %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case dir == "":
				return errors.New("say where the campaign is with --out")
			case asTest && asCorpus || asTest && asArchive || asCorpus && asArchive:
				return errors.New("--go, --corpus and --archive are three formats: choose one")
			case asArchive && out == "":
				return errors.New("say where the archive goes with --to, - for standard output")
			}
			// The hash may be short, as Export resolves it.
			var data []byte
			var err error
			if asArchive {
				_, data, err = campaign.Archive(dir, args[0])
			} else {
				var text string
				text, err = campaign.Export(dir, args[0], asTest)
				data = []byte(text)
			}
			if err != nil {
				return badInput{err}
			}
			if out == "" || out == "-" {
				_, err = c.OutOrStdout().Write(data)
			} else {
				err = writable(out)
				if err == nil {
					err = writeWhole(out, data)
				}
			}
			if err != nil {
				return badInput{err}
			}
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "out", "o", "", "`folder` of the campaign")
	c.Flags().BoolVar(&asCorpus, "corpus", false, "a .tir file whose header says how to reproduce the bug (default)")
	c.Flags().BoolVar(&asTest, "go", false, "a Go test that fails while the bug is there")
	c.Flags().BoolVar(&asArchive, "archive", false, "a .tar.gz to attach to a report: programs, report, script, versions")
	c.Flags().StringVar(&out, "to", "", "`file` to write (default standard output)")
	must(c.MarkFlagDirname("out"))
	offersFiles(c, "to", "tir", "go", "gz")
	return c
}

// fuzzCheckFlags are the flags of tuffy-fuzz check.
type fuzzCheckFlags struct {
	// subject is a template: run copies it for each row, since a check writes into its subject (Idle).
	subject check.Subject // without module
	checks  []string
	// expect is text until run looks the code up: an unknown one is an error of the input, not of cobra.
	expect, signature string
	format            string
	sandbox           string
}

// fuzzCheck is the verb that asks checks of one program, as a campaign would: what a report's
// repro.sh calls.
func fuzzCheck() *cobra.Command {
	f := &fuzzCheckFlags{}
	c := &cobra.Command{
		Use:   "check FILE.tir",
		Short: "Run checks on one program; exit status 1 if one fails",
		Args:  oneFile,

		ValidArgsFunction: files(1, "tir"),
		RunE: func(c *cobra.Command, files []string) error {
			// 0 stands for the default and cannot be asked for: no instruction at all would make each check pass.
			if err := atLeastOne(c, "fuel"); err != nil {
				return err
			}
			return untilInterrupted(c, func() error { return f.run(c.Context(), c.OutOrStdout(), files[0]) })
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringSliceVar(&f.checks, "check", nil, "run only the checks with these `names`")
	fl.Uint64Var(&f.subject.Seed, "seed", 0, "of the run and of what the check draws")
	fl.Int64Var(&f.subject.Fuel, "fuel", 0, fmt.Sprintf("instructions that a run may take (default %d)", check.DefaultFuel))
	fl.StringVar(&f.signature, "signature", "", "only the failure with this `hash` counts")
	// Open, Reduced, Expect and Defined are what the generator promised of the program. They are not in its
	// text, so that repro.sh has to give them.
	fl.BoolVar(&f.subject.Open, "open", false, "the program may look at what the semantics leaves open")
	fl.BoolVar(&f.subject.Reduced, "reduced", false, "nothing is promised of the program: look whether it looks at what is left open, and try more")
	fl.StringVar(&f.expect, "expect", "", "the undefined behaviour (`code`) that the program promises to have")
	sandboxFlag(c, &f.sandbox, "checks backend/…")
	fl.BoolVar(&f.subject.Defined, "defined", false, "the program promises to have no undefined behaviour")
	formatFlag(c, &f.format)
	takes(c, "check", checkNames()...)
	takes(c, "expect", append(codeWords(), codeNumbers()...)...)
	exits(c, "0 all checks pass; 1 one fails")
	return c
}

// run makes the subject that the flags describe, asks the rows in the order of the table, and
// prints every failure. The status is 1 if one failed; with --signature only that failure counts.
func (f *fuzzCheckFlags) run(ctx context.Context, w io.Writer, file string) error {
	rows, err := campaign.ChecksNamed(f.checks)
	if err != nil {
		return err
	}
	if err := sandboxed(f.sandbox, rows); err != nil {
		return err
	}
	if f.expect != "" {
		if f.subject.Expect, err = findCode(f.expect); err != nil {
			return badInput{err}
		}
	}
	m, source, err := loadSource(file)
	if err != nil {
		return err
	}
	// Checks presume an @main without parameters; the campaign's programs have it, a file may not.
	if err := check.Runnable(m); err != nil {
		return badInput{fmt.Errorf("%s: %w", file, err)}
	}
	// Accept lets a check of a reduced program continue past a failure that does not count, to the one that does.
	// An empty signature counts every failure.
	counts := func(g *check.Failure) bool { return f.signature == "" || g.Signature() == f.signature }
	failed := 0
	rec := checksRecord{Checks: []checkFailure{}}
	for _, row := range rows {
		// Each row gets a subject of its own and all of them one module, which they do not change.
		s := &check.Subject{Module: m, Seed: f.subject.Seed, Fuel: f.subject.Fuel, Open: f.subject.Open, Reduced: f.subject.Reduced,
			Accept: counts, Expect: f.subject.Expect, Defined: f.subject.Defined, Source: source}
		// A check cannot be ended: one that is under way when the command is interrupted ends with the process.
		done := make(chan *check.Failure, 1)
		go func() { done <- row.Try(s) }()
		var g *check.Failure
		select {
		case g = <-done:
		case <-ctx.Done():
			return fmt.Errorf("the check %s was under way, %d of %d were made, and %d of them failed: %w", row.Name, len(rec.Checks), len(rows), failed, context.Cause(ctx))
		}
		if g == nil || !counts(g) {
			// With --signature another failure than the one asked for passes here.
			word := "passes"
			if g == nil && s.Idle {
				word = "nothing to compare"
			}
			rec.Checks = append(rec.Checks, checkFailure{Check: row.Name, Verdict: word})
			if f.format == "text" {
				fmt.Fprintf(w, "%s: %s\n", word, row.Name)
			}
			continue
		}
		failed++
		rec.Checks = append(rec.Checks, checkFailure{row.Name, "fails", g.Rule, g.Message, g.Signature(), g.Detail})
		if f.format == "json" {
			continue
		}
		fmt.Fprintf(w, "%s %s\nsignature %s\n%s\n", color.New(color.FgRed, color.Bold).Sprint("fails:"), g, g.Signature(), g.Detail)
	}
	if f.format == "json" {
		if err := writeRecord(w, "fuzz-check", rec); err != nil {
			return err
		}
	}
	if failed > 0 {
		return status(StatusDivergence)
	}
	return nil
}
