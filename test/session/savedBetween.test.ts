import { expect, test } from 'vitest';
import { createApi } from '../../src/session/createApi.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { DEMO, flowText, START } from '../support/session.ts';

const FLOW = flowText({ phases: [{ id: 'one' }, { id: 'two', retries: 1 }] });

/** A session whose second attempt, the first one at its second phase, hands in nothing; somebody saves a file at these places. */
async function played(places: readonly string[]): Promise<{
  readonly prompts: readonly string[];
  readonly changed: readonly string[];
}> {
  const clock = fakeClock();
  const prompts: string[] = [];
  const agents = scriptedAgents({
    async player({ env, prompt, cwd }, attempt) {
      prompts.push(prompt);
      root = cwd;
      if (attempt !== 2) handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld({ '.cairn/workflows/flow.yaml': FLOW }, { clock, agents });
  let root = '';
  let ended = 0;
  const passes = (place: string): void => {
    if (place === 'attempt/agent-ended') ended += 1;
    const saved = { kind: 'file', bytes: Buffer.from('by a person\n'), mode: '100644' } as const;
    if (places.includes(`${ended} ${place}`)) memory.repository.disk.set(`${root}/saved.txt`, saved);
  };
  const api = createApi(memory.of('driver', { passes }));
  const over = { yes: false };
  const run = api.start({ ...START, workflow: 'flow' }, new AbortController().signal);
  const outcome = run.finally(() => (over.yes = true));
  while (!over.yes) {
    await clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await outcome).toMatchObject({ reason: 'completed' });
  const { changed } = await api.diff(DEMO, 'two');
  return { prompts, changed: changed.map(({ path }) => path) };
}

test('what is saved after an attempt that failed is told to the next one', async () => {
  const { prompts } = await played(['2 attempt/failed']);
  expect(prompts).toHaveLength(3);
  expect(prompts[2]).toContain('- saved.txt');
});

test('what is saved while a checkpoint is made is in the next one, whose agent has begun by then', async () => {
  const { prompts, changed } = await played(['1 checkpoint/ref-moved']);
  expect(prompts).toHaveLength(3);
  expect(prompts[1]).not.toContain('saved.txt');
  expect(changed).toContain('saved.txt');
});
