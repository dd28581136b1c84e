package campaign

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestImage: the bytes of a database and its log are read as SQLite reads them, whatever
// transactions, checkpoints and page sizes came before, and with a log that is cut.
func TestImage(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	all := func(db *sql.DB) (text string) {
		rows, err := db.Query("SELECT k, hex(v) FROM t ORDER BY k")
		if err != nil {
			return err.Error()
		}
		defer rows.Close()
		for rows.Next() {
			var k int
			var v string
			if err := rows.Scan(&k, &v); err != nil {
				return err.Error()
			}
			text += fmt.Sprintln(k, v)
		}
		return text
	}
	for range testseed.Rounds(12, 2) {
		dir := t.TempDir()
		db, err := sql.Open("sqlite", filepath.Join(dir, databaseName)+fmt.Sprintf("?_pragma=page_size(%d)&_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint(%d)", 512<<r.IntN(8), r.IntN(20)))
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE t (k INTEGER PRIMARY KEY, v BLOB)"); err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			tx, err := db.Begin()
			if err != nil {
				t.Fatal(err)
			}
			for range r.IntN(8) {
				if _, err := tx.Exec("INSERT OR REPLACE INTO t VALUES (?, ?)", r.IntN(60), bytes.Repeat([]byte{byte(r.Uint32())}, r.IntN(3000))); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := tx.Exec("DELETE FROM t WHERE k = ?", r.IntN(60)); err != nil {
				t.Fatal(err)
			}
			if r.IntN(5) == 0 {
				err = tx.Rollback()
			} else {
				err = tx.Commit()
			}
			if err != nil {
				t.Fatal(err)
			}
			switch r.IntN(12) {
			case 0:
				db.Exec("PRAGMA wal_checkpoint(PASSIVE)")
			case 1:
				db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
			case 2:
				db.Exec("VACUUM")
			}
			if n%4 != 0 {
				continue
			}
			image, err := mustFolder(t, dir).readImage()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := read(t, image, all), all(db); got != want {
				t.Fatalf("after %d transactions:\n%s\nSQLite has\n%s", n, got, want)
			}
		}
		cut(t, r, dir, all)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// read asks a question of an image.
func read(t *testing.T, image []byte, ask func(*sql.DB) string) string {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	s := &store{db}
	if err := s.fill(image); err != nil {
		t.Fatal(err)
	}
	return ask(db)
}

// cut compares what is read of a copy of the folder whose log was cut or changed, as a crash and
// somebody else may.
func cut(t *testing.T, r *rand.Rand, dir string, ask func(*sql.DB) string) {
	t.Helper()
	for range 6 {
		copied := t.TempDir()
		db, err := os.ReadFile(filepath.Join(dir, databaseName))
		if err != nil {
			t.Fatal(err)
		}
		wal, err := os.ReadFile(filepath.Join(dir, databaseName+"-wal"))
		if err != nil {
			t.Fatal(err)
		}
		wal = wal[:r.IntN(len(wal)+1)]
		if r.IntN(2) == 0 && len(wal) > 0 {
			wal[r.IntN(len(wal))] ^= 1 << r.IntN(8)
		}
		for name, text := range map[string][]byte{databaseName: db, databaseName + "-wal": wal} {
			if err := os.WriteFile(filepath.Join(copied, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		image, err := mustFolder(t, copied).readImage()
		if err != nil {
			t.Fatal(err)
		}
		got := read(t, image, ask)
		peer, err := sql.Open("sqlite", filepath.Join(copied, databaseName))
		if err != nil {
			t.Fatal(err)
		}
		if want := ask(peer); got != want {
			t.Errorf("a log of %d bytes:\n%s\nSQLite has\n%s", len(wal), got, want)
		}
		if err := peer.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadOnly: report and export need no lock and write nothing: of a folder that a campaign
// writes to, of one whose process was killed, and of a copy that cannot be written.
func TestReadOnly(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 120
	run(t, o)
	hash := mustFindings(t, o.Dir)[0].Hash
	look := func(what, dir string) {
		t.Helper()
		before := snapshot(t, dir)
		var out bytes.Buffer
		if bugs, err := Report(&out, dir); err != nil || bugs == 0 || !strings.Contains(out.String(), hash) {
			t.Errorf("%s: %d bugs, %v\n%s", what, bugs, err, &out)
		}
		if _, err := Export(dir, hash, false); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if d := differences(before, snapshot(t, dir)); len(d) > 0 && what != "live" {
			t.Errorf("%s: reading changed the folder\n%s", what, strings.Join(d, "\n"))
		}
	}
	look("ended", o.Dir)
	o.Programs, o.Time = 0, time.Minute
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	look("open", o.Dir)
	killed := t.TempDir()
	if err := os.CopyFS(killed, os.DirFS(o.Dir)); err != nil {
		t.Fatal(err)
	}
	look("killed", killed)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := c.Run(ctx)
		ended <- err
	}()
	for range 30 {
		if _, err := Report(io.Discard, o.Dir); err != nil {
			t.Errorf("live: %v", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	filepath.WalkDir(killed, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chmod(path, 0o444)
		}
		return err
	})
	if err := os.Chmod(killed, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(killed, 0o755)
	look("read-only", killed)
}

// TestDamagedPrograms: a program that is not what its name says is set aside, named, and the
// campaign continues; a reduced one is made again.
func TestDamagedPrograms(t *testing.T) {
	o := planted(t.TempDir())
	o.Programs = 120
	run(t, o)
	r, err := openReader(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	f := r.findings.sorted()[0]
	entries, err := r.store.corpus()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
	kept := entries[slices.IndexFunc(entries, func(e *entry) bool { return e.program != f.Program })].program
	path := func(sum string) string { return filepath.Join(o.Dir, programsDir, sum[:2], sum+".tir") }
	for _, sum := range []string{f.Reduced, kept} {
		if err := os.WriteFile(path(sum), []byte("nonsense"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(c.Notes(), "\n")
	for _, sum := range []string{f.Reduced, kept} {
		if !strings.Contains(notes, path(sum)) {
			t.Errorf("the notes do not name %s:\n%s", path(sum), notes)
		}
		if text, err := os.ReadFile(filepath.Join(o.Dir, damagedDir, sum+".tir")); string(text) != "nonsense" {
			t.Errorf("%s was not set aside: %v", sum, err)
		}
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	g := mustFindings(t, o.Dir)[0]
	if g.Hash != f.Hash || g.State != Reduced || g.Reduced != f.Reduced {
		t.Errorf("%s is %s with %s, was reduced to %s", g.Hash, g.State, g.Reduced, f.Reduced)
	}
	stateOf(t, o.Dir)
	if err := os.Remove(path(g.Program)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		run(t, o)
	}
	if _, err := Export(o.Dir, g.Hash[:4], true); err != nil {
		t.Error(err)
	}
}

// TestPrefixes: what people give for a hash is looked at.
func TestPrefixes(t *testing.T) {
	fs := findings{}
	for _, hash := range []string{"aaaa00000000", "aaaa11111111", "b00000000000"} {
		fs[hash] = &finding{Hash: hash, State: Reduced}
	}
	for prefix, want := range map[string]string{"": "too short", "b": "too short", "b00": "too short", "c": "there is no bug c", "cccc": "there is no bug cccc", "aaaa": "begins the hashes of 2 bugs",
		"zz": "no hash", "../x": "no hash", "AAAA": "no hash", "b000000000000": "no hash", "\x1b[m": "no hash", "b000": "", "aaaa1": ""} {
		if _, err := fs.find(prefix); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", prefix, err, want)
		}
	}
}
