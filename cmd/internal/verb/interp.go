package verb

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// interpFlags are the flags of tuffy-interp.
type interpFlags struct {
	// options gets what needs no translation straight from the flags. settle fills in the rest, prepare what
	// depends on the program.
	options interp.Options

	// arguments are what follows --, after the name of the program; dashed is whether there was one.
	arguments []string
	dashed    bool

	// run looks at differential before it looks at manySeeds.
	differential, reduce, verbose bool
	// before and after are the old spelling of the two positional files; run appends them.
	before, after, pairs string
	args, input          string
	// freeze, dontCare and nan are text with a syntax of its own (KIND or random:SEED), which settle parses.
	freeze, dontCare, nan  string
	manySeeds              string
	coverage, format, save string
	leaks, track, files    string
	traceFormat            string
	trace                  []string
	sandbox                string
	sarif, mallocFail      string
	errorExit              int
	notes, program         bool
	engines, levels        []string
	externs                []string
	// 0 is the default for both.
	runs, workers int
	// limit is wall-clock time, so that only it makes results depend on the machine; 0 is none.
	limit time.Duration
}

// Interp is tuffy-interp: run a program, or compare two.
func Interp(name string) *cobra.Command {
	f := &interpFlags{}
	c := &cobra.Command{
		Use:   name + " [flags] FILE.tir | " + name + " --differential BEFORE.tir AFTER.tir",
		Short: "Run a program, undefined behaviour explained, or compare two",
		Long: `Runs @main (or --entry) of a program in Tuffy IR, C (FILE.c) or LLVM IR (FILE.ll) and explains every undefined behaviour: what
happened, where, with which values, where poison was born. With --differential it looks for an
input on which the second version of a program does not refine the first.`,
		Example: `  ` + name + ` prog.tir
  ` + name + ` --strict --entry f --args '[5, true, {"ptr": 0}]' prog.tir
  ` + name + ` --differential before.tir after.tir
  ` + name + ` --many-seeds 0..50 prog.tir
  ` + name + ` explain TUF-UB-012`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: files(2, "tir", "c", "ll"),
		RunE: func(c *cobra.Command, files []string) error {
			if n := c.ArgsLenAtDash(); n >= 0 {
				files, f.arguments, f.dashed = files[:n], files[n:], true
			}
			return untilInterrupted(c, func() error { return f.run(c, files) })
		},
	}
	f.declare(c)
	readC.Words = true
	exits(c, "0 clean or refines; 1 divergence; 2 undefined behaviour reported, even if the run continued; 3 trap; "+
		"4 undecided: vacuous, a limit, unsupported; 130 interrupted")
	usual(c, "entry args input strict differential engines time save many-seeds extern verbose trace format")
	c.AddCommand(explain())
	return c
}

// declare names the flags. Their defaults are those of package interp; flags that mean something
// only together are held to that by effective.
func (f *interpFlags) declare(c *cobra.Command) {
	o, fl := &f.options, c.Flags()
	// Help lists them in this order, what is used most first.
	fl.SortFlags = false
	fl.BoolVar(&o.Strict, "strict", false, "stop at the first undefined behaviour")
	fl.BoolVar(&f.differential, "differential", false, "compare two files: does the second refine the first?")
	fl.StringVar(&f.before, "before", "", "first `file` of --differential, instead of a positional one")
	fl.StringVar(&f.after, "after", "", "second `file` of --differential, instead of a positional one")
	fl.StringVar(&f.pairs, "pairs", "", "--differential: compare the pairs that `file` lists, a line of JSON each: {\"before\": …, \"after\": …, \"entry\": …}; the results are such lines, too")
	fl.BoolVar(&f.reduce, "reduce", false, "for reducers: deterministic, strict, one verdict line, the exit status says the rest")
	fl.StringVar(&o.Entry, "entry", "", "`function` to run or compare (default main; --differential: all that both files have)")
	fl.StringVar(&f.args, "args", "", "arguments as `JSON`: '[5, true, \"poison\", {\"f64\": \"1.5\"}, {\"ptr\": 0, \"offset\": 8}]', or a whole input")
	fl.StringVar(&f.input, "input", "", "`file` with the input as JSON: {\"args\": […], \"buffers\": [{\"align\": 8, \"bytes\": \"00 __ ?? &0+4\"}]}")
	fl.Uint64Var(&o.Seed, "seed", 0, "of rand, the thread schedule, havoc and generated inputs")
	fl.Uint64Var(&o.AddressSeed, "address-seed", 0, "of the base addresses of allocations")
	fl.StringVar(&f.manySeeds, "many-seeds", "", "run once a seed in `A..B` (seed and address seed; in C also the order of operands and arguments) and list the different outcomes")
	fl.StringVar(&f.freeze, "freeze", "zero", "what freeze makes of poison: zero or random:SEED")
	fl.StringVar(&f.dontCare, "dont-care", "keep", "overwrite don't-care bits: keep, zero, one or random:SEED")
	fl.StringVar(&f.nan, "nan", "canonical", "sign and payload of NaN results: canonical or random:SEED")
	fl.BoolVar(&o.StrictProvenance, "strict-provenance", false, "using a pointer made from an integer is undefined")
	fl.BoolVar(&o.SourceUB, "source-ub", false, "report poison where it is born in an instruction marked !ub, observed or not, by the rule of the source language (default for C files)")
	fl.BoolVar(&readC.Restrict, "restrict", false, "of C files: report accesses of what a restrict parameter is for that are not based on it")
	fl.BoolVar(&o.EffectiveTypes, "effective-types", false, "of C files: report accesses of an object by an lvalue of a type that its effective type does not allow")
	fl.BoolVar(&o.CheckMemSSA, "check-memssa", false, "check that memory tokens are not older than what they are used to read")
	fl.Uint64Var(&o.VScale, "vscale", 1, "multiplier of scalable vectors, a power of two")
	// 0 stands for two defaults, since a comparison makes many runs and a single program one.
	fl.Int64Var(&o.Fuel, "fuel", 0, "instructions that may run (default 2^40; --differential: up to 20,000,000 for each run of the first file, four times that for the second)")
	fl.Uint64Var(&o.MemLimit, "mem-limit", interp.DefaultMemLimit, "`bytes` of program memory, values and all else that a run keeps")
	fl.IntVar(&o.MaxDepth, "max-depth", interp.DefaultMaxDepth, "calls in progress")
	fl.StringArrayVar(&f.externs, "extern", nil, "what an unknown external function does, as `name:havoc`: it sees and writes all memory that it can reach and invents its results (repeatable)")
	fl.BoolVar(&o.Exact, "exact", false, "use the reference evaluator instead of the fast engine, also for --coverage and --trace")
	fl.StringVar(&f.files, "allow-files", "", "the program may open the regular files below `dir`, which it reads and changes; without it files are in memory, and end with the run")
	must(c.MarkFlagDirname("allow-files"))
	fl.StringVar(&f.leaks, "leaks", "", "list the heap allocations that are alive at the end, who made and who holds them; `list`, or fail for the status 1 if there are any")
	fl.Lookup("leaks").NoOptDefVal = "list"
	takes(c, "leaks", "list", "fail")
	f.declareFindings(c)
	fl.StringVar(&f.track, "track", "", "tell the life of the allocation with this `number`, as reports name it: 4 or alloc4")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "reports with every step of poison, the bytes and the whole call stack; bytes are hexadecimal, __ uninitialised, ?? poison, &N+K a pointer; values are numbered as in the text (explain numbering)")
	fl.StringSliceVar(&f.trace, "trace", nil, "print each instruction with its values to standard error; `WHAT` it is about: @functions, opcodes, values and blocks, all if there is none")
	fl.Lookup("trace").NoOptDefVal = "all"
	offers(c, "trace", "all", "call", "load", "store")
	fl.StringVar(&f.traceFormat, "trace-format", "text", "of --trace: text, or json for a line of JSON each")
	takes(c, "trace-format", "text", "json")
	fl.StringVar(&f.coverage, "coverage", "", "write what was reached to a `file`: blocks, edges and checks of undefined behaviour as JSON, or a page by line of the program if the name ends in .html")
	sourceFlags(c)
	formatFlag(c, &f.format)
	fl.IntVar(&f.runs, "runs", 0, fmt.Sprintf("--differential: generated inputs a function (default %d)", difftest.DefaultRuns))
	fl.DurationVar(&f.limit, "time", 0, "end the run after this long as out of fuel; --differential: compare for this long, all functions and engines together, self-checks included")
	fl.IntVar(&f.workers, "workers", 0, "--differential: runs at a time (default one a processor)")
	fl.StringSliceVar(&f.engines, "engines", nil, "--differential: compare one file on these `engines`: "+strings.Join(engines.Names, ","))
	takes(c, "engines", engines.Names...)
	fl.StringSliceVar(&f.levels, "levels", []string{"0", "2"}, "--engines: `levels` of -O to compile at")
	takes(c, "levels", opt.Levels...)
	sandboxFlag(c, &f.sandbox, "--engines=…,native")
	fl.StringVar(&f.save, "save", "", "--differential: write what diverges into `dir`, a case for each function, the files with their comments")
	must(c.MarkFlagDirname("save"))
	offers(c, "freeze", "zero", "random:1")
	offers(c, "dont-care", "keep", "zero", "one", "random:1")
	offers(c, "nan", "canonical", "random:1")
	offers(c, "many-seeds", "0..100")
	offersFiles(c, "before after", "tir")
	offersFiles(c, "input", "json")
	offersFiles(c, "coverage", "json", "html")
	offersFiles(c, "pairs", "jsonl")
	offersFunctions(c, "entry")
}

// What the flags of tuffy-interp have to do with each other.
// Each row is a rule that effective holds them to, so that a flag which would be ignored is an error.
var (
	interpPartners = []partner{
		{"levels sandbox", "engines"},
		{"engines pairs", "differential"},
		{"after", "before"},
		{"trace-format", "trace"},
		{"runs workers save", "differential before"},
	}
	interpUseless = []useless{
		// A line of --pairs names its own files and function; the input of a command line fits none of them.
		{"engines before after reduce save format args input verbose allow-files", "pairs"},
		{"strict trace coverage many-seeds leaks track source-ub restrict effective-types allow-files sarif error-exitcode malloc-fail notes program", "differential before"},
		{"reduce many-seeds save workers before verbose", "engines"},
		// --many-seeds sets both seeds itself, and prints one line a group where these speak of one run.
		{"seed address-seed trace coverage reduce time leaks track verbose allow-files sarif error-exitcode malloc-fail notes program", "many-seeds"},
		{"trace", "notes"},
		{"trace coverage reduce leaks track format sarif notes program error-exitcode", "malloc-fail"},
		{"reduce", "program"},
		{"reduce", "error-exitcode"},
		{"format leaks track verbose", "reduce"},
		{"runs", "args input"},
	}
)

// run finds out which of the command's modes is meant, one program or a comparison, and hands over
// to it. Flags that would have no effect in that mode are errors of usage.
func (f *interpFlags) run(c *cobra.Command, files []string) error {
	// The tables come first, so that no later rule has to think of flags without effect.
	if err := effective(c, interpPartners, interpUseless); err != nil {
		return err
	}
	if err := atLeastOne(c, "fuel", "runs", "workers"); err != nil {
		return err
	}
	if err := f.settle(); err != nil {
		return err
	}
	// --before alone counts as a comparison: the count of files then says what is missing.
	// Both spellings may be mixed: the positional file is the first.
	if f.differential || f.before != "" || f.after != "" {
		for _, x := range []string{f.before, f.after} {
			if x != "" {
				files = append(files, x)
			}
		}
		if given(c, "engines") {
			if len(files) != 1 || !f.differential {
				return fmt.Errorf("--engines compares the engines on one file and needs --differential, got %s", ir.Counted(len(files), "file"))
			}
			return f.agree(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), files[0])
		}
		if f.pairs != "" {
			if len(files) > 0 {
				return fmt.Errorf("--pairs names the files, got %d more", len(files))
			}
			return f.comparePairs(c.Context(), c.OutOrStdout(), f.pairs)
		}
		if len(files) != 2 {
			return fmt.Errorf("--differential compares two files, got %d (one needs --engines)", len(files))
		}
		return f.compare(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), files[0], files[1])
	}
	if strings.HasSuffix(f.coverage, ".tir") {
		return fmt.Errorf("--coverage %s: the flag is followed by the file that is written, and a program is no place for it: name one that ends in .json or .html", f.coverage)
	}
	if len(files) != 1 && !(len(files) > 1 && isC(files[0])) {
		if err := spaceForEquals(c, files); err != nil {
			return err
		}
		if len(files) > 0 && !exists(files[0]) {
			if tool := toolOf(files[0]); tool != "" {
				return fmt.Errorf("%q is neither a file nor a verb; %s %s is one", files[0], tool, files[0])
			}
		}
		return fmt.Errorf("expected one file, got %d (two need --differential)", len(files))
	}
	if err := distinct(f.coverage, "--coverage", [2]string{files[0], "the program"}, [2]string{f.input, "--input"}); err != nil {
		return err
	}
	if !c.Flags().Changed("source-ub") {
		f.options.SourceUB = fromC(files[0])
	}
	readC.Checks, readC.Entry, readC.EffectiveTypes = f.options.SourceUB, f.options.Entry, f.options.EffectiveTypes
	m, err := loadAll(files)
	if err != nil {
		return err
	}
	f.arguments = append([]string{files[0]}, f.arguments...)
	// The input is read after the program, so that a missing program is reported first.
	in, err := f.readInput()
	if err != nil {
		return err
	}
	if f.mallocFail != "" {
		return f.failing(c, m, in)
	}
	if f.manySeeds != "" {
		var choices *cChoices
		if fromC(files[0]) {
			if choices, err = f.choices(files, m, in); err != nil {
				return err
			}
		}
		return f.seeds(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), m, in, choices)
	}
	return f.single(c, m, in)
}

// settle turns the flags with a syntax of their own into options.
func (f *interpFlags) settle() error {
	o := &f.options
	// neutral is the word for the zero Choice, under which runs are deterministic and bits are left alone.
	// Only bits that do not matter may be forced to zero or one.
	for _, x := range []struct {
		flag, text, neutral string
		to                  *interp.Choice
	}{{"freeze", f.freeze, "zero", &o.Freeze}, {"dont-care", f.dontCare, "keep", &o.DontCare}, {"nan", f.nan, "canonical", &o.NaN}} {
		ch, err := parseChoice(x.text, x.neutral, x.flag == "dont-care")
		if err != nil {
			return fmt.Errorf("--%s %s: %w", x.flag, x.text, err)
		}
		*x.to = ch
	}
	// Only one behaviour can be asked of an external function.
	for _, e := range f.externs {
		name, what, ok := strings.Cut(e, ":")
		if !ok || what != "havoc" || name == "" {
			return fmt.Errorf("--extern %s: expected the name of a function and what it does, as in name:havoc", e)
		}
		if _, known := host.Lookup(symbol(name)); known {
			return fmt.Errorf("--extern %s: %s is a host function, which always does what 'explain host %s' says", e, symbol(name), symbol(name))
		}
		if o.Havoc == nil {
			o.Havoc = map[string]bool{}
		}
		// A name may be given with or without its @, see symbol.
		o.Havoc[symbol(name)] = true
	}
	switch {
	case o.VScale < 1 || o.VScale > 1<<16 || o.VScale&(o.VScale-1) != 0:
		return fmt.Errorf("--vscale %d: expected a power of two from 1 to 65536", o.VScale)
	case o.MaxDepth < 1:
		return fmt.Errorf("--max-depth is %d, expected at least 1", o.MaxDepth)
	case f.limit < 0:
		return fmt.Errorf("--time is %v, expected at least 0", f.limit)
	case f.args != "" && f.input != "":
		return fmt.Errorf("--args and --input both give the input: use one")
	}
	// A reducer wants the first undefined behaviour and no more: what follows it depends on what was chosen.
	if f.reduce {
		o.Strict = true
	}
	o.Leaks = f.leaks != ""
	if f.track != "" {
		n, err := strconv.ParseUint(strings.TrimPrefix(f.track, "alloc"), 10, 32)
		if err != nil || n == 0 {
			return fmt.Errorf("--track %s: expected the number of an allocation, such as 4 or alloc4", f.track)
		}
		o.Track = memory.AllocID(n)
	}
	if o.MemLimit == 0 {
		o.MemLimit = interp.DefaultMemLimit
	}
	// The collector's limit follows the program's, or a run with a large one would spend its time collecting.
	collectAbove(o.MemLimit)
	o.Entry = symbol(o.Entry)
	return nil
}

// parseChoice reads KIND or random:SEED. The neutral kind is the zero Choice; bits says whether zero and one
// are kinds, too. The error names what is expected, and the caller the flag.
func parseChoice(s, neutral string, bits bool) (interp.Choice, error) {
	kind, seed, seeded := strings.Cut(s, ":")
	switch {
	case s == neutral:
		return interp.Choice{}, nil
	case kind == "random" && seeded:
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return interp.Choice{}, fmt.Errorf("the seed must be a number")
		}
		return interp.Choice{Kind: interp.ChooseRandom, Seed: n}, nil
	case bits && s == "zero":
		return interp.Choice{Kind: interp.ChooseZero}, nil
	case bits && s == "one":
		return interp.Choice{Kind: interp.ChooseOne}, nil
	}
	if bits {
		neutral += ", zero, one"
	}
	words := append(strings.Split(neutral, ", "), "random")
	return interp.Choice{}, fmt.Errorf("expected %s or random:SEED%s", neutral, meant(kind, words))
}

// readInput is the input of --input or --args, nil without either. The two were found to exclude each other
// by settle. An error names the flag or the file as the place.
func (f *interpFlags) readInput() (*difftest.Input, error) {
	name, text := "--args", []byte(f.args)
	if f.input != "" {
		var err error
		name = f.input
		if text, err = readFile(f.input); err != nil {
			return nil, err
		}
	}
	if len(text) == 0 && f.input == "" {
		return nil, nil
	}
	in, err := difftest.ParseInput(name, text)
	if err != nil {
		return nil, badInput{err}
	}
	return in, nil
}

// inputs is the input as what is compared takes it, and the function that it is for. Without an entry all
// functions would be called with it.
func (f *interpFlags) inputs() (entry string, in []*difftest.Input, err error) {
	one, err := f.readInput()
	if one == nil {
		return f.options.Entry, nil, err
	}
	return cmp.Or(f.options.Entry, "main"), []*difftest.Input{one}, err
}

// entry finds the function that will run.
//
// The error lists the functions that there are, since a program without @main is most often one whose
// function has another name.
func (f *interpFlags) entry(m *ir.Module) (*ir.Func, error) {
	name := f.options.Entry
	if name == "" {
		name = "main"
	}
	fn := m.Func(name)
	if fn == nil {
		have, text := symbolTexts(m), ir.SymbolText(name)
		if len(have) == 0 {
			return nil, badInput{fmt.Errorf("%s: there is no function %s to run, nor any other: the program is empty", m.File, text)}
		}
		return nil, badInput{fmt.Errorf("%s: there is no function %s to run; choose one with --entry: %s%s", m.File, text, some(have), meant(text, have))}
	}
	return fn, nil
}

// some are the names of a list, of a long one the first.
func some(names []string) string {
	if rest := len(names) - manyNames; rest > 0 {
		return strings.Join(names[:manyNames], " ") + " and " + ir.Counted(rest, "other")
	}
	return strings.Join(names, " ")
}

// manyNames is how many functions an error lists.
const manyNames = 20

// prepare completes the options for one run.
//
// It may be called again for the same program, once a seed: the options are a copy, and Prepare makes new
// buffers in each run.
func (f *interpFlags) prepare(m *ir.Module, in *difftest.Input) (interp.Options, error) {
	o := f.options
	fn, err := f.entry(m)
	if err != nil {
		return o, err
	}
	// A process finds its arguments in argc and argv. With --args or --input the caller says what they are.
	if in == nil && fn.Name == "main" && (f.dashed || isC(m.File) || isLLVM(m.File)) && takesCommandLine(fn) {
		in = commandLine(f.arguments, len(fn.Params))
	}
	if in == nil {
		in = &difftest.Input{}
	}
	if len(in.Args) != len(fn.Params) {
		return o, badInput{fmt.Errorf("%s takes %s, got %d: use --args or --input", ir.SymbolText(fn.Name), ir.Counted(len(fn.Params), "argument"), len(in.Args))}
	}
	o = in.Seeded(o)
	o.Prepare = in.Prepare(fn.Params, o.VScale)
	return o, nil
}

// single runs one program and turns its outcome into output and an exit status: undefined behaviour
// is 2, a trap 3, limits 4, otherwise the program's own.
func (f *interpFlags) single(c *cobra.Command, m *ir.Module, in *difftest.Input) error {
	o, err := f.prepare(m, in)
	if err != nil {
		return err
	}
	var taker *noteTaker
	if f.notes {
		if taker = newNoteTaker(m); taker != nil {
			o.Observer = taker
		}
	}
	var output bytes.Buffer
	// Time that is over ends a run as out of fuel does, so that there is one kind of limit to report.
	ctx, cancel := difftest.Within(c.Context(), f.limit)
	defer cancel()
	o.Stdin = os.Stdin
	printed := &lines{Writer: c.OutOrStdout()}
	o.Stdout = printed
	if f.files != "" {
		if o.Files, err = host.OpenTree(f.files); err != nil {
			return badInput{fmt.Errorf("--allow-files %s: expected a directory: %w", f.files, err)}
		}
		defer o.Files.Close()
	}
	// Events cost time and memory and are shown in JSON only.
	o.NoEvents = true
	if f.format == "json" {
		// The program's output is a field of the record: standard output must be one JSON value.
		o.Stdout, o.NoEvents = &output, false
	}
	// What the program prints would make the one line ambiguous.
	if f.reduce {
		o.Stdout = io.Discard
	}
	if c.Flags().Changed("trace") {
		if o.Observer, err = f.tracer(c.ErrOrStderr(), m); err != nil {
			return err
		}
	}
	if f.coverage != "" {
		if err := writable(f.coverage); err != nil {
			return err
		}
		o.Coverage = &interp.Coverage{}
	}
	out, err := interp.Run(ctx, m, o)
	if out == nil {
		return badInput{err}
	}
	if f.coverage != "" {
		// Also after undefined behaviour: what was reached until then is known.
		write := func(w io.Writer) error { return o.Coverage.WriteJSON(w, m) }
		if strings.HasSuffix(f.coverage, ".html") {
			write = func(w io.Writer) error { return writeCoveragePage(w, m, o.Coverage) }
		}
		if err := writeFile(f.coverage, write); err != nil {
			return written(err)
		}
	}
	var notes []note
	if taker != nil {
		notes = taker.notes()
	}
	if err := f.writeFindings(out, notes); err != nil {
		return err
	}
	switch {
	case f.reduce:
		fmt.Fprintln(c.OutOrStdout(), "verdict:", quote.Text(verdictLine(out)))
	case f.format == "json":
		// An answer that did not arrive says more than the run.
		if err := writeRecord(c.OutOrStdout(), "run", f.runRecord(out, output.String(), notes)); err != nil {
			return err
		}
	default:
		showNotes(c.ErrOrStderr(), notes)
		if printed.open && !f.program {
			fmt.Fprintln(c.OutOrStdout()) // how the run ended is a line of its own
		}
		f.report(c, out)
	}
	if f.program || f.errorExit >= 0 {
		return f.programStatus(out)
	}
	// Leaks are no undefined behaviour, and a status only for whoever asks.
	if err := outcomeStatus(out); err != nil || f.leaks != "fail" || len(out.Leaks) == 0 {
		return err
	}
	return status(StatusDivergence)
}

// lines knows whether the last line that was written has an end.
type lines struct {
	io.Writer
	open bool
}

func (l *lines) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.open = p[len(p)-1] != '\n'
	}
	return l.Writer.Write(p)
}

// shown writes text so that no name in it can command a terminal.
//
// A write may end within a character. Its bytes wait for the next write, or quoting would show each as
// a broken one; a broken one at the very end is lost.
type shown struct {
	w    io.Writer
	part []byte // of a character whose other bytes come with the next write
}

// Write says that all of p was written, also of what is kept back: that is what io.Writer asks for.
func (s *shown) Write(p []byte) (int, error) {
	all := append(s.part, p...)
	end := len(all)
	// Only the last three bytes can be the start of a character that is not whole.
	for n := 1; n < utf8.UTFMax && n <= len(all); n++ {
		if at := len(all) - n; utf8.RuneStart(all[at]) {
			if !utf8.FullRune(all[at:]) {
				end = at
			}
			break
		}
	}
	s.part = slices.Clone(all[end:])
	_, err := io.WriteString(s.w, quote.Text(string(all[:end])))
	return len(p), err
}

// verdictLine is the outcome on one line: the text that --verdict of the reducer compares, and by which
// seeds are grouped.
func verdictLine(out *interp.Outcome) string {
	if out.Kind == interp.Undefined {
		return fmt.Sprintf("ub %s @%s %s %q", out.UB.Code.ID(), out.UB.Where.Func, out.UB.Where.Block, out.UB.Where.Inst)
	}
	end := strings.ReplaceAll(out.Text(), "\n", "; ")
	if len(out.Reports) > 0 {
		return fmt.Sprintf("ub %s, then %s", out.Reports[0].Code.ID(), end)
	}
	return end
}

// outcomeStatus is the exit status for a run: undefined behaviour that was reported says more than
// how the run ended afterwards.
func outcomeStatus(out *interp.Outcome) error {
	switch {
	case out.Kind == interp.Undefined || len(out.Reports) > 0:
		return status(StatusUB)
	case out.Kind == interp.Trapped:
		return status(StatusTrap)
	case out.Kind == interp.Unsupported || out.Kind == interp.OutOfFuel:
		return status(StatusUndecided)
	}
	return nil
}

// worse is the one of two results of runs that says more against the program: undefined behaviour,
// then a trap, then a limit.
//
// Both are nil or hold a status. The statuses 2, 3 and 4 are ordered by how much they say, so that the
// smaller number wins.
func worse(a, b error) error {
	var x, y status
	switch {
	case !errors.As(b, &y):
		return a
	case !errors.As(a, &x) || y < x:
		return b
	}
	return a
}

// maxSeeds bounds --many-seeds.
// A group keeps its seeds, so that memory grows by 8 bytes a seed.
const maxSeeds = 1_000_000

// seeds runs the program once a seed and groups the seeds by outcome.
//
// The runs are one after another: the next may need all the memory of --mem-limit. The status is the worst of
// all, whatever the order.
func (f *interpFlags) seeds(ctx context.Context, w, notes io.Writer, m *ir.Module, in *difftest.Input, choices *cChoices) error {
	a, b, ok := strings.Cut(f.manySeeds, "..")
	lo, err1 := strconv.ParseUint(a, 10, 63)
	hi, err2 := strconv.ParseUint(b, 10, 63)
	if !ok || err1 != nil || err2 != nil || hi < lo || hi-lo >= maxSeeds {
		return fmt.Errorf("--many-seeds %s: expected A..B with A <= B and at most %d seeds", f.manySeeds, maxSeeds)
	}
	type group struct {
		text  string
		seeds []uint64
	}
	var worst error
	var groups []*group
	// kept is the bytes of the texts. A program may print its seed, so that no two outcomes are alike.
	var kept uint64
	byText := map[string]*group{}
	live, start, ran := newLiveLine(notes), time.Now(), uint64(0)
	defer live.clear()
	for s := lo; s <= hi; s++ {
		o, err := f.prepare(m, in)
		if err != nil {
			return err
		}
		o.Seed, o.AddressSeed = s, s
		m := m
		if choices != nil {
			m = choices.take(&o, s)
		}
		var output bytes.Buffer
		o.Stdout = &output
		out, err := interp.Run(ctx, m, o)
		if out == nil {
			return badInput{err}
		}
		// The run that was interrupted says nothing about its seed.
		if ctx.Err() != nil {
			break
		}
		ran++
		live.seeds(time.Since(start), ran, hi-lo+1)
		worst = worse(worst, outcomeStatus(out))
		text := verdictLine(out)
		if choices != nil {
			text = sourceVerdict(out)
		}
		// Dropping out and o gives the memory of the run back before the next one starts.
		if out.Space.Used() > f.options.MemLimit/8 {
			out, o = nil, interp.Options{}
			runtime.GC() // the next run may get as much
		}
		if output.Len() > 0 {
			text += fmt.Sprintf(" output %q", output.String())
		}
		g := byText[text]
		if g == nil {
			if kept += uint64(len(text)); kept > f.options.MemLimit/4 {
				return unsupported{fmt.Errorf("memory limit of %d bytes: the outcomes of %s differ too much to be kept (--mem-limit)", f.options.MemLimit, ir.Counted(s-lo+1, "seed"))}
			}
			g = &group{text: text}
			byText[text] = g
			groups = append(groups, g)
		}
		g.seeds = append(g.seeds, s)
	}
	live.clear()
	var depends []dependence
	if len(groups) > 1 && choices != nil {
		var err error
		if depends, err = choices.explain(ctx, lo, hi); err != nil {
			return err
		}
	}
	if f.format == "json" {
		rec := seedsRecord{Ran: ran, Groups: []seedGroup{}, Depends: depends}
		for _, g := range groups {
			r := seedGroup{Outcome: g.text}
			for _, s := range g.seeds {
				r.Seeds = append(r.Seeds, decimal(s))
			}
			rec.Groups = append(rec.Groups, r)
		}
		return cmp.Or(writeRecord(w, "seeds", rec), worst)
	}
	for _, g := range groups {
		fmt.Fprintf(w, "%d of %s (first %d): %s\n", len(g.seeds), ir.Counted(ran, "seed"), g.seeds[0], quote.Text(g.text))
	}
	// That outcomes differ is no divergence by itself: the semantics lets addresses and schedules vary.
	for _, d := range depends {
		fmt.Fprintln(w, d.text())
	}
	if len(groups) > 1 && choices == nil {
		fmt.Fprintf(w, "the program depends on addresses or on the schedule: %d different outcomes\n", len(groups))
	}
	return worst
}
