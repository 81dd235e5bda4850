// Go's own `net/http` doing the server's job, as one would write it there: the standard library alone, sessions in a map behind a mutex,
// JSON by `encoding/json`.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

type screen struct {
	ID     string         `json:"id"`
	Route  string         `json:"route,omitempty"`
	Title  string         `json:"title,omitempty"`
	Params map[string]any `json:"params,omitempty"`
}

type tab struct{ list, detail []screen }

type session struct {
	revision int
	tab      string
	tabs     map[string]*tab
}

type transition struct {
	Type   string  `json:"type"`
	Stack  string  `json:"stack,omitempty"`
	Tab    string  `json:"tab,omitempty"`
	From   string  `json:"from,omitempty"`
	Screen *screen `json:"screen,omitempty"`
}

type event struct {
	Type       string            `json:"type"`
	Controller string            `json:"controller"`
	Animated   *bool             `json:"animated,omitempty"`
	Method     string            `json:"method,omitempty"`
	Arguments  map[string]string `json:"arguments,omitempty"`
	Answer     *bool             `json:"answer,omitempty"`
}

type outcome struct {
	Handled  bool     `json:"handled"`
	Returned []string `json:"returned"`
}

type visible struct {
	screen
	In     []string `json:"in"`
	Column string   `json:"column"`
}

type can struct {
	GoBack bool `json:"goBack"`
	Undo   bool `json:"undo"`
	Redo   bool `json:"redo"`
}

type record struct {
	SessionID  string     `json:"sessionId"`
	Revision   int        `json:"revision"`
	At         string     `json:"at"`
	Transition transition `json:"transition"`
	Outcome    outcome    `json:"outcome"`
	Events     []event    `json:"events"`
	Visible    []visible  `json:"visible"`
	Can        can        `json:"can"`
}

type node struct {
	Kind string `json:"kind"`
	screen
	Children []node `json:"children,omitempty"`
}

type tabNode struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Child   node   `json:"child"`
	Details node   `json:"details"`
}

type tabBar struct {
	Kind     string    `json:"kind"`
	ID       string    `json:"id"`
	Selected string    `json:"selected"`
	Children []tabNode `json:"children"`
}

type environment struct {
	System       string `json:"system"`
	Device       string `json:"device"`
	Orientation  string `json:"orientation"`
	Multitasking string `json:"multitasking"`
}

type columns struct {
	Primary   tabBar `json:"primary"`
	Secondary node   `json:"secondary"`
}

type split struct {
	Kind        string  `json:"kind"`
	ID          string  `json:"id"`
	DisplayMode string  `json:"displayMode"`
	Columns     columns `json:"columns"`
}

type snapshot struct {
	Schema      int         `json:"schema"`
	Revision    int         `json:"revision"`
	Environment environment `json:"environment"`
	Root        split       `json:"root"`
	CountedIDs  int         `json:"countedIds"`
}

var (
	mutex    sync.Mutex
	sessions = map[string]*session{}
	ids      int
	yes      = true
	names    = []string{"chats", "contacts"}
)

func find(id string) *session {
	found := sessions[id]
	if found == nil {
		found = &session{tab: "chats", tabs: map[string]*tab{}}
		for _, name := range names {
			found.tabs[name] = &tab{list: []screen{{ID: name + "-list"}}, detail: []screen{{ID: "placeholder"}}}
		}
		sessions[id] = found
	}
	return found
}

func top(stack []screen) screen { return stack[len(stack)-1] }

// What is on display: the list of the tab, and its detail.
func (s *session) displayed() []screen {
	shown := s.tabs[s.tab]
	return []screen{top(shown.list), top(shown.detail)}
}

func without(some, others []screen) []screen {
	var left []screen
next:
	for _, one := range some {
		for _, other := range others {
			if one.ID == other.ID {
				continue next
			}
		}
		left = append(left, one)
	}
	return left
}

// A tap on a tab, a push or a pop on its list, or one on the detail column's stack, and what it tells.
func (s *session) apply(t transition) (outcome, []event) {
	before, events, returned := s.displayed(), []event{}, []string{}
	stack := &s.tabs[s.tab].detail
	if t.Stack != "" {
		stack = &s.tabs[s.tab].list
	}
	switch t.Type {
	case "tapTab":
		s.tab = t.Tab
	case "pop":
		if last := len(*stack) - 1; last > 0 {
			returned = append(returned, (*stack)[last].ID)
			*stack = (*stack)[:last]
		}
	default:
		ids++
		shown := *t.Screen
		shown.ID = "c" + strconv.Itoa(ids)
		if t.Type == "showDetail" {
			*stack = (*stack)[:1]
		}
		*stack = append(*stack, shown)
		events = append(events, event{Type: "delegateCall", Controller: "split", Method: "splitViewController(_:showDetail:sender:)",
			Arguments: map[string]string{"controller": shown.ID}, Answer: &yes})
	}
	after := s.displayed()
	gone, come := without(before, after), without(after, before)
	for _, tense := range []string{"Will", "Did"} {
		for _, one := range gone {
			events = append(events, event{Type: "view" + tense + "Disappear", Controller: one.ID, Animated: &yes})
		}
		for _, one := range come {
			events = append(events, event{Type: "view" + tense + "Appear", Controller: one.ID, Animated: &yes})
		}
	}
	s.revision++
	return outcome{true, returned}, events
}

func makeRecord(id string, t transition) (int, record) {
	s := find(id)
	outcome, events := s.apply(t)
	shown := s.displayed()
	return s.revision, record{id, s.revision, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), t, outcome, events,
		[]visible{{shown[0], []string{"split", "tabs", s.tab}, "primary"}, {shown[1], []string{"split", "secondary"}, "secondary"}},
		can{len(s.tabs[s.tab].detail) > 1, true, false}}
}

func stackNode(id string, screens []screen) node {
	children := make([]node, len(screens))
	for i, one := range screens {
		children[i] = node{Kind: "screen", screen: one}
	}
	return node{Kind: "stack", screen: screen{ID: id}, Children: children}
}

// The whole state, with as many members as ours.
func makeSnapshot(id string) (int, snapshot) {
	s := find(id)
	var tabs []tabNode
	for _, name := range names {
		tabs = append(tabs, tabNode{name, name, stackNode(name, s.tabs[name].list), stackNode("details", s.tabs[name].detail)})
	}
	return s.revision, snapshot{2, s.revision, environment{"iOS26", "iPad Pro 11-inch (M4)", "landscape", "fullScreen"},
		split{"split", "split", "oneBesideSecondary",
			columns{tabBar{"tabs", "tabs", s.tab, tabs}, stackNode("secondary", s.tabs[s.tab].detail)}}, ids}
}

// Copies under the lock; the answer is encoded after it.
func answer(id string, request *http.Request) (revision int, made any, err error) {
	var t transition
	if request.Method != http.MethodGet {
		if err := json.NewDecoder(request.Body).Decode(&t); err != nil {
			return 0, nil, err
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	if request.Method == http.MethodGet {
		revision, made = makeSnapshot(id)
	} else {
		revision, made = makeRecord(id, t)
	}
	return revision, made, nil
}

func handle(writer http.ResponseWriter, request *http.Request) {
	revision, made, err := answer(strings.Split(request.URL.Path, "/")[3], request)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	text, err := json.Marshal(made)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	head := writer.Header()
	head.Set("Content-Type", "application/json")
	head.Set("Content-Length", strconv.Itoa(len(text)))
	head.Set("ETag", `"`+strconv.Itoa(revision)+`"`)
	head.Set("Cache-Control", "no-store")
	writer.Write(text)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(handle)))
}
