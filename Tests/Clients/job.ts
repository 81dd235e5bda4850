// The main job with the TypeScript client of openapi-generator: a session, a detail, Slide Over, the session as it is, a refusal.
import { Configuration, ResponseError, SessionsApi, TransitionsApi } from './client';
import { CreateSession, RefusedProblem, RefusedProblemFromJSON, ShowDetail, Transition, TransitionRecord } from './client';

declare const process: { argv: string[]; exitCode: number };

function expect(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

async function refusal(request: Promise<TransitionRecord>): Promise<RefusedProblem> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ResponseError) return RefusedProblemFromJSON(await error.response.json());
    throw error;
  }
  throw new Error('what is nowhere was shown');
}

async function main() {
  const configuration = new Configuration({ basePath: process.argv[2] });
  const [sessions, transitions] = [new SessionsApi(configuration), new TransitionsApi(configuration)];
  const body: CreateSession = {
    layout: {
      name: 'tabsInPrimary',
      tabs: [{ id: 'chats', screen: { id: 'chat-list', route: 'chats' } }],
      placeholder: { route: 'nothing-selected' },
    },
  };
  const { sessionId } = await sessions.createSession({ createSession: body });
  const apply = (transition: Transition) => transitions.applyTransition({ sessionId, transitionRequest: transition });

  const detail: ShowDetail = { type: 'showDetail', screen: { id: 'chat-42', route: 'chat' } };
  const shown = await apply(detail);
  expect('transition' in shown && shown.outcome.handled && shown.transition.type === 'showDetail', shown);

  const slid = await apply({ type: 'setMultitasking', multitasking: 'slideOver' });
  expect(slid.visible.length === 1 && slid.visible[0].id === 'chat-42', slid);

  const view = await sessions.getSession({ sessionId });
  expect(view.revision === 2 && view.root.kind === 'split', view);

  // A record of the history is what it was answered as, and only the first is that of a start.
  const history = await transitions.listTransitions({ sessionId });
  expect(history.transitions.map((record) => 'outcome' in record).join() === 'false,true,true', history);

  const problem = await refusal(apply({ type: 'showDetail', controller: 'nobody' }));
  expect(problem.status === 422 && problem.code === 'no-such-controller', problem);
  console.log(`revision ${view.revision}, on display ${slid.visible[0].id}, refused ${problem.status} ${problem.code}`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
