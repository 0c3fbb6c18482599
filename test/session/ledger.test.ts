import { describe, expect, test } from 'vitest';
import { parseLedger } from '../../src/model/ledger/parseLedger.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, type Stage } from '../support/session.ts';

const FOLDER = `.cairn/sessions/${DEMO}`;
const fileAt = (s: Stage, path: string, at = 'cairn/demo'): Promise<string> =>
  s.repo.git('show', `${at}:${FOLDER}/${path}`);
const handsOn = (...lines: readonly string[]): string =>
  `usual; printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
const says = (ok: string, text: string): string =>
  `${handsOn('## Decisions', `- ${text}`)}; echo '{"ok": ${ok}}' > "$CAIRN_PHASE_DIR/verdict.json"`;
const shown = async (s: Stage, session: SessionId = DEMO): Promise<readonly string[]> =>
  (await s.api.ledger(session))
    .filter(({ section }) => section !== 'artifacts')
    .map(
      ({ id, section, text, closedBy }) =>
        `${id} ${section}: ${text}${closedBy === null ? '' : ` < ${closedBy}`}`,
    );

describe('what phases hand on', () => {
  test('is in the ledger of each, with its words and a person’s, and adds up', async () => {
    const s = await stage({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    await s.agent.part(
      'one',
      handsOn('## Open questions', '- Which port?', '## Constraints', '- Node 22 stays'),
    );
    await s.agent.part(
      'two',
      handsOn('## Open questions', '- [x] Which port? 8080', '', '## Next', '- Ship it'),
    );
    await s.start();
    expect(await shown(s)).toEqual([]);
    await s.api.approve(DEMO, null, 'Keep the flag');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await shown(s)).map((line) => line.replace(/ by .*?: /, ' by somebody: '))).toEqual([
      '01-one.1 constraints: Node 22 stays',
      '01-one.2 decisions: Approved by somebody: Keep the flag',
      '01-one.3 questions: Which port? < 02-two.1',
      '02-two.1 decisions: Answered: Which port? 8080',
      '02-two.4 next: Ship it',
    ]);
    const ledger = parseLedger('LEDGER.md', await fileAt(s, '02-two/LEDGER.md'));
    expect(ledger).toMatchObject({ ok: true, value: { session: DEMO, phase: 'two', seq: 4 } });
    expect(await s.violations()).toEqual([]);
  });

  test('goes back with a restore, and comes along with a fork, which goes on from it', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    for (const id of ['one', 'two', 'three']) await s.agent.part(id, handsOn('## Decisions', `- say ${id}`));
    await s.start();
    expect(await shown(s)).toHaveLength(3);
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await shown(s)).toEqual(['01-one.1 decisions: say one']);
    expect(await fileAt(s, 'PACKET.md')).toBe(await fileAt(s, '01-one/PACKET.md'));
    expect(await s.violations()).toEqual([]);
    await s.resume({ until: 'two' });
    const other = 'other' as SessionId;
    await s.api.fork(DEMO, 'two', { id: other });
    expect(await shown(s, other)).toEqual(['01-one.1 decisions: say one', '02-two.1 decisions: say two']);
    expect((await s.api.verify(other))[0]?.violations).toEqual([]);
  });

  test('lies in one place: the newest packet below the session, the first one in 00-opened', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    expect(await fileAt(s, 'PACKET.md')).toBe(await fileAt(s, '01-one/PACKET.md'));
    const opening = await fileAt(s, '00-opened/PACKET.md');
    expect(opening).toContain('phase: null');
    expect(await s.api.packet(DEMO, null)).toContain('phase: one');
    expect((await s.api.packet(DEMO, 'opened')).trimEnd()).toBe(opening.trimEnd());
    for (const pointer of ['PACKET.md@opened', '00-opened/PACKET.md@opened'])
      expect(
        Buffer.from(await s.api.show(DEMO, pointer))
          .toString()
          .trimEnd(),
      ).toBe(opening.trimEnd());
    await s.api.fork(DEMO, 'one', { id: 'other' });
    const shownThere = await s.api.show('other' as SessionId, 'PACKET.md@opened');
    expect(Buffer.from(shownThere).toString().trimEnd()).toBe(opening.trimEnd());
  });

  test('is the engine’s: what an agent or a person writes there is set aside, and no part of a checkpoint', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('two', 'usual; echo forged > "$CAIRN_SESSION_DIR/01-one/LEDGER.md"');
    await s.start();
    expect(await fileAt(s, '01-one/LEDGER.md')).not.toContain('forged');
    expect(await (await s.worktree()).read(`${FOLDER}/01-one/LEDGER.md`)).not.toContain('forged');
    expect(s.told().join('\n')).toContain('01-one/LEDGER.md');
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:${FOLDER}/01-one/LEDGER.md`)).toBe('forged');
    expect(await s.violations()).toEqual([]);
  });

  test('is that of the attempt that a round ends with, where the phase was done before and sent back by its person', async () => {
    const s = await stage({
      schema: 2,
      phases: [
        { id: 'build' },
        {
          id: 'verify',
          approval: 'required',
          artifacts: ['verdict.json'],
          loop: { to: 'build', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 2 },
        },
        { id: 'docs' },
      ],
    });
    await s.agent.part('verify', says('true', 'all is well'));
    await s.start();
    await s.api.approve(DEMO, null, null);
    await (await s.worktree()).write(`${FOLDER}/02-verify/verdict.json`, '{"ok": true, "by": "hand"}\n');
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    await s.api.reject(DEMO, null, 'Look again');
    await s.agent.part('verify-2', says('false', 'the form is broken'));
    await s.agent.part('verify-3', says('true', 'now it is well'));
    await s.resume();
    expect((await s.log()).join()).toContain('round verify/2');
    expect(await fileAt(s, '02-verify/round-1/LEDGER.md')).toContain('the form is broken');
    expect((await shown(s)).join('\n')).toMatch(/02-verify\/round-1\.\d decisions: the form is broken/);
    expect(await s.violations()).toEqual([]);
  });

  test('is advice as it was given last, also where a round says the same as the one before', async () => {
    const s = await stage({
      schema: 2,
      phases: [
        { id: 'build' },
        {
          id: 'verify',
          artifacts: ['verdict.json'],
          loop: { to: 'build', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 2 },
        },
      ],
    });
    await s.agent.part('build', handsOn('## Next', '- Run the slow tests'));
    await s.agent.part('verify-1', says('false', 'not yet'));
    await s.agent.part('verify-2', says('true', 'done'));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.prompt('verify', 2)).toContain('[01-build] Run the slow tests');
    expect(await fileAt(s, '01-build/LEDGER.md')).toContain('Run the slow tests');
    expect(await s.violations()).toEqual([]);
  });

  test('is told to agents: their prompt names the command that prints what earlier phases said', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    expect(await s.agent.prompt('two')).toContain(
      '`"$CAIRN_BIN" ledger demo` prints all that was ever handed on',
    );
  });
});

describe('a packet that a person looks at', () => {
  const FLOW = { phases: [{ id: 'one' }, { id: 'two', packet: { review: true } }, { id: 'three' }] };
  const PACKET = `${FOLDER}/02-two/PACKET.md`;

  test('has no ledger yet; once it is approved, that has what they wrote, and not what they took out', async () => {
    const s = await stage(FLOW);
    await s.agent.part('one', handsOn('## Decisions', '- use md5', '- use a cookie'));
    await s.agent.part('two', handsOn('## Decisions', '- no tests', '- one table'));
    await s.start();
    const before = await s.repo.git('ls-tree', '-r', '--name-only', `cairn/demo:${FOLDER}`);
    expect(before).not.toContain('02-two/LEDGER.md');
    expect(await fileAt(s, 'PACKET.md')).toBe(await fileAt(s, '01-one/PACKET.md'));
    const tree = await s.worktree();
    const edited = (await tree.read(PACKET))
      .replace('- [01-one] use md5\n', '')
      .replace('- [02-two] no tests\n', '- tests first, said the person\n');
    await tree.write(PACKET, edited);
    await s.api.approve(DEMO, null, null);
    const decisions = (await s.api.ledger(DEMO)).filter(({ section }) => section === 'decisions');
    expect(
      decisions.map(({ id, text, removedBy }) => [id, text.replace(/ by .*/, ' by …'), removedBy]),
    ).toEqual([
      ['01-one.1', 'use md5', 'two'],
      ['01-one.2', 'use a cookie', null],
      ['02-two.1', 'Approved by …', null],
      ['02-two.2', 'one table', null],
      ['02-two.3', 'tests first, said the person', null],
    ]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    const handed = await fileAt(s, '03-three/PACKET.md');
    expect(handed).not.toContain('md5');
    expect(handed).not.toContain('no tests');
    expect(handed).toContain('- [02-two] tests first, said the person');
    expect(await s.violations()).toEqual([]);
  });
});
