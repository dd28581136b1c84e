package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// writer writes a whole file; tests put one in its place that fails as a full disk does.
type writer func(name string, text []byte) error

// writeDurable writes a file so that after a crash at any point the name has the whole text or
// nothing: a temporary file, flushed, renamed; then the folder is flushed.
func writeDurable(name string, text []byte) error {
	dir := filepath.Dir(name)
	tmp, err := os.CreateTemp(dir, tempPrefix+"*")
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		tmp, err = os.CreateTemp(dir, tempPrefix+"*")
	}
	if err != nil {
		return err
	}
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// tempPrefix begins the names of files that are not whole yet.
const tempPrefix = ".tmp-"

// address is the name of a content.
func address(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// programs is the folder of content-addressed programs: programs/ab/ab12….tir.
type programs struct {
	dir   string
	write writer
}

func (p programs) path(sum string) string { return filepath.Join(p.dir, sum[:2], sum+".tir") }

// put writes those of the texts that are not there yet, a few at a time.
func (p programs) put(texts []string) error {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		errs []error
		turn = make(chan struct{}, 8)
	)
	for _, text := range texts {
		name := p.path(address(text))
		if _, err := os.Stat(name); err == nil {
			continue
		}
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			if err := p.write(name, []byte(text)); err != nil {
				mu.Lock()
				errs = append(errs, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// read returns the text of a program after comparing it with its name.
func (p programs) read(sum string) (string, error) {
	text, err := os.ReadFile(p.path(sum))
	if err != nil {
		return "", err
	}
	if address(string(text)) != sum {
		return "", fmt.Errorf("%s does not hold what its name says", p.path(sum))
	}
	return string(text), nil
}

// sweep removes the programs that nothing refers to, and what a crash left half-written.
func (p programs) sweep(keep map[string]bool) error {
	return filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		sum, ok := strings.CutSuffix(d.Name(), ".tir")
		if strings.HasPrefix(d.Name(), tempPrefix) || ok && !keep[sum] {
			return os.Remove(path)
		}
		return nil
	})
}

const lockName = "lock"

// ours reports a folder that is neither empty nor a campaign's, before anything is written there.
// A process that is killed while it makes a campaign leaves the lock, and perhaps an empty
// database: these two and SQLite's files beside it are nobody else's.
func ours(dir string) error {
	entries, err := os.ReadDir(dir) // before the look at the database, which another process may be making
	if err != nil {
		return err
	}
	const remedy = "give the folder of a campaign, or one that is empty or does not exist yet"
	database := filepath.Join(dir, databaseName)
	switch info, err := os.Stat(database); {
	case err == nil && (info.Size() > 0 || !info.Mode().IsRegular()):
		return nil // SQLite says what is wrong with it
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil:
		if _, err := os.Stat(filepath.Join(dir, lockName)); err != nil {
			return fmt.Errorf("%s is not the folder of a campaign: its %s is empty; %s", dir, databaseName, remedy)
		}
	}
	for _, e := range entries {
		if name := e.Name(); name != lockName && name != databaseName && !strings.HasPrefix(name, databaseName+"-") {
			return fmt.Errorf("%s is not the folder of a campaign: it has no database in %s, but holds %s; %s", dir, databaseName, name, remedy)
		}
	}
	return nil
}

// LockedError says that another process works on the folder.
type LockedError struct {
	Dir   string
	Owner string // its process id, empty if it is not known
}

func (e *LockedError) Error() string {
	who := "another process"
	if e.Owner != "" {
		who = "process " + e.Owner
	}
	return fmt.Sprintf("%s is in use: %s runs a campaign there; wait for it, or use another folder", e.Dir, who)
}

// lock takes the folder for this process. The lock goes with the process, however it ends.
func lock(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if taken, err := tryLock(f); err != nil {
		owner := make([]byte, 20)
		n, _ := f.Read(owner) // an owner that is not known is left out of the message
		f.Close()
		if taken {
			return nil, &LockedError{Dir: dir, Owner: strings.TrimSpace(string(owner[:n]))}
		}
		return nil, fmt.Errorf("cannot lock %s: %w", dir, err)
	}
	if err := errors.Join(f.Truncate(0), writeAt(f, fmt.Sprintln(os.Getpid()))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func writeAt(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// replaceDir makes a folder hold exactly the given files; dir is complete or absent after a
// crash, and made again by whoever opens the campaign next.
func replaceDir(dir string, write writer, files map[string]string) error {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		full := filepath.Join(dir, name)
		if err := write(full, []byte(files[name])); err != nil {
			return err
		}
		if strings.HasSuffix(name, ".sh") {
			if err := os.Chmod(full, 0o755); err != nil {
				return err
			}
		}
	}
	return nil
}

// diskFull reports whether an error means that nothing more can be written. SQLite says so in its
// own words for the database, and calls it an I/O error while it writes the journal, its index or
// a file that is as large as files may be.
func diskFull(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMSIZE:
			return true
		}
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
