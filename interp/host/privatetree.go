package host

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fileTree is the files that a program may use. Names are those of the program: absolute, or relative to where it began.
type fileTree interface {
	open(name string, flag int, mode os.FileMode) (content, error)
	stat(name string, follow bool) (fs.FileInfo, error)
	list(name string) ([]fs.FileInfo, error) // of a directory, sorted by name
	mkdir(name string, mode os.FileMode) error
	remove(name string) error // a file, or an empty directory
	rename(from, to string) error
	chmod(name string, mode os.FileMode) error
	start() string // the directory where the program began
}

// privateTree is files in memory, which a run begins and ends with: an empty directory to work in, and /tmp.
type privateTree struct {
	st   *State
	root *node
	last uint64 // number of the latest node
}

// node is a file or a directory of a private tree.
type node struct {
	name    string
	mode    fs.FileMode
	ino     uint64
	data    *memoryFile      // of a file
	entries map[string]*node // of a directory
}

// startOfPrivate is where a program begins that has a private tree.
const startOfPrivate = "/home/program"

// maxNodes bounds the files and directories of a private tree, and maxPath the length of their names.
const (
	maxNodes = 1 << 16
	maxPath  = 4096
)

func newPrivateTree(st *State) *privateTree {
	t := &privateTree{st: st}
	t.root = t.node("/", fs.ModeDir|0o755)
	for _, name := range []string{"/tmp", "/home", startOfPrivate} {
		_ = t.mkdir(name, 0o755)
	}
	return t
}

func (t *privateTree) node(name string, mode fs.FileMode) *node {
	t.last++
	n := &node{name: name, mode: mode, ino: t.last}
	if mode.IsDir() {
		n.entries = map[string]*node{}
	} else {
		n.data = &memoryFile{st: t.st}
	}
	return n
}

func (t *privateTree) start() string { return startOfPrivate }

// find is the node of a name, nil if there is none, and the directory in which it would be.
func (t *privateTree) find(name string) (n, dir *node, err error) {
	switch {
	case name == "":
		return nil, nil, syscall.ENOENT
	case len(name) >= maxPath:
		return nil, nil, syscall.ENAMETOOLONG
	case !strings.HasPrefix(name, "/"):
		name = startOfPrivate + "/" + name
	}
	n = t.root
	above := []*node{t.root}
	parts := strings.Split(name, "/")
	for k, part := range parts {
		switch {
		case !n.mode.IsDir():
			return nil, nil, syscall.ENOTDIR
		case part == "" || part == ".":
			continue
		case len(part) > 255:
			return nil, nil, syscall.ENAMETOOLONG
		case part == "..":
			above = above[:max(len(above)-1, 1)]
			n = above[len(above)-1]
			continue
		}
		dir = n
		if n = dir.entries[part]; n == nil {
			if strings.Trim(strings.Join(parts[k+1:], "/"), "/") == "" {
				return nil, dir, nil
			}
			return nil, nil, syscall.ENOENT
		}
		above = append(above, n)
	}
	if len(above) > 1 {
		dir = above[len(above)-2]
	}
	return n, dir, nil
}

// must is find for what must be there.
func (t *privateTree) must(name string) (n, dir *node, err error) {
	n, dir, err = t.find(name)
	if err == nil && n == nil {
		err = syscall.ENOENT
	}
	return n, dir, err
}

func (t *privateTree) open(name string, flag int, mode os.FileMode) (content, error) {
	n, dir, err := t.find(name)
	switch {
	case err != nil:
		return nil, err
	case n == nil && flag&os.O_CREATE == 0:
		return nil, syscall.ENOENT
	case n == nil && (strings.HasSuffix(name, "/") || t.last >= maxNodes):
		return nil, syscall.EISDIR
	case n == nil:
		n = t.node(path.Base(name), mode.Perm())
		dir.entries[n.name] = n
	case flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0:
		return nil, syscall.EEXIST
	case n.mode.IsDir():
		return nil, syscall.EISDIR
	case flag&os.O_TRUNC != 0:
		_ = n.data.Truncate(0)
	}
	return openNode{n.data, n}, nil
}

// openNode is an open file of a private tree, whose bytes stay when it is closed.
type openNode struct {
	*memoryFile
	n *node
}

func (openNode) Close() error { return nil }

func (f openNode) info() (fs.FileInfo, error) { return f.n, nil }

func (t *privateTree) stat(name string, follow bool) (fs.FileInfo, error) {
	n, _, err := t.must(name)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsDir() && strings.HasSuffix(name, "/") {
		return nil, syscall.ENOTDIR
	}
	return n, nil
}

func (t *privateTree) list(name string) (all []fs.FileInfo, err error) {
	n, _, err := t.must(name)
	switch {
	case err != nil:
		return nil, err
	case !n.mode.IsDir():
		return nil, syscall.ENOTDIR
	}
	for _, e := range n.entries {
		all = append(all, e)
	}
	sortInfos(all)
	return all, nil
}

func sortInfos(all []fs.FileInfo) {
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
}

func (t *privateTree) mkdir(name string, mode os.FileMode) error {
	n, dir, err := t.find(name)
	switch {
	case err != nil:
		return err
	case n != nil:
		return syscall.EEXIST
	case t.last >= maxNodes:
		return syscall.ENOSPC
	}
	n = t.node(path.Base(name), fs.ModeDir|mode.Perm())
	dir.entries[n.name] = n
	return nil
}

func (t *privateTree) remove(name string) error {
	n, dir, err := t.must(name)
	switch {
	case err != nil:
		return err
	case len(n.entries) > 0:
		return syscall.ENOTEMPTY
	case n == t.root || dir.entries[n.name] != n:
		return syscall.EBUSY
	case n.mode.IsDir() && n.ino <= 4: // those that a run begins with
		return syscall.EBUSY
	}
	delete(dir.entries, n.name)
	if n.data != nil {
		n.data.unlinked = true
		t.st.inMemory -= len(n.data.b)
	}
	return nil
}

// rename has the errors of Linux; a file that has the other name is removed.
func (t *privateTree) rename(from, to string) error {
	n, dir, err := t.must(from)
	if err != nil {
		return err
	}
	old, into, err := t.find(to)
	switch {
	case err != nil:
		return err
	case old == n:
		return nil
	case n.mode.IsDir() && (n.ino <= 4 || n.holds(into)):
		return syscall.EINVAL
	case old != nil && old.mode.IsDir() != n.mode.IsDir():
		if old.mode.IsDir() {
			return syscall.EISDIR
		}
		return syscall.ENOTDIR
	case old != nil:
		if err := t.remove(to); err != nil {
			return err
		}
	}
	delete(dir.entries, n.name)
	n.name = path.Base(to)
	into.entries[n.name] = n
	return nil
}

// holds reports whether a directory is the one given or has it in it.
func (n *node) holds(x *node) bool {
	if n == x {
		return true
	}
	for _, e := range n.entries {
		if e.mode.IsDir() && e.holds(x) {
			return true
		}
	}
	return false
}

func (t *privateTree) chmod(name string, mode os.FileMode) error {
	n, _, err := t.must(name)
	if err == nil {
		n.mode = n.mode&^fs.ModePerm | mode.Perm()
	}
	return err
}

// Name, Size, Mode, ModTime, IsDir and Sys make a node the information about itself. Time stands still.
func (n *node) Name() string       { return n.name }
func (n *node) Mode() fs.FileMode  { return n.mode }
func (n *node) ModTime() time.Time { return time.Unix(0, 0) }
func (n *node) IsDir() bool        { return n.mode.IsDir() }
func (n *node) Sys() any           { return nil }
func (n *node) Size() int64 {
	if n.data == nil {
		return 4096
	}
	return int64(len(n.data.b))
}
