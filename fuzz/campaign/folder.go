package campaign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A campaign's folder may come from elsewhere, made by somebody who wishes its reader harm. So all
// that happens below it goes through [os.Root], which no link and no .. leads out of; only regular
// files are read, and no more of them than there is use for; and names are made of hashes that have
// been looked at ([finding.valid], [row.valid]). SQLite opens files by itself: [folder.checkDatabase]
// looks at them first.

// folder is the folder of a campaign. All paths are relative to root and made by this package. It
// is used from several goroutines.
type folder struct {
	dir   string // as people call it
	root  *os.Root
	write writer
}

// writer writes a whole file; tests put one in its place that fails as a full disk does. nil is
// writeDurable, and [programs.putAll] then makes many files durable together.
type writer func(f *folder, name string, text []byte) error

// openFolder opens a folder, of which nothing is known. Nothing is read or written yet; the folder
// must exist.
func openFolder(dir string, write writer) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		if info, e := os.Stat(dir); e == nil && !info.IsDir() {
			err = errors.New("it is a file")
		}
		return nil, fmt.Errorf("%s is not the folder of a campaign: %w", dir, err)
	}
	return &folder{dir, root, write}, nil
}

// close ends all access below the folder; files that are open stay open.
func (f *folder) close() error { return f.root.Close() }

// put writes a file of the folder. Everything that is written once and whole goes through here.
func (f *folder) put(name string, text []byte) error {
	if f.write != nil {
		return f.write(f, name, text)
	}
	return writeDurable(f, name, text)
}

// notRegular is what a name stands for that is no file with a text. Errors of this kind are about
// the folder's contents, see damaged.
type notRegular struct{ name, what string }

// The name is with the folder, as people would write it.
func (e *notRegular) Error() string { return fmt.Sprintf("%s is %s", e.name, e.what) }

// tooLarge is a file that is larger than such files get. It is told before the file is read.
type tooLarge struct {
	name  string
	limit int64
}

// The limit is told, since a folder may have been damaged rather than tampered with.
func (e *tooLarge) Error() string {
	return fmt.Sprintf("%s has more than %d bytes, which is as large as such a file gets", e.name, e.limit)
}

// kindOf says what a file is that is not regular. The words complete "NAME is …".
func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link, not a file"
	case mode.IsDir():
		return "a folder, not a file"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe, not a file"
	case mode&fs.ModeSocket != 0:
		return "a socket, not a file"
	}
	return "a device, not a file"
}

// regular reports what is wrong with a name as that of a file of the campaign, as fs.ErrNotExist
// where there is none. It uses Lstat: a link is not followed even within the folder.
func (f *folder) regular(name string) (fs.FileInfo, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, f.named(err)
	}
	if !info.Mode().IsRegular() {
		return nil, &notRegular{filepath.Join(f.dir, name), kindOf(info.Mode())}
	}
	return info, nil
}

// own is regular for a file that is written in place: another name of it may be one outside. Files
// written in place are the lock, the journal and the database.
func (f *folder) own(name string) (fs.FileInfo, error) {
	info, err := f.regular(name)
	if err != nil {
		return nil, err
	}
	if linked(info) {
		return nil, &notRegular{filepath.Join(f.dir, name), "a file with another name, too (a hard link): copy the folder"}
	}
	return info, nil
}

// read returns the text of a file of at most limit bytes. The size is looked at before and while it
// is read: the file may grow in between. O_NONBLOCK is for a pipe that took the file's place since.
func (f *folder) read(name string, limit int64) ([]byte, error) {
	info, err := f.regular(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, &tooLarge{filepath.Join(f.dir, name), limit}
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, f.named(err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, f.named(err)
	}
	if int64(len(text)) > limit {
		return nil, &tooLarge{filepath.Join(f.dir, name), limit}
	}
	return text, nil
}

// named puts the folder before the name in an error of os.Root. os.Root reports names relative to
// itself, which mean nothing to people.
func (f *folder) named(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &le): // the new name is the one that somebody knows
		return &fs.PathError{Op: le.Op, Path: filepath.Join(f.dir, le.New), Err: le.Err}
	case errors.As(err, &pe):
		return &fs.PathError{Op: pe.Op, Path: filepath.Join(f.dir, pe.Path), Err: pe.Err}
	}
	return err
}

// damaged reports whether an error of read is about what the folder holds, not about the machine:
// the same would be read again. The listed errors may be gone at the next try; anything else would
// be read again.
func damaged(err error) bool {
	for _, machine := range []error{fs.ErrPermission, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EINTR} {
		if errors.Is(err, machine) {
			return false
		}
	}
	return err != nil
}

// tempPrefix begins the names of files that are not whole yet. A file with this prefix is never
// read, and is removed at the next start.
const tempPrefix = ".tmp-"

// writeDurable writes a file so that after a crash at any point the name has the whole text or
// nothing: a temporary file, flushed, renamed; then its folder is flushed. Scripts can be executed.
// The order is that of POSIX crash safety: data, then name, then the folder's own entry. A random
// part in the name keeps writers apart.
// All happens in the folder that holds the name, which is opened once: each step through the whole path would open
// every folder of it again.
func writeDurable(f *folder, name string, text []byte) error {
	in, err := f.sub(filepath.Dir(name))
	if err != nil {
		return f.named(err)
	}
	return errors.Join(in.writeHere(filepath.Base(name), text), in.close())
}

// sub is a folder below f, which is made if there is none.
func (f *folder) sub(dir string) (*folder, error) {
	root, err := f.root.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err = f.root.MkdirAll(dir, 0o755); err == nil {
			root, err = f.root.OpenRoot(dir)
		}
	}
	if err != nil {
		return nil, err
	}
	return &folder{filepath.Join(f.dir, dir), root, f.write}, nil
}

// writeHere is writeDurable for a file that stands in the folder itself.
func (f *folder) writeHere(name string, text []byte) error {
	temp, err := f.stage(name, text, true)
	if err == nil {
		err = f.rename(temp, name)
	}
	if err != nil {
		return err
	}
	d, err := f.root.Open(".")
	if err != nil {
		return f.named(err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// stage writes the text of a file of the folder itself under a temporary name, which it returns, and flushes it if flush
// says so.
func (f *folder) stage(name string, text []byte, flush bool) (temp string, err error) {
	perm := fs.FileMode(0o644)
	if strings.HasSuffix(name, ".sh") {
		perm = 0o755
	}
	temp = fmt.Sprintf("%s%016x", tempPrefix, rand.Uint64())
	file, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return "", f.named(err)
	}
	_, err = file.Write(text)
	if err == nil {
		err = file.Chmod(perm)
	}
	if err == nil && flush {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "", f.named(errors.Join(err, f.root.Remove(temp)))
	}
	return temp, nil
}

// rename gives a file that was staged its name.
func (f *folder) rename(temp, name string) error {
	if err := f.root.Rename(temp, name); err != nil {
		return f.named(errors.Join(err, f.root.Remove(temp)))
	}
	return nil
}

// clear takes away what stands where a folder is to be made, or where files are to be put into it,
// and is neither. What is in bugs and flaky can be made again. Only what can be made again is
// removed: names in bugs/ and flaky/, and the journal.
func (f *folder) clear(dir string, names []string) error {
	info, err := f.root.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return f.named(err)
	}
	if !info.IsDir() {
		return f.named(f.root.Remove(dir))
	}
	for _, name := range names {
		name = filepath.Join(dir, name)
		if info, err := f.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
			if err := f.root.RemoveAll(name); err != nil {
				return f.named(err)
			}
		}
	}
	return nil
}

// sweepTemps removes what a crash left half-written below a folder. They are of this process's
// predecessors: the lock is held.
func (f *folder) sweepTemps(dir string) error {
	return f.walk(dir, func(path string, d fs.DirEntry) error {
		if strings.HasPrefix(d.Name(), tempPrefix) {
			return f.root.Remove(path)
		}
		return nil
	})
}

// walk visits the files below a folder, which need not exist. It follows no links. A folder or file
// that vanishes meanwhile is passed over.
func (f *folder) walk(dir string, visit func(path string, d fs.DirEntry) error) error {
	info, err := f.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return f.named(err)
	case !info.IsDir():
		return &notRegular{filepath.Join(f.dir, dir), "not a folder"}
	}
	return f.named(fs.WalkDir(f.root.FS(), dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		return visit(path, d)
	}))
}
