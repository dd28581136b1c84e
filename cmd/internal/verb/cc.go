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
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/cmd/internal/ccargs"
	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/internal/version"
	"github.com/tuffy-ir/tuffy/ir"
)

// cc is the compiler of C with the options of gcc, for make and configure.
func cc() *cobra.Command {
	c := &cobra.Command{
		Use:   "cc [options] FILE...",
		Short: "Compile C with the options of gcc",
		Long: `Compiles C for the C library of this machine, with the options of gcc: it stands for cc in a
Makefile or for configure. Headers of the library are those of the machine. The linker is that of the
machine, called through gcc.

Files end in .c, .i (preprocessed), .h (with -E), .s or .S (for the assembler of the machine); others
are for the linker. Options are those of gcc: -c -S -E -o -I -iquote -isystem -idirafter -include -D -U
-std= -ansi -O0 … -O3 -Os -Og -Ofast -g -M -MM -MD -MMD -MP -MF -MT -MQ -x -l -L -Wl, -shared -static
-pthread -fPIC -fwrapv -fcommon -funsigned-char @FILE and others; -W…, -f… and -m… without a meaning here are
accepted, and those that gcc does not know are errors.

With --interp the executable is a script that carries the sources and runs them in tuffy-interp, which reports undefined
behaviour to standard error and then ends with status 99; TUFFY_INTERP_FLAGS are flags for it.`,
		Example: `  tuffy cc -O2 -o prog prog.c -lm
  make CC="tuffy cc" CFLAGS=-O2
  ./configure CC="tuffy cc"
  make check CC="tuffy cc --interp"`,
		DisableFlagParsing: true,
		ValidArgsFunction: func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
			if !strings.HasPrefix(begun, "-") {
				return nil, cobra.ShellCompDirectiveDefault
			}
			var out []string
			for _, n := range ccargs.Names() {
				if strings.HasPrefix(n, begun) {
					out = append(out, n)
				}
			}
			return out, cobra.ShellCompDirectiveNoSpace
		},
		RunE: func(c *cobra.Command, args []string) error {
			return untilInterrupted(c, func() error { return runCC(c, args) })
		},
	}
	exits(c, "0 done; 1 anything else, as gcc")
	return c
}

// runCC is the command after its name. An error that is no status is one of ours.
func runCC(cmd *cobra.Command, words []string) error {
	a, err := ccargs.Parse(words)
	if err != nil {
		return ccFails(cmd, err)
	}
	if a.Help {
		return cmd.Help()
	}
	d := &ccDriver{a: a, cmd: cmd}
	defer d.cleanUp()
	if err := d.run(); err != nil {
		return ccFails(cmd, err)
	}
	return nil
}

// ccFails says what is wrong, and ends with gcc's status.
func ccFails(cmd *cobra.Command, err error) error {
	var places c.Errors
	var s status
	switch {
	case errors.As(err, &s):
	case errors.As(err, &places):
		fmt.Fprintln(cmd.ErrOrStderr(), quote.Text(places.Error()))
	default:
		fmt.Fprintln(cmd.ErrOrStderr(), "tuffy cc: error: "+quote.Text(err.Error()))
	}
	return status(1)
}

// ccDriver is one call of the compiler.
type ccDriver struct {
	a    *ccargs.Args
	cmd  *cobra.Command
	temp string // the folder of objects that are linked and then removed
}

func (d *ccDriver) say(s string) { fmt.Fprintln(d.cmd.ErrOrStderr(), "tuffy cc: "+quote.Text(s)) }

func (d *ccDriver) cleanUp() {
	if d.temp != "" {
		os.RemoveAll(d.temp)
	}
}

// run does what the options say, file by file.
func (d *ccDriver) run() error {
	a := d.a
	if a.Version {
		fmt.Fprintf(d.cmd.OutOrStdout(), "tuffy cc (options of gcc 12)\n%s", version.Text())
		return nil
	}
	if a.Print != "" {
		return d.answer(a.Print)
	}
	if a.Verbose {
		// Scripts that configure software look for the second line.
		fmt.Fprintf(d.cmd.ErrOrStderr(), "%s\ngcc version 12 (whose options tuffy cc takes)\n", strings.TrimSpace(version.Text()))
		if len(a.Inputs) == 0 {
			return nil
		}
	}
	sources := 0
	for _, in := range a.Inputs {
		if in.Lang != "" {
			sources++
		}
		if in.Lang == "-" && a.Stage != ccargs.Preprocess {
			return errors.New("-E or -x required when input is from standard input")
		}
	}
	if len(a.Inputs) == 0 || sources == 0 && a.Stage != ccargs.Link {
		return errors.New("no input files")
	}
	if a.Out != "" && a.Stage != ccargs.Link && sources > 1 {
		return errors.New("cannot specify '-o' with '-c', '-S' or '-E' with multiple files")
	}
	failed := false
	var link []string
	for _, in := range a.Inputs {
		if in.Lang == "" {
			if !strings.HasPrefix(in.Name, "-") {
				if _, err := os.Stat(in.Name); err != nil {
					d.say("error: " + missing(in.Name, err).Error())
					failed = true
				} else if a.Stage != ccargs.Link {
					d.say("warning: " + in.Name + ": linker input file unused because linking not done")
				}
			}
			link = append(link, in.Name)
			continue
		}
		out, err := d.file(in)
		if err != nil {
			ccFails(d.cmd, err)
			failed = true
		}
		link = append(link, out)
	}
	if failed {
		return status(1)
	}
	if a.Stage == ccargs.Link && a.Interp {
		return d.linkCarried(link)
	}
	if a.Stage == ccargs.Link {
		return d.link(link)
	}
	return nil
}

// answer prints what configure scripts ask for.
func (d *ccDriver) answer(question string) error {
	w := d.cmd.OutOrStdout()
	switch question {
	case "dumpversion":
		fmt.Fprintln(w, "12")
		return nil
	case "dumpfullversion":
		fmt.Fprintln(w, "12.2.0")
		return nil
	case "dumpmachine", "print-multiarch":
		fmt.Fprintln(w, "x86_64-linux-gnu")
		return nil
	}
	// What is about the linker and its libraries its driver knows.
	return d.call(ccHost(), "-"+question)
}

// options are how the text of a file is read.
func (d *ccDriver) options() c.Options {
	a := d.a
	o := c.Options{Freeform: true, Include: a.Include, Quote: a.Quote, System: a.System, After: a.After, Forced: a.Forced, Defines: a.StdMacros() + a.Macros, UnsignedChar: a.UnsignedChar, Wrap: a.Wrap, Trigraphs: a.Trigraphs(), Common: a.Common, Visibility: a.Visibility, Late: a.Level != "0" && !a.Interp}
	for _, dir := range []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"} {
		o.Library = append(o.Library, a.Sysroot+dir)
	}
	if a.NoStdInc {
		o.Library = []string{}
	}
	if a.Interp { // the headers of the interpreter's library
		o.Library = nil
	}
	return o
}

// file takes an input as far as the stage says. out is the object to link.
func (d *ccDriver) file(in ccargs.Input) (out string, err error) {
	src, err := readFile(in.Name)
	if err != nil {
		return "", err
	}
	name := in.Name
	if name == "-" {
		name = "<stdin>"
	}
	o := d.options()
	if in.Lang == "assembler-with-cpp" {
		o.Defines += "#define __ASSEMBLER__ 1\n"
	}
	var read []string
	o.Opened = func(name string) {
		if !slices.Contains(read, name) {
			read = append(read, name)
		}
	}
	text := c.File{Name: name, Text: src}
	if d.a.Stage == ccargs.Preprocess {
		return "", d.preprocess(in, text, o, &read)
	}
	if out, err = d.result(in); err != nil {
		return "", err
	}
	switch in.Lang {
	case "assembler":
		return out, d.assemble(in.Name, out)
	case "assembler-with-cpp":
		var b bytes.Buffer
		if err := preprocessAssembly(text, o, false, &b); err != nil {
			return "", err
		}
		if err := d.folder(); err != nil {
			return "", err
		}
		plain := filepath.Join(d.temp, fmt.Sprintf("%s.s", ccargs.Swap(in.Name, "")))
		if err := os.WriteFile(plain, b.Bytes(), 0o666); err != nil {
			return "", err
		}
		if err := d.assemble(plain, out); err != nil {
			return "", err
		}
	default:
		compile := d.compile
		if d.carriedStage() {
			compile = d.carry
		}
		if err := compile(text, o, out); err != nil {
			return "", err
		}
	}
	if d.a.Depend.Beside {
		target := out
		if d.a.Stage == ccargs.Link {
			target = ccargs.Swap(in.Name, ".o")
		}
		return out, d.writeRule(in, target, read)
	}
	return out, nil
}

// preprocessAssembly is the preprocessing of a text for the assembler, in which a dollar sign is no part of a name: $K is the macro K
// behind one. A character stands for it that no assembler of this machine knows.
func preprocessAssembly(text c.File, o c.Options, plain bool, w *bytes.Buffer) error {
	const dollar, stand = "$", "`"
	text.Text = bytes.ReplaceAll(text.Text, []byte(dollar), []byte(stand))
	var b bytes.Buffer
	if err := c.Preprocess(text, o, plain, &b); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(stand), []byte(dollar)))
	return err
}

// result is the name of what is made of a file.
func (d *ccDriver) result(in ccargs.Input) (string, error) {
	ending := ".o"
	switch {
	case d.a.Stage == ccargs.Link:
		if err := d.folder(); err != nil {
			return "", err
		}
		f, err := os.CreateTemp(d.temp, ccargs.Swap(in.Name, "")+"-*.o")
		if err != nil {
			return "", err
		}
		return f.Name(), f.Close()
	case d.a.Out != "":
		return d.a.Out, nil
	case d.a.Stage == ccargs.Assembly:
		ending = ".s"
	}
	return ccargs.Swap(in.Name, ending), nil
}

func (d *ccDriver) folder() (err error) {
	if d.temp == "" {
		d.temp, err = os.MkdirTemp("", "tuffy-cc-*")
	}
	return err
}

// preprocess is -E, -M and -MM.
func (d *ccDriver) preprocess(in ccargs.Input, text c.File, o c.Options, read *[]string) error {
	var b bytes.Buffer
	var w io.Writer = &b
	if d.a.Depend.On {
		w = nil
	}
	if d.a.DumpMacros {
		macros, err := c.Macros(text, o)
		if err != nil {
			return err
		}
		b.WriteString(macros)
	} else if in.Lang == "assembler-with-cpp" && w != nil {
		if err := preprocessAssembly(text, o, d.a.PlainLines, &b); err != nil {
			return err
		}
	} else if err := c.Preprocess(text, o, d.a.PlainLines, w); err != nil {
		return err
	}
	if d.a.Depend.On {
		target := ccargs.Swap(in.Name, ".o")
		if d.a.Depend.File != "" {
			return d.writeRule(in, target, *read)
		}
		b.WriteString(d.a.Depend.Rule(target, d.depends(in, *read)))
	} else if d.a.Depend.Beside {
		if err := d.writeRule(in, ccargs.Swap(in.Name, ".o"), *read); err != nil {
			return err
		}
	}
	return d.write(d.a.Out, b.Bytes(), 0)
}

// depends are the files of the rule: the source, and what it includes.
func (d *ccDriver) depends(in ccargs.Input, read []string) []string {
	name := in.Name
	if name == "-" {
		name = "-"
	}
	files := []string{name}
	o := d.options()
	system := append(slices.Clone(o.System), o.Library...)
	for _, f := range read {
		if strings.HasPrefix(f, "/tuffy/") || f == name || d.a.Depend.NoSystem && c.SystemHeader(f, system) {
			continue
		}
		files = append(files, f)
	}
	return files
}

// writeRule writes the rule of make into its file.
func (d *ccDriver) writeRule(in ccargs.Input, target string, read []string) error {
	name := d.a.Depend.File
	if name == "" {
		name = ccargs.Swap(in.Name, ".d")
		if d.a.Out != "" {
			name = strings.TrimSuffix(d.a.Out, filepath.Ext(d.a.Out)) + ".d"
		}
	}
	return d.write(name, []byte(d.a.Depend.Rule(target, d.depends(in, read))), 0)
}

// compile makes an object or assembly text.
func (d *ccDriver) compile(text c.File, o c.Options, out string) error {
	external := map[string]bool{}
	o.External = func(name string) { external[name] = true }
	o.Debug = d.a.Debug
	warnings := 0
	if !d.a.NoWarnings {
		o.Warn = func(w c.Warning) {
			warnings++
			fmt.Fprintln(d.cmd.ErrOrStderr(), quote.Text(w.String()))
		}
	}
	m, err := c.Compile([]c.File{text}, o)
	if err != nil {
		return err
	}
	if d.a.Werror && warnings > 0 {
		return place(text.Name, fmt.Errorf("%s, and -Werror makes each an error", ir.Counted(warnings, "warning")))
	}
	if err := ir.Verify(m); err != nil {
		panic("BUG: the translation of " + text.Name + " does not verify: " + err.Error())
	}
	if d.a.OwnSections {
		for _, f := range m.Funcs {
			if f.Linkage.Section == "" {
				f.Linkage.Section = ".text." + f.Name
			}
		}
	}
	t, err := target.Parse("")
	for _, f := range d.a.Features {
		if err == nil {
			err = t.Override("features=" + f)
		}
	}
	if err != nil {
		panic("BUG: " + err.Error())
	}
	code, err := compiler.Compile(d.cmd.Context(), m, compiler.Options{Level: d.a.Level, Target: t, Debug: d.a.Debug, Position: d.a.Position,
		Exported: func(name string) bool { return external[name] }})
	if err != nil {
		return place(text.Name, err)
	}
	if code.Dir, err = os.Getwd(); err != nil {
		return err
	}
	kind := "obj"
	if d.a.Stage == ccargs.Assembly {
		kind = "asm"
	}
	var b bytes.Buffer
	if err := emit(&b, kind, m, nil, code, t); err != nil {
		return place(text.Name, err)
	}
	return d.write(out, b.Bytes(), 0)
}

// write puts a result into its file; an empty name and - are standard output.
func (d *ccDriver) write(name string, b []byte, perm os.FileMode) error {
	if name == "" || name == "-" {
		_, err := d.cmd.OutOrStdout().Write(b)
		return written(err)
	}
	w, err := createWhole(name)
	if err != nil {
		return err
	}
	defer w.discard()
	if _, err := w.Write(b); err != nil {
		return written(err)
	}
	return written(w.commit())
}

// ccHost is the driver of the machine that knows its linker and its libraries.
func ccHost() string {
	for _, name := range []string{"gcc", "cc", "clang"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	return ""
}

// assemble lets the assembler of the machine make an object.
func (d *ccDriver) assemble(in, out string) error {
	if d.a.Stage == ccargs.Assembly {
		return nil // it is assembly already
	}
	as, err := exec.LookPath("as")
	if err != nil {
		return fmt.Errorf("%s: there is no assembler on this machine (as): it comes with binutils", in)
	}
	return d.call(as, "--64", "-o", out, in)
}

// link makes the executable, or the shared library.
func (d *ccDriver) link(files []string) error {
	out := d.a.Out
	if out == "" {
		out = "a.out"
	}
	host := ccHost()
	if host == "" {
		return errors.New("there is no linker on this machine that knows its C library: gcc, cc or clang; tuffy FILE.c links with the library of Tuffy")
	}
	args := append([]string{"-o", out}, d.a.Linker...)
	if d.a.Sysroot != "" {
		args = append(args, "--sysroot="+d.a.Sysroot)
	}
	return d.call(host, append(args, files...)...)
}

// call runs a program of the machine.
func (d *ccDriver) call(name string, args ...string) error {
	if name == "" {
		return errors.New("there is no gcc, cc or clang on this machine")
	}
	if d.a.Verbose {
		fmt.Fprintln(d.cmd.ErrOrStderr(), " "+name+" "+strings.Join(args, " "))
	}
	if d.a.Dry {
		return nil
	}
	ctx := d.cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	p := exec.CommandContext(ctx, name, args...)
	p.Stdin, p.Stdout, p.Stderr = os.Stdin, d.cmd.OutOrStdout(), d.cmd.ErrOrStderr()
	err := p.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return status(1)
	}
	return err
}
