package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// A page on a loopback address is within reach of every web page that the same browser shows:
// under a name of its own that resolves to this machine (DNS rebinding), such a page could read
// what is here. So only names are answered that cannot be somebody else's.

// guard answers requests that name this server, and refuses others. listen is what --listen was
// given, with or without a port.
// It stands before all handlers, assets among them: what any of them says about the campaign is not for others.
func guard(h http.Handler, listen string) http.Handler {
	given, _, err := net.SplitHostPort(listen)
	if err != nil {
		given = listen
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ours(r, given) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusForbidden)
			w.Write([]byte("This page does not have that name. Use localhost, the address, or the name that --listen gives.\n"))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// ours reports whether the Host of a request is a loopback name, the name given to --listen, or the
// address that the request came to. A request without a Host is refused. Names are compared without
// case and without a trailing dot.
func ours(r *http.Request, given string) bool {
	name := r.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	} else {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	}
	name = strings.TrimSuffix(name, ".")
	if name == "" {
		return false
	}
	if strings.EqualFold(name, "localhost") || strings.EqualFold(name, given) {
		return true
	}
	// An address is allowed if it is a loopback one or the one that the connection came to.
	addr, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	if addr = addr.Unmap(); addr.IsLoopback() {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(local.String())
	return err == nil && at.Addr().Unmap().WithZone("") == addr.WithZone("")
}

// MaxConns bounds the connections to the page at a time: each needs a descriptor, of which the
// campaign needs some itself.
const MaxConns = 64

// Limit makes room on a listener for a new connection beyond [MaxConns] by closing the one on which
// nothing has happened for longest: connections that idle keep no other out. Closing the oldest
// connection is what keeps a client that opens many and says nothing from locking others out.
func Limit(l net.Listener) net.Listener { return &limited{Listener: l, open: map[*conn]bool{}} }

// mu guards open and the times of its connections.
type limited struct {
	net.Listener

	mu   sync.Mutex
	open map[*conn]bool
}

// The connection is closed outside the lock, since Close takes it.
func (l *limited) Accept() (net.Conn, error) {
	inner, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, of: l, used: time.Now()}
	l.mu.Lock()
	var oldest *conn
	if len(l.open) >= MaxConns {
		for k := range l.open {
			if oldest == nil || k.used.Before(oldest.used) {
				oldest = k
			}
		}
		// It is taken out at once, so that the next connection does not choose it again while it is being closed.
		delete(l.open, oldest)
	}
	l.open[c] = true
	l.mu.Unlock()
	if oldest != nil {
		oldest.Conn.Close()
	}
	return c, nil
}

// conn is a connection of a limited listener. It records activity for the choice of whom to close.
type conn struct {
	net.Conn
	of   *limited
	used time.Time // when bytes last came or went; the listener's lock guards it
}

// Reads and writes without bytes are no activity.
func (c *conn) touch(n int) {
	if n > 0 {
		c.of.mu.Lock()
		c.used = time.Now()
		c.of.mu.Unlock()
	}
}

// A connection that is only read from is in use, too.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.touch(n)
	return n, err
}

// So is one on which an answer is being written.
func (c *conn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.touch(n)
	return n, err
}

// It may be called twice.
func (c *conn) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}
