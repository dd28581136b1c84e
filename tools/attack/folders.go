package main

import (
	"database/sql"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the database of a campaign
)

// hostileTexts is what somebody might put where a name or a hash is expected.
// Paths that leave the folder, words that a shell would run, options, sequences that a terminal obeys,
// markup for the report's reader, texts too long for a path, and values that SQL or JSON takes for
// something else. Those with pwned leave a file if a shell runs them.
var hostileTexts = []string{
	"", "a", "ab", ".", "..", "/", "../../outside/canary", "../../../outside", "/etc/passwd", "$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "\"; touch pwned; \"",
	"a\ntouch pwned\n", "a b", "-rf", "--out=../outside", "\x1b[2J\x1b]0;pwned\a", "<script>alert(1)</script>", "%s%s%n", "\u202eabc", "ABCDEF123456", "zzzzzzzzzzzz",
	"deadbeefcafe/../../../outside", "deadbeefcafe;touch pwned", "deadbeefcafe\x00x", "1a2b3c4d5e6f\n", strings.Repeat("a", 1<<20), strings.Repeat("../", 2000), "\xff\xfe", "NULL", "1e999", "-1",
	"99999999999999999999999999", "$HOME", "~", "*", "a'b", "\\", "|touch pwned", "&touch pwned", "> pwned", "$(touch ${PWD}/pwned)",
}

// They are the columns of table findings that hold text.
var findingColumns = []string{"hash", "check_name", "rule", "message", "detail", "state", "same_as", "note", "with_hashes", "seed", "made", "program", "reduced", "reduced_hash", "cause"}

// attackFolders gives damaged and crafted campaign folders to the commands that read them.
// A campaign folder may come from somebody else. It would show a path that leaves it, a command that
// is run from it, control characters on the terminal, a panic on a type that a column should not have,
// and a query without an end.
func attackFolders(s *session) {
	model := filepath.Join(s.scratch, "model")
	o := run(limits{wall: 3 * time.Minute}, s.scratch, s.command("tuffy-fuzz"), "run", "--out", model, "--programs", "150", "--seed", fmt.Sprint(s.seed), "-q", "-j", "1", "--reduce-time", "2s")
	if o.status != 0 && o.status != 1 && o.status != 4 {
		s.fail("model", "no campaign to start from", o.report(), nil)
		return
	}
	s.each(s.count, func(i int) {
		r := s.rng(i)
		dir := filepath.Join(s.scratch, fmt.Sprint("f", i))
		camp := filepath.Join(dir, "camp")
		s.must(os.MkdirAll(filepath.Join(dir, "cwd"), 0o755))
		s.must(os.MkdirAll(filepath.Join(dir, "outside", "sub"), 0o755))
		s.must(os.WriteFile(filepath.Join(dir, "outside", "canary"), []byte("alive"), 0o644))
		s.must(os.WriteFile(filepath.Join(dir, "outside", "sub", "canary.tir"), []byte("func @main() {\n  bb0:\n    ret\n}\n"), 0o644))
		s.must(os.WriteFile(filepath.Join(dir, "cwd", "canary"), []byte("alive"), 0o644))
		s.must(os.CopyFS(camp, os.DirFS(model)))
		hash, what, runScripts := craft(r, camp, filepath.Join(dir, "outside"))
		before := snapshot(dir, "camp")
		defer os.RemoveAll(dir)

		// PATH begins with the commands, as the folder's scripts call them by name. HOME is watched,
		// too.
		env := []string{"PATH=" + s.bin + ":" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "cwd")}
		check := func(statuses []int, argv ...string) {
			o := run(limits{wall: 60 * time.Second, env: env}, filepath.Join(dir, "cwd"), argv...)
			cause := o.complaint(statuses...)
			if cause == "" && o.rss > bombMemory {
				cause = "memory"
			}
			if cause == "" && strings.ContainsAny(o.stdout+o.stderr, "\x1b\a") {
				cause = "control characters on the terminal"
			}
			s.note(fmt.Sprintf("%s: status %d", filepath.Base(argv[min(1, len(argv)-1)]), o.status))
			if s.verbose {
				fmt.Printf("%04d %.1f s status %d %q: %q\n", i, o.wall.Seconds(), o.status, what, firstLine(o.stderr+o.stdout))
			}
			if cause != "" {
				s.fail(fmt.Sprintf("%04d", i), cause, strings.Join(what, "; ")+"\n"+o.report(), nil)
			}
		}
		fuzz := s.command("tuffy-fuzz")
		any := []int{0, 1, 4, 65}
		check(any, fuzz, "report", camp)
		// The kernel refuses an argument with a zero byte, or longer than 128 KiB.
		if !strings.Contains(hash, "\x00") && len(hash) < 100_000 {
			check([]int{0, 1, 4, 64, 65}, fuzz, "export", "--out", camp, "--", hash)
			check([]int{0, 1, 4, 64, 65}, fuzz, "export", "--out", camp, "--go", "--", hash)
		}
		check([]int{0, 1, 4, 64, 65}, fuzz, "export", "--out", camp, "--", pick(r, "a", "ab", "..", "'", "0"))
		runs := any
		if onlyPrograms(what) {
			runs = []int{0, 1, 4} // damaged program files are set aside, the campaign continues
		}
		// More programs than the model has, so that the campaign really continues.
		check(runs, fuzz, "run", "--out", camp, "--programs", "170", "-q", "-j", "1", "--reduce-time", "1s", "--hang-time", "10s")
		check(any, fuzz, "report", camp)
		// Scripts are run only where Tuffy made them: a foreign one may do what it likes. 126 and 127
		// are the shell's, for a command that is missing or cannot be run.
		if runScripts {
			scripts, _ := filepath.Glob(filepath.Join(camp, "bugs", "*", "repro.sh"))
			more, _ := filepath.Glob(filepath.Join(camp, "flaky", "*", "repro.sh"))
			for _, script := range append(scripts, more...) {
				check([]int{0, 1, 4, 64, 65, 126, 127}, "/bin/sh", script)
			}
		}
		s.saw("folders")
		// Nothing outside the campaign folder may have changed, whatever the links in it say.
		if d := difference(before, snapshot(dir, "camp")); d != "" {
			s.fail(fmt.Sprintf("%04d-canary", i), "canary touched", strings.Join(what, "; ")+"\n"+d, nil)
		}
	})
}

// onlyPrograms reports whether nothing but files of programs was damaged.
func onlyPrograms(what []string) bool {
	for _, w := range what {
		if !strings.HasPrefix(w, "program files") {
			return false
		}
	}
	return true
}

// craft damages a folder. hash is one that the folder knows a finding by; scripts says whether those
// that the folder has in the end are made by Tuffy.
func craft(r *rand.Rand, camp, outside string) (hash string, what []string, scripts bool) {
	scripts = true
	hash = "1a2b3c4d5e6f"
	for range 1 + r.IntN(1+r.IntN(3)) {
		if r.IntN(3) > 0 {
			h, w := craftRows(r, camp)
			if h != "" {
				hash = h
			}
			what = append(what, w)
		} else {
			w, foreign := craftFiles(r, camp, outside)
			what = append(what, w)
			scripts = scripts && !foreign
		}
	}
	return hash, what, scripts
}

// craftRows changes the database; what SQLite refuses is left out.
// hash is that of the finding it makes, if it makes one.
func craftRows(r *rand.Rand, camp string) (hash, what string) {
	db, err := sql.Open("sqlite", filepath.Join(camp, "campaign.db"))
	if err != nil {
		return "", "no database"
	}
	defer db.Close()
	hostile := func() any {
		switch r.IntN(12) {
		case 0:
			return nil
		case 1:
			return int64(r.Uint64())
		case 2:
			return []byte{0, 1, 2, 0xff}
		case 3:
			return 1.5
		}
		return hostileTexts[r.IntN(len(hostileTexts))]
	}
	// loose makes the table again without the types, keys and checks of its columns, so that anything
	// goes in.
	loose := func(table string) {
		db.Exec("ALTER TABLE " + table + " RENAME TO old")
		db.Exec("CREATE TABLE " + table + " AS SELECT * FROM old")
		db.Exec("DROP TABLE old")
	}
	program := "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	db.QueryRow("SELECT program FROM corpus ORDER BY number LIMIT 1 OFFSET ?", r.IntN(20)).Scan(&program)
	switch r.IntN(9) {
	case 0, 1, 2, 3: // a finding
		row := map[string]any{
			"hash": "1a2b3c4d5e6f", "check_name": "engines", "rule": "", "message": "returned 1 against returned 2", "detail": "x", "state": pick(r, "reduced", "new", "flaky", "same", "hang"),
			"same_as": "", "note": "", "with_hashes": "", "number": 3, "cause": "", "seed": "7", "fuel": 200000, "open": 0, "expect": 0, "defined": 0, "made": "", "program": program, "insts": 10,
			"reduced": program, "reduced_insts": 10, "reduced_hash": "1a2b3c4d5e6f", "count": 1, "first": 1, "last": 2,
		}
		if r.IntN(2) == 0 {
			loose("findings")
		}
		for range 1 + r.IntN(1+r.IntN(3)) {
			c := findingColumns[r.IntN(len(findingColumns))]
			row[c] = hostile()
			what += fmt.Sprintf("finding with %s = %.60q ", c, fmt.Sprint(row[c]))
		}
		var cols, marks []string
		var args []any
		for _, k := range sortedKeys(row) {
			cols, marks, args = append(cols, k), append(marks, "?"), append(args, row[k])
		}
		db.Exec("INSERT INTO findings ("+strings.Join(cols, ",")+") VALUES ("+strings.Join(marks, ",")+")", args...)
		hash, _ = row["hash"].(string)
		return hash, what
	case 4: // a program of the corpus
		loose("corpus")
		v := hostile()
		db.Exec("UPDATE corpus SET program = ? WHERE number < ?", v, r.IntN(50))
		return "", fmt.Sprintf("corpus programs %.60q", fmt.Sprint(v))
	case 5:
		loose("corpus")
		db.Exec("UPDATE corpus SET events = ?, insts = ?, dropped = ? WHERE number < 10", pick[any](r, make([]byte, 20<<20), []byte(strings.Repeat("\xff", 11)), nil, "text", []byte{}), hostile(), hostile())
		return "", "events"
	case 6:
		table := pick(r, "meta", "counters", "coverage", "runs")
		loose(table)
		col := map[string]string{"meta": "value", "counters": "value", "coverage": pick(r, "name", "number", "id"), "runs": pick(r, "checks", "next", "ended", "reason")}[table]
		v := hostile()
		db.Exec("UPDATE "+table+" SET "+col+" = ?", v)
		return "", fmt.Sprintf("%s.%s = %.60q", table, col, fmt.Sprint(v))
	// Triggers run when Tuffy writes, and views answer where it reads a table: both are code of
	// whoever made the database.
	case 7:
		stmt := pick(r,
			"CREATE TRIGGER t AFTER UPDATE ON counters BEGIN DELETE FROM corpus; DELETE FROM findings; END",
			"CREATE TRIGGER t BEFORE INSERT ON corpus BEGIN SELECT RAISE(ABORT, 'no'); END",
			"CREATE TRIGGER t AFTER INSERT ON coverage BEGIN INSERT INTO findings SELECT hex(randomblob(9)) || '/../../../outside/x', 'engines','','','','reduced','','','',1,'1',1,0,0,0,'','../../outside','1','../../outside',1,'',1,1,1; END",
			"CREATE TRIGGER t AFTER INSERT ON runs BEGIN UPDATE meta SET value = '../../outside'; END",
			"CREATE TABLE extra AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c LIMIT 100000) SELECT x, randomblob(50) FROM c",
			"PRAGMA user_version = 999999", "PRAGMA application_id = 1", "PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512")
		db.Exec(stmt)
		return "", stmt
	}
	table := pick(r, "findings", "corpus", "coverage", "counters", "meta", "runs")
	db.Exec("DROP TABLE " + table)
	if r.IntN(2) == 0 {
		db.Exec("CREATE VIEW " + table + " AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c LIMIT 200000) SELECT x AS hash, x AS number, x AS name, x AS value, x AS key, x AS program, x AS insts, x AS events FROM c")
	}
	return "", table + " dropped"
}

// craftFiles changes files; foreign says that scripts in the folder may be ours.
func craftFiles(r *rand.Rand, camp, outside string) (what string, foreign bool) {
	rel, err := filepath.Rel(camp, outside)
	if err != nil {
		rel = outside
	}
	// link puts a link to to in the place of name and says so.
	link := func(name, to string) string {
		path := filepath.Join(camp, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		os.RemoveAll(path)
		os.Symlink(to, path)
		return name + " is a link to " + to
	}
	db := filepath.Join(camp, "campaign.db")
	switch r.IntN(16) {
	case 0:
		b, _ := os.ReadFile(db)
		for range 1 + r.IntN(50) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
			}
		}
		os.WriteFile(db, b, 0o644)
		return "bytes of the database", false
	case 1:
		os.Truncate(db, int64(r.IntN(100_000)))
		return "database cut off", false
	case 2:
		os.Remove(db)
		os.Mkdir(db, 0o755)
		return "the database is a folder", false
	case 3:
		return link("campaign.db", filepath.Join(outside, "canary")), false
	case 4:
		os.WriteFile(db+"-wal", []byte(strings.Repeat("\x37\x7f\x06\x82garbage", 5000)), 0o644)
		return "a journal of garbage", false
	case 5:
		return link("lock", filepath.Join(outside, "canary")), false
	case 6:
		os.RemoveAll(filepath.Join(camp, "lock"))
		os.Mkdir(filepath.Join(camp, "lock"), 0o755)
		return "the lock is a folder", false
	case 7:
		v := hostileTexts[r.IntN(len(hostileTexts))]
		os.WriteFile(filepath.Join(camp, pick(r, "running", "death")), []byte(strings.Repeat(v+"\n", 3)), 0o644)
		return fmt.Sprintf("running or death: %.60q", v), false
	case 8:
		return link(pick(r, "running", "death", "hangs"), pick(r, filepath.Join(outside, "canary"), outside)), false
	case 9:
		return link(pick(r, "bugs", "flaky"), outside), true
	case 10:
		os.RemoveAll(filepath.Join(camp, "programs"))
		return link("programs", outside), false
	case 11:
		return link("bugs/1a2b3c4d5e6f", pick(r, outside, rel)), true
	case 12:
		return link("bugs/1a2b3c4d5e6f/"+pick(r, "repro.sh", "report.md", "original.tir", "reduced.tir"), filepath.Join(outside, "canary")), true
	}
	// Program files: gone, cut off, huge, other, links.
	files, _ := filepath.Glob(filepath.Join(camp, "programs", "*", "*.tir"))
	if len(files) == 0 {
		return "no programs", false
	}
	kind := r.IntN(6)
	for range 1 + r.IntN(20) {
		f := files[r.IntN(len(files))]
		switch kind {
		case 0:
			os.Remove(f)
		case 1:
			os.Truncate(f, int64(r.IntN(50)))
		case 2:
			os.WriteFile(f, []byte(strings.Repeat("garbage \x00\x1b[2J", 100)), 0o644)
		case 3:
			os.Remove(f)
			os.Symlink(filepath.Join(outside, "sub", "canary.tir"), f)
		case 4:
			os.WriteFile(f, []byte("func @main() -> int:s32 {\n  bb0:\n    v0 = iconst 1\n    ret v0\n}\n"), 0o644)
		case 5:
			os.Remove(f)
			os.Symlink("/dev/zero", f)
		}
	}
	return fmt.Sprintf("program files, kind %d", kind), false
}

// snapshot has all files below dir with their contents, without those below except.
// A link is compared by its kind, and not followed.
func snapshot(dir, except string) map[string]string {
	files := map[string]string{}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		if err != nil {
			return nil
		}
		if rel == except {
			return filepath.SkipDir
		}
		files[rel] = d.Type().String()
		if d.Type().IsRegular() {
			b, _ := os.ReadFile(path)
			files[rel] = string(b)
		}
		return nil
	})
	return files
}

func difference(before, after map[string]string) string {
	for _, k := range sortedKeys(after) {
		if old, ok := before[k]; !ok {
			return "new: " + k
		} else if old != after[k] {
			return "changed: " + k
		}
	}
	for _, k := range sortedKeys(before) {
		if _, ok := after[k]; !ok {
			return "gone: " + k
		}
	}
	return ""
}
