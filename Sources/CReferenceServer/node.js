// Node's own `http` doing the server's job, as one would write it there: no framework, sessions in a Map, JSON by the language.
'use strict';
const http = require('node:http');
const sessions = new Map();
let ids = 0;
const appearance = (type, id) => ({type, controller: id, animated: true});
const top = stack => stack[stack.length - 1];

function session(id) {
  let found = sessions.get(id);
  const tab = name => ({list: [{id: name + '-list'}], detail: [{id: 'placeholder'}]});
  if (!found) sessions.set(id, found = {revision: 0, tab: 'chats', tabs: {chats: tab('chats'), contacts: tab('contacts')}});
  return found;
}

// What is on display: the list of the tab, and its detail.
const displayed = state => [top(state.tabs[state.tab].list), top(state.tabs[state.tab].detail)];

// A tap on a tab, a push or a pop on its list, or one on the detail column's stack, and what it tells.
function apply(state, transition) {
  const before = displayed(state);
  const events = [];
  const returned = [];
  const tab = state.tabs[state.tab];
  const stack = transition.stack ? tab.list : tab.detail;
  if (transition.type === 'tapTab') {
    state.tab = transition.tab;
  } else if (transition.type === 'pop') {
    if (stack.length > 1) returned.push(stack.pop().id);
  } else {
    const screen = {id: 'c' + ++ids, ...transition.screen};
    if (transition.type === 'showDetail') stack.splice(1);
    stack.push(screen);
    events.push({type: 'delegateCall', controller: 'split', method: 'splitViewController(_:showDetail:sender:)',
      arguments: {controller: screen.id}, answer: true});
  }
  const after = displayed(state);
  const [gone, come] = [before.filter(screen => !after.includes(screen)), after.filter(screen => !before.includes(screen))];
  for (const tense of ['Will', 'Did']) {
    events.push(...gone.map(screen => appearance(`view${tense}Disappear`, screen.id)),
      ...come.map(screen => appearance(`view${tense}Appear`, screen.id)));
  }
  state.revision += 1;
  return {handled: true, returned, events};
}

function record(id, transition) {
  const state = session(id);
  const {handled, returned, events} = apply(state, transition);
  const [list, detail] = displayed(state);
  return {sessionId: id, revision: state.revision, at: new Date().toISOString(), transition, outcome: {handled, returned}, events,
    visible: [{...list, in: ['split', 'tabs', state.tab], column: 'primary'},
      {...detail, in: ['split', 'secondary'], column: 'secondary'}],
    can: {goBack: state.tabs[state.tab].detail.length > 1, undo: true, redo: false}};
}

// The whole state, with as many members as ours.
function snapshot(id) {
  const state = session(id);
  const stack = (id, children) => ({kind: 'stack', id, children: children.map(screen => ({kind: 'screen', ...screen}))});
  return {schema: 2, revision: state.revision,
    environment: {system: 'iOS27', device: 'iPad Pro 11-inch (M4)', orientation: 'landscape', multitasking: 'fullScreen'},
    root: {kind: 'split', id: 'split', displayMode: 'oneBesideSecondary', columns: {
      primary: {kind: 'tabs', id: 'tabs', selected: state.tab, children: Object.entries(state.tabs).map(([name, tab]) =>
        ({id: name, title: name, child: stack(name, tab.list), details: stack('details', tab.detail)}))},
      secondary: stack('secondary', state.tabs[state.tab].detail)}}, countedIds: ids};
}

const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', chunk => body += chunk);
  request.on('end', () => {
    const id = request.url.split('/')[3];
    const made = request.method === 'GET' ? snapshot(id) : record(id, JSON.parse(body));
    const text = JSON.stringify(made);
    response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text),
      'ETag': `"${made.revision}"`, 'Cache-Control': 'no-store'});
    response.end(text);
  });
});
server.keepAliveTimeout = 0;
server.requestTimeout = 0;
server.listen({port: 0, host: '127.0.0.1', backlog: 4096},
  () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
