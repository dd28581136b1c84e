package campaign

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/internal/version"
)

// Archive returns a bug of a campaign's folder as a file to attach to a report, and its name: a folder in a .tar.gz with the
// programs, the report, a script that shows the bug again, and a README that says with what versions it was found. Like
// [Export] it changes nothing.
func Archive(dir, hash string) (name string, data []byte, err error) {
	r, err := openReader(dir)
	if err != nil {
		return "", nil, err
	}
	defer r.close()
	f, err := r.findings.find(hash)
	if err != nil {
		return "", nil, err
	}
	return f.archive(r.programs, r.findings, r.seed)
}

// archive depends on the finding and on this program alone: the same bug is the same bytes.
func (f *finding) archive(p programs, all findings, seed uint64) (name string, data []byte, err error) {
	files, err := f.files(p, all, all.faces(), seed)
	if err != nil {
		return "", nil, err
	}
	for _, name := range []string{originalName + f.ext(), reducedName + f.ext()} {
		if err := harmless(files[name]); err != nil {
			return "", nil, err
		}
	}
	folder := "tuffy-bug-" + f.Hash
	files["README.md"] = f.readme(files)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		mode := int64(0o644)
		if strings.HasSuffix(name, ".sh") {
			mode = 0o755
		}
		h := &tar.Header{Name: folder + "/" + name, Mode: mode, Size: int64(len(files[name])), ModTime: time.UnixMilli(f.First).Truncate(time.Second), Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return "", nil, err
		}
		if _, err := t.Write([]byte(files[name])); err != nil {
			return "", nil, err
		}
	}
	if err := t.Close(); err != nil {
		return "", nil, err
	}
	if err := z.Close(); err != nil {
		return "", nil, err
	}
	return folder + ".tar.gz", b.Bytes(), nil
}

// readme says what the other files are, and what they were made with.
func (f *finding) readme(files map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A bug that tuffy-fuzz found\n\n%s\n", fence(f.String()))
	fmt.Fprintf(&b, "To see it: `./repro.sh`, that is `tuffy-fuzz check %s %s`. It exits with status 1 while the bug is there, and with 0 when it is not.\n\n", f.flags(), f.smallest())
	b.WriteString("| file | holds |\n|---|---|\n")
	for _, row := range [][2]string{
		{reducedName + f.ext(), "the smallest program found that shows it"},
		{originalName + f.ext(), "the program that showed it first"},
		{"report.md", "what happens, what is at fault as far as it is known, how often it was seen"},
		{"repro.sh", "the command; TUFFY_FUZZ names another tuffy-fuzz"},
	} {
		if _, ok := files[row[0]]; ok {
			fmt.Fprintf(&b, "| `%s` | %s |\n", row[0], row[1])
		}
	}
	fmt.Fprintf(&b, "\nThe archive was made by:\n\n%s", fence(fmt.Sprintf("%sgenerator %d\n", version.Text(), gen.Version)))
	return b.String()
}

// String is the finding in a line or two.
func (f *finding) String() string {
	if f.title() == "" {
		return f.Check + ": " + quote.Line(f.Message)
	}
	return f.Check + ": " + quote.Line(f.title()) + "\n" + quote.Line(f.Message)
}
