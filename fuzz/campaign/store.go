package campaign

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// schemaVersion is that of this program. A database with a later one is left alone; one with
// an earlier one is brought up to date by the steps of upgrades.
const schemaVersion = 1

// schema is the database. Rows refer to programs by the hash of their text.
const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE coverage (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, number INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE corpus (number INTEGER PRIMARY KEY, program TEXT NOT NULL, insts INTEGER NOT NULL, events BLOB NOT NULL, dropped INTEGER NOT NULL) STRICT;
CREATE TABLE findings (
	hash TEXT PRIMARY KEY, check_name TEXT NOT NULL, rule TEXT NOT NULL, message TEXT NOT NULL, detail TEXT NOT NULL,
	state TEXT NOT NULL, same_as TEXT NOT NULL, note TEXT NOT NULL, with_hashes TEXT NOT NULL,
	number INTEGER NOT NULL, seed TEXT NOT NULL, fuel INTEGER NOT NULL, open INTEGER NOT NULL, expect INTEGER NOT NULL, defined INTEGER NOT NULL, made TEXT NOT NULL,
	program TEXT NOT NULL, insts INTEGER NOT NULL, reduced TEXT NOT NULL, reduced_insts INTEGER NOT NULL, reduced_hash TEXT NOT NULL,
	count INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE runs (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER NOT NULL, workers INTEGER NOT NULL,
	checks TEXT NOT NULL, first INTEGER NOT NULL, next INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
`

// store is the database of a campaign. Only the coordinator writes.
//
// Journal mode WAL with synchronous=NORMAL: a killed process loses nothing, a power cut may
// lose the last transactions but leaves an earlier consistent state, from which the campaign
// makes the same programs again.
type store struct{ db *sql.DB }

const databaseName = "campaign.db"

// openStore opens the database of a folder. Without create it must exist.
func openStore(dir string, create bool) (*store, error) {
	name := filepath.Join(dir, databaseName)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !create {
		return nil, fmt.Errorf("%s is not the folder of a campaign: there is no %s", dir, databaseName)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() && !create {
		return nil, fmt.Errorf("%s is not the folder of a campaign: it is a file", dir)
	}
	query := url.Values{"_pragma": {"busy_timeout(10000)", "synchronous(NORMAL)"}, "_txlock": {"immediate"}}
	if create {
		query.Add("_pragma", "journal_mode(WAL)")
	} else {
		query.Add("_pragma", "query_only(1)")
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: name}).EscapedPath(), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &store{db}
	if err := s.prepare(create); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), db.Close())
	}
	return s, nil
}

// prepare makes the tables or looks at their version. The version is in the transaction of the
// tables: there are all or none.
func (s *store) prepare(create bool) error {
	var version int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case version > schemaVersion:
		return fmt.Errorf("the database has schema %d, this program knows %d: it was made by a later tuffy-fuzz; use that, or another folder", version, schemaVersion)
	case version == schemaVersion:
		return nil
	case !create:
		return fmt.Errorf("the database is empty: no campaign has run there yet")
	}
	var tables int
	if err := s.db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("this is the database of something else; use the folder of a campaign, or an empty one")
	}
	return s.change(func(tx *sql.Tx) error {
		if _, err := tx.Exec(schema); err != nil {
			return err
		}
		_, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
		return err
	})
}

func (s *store) close() error { return s.db.Close() }

// change runs a transaction.
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

// meta returns a setting, empty if there is none.
func (s *store) meta(key string) (string, error) {
	var v string
	err := s.db.QueryRow("SELECT value FROM meta WHERE key = ?", key).Scan(&v)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return v, err
}

// batch is what the next transaction makes durable.
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

// row is a row of the table corpus.
type row struct {
	number  int64  // of the program in the campaign
	program string // hash of its text
	insts   int
	events  []int // identities of the coverage events that it reached, ascending
	dropped int64 // the corpus is without it from this number on; 0: it is in
}

// commit writes a batch.
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

func (f *finding) insert(tx *sql.Tx) error {
	_, err := tx.Exec("INSERT OR REPLACE INTO findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		f.Hash, f.Check, f.Rule, f.Message, f.Detail, string(f.State), f.SameAs, f.Note, f.With,
		f.Number, strconv.FormatUint(f.Seed, 10), f.Fuel, f.Open, f.Expect, f.Defined, f.Made,
		f.Program, f.Insts, f.Reduced, f.ReducedInsts, f.ReducedHash, f.Count, f.First, f.Last)
	return err
}

// findings returns all, in the order in which they were found.
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
			&f.Program, &f.Insts, &f.Reduced, &f.ReducedInsts, &f.ReducedHash, &f.Count, &f.First, &f.Last); err != nil {
			return nil, err
		}
		f.State = State(state)
		if f.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, rows.Err()
}

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
		if err := rows.Scan(&name, &v); err != nil {
			return nil, err
		}
		all[name] = v
	}
	return all, rows.Err()
}

// corpus returns the entries in the order of their programs' numbers, without their texts.
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
		if err := rows.Scan(&e.number, &e.program, &e.insts, &events, &e.dropped); err != nil {
			return nil, err
		}
		e.events = unpackEvents(events)
		all = append(all, e)
	}
	return all, rows.Err()
}

// coverage returns the names of the events by their identities.
func (s *store) coverage() ([]covered, error) {
	rows, err := s.db.Query("SELECT id, name, number, at FROM coverage ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []covered
	for rows.Next() {
		var c covered
		if err := rows.Scan(&c.id, &c.name, &c.number, &c.at); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// beginRun adds a row to the table of runs.
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

// packEvents writes identities as differences; they are in ascending order.
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

func unpackEvents(b []byte) []int {
	var ids []int
	last := 0
	for len(b) > 0 {
		d, n := binary.Uvarint(b)
		if n <= 0 {
			return ids
		}
		last += int(d)
		ids = append(ids, last)
		b = b[n:]
	}
	return ids
}
