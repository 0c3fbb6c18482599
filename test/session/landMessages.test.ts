import { describe, expect, test } from 'vitest';
import type { Worker } from '../support/functionAgent.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { chain, DEMO, type Flow, type Stage } from '../support/session.ts';

const LAND = '.cairn/land.md';
/** In two pieces, so that this file is none with a secret in it. */
const SECRET = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');

/** Says what it did in its hand-off, and changes a file named after its phase, but for `plan`. */
const usual: Worker = async ({ phase, attempt, tree, produce }) => {
  await produce('result.md');
  await produce(
    'HANDOFF.md',
    `## State of the work\n- ${phase} is made, thanks @bob\n\n## Decisions\n- ${phase} by hand\n`,
  );
  if (phase !== 'plan') await tree.write(`src/${phase}.txt`, `${phase} ${attempt}\n`);
};
const FLOW: Flow = {
  phases: [
    { id: 'plan', approval: 'required' },
    { id: 'code', title: 'Write it', checks: [{ name: 'test', run: 'true' }] },
    { id: 'verify' },
  ],
};

async function done(
  options: { readonly files?: Readonly<Record<string, string>>; readonly plays?: Worker } = {},
): Promise<Stage> {
  const s = await stage(FLOW, { plays: usual, ...options });
  await s.start({ request: 'Make it so\n\nIt closes #4.' });
  await s.api.approve(DEMO, null, 'Go, @team');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  return s;
}

/** Git prints a line end of its own behind that of the message. */
const messageOf = async (s: Stage, at = 'landed'): Promise<string> =>
  (await s.repo.git('log', '-1', '--format=%B', at)).trimEnd();
const subjects = async (s: Stage, range = 'main..landed'): Promise<readonly string[]> =>
  (await s.repo.git('log', '--format=%B%x00', range))
    .split('\0')
    .map((message) => message.trim().split('\n')[0] ?? '')
    .filter((line) => line !== '')
    .toReversed();

describe('the message of a landing', () => {
  test('is made of request, hand-offs, checks and approvals, and names the session', async () => {
    const s = await done();
    await s.api.land(DEMO, { branch: 'landed' });
    expect(await messageOf(s)).toMatch(
      /^Make it so\n\nIt closes #4\.\n\nWhat was done:\n- plan: plan is made, thanks @ bob\n- code: code is made, thanks @ bob\n- verify: verify is made, thanks @ bob\n\nDecisions:\n- plan by hand\n- code by hand\n- verify by hand\n\nPhases:\n- plan \(approved\)\n- code: Write it \(checks passed\)\n- verify \(nothing checked\)\n\nChecks:\n- test \(true\): passed\n\nApprovals:\n- plan: Ada Test, \d{4}-\d\d-\d\d: Go, @team\n\nLanded from cairn\/demo, checkpoint 5\.\nThe session is done, nothing checked\.$/,
    );
  });

  test('takes an issue that the session is for as what other people wrote', async () => {
    const s = await stage(chain('one'));
    const url = 'https://github.com/ada/site/issues/4';
    await s.start({ request: `Closes #4, says @ada\n\nFrom ${url}, written by ada.\n` });
    await s.api.land(DEMO, { branch: 'landed' });
    expect(await messageOf(s)).toMatch(/^Closes # 4, says @ ada\n/);
  });

  test('takes what people wrote as it is only in the clone in which the session was opened', async () => {
    const s = await stage(chain('one'));
    await s.start({ request: 'Closes #4, says @ada' });
    const [remote, place] = [`${s.repo.root}-remote`, `${s.repo.root}-clone`];
    await s.repo.git('clone', '-q', '--bare', '.', remote);
    await s.repo.git('clone', '-q', remote, place);
    const titles: string[] = [];
    for (const seat of [s, await s.seat({ folder: place })]) {
      await seat.api.land(DEMO, { branch: 'landed' });
      titles.push(await seat.repo.git('log', '-1', '--format=%s', 'landed'));
    }
    expect(titles).toEqual(['Closes #4, says @ada', 'Closes # 4, says @ ada']);
  });

  test('follows the template of the commit that the session began on, not one that an agent wrote', async () => {
    const s = await done({
      files: { [LAND]: 'feat: {title}\n\nChecked:\n{checks}\n' },
      plays: async (work) => {
        await usual(work);
        await work.tree.write(LAND, 'evil {title}\n');
      },
    });
    await s.api.land(DEMO, { branch: 'landed' });
    expect(await messageOf(s)).toBe('feat: Make it so\n\nChecked:\n- test (true): passed');
    expect(await s.repo.git('show', `landed:${LAND}`)).toContain('feat: {title}');
  });

  test('a template that is not valid is told with its line, and Cairn’s own is used', async () => {
    const s = await done({ files: { [LAND]: '{title}\n\n{tittle}\n' } });
    await s.api.land(DEMO, { branch: 'landed' });
    expect(await messageOf(s)).toContain('What was done:');
    expect(s.told().filter((text) => text.includes(LAND))).toEqual([
      "Landed with Cairn's own message, as the template in the commit that the session began on is not valid: .cairn/land.md:3:1: there is no {tittle}; did you mean {title}?.",
    ]);
  });

  test('one with a secret in it is refused, and says where it stands; nothing is landed', async () => {
    const s = await done({ files: { [LAND]: `{title}\n\n${SECRET}\n` } });
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({
      code: 'usage/invalid',
      details: { what: LAND, why: expect.stringContaining('line 3 holds a secret') },
    });
    expect(await s.repo.git('branch', '--list', '--format=%(refname:short)', 'landed')).toBe('');
    expect((await s.api.land(DEMO, { apply: true })).commits).toEqual([]);
  });
});

describe('a secret in what a landing says', () => {
  const [begin, rest] = [SECRET.slice(0, 9), SECRET.slice(9)];
  test.each([
    ['of an agent that a character nobody sees splits', `${begin}\u200b${rest}`],
    ['of an agent behind words that would allow one', `cairn:allow-secret ${begin}\u00ad${rest}`],
  ])('%s, refuses the landing', async (_what, said) => {
    const s = await done({
      plays: async (work) => {
        await usual(work);
        await work.produce('HANDOFF.md', `## State of the work\n- made\n\n## Decisions\n- ${said}\n`);
      },
    });
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({
      code: 'usage/invalid',
      details: { what: 'a decision' },
    });
  });

  test.each([
    ['a soft hyphen', '\u00ad', 'the request'],
    ['what only the finished message is without', '\ufffe', 'the message'],
  ])('that %s splits in a request, refuses it, too', async (_what, hidden, what) => {
    const s = await stage(chain('one'), { plays: usual });
    await s.start({ request: `Make it so\n\nWith ${begin}${hidden}${rest}` });
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({
      code: 'usage/invalid',
      details: { what },
    });
  });

  test('is none where a person allowed it in the request', async () => {
    const s = await stage(chain('one'), { plays: usual });
    await s.start({
      request: `Make it so\n\nWith ${SECRET}, an example ${'of many words '.repeat(6)} cairn:allow-secret`,
    });
    await s.api.land(DEMO, { branch: 'landed' });
    expect(await messageOf(s)).toContain(SECRET);
  });
});

describe('landed in commits of phases', () => {
  test('each phase that changed something is a commit, in the order in which they were closed; the request stands in the first', async () => {
    const s = await done();
    const landed = await s.api.land(DEMO, { branch: 'landed', commits: 'phase' });
    expect(await subjects(s)).toEqual(['Make it so (code)', 'Make it so (verify)']);
    expect(landed.commits).toEqual([await s.repo.git('rev-parse', 'landed~1'), landed.commit]);
    expect([...landed.changed].sort()).toEqual(['src/code.txt', 'src/verify.txt']);
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'landed~1', 'src')).toBe('src/code.txt');
    expect((await messageOf(s, 'landed~1')).replace(/\d{4}-\d\d-\d\d/, 'DAY')).toBe(
      'Make it so (code)\n\nIt closes #4.\n\nWhat was done:\n- plan: plan is made, thanks @ bob\n- code: code is made, thanks @ bob\n\nDecisions:\n- plan by hand\n- code by hand\n\nPhases:\n- plan (approved)\n- code: Write it (checks passed)\n\nChecks:\n- test (true): passed\n\nApprovals:\n- plan: Ada Test, DAY: Go, @team\n\nLanded from cairn/demo, checkpoint 5.\nThe session is done, nothing checked.',
    );
    const last = await messageOf(s);
    expect(last).not.toContain('It closes #4');
    expect(last).not.toContain('Checks:');
  });

  test('ends in the tree that one commit of all of it has', async () => {
    const s = await done();
    await s.api.land(DEMO, { branch: 'landed', commits: 'phase' });
    await s.api.land(DEMO, { branch: 'whole' });
    const files = (at: string): Promise<string> => s.repo.git('ls-tree', '-r', '-z', '--full-tree', at);
    expect(await files('landed')).toBe(await files('whole'));
  });

  test('a phase behind the last one that changed something stands in that commit, with its checks', async () => {
    const s = await stage(
      { phases: [{ id: 'code' }, { id: 'verify', checks: [{ name: 'test', run: 'true' }] }] },
      { plays: (work) => (work.phase === 'verify' ? work.produce('result.md') : usual(work)) },
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    await s.api.land(DEMO, { branch: 'landed', commits: 'phase' });
    expect(await subjects(s)).toEqual(['Make it so (code)']);
    expect(await messageOf(s)).toContain(
      '- code (nothing checked)\n- verify (checks passed)\n\nChecks:\n- test (true): passed',
    );
  });

  test('a phase that a round opened again is one commit, where it was closed last', async () => {
    const s = await stage(
      {
        schema: 2,
        phases: [
          { id: 'code' },
          {
            id: 'verify',
            artifacts: ['verdict.json'],
            loop: { to: 'code', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 3 },
          },
        ],
      },
      {
        plays: async (work) => {
          if (work.phase === 'verify') await work.produce('verdict.json', `{"ok": ${work.attempt > 1}}`);
          await usual(work);
        },
      },
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    await s.api.land(DEMO, { branch: 'landed', commits: 'phase' });
    expect(await subjects(s)).toEqual(['Make it so (code)', 'Make it so (verify)']);
    expect(await s.repo.git('show', 'landed~1:src/code.txt')).toBe('code 2');
    expect(await messageOf(s, 'landed~1')).toContain('- code (nothing checked, round 2)');
  });

  test('what a restore undid is in none of them; what lies behind the last phase of a session that is not done is one of its own', async () => {
    const s = await stage(chain('one', 'two'), {
      plays: (work) => (work.phase === 'two' && work.attempt > 1 ? undefined : usual(work)),
    });
    await s.start();
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await (await s.worktree()).write('mine.txt', 'mine\n');
    expect(await s.resume()).toMatchObject({ reason: 'blocked' });
    await s.api.land(DEMO, { branch: 'landed', commits: 'phase' });
    expect(await subjects(s)).toEqual(['Make it so (one)', 'Make it so (unfinished)']);
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'landed', 'mine.txt')).toBe('mine.txt');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'landed', 'src')).toBe('src/one.txt');
  });

  test('a fork lands what it inherited in the commits of those phases', async () => {
    const s = await stage(chain('one', 'two'), { plays: usual });
    await s.start();
    const fork = await s.api.fork(DEMO, 'one', { id: 'other' });
    await s.api.land(fork.session, { branch: 'landed', commits: 'phase' });
    expect(await subjects(s)).toEqual(['Make it so (one)']);
  });
});

test('a conflict of one commit of several names its phase; all of it together is landed as one', async () => {
  const plays: Worker = async ({ phase, tree, produce }) => {
    await produce('result.md');
    await tree.write('a.txt', phase === 'one' ? 'theirs\n' : 'mine\n');
    if (phase === 'two') await tree.write('b.txt', 'made\n');
  };
  const s = await stage(chain('one', 'two'), { plays, files: { 'a.txt': 'base\n' } });
  // In place what was uncommitted when it began is no change of the session.
  await s.repo.write('a.txt', 'mine\n');
  await s.start({ inPlace: true });
  const { details } = await refusal(
    s.api.land(DEMO, { branch: 'landed', commits: 'phase' }),
    'repo/land-conflict',
  );
  expect(details).toMatchObject({ session: DEMO, phase: 'one', files: ['a.txt'] });
  const said = errorSentence('repo/land-conflict', details);
  expect(said.message).toContain('What demo had changed by the end of one conflicts with what is here');
  expect(said.hint).toContain('land it as one commit, without --commits phase');
  expect((await s.api.land(DEMO, { branch: 'landed' })).changed).toEqual(['b.txt']);
});
