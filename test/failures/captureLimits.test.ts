import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTip, filesAtTip, linkedTree, recordOf } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { THOROUGH } from '../support/thorough.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');

describe('what a checkpoint leaves, and what it keeps as it is', () => {
  it('[A16] the session folder is captured whatever the ignore rules say', async () => {
    for (const rule of ['.cairn/\n', '.cairn/sessions\n', '*.md\n', '*\n']) {
      const world = await ground({
        plays: async ({ produce }) => {
          await produce('out.md');
          await produce('deep/notes.log', 'x\n');
        },
      });
      await world.repo.write('.gitignore', rule);
      await world.repo.git('add', '-f', '.gitignore');
      await world.repo.git('commit', '-q', '-m', 'ignore');
      expect(await world.start()).toMatchObject({ reason: 'completed' });
      expect(await filesAtTip(world)).toEqual(
        expect.arrayContaining([
          `.cairn/sessions/${DEMO}/02-two/out.md`,
          `.cairn/sessions/${DEMO}/02-two/deep/notes.log`,
        ]),
      );
    }
  });

  it('[A16] an artifact elsewhere that git ignores is refused at the start, with file and line', async () => {
    const world = await ground({
      flow: workflow('phases:\n  - id: one\n    artifacts:\n      - /dist/out.js\n'),
    });
    await world.repo.write('.gitignore', 'dist/\n');
    const before = await snapshot(world.repo.root);
    const error = await refusal(world.start(), 'workflow/artifact-ignored');
    expect(error.details.problems).toMatchObject([
      { file: '.cairn/workflows/flow.yaml', line: 7, column: 9 },
    ]);
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it('[A16] an artifact that an agent lets git ignore is captured, or its gate does not hold; never neither', async () => {
    const world = await ground({
      flow: workflow('phases:\n  - id: one\n    artifacts:\n      - /dist/out.js\n'),
      plays: async ({ tree }) => {
        await tree.write('.gitignore', 'dist/\n');
        await tree.write('dist/out.js', 'made\n');
      },
    });
    const { reason } = await world.start();
    expect([reason, (await filesAtTip(world)).includes('dist/out.js')]).toEqual(
      reason === 'completed' ? ['completed', true] : ['blocked', false],
    );
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('an artifact behind a link, a submodule or a file is refused at the start, with file and line', async () => {
    const world = await ground({
      flow: workflow('phases:\n  - id: one\n    artifacts: [/link/out.md, /a.txt/out.md]\n'),
    });
    await world.repo.link('link', '..');
    await world.repo.commit('a link');
    const error = await refusal(world.start(), 'workflow/invalid');
    expect(error.details.problems.map(({ line, message }) => [line, message.split(',')[0]])).toEqual([
      [6, 'link is a link'],
      [6, 'a.txt is a file'],
    ]);
  });

  it('[A17, M40] an untracked file over the limit is listed and not stored, and what can be done is told; a tracked one is', async () => {
    const [big, model] = [Buffer.alloc(3_000_000, 'x'), Buffer.alloc(3_000_000, 'y')];
    const world = await ground({
      flow: ONE,
      files: { 'tracked.bin': 'small\n' },
      world: { settings: { maxFileBytes: 2_000_000 } },
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('model.bin', model);
        await tree.write('tracked.bin', big);
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured).toEqual([
      { path: 'model.bin', why: expect.stringContaining('larger than 2 MB') },
    ]);
    expect(await filesAtTip(world)).not.toContain('model.bin');
    expect(world.told().join('\n')).toMatch(/model\.bin \(larger than 2 MB\)\. .*Git LFS.*\.gitignore/);
    expect(await world.repo.git('cat-file', '-s', `cairn/${DEMO}:tracked.bin`)).toBe('3000000');
    expect(await atTip(world, `.cairn/sessions/${DEMO}/01-one/PACKET.md`)).toContain('model.bin');
    const idOf = (bytes: Buffer): string =>
      createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}:tracked.bin`)).toBe(idOf(big));
    await expect(world.repo.git('cat-file', '-e', idOf(model))).rejects.toThrow();
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await linkedTree(world).look('model.bin')).toHaveLength(3_000_000);
  });

  it('[M40] an artifact over the limit: the gate does not hold and says why', async () => {
    const world = await ground({
      flow: ONE,
      world: { settings: { maxFileBytes: 1000 } },
      plays: ({ produce }) => produce('out.md', 'x'.repeat(2000)),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    expect((await world.api.status(DEMO)).phases[0]?.reasons.join()).toMatch(/out\.md.*larger/);
  });

  it('[A19] CRLF files: a second checkpoint sees no change, and a mixed file is listed as normalised', async () => {
    const world = await ground({
      files: { '.gitattributes': '*.txt text\n', 'crlf.txt': 'one\r\ntwo\r\n' },
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') {
          await tree.write('mixed.txt', 'one\r\ntwo\n');
          await tree.write('new-crlf.txt', 'x\r\n');
        }
      },
    });
    await world.repo.git('config', 'core.autocrlf', 'true');
    await world.start();
    expect((await recordOf(world)).normalised).toContain('mixed.txt');
    const changed = await world.repo.git('diff', '--name-only', `cairn/${DEMO}~1`, `cairn/${DEMO}`);
    expect(changed.split('\n').filter((path) => !path.startsWith('.cairn/'))).toEqual([]);
    expect(await world.api.status(DEMO)).toMatchObject({ leftovers: 0 });
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await linkedTree(world).look('new-crlf.txt')).toBeNull();
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    for (const [name, text] of [
      ['new-crlf.txt', 'x\r\n'],
      ['crlf.txt', 'one\r\ntwo\r\n'],
    ] as const)
      expect(await linkedTree(world).look(name)).toBe(text);
  });

  it(
    'skip-worktree and assume-unchanged: what git was told to leave alone is left, and told where it differs',
    THOROUGH,
    async () => {
      const world = await ground({
        flow: `${ONE}isolation: in-place\n`,
        files: { 'skip.txt': 's\n', 'assume.txt': 'u\n', 'same.txt': 'same\n' },
      });
      const { repo } = world;
      await repo.git('update-index', '--skip-worktree', 'skip.txt', 'same.txt');
      await repo.git('update-index', '--assume-unchanged', 'assume.txt');
      await repo.write('skip.txt', 'edited\n');
      await repo.write('assume.txt', 'edited\n');
      const before = await repo.untouchables();
      await world.start();
      expect(await atTip(world, 'skip.txt')).toBe('s');
      expect(await atTip(world, 'assume.txt')).toBe('u');
      expect((await recordOf(world)).notCaptured.map((item) => item.path).sort()).toEqual([
        'assume.txt',
        'skip.txt',
      ]);
      await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
      expect(await repo.look('skip.txt')).toBe('edited\n');
      expect(await repo.look('assume.txt')).toBe('edited\n');
      expect((await repo.untouchables())['index']).toBe(before['index']);
    },
  );

  it(
    'a sparse checkout, in place and as a worktree: what is not on disk is not a deletion, and is not written',
    THOROUGH,
    async () => {
      for (const inPlace of [true, false]) {
        const world = await ground({
          flow: ONE,
          files: { 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' },
          plays: async ({ produce, tree }) => {
            await produce('out.md');
            await tree.write('in/new.txt', 'n\n');
          },
        });
        // Files that its index has not seen yet, git leaves where they are.
        await world.repo.git('update-index', '--refresh');
        await world.repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/out/');
        const before = await world.repo.untouchables();
        expect(await world.start({ inPlace })).toMatchObject({ reason: 'completed' });
        expect(await atTip(world, 'out/b.txt')).toBe('b');
        expect(await atTip(world, 'in/new.txt')).toBe('n');
        await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
        await world.api.restore(DEMO, { undo: true }, { dryRun: false });
        const tree = inPlace ? world.repo : linkedTree(world);
        expect(await tree.look('in/new.txt')).toBe('n\n');
        expect(await world.repo.look('out/b.txt')).toBeNull();
        expect((await world.repo.untouchables())['index']).toBe(before['index']);
        expect((await world.api.status(DEMO)).leftovers).toBe(0);
      }
    },
  );

  it('unreadable and special files are told, links are stored as links and not followed', async () => {
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree, root }) => {
        await produce('out.md');
        execFileSync('mkfifo', [join(root, 'pipe')]);
        await symlink('/etc/passwd', join(root, 'passwd'));
        await symlink('gone', join(root, 'dangling'));
        await symlink(root, join(root, 'loop'));
        await tree.write('run.sh', '#!/bin/sh\n', 0o755);
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured).toEqual([{ path: 'pipe', why: 'not a regular file' }]);
    expect(await world.repo.git('ls-tree', `cairn/${DEMO}`, 'passwd', 'dangling', 'loop', 'run.sh')).toMatch(
      /^120000.*dangling\n120000.*loop\n120000.*passwd\n100755.*run\.sh$/,
    );
    expect(await atTip(world, 'passwd')).toBe('/etc/passwd');
  });

  it('renames of case only, files that become folders and folders that become files', async () => {
    const world = await ground({
      flow: ONE,
      files: { 'Readme.md': 'r\n', thing: 'file\n', 'folder/x.txt': 'x\n' },
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.remove('Readme.md');
        await tree.write('README.md', 'r\n');
        await tree.remove('thing');
        await tree.write('thing/inside.txt', 'i\n');
        await tree.remove('folder');
        await tree.write('folder', 'now a file\n');
      },
    });
    await world.start();
    expect(await filesAtTip(world)).toEqual(
      expect.arrayContaining(['README.md', 'thing/inside.txt', 'folder']),
    );
    expect(await filesAtTip(world)).not.toContain('Readme.md');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await linkedTree(world).look('folder/x.txt')).toBe('x\n');
    await world.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await linkedTree(world).look('thing/inside.txt')).toBe('i\n');
  });
});
