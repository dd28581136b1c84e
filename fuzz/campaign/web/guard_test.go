package web

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// started starts a server as tuffy-fuzz run --listen does.
func started(t *testing.T, listen, given string) net.Listener {
	t.Helper()
	inner, err := net.Listen("tcp", listen)
	if err != nil {
		t.Fatal(err)
	}
	f := invent()
	l := Limit(inner)
	s := Server(Handler(f.reg, f, "x"), given)
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return l
}

// TestHost: a name that somebody else can make resolve to this machine gets nothing.
func TestHost(t *testing.T) {
	for _, row := range []struct {
		given, host string
		status      int
	}{
		{"localhost:0", "localhost:PORT", 200}, {"localhost:0", "LOCALHOST", 200}, {"localhost:0", "localhost.:PORT", 200},
		{"localhost:0", "127.0.0.1:PORT", 200}, {"localhost:0", "127.0.0.1", 200}, {"localhost:0", "127.1.2.3", 200},
		{"localhost:0", "[::1]:PORT", 200}, {"localhost:0", "[::1]", 200}, {"localhost:0", "[::ffff:127.0.0.1]:PORT", 200},
		{"localhost:0", "evil.example:PORT", 403}, {"localhost:0", "evil.example", 403}, {"localhost:0", "localhost.evil.example", 403},
		{"localhost:0", "127.0.0.1.evil.example:PORT", 403}, {"localhost:0", "10.0.0.1:PORT", 403}, {"localhost:0", "0.0.0.0:PORT", 403},
		{"localhost:0", "2130706433", 403}, {"localhost:0", "evil@localhost", 403}, {"localhost:0", "[::2]:PORT", 403},
		{"lab.example:0", "lab.example:PORT", 200}, {"lab.example:0", "Lab.Example", 200}, {"lab.example:0", "localhost:PORT", 200},
		{"lab.example:0", "example:PORT", 403}, {"lab.example:0", "xlab.example:PORT", 403},
		{":0", "localhost:PORT", 200}, {":0", "evil.example:PORT", 403}, {":0", "127.0.0.1:PORT", 200},
	} {
		l := started(t, "127.0.0.1:0", row.given)
		_, port, _ := net.SplitHostPort(l.Addr().String())
		host := strings.ReplaceAll(row.host, "PORT", port)
		for _, path := range []string{"/", "/metrics", "/series.json", "/bug/x", "/assets/app.js"} {
			r, err := http.NewRequest("GET", "http://"+l.Addr().String()+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			got, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(got.Body)
			got.Body.Close()
			refused := got.StatusCode == 403
			if refused != (row.status == 403) || refused && strings.Contains(string(body), "tuffy_") {
				t.Errorf("--listen %s, Host %s, %s: status %d", row.given, host, path, got.StatusCode)
			}
		}
	}
}

// TestNoHost: HTTP/1.0 without a Host, and nonsense in its place.
func TestNoHost(t *testing.T) {
	l := started(t, "127.0.0.1:0", "localhost:0")
	for _, request := range []string{"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: \r\n\r\n", "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n"} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(c, request)
		if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, 12)
		if _, err := io.ReadFull(c, answer); err != nil || !strings.HasPrefix(string(answer[9:]), "40") {
			t.Errorf("%q gets %q, %v", request, answer, err)
		}
		c.Close()
	}
}

// TestIdleConnections: connections on which nothing happens are bounded, and keep no other out.
func TestIdleConnections(t *testing.T) {
	l := started(t, "127.0.0.1:0", "localhost:0").(*limited)
	var idle []net.Conn
	defer func() {
		for _, c := range idle {
			c.Close()
		}
	}()
	for n := range 4 * MaxConns {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		idle = append(idle, c)
		if n%3 == 0 {
			fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: localh")
		}
		if n%MaxConns != 0 {
			continue
		}
		client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
		r, err := client.Get("http://" + l.Addr().String() + "/metrics")
		if err != nil {
			t.Fatalf("with %d idle connections: %v", n+1, err)
		}
		r.Body.Close()
		l.mu.Lock()
		open := len(l.open)
		l.mu.Unlock()
		if open > MaxConns {
			t.Fatalf("%d connections are open", open)
		}
	}
	if err := idle[0].SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := idle[0].Read(make([]byte, 1)); err == nil {
		t.Error("the oldest idle connection gets an answer")
	} else if ne, ok := err.(net.Error); ok && ne.Timeout() {
		t.Error("the oldest idle connection is still open")
	}
}
