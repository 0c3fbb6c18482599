import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { byDepth, isFirst } from '../support/thorough.ts';

const FLOW: Flow = {
  schema: 2,
  phases: [
    {
      id: 'build',
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'build/verdict.json', at: '/ok', is: true }, max: 4 },
    },
    { id: 'last' },
  ],
};
const says = (ok: boolean): string => `echo '{"ok": ${ok}}' > "$CAIRN_PHASE_DIR/verdict.json"`;
const FOLDER = '.cairn/sessions/demo/01-build';

/** A session whose build is sent back twice, and a folder outside of it with one file. */
async function built(first: string, second = ''): Promise<{ readonly s: Stage; readonly away: string }> {
  const away = await temporaryFolder();
  await mkdir(away, { recursive: true });
  await writeFile(join(away, 'kept.txt'), 'kept\n');
  const s = await stage(FLOW);
  const make = (part: string): string =>
    `${says(false)}; away=${away}; cd "$CAIRN_PHASE_DIR"; ${part || ':'}`;
  await s.agent.part('build-1', make(first));
  await s.agent.part('build-2', make(second));
  await s.agent.part('build-3', says(true));
  expect((await s.start()).reason).toBe('completed');
  expect(await s.log()).toEqual([
    '1 opened - running',
    '2 round build/1 running',
    '3 round build/2 running',
    '4 phase build/3 running',
    '5 phase last/1 done',
  ]);
  expect(await readdir(away)).toEqual(['kept.txt']);
  expect(await s.violations()).toEqual([]);
  return { s, away };
}

for (const { rows, options } of byDepth<[name: string, made: string]>(
  [
    ['a file', 'echo theirs > round-1'],
    ['a link that leads out', 'ln -s $away round-1'],
    ['a link to where nothing is', 'ln -s nowhere round-1'],
  ],
  isFirst,
))
  test.each(rows)(
    '%s in the place of the folder of a round is moved aside, and a reason of the gate',
    options,
    async (_name, made) => {
      const { s } = await built(made);
      expect(s.told().join('\n')).toContain(`it is at ${FOLDER}/round-1.replaced-1 now`);
      expect(await s.agent.prompt('build', 2)).toContain(`${FOLDER}/round-1 was replaced by a`);
      // Its gate did not hold: the work is behind the checkpoint.
      expect(await s.repo.git('show', `cairn/demo~3^2:${FOLDER}/verdict.json`)).toBe('{"ok": false}');
    },
  );

for (const { rows, options } of byDepth<[name: string, made: string]>(
  [
    [
      'a folder with one in the place of what is moved',
      'mkdir -p round-1/verdict.json; echo theirs > round-1/verdict.json/x',
    ],
    ['a repository', 'git init -q round-1; echo theirs > round-1/x'],
  ],
  isFirst,
))
  test.each(rows)(
    '%s in the place of the folder of a round keeps nothing from being moved there',
    options,
    async (_name, made) => {
      const { s } = await built(made);
      for (const round of ['round-1', 'round-2'])
        expect(await s.repo.git('show', `cairn/demo:${FOLDER}/${round}/verdict.json`)).toBe('{"ok": false}');
    },
  );

for (const { rows, options } of byDepth<[name: string, made: string]>(
  [
    ['a file', 'rm -r round-1; echo theirs > round-1'],
    ['a link that leads out', 'rm -r round-1; ln -s $away round-1'],
  ],
  isFirst,
))
  test.each(rows)(
    '%s in the place of the folder of a round that is over: what the engine wrote there is written again',
    options,
    async (_name, made) => {
      const { s } = await built('', made);
      const ledger = `${FOLDER}/round-1/LEDGER.md`;
      expect(await (await s.worktree()).read(ledger)).toBe(
        `${await s.repo.git('show', `cairn/demo:${ledger}`)}\n`,
      );
      expect((await s.api.status(DEMO)).leftovers).toBe(0);
    },
  );

test('what a phase left to be decided by, and has not promised, is not there for its next round', async () => {
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'build' },
      {
        id: 'check',
        loop: { to: 'check', until: { file: 'check/ok.json', at: '/ok', is: true }, max: 3 },
      },
      {
        id: 'judge',
        artifacts: ['judge.json'],
        loop: { to: 'build', until: { file: 'judge/judge.json', at: '/ok', is: true }, max: 2 },
      },
    ],
  });
  const ok = `usual\necho '{"ok": true}' > "$CAIRN_PHASE_DIR/ok.json"`;
  await s.agent.part('check-1', ok);
  await s.agent.part('check-3', ok);
  await s.agent.part('judge-1', `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/judge.json"`);
  await s.agent.part('judge-2', `echo '{"ok": true}' > "$CAIRN_PHASE_DIR/judge.json"`);
  expect((await s.start()).reason).toBe('completed');
  expect((await s.agent.runs()).filter((run) => run.startsWith('check'))).toEqual([
    'check 1',
    'check 2',
    'check 3',
  ]);
  expect(await s.violations()).toEqual([]);
});
