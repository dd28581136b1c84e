package campaign

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/quote"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// schemaVersion is that of this program. A database with a later one is left alone; one with
// an earlier one is brought up to date: 1 had no causes, 2 no suspects.
const schemaVersion = 3

// schema is the database. Rows refer to programs by the hash of their text. Tables are STRICT, so
// that columns have the types they say. Seeds are text, as SQLite's integers have a sign.
const schema = restOfSchema + findingsTable + ";\n"

const restOfSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE coverage (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, number INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE corpus (number INTEGER PRIMARY KEY, program TEXT NOT NULL, insts INTEGER NOT NULL, events BLOB NOT NULL, dropped INTEGER NOT NULL) STRICT;
CREATE TABLE runs (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER NOT NULL, workers INTEGER NOT NULL,
	checks TEXT NOT NULL, first INTEGER NOT NULL, next INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
`

// findingsTable ends with what later versions added.
const (
	findingsTable = findingsColumns + causeColumn + suspectsColumn + endOfFindings

	findingsColumns = `CREATE TABLE findings (
	hash TEXT PRIMARY KEY, check_name TEXT NOT NULL, rule TEXT NOT NULL, message TEXT NOT NULL, detail TEXT NOT NULL,
	state TEXT NOT NULL, same_as TEXT NOT NULL, note TEXT NOT NULL, with_hashes TEXT NOT NULL,
	number INTEGER NOT NULL, seed TEXT NOT NULL, fuel INTEGER NOT NULL, open INTEGER NOT NULL, expect INTEGER NOT NULL, defined INTEGER NOT NULL, made TEXT NOT NULL,
	program TEXT NOT NULL, insts INTEGER NOT NULL, reduced TEXT NOT NULL, reduced_insts INTEGER NOT NULL, reduced_hash TEXT NOT NULL,
	count INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL`
	causeColumn    = `, cause TEXT NOT NULL`
	suspectsColumn = `, suspects TEXT NOT NULL`
	endOfFindings  = `) STRICT, WITHOUT ROWID`
)

// store is the database of a campaign. Only the coordinator writes.
//
// Journal mode WAL with synchronous=NORMAL: a killed process loses nothing, a power cut may
// lose the last transactions but leaves an earlier consistent state, from which the campaign
// makes the same programs again. One connection is used, so transactions never wait for each other.
type store struct{ db *sql.DB }

const databaseName = "campaign.db"

// openStore opens the database of a folder, or makes it. A busy time limit is for a reader with the
// sqlite3 tool; trusted_schema is off because the file may come from elsewhere.
func openStore(f *folder) (*store, error) {
	if err := f.checkDatabase(); err != nil {
		return nil, err
	}
	name := filepath.Join(f.dir, databaseName)
	query := url.Values{"_pragma": {"busy_timeout(10000)", "trusted_schema(0)", "synchronous(NORMAL)", "journal_mode(WAL)"}, "_txlock": {"immediate"}}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: name}).EscapedPath(), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	// With one connection the pragmas hold for all that is done.
	db.SetMaxOpenConns(1)
	s := &store{db}
	if err := s.prepare(true); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), db.Close())
	}
	return s, nil
}

// checkDatabase looks at the files that SQLite opens by their names and writes in place. A journal of
// rollback is there if a process was killed while it made the database; at its end it may name
// another file, which SQLite would delete with it. The file and those beside it are opened by
// SQLite by name, which follows links; so they are looked at first.
func (f *folder) checkDatabase() error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if _, err := f.own(databaseName + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	journal, err := f.read(databaseName+"-journal", maxDatabase)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// The magic at the end of a rollback journal says that it names a super-journal
	// (fileformat2.html, 3).
	if err == nil && bytes.HasSuffix(journal, []byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}) {
		err = fmt.Errorf("%s names another file, which no campaign's does: the folder was tampered with", filepath.Join(f.dir, databaseName+"-journal"))
	}
	return err
}

// readStore reads the database of a folder as it is now, without a change of the folder. The image
// is of one moment, and the folder may be read-only.
func readStore(f *folder) (*store, error) {
	name := filepath.Join(f.dir, databaseName)
	image, err := f.readImage()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is not the folder of a campaign: there is no %s", f.dir, databaseName)
	case err != nil:
		return nil, err
	case len(image) == 0:
		return nil, fmt.Errorf("%s: the database is empty: no campaign has run there yet", name)
	}
	db, err := sql.Open("sqlite", "file::memory:?_pragma=trusted_schema(0)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // the one that gets the image
	s := &store{db}
	if err = s.fill(image); err == nil {
		err = s.prepare(false)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), db.Close())
	}
	return s, nil
}

// fill makes an image the database. Deserialize is SQLite's own way to open bytes as a database.
func (s *store) fill(image []byte) error {
	c, err := s.db.Conn(context.Background())
	if err != nil {
		return err
	}
	err = c.Raw(func(driver any) error {
		return driver.(interface{ Deserialize([]byte) error }).Deserialize(image)
	})
	return errors.Join(err, c.Close())
}

// prepare makes the tables, or looks at their version and whether they are what they should be, and
// nothing else: a view or a trigger is a program. The version is in the transaction of the tables:
// there are all or none. create says whether an empty database may be filled.
func (s *store) prepare(create bool) error {
	var version int64
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > schemaVersion {
		// An older program must not write what it does not understand.
		return fmt.Errorf("the database has schema %d, this program knows %d: it was made by a later tuffy-fuzz; use that, or another folder", version, schemaVersion)
	}
	tables, err := s.objects()
	if err != nil {
		return err
	}
	switch {
	case version >= 1 && version < schemaVersion:
		if err := s.sound(tables, earlierSchema(version)); err != nil {
			return err
		}
		return s.upgrade(version)
	case version == schemaVersion:
		return s.sound(tables, schema)
	case len(tables) > 0:
		return fmt.Errorf("this is the database of something else; use the folder of a campaign, or an empty one")
	case !create:
		return fmt.Errorf("the database is empty: no campaign has run there yet")
	}
	return s.change(func(tx *sql.Tx) error {
		if _, err := tx.Exec(schema); err != nil {
			return err
		}
		_, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
		return err
	})
}

// earlierSchema is that of a version before this one.
func earlierSchema(version int64) string {
	columns := findingsColumns
	if version >= 2 {
		columns += causeColumn
	}
	return restOfSchema + columns + endOfFindings
}

// upgrade gives the findings of an earlier version the columns that it had not; what they hold is not known.
func (s *store) upgrade(version int64) error {
	return s.change(func(tx *sql.Tx) error {
		for _, step := range []string{
			"ALTER TABLE findings RENAME TO earlier", findingsTable,
			"INSERT INTO findings SELECT *" + strings.Repeat(", ''", int(schemaVersion-version)) + " FROM earlier", "DROP TABLE earlier",
			fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		} {
			if _, err := tx.Exec(step); err != nil {
				return err
			}
		}
		return nil
	})
}

// objects lists what the database has, a line each. The texts of SQLite's own schema table are
// compared literally with those of a fresh database.
func (s *store) objects() ([]string, error) {
	rows, err := s.db.Query("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var kind, name, table, text string
		if err := rows.Scan(&kind, &name, &table, &text); err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%s %s of %s: %s", kind, name, table, text))
	}
	return all, rows.Err()
}

// expected is what a campaign's database has. It is found by running its schema in memory.
func expected(schema string) []string {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(schema); err != nil {
		panic("BUG: the schema: " + err.Error())
	}
	all, err := (&store{db}).objects()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return all
}

// sound reports a database that is not as this program makes it, or that is damaged. quick_check
// looks at the structure of all pages; indices are compared by the campaign's own reading of the
// rows.
func (s *store) sound(tables []string, schema string) error {
	want := expected(schema)
	for _, t := range tables {
		if !slices.Contains(want, t) {
			return fmt.Errorf("the database has what no campaign's has (%s): it was changed by something else", quote.Line(t[:min(len(t), 80)]))
		}
	}
	if len(tables) != len(want) {
		return fmt.Errorf("the database has %d tables and indexes, a campaign's has %d: it was changed by something else", len(tables), len(want))
	}
	var verdict string
	if err := s.db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the database is damaged: %s", quote.Line(verdict))
	}
	return nil
}

// close does a checkpoint, since this is the last connection to the database.
func (s *store) close() error { return s.db.Close() }

// change runs a transaction. do must not begin a transaction of its own.
func (s *store) change(do func(tx *sql.Tx) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		// The rollback's own error says nothing more: the transaction is gone with the process at the latest.
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// meta returns a setting, empty if there is none. Keys are seed and preset.
func (s *store) meta(key string) (string, error) {
	var v string
	err := s.db.QueryRow("SELECT value FROM meta WHERE key = ?", key).Scan(&v)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return v, err
}

// batch is what the next transaction makes durable. It is filled by the coordinator between two
// commits.
type batch struct {
	texts    []string // programs that the rows refer to
	meta     map[string]string
	counters map[string]int64
	coverage []covered
	corpus   []row   // added or dropped
	forget   []int64 // corpus rows that go
	findings map[string]*finding
}

// covered is a new coverage event.
type covered struct {
	id     int
	name   string
	number int64
	at     int64 // milliseconds since 1970, as all times of the database
}

// row is a row of the table corpus. The number is the key: a program enters the corpus once.
type row struct {
	number  int64  // of the program in the campaign
	program string // hash of its text
	insts   int
	events  []int // identities of the coverage events that it reached, ascending
	dropped int64 // the corpus is without it from this number on; 0: it is in
}

// commit writes a batch. All of a batch or nothing. The order of the statements is fixed, so that
// two databases of the same campaign are alike.
func (s *store) commit(b *batch) error {
	return s.change(func(tx *sql.Tx) error {
		for _, kv := range sorted(b.meta) {
			if _, err := tx.Exec("INSERT OR REPLACE INTO meta VALUES (?, ?)", kv.key, kv.value); err != nil {
				return err
			}
		}
		for _, kv := range sorted(b.counters) {
			if _, err := tx.Exec("INSERT OR REPLACE INTO counters VALUES (?, ?)", kv.key, kv.value); err != nil {
				return err
			}
		}
		for _, c := range b.coverage {
			if _, err := tx.Exec("INSERT INTO coverage VALUES (?, ?, ?, ?)", c.id, c.name, c.number, c.at); err != nil {
				return err
			}
		}
		for _, e := range b.corpus {
			if _, err := tx.Exec("INSERT OR REPLACE INTO corpus VALUES (?, ?, ?, ?, ?)", e.number, e.program, e.insts, packEvents(e.events), e.dropped); err != nil {
				return err
			}
		}
		for _, n := range b.forget {
			if _, err := tx.Exec("DELETE FROM corpus WHERE number = ?", n); err != nil {
				return err
			}
		}
		for _, kv := range sorted(b.findings) {
			if err := kv.value.insert(tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// The columns are in the order of the schema.
func (f *finding) insert(tx *sql.Tx) error {
	_, err := tx.Exec("INSERT OR REPLACE INTO findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		f.Hash, f.Check, f.Rule, f.Message, f.Detail, string(f.State), f.SameAs, f.Note, f.With,
		f.Number, strconv.FormatUint(f.Seed, 10), f.Fuel, f.Open, f.Expect, f.Defined, f.Made,
		f.Program, f.Insts, f.Reduced, f.ReducedInsts, f.ReducedHash, f.Count, f.First, f.Last, f.Cause, f.Suspects)
	return err
}

// findings returns all, in the order in which they were found. Each row is checked before it is
// used, see valid.go, and the error names it.
func (s *store) findings() ([]*finding, error) {
	rows, err := s.db.Query("SELECT * FROM findings ORDER BY number, hash")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []*finding
	for rows.Next() {
		f := &finding{}
		var state, seed string
		if err := rows.Scan(&f.Hash, &f.Check, &f.Rule, &f.Message, &f.Detail, &state, &f.SameAs, &f.Note, &f.With,
			&f.Number, &seed, &f.Fuel, &f.Open, &f.Expect, &f.Defined, &f.Made,
			&f.Program, &f.Insts, &f.Reduced, &f.ReducedInsts, &f.ReducedHash, &f.Count, &f.First, &f.Last, &f.Cause, &f.Suspects); err != nil {
			return nil, wrong("findings", len(all), err)
		}
		f.State = State(state)
		if f.Seed, err = strconv.ParseUint(seed, 10, 64); err == nil {
			err = f.valid()
		}
		if err != nil {
			return nil, wrong("findings", len(all), err)
		}
		all = append(all, f)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return all, related(all)
}

// Names that this version does not know are kept and ignored.
func (s *store) counters() (map[string]int64, error) {
	rows, err := s.db.Query("SELECT name, value FROM counters")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]int64{}
	for rows.Next() {
		var name string
		var v int64
		err := rows.Scan(&name, &v)
		if err == nil {
			err = counted(name, v)
		}
		if err != nil {
			return nil, wrong("counters", len(all), err)
		}
		all[name] = v
	}
	return all, rows.Err()
}

// corpus returns the entries in the order of their programs' numbers, without their texts. The
// texts are files, read by the campaign.
func (s *store) corpus() ([]*entry, error) {
	rows, err := s.db.Query("SELECT number, program, insts, events, dropped FROM corpus ORDER BY number")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []*entry
	for rows.Next() {
		e := &entry{}
		var events []byte
		err := rows.Scan(&e.number, &e.program, &e.insts, &events, &e.dropped)
		if err == nil {
			e.events, err = unpackEvents(events)
		}
		if err == nil {
			err = e.valid()
		}
		if err != nil {
			return nil, wrong("corpus", len(all), err)
		}
		all = append(all, e)
	}
	return all, rows.Err()
}

// coverage returns the names of the events by their identities. Identities are handed out upward
// and never reused.
func (s *store) coverage() ([]covered, error) {
	rows, err := s.db.Query("SELECT id, name, number, at FROM coverage ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []covered
	for rows.Next() {
		var c covered
		err := rows.Scan(&c.id, &c.name, &c.number, &c.at)
		if err == nil {
			err = c.valid()
		}
		if err != nil {
			return nil, wrong("coverage", len(all), err)
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// beginRun adds a row to the table of runs. The table of runs is for people; nothing is decided by
// it.
func (s *store) beginRun(started int64, workers int, checks string, first int64) (id int64, err error) {
	err = s.change(func(tx *sql.Tx) error {
		res, err := tx.Exec("INSERT INTO runs (started, ended, workers, checks, first, next, reason) VALUES (?, 0, ?, ?, ?, ?, '')",
			started, workers, checks, first, first)
		if err == nil {
			id, err = res.LastInsertId()
		}
		return err
	})
	return id, err
}

// endRun completes it; a run that was killed has no end.
func (s *store) endRun(id, ended, next int64, reason string) error {
	return s.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE runs SET ended = ?, next = ?, reason = ? WHERE id = ?", ended, next, reason, id)
		return err
	})
}

// packEvents writes identities as differences; they are in ascending order. An event costs about a
// byte this way. An empty set is an empty blob, as the column is not null.
func packEvents(ids []int) []byte {
	var out []byte
	last := 0
	for _, id := range ids {
		out = binary.AppendUvarint(out, uint64(id-last))
		last = id
	}
	if out == nil {
		return []byte{}
	}
	return out
}

// unpackEvents reads what packEvents writes. The differences are checked against the limit before
// they are added, so that nothing wraps.
func unpackEvents(b []byte) ([]int, error) {
	var ids []int
	last := uint64(0)
	for len(b) > 0 {
		d, n := binary.Uvarint(b)
		if n <= 0 || d > maxID-last || d == 0 && len(ids) > 0 {
			return nil, fmt.Errorf("the events are no ascending numbers of at most %d", maxID)
		}
		last += d
		ids = append(ids, int(last))
		b = b[n:]
	}
	return ids, nil
}
