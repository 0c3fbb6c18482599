import { describe, expect, test } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { createApi } from '../../src/session/createApi.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { chain, DEMO, flowText, stage, START } from '../support/session.ts';

const FOLDER = `.cairn/sessions/${DEMO}`;
const FOUR = chain('one', 'two', 'three', 'four');

describe("the engine's files of phases that are over", () => {
  test.each([
    ['writes into one', `echo lies >> ${FOLDER}/01-one/PACKET.md`, 'echo lies'],
    ['removes one', `rm ${FOLDER}/01-one/phase.json`, null],
    ['changes the request', `echo lies > ${FOLDER}/REQUEST.md`, 'lies'],
  ])(
    'an agent that %s: they are as published after its phase, and at the end',
    async (_what, script, kept) => {
      const s = await stage(FOUR);
      await s.agent.part('three', `${script}; usual`);
      expect((await s.start()).reason).toBe('completed');
      const tree = await s.worktree();
      expect(await tree.git('status', '--porcelain')).toBe('');
      expect(await tree.git('diff', 'cairn/demo', '--', FOLDER)).toBe('');
      const rescues = await s.repo.git('log', '--format=%b', '--glob=refs/cairn/demo/rescue/*');
      expect(rescues.includes('which the engine rendered again')).toBe(kept !== null);
      expect(await s.violations()).toEqual([]);
    },
  );

  test('an agent that puts a link in the place of their folder is told so, and the next one goes on', async () => {
    const s = await stage(FOUR);
    await s.agent.part(
      'three',
      `mv ${FOLDER}/01-one "$PLAY/away"; ln -s "$PLAY/away" ${FOLDER}/01-one; usual`,
    );
    expect((await s.start()).reason).toBe('blocked');
    const { phases } = await s.api.status(DEMO);
    expect(JSON.stringify(phases.find(({ id }) => id === 'three'))).toContain('01-one');
    await s.agent.part('three', 'usual');
    expect((await s.resume()).reason).toBe('completed');
    const tree = await s.worktree();
    expect(await tree.git('diff', 'cairn/demo', '--', FOLDER)).toBe('');
    expect(await s.violations()).toEqual([]);
  });
});

test('the tenth phase of a session looks at as many files as the fourth', async () => {
  const looks: number[] = [];
  let looked = 0;
  const clock = createClock();
  const agents = scriptedAgents({
    async player({ env }) {
      looks.push(looked);
      handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const ids = Array.from({ length: 12 }, (_, at) => `phase-${at}`);
  const memory = await memoryWorld(
    { '.cairn/workflows/flow.yaml': flowText(chain(...ids)) },
    { clock, agents },
  );
  const counted = (place: string): void => void (looked += place.startsWith('files.') ? 1 : 0);
  const api = createApi(memory.of('driver', { passes: counted }));
  const { reason } = await api.start({ ...START, workflow: 'flow' }, new AbortController().signal);
  expect(reason).toBe('completed');
  const each = looks.slice(1).map((sum, at) => sum - (looks[at] ?? 0));
  expect(each[9]).toBe(each[3]);
});
