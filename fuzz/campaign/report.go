package campaign

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
)

// The folders for people.
const (
	bugsDir  = "bugs"
	flakyDir = "flaky"
	hangsDir = "hangs"
)

// folder is where the files of a finding are in the campaign's. The hash is validated, so it is a
// name and not a path.
func (f *finding) folder() string {
	if f.State == Flaky {
		return filepath.Join(flakyDir, f.Hash)
	}
	return filepath.Join(bugsDir, f.Hash)
}

// keepHang writes the program of a hang before anything else is done about it. A hang may take the
// process with it, so its program must be on the disk first.
func (c *Campaign) keepHang(text string) error {
	return c.folder.put(filepath.Join(hangsDir, address(text)+c.programs.ext()), []byte(text))
}

// writeFolder writes the folder of a finding. It is made from the database and the programs:
// without replace, files that are as they would be written stay. Nothing in it is precious: people
// copy what they want to keep. Extra files in the folder stay.
func (c *Campaign) writeFolder(f *finding, all findings, same faces, replace bool) error {
	if f.State != Flaky {
		if err := c.folder.root.RemoveAll(filepath.Join(flakyDir, f.Hash)); err != nil {
			return c.folder.named(err)
		}
	}
	dir := f.folder()
	if f.State == Same {
		return c.folder.named(c.folder.root.RemoveAll(dir))
	}
	files, err := f.files(c.programs, all, same, c.o.Seed)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	if !replace && !slices.ContainsFunc(names, func(name string) bool {
		text, err := c.folder.read(filepath.Join(dir, name), int64(len(files[name])))
		return err != nil || string(text) != files[name]
	}) {
		return nil
	}
	if err := c.folder.clear(dir, names); err != nil {
		return err
	}
	for _, name := range names {
		if err := c.folder.put(filepath.Join(dir, name), []byte(files[name])); err != nil {
			return err
		}
	}
	return nil
}

// files makes the files of a finding's folder. A program that is damaged is missing. The contents
// depend on the findings alone, so they are the same whenever they are written.
func (f *finding) files(p programs, all findings, same faces, seed uint64) (map[string]string, error) {
	files := map[string]string{}
	for name, sum := range map[string]string{originalName + f.ext(): f.Program, reducedName + f.ext(): f.Reduced} {
		if sum == "" {
			continue
		}
		text, err := p.text(sum)
		if err != nil && !damaged(err) {
			return nil, err
		}
		if err == nil {
			files[name] = text
		}
	}
	files["report.md"] = f.report(files, all, same, seed)
	files["repro.sh"] = f.repro()
	return files, nil
}

// The programs in a finding's folder, to which [finding.ext] is added.
const (
	originalName = "original"
	reducedName  = "reduced"
)

// smallest is the name of the file that shows the bug best.
func (f *finding) smallest() string {
	if f.Reduced != "" {
		return reducedName + f.ext()
	}
	return originalName + f.ext()
}

// ext is how the names of a finding's programs end.
func (f *finding) ext() string { return programs{c: f.c}.ext() }

// flags are those of tuffy-fuzz check that look at a program as the campaign did. They must select
// the same check with the same seed, fuel and promises, or the failure would not come again.
func (f *finding) flags() string {
	s := fmt.Sprintf("--check %s --seed %d", quote.Arg(f.Check), f.Seed)
	if f.Fuel != 0 {
		s += fmt.Sprintf(" --fuel %d", f.Fuel)
	}
	if f.Open {
		s += " --open"
	}
	if f.Reduced != "" {
		return s + " --reduced --signature " + f.Hash
	}
	if f.Expect != 0 {
		s += " --expect " + interp.Code(f.Expect).ID()
	}
	if f.Defined {
		s += " --defined"
	}
	return s
}

// The script works wherever the folder is moved to, and takes further flags.
func (f *finding) repro() string {
	return fmt.Sprintf(`#!/bin/sh
# Exit status 1: the bug is there. 0: it is not.
cd -P -- "$(dirname -- "$0")" || exit 65
exec "${TUFFY_FUZZ:-tuffy-fuzz}" check %s "$@" %s
`, f.flags(), f.smallest())
}

// report is report.md. The order is what a reader wants first: what, how often, how to see it, the
// program, the story. Everything from programs is escaped, as it may be hostile.
func (f *finding) report(files map[string]string, all findings, same faces, seed uint64) string {
	var b strings.Builder
	count, last := same.total(f)
	title := f.Check
	if f.title() != "" {
		title += ": " + f.title()
	}
	fmt.Fprintf(&b, "# %s\n\n%s\n", markdown(title), fence(f.Message))
	if f.State == Flaky {
		fmt.Fprintf(&b, "**Flaky**: the failure did not happen again when the program was run once more.\n\n")
	}
	fmt.Fprintf(&b, "| | |\n|---|---|\n| signature | `%s` |\n| state | %s |\n", f.Hash, f.State)
	fmt.Fprintf(&b, "| seen | %d×, first %s, last %s |\n", count, clock(f.First), clock(last))
	fmt.Fprintf(&b, "| program | number %d of a campaign with seed %d: %s |\n", f.Number, seed, markdown(f.Made))
	fmt.Fprintf(&b, "| size | %d instructions", f.Insts)
	if f.Reduced != "" {
		fmt.Fprintf(&b, ", reduced to %d", f.ReducedInsts)
	}
	fmt.Fprintf(&b, " |\n\n")
	if f.Note != "" {
		fmt.Fprintf(&b, "%s\n\n", markdown(f.Note))
	}
	if a, ok := f.about(); ok {
		fmt.Fprintf(&b, "## At fault\n\n%s\n\n", markdown(a.what))
		if t := a.theorem; t != nil {
			fmt.Fprintf(&b, "Its theorem is `%s`, `%s` line %d:\n\n%s\n", t.Name, t.File, t.Line, fence(t.Text))
		}
	}
	for _, hash := range strings.Fields(f.With) {
		if g := all.bugOf(hash); g != nil && g != f {
			fmt.Fprintf(&b, "The program that it was found with also fails %s, which may be why: `%s`\n\n", g.Check, g.Hash)
		}
	}
	// Other faces of the same bug are listed in the order of their programs.
	for _, g := range same[f.Hash] {
		fmt.Fprintf(&b, "The same bug also showed as: %s\n\n", markdown(g.Message))
	}
	fmt.Fprintf(&b, "Again: `./repro.sh`, that is `tuffy-fuzz check %s %s`\n\n", f.flags(), f.smallest())
	program, ok := files[f.smallest()]
	if !ok {
		program = "// the file of this program is damaged or missing\n"
	}
	fmt.Fprintf(&b, "## %s\n\n%s\n## What happens\n\n%s", f.smallest(), fence(program), fence(f.Detail))
	return b.String()
}

// markdown is a text in one line that is no markup. The characters that have a meaning in tables
// and headings are escaped.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range quote.Line(text) {
		if strings.ContainsRune("\\`*[]<>&|", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fence makes a code block that the text cannot end. The fence is longer than any in the text
// (CommonMark, 4.5).
func fence(text string) string {
	text = quote.Text(text)
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + "\n" + strings.TrimRight(text, "\n") + "\n" + marks + "\n"
}

// Times are in UTC, so that reports of a folder are the same everywhere.
func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05 UTC") }

// reader is a campaign's folder open for reading; a campaign may be running on it. It never writes
// to the folder, see image.go.
type reader struct {
	folder   *folder
	store    *store
	programs programs
	findings findings
	seed     uint64
}

// openReader closes what it has opened if the folder cannot be read.
func openReader(dir string) (*reader, error) {
	f, err := openFolder(dir, nil)
	if err != nil {
		return nil, err
	}
	r := &reader{folder: f, programs: programs{folder: f}, findings: findings{}}
	if err := r.load(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// It leaves closing to the caller, also after an error.
func (r *reader) load() (err error) {
	if r.store, err = readStore(r.folder); err != nil {
		return err
	}
	all, err := r.store.findings()
	if err != nil {
		return err
	}
	for _, f := range all {
		r.findings[f.Hash] = f
	}
	r.findings.regroup()
	preset, err := r.store.meta("preset")
	if err != nil {
		return err
	}
	r.programs.c = isC(preset)
	r.findings.of(r.programs)
	seed, err := r.store.meta("seed")
	if err != nil {
		return err
	}
	if r.seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Errorf("%s is damaged: the seed is no number: %w", databaseName, err)
	}
	return nil
}

// close also serves a reader whose load failed half way.
func (r *reader) close() error {
	var err error
	if r.store != nil {
		err = r.store.close()
	}
	return errors.Join(err, r.folder.close())
}

// Report writes the bugs of a campaign's folder as a table. It returns how many there are. A folder
// that a campaign is writing to is shown as of its last transaction.
func Report(w io.Writer, dir string) (bugs int, err error) {
	r, err := openReader(dir)
	if err != nil {
		return 0, err
	}
	defer r.close()
	counters, err := r.store.counters()
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(w, "seed %d, %d programs, %d with undefined behaviour, %d out of fuel, %d hung\n", r.seed,
		counters["programs"], counters["undefined"], counters["out of fuel"], counters["timeouts"])
	if len(r.findings) == 0 {
		fmt.Fprintln(w, "no bugs")
		return 0, nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "hash\tstate\tseen\tinstructions\tmay be\tcheck\twhat")
	same := r.findings.faces()
	for _, f := range r.findings.sorted() {
		if f.State == Same {
			continue
		}
		if f.bug() {
			bugs++
		}
		count, _ := same.total(f)
		size := fmt.Sprint(f.Insts)
		if f.Reduced != "" {
			size += fmt.Sprintf(" → %d", f.ReducedInsts)
		}
		what := f.Message
		if f.title() != "" {
			what = f.title() + ": " + what
		}
		first, _, _ := strings.Cut(f.With, " ")
		also := "-"
		if g := r.findings.bugOf(first); g != nil && g != f {
			also = g.Hash
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", f.Hash, f.State, count, size, also, f.Check, quote.Line(what))
	}
	return bugs, t.Flush()
}
