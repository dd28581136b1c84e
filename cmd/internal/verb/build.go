package verb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// product is something that a program can be compiled to.
type product struct {
	name, suffix string
	// doc is for --help alone; nothing decides by it.
	doc string
}

// products are the values of --emit; the first is the default.
var products = []product{
	{"exe", "", "a static executable"},
	{"obj", ".o", "a relocatable object, as -c"},
	{"asm", ".s", "text for GNU as, as -S"},
	{"asm-annotated", ".lst", "what each IR instruction became"},
	{"legal-ir", ".tir", "the IR that instructions are selected for"},
	{"llvm", ".ll", "LLVM IR"},
}

// buildFlags are the flags of the compiler.
// Those of the optimizer come by embedding: a build is an optimization followed by code generation, and
// -O, --trace and the like must mean the same in both.
type buildFlags struct {
	optFlags
	// object, assembly and what are three spellings of one choice, which kind settles. Nothing else reads
	// them.
	object   bool
	assembly bool
	what     string
	// run is empty, interp, sim or native. With it nothing is written, so that out stays empty.
	run    string
	triple string
	// overrides are applied in the order given: a later one may take back an earlier one.
	overrides []string
	times     bool
	// checkAll is off by default because it costs time and finds only bugs of ours.
	checkAll bool
	// debug makes -O0 larger and slower, and is no default for that.
	debug   bool
	sandbox string
	linked  linked
}

// build is tuffy itself: the compiler.
func build() *cobra.Command {
	f := &buildFlags{}
	c := &cobra.Command{
		Use:   "tuffy [flags] FILE... [-- ARGUMENT...]",
		Short: "A laboratory for compiler correctness",
		Long: `tuffy compiles programs in Tuffy IR or C (several files, objects and -l are for the linker of the
machine). Its verbs run programs with every kind of undefined behaviour detected and explained, check
one version of a program against another, optimize programs and say why.`,
		Example: `  tuffy -O2 -o prog prog.tir
  tuffy -O0 --run=sim prog.tir -- ARGUMENT
  tuffy --emit=asm-annotated -o - prog.tir`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: files(0, "tir", "c", "i", "o", "a", "so"),
		RunE: func(c *cobra.Command, args []string) error {
			// Without any argument help is the answer, and no error: it is what somebody types first.
			if len(args) == 0 && c.Flags().NFlag() == 0 {
				return c.Help()
			}
			return untilInterrupted(c, func() error { return f.build(c, args) })
		},
	}
	exits(c, "0 compiled; with --run that of the program, where the low byte of what @main returns is one, "+
		"or 2 undefined behaviour, 3 trap, 4 a crash or a limit")
	f.addAll(c, "", "`FILE` for the result, - for standard output (default: the name of the program without .tir, with .o, .s, …)")
	usual(c, "optimize output compile emit run passes version")
	fl := c.Flags()
	fl.BoolVarP(&f.object, "compile", "c", false, "make a relocatable object")
	fl.BoolVarP(&f.assembly, "assembly", "S", false, "make assembly text")

	var kinds []string
	for _, p := range products {
		kinds = append(kinds, p.name+" ("+p.doc+")")
	}
	fl.StringVar(&f.what, "emit", "", "the `PRODUCT` to make: "+strings.Join(kinds, ", "))
	takes(c, "emit", productNames()...)
	fl.StringVar(&f.run, "run", "", "run the program instead by an `ENGINE`: interp, sim or native; arguments follow after --")
	takes(c, "run", engines.Names...)
	// A program of anybody may be run natively, so that confinement is what one turns off, not on.
	sandboxFlag(c, &f.sandbox, "--run=native")
	fl.StringVar(&f.triple, "target", target.Default, "the machine: "+strings.Join(target.Triples(), ", or not yet "))
	offers(c, "target", target.Triples()...)
	fl.StringArrayVar(&f.overrides, "target-override", nil, "change the target by `KEY=VALUE` (repeatable): features=+popcnt,-avx, red-zone=BOOL, frame-pointer=BOOL, jump-tables=CASES, vscale=N")
	offers(c, "target-override", "features=+", "red-zone=true", "red-zone=false", "frame-pointer=true", "frame-pointer=false", "jump-tables=", "vscale=")
	fl.BoolVarP(&f.debug, "debug", "g", false, "for debuggers: -O0 unless -O is given, and at -O0 every value in memory, where gdb finds it by its name in the program")
	fl.StringArrayVarP(&f.linked.libraries, "library", "l", nil, "of C files: link with a library of the machine, `NAME` (repeatable); Tuffy's own has those of -lm and -lc")
	fl.StringArrayVarP(&f.linked.folders, "library-dir", "L", nil, "look for libraries in `DIR`, before those of the machine (repeatable)")
	offers(c, "library", "m", "pthread")
	offers(c, "library-dir")
	fl.BoolVar(&f.times, "time-phases", false, "print the time of each phase (optimize, legalize, codegen) to standard error")
	fl.BoolVar(&f.checkAll, "check-phases", false, "verify the IR after legalization and every register allocation")
	return c
}

// build compiles args[0] and writes or runs the result.
//
// The order is: flags, then the file, then the outputs. A mistaken command leaves no file behind, and a
// trace is committed only once the code is there.
func (f *buildFlags) build(c *cobra.Command, args []string) error {
	kind, err := f.kind()
	if err != nil {
		return err
	}
	if err := f.effective(c); err != nil {
		return err
	}
	// No machine code is made here, so that a flag about the machine would be ignored in silence.
	if f.run == "interp" {
		if err := effective(c, nil, []useless{{"target target-override time-phases check-phases", "run"}}); err != nil {
			return fmt.Errorf("%w (the interpreter runs the program without machine code)", err)
		}
	}
	applySandbox(f.sandbox)
	// Said of the simulator or the interpreter --sandbox would promise a confinement that is not there.
	if c.Flags().Changed("sandbox") && f.run != "native" {
		return errors.New("--sandbox is for --run=native")
	}
	if _, err := f.resolve(c); err != nil { // before the file: -O takes the next word
		return err
	}
	if len(args) == 0 {
		return errors.New("expected a file, or a verb")
	}
	// What follows the file are arguments of the program, which only --run has a use for.
	file, rest := args[0], args[1:]
	f.linked.split(file, rest, c.ArgsLenAtDash()-1)
	rest = f.linked.arguments
	// A misspelt verb ends up here, since the root command takes a file. A word without a dot that is no file
	// was more likely meant as a verb.
	if _, err := os.Stat(file); err != nil && !strings.Contains(file, ".") && file != "-" {
		if tool := toolOf(file); tool != "" {
			return fmt.Errorf("%q is neither a file nor a verb; %s %s is one", file, tool, file)
		}
		return fmt.Errorf("%q is neither a file nor a verb%s", file, meant(file, below(c)))
	}
	if len(rest) > 0 && f.run == "" {
		return fmt.Errorf("expected one file, got %d (arguments of a program need --run)", len(args))
	}
	if err := f.linked.valid(c, file, kind, f.run); err != nil {
		return err
	}
	foreign := f.linked.foreign()
	readC.Hosted = kind.name == "exe" && !foreign // also with --run
	o, m, done, err := f.prepare(c, file)
	if err != nil {
		return err
	}
	// After a commit this removes nothing.
	defer done.discard()
	if f.run == "interp" {
		return f.interpret(c, m, o, done, append([]string{file}, rest...))
	}
	if isC(file) && (kind.name != "exe" || foreign) {
		others(m, &o)
	}
	if kind.name == "llvm" {
		return f.asLLVM(c, m, o, done, file)
	}
	if foreign {
		o.Position = compiler.PIE
	}
	// It stays nil for all that is not run by itself.
	var start *ir.Module
	// Only an executable needs @main: an object may be a library.
	if kind.name == "exe" && !foreign {
		// A confined program must be told so when it is made: the start code installs the filter of system calls.
		confined := f.run == "native" && engines.Confined()
		if start, err = startOf(m, confined); err != nil {
			return badInput{fmt.Errorf("%w; -c makes an object without one", err)}
		}
	}
	var times [][2]string
	// One call a phase, in the order of the phases.
	// The hook is called by the goroutine that compiles, so the slice needs no lock.
	o.Time = func(phase string, d time.Duration) {
		times = append(times, [2]string{phase, d.Round(time.Microsecond).String()})
	}
	code, err := compiler.Compile(c.Context(), m, o)
	// Also after an error: how long the phases before it took is then of interest, too.
	if f.times {
		tw := tabwriter.NewWriter(c.ErrOrStderr(), 0, 4, 2, ' ', tabwriter.AlignRight)
		for _, t := range times {
			fmt.Fprintf(tw, "%s\t%s\t\n", t[0], t[1])
		}
		tw.Flush()
	}
	var s status
	// A status is the verdict of --check, which has been printed already.
	switch {
	case errors.As(err, &s):
		return s
	case err != nil:
		return badInput{place(m.File, err)}
	}
	// Dir is where the file names of debug information are relative to.
	if code.Dir, err = os.Getwd(); err != nil {
		return badInput{err}
	}
	var out bytes.Buffer
	what := kind.name
	if foreign {
		what = "obj"
	}
	if err := emit(&out, what, m, start, code, o.Target); err != nil {
		if lacks := (*object.UndefinedError)(nil); errors.As(err, &lacks) && isC(file) && f.run == "" && ccHost() != "" {
			done.discard()
			if f.onMachine(c, args) == nil {
				return nil
			}
		}
		return badInput{place(m.File, err)}
	}
	if foreign {
		program, err := f.linked.link(c.Context(), out.Bytes())
		if err != nil {
			return badInput{err}
		}
		out = *bytes.NewBuffer(program)
	}
	f.steered(c.ErrOrStderr())
	// From here on the result is known to be good. The trace goes first, for a program may run for ever.
	if err := done.commit(m); err != nil {
		return written(err)
	}
	if err := f.graphs(m); err != nil {
		return err
	}
	if f.run != "" {
		return f.execute(c, out.Bytes(), append([]string{file}, rest...))
	}
	return f.write(c.OutOrStdout(), kind, file, out.Bytes())
}

// onMachine builds a program that needs what Tuffy's library lacks, such as threads, with the C library of the machine.
func (f *buildFlags) onMachine(c *cobra.Command, args []string) error {
	f.linked.machine, readC.Warn = true, nil // the warnings are told
	return f.build(c, args)
}

// place puts the file before an error that does not say where it is.
func place(file string, err error) error {
	// Errors of the verifier and of CheckNames say the place themselves; twice would be noise.
	if strings.HasPrefix(err.Error(), file+":") {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// startOf is what calls @main of a program. The error says where @main is.
func startOf(m *ir.Module, confined bool) (*ir.Module, error) {
	start, err := runtime.Start(m, confined)
	if err == nil {
		return start, nil
	}
	// runtime.Start knows of the signature alone. The position is that of @main if there is one, else the file.
	where := m.File
	if f := m.Func("main"); f != nil {
		where += ":" + f.Pos.String()
	}
	return nil, place(where, err)
}

// kind is what is to be made.
func (f *buildFlags) kind() (product, error) {
	// given counts the flags that say what to make. Two that agree are an error as well: who gives both has
	// one of them wrong in mind.
	given := 0
	name := "exe"
	for _, x := range []struct {
		is   bool
		name string
	}{{f.object, "obj"}, {f.assembly, "asm"}, {f.what != "", f.what}} {
		if x.is {
			given++
			name = x.name
		}
	}
	if given > 1 {
		return product{}, errors.New("-c, -S and --emit say what to make each: give one of them")
	}
	if f.run != "" {
		if given > 0 || f.out != "" {
			return product{}, errors.New("--run runs the program and writes no file: leave out -c, -S, --emit and -o")
		}
	}
	for _, p := range products {
		if p.name == name {
			return p, nil
		}
	}
	panic("BUG: --emit takes " + name + ", which is no product")
}

// productNames are the values of --emit.
func productNames() []string {
	var out []string
	for _, p := range products {
		out = append(out, p.name)
	}
	return out
}

// prepare reads the program and settles how to compile it.
func (f *buildFlags) prepare(c *cobra.Command, file string) (o compiler.Options, m *ir.Module, rec *recording, err error) {
	if f.debug && !c.Flags().Changed("optimize") {
		f.level = "0"
	}
	f.machine = true
	cfg, err := f.resolve(c)
	if err != nil {
		return o, nil, nil, err
	}
	// Policy is what a function of the program may itself ask of the optimizer by its attributes.
	p := &pass.Options{Config: cfg, Policy: opt.MachinePolicy(), Workers: workers(f.workers), Limit: f.limit, Time: f.timePasses}
	if err := f.valid(c, file, p); err != nil {
		return o, nil, nil, err
	}
	// The target comes before the file for the same reason as the pipeline: it is usage (64), not input (65).
	if o.Target, err = target.Parse(f.triple); err != nil {
		return o, nil, nil, fmt.Errorf("--target: %w", err)
	}
	if o.Target.Bits != 64 {
		return o, nil, nil, fmt.Errorf("--target %s: there is no code generator for it yet; write %s", f.triple, target.Default)
	}
	for _, s := range f.overrides {
		if err := o.Target.Override(s); err != nil {
			return o, nil, nil, err // names the override
		}
	}
	readC.Debug, readC.Late = f.debug, f.level != "0" && f.run != "interp"
	if m, err = loadAll(append([]string{file}, f.linked.sources...)); err != nil {
		return o, nil, nil, err
	}
	// The names of the runtime are reserved only where code is made: the interpreter takes any.
	if err := compiler.CheckNames(m); err != nil {
		return o, nil, nil, badInput{err}
	}
	if err := writable(f.out, f.dot, f.svg); err != nil {
		return o, nil, nil, err
	}
	// What is compared after each pass starts from m as it is now; after clones it.
	if err := f.steer(c, p); err != nil {
		return o, nil, nil, err
	}
	p.After = f.after(c.Context(), m, file, c.ErrOrStderr())
	out := f.out
	if f.out == "" {
		f.out = "somewhere" // the program does not go to standard output, so that a trace may
	}
	f.target = o.Target.String()
	rec, err = f.record(c, m, p, c.OutOrStdout())
	f.out = out
	if err != nil {
		return o, nil, nil, err
	}
	o.Makers = f.what == "asm-annotated"
	if p.Trace == trace.Full {
		o.Record = rec.append
	}
	if rec.w != nil {
		// Legalization changes the module, and the digest is that of the passes' result.
		o.Report = func(*pass.Report) { rec.output = trace.Digest(m) }
	}
	o.Passes, o.Level, o.Workers, o.Check, o.Debug = p, f.level, workers(f.workers), f.checkAll, f.debug
	return o, m, rec, nil
}

// emit writes a product.
//
// What somebody else may link gets private copies of the routines that the compiler itself calls, which no
// other C library has. legal-ir prints m, which Compile has legalized in place.
func emit(w io.Writer, kind string, m, start *ir.Module, code *object.Module, t *target.Target) error {
	var err error
	switch kind {
	case "obj", "asm", "asm-annotated":
		if code, err = compiler.Outside(code, t); err != nil {
			return err
		}
	}
	switch kind {
	case "obj":
		return object.WriteObject(w, code)
	case "asm":
		return object.WriteAsm(w, code)
	case "asm-annotated":
		return object.WriteAnnotated(w, code)
	case "legal-ir":
		return m.Print(w)
	}
	// An executable is made without a linker of the machine: the start code is IR that this compiler compiles.
	lib, err := compiler.Library(t)
	if err != nil {
		return err
	}
	first, err := compiler.Compile(context.Background(), start, compiler.Options{Target: t, Internal: true})
	if err != nil {
		return err
	}
	return object.WriteExec(w, object.Link(code, []string{runtime.Entry}, first, lib, runtime.Sandbox(engines.RunLimits)), runtime.Entry)
}

// write puts the result where it belongs.
//
// Without -o the name is that of the program in the working directory, not beside the program: the folder
// of the source may be read-only.
func (f *buildFlags) write(stdout io.Writer, kind product, file string, data []byte) error {
	name := f.out
	if name == "-" {
		_, err := stdout.Write(data)
		return written(err)
	}
	if name == "" {
		base := strings.TrimSuffix(filepath.Base(file), ".tir")
		if file == "-" {
			base = "a"
		}
		name = base + kind.suffix
		// Names that would be those of the program itself, or of no suffix at all on a file that has none.
		switch {
		case kind.name == "legal-ir":
			name = base + ".legal.tir"
		case kind.name == "exe" && (file == "-" || base == filepath.Base(file)):
			name = base + ".out"
		}
	}
	// Through a link it may be the same file under another name.
	for _, in := range append(append([]string{file}, f.linked.sources...), f.linked.objects...) {
		if sameFile(name, in) {
			return fmt.Errorf("the result would overwrite the program %s: give -o another name", in)
		}
	}
	out, err := createWhole(name)
	if err != nil {
		return badInput{err}
	}
	defer out.discard()
	if _, err := out.Write(data); err != nil {
		return written(err)
	}
	// Before the rename: nothing sees an executable that is not executable.
	if kind.name == "exe" {
		if err := out.Chmod(0o755); err != nil {
			return written(err)
		}
	}
	return written(out.commit())
}

// interpret optimizes the program and runs it on the interpreter. Arguments are there as a process
// finds them.
func (f *buildFlags) interpret(c *cobra.Command, m *ir.Module, o compiler.Options, rec *recording, args []string) error {
	// The signature of @main is held to what an executable takes, so that --run=interp accepts what
	// --run=sim does.
	if _, err := startOf(m, false); err != nil {
		return badInput{err}
	}
	if _, err := pass.Run(c.Context(), m, opt.Passes(), *o.Passes); err != nil {
		var s status
		if errors.As(err, &s) {
			return s
		}
		return badInput{err}
	}
	if err := rec.commit(m); err != nil {
		return written(err)
	}
	if err := f.graphs(m); err != nil {
		return err
	}
	main := m.Func("main")
	out, err := interp.Run(c.Context(), m, interp.Options{Strict: true, Stdin: os.Stdin, Stdout: c.OutOrStdout(), Prepare: commandLine(args, len(main.Params)).Prepare(main.Params, 1)})
	if out == nil {
		return badInput{place(m.File, err)}
	}
	// The low byte is what wait(2) would leave of the value.
	switch out.Kind {
	case interp.Returned:
		if len(out.Values) > 0 {
			if v, ok := out.Values[0].(interp.Int); ok {
				return exitStatus(int(v.V.Low64() & 0xff))
			}
		}
		return nil
	case interp.Exited:
		return exitStatus(out.ExitCode)
	}
	end := out.Text()
	if out.Kind == interp.Undefined {
		end = "undefined behaviour: " + out.UB.Text(false)
	}
	fmt.Fprintln(c.ErrOrStderr(), quote.Text(end))
	return outcomeStatus(out)
}

// takesCommandLine reports whether the parameters of a function are those of C's main: argc, argv, environment.
func takesCommandLine(f *ir.Func) bool {
	if len(f.Params) == 0 || len(f.Params) > 3 {
		return false
	}
	for i, p := range f.Params {
		if i == 0 && p.Type != ir.Int || i > 0 && p.Type != ir.Ptr {
			return false
		}
	}
	return true
}

// commandLine makes the first n of argc, argv and the environment, which is empty.
//
// Buffer 0 is argv itself: n pointers to the buffers 1 to n, in the text form of difftest (&BUFFER+OFFSET),
// and a null pointer of 8 bytes at the end. n is how many parameters @main has, at most 3.
func commandLine(args []string, n int) *difftest.Input {
	in := &difftest.Input{}
	vector := 0
	environment := len(args) + 1 // a buffer with nothing but the null pointer at the end
	all := []difftest.Arg{{Int: new(num.New(int64(len(args))))}, {Buffer: &vector}, {Buffer: &environment}}
	in.Args = all[:n]
	// Without argv nothing points to the strings, so that they are not made.
	if n < 2 {
		return in
	}
	in.Buffers = make([]difftest.Buffer, 1, 1+len(args))
	var pointers strings.Builder
	for k, a := range args {
		fmt.Fprintf(&pointers, "&%d+0 ", k+1)
		in.Buffers = append(in.Buffers, difftest.Buffer{Bytes: fmt.Sprintf("% x", a+"\x00")})
	}
	in.Buffers[0] = difftest.Buffer{Align: 8, Bytes: pointers.String() + strings.Repeat("00 ", 8)}
	if n > 2 {
		in.Buffers = append(in.Buffers, difftest.Buffer{Align: 8, Bytes: strings.Repeat("00 ", 8)})
	}
	return in
}

// exitStatus is the status of a program that was run.
func exitStatus(code int) error {
	if code == 0 {
		return nil
	}
	return status(code)
}

// execute runs an executable by the engine that --run names.
//
// args[0] is the name of the program, as a process finds it.
func (f *buildFlags) execute(c *cobra.Command, program []byte, args []string) error {
	if f.run == "sim" {
		return (&simFlags{}).run(c, program, args)
	}
	end, err := engines.Execute(c.Context(), program, args, os.Environ(), os.Stdin, c.OutOrStdout(), c.ErrOrStderr())
	switch {
	// That this machine cannot confine is no fault of the command: status 4, not 64.
	case errors.Is(err, engines.ErrUnconfined):
		return unsupported{err}
	case err != nil:
		return badInput{err}
	}
	return ended(c, end)
}

// ended turns the end of a native or simulated program into a status.
//
// A crash, a limit and what is unsupported share a status: each says that nothing is known of the
// program, and Why says which.
func ended(c *cobra.Command, b *engines.Behaviour) error {
	switch b.End {
	case engines.Exited:
		return exitStatus(b.Code)
	case engines.Trapped:
		fmt.Fprintln(c.ErrOrStderr(), "trap")
		return status(StatusTrap)
	}
	// A terminal sends SIGINT to the program as well, whose end may be seen before the signal is.
	if strings.HasPrefix(b.Why, "interrupted") {
		fmt.Fprintln(c.ErrOrStderr(), b.Why)
		return status(statusInterrupted)
	}
	fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", b.End, b.Why)
	return status(StatusUndecided)
}
