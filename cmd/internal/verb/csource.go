package verb

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
)

// readC is how C files are read. Flags of the one command of the process set it. A program is hosted unless it is to
// be linked with a C library, which has stdout and its like itself.
var readC = c.Options{Freeform: true, Hosted: true}

// sourceFlags declares the flags about C files.
func sourceFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&readC.Include, "include-dir", "I", nil, "of C files: look for headers in `DIR`, before the built-in ones (repeatable)")
	offers(cmd, "include-dir")
	fl.VarP((*macros)(&readC.Defines), "define", "D", "of C files: define a macro, `NAME` or NAME=VALUE (repeatable)")
	offers(cmd, "define")
	silent := fl.Bool("no-warnings", false, "of C files: no warnings")
	readC.Warn = func(w c.Warning) {
		if !*silent {
			fmt.Fprintln(cmd.ErrOrStderr(), quote.Text(w.String()))
		}
	}
}

// macros are the lines that define what -D names.
type macros string

func (m *macros) String() string { return "" }
func (m *macros) Type() string   { return "stringArray" }

func (m *macros) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok {
		value = "1"
	}
	if strings.TrimSpace(name) == "" || strings.ContainsAny(s, "\n\r") {
		return fmt.Errorf("expected NAME or NAME=VALUE on one line")
	}
	*m += macros("#define " + name + " " + value + "\n")
	return nil
}

// oneSource is a program of one file.
func oneSource(name string, text []byte) []c.File { return []c.File{{Name: name, Text: text}} }

// isC reports whether a file is one of C by its name.
func isC(name string) bool { return strings.HasSuffix(name, ".c") || strings.HasSuffix(name, ".i") }

// loadC is the program of C files. Headers are those that are built in, and what the files name beside themselves.
func loadC(files []c.File) (*ir.Module, error) {
	m, err := c.Compile(files, readC)
	if err != nil {
		return nil, badInput{err}
	}
	if err := ir.Verify(m); err != nil {
		panic("BUG: the translation of " + files[0].Name + " does not verify: " + err.Error())
	}
	return m, nil
}

// loadSource is the program of a file as checks of the fuzz lab look at it, with its text if it is in C.
func loadSource(name string) (*ir.Module, string, error) {
	if !isC(name) {
		m, err := load(name)
		return m, "", err
	}
	src, err := readFile(name)
	if err != nil {
		return nil, "", err
	}
	m, err := check.CompileC(string(src))
	if err != nil {
		return nil, "", badInput{err}
	}
	return m, string(src), nil
}

// loadAll is the program of several files, which must be of C if there are more than one.
func loadAll(names []string) (*ir.Module, error) {
	if len(names) == 1 {
		return load(names[0])
	}
	var files []c.File
	for _, name := range names {
		if !isC(name) {
			return nil, badInput{fmt.Errorf("%s: a program of several files must be of C files, whose names end in .c", name)}
		}
		src, err := readFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, c.File{Name: name, Text: src})
	}
	return loadC(files)
}
