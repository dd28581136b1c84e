package host

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Tree is a directory whose files a program may open, and no others: package os resolves each name below it, links
// included. Only regular files are opened: nothing in it can block a run or reach a device.
type Tree struct {
	root    *os.Root
	dir     string // absolute
	written int64
}

// maxWritten bounds the bytes that one run writes to files.
const maxWritten = 1 << 32

// OpenTree opens a directory.
func OpenTree(dir string) (*Tree, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(full)
	if err != nil {
		return nil, err
	}
	return &Tree{root: root, dir: full}, nil
}

// Close ends the use of the directory.
func (t *Tree) Close() error { return t.root.Close() }

// name is a program's name of a file below the directory. An absolute one must begin with it.
func (t *Tree) name(name string) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	if !strings.HasPrefix(name, "/") {
		return name, nil
	}
	rel, err := filepath.Rel(t.dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", syscall.EACCES
	}
	return rel, nil
}

// open opens a regular file with flags of package os.
func (t *Tree) open(name string, flag int, mode os.FileMode) (content, error) {
	f, err := t.openFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return treeFile{f, t}, nil
}

// openFile is open for the file of the system.
func (t *Tree) openFile(name string, flag int, mode os.FileMode) (*os.File, error) {
	name, err := t.name(name)
	if err != nil {
		return nil, err
	}
	if info, err := t.root.Stat(name); err == nil {
		if err := regular(info); err != nil {
			return nil, err
		}
	}
	// Not cut before it is known to be a file.
	f, err := t.root.OpenFile(name, flag&^os.O_TRUNC|syscall.O_NONBLOCK|syscall.O_NOCTTY, mode&0o777)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(info)
	}
	if err == nil && virtual(f) {
		err = syscall.EACCES
	}
	if err == nil && flag&os.O_TRUNC != 0 {
		err = f.Truncate(0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func regular(info os.FileInfo) error {
	switch {
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return syscall.EACCES
	}
	return nil
}

// virtual reports whether a file is one of the kernel's (/proc, /sys): to write it would act on this process or the machine.
func virtual(f *os.File) bool {
	var s syscall.Statfs_t
	if err := syscall.Fstatfs(int(f.Fd()), &s); err != nil {
		return true
	}
	for _, magic := range []int64{0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x27e0eb, 0x63677270, 0xcafe4a11, 0x19800202} {
		if int64(s.Type) == magic {
			return true
		}
	}
	return false
}

// remove removes a file, or an empty directory.
func (t *Tree) remove(name string) error {
	name, err := t.name(name)
	if err != nil {
		return err
	}
	return t.root.Remove(name)
}

func (t *Tree) rename(from, to string) error {
	from, err := t.name(from)
	if err != nil {
		return err
	}
	if to, err = t.name(to); err != nil {
		return err
	}
	return t.root.Rename(from, to)
}

// stat is the information about a file or directory of the tree, or with follow about what a link leads to.
func (t *Tree) stat(name string, follow bool) (fs.FileInfo, error) {
	name, err := t.name(name)
	if err != nil {
		return nil, err
	}
	if follow {
		return t.root.Stat(name)
	}
	return t.root.Lstat(name)
}

// list is what a directory has, sorted by name.
func (t *Tree) list(name string) ([]fs.FileInfo, error) {
	name, err := t.name(name)
	if err != nil {
		return nil, err
	}
	f, err := t.root.OpenFile(name, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := f.Readdir(maxNodes)
	if err == io.EOF {
		err = nil
	}
	sortInfos(all)
	return all, err
}

func (t *Tree) mkdir(name string, mode os.FileMode) error {
	name, err := t.name(name)
	if err != nil {
		return err
	}
	return t.root.Mkdir(name, mode&0o777)
}

func (t *Tree) chmod(name string, mode os.FileMode) error {
	name, err := t.name(name)
	if err != nil {
		return err
	}
	return t.root.Chmod(name, mode&0o777)
}

func (t *Tree) start() string { return t.dir }

// content is the bytes of a file.
type content interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Truncate(size int64) error
	info() (fs.FileInfo, error)
}

// treeFile is a file of a tree.
type treeFile struct {
	*os.File
	tree *Tree
}

func (f treeFile) info() (fs.FileInfo, error) { return f.Stat() }

func (f treeFile) Truncate(size int64) error {
	if size > maxWritten {
		return syscall.EFBIG
	}
	return f.File.Truncate(size)
}

func (f treeFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f treeFile) WriteAt(b []byte, at int64) (int, error) {
	if f.tree.written += int64(len(b)); f.tree.written > maxWritten || at > maxWritten {
		return 0, syscall.ENOSPC
	}
	return f.File.WriteAt(b, at)
}

// memoryFile is a temporary file, or one of a private tree.
type memoryFile struct {
	b        []byte
	st       *State
	unlinked bool // a private tree has it no more, and its bytes are not counted
}

// maxInMemory bounds the bytes of the temporary files of a run.
const maxInMemory = 1 << 26

func (f *memoryFile) Size() (int64, error) { return int64(len(f.b)), nil }

func (f *memoryFile) ReadAt(b []byte, at int64) (int, error) {
	if at >= int64(len(f.b)) {
		return 0, io.EOF
	}
	return copy(b, f.b[at:]), nil
}

func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	more := int(max(at+int64(len(b))-int64(len(f.b)), 0))
	if at > maxInMemory || f.st.inMemory+more > maxInMemory {
		return 0, syscall.ENOSPC
	}
	f.count(more)
	f.b = append(f.b, make([]byte, more)...)
	return copy(f.b[at:], b), nil
}

// count counts bytes more, or fewer.
func (f *memoryFile) count(n int) {
	if !f.unlinked {
		f.st.inMemory += n
	}
}

// Truncate makes the file shorter, or longer with zeros.
func (f *memoryFile) Truncate(size int64) error {
	more := int(min(size, maxInMemory+1)) - len(f.b)
	if f.st.inMemory+more > maxInMemory {
		return syscall.EFBIG
	}
	f.count(more)
	if more < 0 {
		f.b = slices.Clone(f.b[:size])
		return nil
	}
	f.b = append(f.b, make([]byte, more)...)
	return nil
}

func (f *memoryFile) info() (fs.FileInfo, error) {
	return &node{name: "tmpfile", mode: 0o600, data: f}, nil
}

func (f *memoryFile) Close() error {
	f.count(-len(f.b))
	f.b = nil
	return nil
}

// files are the files of the run: those below a directory that it was given, or private ones.
func (st *State) files() fileTree {
	if st.Tree != nil {
		return st.Tree
	}
	if st.private == nil {
		st.private = newPrivateTree(st)
	}
	return st.private
}

// at is the name of a file as the tree has it, which the program names relative to its working directory.
func (st *State) at(name string) string {
	if st.dir == "" || name == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return st.dir + "/" + name
}

// refused notes the first file that a program did not find for want of a directory of its own.
func (st *State) refused(function, name string) {
	if st.Tree == nil && st.Refused == "" {
		st.Refused = fmt.Sprintf("%s(%q)", function, name)
	}
}

// Hint says what a user can do about a file that was not opened; it is empty if there was none.
func (st *State) Hint() string {
	if st.Refused == "" {
		return ""
	}
	return st.Refused + " failed: the program has files that it makes in the run alone; --allow-files DIR gives it those below a directory"
}
