import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTip, filesAtTip, linkedTree, recordOf } from '../support/atTip.ts';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { ground, makesOut, workflow } from '../support/ground.ts';
import { DEMO, stageAround } from '../support/session.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');

describe('what a checkpoint takes and what it leaves', () => {
  const HOSTILE = [
    'new\nline.txt',
    '-rf',
    '--help',
    '$(touch owned)',
    '`id`',
    'it\'s "quoted"',
    'back\\slash',
    ' leading and trailing ',
    'tab\there',
    '*glob?[a]',
    ':(glob)x',
    ':!x',
    'é-nfc.txt',
    'é-nfd.txt',
    'emoji-🪨.txt',
    '#comment',
    '!bang',
    'CON.txt',
    'bar||x',
    '||\n||',
    'sub/-x/..dots',
    'a'.repeat(200),
  ];

  it('names that hurt: newline, dash, quotes, commands, magic', async () => {
    const world = await ground({
      flow: workflow('phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n'),
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        for (const name of HOSTILE)
          await (phase === 'one' ? tree.write(`h/${name}`, `${name}\n`) : tree.remove(`h/${name}`));
      },
    });
    await world.start({ until: 'one' });
    expect((await filesAtTip(world)).filter((path) => path.startsWith('h/')).sort()).toEqual(
      HOSTILE.map((name) => `h/${name}`).sort(),
    );
    expect((await recordOf(world)).notCaptured).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await filesAtTip(world)).filter((path) => path.startsWith('h/'))).toEqual([]);
    // [B9] Deletions stand in the body, and no name can pass for a trailer or end one.
    const body = await world.repo.git('log', '-1', '--format=%B', `cairn/${DEMO}`);
    expect(body).toMatch(/delete/i);
    expect(
      await world.repo.git('log', '-1', '--format=%(trailers:key=Cairn-Kind,valueonly)', `cairn/${DEMO}`),
    ).toBe('phase\n');
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    for (const name of HOSTILE) expect(await linkedTree(world).look(`h/${name}`)).toBe(`${name}\n`);
    expect(await linkedTree(world).look('owned')).toBeNull();
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('a name that is no text is told and left alone', async () => {
    const bytes = Buffer.concat([Buffer.from('bad-'), Buffer.from([0xff, 0xfe])]);
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, root }) => {
        await produce('out.md');
        await writeFile(Buffer.concat([Buffer.from(`${root}/`), bytes]), 'x\n');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect((await recordOf(world)).notCaptured).toHaveLength(1);
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await readFile(Buffer.concat([Buffer.from(`${linkedTree(world).root}/`), bytes]), 'utf8')).toBe(
      'x\n',
    );
  });

  it('[A11] nested repositories are told, and never touched', async () => {
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.git('init', '-q', 'nested');
        await tree.write('nested/inside.txt', 'inside\n');
        await tree.git('-C', 'nested', 'add', '-A');
        await tree.git(
          '-C',
          'nested',
          '-c',
          'user.name=x',
          '-c',
          'user.email=x@x',
          'commit',
          '-q',
          '-m',
          'nested',
        );
        await tree.write('nested/dirty.txt', 'dirty\n');
        await tree.git('init', '-q', 'empty-nested');
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured.map((item) => item.path).sort()).toEqual([
      'empty-nested',
      'nested',
    ]);
    expect(world.told().join('\n')).toMatch(/ot captured.*empty-nested \(.*nested \(/);
    expect(await atTip(world, `.cairn/sessions/${DEMO}/01-one/PACKET.md`)).toMatch(
      /## Not captured[^#]*nested/,
    );
    expect((await filesAtTip(world)).filter((path) => path.includes('nested'))).toEqual([]);
    expect(await world.repo.git('ls-tree', '-r', `cairn/${DEMO}`)).not.toContain('160000');
    const tree = linkedTree(world);
    const head = await tree.git('-C', 'nested', 'rev-parse', 'HEAD');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await tree.look('nested/dirty.txt')).toBe('dirty\n');
    expect(await tree.git('-C', 'nested', 'rev-parse', 'HEAD')).toBe(head);
    expect(await tree.look('nested/.git')).toBe('/');
  });

  it('[A11] a dirty submodule: told, its pointer stays', async () => {
    const sub = await gitRepo({ 's.txt': 's\n' }, { name: 'sub' });
    const repo = await gitRepo({
      'a.txt': 'a\n',
      '.cairn/workflows/flow.yaml': `${ONE}isolation: in-place\n`,
    });
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', sub.root, 'sub');
    await repo.commit('with a submodule');
    const world = await stageAround(repo, {
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('sub/s.txt', 'changed\n');
      },
    });
    const before = await repo.git('ls-tree', 'HEAD', 'sub');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await repo.git('ls-tree', `cairn/${DEMO}`, 'sub')).toBe(before);
    expect((await recordOf(world)).notCaptured.map((item) => item.path)).toEqual(['sub']);
    expect(world.told().join('\n')).toMatch(/ot captured.*sub \(/);
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await repo.look('sub/s.txt')).toBe('changed\n');
  });

  it('[A13] a linked worktree and a submodule as the workspace', async () => {
    const repo = await gitRepo({ 'a.txt': 'a\n', '.cairn/workflows/flow.yaml': ONE });
    const linked = `${repo.root}-linked`;
    await repo.git('worktree', 'add', '-q', '-b', 'side', linked);
    const inLinked = await stageAround(openGitRepo(linked), { plays: makesOut });
    await inLinked.repo.write('mine.txt', 'mine\n');
    expect(await inLinked.start({ inPlace: true })).toMatchObject({ reason: 'completed' });
    expect(await atTip(inLinked, 'mine.txt')).toBe('mine');
    expect(await inLinked.start({ id: 'second' })).toMatchObject({ reason: 'completed' });
    expect(await inLinked.api.path('second' as typeof DEMO)).toBe(`${repo.root}.worktrees/second`);

    const outer = await gitRepo({ 'o.txt': 'o\n' }, { name: 'outer' });
    await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'inner');
    await outer.commit('with a submodule');
    const inner = openGitRepo(join(outer.root, 'inner'));
    const world = await stageAround(inner, { plays: makesOut });
    const before = await outer.untouchables();
    expect(await world.start({ id: 'third' })).toMatchObject({ reason: 'completed' });
    const path = await world.api.path('third' as typeof DEMO);
    expect(await openGitRepo(path).look('a.txt')).toBe('a\n');
    expect(await world.start({ id: 'fourth', inPlace: true })).toMatchObject({ reason: 'completed' });
    expect(await outer.untouchables()).toEqual(before);
    await world.api.delete('third' as typeof DEMO, { purge: true });
  });
});
