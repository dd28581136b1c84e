package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// install is what to run where there is no Chromium.
const install = "apt-get update && apt-get install -y --no-install-recommends chromium"

// patience is how long the browser may take for anything; it is slow on a busy machine.
const patience = 60 * time.Second

// browser is a headless Chromium that is driven over a pair of pipes with the DevTools
// protocol: JSON messages, each ended by a zero byte.
type browser struct {
	t      *testing.T
	to     *os.File
	looked int // how often views was asked

	mu      sync.Mutex
	last    int
	answers map[int]chan message
	events  map[string][]message // by session
	gone    chan struct{}
}

type message struct {
	ID        int             `json:"id,omitempty"`
	Session   string          `json:"sessionId,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	ErrorText *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// launch starts a browser that ends with the test.
func launch(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Fatalf("this test needs Chromium; as root run\n\t%s", install)
	}
	theirIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "tuffy-web-")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
		"--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-default-apps", "--disable-extensions", "--hide-scrollbars",
		"--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // become 3 and 4
	cmd.Stderr = &log
	cmd.WaitDelay = 5 * time.Second // for helper processes that hold stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, to: to, answers: map[int]chan message{}, events: map[string][]message{}, gone: make(chan struct{})}
	go b.read(from)
	t.Cleanup(func() {
		to.Close() // ends the browser
		kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		defer kill.Stop()
		err := cmd.Wait()
		from.Close()
		if err := os.RemoveAll(profile); err != nil { // helper processes may still be writing
			t.Log(err)
		}
		if t.Failed() {
			t.Logf("Chromium: %v\n%s", err, log.String())
		}
	})
	return b
}

func (b *browser) read(from *os.File) {
	defer close(b.gone)
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
			return
		}
		b.mu.Lock()
		if m.ID != 0 {
			b.answers[m.ID] <- m
			delete(b.answers, m.ID)
		} else {
			b.events[m.Session] = append(b.events[m.Session], m)
		}
		b.mu.Unlock()
	}
}

// call sends a command and decodes its result into out unless that is nil.
func (b *browser) call(session, method string, params, out any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan message, 1)
	b.mu.Lock()
	b.last++
	m := message{ID: b.last, Session: session, Method: method, Params: raw}
	b.answers[m.ID] = answer
	text, err := json.Marshal(m)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case m = <-answer:
	case <-b.gone:
		return fmt.Errorf("%s: the browser has ended", method)
	case <-time.After(patience):
		return fmt.Errorf("%s: no answer in %v", method, patience)
	}
	if m.ErrorText != nil {
		return fmt.Errorf("%s: %s", method, m.ErrorText.Message)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(m.Result, out)
}

// object is the parameters of a command.
type object map[string]any

// tab is a page of the browser.
type tab struct {
	*browser
	target, session string
}

// open makes a tab of a width and loads a page; dark and script say how.
func (b *browser) open(url string, width int, dark, script bool) *tab {
	b.t.Helper()
	var target struct{ TargetID string }
	b.must(b.call("", "Target.createTarget", object{"url": "about:blank"}, &target))
	var attached struct{ SessionID string }
	b.must(b.call("", "Target.attachToTarget", object{"targetId": target.TargetID, "flatten": true}, &attached))
	p := &tab{b, target.TargetID, attached.SessionID}
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		p.do(domain+".enable", object{})
	}
	p.do("Emulation.setDeviceMetricsOverride", object{"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": false})
	scheme := map[bool]string{false: "light", true: "dark"}[dark]
	p.do("Emulation.setEmulatedMedia", object{"features": []object{{"name": "prefers-color-scheme", "value": scheme}}})
	p.do("Emulation.setScriptExecutionDisabled", object{"value": !script})
	p.do("Page.navigate", object{"url": url})
	p.wait(`document.readyState === "complete" && location.href !== "about:blank"`)
	return p
}

func (b *browser) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (p *tab) do(method string, params any) {
	p.t.Helper()
	p.must(p.call(p.session, method, params, nil))
}

// eval is the value of an expression or promise, decoded into out.
func (p *tab) eval(expression string, out any) {
	p.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	p.must(p.call(p.session, "Runtime.evaluate", object{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true}, &r))
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	p.must(json.Unmarshal(r.Result.Value, out))
}

func (p *tab) text(expression string) string {
	p.t.Helper()
	var s string
	p.eval("String("+expression+")", &s)
	return s
}

// promised is the text that a promise gives.
func (p *tab) promised(expression string) string {
	p.t.Helper()
	var s string
	p.eval(expression, &s)
	return s
}

// wait returns when the condition holds and fails the test if it never does.
func (p *tab) wait(condition string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var ok bool
		p.eval("Boolean("+condition+")", &ok)
		if ok {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("%v passed without %s; the page is\n%s", patience, condition, p.text("document.documentElement.outerHTML"))
		}
	}
}

func (p *tab) close() {
	p.t.Helper()
	p.must(p.call("", "Target.closeTarget", object{"targetId": p.target}, nil))
}

// picture is a screenshot of the whole page as PNG.
func (p *tab) picture() []byte {
	p.t.Helper()
	var r struct{ Data []byte }
	p.must(p.call(p.session, "Page.captureScreenshot", object{"format": "png", "captureBeyondViewport": true}, &r))
	return r.Data
}

// complaints is what the page wrote to the console: errors of scripts, of loading, of policy.
func (p *tab) complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []string
	for _, m := range p.events[p.session] {
		switch m.Method {
		case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
			all = append(all, string(m.Params))
		}
	}
	return all
}

// requests is the addresses that the page asked for, whether or not there was an answer.
func (p *tab) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []string
	for _, m := range p.events[p.session] {
		var r struct{ Request struct{ URL string } }
		if m.Method == "Network.requestWillBeSent" && json.Unmarshal(m.Params, &r) == nil {
			all = append(all, r.Request.URL)
		}
	}
	return all
}
