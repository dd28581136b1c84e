// Package verb holds the commands of Tuffy, one file a verb, so that `tuffy VERB` and
// `tuffy-VERB` are the same code. It turns flags into calls of the packages below and
// outcomes into text and exit statuses; it decides nothing about programs.
package verb

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Exit statuses of all commands. The last three are EX_USAGE, EX_DATAERR and EX_SOFTWARE of
// sysexits(3).
const (
	// Statuses are part of the interface: scripts decide by them, so that
	// a number is never given another meaning.
	StatusClean      = 0
	StatusDivergence = 1
	StatusUB         = 2 // undefined behaviour was reported, whatever the run did then
	StatusTrap       = 3
	StatusUndecided  = 4 // a limit, something unsupported, or nothing that decides anything
	StatusUsage      = 64
	StatusBadInput   = 65
	StatusInternal   = 70 // a bug of ours
)

// status ends a command with an exit status after it has said everything itself.
//
// It passes through errors.As, so that it may be wrapped; it is never printed.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// badInput is an error about what a file or an argument holds.
//
// An error without one of these three types is one of usage. So whatever is about files has to be wrapped
// where it arises.
type badInput struct{ err error }

func (b badInput) Error() string { return b.err.Error() }
func (b badInput) Unwrap() error { return b.err }

// unsupported is an error about what this machine cannot do.
type unsupported struct{ err error }

func (u unsupported) Error() string { return u.err.Error() }
func (u unsupported) Unwrap() error { return u.err }

// Tuffy is the command with all verbs.
func Tuffy() *cobra.Command {
	c := build()
	c.AddCommand(Interp("interp"), Opt("opt"), Replay("replay"), Reduce("reduce"), Fuzz("fuzz"), simulate(), format(), verify(), llvmVerb(), manuals(), cc())
	// The examples name the command by its own binary; as verbs of tuffy they start with that.
	// Each verb can be a command of its own, so its examples use the name that it has there.
	for _, v := range c.Commands() {
		v.Example = strings.ReplaceAll("\n"+v.Example, "\n  "+v.Name()+" ", "\n  tuffy "+v.Name()+" ")[1:]
	}
	return c
}

// Main runs a command with the process's arguments and returns the exit status.
//
// It does not end the process, so that deferred calls of main still run.
func Main(c *cobra.Command) int {
	std := redirect(c)
	// settle has the last word on the status: what could not be written may be the answer.
	return std.settle(execute(c, std))
}

// execute runs a command and returns its status.
func execute(c *cobra.Command, std outputs) (exit int) {
	crashSafe()
	// A verb with --mem-limit sets it again.
	collectAbove(interp.DefaultMemLimit)
	defer func() {
		if r := recover(); r != nil {
			exit = confess(std.err, c.Name(), r)
		}
	}()
	// Errors are printed here, once, with their status.
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(flagError)
	dress(c)
	// ran is the verb that was chosen, for the hint at its help.
	ran, err := c.ExecuteC()
	var s status
	var bad badInput
	var lacking unsupported
	// A status first, for it was chosen knowingly. An error of writing goes before its wrapper, because settle
	// will speak of it.
	switch {
	case err == nil:
		return StatusClean
	case errors.As(err, &s):
		return int(s)
	case std.failed(err):
		return StatusBadInput
	case errors.As(err, &bad):
		complain(std.err, bad.err)
		return StatusBadInput
	case errors.As(err, &lacking):
		complain(std.err, lacking.err)
		return StatusUndecided
	}
	// Any other error is about how the command was called.
	complain(std.err, err)
	fmt.Fprintf(std.err, "run '%s --help' for usage\n", ran.CommandPath())
	return StatusUsage
}

// collectAbove lets the garbage collector work harder when the process comes near what runs under a
// memory limit need, instead of letting garbage double the heap: with the default limit a process
// stays below 1 GiB.
func collectAbove(memLimit uint64) {
	// Who sets the variable knows the machine better.
	if os.Getenv("GOMEMLIMIT") == "" {
		// One and a half times the limit and 128 MiB for ourselves. The bound keeps the product in 63 bits.
		debug.SetMemoryLimit(int64(min(memLimit, 1<<60)/2*3 + 128<<20))
	}
	// Below that garbage may be four times what is in use: a run that makes many values spends a third of its time
	// collecting otherwise.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// complain prints an error; the lists of the parser and the verifier speak for themselves.
// What they quote of files is shown so that a terminal takes no commands from it.
// Colours are for terminals; package color leaves them out elsewhere.
func complain(w io.Writer, err error) {
	var pe parser.ErrorList
	var ve ir.VerifyErrors
	if errors.As(err, &pe) || errors.As(err, &ve) {
		fmt.Fprintln(w, quote.Text(err.Error()))
		return
	}
	fmt.Fprintln(w, color.New(color.FgRed, color.Bold).Sprint("error:"), quote.Text(err.Error()))
}

// load reads, parses and verifies a file; - is standard input.
//
// The module is the caller's to change. Every error is one of the input.
func load(name string) (*ir.Module, error) {
	src, err := readFile(name)
	if err != nil {
		return nil, err
	}
	if all, ok, err := units(src); err != nil {
		return nil, badInput{place(name, err)}
	} else if ok {
		return loadUnits(all)
	}
	return loadText(name, src)
}

// loadText is the program of a text that stands in the file of that name.
// Errors of the parser and of the verifier go as they are, with all their places.
func loadText(name string, src []byte) (*ir.Module, error) {
	if isC(name) {
		return loadC(oneSource(name, src))
	}
	if isLLVM(name) {
		return loadLLVM(name, src)
	}
	m, err := parser.Parse(name, src)
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		return nil, badInput{refused(name, src, err)}
	}
	return m, nil
}

// refused adds to the errors of a text what the text is, where it is no program in Tuffy IR.
func refused(name string, src []byte, err error) error {
	if note := foreign(src); note != "" {
		return fmt.Errorf("%w\n%s: %s", err, name, note)
	}
	return err
}

// foreign says what a text is that is no program in Tuffy IR, where its beginning tells.
// It is asked only of a text that was refused: a program is never refused for how it looks.
func foreign(src []byte) string {
	start := strings.TrimSpace(string(src[:min(len(src), 1000)]))
	switch {
	case strings.HasPrefix(start, "\xef\xbb\xbf"):
		return "the file starts with a byte order mark: save it as UTF-8 without one"
	case strings.HasPrefix(start, "\xff\xfe") || strings.HasPrefix(start, "\xfe\xff"):
		return "the file is UTF-16: save it as UTF-8"
	case strings.ContainsRune(start, 0):
		return "the file is binary and no text"
	case strings.Contains(start, "\r") && !strings.Contains(start, "\n"):
		return "lines end with a carriage return alone: write a line feed"
	case strings.HasPrefix(start, "define ") || strings.HasPrefix(start, "target ") || strings.HasPrefix(start, "; ModuleID"):
		return "the file looks like LLVM IR: name it .ll, and it is read; docs/spec/README.md describes Tuffy's"
	case strings.HasPrefix(start, "int main") || strings.HasPrefix(start, "#include"):
		return "the file looks like C: name it .c, and it is compiled; docs/spec/README.md describes Tuffy IR"
	}
	return ""
}

// readFile reads a file, or standard input for -, up to the parser's limit.
//
// It reads one byte more than the limit, so that whoever parses sees that there is more.
func readFile(name string) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, parser.MaxInput+1))
	if err != nil {
		return nil, badInput{fmt.Errorf("%s: %w", name, err)}
	}
	return src, nil
}

// open opens a file that is read, or standard input for -. A directory would open, and fail when it is read.
func open(name string) (*os.File, error) {
	switch name {
	case "":
		return nil, badInput{errors.New("the name of a file is empty: a variable of the shell may be unset")}
	case "-":
		return os.Stdin, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, badInput{missing(name, err)}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, badInput{fmt.Errorf("%s is a directory: name a file in it", name)}
	}
	return f, nil
}

// missing adds to the error about a file that is not there the one of the same folder that was most likely
// meant.
// Other errors, such as a lack of rights, would be explained wrongly by a similar name.
func missing(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir, base := filepath.Split(name)
	entries, _ := os.ReadDir(cmp.Or(dir, "."))
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if n := near(base, names); n != "" {
		return fmt.Errorf("%w; did you mean %s?", err, dir+n)
	}
	return err
}

// defined reports a function that a program is asked for and has not. Every function is meant by an empty name.
func defined(m *ir.Module, entry string) error {
	if entry == "" || m.Func(entry) != nil {
		return nil
	}
	return badInput{fmt.Errorf("%s: there is no function %s%s", m.File, ir.SymbolText(entry), meant(ir.SymbolText(entry), symbolTexts(m)))}
}

// symbolTexts are the functions of a program as its text has them.
// With the @ and quotes, as users would have to write them.
func symbolTexts(m *ir.Module) []string {
	var out []string
	for _, f := range m.Funcs {
		out = append(out, ir.SymbolText(f.Name))
	}
	return out
}

// oneFile is the argument of a verb that works on one file.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		if err := spaceForEquals(c, args); err != nil {
			return err
		}
		return fmt.Errorf("expected one file, got %d", len(args))
	}
	return nil
}

// someFiles are the arguments of a verb that works on any number of files.
func someFiles(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("expected a file or several, got none")
	}
	return nil
}

// written makes an error of writing output one that is not about how the command was called.
func written(err error) error {
	if err == nil {
		return nil
	}
	return badInput{fmt.Errorf("cannot write the output: %w", err)}
}

// distinct reports that an output is also another file of the command, which it would destroy.
// It is to be asked before anything is written, so that no input is lost.
func distinct(out, outFlag string, others ...[2]string) error {
	for _, o := range others {
		if sameFile(out, o[0]) {
			return fmt.Errorf("%s and %s are the same file, %s: give %s another name", outFlag, o[1], out, outFlag)
		}
	}
	return nil
}

// sameFile reports whether two names are those of one file, which need not exist. Standard
// streams and devices are never the same.
// Names are compared where one of the files does not exist yet, else the files themselves: links are seen through.
func sameFile(a, b string) bool {
	if a == "" || b == "" || a == "-" || b == "-" {
		return false
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	return absolute(a) == absolute(b)
}

// absolute is a name without symbolic links in its folder.
//
// The file itself may not exist yet; its folder mostly does.
func absolute(name string) string {
	dir, base := filepath.Split(filepath.Clean(name))
	if real, err := filepath.EvalSymlinks(filepath.Clean(dir)); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, base)
}

// writable finds out before a long run whether its results could be written to files of these names, by making one
// beside each. An empty name is none. What is no regular file is not opened: a reader of a pipe would take that for
// its end.
func writable(names ...string) error {
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case name == "" || name == "-":
		case err == nil && info.IsDir():
			return badInput{fmt.Errorf("cannot write the output: %s is a directory", name)}
		case err == nil && !info.Mode().IsRegular():
		default:
			w, err := createWhole(name)
			if err != nil {
				return written(err)
			}
			w.discard()
		}
	}
	return nil
}

// folder makes a folder for results before a long run, or says why there can be none. It tries to make a file, which
// tells more than the rights of the folder do.
func folder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return written(err)
	}
	f, err := os.CreateTemp(dir, ".tuffy-*")
	if err != nil {
		return written(err)
	}
	f.Close()
	return written(os.Remove(f.Name()))
}

// wholeFile is an output that appears under its name when it is complete, and not before.
type wholeFile struct {
	*os.File
	name string // empty if it is written in place: a device or a pipe
}

// createWhole opens an output beside its name.
func createWhole(name string) (*wholeFile, error) {
	perm := os.FileMode(0o666)
	old, err := os.OpenFile(name, os.O_WRONLY, 0) // as os.Create would, for what may not be written
	switch {
	case err == nil:
		info, err := old.Stat()
		if err != nil || !info.Mode().IsRegular() {
			// A device or pipe cannot be replaced by a rename.
			return &wholeFile{File: old}, err
		}
		perm = info.Mode().Perm()
		old.Close()
		// The file behind the link is replaced, not the link.
		if real, err := filepath.EvalSymlinks(name); err == nil {
			name = real
		}
	case !os.IsNotExist(err):
		return nil, err
	}
	// O_EXCL: two processes that write one output do not share a temporary file.
	for n := 0; ; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.tmp%d", name, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !os.IsExist(err) {
			var pe *os.PathError
			if errors.As(err, &pe) {
				// The user knows the name that was asked for.
				pe.Path = name
			}
			return &wholeFile{f, name}, err
		}
	}
}

// writeFile makes an output that is whole or not there.
func writeFile(name string, write func(io.Writer) error) error {
	w, err := createWhole(name)
	if err != nil {
		return err
	}
	defer w.discard()
	if err := write(w); err != nil {
		return err
	}
	return w.commit()
}

// commit gives the file its name.
//
// A second call is a mistake: the file is closed.
func (w *wholeFile) commit() error {
	if err := w.Close(); err != nil || w.name == "" {
		return err
	}
	return os.Rename(w.Name(), w.name)
}

// discard removes what was not committed.
//
// After a commit it does nothing, since the temporary name is gone.
func (w *wholeFile) discard() {
	w.Close()
	if w.name != "" {
		os.Remove(w.Name())
	}
}
