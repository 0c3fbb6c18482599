import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';

/** A packet under review while other phases are published: what its phase says is merged onto the newest. */

const FOLDER = `.cairn/sessions/${DEMO}`;
const PACKETS = { left: '02-left', right: '03-right' };

const flow = (right: object = {}, left: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'first' },
    { id: 'left', needs: ['first'], packet: { review: true }, ...left },
    { id: 'right', needs: ['first'], ...right },
    { id: 'join', needs: ['left', 'right'] },
  ],
});
const handsOn = (...lines: readonly string[]): string =>
  `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
const until = (subject: string): string =>
  `while ! git -C "$CAIRN_REPO" log --format=%s cairn/demo | grep -q '${subject}'; do sleep 0.05; done`;
/** Publishes no file of the product: nothing moves for who works beside it. */
const QUIET = 'echo result > "$CAIRN_PHASE_DIR/result.md"';

/** `left` waits for a look at its packet, `right` was published since, with `usual` or without a file of the product. */
async function passed(s: Stage, work: string = 'usual'): Promise<void> {
  await s.agent.part('first', `usual\n${handsOn('## Decisions', '- use md5', '- use a cookie')}`);
  await s.agent.part(
    'left',
    `${work}\n${handsOn('## Decisions', '- left keeps', '- left says', '- left drops')}`,
  );
  await s.agent.part(
    'right',
    `${until('left waits for a look')}\n${work}\n${handsOn('## Decisions', '- right says')}`,
  );
  await s.start();
}

const pathOf = async (s: Stage, phase: keyof typeof PACKETS): Promise<string> => {
  const status = await s.api.status(DEMO);
  const root = status.phases.find(({ id }) => id === phase)?.worktree ?? (await s.api.path(DEMO));
  return join(root, FOLDER, PACKETS[phase], 'PACKET.md');
};
async function edit(s: Stage, phase: keyof typeof PACKETS, ...edits: readonly (readonly [string, string])[]) {
  const path = await pathOf(s, phase);
  const text = await readFile(path, 'utf8');
  const edited = edits.reduce((now, [from, to]) => now.replace(from, to), text);
  expect(edited).not.toBe(text);
  await writeFile(path, edited);
}
const shown = (s: Stage, path: string): Promise<string> => s.repo.git('show', `cairn/demo:${FOLDER}/${path}`);
const decisionsIn = (packet: string): readonly string[] =>
  packet
    .split('\n')
    .filter((line) => /^(?:- \[|\d+\. )/.test(line) && !line.includes('Approved by'))
    .map((line) => line.replace(/^(?:- |\d+\. )/, ''));
const holding = async (s: Stage): Promise<readonly string[]> =>
  (await s.api.ledger(DEMO))
    .filter(
      ({ section, removedBy, text }) =>
        section === 'decisions' && removedBy === null && !text.includes('Approved'),
    )
    .map(({ id, text }) => `${id.replace(/\..*/, '')}: ${text}`);

describe('a packet that a person edits while another phase is published', () => {
  test.each([
    ['the product', 'usual'],
    ['nothing of the product', QUIET],
  ])('is merged onto the newest, where that phase changed %s', async (_what, work) => {
    const s = await stage(flow());
    await passed(s, work);
    await edit(
      s,
      'left',
      ['- [02-left] left drops\n', '- says the person\n'],
      ['left says', 'left says, mended'],
      ['- [01-first] use md5\n', ''],
      ['use a cookie', 'use a signed cookie'],
    );
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume({ until: 'left' })).toMatchObject({ reason: 'paused' });
    const packet = await shown(s, 'PACKET.md');
    const own = ['left keeps', 'says the person', 'left says, mended', 'use a signed cookie'];
    expect(decisionsIn(packet).toSorted()).toEqual(
      ['[03-right] right says', ...own.map((text) => `[02-left] ${text}`)].toSorted(),
    );
    expect(packet).toBe(await shown(s, '02-left/PACKET.md'));
    expect(
      decisionsIn(await shown(s, '02-left/LEDGER.md'))
        .filter((line) => !line.startsWith('`'))
        .toSorted(),
    ).toEqual(own.toSorted());
    expect((await holding(s)).toSorted()).toEqual(
      [...own.map((text) => `02-left: ${text}`), '03-right: right says'].toSorted(),
    );
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.prompt('join')).toContain(packet.slice(packet.indexOf('## Decisions')));
    expect(await s.agent.runs()).toEqual(['first 1', expect.anything(), expect.anything(), 'join 1']);
    expect((await s.log()).filter((line) => / waiting left/.test(line))).toHaveLength(1);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(s.told()).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test.each([
    ['the file', (path: string, _s: Stage) => rm(path)],
    [
      'the worktree',
      async (_path: string, s: Stage) =>
        void (await s.repo.git('worktree', 'remove', '--force', await s.api.path(DEMO))),
    ],
  ])('counts as not edited where %s was removed', async (_what, remove) => {
    const s = await stage(flow());
    await passed(s);
    await remove(await pathOf(s, 'left'), s);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await holding(s)).toSorted()).toEqual([
      '01-first: use a cookie',
      '01-first: use md5',
      '02-left: left drops',
      '02-left: left keeps',
      '02-left: left says',
      '03-right: right says',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('is not approved with a line that is no item, and nothing is lost', async () => {
    const s = await stage(flow());
    await passed(s);
    await edit(s, 'left', ['- [01-first] use md5', 'use md5']);
    const path = await pathOf(s, 'left');
    const edited = await readFile(path, 'utf8');
    const log = await s.log();
    await expect(s.api.approve(DEMO, 'left', null)).rejects.toMatchObject({
      details: {
        refusal: {
          because: 'no-packet',
          lines: [{ message: expect.stringContaining('belongs to no item') as string }],
        },
      },
    });
    expect(await readFile(path, 'utf8')).toBe(edited);
    expect(await s.log()).toEqual(log);
    await edit(s, 'left', ['\nuse md5', '\n- [01-first] use md5'], ['left says', 'left says, mended']);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await holding(s)).toContain('02-left: left says, mended');
    expect(await s.violations()).toEqual([]);
  });

  test('and is sent back is kept in a rescue; the next one has what was published, and is looked at anew', async () => {
    const s = await stage(flow());
    await passed(s);
    await edit(s, 'left', ['left says', 'left says, mended']);
    await s.api.reject(DEMO, 'left', 'Say more.');
    await s.agent.part('left-2', `usual\n${handsOn('## Decisions', '- left says more')}`);
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
    const rescues = await s.api.rescues(DEMO);
    const texts = await Promise.all(
      rescues.map(({ ref }) => s.repo.git('show', `${ref}:${FOLDER}/02-left/PACKET.md`)),
    );
    expect(texts.join('\n')).toContain('left says, mended');
    const asked = await readFile(await pathOf(s, 'left'), 'utf8');
    expect(asked).toContain('right says');
    expect(asked).toContain('left says more');
    await edit(s, 'left', ['left says more', 'left says more, mended']);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await holding(s)).toContain('02-left: left says more, mended');
    expect(await holding(s)).toContain('03-right: right says');
    expect(await s.violations()).toEqual([]);
  });

  test('is taken up at once where another is still at work', async () => {
    const s = await stage(flow());
    await s.agent.part('first', `usual\n${handsOn('## Decisions', '- use md5')}`);
    await s.agent.part('left', `usual\n${handsOn('## Decisions', '- left says')}`);
    await s.agent.part(
      'right',
      `usual\n${handsOn('## Decisions', '- right says')}\nuntil [ -e "$PLAY/go" ]; do sleep 0.02; done`,
    );
    const run = s.start();
    const waits = async (): Promise<boolean> => {
      const phases = (await s.api.list()).length === 0 ? [] : (await s.api.status(DEMO)).phases;
      return phases.some(({ id, status }) => id === 'left' && status === 'waiting');
    };
    while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 20));
    await edit(s, 'left', ['left says', 'left says, mended'], ['- [01-first] use md5\n', '']);
    await (await s.seat()).api.approve(DEMO, 'left', 'Fine.');
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'running',
      'pending',
    ]);
    await writeFile(join(s.agent.folder, 'go'), '');
    expect((await run).reason).toBe('completed');
    expect((await holding(s)).toSorted()).toEqual(['02-left: left says, mended', '03-right: right says']);
    expect(await s.agent.prompt('join')).toContain('[02-left] left says, mended');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('is waited for again after a restore to before it was approved', async () => {
    const s = await stage(flow());
    await passed(s);
    await edit(s, 'left', ['left says', 'left says, mended']);
    const { seq } = await s.api.status(DEMO);
    await s.api.approve(DEMO, 'left', null);
    await s.resume({ until: 'left' });
    expect(await holding(s)).toContain('02-left: left says, mended');
    await s.api.restore(DEMO, { to: String(seq) }, { dryRun: false });
    expect(await holding(s)).not.toContain('02-left: left says, mended');
    expect(await shown(s, 'PACKET.md')).toBe(await shown(s, '03-right/PACKET.md'));
    expect(await s.violations()).toEqual([]);
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
    await edit(s, 'left', ['left says', 'left says, otherwise']);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await holding(s)).toContain('02-left: left says, otherwise');
    expect(await holding(s)).toContain('03-right: right says');
    expect(await s.violations()).toEqual([]);
  });
});

class Died extends Error {}

test.each(['checkpoint/commit-made', 'checkpoint/ref-moved', 'slot/noted', 'held/laid'])(
  'a packet that was edited is merged once, where the engine dies at %s, as it takes the word and as it closes the phase',
  async (point) => {
    const s = await stage(flow());
    await passed(s);
    await edit(s, 'left', ['left says', 'left says, mended'], ['- [01-first] use md5\n', '']);
    const dying = (): ReturnType<Stage['seat']> =>
      s.seat({
        reached(now) {
          if (now === point) throw new Died();
        },
      });
    const first = await dying();
    await first.api.approve(DEMO, 'left', null).catch(() => null);
    await first.dispose();
    const isTaken = (await s.log()).some((line) => line.includes(' approval left'));
    if (!isTaken) await s.api.approve(DEMO, 'left', null);
    const second = await dying();
    await second.resume().catch(() => null);
    await second.dispose();
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await holding(s)).toSorted()).toEqual([
      '01-first: use a cookie',
      '02-left: left drops',
      '02-left: left keeps',
      '02-left: left says, mended',
      '03-right: right says',
    ]);
    expect(await s.violations()).toEqual([]);
  },
);

test('a packet is looked at anew where what it is of does not merge, and another attempt follows', async () => {
  const s = await stage(flow(), { files: { 'app.txt': '1\n' } });
  await passed(s, 'usual; echo "$CAIRN_PHASE" > app.txt');
  await edit(s, 'left', ['left says', 'left says, mended']);
  await s.api.approve(DEMO, 'left', null);
  await s.agent.part('left-2', `echo both > app.txt; ${handsOn('## Decisions', '- left says more')}`);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
  const asked = await readFile(await pathOf(s, 'left'), 'utf8');
  expect(asked).toContain('left says more');
  expect(asked).toContain('right says');
  expect(asked).not.toContain('mended');
  await edit(s, 'left', ['left says more', 'left says more, mended']);
  await s.api.approve(DEMO, 'left', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await holding(s)).toEqual([
    '01-first: use md5',
    '01-first: use a cookie',
    '03-right: right says',
    '02-left: left says more, mended',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('a packet is edited in the first worktree while an earlier phase waits in another', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'first', needs: [] },
      { id: 'asked', needs: [], packet: { review: true } },
      { id: 'right', needs: ['first'], packet: { review: true } },
      { id: 'join', needs: ['asked', 'right'] },
    ],
  });
  await s.agent.part('right', `usual\n${handsOn('## Decisions', '- right says')}`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  expect(await pathOf(s, 'right')).toBe(join(await s.api.path(DEMO), FOLDER, '03-right/PACKET.md'));
  await edit(s, 'right', ['right says', 'right says, mended']);
  await s.api.approve(DEMO, 'right', null);
  await s.api.approve(DEMO, 'asked', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await holding(s)).toEqual(['03-right: right says, mended']);
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test.each([
  ['left', 'right'],
  ['right', 'left'],
] as const)('of two packets under review, approved %s first, each has its edits', async (one, other) => {
  const s = await stage(flow({ packet: { review: true } }));
  await s.agent.part('first', `usual\n${handsOn('## Decisions', '- use md5', '- use a cookie')}`);
  for (const id of ['left', 'right'])
    await s.agent.part(id, `usual\n${handsOn('## Decisions', `- ${id} says`, `- ${id} drops`)}`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await edit(
    s,
    'left',
    ['left says', 'left says, mended'],
    ['- [02-left] left drops\n', ''],
    ['- [01-first] use md5\n', ''],
  );
  await edit(
    s,
    'right',
    ['right says', 'right says, mended'],
    ['- [03-right] right drops\n', ''],
    ['use md5', 'use sha1'],
  );
  await s.api.approve(DEMO, one, null);
  await s.resume();
  await s.api.approve(DEMO, other, null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  // An edit of what was taken out is over with it; taken out is what was there when it was looked at.
  const sha1 = one === 'right' ? ['03-right: use sha1'] : [];
  expect((await holding(s)).toSorted()).toEqual(
    [
      '01-first: use a cookie',
      '02-left: left says, mended',
      '03-right: right says, mended',
      ...sha1,
    ].toSorted(),
  );
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});
