package c

import (
	"bytes"
	"io/fs"
	"os"
	"time"
)

// openHost opens a regular file of the host. A device or a pipe is none: reading it might never end.
func openHost(name string) (fs.File, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return os.Open(name)
}

// openFile is a file in memory.
type openFile struct {
	*bytes.Reader
	name string
	size int64
}

func memFile(name string, b []byte) (fs.File, error) {
	return openFile{bytes.NewReader(b), name, int64(len(b))}, nil
}

func (f openFile) Close() error               { return nil }
func (f openFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f openFile) Name() string               { return f.name }
func (f openFile) Size() int64                { return f.size }
func (f openFile) Mode() fs.FileMode          { return 0o444 }
func (f openFile) ModTime() time.Time         { return time.Time{} }
func (f openFile) IsDir() bool                { return false }
func (f openFile) Sys() any                   { return nil }
