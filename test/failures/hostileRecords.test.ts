import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { byDepth } from '../support/thorough.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { DEMO, stage, takeSeat, type Flow, type Seat, type Stage } from '../support/session.ts';

/** A session with a skipped phase, items, and a loop whose rounds are used up: whoever has the branch is asked. */
const FLOW: Flow = {
  schema: 2,
  inputs: { who: { default: 'me' } },
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    { id: 'build', needs: ['plan'], forEach: { file: 'plan/tasks.json', at: '/tasks' } },
    {
      id: 'review',
      needs: ['build'],
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
    },
  ],
};

type Json = Readonly<Record<string, unknown>>;
/** What stands in a place of the session's folder instead: other text, a link, a submodule, or nothing. */
type Put =
  | ((text: string) => string)
  | { readonly link: string }
  | { readonly module: true }
  | { readonly gone: true };
type Puts = Readonly<Record<string, Put>>;

const json =
  (change: (value: Json) => unknown): Put =>
  (text) =>
    `${JSON.stringify(change(JSON.parse(text) as Json), null, 2)}\n`;
const inReview = (more: object): Puts => ({
  '04-review/phase.json': json((value) => ({ ...value, ...more })),
});
const asked = (question: object): Puts => ({
  '04-review/phase.json': json((value) => ({
    ...value,
    question: { text: 'Well?', asked: (value['question'] as Json)['asked'], ...question },
  })),
});
const items = (...of: readonly object[]): Puts => ({
  'items.json': json((value) => ({ ...value, phases: [{ template: 'build', items: of }] })),
});
const item = (phase: string, over: object = {}): object => ({
  phase,
  id: phase,
  needs: [],
  value: {},
  ...over,
});
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const NOWHERE = '0'.repeat(40);
const status = (from: RegExp, to: string): Puts => ({ 'STATUS.md': (text) => text.replace(from, to) });

/** The tip with these in it is read, as far as it makes sense, and goes on. */
const TAKEN: Readonly<Record<string, Puts>> = {
  'reopened by nobody, for a reason that moves the cursor': {
    '03-build-a/phase.json': json((value) => ({
      ...value,
      reopened: {
        by: 'nobody',
        round: 1e9,
        max: 1e9,
        because: { file: '../../etc/passwd', at: '\u001B[2J\n# x' },
      },
    })),
  },
  'reopened for twenty thousand reasons': {
    '03-build-a/phase.json': json((value) => ({
      ...value,
      reopened: { by: 'review', round: 2, max: 2, because: { reasons: Array(20_000).fill('no') } },
    })),
  },
  'a loop in a phase that has none': {
    '01-plan/phase.json': json((value) => ({ ...value, loop: { round: 3 } })),
  },
  'a loop whose reason is a path out': inReview({
    loop: { round: 2, because: { file: '../../../etc/passwd' } },
  }),
  'skipped for nothing': { '02-docs/phase.json': json((value) => ({ ...value, skipped: {} })) },
  'skipped because of phases that are not there': {
    '02-docs/phase.json': json((value) => ({ ...value, skipped: { needs: ['zz'] } })),
  },
  'skipped for a reason of half a megabyte': {
    '02-docs/phase.json': json((value) => ({
      ...value,
      skipped: { file: 'x'.repeat(500_000), at: '\u001B[2J' },
    })),
  },
  'skipped and done': {
    '01-plan/phase.json': json((value) => ({ ...value, skipped: { stop: 'zz', byPerson: true } })),
  },
  'held work that is done': {
    '01-plan/phase.json': json((value) => ({ ...value, held: { commit: NOWHERE, base: NOWHERE } })),
  },
  'held work of a round to come': inReview({ held: { commit: NOWHERE, base: NOWHERE, round: 1_000_000 } }),
  'a limit that is asked about without one': asked({ about: 'limit' }),
  'a limit of nobody': asked({ about: 'limit', limit: { limit: 'cost', of: 'zz' } }),
  'a stop in a phase that has none': asked({ about: 'stop', options: ['another round'] }),
  'a condition of a phase that has none': asked({ about: 'condition' }),
  'a limit raised to less than nothing': inReview({
    raised: [{ limit: 'cost', of: 'zz', to: -1e308, at: '2026-11-20T10:00:00.000Z' }],
  }),
  'items whose values are prototypes': {
    'items.json': (text) => text.replaceAll('"value": {', '"value": {"__proto__": {"x": 1}, '),
  },
  'a ledger of a megabyte': { '01-plan/LEDGER.md': (text) => `${text}${'- x\n'.repeat(250_000)}` },
  'a ledger that is none': { '01-plan/LEDGER.md': () => '---\nx' },
  'a ledger that is a link': { '01-plan/LEDGER.md': { link: '/etc/passwd' } },
  'a ledger that is a submodule': { '01-plan/LEDGER.md': { module: true } },
  'a ledger that is a folder': { '01-plan/LEDGER.md': { gone: true }, '01-plan/LEDGER.md/x': () => 'x' },
  'a ledger of a round that never was': { '04-review/round-999999999/LEDGER.md': () => 'x' },
  'inputs that are a submodule': { 'inputs.json': { module: true } },
  'a file in the place of the folder of a round': {
    '04-review/round-2': () => 'x',
    '03-build-a/round-2': () => 'x',
  },
  'a link in the place of the folder of a round': { '04-review/round-2': { link: '../../../../../away' } },
  'a submodule in the place of the folder of a round': { '04-review/round-2': { module: true } },
  'a link in the place of a folder of the round before': {
    '04-review/round-1/LEDGER.md': { gone: true },
    '04-review/round-1/verdict.json': { gone: true },
    '04-review/round-1': { link: '../../../../../away' },
  },
  'a workflow that repeats nothing': {
    'workflow.yaml': () =>
      JSON.stringify({
        schema: 2,
        name: 'flow',
        agent: 'player',
        inputs: {},
        phases: [
          { id: 'plan', artifacts: ['tasks.json'] },
          { id: 'review', artifacts: ['verdict.json'] },
        ],
      }),
  },
};

/** With these it is shown as far as it can be read; what writes refuses, and says which file is wrong and why. */
const REFUSED: Readonly<Record<string, readonly [puts: Puts, told: string]>> = {
  'a round that is no number': [
    status(/(build-a \| done \|) 2/, `$1 1${'0'.repeat(30)}`),
    'the round must be a number',
  ],
  'a round of ten to the nine': [
    status(/(build-a \| done \|) 2/, '$1 1000000000'),
    'has round 1000000000 of "build-a"',
  ],
  'a loop in its last round that can be counted': [
    inReview({ loop: { round: Number.MAX_SAFE_INTEGER } }),
    'has round 9007199254740991 of "review"',
  ],
  'an attempt that can just be counted': [
    inReview({ attempt: Number.MAX_SAFE_INTEGER }),
    '"attempt" must be at most 1000000',
  ],
  'an attempt in the table that can just be counted': [
    status(/(review \| waiting \| 2 \|) \d+/, `$1 ${Number.MAX_SAFE_INTEGER}`),
    'the attempt must be a number up to 1000000',
  ],
  'one number for all': [status(/^\| \d+ \|/gm, '| 1 |'), '01-docs/phase.json'],
  'reopened for a reason nested too deep': [
    inReview({ reopened: { by: 'review', round: 2, max: 2, because: { found: deep(200) } } }),
    'nested too deeply',
  ],
  'a loop in no round': [inReview({ loop: { round: -1 } }), '"round" must be'],
  'skipped because of what no phase is called': [
    { '02-docs/phase.json': json((value) => ({ ...value, skipped: { needs: ['../x'] } })) },
    'skipped.needs',
  ],
  'held work by a name that is none': [inReview({ held: { commit: 'HEAD', base: '--help' } }), 'held.commit'],
  'no items': [{ 'items.json': { gone: true } }, 'has no row for "build"'],
  'an empty list of items': [items(), 'has no row for "build"'],
  'other items': [items(item('build-z')), 'has no row for "build-z"'],
  'items of another phase': [items(item('plan-a')), '"plan-a" is no item of "build"'],
  'more items than there may be': [
    items(...Array.from({ length: 4_001 }, (_, at) => item(`build-${at}`))),
    'has 4001 items, and may have 4000',
  ],
  'items that wait for each other': [
    items(item('build-a', { needs: ['build-b'] }), item('build-b', { needs: ['build-a'] })),
    'these wait for each other',
  ],
  'items nested too deep': [
    items(item('build-a', { value: deep(200) }), item('build-b')),
    'nested too deeply',
  ],
  'items that are a link': [{ 'items.json': { link: '/etc/passwd' } }, 'items.json'],
  'items that are a submodule': [{ 'items.json': { module: true } }, 'has no row for "build"'],
  'items that are cut short': [{ 'items.json': () => '{"schema": 3,' }, 'items.json'],
  'inputs that are a link': [{ 'inputs.json': { link: '/etc/passwd' } }, 'inputs.json'],
  'inputs that are cut short': [{ 'inputs.json': () => '{"schema": 3,' }, 'inputs.json'],
  'inputs of twenty megabytes': [
    { 'inputs.json': () => JSON.stringify({ schema: 2, inputs: { who: 'x'.repeat(20_000_000) } }) },
    'inputs.json',
  ],
  'a table of twenty megabytes': [
    status(/\n\n## Notes/, `\n${'| 5 | none | pending | 1 | 0 | 0/1 |  |\n'.repeat(500_000)}\n## Notes`),
    'the file has more than 1048576 bytes',
  ],
  'a record of two megabytes': [
    inReview({ x: 'x'.repeat(2_000_000) }),
    'the file has more than 1048576 bytes',
  ],
  'a record that is a link': [{ '01-plan/phase.json': { link: '/etc/passwd' } }, '01-plan/phase.json'],
};

async function begun(): Promise<Stage> {
  const s = await stage(FLOW);
  await s.agent.part(
    'plan',
    `echo '{"tasks": [{"id": "a"}, {"id": "b"}]}' > "$CAIRN_PHASE_DIR/tasks.json"; echo '# Hand-off' > "$CAIRN_PHASE_DIR/HANDOFF.md"`,
  );
  await s.agent.part('review', `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/verdict.json"`);
  expect((await s.start()).reason).toBe('waiting');
  return s;
}

/** A clone whose branch somebody else has put a commit on; beside it a folder that nobody may touch. */
async function fetched({ repo, agent }: Stage, at: number, puts: Puts): Promise<Seat> {
  const branch = `hostile-${at}`;
  const data = (of: string): string => `data ${Buffer.byteLength(of)}\n${of}\n`;
  const lines = await Promise.all(
    Object.entries(puts).map(async ([name, put]) => {
      const path = `.cairn/sessions/demo/${name}`;
      if (typeof put === 'function') {
        const text = await repo.git('show', `cairn/demo:${path}`).catch(() => '');
        return `M 100644 inline ${path}\n${data(put(`${text}\n`))}`;
      }
      if ('link' in put) return `M 120000 inline ${path}\n${data(put.link)}`;
      return 'module' in put ? `M 160000 ${'1'.repeat(40)} ${path}\n` : `D ${path}\n`;
    }),
  );
  const message = await repo.git('log', '-1', '--format=%B', 'cairn/demo');
  await repo.gitWithInput(
    `commit refs/heads/${branch}\ncommitter E <e@example.invalid> 1700000000 +0000\n${data(message)}from refs/heads/cairn/demo^0\n${lines.join('')}`,
    'fast-import',
    '--quiet',
  );
  const folder = join(repo.root, '..', branch);
  await mkdir(join(folder, 'away'), { recursive: true });
  await repo.git('clone', '-q', '-b', 'main', '.', join(folder, 'clone'));
  const clone = openGitRepo(join(folder, 'clone'));
  await clone.git('config', 'user.name', 'Bo');
  await clone.git('config', 'user.email', 'bo@example.invalid');
  await clone.git('update-ref', 'refs/heads/cairn/demo', `origin/${branch}`);
  return takeSeat(clone, { agents: agent.settings });
}

/** An answer or a refusal, never anything else. */
const refusal = (act: Promise<unknown>): Promise<CairnError | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof CairnError && !error.code.startsWith('internal/')) return error;
      throw error;
    },
  );

async function looks({ api }: Seat): Promise<void> {
  expect(await api.list()).toHaveLength(1);
  expect((await api.status(DEMO)).phases.length).toBeGreaterThan(0);
  await api.log(DEMO);
}

const FEW: readonly string[] = [
  'a ledger that is a submodule',
  'a link in the place of the folder of a round',
  'one number for all',
  'inputs that are a link',
  'an attempt that can just be counted',
  'a table of twenty megabytes',
];
const isFew = ([name]: readonly [string, ...unknown[]]): boolean => FEW.includes(name);

for (const { rows, options } of byDepth(Object.entries(TAKEN), isFew))
  test(
    'a branch whose records make no sense is gone on with as far as they do, and nothing leads out of the session',
    options,
    async () => {
      const s = await begun();
      for (const [at, [name, puts]] of rows.entries()) {
        const seat = await fetched(s, at, puts);
        await looks(seat);
        for (const act of [
          () => seat.api.ledger(DEMO),
          () => seat.api.verify(DEMO),
          async () => seat.api.trust(DEMO, (await seat.api.commands(DEMO)).hash),
          () => seat.resume({ trust: true }),
          () => seat.api.answer(DEMO, 'another round'),
          () => seat.resume({ trust: true }),
        ])
          expect(await refusal(act()), name).toBeNull();
        expect(await readdir(join(seat.repo.root, '..', 'away')), name).toEqual([]);
        await seat.dispose();
      }
    },
  );

for (const { rows, options } of byDepth(Object.entries(REFUSED), isFew))
  test(
    'a branch whose records cannot be used is shown, and refused with the file and why',
    options,
    async () => {
      const s = await begun();
      for (const [at, [name, [puts, told]]] of rows.entries()) {
        const seat = await fetched(s, at, puts);
        await looks(seat);
        expect((await seat.api.status(DEMO)).readOnly, name).toBe('unreadable');
        const tip = await seat.repo.git('rev-parse', 'cairn/demo');
        for (const act of [
          () => seat.api.ledger(DEMO),
          () => seat.resume({ trust: true }),
          () => seat.api.answer(DEMO, 'another round'),
        ]) {
          const error = await refusal(act());
          expect([name, error?.code]).toEqual([name, 'data/corrupt']);
          expect(`${name}: ${JSON.stringify(error?.details)}`).toContain(JSON.stringify(told).slice(1, -1));
        }
        expect(
          (await seat.api.verify(DEMO))[0]?.violations.map(({ rule }) => rule),
          name,
        ).toEqual(expect.arrayContaining([expect.stringMatching(/^R(3|6|9|23)$/)]));
        expect(await seat.repo.git('rev-parse', 'cairn/demo'), name).toBe(tip);
        await seat.dispose();
      }
    },
  );
