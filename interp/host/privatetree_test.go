package host

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestPrivateTree: names lead where POSIX says, and to nothing else; what is removed is gone, and its bytes are free again.
func TestPrivateTree(t *testing.T) {
	st := &State{}
	tree := newPrivateTree(st)
	for _, tt := range []struct {
		do   func() error
		want error
	}{
		{func() error { return tree.mkdir("a", 0o755) }, nil},
		{func() error { return tree.mkdir("a", 0o755) }, syscall.EEXIST},
		{func() error { return tree.mkdir("x/y", 0o755) }, syscall.ENOENT},
		{func() error { _, err := tree.open("a", os.O_RDONLY, 0); return err }, syscall.EISDIR},
		{func() error { _, err := tree.open("a/f", os.O_RDONLY, 0); return err }, syscall.ENOENT},
		{func() error { _, err := tree.open("a/f", os.O_RDWR|os.O_CREATE, 0o600); return err }, nil},
		{func() error { _, err := tree.open("a/f", os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); return err }, syscall.EEXIST},
		{func() error { _, err := tree.stat("a/f/g", true); return err }, syscall.ENOTDIR},
		{func() error { _, err := tree.stat("a/../../program/a//./f", true); return err }, nil},
		{func() error { _, err := tree.stat("/../../home/program/a/f", true); return err }, nil},
		{func() error { _, err := tree.stat("", true); return err }, syscall.ENOENT},
		{func() error { _, err := tree.stat(strings.Repeat("x", 300), true); return err }, syscall.ENAMETOOLONG},
		{func() error { return tree.remove("a") }, syscall.ENOTEMPTY},
		{func() error { return tree.remove("/tmp") }, syscall.EBUSY},
		{func() error { return tree.remove("/") }, syscall.ENOTEMPTY},
		{func() error { return tree.rename("a", "a/b") }, syscall.EINVAL},
		{func() error { return tree.rename("a/f", "/tmp") }, syscall.EISDIR},
		{func() error { return tree.rename("a/f", "/tmp/g") }, nil},
		{func() error { _, err := tree.list("/tmp/g"); return err }, syscall.ENOTDIR},
		{func() error { return tree.remove("a") }, nil},
		{func() error { _, err := tree.stat("a", true); return err }, syscall.ENOENT},
	} {
		if err := tt.do(); !errors.Is(err, tt.want) {
			t.Errorf("%v, want %v", err, tt.want)
		}
	}
	f, err := tree.open("/tmp/g", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(make([]byte, 1000), 24); err != nil || st.inMemory != 1024 {
		t.Errorf("%d bytes are counted, %v", st.inMemory, err)
	}
	if _, err := f.WriteAt(make([]byte, 1000), maxInMemory); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("more than the limit: %v", err)
	}
	if err := tree.remove("/tmp/g"); err != nil || st.inMemory != 0 {
		t.Errorf("%d bytes are counted, %v", st.inMemory, err)
	}
	var info fs.FileInfo
	if info, err = f.info(); err != nil || info.Size() != 1024 {
		t.Errorf("a file that was removed has %v", err)
	}
	if all, err := tree.list("/tmp"); err != nil || len(all) != 0 {
		t.Errorf("%v %v", all, err)
	}
}
