package verb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/difftest"
	gen "github.com/tuffy-ir/tuffy/fuzz/gen/llvm"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
)

// llvmVerb is tuffy llvm.
func llvmVerb() *cobra.Command {
	c := &cobra.Command{
		Use:   "llvm",
		Short: "Test optimizers of LLVM IR",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(llvmCheck(), llvmExtract())
	return c
}

// llvmFlags are the options of tuffy llvm check.
type llvmFlags struct {
	opt, entry string
	bisect     bool
	runs       int
	workers    int
	seed       uint64
	generate   int
	save       string
}

// llvmCheck is tuffy llvm check.
func llvmCheck() *cobra.Command {
	f := &llvmFlags{}
	c := &cobra.Command{
		Use:   "check [flags] FILE.ll...",
		Short: "Does what an optimizer makes of a module refine it?",
		Long: `Runs an optimizer of LLVM IR, opt by default, on each file and compares every function with what
the optimizer made of it. With --bisect a pass is named: the first without which all is well.
With --generate functions are made up, with the flags that the LLVM of the command knows.`,
		Example: `  tuffy llvm check --opt 'opt-19 -O2' --generate 10000 --save found
  tuffy llvm check --opt 'opt-19 -passes=instcombine' a.ll b.ll
  tuffy llvm check --opt 'opt-19 -O2' --bisect a.ll`,
		ValidArgsFunction: files(0, "ll"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && f.generate == 0:
				return errors.New("expected files of LLVM IR, whose names end in .ll, or --generate")
			case f.generate < 0:
				return fmt.Errorf("--generate is %d, expected at least 0", f.generate)
			case len(strings.Fields(f.opt)) == 0:
				return errors.New("--opt is empty: expected a command such as 'opt-19 -O2'")
			case f.runs < 0:
				return fmt.Errorf("--runs is %d, expected at least 0", f.runs)
			}
			return untilInterrupted(c, func() error { return f.run(c.Context(), c.OutOrStdout(), args) })
		},
	}
	exits(c, "0 all refine; 1 a function diverges; 4 undecided: vacuous, a limit, unsupported; 130 interrupted")
	fl := c.Flags()
	fl.StringVar(&f.opt, "opt", "opt -O2", "`command` that optimizes: it is given -S and the file, and prints the module")
	fl.BoolVar(&f.bisect, "bisect", false, "name the pass after which a function diverges first, by -opt-bisect-limit")
	fl.StringVar(&f.entry, "entry", "", "`function` to compare (default all that both have)")
	fl.IntVar(&f.runs, "runs", 0, fmt.Sprintf("generated inputs a function (default %d, of generated ones %d)", difftest.DefaultRuns, quickRuns))
	fl.IntVar(&f.workers, "workers", 0, "runs at a time (default one a processor)")
	fl.Uint64Var(&f.seed, "seed", 0, "of generated inputs and functions")
	fl.IntVar(&f.generate, "generate", 0, "check this many generated functions, too")
	fl.StringVar(&f.save, "save", "", "write each function that diverges into `dir`, with what it needs")
	offers(c, "save")
	offersFunctions(c, "entry")
	return c
}

// run checks the files one by one, and then what is generated. The status is the worst.
func (f *llvmFlags) run(ctx context.Context, w io.Writer, names []string) error {
	var worst error
	for _, name := range names {
		if !isLLVM(name) {
			return badInput{fmt.Errorf("%s: expected a file of LLVM IR, whose name ends in .ll", name)}
		}
		verdict, _, err := f.file(ctx, w, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s\n", quote.Text(name), verdict)
		worst = worse(worst, verdictStatus(verdict))
	}
	if f.generate == 0 {
		return worst
	}
	st, err := f.generated(ctx, w)
	if err != nil {
		return err
	}
	return worse(worst, st)
}

// file checks one file.
func (f *llvmFlags) file(ctx context.Context, w io.Writer, name string) (difftest.Verdict, *difftest.Result, error) {
	before, err := load(name)
	if err != nil {
		return 0, nil, err
	}
	after, _, err := f.optimized(ctx, name)
	if err != nil {
		return 0, nil, err
	}
	res, err := f.compare(ctx, before, after)
	if err != nil {
		return 0, nil, err
	}
	for _, p := range res.Pairs {
		if p.Divergence == nil {
			continue
		}
		fmt.Fprintln(w, color.New(color.FgRed, color.Bold).Sprint("✗"), quote.Text(p.Divergence.Text("tuffy llvm check --opt '"+f.opt+"' "+name, false)))
		if err := f.keep(name, p.Name); err != nil {
			return 0, nil, written(err)
		}
	}
	verdict := res.Verdict()
	if verdict == difftest.Diverged && f.bisect {
		err = f.guilty(ctx, w, name, before)
	}
	return verdict, res, err
}

// keep writes a function with what it needs into the folder of --save.
func (f *llvmFlags) keep(file, function string) error {
	if f.save == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	part, err := llvm.Extract(string(text), llvm.Part{Roots: []string{function}})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.save, 0o777); err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(file), ".ll")
	return os.WriteFile(filepath.Join(f.save, base+"-"+strings.ReplaceAll(function, "/", "_")+".ll"), []byte(part), 0o666)
}

// quickRuns are the inputs of a generated function, unless --runs says how many: other functions show more than other inputs.
const quickRuns = 30

// perModule is how many generated functions one run of the optimizer is given.
const perModule = 250

// llvmVersion is in what an LLVM tool says of itself.
var llvmVersion = regexp.MustCompile(`LLVM version (\d+)`)

// generated checks generated functions, module by module.
func (f *llvmFlags) generated(ctx context.Context, w io.Writer) (error, error) {
	said, err := exec.CommandContext(ctx, strings.Fields(f.opt)[0], "--version").Output()
	if err != nil {
		return nil, badInput{fmt.Errorf("%s --version: %w", strings.Fields(f.opt)[0], err)}
	}
	version := 15
	if m := llvmVersion.FindSubmatch(said); m != nil {
		version, _ = strconv.Atoi(string(m[1]))
	}
	dir, err := os.MkdirTemp("", "tuffy-llvm-")
	if err != nil {
		return nil, written(err)
	}
	defer os.RemoveAll(dir)
	if f.runs == 0 {
		f.runs = quickRuns
	}
	var worst error
	count := map[difftest.Verdict]int{}
	for done := 0; done < f.generate; done += perModule {
		seed := f.seed + uint64(done/perModule)
		n := min(perModule, f.generate-done)
		name := filepath.Join(dir, fmt.Sprintf("generated-%d.ll", seed))
		if err := os.WriteFile(name, []byte(gen.Module(gen.Config{Seed: seed, Functions: n, Version: version})), 0o666); err != nil {
			return nil, written(err)
		}
		_, res, err := f.file(ctx, w, name)
		if err != nil {
			return nil, err
		}
		for _, p := range res.Pairs {
			count[p.Verdict]++
			if p.Verdict != difftest.Refined && p.Verdict != difftest.Diverged {
				fmt.Fprintf(w, "generated-%d.ll: @%s: %s\n", seed, p.Name, p.Verdict)
				if err := f.keep(name, p.Name); err != nil {
					return nil, written(err)
				}
			}
			worst = worse(worst, verdictStatus(p.Verdict))
		}
	}
	fmt.Fprintf(w, "%d generated functions: %d refine, %d diverge, %d undecided\n", f.generate, count[difftest.Refined], count[difftest.Diverged],
		f.generate-count[difftest.Refined]-count[difftest.Diverged])
	return worst, nil
}

// compare looks for an input on which after does not refine before.
func (f *llvmFlags) compare(ctx context.Context, before, after *ir.Module) (*difftest.Result, error) {
	res, err := difftest.Check(ctx, before, after, difftest.Config{Entry: symbol(f.entry), Runs: f.runs, Workers: f.workers, Seed: f.seed})
	if res == nil {
		return nil, badInput{err}
	}
	return res, nil
}

// optimized is what the optimizer makes of a file, with further arguments, and what it says beside.
func (f *llvmFlags) optimized(ctx context.Context, name string, more ...string) (*ir.Module, string, error) {
	words := strings.Fields(f.opt)
	cmd := exec.CommandContext(ctx, words[0], append(append(words[1:len(words):len(words)], more...), "-S", "-o", "-", name)...)
	var out, notes bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &notes
	if err := cmd.Run(); err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(notes.String()), "\n")
		if said != "" {
			said = ": " + said
		}
		return nil, "", badInput{fmt.Errorf("%s, on %s: %w%s", words[0], name, err, said)}
	}
	m, err := loadLLVM(name+" after "+words[0], out.Bytes())
	return m, notes.String(), err
}

// passRan is a line that opt prints for a pass that runs, with -opt-bisect-limit.
var passRan = regexp.MustCompile(`(?m)^BISECT: running pass \((\d+)\) (.*)$`)

// guilty finds the first pass with which a function diverges, by running one pass more or less.
func (f *llvmFlags) guilty(ctx context.Context, w io.Writer, name string, before *ir.Module) error {
	_, notes, err := f.optimized(ctx, name, "-opt-bisect-limit=-1")
	if err != nil {
		return err
	}
	passes := passRan.FindAllStringSubmatch(notes, -1)
	if len(passes) == 0 {
		fmt.Fprintf(w, "%s: the optimizer names no passes with -opt-bisect-limit, so that none can be blamed\n", quote.Text(name))
		return nil
	}
	n := sort.Search(len(passes), func(n int) bool {
		if err != nil {
			return true
		}
		var m *ir.Module
		if m, _, err = f.optimized(ctx, name, "-opt-bisect-limit="+strconv.Itoa(n+1)); err != nil {
			return true
		}
		var res *difftest.Result
		if res, err = f.compare(ctx, before, m); err != nil {
			return true
		}
		return res.Verdict() == difftest.Diverged
	})
	if err != nil {
		return err
	}
	if n == len(passes) {
		fmt.Fprintf(w, "%s: with all passes one by one no function diverges\n", quote.Text(name))
		return nil
	}
	fmt.Fprintf(w, "%s: pass %s of %d: %s\n", quote.Text(name), passes[n][1], len(passes), quote.Text(passes[n][2]))
	return nil
}
