import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';
import {
  FOLDER,
  flow,
  handsOn,
  passed,
  packetOf,
  pathOf,
  edit,
  shown,
  decisionsIn,
  holding,
  leftWaits,
  QUIET,
} from './packetUnderReview.ts';

/** A packet under review while other phases are published: what its phase says is merged onto the newest. */

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
    ['the file', async (s: Stage) => (await s.worktree('left')).remove(pathOf('left'))],
    ['the worktree', async (s: Stage) => s.repo.git('worktree', 'remove', '--force', await s.api.path(DEMO))],
  ])('counts as not edited where %s was removed', async (_what, remove) => {
    const s = await stage(flow());
    await passed(s);
    await remove(s);
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
    const edited = await packetOf(s, 'left');
    const log = await s.log();
    await expect(s.api.approve(DEMO, 'left', null)).rejects.toMatchObject({
      details: {
        refusal: {
          because: 'no-packet',
          lines: [{ message: expect.stringContaining('belongs to no item') as string }],
        },
      },
    });
    expect(await packetOf(s, 'left')).toBe(edited);
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
    const asked = await packetOf(s, 'left');
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
    await leftWaits(s);
    await edit(s, 'left', ['left says', 'left says, mended'], ['- [01-first] use md5\n', '']);
    await (await s.seat()).api.approve(DEMO, 'left', 'Fine.');
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'running',
      'pending',
    ]);
    await s.agent.mark('go');
    expect((await run).reason).toBe('completed');
    expect((await holding(s)).toSorted()).toEqual(['02-left: left says, mended', '03-right: right says']);
    expect(await s.agent.prompt('join')).toContain('[02-left] left says, mended');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test.each([
    ['it was merged', true],
    ['the word was given', false],
  ])('is waited for again after a restore from when %s to before', async (_when, merges) => {
    const s = await stage(flow());
    await passed(s);
    await edit(s, 'left', ['left says', 'left says, mended']);
    const { seq } = await s.api.status(DEMO);
    await s.api.approve(DEMO, 'left', null);
    if (merges) await s.resume({ until: 'left' });
    expect((await holding(s)).includes('02-left: left says, mended')).toBe(merges);
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
