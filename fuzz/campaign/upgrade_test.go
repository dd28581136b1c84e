package campaign

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestUpgrade: a folder of an earlier version, whose findings had no causes or no suspects, is read as it is and continued.
func TestUpgrade(t *testing.T) {
	for version := int64(1); version < schemaVersion; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) { upgraded(t, version) })
	}
}

func upgraded(t *testing.T, version int64) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	hash, program := strings.Repeat("a", hashDigits), strings.Repeat("b", addressDigits)
	for _, step := range []string{
		earlierSchema(version), fmt.Sprintf("PRAGMA user_version = %d", version),
		"INSERT INTO meta VALUES ('seed', '7'), ('preset', 'mix')",
		"INSERT INTO findings VALUES ('" + hash + "', 'engines', '', 'm', 'd', 'whole', '', '', '', 1, '2', 0, 0, 0, 0, 'fresh', '" + program + "', 3, '', 0, '', 4, 5, 6" + strings.Repeat(", ''", int(version-1)) + ")",
	} {
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	v, err := OpenViewer(dir)
	if err != nil {
		t.Fatal(err)
	}
	if bugs := v.Bugs(); len(bugs) != 1 || bugs[0].Hash != hash || bugs[0].Count != 4 || bugs[0].Rule != "" {
		t.Errorf("%+v", bugs)
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if bugs := c.Bugs(); len(bugs) != 1 || bugs[0].Message != "m" || c.Options().Seed != 7 {
		t.Errorf("%+v", bugs)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}
