import { terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTip, linkedTree } from '../support/atTip.ts';
import { gitRepo, openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO, stageAround, START } from '../support/session.ts';

describe('repositories of another kind', () => {
  it.each(['Dropbox', 'OneDrive - Work', 'Library/CloudStorage/GoogleDrive-ada', 'Nextcloud'])(
    '[P17] in a folder of %s, which syncs it: said before anything begins',
    async (folder) => {
      const { api } = await ground({ repo: { parent: join(await temporaryFolder(), folder) } });
      const { told } = await api.previewStart(START);
      expect(told.map(terminalNotice).join('\n')).toMatch(
        /in a folder that .* syncs\. Syncing \.git while a session runs can damage it/,
      );
    },
  );

  it('a partial clone, which has no file that nobody asked for: captured and restored like any other', async () => {
    const origin = await gitRepo({
      'a.txt': 'a\n',
      'deep/b.txt': 'b\n',
      '.cairn/workflows/flow.yaml': workflow('phases:\n  - {id: one, artifacts: [out.md]}\n'),
    });
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    await origin.write('deep/b.txt', 'b of now\n');
    await origin.commit('second');
    const root = `${origin.root}-partial`;
    await origin.git('clone', '-q', '--filter=blob:none', `file://${origin.root}`, root);
    const clone = openGitRepo(root);
    expect(await clone.git('rev-list', '--objects', '--missing=print', 'HEAD')).toContain('?');
    const world = await stageAround(clone, {
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('a.txt', 'changed\n');
        await tree.remove('deep/b.txt');
      },
    });
    // From a commit of which the clone has not all files yet.
    expect(await world.start({ base: 'HEAD~1' })).toMatchObject({ reason: 'completed' });
    expect(await atTip(world, 'a.txt')).toBe('changed');
    await world.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect(await linkedTree(world).look('deep/b.txt')).toBe('b\n');
    expect(await linkedTree(world).look('a.txt')).toBe('a\n');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });
});

/** What only reads needs no flush. */
const READS =
  /^(version|rev-parse|for-each-ref|cat-file|rev-list|ls-files|check-ignore|check-ref-format|config|merge-base|symbolic-ref|status|diff|worktree list)\b/;

describe('what a power loss may not take', () => {
  it('each call of git that writes is told to flush, objects by git or by us, refs by git; over the whole life of a session', async () => {
    const world = await ground();
    const log = join(world.repo.root, '..', 'calls');
    const program = join(world.repo.root, '..', 'git-that-notes');
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec git "$@"\n`);
    await chmod(program, 0o755);
    const seat = await world.seat({ git: program });
    await seat.start();
    await linkedTree(world).write('b.txt', 'uncommitted\n');
    await seat.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await seat.api.restore(DEMO, { undo: true }, { dryRun: false });
    await seat.api.land(DEMO, { branch: 'landed' }).catch(() => null);
    await seat.api.cancel(DEMO).catch(() => null);
    await seat.api.delete(DEMO, { purge: false });

    const calls = (await readFile(log, 'utf8')).trim().split('\n');
    const commandOf = (line: string): string => line.replaceAll(/-c \S+ /g, '');
    const writes = calls.filter((line) => !READS.test(commandOf(line)));
    const verbs = new Set(writes.map((line) => commandOf(line).split(' ')[0]));
    expect([...verbs]).toEqual(expect.arrayContaining(['update-index', 'update-ref', 'worktree']));
    // What we flush ourselves, side by side, before any ref moves (test/git/flushing.test.ts).
    const ours = /^update-index\b/;
    for (const line of writes) {
      const refs = /-c core\.fsync=committed,loose-object,reference /;
      const later =
        /-c core\.fsync=(committed,loose-object,reference|pack,pack-metadata,commit-graph,reference) /;
      expect(line).toMatch(ours.test(commandOf(line)) ? later : refs);
    }
  });
});
