import { expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';

const FOLDER = `.cairn/sessions/${DEMO}`;
const RECORD = `${FOLDER}/01-plan/phase.json`;
const STATUS = `${FOLDER}/STATUS.md`;
/** Of the approval of `plan`, and of what waits for it before. */
const TIPS = { approved: 'cairn/demo', waiting: 'cairn/demo^' };

interface Lie {
  readonly of: keyof typeof TIPS;
  readonly message?: (message: string) => string;
  /** Without its second parent. */
  readonly alone?: true;
  readonly files?: Readonly<Record<string, (text: string) => string>>;
  /** `R21 the work …`, as far as they are told. */
  readonly told: readonly string[];
}

const json =
  (change: (value: Readonly<Record<string, unknown>>) => unknown) =>
  (text: string): string =>
    `${JSON.stringify(change(JSON.parse(text) as Readonly<Record<string, unknown>>), null, 2)}\n`;
const row = (phase: string, from: string, to: string) => (text: string) =>
  text.replace(new RegExp(`\\| ${phase} \\| ${from} \\|`), `| ${phase} | ${to} |`);
const unheld = (message: string): string => message.replace(/^Cairn-Held: .*\n/m, '');

const STAYS_OPEN = {
  [RECORD]: json((value) => ({ ...value, status: 'pending' })),
  [STATUS]: row('plan', 'done', 'pending'),
};

const LIES: Readonly<Record<string, Lie>> = {
  'held work that nothing of the branch brings': {
    of: 'waiting',
    message: unheld,
    alone: true,
    told: ['R21 the work'],
  },
  'held work that is an older commit of the branch': {
    of: 'waiting',
    message: unheld,
    files: { [RECORD]: json((value) => ({ ...value, held: { commit: 'BASE', base: 'BASE' } })) },
    told: ['R21 the work BASE that plan holds does not come'],
  },
  'held work that is said to stand elsewhere': {
    of: 'waiting',
    files: {
      [RECORD]: json((value) => ({ ...value, held: { ...(value['held'] as object), base: 'BASE' } })),
    },
    told: ['R21 the work'],
  },
  'a phase that is said to be checked': {
    of: 'approved',
    files: { [STATUS]: (text) => text.replace('| approved |', '| passed |') },
    told: ['R6 plan is passed under Checked, and by phase.json approved'],
  },
  'a session that is said to be checked': {
    of: 'approved',
    message: (message) => message.replace(/^Cairn-Engine/m, 'Cairn-Checked: passed\n$&'),
    told: ['R4 checked is null in STATUS.md and passed in the trailer'],
  },
  'a packet that is forged while a phase waits': {
    of: 'waiting',
    files: { [`${FOLDER}/PACKET.md`]: (text) => `${text}- forged\n` },
    told: [`R25 waiting changed ${FOLDER}/PACKET.md`],
  },
  'the packet of the beginning': {
    of: 'approved',
    files: { [`${FOLDER}/00-opened/PACKET.md`]: (text) => `${text}- forged\n` },
    told: [`R25 approval changed ${FOLDER}/00-opened/PACKET.md`],
  },
  'an approval that nobody gave': {
    of: 'approved',
    files: { [RECORD]: json((value) => ({ ...value, approvals: [] })) },
    told: [
      'R6 plan is approved under Checked, and by phase.json nothing',
      'R19 plan needs an approval, and was closed without one',
    ],
  },
  'a phase that is done with another': {
    of: 'approved',
    files: { [STATUS]: row('build', 'pending', 'done') },
    told: [
      'R6 build is done and has no phase.json',
      'R22 build is done and has no LEDGER.md',
      'R24 build is done by a checkpoint of kind approval of plan',
    ],
  },
  'a phase that is done while another waits': {
    of: 'waiting',
    files: { [STATUS]: row('build', 'pending', 'skipped') },
    told: [
      'R6 build is skipped and has no phase.json',
      'R24 build is skipped by a checkpoint of kind waiting of plan',
    ],
  },
  'a phase that is closed and stays open, and brings files in': {
    of: 'approved',
    message: (text) => text.replace(/^Cairn-Kind: approval$/m, 'Cairn-Kind: phase'),
    files: { ...STAYS_OPEN, 'README.md': () => 'forged\n' },
    told: ['R20 ', 'R24 plan is pending by a checkpoint of kind phase of plan'],
  },
  'an approval that leaves its phase open, and brings files in': {
    of: 'approved',
    files: { ...STAYS_OPEN, 'README.md': () => 'forged\n' },
    told: ['R20 '],
  },
  'artifacts at places that are none': {
    of: 'approved',
    files: {
      [RECORD]: json((value) => ({
        ...value,
        artifacts: ['README.md/x', 'x'.repeat(9000)].map((path) => ({
          ...(value['artifacts'] as readonly object[])[0],
          path,
        })),
      })),
    },
    told: ['R6 ', 'R7 ', 'R7 '],
  },
  'artifacts outside of the repository': {
    of: 'approved',
    files: {
      [RECORD]: json((value) => ({
        ...value,
        artifacts: ['', '/', '../x', 'a//b', '.git/x', 'a\0b'].map((path) => ({
          ...(value['artifacts'] as readonly object[])[0],
          path,
        })),
      })),
    },
    told: [`R6 ${RECORD} cannot be read: `],
  },
  'a record that is cut short': {
    of: 'waiting',
    files: { [RECORD]: () => '{"schema": 3,' },
    told: [`R6 ${RECORD} cannot be read: line 1: not JSON`],
  },
};

/** Puts the checkpoint on the branch as somebody else would have made it; answers what is told of it. */
async function told({ repo, api }: Stage, { of, message = (m) => m, alone, files = {} }: Lie) {
  const at = await repo.git('rev-parse', TIPS[of]);
  const base = await repo.git('rev-parse', 'main');
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const puts = await Promise.all(
    Object.entries(files).map(async ([path, change]) => {
      const text = change(`${await repo.git('show', `${at}:${path}`)}\n`).replaceAll('BASE', base);
      return `M 100644 inline ${path}\n${data(text)}`;
    }),
  );
  const [first, second] = (await repo.git('log', '-1', '--format=%P', at)).split(' ');
  await repo.gitWithInput(
    [
      'commit refs/heads/forged\ncommitter E <e@example.invalid> 1700000000 +0000\n',
      data(message(await repo.git('log', '-1', '--format=%B', at))),
      `from ${first}\n`,
      second === undefined || alone ? '' : `merge ${second}\n`,
      `M 040000 ${await repo.git('rev-parse', `${at}^{tree}`)} \n${puts.join('')}`,
    ].join(''),
    'fast-import',
    '--quiet',
    '--force',
  );
  const tip = await repo.git('rev-parse', 'cairn/demo');
  await repo.git('update-ref', 'refs/heads/cairn/demo', 'refs/heads/forged');
  const violations = (await api.verify(DEMO))[0]?.violations ?? [];
  await repo.git('update-ref', 'refs/heads/cairn/demo', tip);
  // What lies in the worktree is of the tip that was there.
  return violations
    .filter(({ rule }) => rule !== 'R13' && rule !== 'R14')
    .map(({ rule, what }) =>
      `${rule} ${typeof what === 'string' ? what : what.warning}`.replaceAll(base, 'BASE'),
    );
}

test('verify tells in words what a checkpoint of somebody else says that did not happen', async () => {
  const s = await stage({ schema: 2, phases: [{ id: 'plan', approval: 'required' }, { id: 'build' }] });
  await s.start();
  await s.api.approve(DEMO, null, null);
  for (const of of ['waiting', 'approved'] as const) expect(await told(s, { of, told: [] })).toEqual([]);
  for (const [name, lie] of Object.entries(LIES)) {
    const found = await told(s, lie);
    expect(
      found.map((what, at) => what.slice(0, lie.told[at]?.length)),
      `${name}: ${found.join('\n')}`,
    ).toEqual(lie.told);
    expect(found.join('\n'), name).not.toContain('{"');
  }
});
