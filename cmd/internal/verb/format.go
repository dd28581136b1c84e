package verb

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
	"github.com/tuffy-ir/tuffy/parser"
)

// formatFlags are the flags of tuffy fmt.
type formatFlags struct{ write, check bool }

// format is `tuffy fmt`: files in the printer's layout, with their comments and with their author's numbers.
//
// It parses and does not verify: a file with mistakes has a form as well.
func format() *cobra.Command {
	f := &formatFlags{}
	c := &cobra.Command{
		Use:   "fmt [flags] FILE...",
		Short: "Print programs in one layout; comments and numbers stay",
		Long: `Prints programs in the book's spelling and one layout. Comments stay where they are, and values and blocks keep their
numbers. A spelling that stands for several instructions, as saturating_add.8 does, stays as it is; only call_ret2 becomes
a call with two results. Numbers are printed in decimal.`,
		Example: "  fmt prog.tir\n  fmt -w *.tir\n  fmt --check *.tir",
		Args:    someFiles,

		ValidArgsFunction: files(0, "tir"),
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().BoolVarP(&f.write, "write", "w", false, "write the form to the file instead of standard output, if it is another")
	c.Flags().BoolVar(&f.check, "check", false, "list the files that are not formatted and write nothing; the status is 1 if there are any")
	exits(c, "0 printed, written or formatted; 1 with --check if a file is not formatted")
	return c
}

// run looks at all files, also after one that fails: whoever checks many wants every error at once.
func (f *formatFlags) run(c *cobra.Command, files []string) error {
	if f.write && f.check {
		return errors.New("--write and --check exclude each other")
	}
	if f.write && slices.Contains(files, "-") {
		return errors.New("--write needs files, and - is standard input")
	}
	failed, differs := false, false
	for _, name := range files {
		changed, err := f.file(c.OutOrStdout(), name)
		differs = differs || changed
		if err != nil {
			complain(c.ErrOrStderr(), err)
			failed = true
		}
	}
	switch {
	case failed:
		return status(StatusBadInput)
	case differs && f.check:
		return status(StatusDivergence)
	}
	return nil
}

// file formats one file and tells whether it was another text.
// A file in its form is not written again, so that its time stays.
func (f *formatFlags) file(w io.Writer, name string) (changed bool, err error) {
	src, err := readFile(name)
	if err != nil {
		return false, err
	}
	text, err := parser.Format(spoken(name), src)
	if err != nil {
		return false, refused(spoken(name), src, err)
	}
	changed = !bytes.Equal(src, text)
	switch {
	case f.check && changed:
		fmt.Fprintln(w, quote.Line(spoken(name)))
	case f.write && changed:
		return true, writeFile(name, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	case !f.check && !f.write:
		_, err = w.Write(text)
		err = written(err)
	}
	return changed, err
}

// verify is `tuffy verify`: every error of the files, or nothing.
//
// Success is one line on standard error, and nothing on standard output but the record of --format json. Warnings
// do not change the status.
func verify() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Report every error of programs, and warnings",
		Args:  someFiles,

		ValidArgsFunction: files(0, "tir"),
		RunE: func(c *cobra.Command, files []string) error {
			// What was read stays to the end and what looking at it makes does not: a collector that waits until there is as
			// much again would double the memory of a large module, for 5 % of the time.
			debug.SetGCPercent(40)
			// All files are looked at, also after one that fails: the caller wants every error at once.
			rec := verifyRecord{Verifies: true, Files: []verifiedFile{}}
			for _, name := range files {
				v := verified(name)
				rec.Verifies = rec.Verifies && v.Verifies
				rec.Files = append(rec.Files, v)
				if format != "json" {
					v.write(c.ErrOrStderr())
				}
			}
			if format == "json" {
				if err := writeRecord(c.OutOrStdout(), "verify", rec); err != nil {
					return err
				}
			}
			switch {
			case !rec.Verifies:
				return status(StatusBadInput)
			case format == "json":
			case len(files) == 1:
				fmt.Fprintln(c.ErrOrStderr(), "1 file verifies")
			default:
				fmt.Fprintf(c.ErrOrStderr(), "%d files verify\n", len(files))
			}
			return nil
		},
	}
	formatFlag(c, &format)
	return c
}

// verified is what there is to say about a file. Warnings presume a module that verifies, so that a file has either
// errors or warnings.
// Parsing stops before verification: a module that does not parse has no instructions to verify.
func verified(name string) verifiedFile {
	v := verifiedFile{File: spoken(name), Errors: []mistake{}, Warnings: []mistake{}}
	src, err := readFile(name)
	var m *ir.Module
	if err == nil {
		m, err = parser.Parse(spoken(name), src)
	}
	if err != nil {
		v.unread = refused(spoken(name), src, err)
		var list parser.ErrorList
		if !errors.As(err, &list) {
			v.Errors = append(v.Errors, mistake{Message: err.Error()})
		}
		for _, e := range list.Errors {
			v.Errors = append(v.Errors, mistake{Line: e.Pos.Line, Col: e.Pos.Col, Message: e.Msg, Hint: e.Hint})
		}
		if note := foreign(src); note != "" && len(v.Errors) > 0 {
			v.Errors[0].Hint = note
		}
		v.More = list.More
		return v
	}
	v.source = m.Source
	if err = ir.Verify(m); err != nil {
		errors.As(err, &v.found)
		v.Errors = mistakesOf(v.found)
		return v
	}
	// What opt refuses does not verify.
	for _, f := range m.Funcs {
		if err := opt.CheckPolicies(f.Attrs.OptPolicy); err != nil {
			v.found = append(v.found, ir.VerifyError{File: m.File, Func: f.Name, Pos: f.Pos, Msg: err.Error()})
		}
	}
	if len(v.found) > 0 {
		v.Errors = mistakesOf(v.found)
		return v
	}
	v.Verifies, v.found = true, ir.Warnings(m)
	v.Warnings = mistakesOf(v.found)
	return v
}

func mistakesOf(list ir.VerifyErrors) []mistake {
	out := []mistake{}
	for _, e := range list {
		out = append(out, mistake{Line: e.Pos.Line, Col: e.Pos.Col, Func: e.Func, Block: e.Block, Inst: e.Inst, Message: e.Msg})
	}
	return out
}

// write writes every error of the file, else every warning, each with its line and a caret where the place is known.
func (v *verifiedFile) write(w io.Writer) {
	if v.unread != nil {
		complain(w, v.unread)
		return
	}
	lines := strings.Split(v.source, "\n")
	for _, e := range v.found {
		fmt.Fprintln(w, quote.Text(e.Error()))
		// Line 0 is a mistake of the module as a whole, without a place.
		if n := e.Pos.Line; 0 < n && n <= len(lines) {
			fmt.Fprintln(w, source.Excerpt(lines[n-1], e.Pos.Col))
		}
	}
}

// spoken is what messages call a file.
func spoken(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}
