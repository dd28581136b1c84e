package campaign

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// hostileCases in the environment is how many folders TestHostile makes.
const hostileCases = "TUFFY_HOSTILE"

// hostile is a campaign's folder in the hands of somebody who means its reader harm.
type hostile struct {
	*rand.Rand
	t       *testing.T
	dir     string // the folder
	outside string // a folder beside it, in which nothing may change
	done    []string
}

func (h *hostile) path(name string) string { return filepath.Join(h.dir, name) }

// must is for damage that is done by this process, which must succeed.
func (h *hostile) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatalf("%v: %v", h.done, err)
	}
}

// files lists the names of the files below a part of the folder.
func (h *hostile) files(part string) []string {
	var all []string
	filepath.WalkDir(h.path(part), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(h.dir, path)
			all = append(all, rel)
		}
		return nil
	})
	return all
}

// file is one of the folder's files.
func (h *hostile) file() string {
	parts := []string{databaseName, lockName, journalName, crashLogName, databaseName + "-wal", databaseName + "-shm", databaseName + "-journal", programsDir, bugsDir, flakyDir, hangsDir, damagedDir}
	part := parts[h.IntN(len(parts))]
	if all := h.files(part); len(all) > 0 && h.IntN(4) > 0 {
		return all[h.IntN(len(all))]
	}
	if dirs, _ := filepath.Glob(h.path(part) + "/*"); len(dirs) > 0 && h.IntN(2) > 0 {
		part, _ = filepath.Rel(h.dir, dirs[h.IntN(len(dirs))])
	}
	return part
}

// text is what is not to be believed.
func (h *hostile) text() string {
	owned := filepath.Join(h.outside, "owned")
	all := []string{"", "a", "0", "..", "../../outside/victim", "../../../../../../../../" + owned, h.outside + "/victim", "/etc/passwd", "$(touch " + owned + ")", "`touch " + owned + "`",
		"'; touch " + owned + "; '", "\"; touch " + owned + "; \"", "\n touch " + owned + "\n", "engines; touch " + owned, "x\n*/\nfunc init() { panic(1) }\n/*", "-x", "--help", "--check=x",
		"\x1b[31mred\x1b]0;title\a", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "\x00", "a\x00b", "\xff\xfe", "\u202ecba", strings.Repeat("x", 100_000),
		strings.Repeat("0", hashDigits), strings.Repeat("f", addressDigits), "0123456789AB", strings.Repeat("../", 4) + strings.Repeat("a", 52), "mix", "reduced", "same", "flaky", "queued", "18446744073709551616", "-1", "NaN"}
	return all[h.IntN(len(all))]
}

// value is anything that a cell can hold.
func (h *hostile) value() any {
	switch h.IntN(6) {
	case 0:
		all := []int64{-1, 0, 1, 1 << 30, 1 << 31, 1<<31 - 1, 1 << 32, 1 << 53, 1<<53 + 1, 1 << 62, math.MaxInt64, math.MinInt64}
		return all[h.IntN(len(all))]
	case 1:
		return nil
	case 2:
		b := make([]byte, h.IntN(30))
		for n := range b {
			b[n] = byte(h.Uint32())
		}
		return b
	case 3:
		return []float64{1.5, math.Inf(1), -1e300, 0}[h.IntN(4)]
	}
	return h.text()
}

// open opens the database with what keeps its owner from mistakes switched off.
func (h *hostile) open() *sql.DB {
	db, err := sql.Open("sqlite", h.path(databaseName))
	h.must(err)
	db.SetMaxOpenConns(1)
	return db
}

// try runs statements, of which some need not make sense.
func (h *hostile) try(db *sql.DB, statements ...string) {
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			h.done = append(h.done, fmt.Sprintf("(%s: %v)", s, err))
		}
	}
}

var columnsOf = map[string][]string{
	"meta": {"key", "value"}, "counters": {"name", "value"}, "coverage": {"id", "name", "number", "at"}, "corpus": {"number", "program", "insts", "events", "dropped"},
	"findings": {"hash", "check_name", "rule", "message", "detail", "state", "same_as", "note", "with_hashes", "number", "seed", "fuel", "open", "expect", "defined", "made",
		"program", "insts", "reduced", "reduced_insts", "reduced_hash", "count", "first", "last"},
	"runs": {"id", "started", "ended", "workers", "checks", "first", "next", "reason"},
}

// cell changes a cell of a random row, or a whole column.
func (h *hostile) cell() {
	tables := []string{"meta", "counters", "coverage", "corpus", "findings", "findings", "findings", "findings", "runs"}
	table := tables[h.IntN(len(tables))]
	column := columnsOf[table][h.IntN(len(columnsOf[table]))]
	key := columnsOf[table][0]
	db := h.open()
	defer db.Close()
	loose := h.IntN(2) == 0
	if loose { // a type that a strict table does not take
		h.try(db, "PRAGMA writable_schema=1", "UPDATE sqlite_schema SET sql=replace(replace(replace(sql, ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')'), ' NOT NULL', '')")
		h.must(db.Close())
		db = h.open()
		defer db.Close()
	}
	value := h.value()
	where := ""
	if h.IntN(3) > 0 {
		where = fmt.Sprintf(" WHERE %s = (SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d)", key, key, table, key, h.IntN(3))
	}
	_, err := db.Exec(fmt.Sprintf("UPDATE OR REPLACE %s SET %s = ?%s", table, column, where), value)
	h.done = append(h.done, fmt.Sprintf("%s.%s = %.60q%s (loose %t, %v)", table, column, fmt.Sprint(value), where, loose, err))
	if loose && h.IntN(4) > 0 {
		h.try(db, "PRAGMA writable_schema=1")
		for _, s := range strings.Split(strings.TrimSpace(schema), ";\n") {
			s = strings.TrimSuffix(strings.TrimSpace(s), ";")
			_, err := db.Exec("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", s, strings.Fields(s)[2])
			h.must(err)
		}
	}
}

// program changes the database's programs: triggers, views, generated columns, versions.
func (h *hostile) program() {
	all := [][]string{
		{"CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM findings; END"},
		{"CREATE TRIGGER t BEFORE UPDATE ON counters BEGIN SELECT load_extension('x'); END"},
		{"ALTER TABLE findings RENAME TO f", "CREATE VIEW findings AS SELECT * FROM f"},
		{"DROP TABLE findings", "CREATE VIEW findings AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c"},
		{"DROP TABLE meta", "CREATE VIEW meta AS SELECT 'seed' AS key, writefile('x', 'y') AS value"},
		{"ALTER TABLE findings ADD COLUMN extra TEXT GENERATED ALWAYS AS (hash || message) VIRTUAL"},
		{"CREATE TABLE extra (x)"}, {"CREATE INDEX extra ON findings (detail)"}, {"DROP TABLE coverage"}, {"DROP TABLE corpus"}, {"DROP TABLE counters"},
		{"PRAGMA user_version = 0"}, {"PRAGMA user_version = 1"}, {"PRAGMA user_version = 3"}, {"PRAGMA user_version = -1"}, {"PRAGMA user_version = 2147483647"},
		{"PRAGMA journal_mode = DELETE"}, {"PRAGMA journal_mode = PERSIST"}, {"DELETE FROM meta"}, {"DELETE FROM counters"}, {"DELETE FROM corpus"}, {"DELETE FROM coverage"},
		{"PRAGMA writable_schema = 1", "UPDATE sqlite_schema SET rootpage = 2"}, {"PRAGMA writable_schema = 1", "UPDATE sqlite_schema SET sql = 'CREATE TABLE x('"},
		{"PRAGMA writable_schema = 1", "UPDATE sqlite_schema SET name = char(27) || '[31m' WHERE name = 'runs'"},
		{"UPDATE findings SET state = 'same', same_as = hash"}, {"UPDATE findings SET state = 'same', same_as = (SELECT max(hash) FROM findings)"},
		{"UPDATE findings SET hash = '../../outside/victim', state = 'same', same_as = hash"}, {"UPDATE findings SET state = 'queued', reduced = ''"},
		{"UPDATE corpus SET insts = 0"}, {"UPDATE corpus SET number = number + 1000000"}, {"UPDATE corpus SET dropped = 5"}, {"UPDATE counters SET value = 9007199254740992 WHERE name = 'next'"},
	}
	pick := all[h.IntN(len(all))]
	h.done = append(h.done, strings.Join(pick, "; "))
	db := h.open()
	h.try(db, pick...)
	h.must(db.Close())
}

// read returns the text of a file that has one.
func (h *hostile) read(path string) ([]byte, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<30 {
		return nil, false
	}
	text, err := os.ReadFile(path)
	return text, err == nil
}

// replace puts something else in the place of a file or a folder.
func (h *hostile) replace() {
	name := h.file()
	path := h.path(name)
	text, _ := h.read(path)
	h.must(os.RemoveAll(path))
	h.must(os.MkdirAll(filepath.Dir(path), 0o755))
	how := ""
	switch h.IntN(12) {
	case 0:
		how = "is gone"
	case 1:
		how = "is a link to a file outside"
		h.must(os.Symlink(filepath.Join(h.outside, "victim"), path))
	case 2:
		how = "is a link to a folder outside"
		h.must(os.Symlink(h.outside, path))
	case 3:
		how = "is a relative link to a file outside"
		rel, err := filepath.Rel(filepath.Dir(path), filepath.Join(h.outside, "victim"))
		h.must(err)
		h.must(os.Symlink(rel, path))
	case 4:
		how = "is a link to a name outside that there is not"
		h.must(os.Symlink(filepath.Join(h.outside, "owned"), path))
	case 5:
		how = "is a named pipe"
		h.must(syscall.Mkfifo(path, 0o644))
	case 6:
		how = "is another name of a file outside"
		h.must(os.Link(filepath.Join(h.outside, "victim"), path))
	case 7:
		how = "is a folder"
		h.must(os.MkdirAll(filepath.Join(path, "a", "b"), 0o755))
	case 8:
		how = "is a link to a device"
		h.must(os.Symlink("/dev/zero", path))
	case 9:
		how = "is a link to itself"
		h.must(os.Symlink(filepath.Base(path), path))
	case 10:
		how = "is huge"
		h.must(os.WriteFile(path, text, 0o644))
		h.must(os.Truncate(path, 1<<40))
	case 11:
		how = "is a copy of a database outside"
		h.must(os.Symlink(filepath.Join(h.outside, "other.db"), path))
	}
	h.done = append(h.done, name+" "+how)
}

// bytes changes the bytes of a file.
func (h *hostile) bytes() {
	name := h.file()
	path := h.path(name)
	if info, err := os.Lstat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return
	}
	text, ok := h.read(path)
	if !ok {
		h.must(os.RemoveAll(path))
	}
	h.must(os.MkdirAll(filepath.Dir(path), 0o755))
	how := ""
	switch h.IntN(4) {
	case 0:
		how = "is cut"
		text = text[:h.IntN(len(text)+1)]
	case 1:
		how = "has other bytes"
		for range 1 + h.IntN(20) {
			if len(text) > 0 {
				text[h.IntN(len(text))] = byte(h.Uint32())
			}
		}
	case 2:
		how = "is nonsense"
		text = make([]byte, h.IntN(5000))
		for n := range text {
			text[n] = byte(h.Uint32())
		}
	case 3:
		how = "is longer"
		text = append(text, make([]byte, h.IntN(1000))...)
	}
	h.must(os.RemoveAll(path)) // which may be a name of something outside
	h.must(os.WriteFile(path, text, 0o644))
	h.done = append(h.done, name+" "+how)
}

// write makes a file unless a folder on its way is none any more.
func (h *hostile) write(name, text string) {
	path := h.path(name)
	if info, err := os.Lstat(h.path(strings.Split(name, "/")[0])); strings.Contains(name, "/") && err == nil && !info.IsDir() {
		return
	}
	h.must(os.RemoveAll(path))
	h.must(os.MkdirAll(filepath.Dir(path), 0o755))
	h.must(os.WriteFile(path, []byte(text), 0o644))
}

// beside makes files that matter because of what they are called.
func (h *hostile) beside() {
	victim := filepath.Join(h.outside, "victim")
	hash := address("never made")
	switch h.IntN(5) {
	case 0: // SQLite deletes the super-journal that a journal names, when it is done with it
		h.done = append(h.done, "a journal that names a file outside")
		magic := "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
		journal := []byte(magic + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x01" + "\x00\x00\x02\x00" + "\x00\x00\x10\x00")
		journal = append(journal, make([]byte, 512-len(journal))...)
		journal = append(journal, "\x00\x10\x00\x00"+victim...)
		sum := byte(0)
		for _, b := range []byte(victim) {
			sum += b
		}
		journal = append(journal, 0, 0, 0, byte(len(victim)), 0, 0, 0, sum)
		h.write(databaseName+"-journal", string(journal)+magic)
	case 1:
		h.done = append(h.done, "what ran when a process died")
		h.write(crashLogName, "goroutine 1")
		lines := ""
		for range 1 + h.IntN(5) {
			kind := []string{"program", "reduction", "nothing", "../x"}[h.IntN(4)]
			id := []string{"12", "95", "-1", "9223372036854775807", "../../x", "0123456789ab", "9007199254740992", strings.Repeat("9", 60)}[h.IntN(8)]
			doing := []string{"mul", "-", "$(id>" + h.outside + "/owned)", "../../../x", "generate", "--help"}[h.IntN(6)]
			lines += fmt.Sprintf("%-79s\n", fmt.Sprintln(kind, id, []int{0, 1, 2, 3, -1, 1 << 40}[h.IntN(6)], doing))
		}
		h.write(journalName, lines)
	case 2:
		h.done = append(h.done, "temporary files and programs of others")
		for _, name := range []string{"programs/.tmp-x", "programs/" + hash[:2] + "/" + hash + ".tir", "programs/keep.tir", "bugs/.tmp-y"} {
			h.write(name, "x")
		}
		os.Symlink(victim, h.path("programs/.tmp-z"))
		os.Symlink(h.outside, h.path("programs/zz"))
	case 3:
		h.done = append(h.done, "many crashes of one program")
		h.write(crashLogName, "goroutine 1")
		h.write(journalName, fmt.Sprintf("%-79s\n", "program 97 2 mul"))
	case 4:
		h.done = append(h.done, "a log of something else")
		log := make([]byte, 5000)
		for n := range log {
			log[n] = byte(h.Uint32())
		}
		copy(log, "\x37\x7f\x06\x82\x00\x2d\xe2\x18\x00\x00\x10\x00")
		h.write(databaseName+"-wal", string(log))
	}
}

// snapshot describes a folder: names, kinds and contents. A file that is opened for writing in place
// is seen by its content.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		what := fmt.Sprint(info.Mode(), " ", info.Size())
		if d.IsDir() {
			what = info.Mode().String()
		}
		if info.Mode().IsRegular() && info.Size() < 1<<30 {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			what += fmt.Sprintf(" %x", sha256.Sum256(text))
		}
		all[path] = what
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// differences lists what two snapshots do not have in common.
func differences(a, b map[string]string) []string {
	var all []string
	for name, what := range a {
		if b[name] != what {
			all = append(all, fmt.Sprintf("%s was %s, is %q", name, what, b[name]))
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			all = append(all, name+" is new")
		}
	}
	slices.Sort(all)
	return all
}

// TestHostile: whatever a campaign's folder holds, nothing outside of it changes, nothing that it
// says is executed, nothing panics or waits for ever, and reading changes nothing.
func TestHostile(t *testing.T) {
	cases := uint64(60)
	if testing.Short() {
		cases = 8
	}
	cases = testseed.Number(t, hostileCases, cases)
	base := t.TempDir()
	o := planted(base)
	o.Programs = 90
	run(t, o)
	hashes := []string{"", "0", "zz", "../x", strings.Repeat("0", 12), strings.Repeat("a", 99)}
	for _, f := range mustFindings(t, base) {
		hashes = append(hashes, f.Hash, f.Hash[:1], f.Hash[:5])
	}
	seed := testseed.Seed(t)
	refused := uint64(0)
	for n := range cases {
		h := &hostile{Rand: rand.New(rand.NewPCG(seed, n)), t: t}
		place := t.TempDir()
		h.dir, h.outside = filepath.Join(place, "folder"), filepath.Join(place, "outside")
		h.must(os.CopyFS(h.dir, os.DirFS(base)))
		h.must(os.MkdirAll(filepath.Join(h.outside, "ab"), 0o755))
		h.must(os.WriteFile(filepath.Join(h.outside, "victim"), []byte("precious\n"), 0o644))
		h.must(os.WriteFile(filepath.Join(h.outside, "ab", address("x")+".tir"), []byte("precious\n"), 0o644))
		text, err := os.ReadFile(filepath.Join(base, databaseName))
		h.must(err)
		h.must(os.WriteFile(filepath.Join(h.outside, "other.db"), text, 0o644))
		// The database first, as long as it is one.
		which := h.IntN(3)
		if which != 0 {
			[]func(){h.cell, h.cell, h.program}[h.IntN(3)]()
		}
		if which != 1 {
			[]func(){h.replace, h.replace, h.bytes, h.beside}[h.IntN(4)]()
		}
		outside := snapshot(t, h.outside)
		ended := make(chan struct{})
		var problem string
		go func() {
			defer close(ended)
			defer func() {
				if v := recover(); v != nil {
					problem = fmt.Sprintf("panic: %v\n%s", v, debug.Stack())
				}
			}()
			if problem = h.attack(hashes); problem == "refused" {
				problem = ""
				refused++
			}
		}()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			panic(fmt.Sprintf("case %d, %v: does not end", n, h.done)) // with all stacks
		}
		if problem != "" {
			t.Errorf("case %d, %v: %s", n, h.done, problem)
		}
		if d := differences(outside, snapshot(t, h.outside)); len(d) > 0 {
			t.Errorf("case %d, %v: outside of the folder\n%s", n, h.done, strings.Join(d, "\n"))
		}
		if t.Failed() {
			return
		}
		h.must(os.RemoveAll(place))
	}
	t.Logf("%d folders, %d were refused", cases, refused)
	if refused == 0 || refused == cases {
		t.Error("the damage is one-sided")
	}
}

// attack does with the folder what people do, and returns what went wrong, or "refused".
func (h *hostile) attack(hashes []string) string {
	before := snapshot(h.t, h.dir)
	var out bytes.Buffer
	_, err := Report(&out, h.dir)
	if err != nil && strings.TrimSpace(err.Error()) == "" {
		return "an error without words"
	}
	if quote.Text(out.String()) != out.String() {
		return fmt.Sprintf("the report commands terminals: %q", out.String())
	}
	for _, hash := range hashes {
		for _, asTest := range []bool{false, true} {
			text, err := Export(h.dir, hash, asTest)
			if err == nil && (len(hash) < minPrefix || quote.Text(text) != text || strings.Contains(text, "\nfunc init")) {
				return fmt.Sprintf("export %s: %q", hash, text)
			}
		}
		name, data, err := Archive(h.dir, hash)
		if err == nil && (len(hash) < minPrefix || strings.ContainsAny(name, "/\\") || archived(data) != "") {
			return fmt.Sprintf("the archive of %s, %s: %s", hash, name, archived(data))
		}
	}
	if d := differences(before, snapshot(h.t, h.dir)); len(d) > 0 {
		return "reading changed the folder:\n" + strings.Join(d, "\n")
	}
	o := planted(h.dir)
	o.Seed, o.Programs, o.Time, o.ReduceTime = 0, 0, 150*time.Millisecond, 200*time.Millisecond
	c, err := Open(o)
	if err != nil {
		if !strings.Contains(err.Error(), filepath.Base(h.dir)) && !strings.Contains(err.Error(), databaseName) {
			return fmt.Sprintf("the error does not say where: %v", err)
		}
		return "refused"
	}
	page := web.Handler(c.Options().Registry, c, "x")
	ask := func(path string) string {
		w := httptest.NewRecorder()
		page.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		text := w.Body.String()
		if strings.Contains(text, "<script>alert") || strings.Contains(text, "<img") || strings.Contains(text, "\x1b") {
			return fmt.Sprintf("the page %s: %s", path, text)
		}
		return ""
	}
	paths := []string{"/", "/fragment/bugs", "/fragment/checks", "/series.json", "/metrics"}
	for _, b := range c.Bugs() {
		paths = append(paths, "/bug/"+b.Hash)
	}
	for _, p := range paths {
		if problem := ask(p); problem != "" {
			return errors.Join(errors.New(problem), c.Close()).Error()
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err = c.Run(ctx)
	bugs := c.Bugs()
	if e := c.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "refused"
	}
	for _, b := range bugs {
		dir := h.path(filepath.Join(bugsDir, b.Hash))
		if b.Flaky {
			dir = h.path(filepath.Join(flakyDir, b.Hash))
		}
		cmd := exec.Command("sh", filepath.Join(dir, "repro.sh"))
		cmd.Env = append(os.Environ(), "TUFFY_FUZZ=true")
		cmd.Dir = h.outside
		if text, err := cmd.CombinedOutput(); err != nil || len(text) > 0 {
			return fmt.Sprintf("repro.sh of %s: %v\n%s", b.Hash, err, text)
		}
	}
	if _, err := Report(io.Discard, h.dir); err != nil {
		return fmt.Sprintf("after a run: %v", err)
	}
	return ""
}

// archived says what a file of an archive holds that commands a terminal, or where it would be outside of its folder.
func archived(data []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err.Error()
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return ""
		}
		if err != nil {
			return err.Error()
		}
		text, err := io.ReadAll(r)
		if err != nil || !filepath.IsLocal(h.Name) || quote.Text(string(text)) != string(text) {
			return fmt.Sprintf("%s, %v: %q", h.Name, err, text)
		}
	}
}
