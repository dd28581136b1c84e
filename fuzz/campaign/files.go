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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/parser"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// address is the name of a content. The same program found twice is one file, and a file that is
// damaged is told by its name.
func address(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// programs is the folder of content-addressed programs: programs/ab/ab12….tir. Two digits of the
// hash make 256 folders, which keeps each small.
type programs struct {
	*folder
	c bool // they are programs in C
}

// ext is how the names of programs end.
func (p programs) ext() string {
	if p.c {
		return ".c"
	}
	return ".tir"
}

const (
	programsDir = "programs"
	damagedDir  = "damaged" // for programs that do not hold what their names say
)

// path is the file of a program. The check comes before the path is built: a hash from a database
// might be anything.
func (p programs) path(sum string) string {
	if !isHex(sum, addressDigits) {
		panic("BUG: a program's hash was not looked at: " + strconv.Quote(sum))
	}
	return filepath.Join(programsDir, sum[:2], sum+p.ext())
}

// putAll writes those of the texts that are not there yet.
func (p programs) putAll(texts []string) error {
	var missing []string
	for _, text := range texts {
		// A file that is there is taken for whole, since files appear by renaming.
		if _, err := p.regular(p.path(address(text))); err != nil {
			missing = append(missing, text)
		}
	}
	together := p.write == nil && canFlushAll
	for len(missing) > 0 {
		n := min(len(missing), flushTexts)
		if !together || n < leastTogether {
			return p.putApart(missing)
		}
		if err := p.putTogether(missing[:n]); err != nil {
			return err
		}
		missing = missing[n:]
	}
	return nil
}

// leastTogether is for how few files it does not pay to flush the whole file system.
const leastTogether = 8

// putTogether is [writeDurable] for many files: all texts, one flush of the file system, all names, another flush. Two flushes
// for each file are most of what writing it takes.
func (p programs) putTogether(texts []string) (err error) {
	folders := map[string]*folder{}
	defer func() {
		for _, in := range folders {
			err = errors.Join(err, in.close())
		}
	}()
	type staged struct {
		in         *folder
		temp, name string
	}
	var all []staged
	for _, text := range texts {
		dir, name := filepath.Split(p.path(address(text)))
		in := folders[dir]
		if in == nil {
			if in, err = p.sub(filepath.Clean(dir)); err != nil {
				return p.named(err)
			}
			folders[dir] = in
		}
		temp, err := in.stage(name, []byte(text), false)
		if err != nil {
			return err
		}
		all = append(all, staged{in, temp, name})
	}
	if err := p.flushAll(); err != nil {
		return err
	}
	for _, s := range all {
		if err := s.in.rename(s.temp, s.name); err != nil {
			return err
		}
	}
	return p.flushAll()
}

// flushAll makes all that was written to the folder's file system durable.
func (f *folder) flushAll() error {
	d, err := f.root.Open(".")
	if err != nil {
		return f.named(err)
	}
	return errors.Join(flushAll(d), d.Close())
}

// putApart writes files a few at a time. Eight at a time overlap the flushes of the disk, which take most of the time. The
// first error is returned after all have ended.
func (p programs) putApart(texts []string) error {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		errs []error
		turn = make(chan struct{}, 8)
	)
	for _, text := range texts {
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			if err := p.put(p.path(address(text)), []byte(text)); err != nil {
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

// text returns the text of a program after comparing it with its name. The comparison makes every
// read safe against damage and manipulation; the size is bounded by what the parser takes.
func (p programs) text(sum string) (string, error) {
	text, err := p.read(p.path(sum), parser.MaxInput)
	if err != nil {
		return "", err
	}
	if address(string(text)) != sum {
		return "", fmt.Errorf("%s does not hold what its name says", filepath.Join(p.dir, p.path(sum)))
	}
	return string(text), nil
}

// setAside moves what stands for a program, and is not it, out of the way, and says so. What is
// moved away is kept for people to look at. A second program with the same name replaces the first.
func (p programs) setAside(sum string, why error) (note string, err error) {
	from, to := p.path(sum), filepath.Join(damagedDir, sum+p.ext())
	if _, err := p.root.Lstat(from); err != nil {
		return fmt.Sprintf("a program is lost: %v", why), nil
	}
	if err := p.root.MkdirAll(damagedDir, 0o755); err != nil {
		return "", p.named(err)
	}
	if err := errors.Join(p.root.RemoveAll(to), p.root.Rename(from, to)); err != nil {
		return "", fmt.Errorf("%w, and cannot be moved away: %w", why, err)
	}
	return fmt.Sprintf("a program is damaged and was moved to %s: %v", filepath.Join(p.dir, to), why), nil
}

// sweep removes the programs that nothing refers to, and what a crash left half-written. A path is
// compared with what the name demands, so that nothing else is ever removed.
func (p programs) sweep(keep map[string]bool) error {
	err := p.walk(programsDir, func(path string, d fs.DirEntry) error {
		sum, ok := strings.CutSuffix(d.Name(), p.ext())
		if ok && isHex(sum, addressDigits) && !keep[sum] && path == p.path(sum) {
			return p.root.Remove(path)
		}
		return nil
	})
	for _, dir := range []string{programsDir, bugsDir, flakyDir, hangsDir} {
		if err == nil {
			err = p.sweepTemps(dir)
		}
	}
	return err
}

// The file stays when the process ends: removing it would race with a process that has just opened
// it.
const lockName = "lock"

// ours reports a folder that is neither empty nor a campaign's, before anything is written there.
// A process that is killed while it makes a campaign leaves the lock, and perhaps an empty
// database: these two and SQLite's files beside it belong to nothing else.
func ours(f *folder) error {
	dir, err := f.root.Open(".")
	if err != nil {
		return f.named(err)
	}
	entries, err := dir.ReadDir(-1) // before the look at the database, which another process may be making
	if err = errors.Join(err, dir.Close()); err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	const remedy = "give the folder of a campaign, or one that is empty or does not exist yet"
	switch info, err := f.regular(databaseName); {
	case err == nil && info.Size() > 0:
		return nil // SQLite says what is wrong with it
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil:
		if _, err := f.root.Lstat(lockName); err != nil {
			return fmt.Errorf("%s is not the folder of a campaign: its %s is empty; %s", f.dir, databaseName, remedy)
		}
	}
	for _, e := range entries {
		if name := e.Name(); name != lockName && name != databaseName && !strings.HasPrefix(name, databaseName+"-") {
			return fmt.Errorf("%s is not the folder of a campaign: it has no database in %s, but holds %s; %s", f.dir, databaseName, quote.Line(name), remedy)
		}
	}
	return nil
}

// LockedError says that another process works on the folder.
type LockedError struct {
	Dir   string
	Owner string // its process id, empty if it is not known
}

// The owner's text came from a file that may hold anything, so only a number is repeated.
func (e *LockedError) Error() string {
	who := "another process"
	if _, err := strconv.Atoi(e.Owner); err == nil {
		who = "process " + e.Owner
	}
	return fmt.Sprintf("%s is in use: %s runs a campaign there; wait for it, or use another folder", e.Dir, who)
}

// lock takes the folder for this process. The lock goes with the process, however it ends. The
// owner's number in the file is for the message of the next process; the lock itself is flock's.
func lock(f *folder) (*os.File, error) {
	if _, err := f.own(lockName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// O_NONBLOCK keeps a named pipe in its place from blocking the open.
	l, err := f.root.OpenFile(lockName, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK, 0o644)
	if err != nil {
		return nil, f.named(err)
	}
	taken, err := tryLock(l)
	// A page may be asking at this moment whether a campaign runs here.
	for n := 0; n < 5 && taken; n++ {
		time.Sleep(5 * time.Millisecond)
		taken, err = tryLock(l)
	}
	if err != nil {
		owner := make([]byte, 20)
		n, _ := l.Read(owner) // an owner that is not known is left out of the message
		l.Close()
		if taken {
			return nil, &LockedError{Dir: f.dir, Owner: strings.Trim(string(owner[:n]), " \n")}
		}
		return nil, fmt.Errorf("cannot lock %s: %w", f.dir, err)
	}
	if err := errors.Join(l.Truncate(0), writeAt(l, fmt.Sprintln(os.Getpid()))); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// inUse reports whether a process works on a folder. It takes a shared lock for the moment of the question, which
// [lock] tries again for.
func inUse(dir string) bool {
	l, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer l.Close()
	taken, _ := tryShare(l)
	return taken
}

// The file was truncated, so the text is all that is in it.
func writeAt(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// diskFull reports whether an error means that nothing more can be written. SQLite says so in its
// own words for the database, and calls it an I/O error while it writes the journal, its index or
// a file that is as large as files may be. An error that it does not know is reported as it is.
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
