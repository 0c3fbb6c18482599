import { saidOf } from '../support/said.ts';
import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';

const FLOW = {
  phases: [
    { id: 'one', packet: { review: true } },
    { id: 'two', packet: { review: true } },
  ],
};
const PACKET = `.cairn/sessions/${DEMO}/01-one/PACKET.md`;

const linesOf = (packet: string): readonly string[] => packet.slice(packet.indexOf('## Goal')).split('\n');
const published = (s: Stage): Promise<string> => s.repo.git('show', `cairn/demo:${PACKET}`);
const recordOf = async (s: Stage): Promise<unknown> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`));

/** A person's edit of the packet where it lies. */
async function edit(s: Stage, change: (text: string) => string): Promise<void> {
  const tree = await s.worktree();
  await tree.write(PACKET, change(await tree.read(PACKET)));
}

class Died extends Error {}

describe('a phase whose packet is to be looked at', () => {
  test('waits once its gate holds; a yes hands on all of its items, and the word', async () => {
    const s = await stage(FLOW);
    expect(await s.start()).toMatchObject({
      reason: 'waiting',
      phase: 'one',
      message: `Look at what one hands on to two, and edit it where it is wrong: ${PACKET}`,
    });
    expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'packet' });
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    const written = await published(s);
    expect(written).toContain('`01-one/result.md@one`');
    await s.api.approve(DEMO, null, 'fine');
    const handedOn = await published(s);
    expect(linesOf(handedOn).filter((line) => !linesOf(written).includes(line))).toEqual([
      '## Decisions',
      '- [01-one] Approved by Ada Test <ada@example.invalid>: fine',
    ]);
    expect(linesOf(written).filter((line) => !linesOf(handedOn).includes(line))).toEqual([]);
    expect(await recordOf(s)).toMatchObject({
      status: 'done',
      approvals: [{ decision: 'approved', comment: 'fine', packet: 'kept' }],
    });
    expect(await recordOf(s)).not.toHaveProperty('question');
    // After the last phase nobody is handed anything.
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting one/1 waiting',
      '3 approval one/1 running',
      '4 phase two/1 done',
    ]);
    expect(await s.agent.prompt('two')).toContain(handedOn.slice(handedOn.indexOf('## Goal')).trim());
    expect(await s.violations()).toEqual([]);
  });

  test('hands on what a person made of it, counted again, along the chain and on record', async () => {
    const s = await stage(FLOW);
    await s.start();
    await edit(s, (text) =>
      text
        .replace(
          '## State of the work\n',
          '## Decisions\n- Use a cookie, said the person\n\n## State of the work\n',
        )
        .replaceAll('\n', '\r\n'),
    );
    expect((await s.resume()).message).toMatch(
      /\nThe context packet \(what the next phase is told\) was edited: the approval takes it as it lies there\.$/,
    );
    await s.api.approve(DEMO, 'one', null);
    const text = await published(s);
    expect(text).toContain('- [01-one] Use a cookie, said the person');
    expect(text).not.toContain('\r');
    expect(await recordOf(s)).toMatchObject({ approvals: [{ packet: 'edited' }] });
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo')).toBe(
      'cairn: the packet of one is approved as a person edited it',
    );
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.prompt('two')).toContain('Use a cookie, said the person');
    expect(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-two/PACKET.md`)).toContain(
      'Use a cookie, said the person',
    );
    expect(await s.api.status(DEMO)).toMatchObject({ rescues: [], leftovers: 0 });
    expect(await s.violations()).toEqual([]);
  });

  test.each<readonly [string, (text: string) => string, RegExp]>([
    ['no front matter', (text) => text.slice(4), /line 1: the file must start with front matter/],
    [
      'a section that is none',
      (text) => `${text}\n## Wishes\n- more\n`,
      /line \d+: unknown section "Wishes"/,
    ],
    [
      'another place',
      (text) => text.replace(/^seq: 2$/m, 'seq: 7'),
      /line 5: "seq" is not to be changed; it was 2/,
    ],
    [
      'another goal',
      (text) => text.replace('## Goal\n', '## Goal\nFirst of all: '),
      /line 13: the goal is the request/,
    ],
    [
      'a line that the next packet would lose',
      (text) => text.replace('## Artifacts\n', '## Artifacts\nSee all of them.\n'),
      /line \d+: this line belongs to no item/,
    ],
    [
      'more than its budget',
      (text) => text.replace('## Artifacts\n', `## Artifacts\n- ${'many words '.repeat(1500)}\n`),
      /line 8: the packet has 3\d\d\d tokens and may have 2000: take 1\d\d\d out/,
    ],
  ])(
    'is not approved with %s, which is said with its line, and nothing is lost',
    async (_what, change, why) => {
      const s = await stage(FLOW);
      await s.start();
      await edit(s, change);
      const lying = await (await s.worktree()).read(PACKET);
      expect(await saidOf(s.api.approve(DEMO, null, null))).toMatchObject({
        message: expect.stringMatching(why) as string,
      });
      expect(await (await s.worktree()).read(PACKET)).toBe(lying);
      expect(await s.log()).toHaveLength(2);
    },
  );

  test('may be sent back; the next attempt is told, and its packet is looked at anew', async () => {
    const s = await stage(FLOW);
    await s.start();
    await s.api.reject(DEMO, null, 'The result says nothing');
    await s.agent.part('one', 'usual; echo better > "$CAIRN_PHASE_DIR/result.md"');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'one' });
    expect(await s.agent.prompt('one', 2)).toContain('The result says nothing');
    await s.api.approve(DEMO, null, null);
    expect(await recordOf(s)).toMatchObject({
      approvals: [{ decision: 'rejected' }, { decision: 'approved', packet: 'kept' }],
    });
    expect(await s.violations()).toEqual([]);
  });

  test('with an approval too, comes after it and holds its comment', async () => {
    const s = await stage({
      phases: [{ id: 'one', approval: 'required', packet: { review: true } }, { id: 'two' }],
    });
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    expect(await s.api.approve(DEMO, null, 'Keep the flag')).toMatchObject({ state: 'waiting' });
    expect(await published(s)).toContain('Keep the flag');
    expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'packet' });
    await (await s.worktree()).write('late.txt', 'mine\n');
    expect(await s.api.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
    expect(await s.repo.git('show', 'cairn/demo:late.txt')).toBe('mine');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting one/1 waiting',
      '3 waiting one/1 waiting',
      '4 approval one/1 running',
    ]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.violations()).toEqual([]);
  });

  test('is approved as it was edited once, whenever the engine dies', async () => {
    for (const point of ['checkpoint/commit-made', 'checkpoint/ref-moved', 'checkpoint/files-rendered']) {
      const s = await stage(FLOW);
      await s.start();
      await edit(s, (text) =>
        text.replace('## Artifacts\n', '## Artifacts\n- see the readme, said the person\n'),
      );
      let made = false;
      const mortal = await s.seat({
        reached(now) {
          made ||= now === 'checkpoint/commit-made';
          if (made && now === point) throw new Died();
        },
      });
      await expect(mortal.api.approve(DEMO, null, null)).rejects.toThrow(Died);
      await mortal.dispose();
      const again = await s.resume();
      expect(again.reason).toBe(point === 'checkpoint/commit-made' ? 'waiting' : 'completed');
      if (again.reason === 'waiting') await s.api.approve(DEMO, null, null);
      const packet = await published(s);
      expect(packet.split('- [01-one] see the readme, said the person')).toHaveLength(2);
      expect(await recordOf(s)).toMatchObject({ approvals: [{ packet: 'edited' }] });
      expect(await s.api.rescues(DEMO)).toEqual([]);
      expect(await s.violations()).toEqual([]);
    }
  });

  test('a PACKET.md that the agent planted passes for nobody’s edit, whenever the engine dies', async () => {
    for (const point of ['checkpoint/commit-made', 'checkpoint/ref-moved', 'checkpoint/files-rendered']) {
      const s = await stage(FLOW);
      await s.agent.part('one', 'usual; printf "planted\\n" > "$CAIRN_PHASE_DIR/PACKET.md"');
      let armed = false;
      const mortal = await s.seat({
        reached(now) {
          armed ||= now === 'attempt/gate-evaluated';
          if (armed && now === point) throw new Died();
        },
      });
      await expect(mortal.start()).rejects.toThrow(Died);
      await mortal.dispose();
      expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'one' });
      await s.api.approve(DEMO, null, null);
      expect(await recordOf(s)).toMatchObject({ approvals: [{ packet: 'kept' }] });
      expect(await published(s)).not.toContain('planted');
      expect(await s.violations()).toEqual([]);
    }
  });
});
