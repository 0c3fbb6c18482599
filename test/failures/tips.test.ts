import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/base/cairnError.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { atTip, linkedTree } from '../support/atTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';

const STATUS = `.cairn/sessions/${DEMO}/STATUS.md`;
const RECORD = `.cairn/sessions/${DEMO}/01-one/phase.json`;

/** A commit on the session branch by somebody else, with one file changed. */
async function putOnTip(
  world: Stage,
  path: string,
  change: (text: string) => string,
  keepMessage = true,
): Promise<string> {
  const { repo } = world;
  const index = { GIT_INDEX_FILE: `${repo.root}/.git/other-index` };
  const blob = await repo.gitWithInput(change(await atTip(world, path)), 'hash-object', '-w', '--stdin');
  const run = async (...args: string[]): Promise<string> => {
    const { execFileSync } = await import('node:child_process');
    return execFileSync('git', args, {
      cwd: repo.root,
      env: { ...repo.env, ...index },
      encoding: 'utf8',
    }).trim();
  };
  await run('read-tree', `cairn/${DEMO}`);
  await run('update-index', '--cacheinfo', `100644,${blob},${path}`);
  const tree = await run('write-tree');
  const message = keepMessage ? await repo.git('log', '-1', '--format=%B', `cairn/${DEMO}`) : 'by hand';
  const commit = await repo.gitWithInput(message, 'commit-tree', tree, '-p', `cairn/${DEMO}`);
  await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, commit);
  await rm(index.GIT_INDEX_FILE);
  return commit;
}

async function paused(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  return world;
}

const writing: readonly (readonly [string, (world: Stage) => Promise<unknown>])[] = [
  ['resume', (world) => world.resume()],
  ['approve', (world) => world.api.approve(DEMO, null, null)],
  ['cancel', (world) => world.api.cancel(DEMO)],
  ['delete', (world) => world.api.delete(DEMO, { purge: false })],
  ['land', (world) => world.api.land(DEMO, { branch: 'x' })],
];

describe('[B8] a STATUS.md that is broken in the tip', () => {
  const broken: readonly (readonly [string, (text: string) => string, ErrorCode, number])[] = [
    [
      'conflict markers',
      (text) => text.replace('seq: 2', '<<<<<<< ours\nseq: 2\n=======\nseq: 3\n>>>>>>> theirs'),
      'data/corrupt',
      10,
    ],
    ['cut short in the front matter', (text) => text.slice(0, 60), 'data/corrupt', 5],
    ['cut short in the table', (text) => text.slice(0, text.indexOf('| 2 | two') + 6), 'data/corrupt', 22],
    [
      '[L24] an unknown word for a state',
      (text) => text.replace('state: running', 'state: pondering'),
      'data/unknown-word',
      11,
    ],
    [
      '[L24] an unknown word for a phase',
      (text) => text.replace('| pending |', '| dreaming |'),
      'data/unknown-word',
      22,
    ],
    ['without a schema', (text) => text.replace('schema: 3\n', ''), 'data/schema-missing', 0],
    ['[L24] a newer schema', (text) => text.replace('schema: 3', 'schema: 4'), 'data/newer-schema', 0],
    ['empty', () => '', 'data/corrupt', 1],
    [
      '[E5] CRLF and a byte order mark',
      (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
      'data/corrupt',
      1,
    ],
    ['[E5] an extra column', (text) => text.replace('| Updated |', '| Updated | Mood |'), 'data/corrupt', 19],
  ];
  it.each(broken)(
    '%s: every command that writes is refused with file, line and commit (exit 7); list and status show what can be read',
    async (_what, change, code, line) => {
      const world = await paused();
      const commit = await putOnTip(world, STATUS, change);
      const before = await snapshot(world.repo.root);
      for (const [, act] of writing) {
        const error = await act(world).then(
          () => null,
          (caught: unknown) =>
            caught as {
              code: string;
              details: { file: string; commit: string; problems?: { line: number }[] };
            },
        );
        expect(error?.code).toBe(code);
        expect(exitOfError(code)).toBe(7);
        expect(error?.details).toMatchObject({ file: STATUS, commit });
        if (line > 0) expect(error?.details.problems?.map((problem) => problem.line)).toContain(line);
        if (code === 'data/newer-schema' || code === 'data/unknown-word')
          expect(errorSentence(code, error?.details as never).hint).toContain('Update Cairn');
      }
      expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
      expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(commit);
      expect((await world.api.list()).map((summary) => summary.session)).toEqual([DEMO]);
      const status = await world.api.status(DEMO);
      expect(status.warnings.map(terminalWarning).join('\n')).toContain(STATUS);
      expect((await world.api.log(DEMO)).map((entry) => entry.seq)).toEqual(expect.arrayContaining([1, 2]));
      expect((await world.api.verify(DEMO))[0]?.violations.length).toBeGreaterThan(0);
    },
  );

  it('[A57] nothing goes on by itself, looking is possible, and a restore by seq goes back to a good checkpoint, as a checkpoint on top', async () => {
    const world = await paused();
    const commit = await putOnTip(world, STATUS, (text) => text.slice(0, 60), false);
    const error = await refusal(world.resume(), 'data/corrupt');
    expect(errorSentence(error.code, error.details).hint).toMatch(/restore.*cairn log/);
    await refusal(world.resume({ trust: true }), 'data/corrupt');
    expect(await world.agent.runs()).toEqual(['one 1']);
    expect((await world.api.status(DEMO)).warnings.map(terminalWarning).join('\n')).toContain(STATUS);
    expect((await world.api.list()).map(({ session }) => session)).toEqual([DEMO]);
    expect((await world.api.restore(DEMO, { to: '2' }, { dryRun: true })).commit).toBeNull();
    const restored = await world.api.restore(DEMO, { to: '2' }, { dryRun: false });
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}~1`)).toBe(commit);
    expect(restored.commit).toBe(await world.repo.git('rev-parse', `cairn/${DEMO}`));
    expect((await world.api.log(DEMO)).at(-1)?.kind).toBe('restore');
    expect(await world.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });

  it('an unknown word is shown as unknown, and named', async () => {
    const world = await paused();
    await putOnTip(world, STATUS, (text) =>
      text.replace('state: running', 'state: pondering').replace('| pending |', '| dreaming |'),
    );
    const status = await world.api.status(DEMO);
    expect(status.state).toBe('unknown');
    expect(status.phases.map((phase) => phase.status)).toEqual(['done', 'unknown']);
    expect(status.warnings.map(terminalWarning).join()).toMatch(/"pondering".*"dreaming"/);
  });
});

describe('other records of the tip', () => {
  it.each([
    ['not JSON', (text: string) => text.slice(0, 40)],
    ['conflict markers', (text: string) => text.replace('"schema"', '<<<<<<< ours\n"schema"')],
    ['a field of the wrong kind', (text: string) => text.replace(/"attempt": 1/, '"attempt": "one"')],
  ])('[S20] phase.json, %s: refused with file, line and commit', async (_what, change) => {
    const world = await paused();
    const commit = await putOnTip(world, RECORD, change);
    const error = await refusal(world.resume(), 'data/corrupt');
    expect(error.details).toMatchObject({ file: RECORD, commit, problems: [{ line: expect.any(Number) }] });
    expect((await world.api.status(DEMO)).warnings.map(terminalWarning).join()).toContain(RECORD);
  });

  it.each(['workflow.yaml', 'REQUEST.md', 'effects.json'])(
    '%s broken or gone: refused, and nothing is guessed',
    async (name) => {
      const world = await paused();
      await putOnTip(world, `.cairn/sessions/${DEMO}/${name}`, () =>
        name === 'REQUEST.md' ? '' : 'schema: [\n',
      );
      const before = await snapshot(world.repo.root);
      const outcome = await world.resume().then(
        () => 'went on',
        (error: { code: string }) => error.code,
      );
      expect(outcome).toMatch(name === 'REQUEST.md' ? /data\/(untrusted-tip|corrupt)/ : /data\/corrupt/);
      expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
    },
  );
});

describe('STATUS.md in the working tree', () => {
  const edits: readonly (readonly [string, (text: string) => string])[] = [
    ['edited above the notes', (text) => text.replace('| pending |', '| done |')],
    ['with conflict markers', (text) => `<<<<<<< ours\n${text}=======\n>>>>>>> theirs\n`],
    ['cut short', (text) => text.slice(0, 100)],
    ['emptied', () => ''],
    ['with CRLF and a BOM', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['replaced by something else', () => '# My own file\n'],
  ];
  it.each(edits)(
    '[B8] [E5] %s: rendered again from the tip, the edit kept in a rescue, and told',
    async (_what, edit) => {
      const world = await paused();
      const tree = linkedTree(world);
      const edited = edit(await tree.read(STATUS));
      await tree.write(STATUS, edited);
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(await world.repo.git('cat-file', 'blob', `refs/cairn/${DEMO}/rescue/1:${STATUS}`)).toBe(
        edited.replace(/\n$/, ''),
      );
      expect(world.told().join('\n')).toMatch(/STATUS\.md.*rescue 1/);
      expect(await tree.read(STATUS)).toContain('| 2 | two | done |');
      expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    },
  );

  it('[E7] deleted: rendered again, and told', async () => {
    const world = await paused();
    await linkedTree(world).remove(STATUS);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(world.told().join('\n')).toContain('STATUS.md was missing');
    expect(await linkedTree(world).look(STATUS)).toContain('done');
  });

  it('a folder, or a link to elsewhere, in its place: told or refused, and what it points at is not written', async () => {
    const world = await paused();
    await world.repo.write('../outside.md', 'outside\n');
    await linkedTree(world).remove(STATUS);
    await linkedTree(world).link(STATUS, `${world.repo.root}/../outside.md`);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.repo.look('../outside.md')).toBe('outside\n');
  });

  it('[E5] notes are kept byte for byte through every checkpoint', async () => {
    const world = await paused();
    const notes = '## Notes\r\n\n- mine | with | pipes\t\n<details>\n| # | Phase |\n\n\n';
    const tree = linkedTree(world);
    const text = await tree.read(STATUS);
    await tree.write(STATUS, text.slice(0, text.indexOf('## Notes')) + notes);
    await world.resume();
    expect((await tree.read(STATUS)).endsWith(notes)).toBe(true);
    expect(`${await world.repo.git('cat-file', 'blob', `cairn/${DEMO}:${STATUS}`)}\n`.endsWith(notes)).toBe(
      true,
    );
    expect(await world.api.rescues(DEMO)).toEqual([]);
  });
});
