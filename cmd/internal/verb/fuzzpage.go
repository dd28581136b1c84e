package verb

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
)

// serve starts the web page and says where it is. Without --listen there is none.
//
// The address that is printed is that of the listener, for with port 0 only that knows the port. An address
// in use is an error before the campaign starts.
func (f *fuzzFlags) serve(w io.Writer, c *campaign.Campaign) (io.Closer, error) {
	if f.listen == "" {
		return io.NopCloser(nil), nil
	}
	l, err := listenAt(f.listen)
	if err != nil {
		return nil, err
	}
	o := c.Options()
	s := web.Server(web.Handler(o.Registry, c, fmt.Sprintf("%s, seed %d, preset %s", o.Dir, o.Seed, o.Preset)), f.listen)
	fmt.Fprintf(w, "page: http://%s/\n", l.Addr())
	return startPage(l, s), nil
}

// startPage serves until the page is closed.
func startPage(l net.Listener, s *http.Server) *page {
	// The channel has room for one error, so that the goroutine ends also when nothing asks.
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(web.Limit(l)) }()
	return &page{s, ended}
}

// page is the running server.
// ended has the one result of Serve, which Close waits for.
type page struct {
	server *http.Server
	ended  chan error
}

// Close ends the server.
//
// ErrServerClosed is what Serve returns after Close, and no error. Any other one ended the page earlier and
// is reported here, since the campaign continued without it.
func (p *page) Close() error {
	err := p.server.Close()
	if e := <-p.ended; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// isAddress refuses a value of --listen that names no port.
func isAddress(listen string) error {
	if _, _, err := net.SplitHostPort(listen); err != nil && listen != "" {
		return fmt.Errorf("--listen %s: expected a host and a port, as in localhost:8080", listen)
	}
	return nil
}

// listenAt opens the port of a page.
func listenAt(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot serve the page: %w; --listen localhost:0 takes any free port", err)
	}
	return l, nil
}
