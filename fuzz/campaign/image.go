package campaign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// Who only reads a campaign reads its database as bytes into memory: nothing is written, no lock is
// taken, and the folder may be on a medium that cannot be written, while a campaign writes to it.
//
// The file is what the last checkpoint left, and the write-ahead log beside it has the pages that
// were committed since; SQLite's format of both is fixed (sqlite.org/fileformat2.html). A
// checkpoint copies pages of the log into the file, and the log is begun anew, with other salts, only
// when all are there. So if the file is read first, then the log, and the log's header is the same
// before and after, then all that changed in the file meanwhile is in the log, and the file with
// the log's committed pages put over it is what the last of its transactions left.

// maxDatabase bounds what is read into memory.
const maxDatabase = 1 << 30

// The sizes of the format: a header once, then a frame header before each page.
const walHeader, walFrame = 32, 24 // bytes

// readImage returns the database as one file without a log. It tries for about a second, which is
// long beside a checkpoint; a failure is an error for the user, who may try again.
func (f *folder) readImage() ([]byte, error) {
	for range 100 {
		before, err := f.walHead()
		if err != nil {
			return nil, err
		}
		db, err := f.read(databaseName, maxDatabase)
		if err != nil {
			return nil, err
		}
		wal, err := f.read(databaseName+"-wal", maxDatabase)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		after, err := f.walHead()
		if err != nil {
			return nil, err
		}
		// The second comparison is for a log that was begun anew between reading its header and
		// itself.
		if bytes.Equal(before, after) && bytes.Equal(before, wal[:min(len(wal), walHeader)]) {
			return f.withLog(db, wal)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, fmt.Errorf("%s changes faster than it can be read: try again", filepath.Join(f.dir, databaseName))
}

// walHead is the header of the log, or as much as there is of it. A log that is shorter than a
// header counts as none.
func (f *folder) walHead() ([]byte, error) {
	name := databaseName + "-wal"
	if _, err := f.regular(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, f.named(err)
	}
	defer file.Close()
	head := make([]byte, walHeader)
	n, _ := file.ReadAt(head, 0) // what is missing is no header
	return head[:n], nil
}

// withLog puts the committed pages of a log over a database, and makes it one that has no log. As
// SQLite does, it takes the frames up to the first whose salts or checksum are wrong. The
// comparison of salts and running checksums is SQLite's own rule for where a log ends
// (fileformat2.html, 4.2 to 4.4). Pages of a transaction count only when its commit frame has come.
func (f *folder) withLog(db, wal []byte) ([]byte, error) {
	if len(db) < 100 { // less than a header: nothing was committed, or it is no database
		if len(wal) < walHeader {
			return db, nil
		}
		db = append(db, make([]byte, 100-len(db))...)
	}
	head := wal[:min(len(wal), walHeader)]
	var order binary.ByteOrder = binary.LittleEndian
	if len(head) == walHeader && head[3]&1 != 0 {
		order = binary.BigEndian
	}
	sum := walSum{order: order}
	if len(head) < walHeader || binary.BigEndian.Uint32(head)&^1 != 0x377f0682 || !sum.add(head[:24]).is(head[24:32]) {
		return withoutLog(db), nil
	}
	// The page size must be a power of two; a wrong one means that there is no log to speak of.
	size := int64(binary.BigEndian.Uint32(head[8:]))
	if size < 512 || size > 1<<16 || size&(size-1) != 0 {
		return withoutLog(db), nil
	}
	pages, pending := map[int64][]byte{}, map[int64][]byte{}
	length := int64(-1)
	for rest := wal[walHeader:]; int64(len(rest)) >= walFrame+size; rest = rest[walFrame+size:] {
		frame, page := rest[:walFrame], rest[walFrame:walFrame+size]
		number := int64(binary.BigEndian.Uint32(frame))
		if number == 0 || !bytes.Equal(frame[8:16], head[16:24]) || !sum.add(frame[:8]).add(page).is(frame[16:24]) {
			break
		}
		// Page numbers are from 1. A later frame of a page replaces an earlier one.
		pending[number-1] = page
		if end := int64(binary.BigEndian.Uint32(frame[4:])); end != 0 {
			for n, p := range pending {
				pages[n] = p
			}
			clear(pending)
			length = end * size
		}
	}
	if length < 0 {
		return withoutLog(db), nil
	}
	// A damaged frame may claim a length of terabytes.
	if length > maxDatabase {
		return nil, &tooLarge{filepath.Join(f.dir, databaseName), maxDatabase}
	}
	out := make([]byte, length)
	copy(out, db)
	for n, p := range pages {
		if n*size < length {
			copy(out[n*size:], p)
		}
	}
	return withoutLog(out), nil
}

// withoutLog sets the two bytes of the header that say whether there is a log to 1: there is none.
// Bytes 18 and 19 are the write and read version: 2 means a log beside the file, which Deserialize
// does not have.
func withoutLog(db []byte) []byte {
	if db[18] == 2 && db[19] == 2 {
		db[18], db[19] = 1, 1
	}
	return db
}

// walSum is the checksum of a log, over all bytes so far. It is the Fibonacci-weighted sum of the
// format over pairs of 32-bit words (4.2), in the byte order that the header's magic says.
type walSum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

// add takes whole words of eight bytes; headers and pages are multiples of that.
func (w *walSum) add(b []byte) *walSum {
	for ; len(b) >= 8; b = b[8:] {
		w.s0 += w.order.Uint32(b) + w.s1
		w.s1 += w.order.Uint32(b[4:]) + w.s0
	}
	return w
}

// The sums are stored big-endian whatever the order of the words is (fileformat2.html, 4.2).
func (w *walSum) is(b []byte) bool {
	return binary.BigEndian.Uint32(b) == w.s0 && binary.BigEndian.Uint32(b[4:]) == w.s1
}
