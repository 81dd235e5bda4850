// Node's own `http` doing the server's job, as one would write it there: no framework, sessions in a Map, JSON by the language.
'use strict';
const http = require('node:http');
const sessions = new Map();
let ids = 0;
const appearance = (type, id) => ({type, controller: id, animated: true});

function session(id) {
  let found = sessions.get(id);
  if (!found) sessions.set(id, found = {revision: 0, list: {id: 'chat-list'}, stack: [{id: 'placeholder'}]});
  return found;
}

// A push or a pop on the detail column's stack, and what it tells.
function apply(state, transition) {
  const before = state.stack[state.stack.length - 1];
  const events = [];
  const returned = [];
  if (transition.type === 'pop') {
    if (state.stack.length > 1) returned.push(state.stack.pop().id);
  } else {
    const screen = {id: 'c' + ++ids, ...transition.screen};
    state.stack.push(screen);
    events.push({type: 'delegateCall', controller: 'split', method: 'splitViewController(_:showDetail:sender:)',
      arguments: {controller: screen.id}, answer: true});
  }
  const after = state.stack[state.stack.length - 1];
  events.push(appearance('viewWillDisappear', before.id), appearance('viewWillAppear', after.id),
    appearance('viewDidDisappear', before.id), appearance('viewDidAppear', after.id));
  state.revision += 1;
  return {handled: true, returned, events};
}

function record(id, transition) {
  const state = session(id);
  const {handled, returned, events} = apply(state, transition);
  const top = state.stack[state.stack.length - 1];
  return {sessionId: id, revision: state.revision, at: new Date().toISOString(), transition, outcome: {handled, returned}, events,
    visible: [{id: state.list.id, in: ['split', 'tabs', 'chats'], column: 'primary'},
      {id: top.id, in: ['split', 'secondary'], column: 'secondary'}],
    can: {goBack: state.stack.length > 1, undo: true, redo: false}};
}

const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', chunk => body += chunk);
  request.on('end', () => {
    const made = record(request.url.split('/')[3], JSON.parse(body));
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
