import { expect, test, vi } from 'vitest';
import { Emitter } from '../../../src/base/emitter.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { Happening } from '../../../src/runner/runEvents.ts';
import type { Store } from '../../../src/vscode/window/createStore.ts';
import { followActivity } from '../../../src/vscode/window/followActivity.ts';
import { KEY, node, repositoryFolder, windowOf } from '../builders.ts';

const ended: Happening = {
  type: 'agent-ended',
  phase: 'plan' as PhaseId,
  attempt: 1,
  resumed: false,
  outcome: 'completed',
  ms: 1,
};

test('a run that has ended is read to its last word, though its session is driven no more', async () => {
  const changed = new Emitter<void>();
  const last = Promise.withResolvers<void>();
  const left: boolean[] = [];
  const store = {
    state: windowOf(repositoryFolder([node('running', { summary: { driven: true } })])),
    onDidChange: changed.event,
    noteActivities: vi.fn(),
    repository: () => ({
      async *happenings(_session: string, signal: AbortSignal) {
        await last.promise;
        left.push(signal.aborted);
        yield ended;
      },
    }),
  };
  const heard: string[] = [];
  const following = followActivity(store as unknown as Store, ({ repository }, { type }) =>
    heard.push(`${repository} ${type}`),
  );
  following.setHeard(true);
  store.state = windowOf(repositoryFolder([node('waiting', { summary: { driven: false } })]));
  changed.fire();
  last.resolve();
  await vi.waitFor(() => expect(heard).toEqual([`${KEY} agent-ended`]));
  expect(left).toEqual([false]);
  // Nobody listens: it is left at once.
  following.setHeard(false);
  following.dispose();
});
