import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chain, DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { eventually } from '../support/realProcesses.ts';
import { THOROUGH } from '../support/thorough.ts';

const place = (s: Stage): string => `${s.repo.root}.worktrees/demo`;

describe('the worktree of a session', () => {
  test('that is gone is made again, and told', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await rm(place(s), { recursive: true });
    expect((await s.resume()).reason).toBe('completed');
    expect(s.told().join('\n')).toContain('made again');
    expect(await (await s.worktree()).read('src/one.txt')).toBe('work of one\n');
    expect(await s.violations()).toEqual([]);
  });

  test('whose place is an empty folder now is made there', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await rm(place(s), { recursive: true });
    await mkdir(place(s));
    expect((await s.resume()).reason).toBe('completed');
  });

  test('whose place holds something else is a refusal, and nothing there is touched [exit 8]', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await rm(place(s), { recursive: true });
    await mkdir(place(s));
    await writeFile(join(place(s), 'theirs.txt'), 'theirs\n');
    await expect(s.resume()).rejects.toMatchObject({ code: 'repo/worktree-place' });
    expect(await s.repo.look('../repo.worktrees/demo/theirs.txt')).toBe('theirs\n');
  });

  test('that a person moved with git is found where it is', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await s.repo.git('worktree', 'move', place(s), `${s.repo.root}.worktrees/elsewhere`);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.api.path(DEMO)).toBe(`${s.repo.root}.worktrees/elsewhere`);
    expect(await s.repo.look('../repo.worktrees/elsewhere/src/two.txt')).toBe('work of two\n');
    expect(await s.violations()).toEqual([]);
  });

  test('that was moved without git is made again where it was', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await rename(place(s), `${s.repo.root}.worktrees/elsewhere`);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.look('../repo.worktrees/demo/src/two.txt')).toBe('work of two\n');
  });

  test('may not stand where the branch is checked out in another tree', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await s.repo.git('switch', '-q', 'cairn/demo');
    await expect(s.resume()).rejects.toMatchObject({
      code: 'repo/branch-checked-out',
      details: { worktree: s.repo.root },
    });
    await expect(s.api.restore(DEMO, { to: '1' }, { dryRun: false })).rejects.toMatchObject({
      code: 'repo/branch-checked-out',
    });
    await s.repo.git('switch', '-q', 'main');
    expect((await s.resume()).reason).toBe('completed');
  });

  test('on which somebody checked the session branch out is detached again', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await (await s.worktree()).git('switch', '-q', 'cairn/demo');
    expect((await s.resume()).reason).toBe('completed');
    expect(await (await s.worktree()).git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    expect(await s.violations()).toEqual([]);
  });

  test('that was cut off while git made it is completed before anything in it is looked at', async () => {
    const s = await stage(chain('one'));
    const dying = await s.seat({
      reached(point) {
        if (point === 'open/ref-moved') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
    // What a killed `git worktree add` leaves: registered, HEAD set, files not all there, no index.
    await s.repo.git('worktree', 'add', '-q', '--detach', '--no-checkout', place(s), 'cairn/demo');
    await writeFile(join(place(s), 'README.md'), 'hello\n');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).toBe('.cairn\nREADME.md\nsrc');
    expect(await s.violations()).toEqual([]);
  });
});

test(
  'a worktree of the user’s own that has the name of the session is never taken for ours',
  THOROUGH,
  async () => {
    const s = await stage(chain('one', 'two'));
    const own = join(s.repo.root, '../own/demo');
    await s.repo.git('worktree', 'add', '-q', '-b', 'feature', own);
    await s.repo.git('worktree', 'add', '-q', '--detach', join(s.repo.root, '../detached/demo'));
    expect((await s.start({ until: 'one' })).reason).toBe('paused');
    expect(await s.api.path(DEMO)).toBe(place(s));
    await rm(place(s), { recursive: true });
    await s.repo.git('worktree', 'prune');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.api.path(DEMO)).toBe(place(s));
    expect(await s.repo.git('-C', own, 'status', '--porcelain', '--branch')).toBe('## feature');
  },
);

describe('which worktree is the session’s', () => {
  test('is not one that a person made of the session branch: delete leaves it, resume works elsewhere', async () => {
    const s = await stage(chain('one', 'two'), { files: { '.gitignore': 'ignored/\n' } });
    await s.start({ until: 'one' });
    const review = join(s.repo.root, '../review');
    await s.repo.git('worktree', 'add', '-q', '--detach', review, 'cairn/demo');
    await s.repo.write('../review/ignored/notes.txt', 'mine\n');
    await s.repo.git('worktree', 'remove', '--force', place(s));
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.api.path(DEMO)).toBe(place(s));
    await s.repo.git('worktree', 'remove', '--force', place(s));
    await s.api.delete(DEMO, { purge: false });
    expect(await s.repo.look('../review/ignored/notes.txt')).toBe('mine\n');
    expect(await s.repo.look('../review/src/two.txt')).toBeNull();
    expect(await s.repo.git('-C', review, 'status', '--porcelain')).toBe('');
  });

  test('is told by git alone, moved and with all that this machine remembered lost', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const elsewhere = `${s.repo.root}.worktrees/elsewhere`;
    await s.repo.git('worktree', 'move', place(s), elsewhere);
    await rm(join(s.repo.root, '.git/cairn'), { recursive: true });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.api.path(DEMO)).toBe(elsewhere);
    expect(await s.repo.look('../repo.worktrees/demo')).toBeNull();
  });

  test(
    'is, made by a Cairn that left no mark, the one that is remembered; it is marked then',
    THOROUGH,
    async () => {
      const s = await stage(chain('one', 'two', 'three'));
      await s.start({ until: 'one' });
      await rm(join(s.repo.root, '.git/worktrees/demo/cairn-session'));
      expect((await s.resume({ until: 'two' })).reason).toBe('paused');
      await s.repo.git('worktree', 'move', place(s), `${s.repo.root}.worktrees/elsewhere`);
      expect((await s.resume()).reason).toBe('completed');
      expect(await s.api.path(DEMO)).toBe(`${s.repo.root}.worktrees/elsewhere`);
    },
  );
});

describe('a worktree whose making was cut off', () => {
  const cutOff = async (s: Stage): Promise<void> => {
    const dying = await s.seat({
      reached(point) {
        if (point === 'open/ref-moved') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
  };

  test('after git was through with it is kept with what a person wrote into it since', async () => {
    const s = await stage(chain('one'));
    await cutOff(s);
    await s.repo.git('worktree', 'add', '-q', '--detach', place(s), 'cairn/demo');
    await s.repo.write('../repo.worktrees/demo/precious.txt', 'precious\n');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 edit - running', '3 phase one/1 done']);
    expect(await s.repo.look('../repo.worktrees/demo/precious.txt')).toBe('precious\n');
    expect(await s.violations()).toEqual([]);
  });

  test('half way, with files in it that git did not write, is refused and nothing removed [exit 8]', async () => {
    const s = await stage(chain('one'));
    await cutOff(s);
    await s.repo.git('worktree', 'add', '-q', '--detach', '--no-checkout', place(s), 'cairn/demo');
    await s.repo.write('../repo.worktrees/demo/README.md', 'hel');
    for (const [file, text] of [
      ['README.md', 'hello, changed\n'],
      ['precious.txt', 'precious\n'],
    ] as const) {
      await s.repo.write(`../repo.worktrees/demo/${file}`, text);
      await expect(s.resume()).rejects.toMatchObject({
        code: 'repo/worktree-place',
        details: { path: place(s) },
      });
      expect(await s.repo.look(`../repo.worktrees/demo/${file}`)).toBe(text);
      await rm(join(place(s), file));
    }
    // What git itself had begun to write is nobody's.
    await s.repo.write('../repo.worktrees/demo/README.md', 'hel');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
  });
});

test('a worktree that a git is making still, whose engine died, is waited for and kept', async () => {
  const files = { '.gitattributes': 'slow* filter=slow\n', 'slow-1': '1\n', 'slow-2': '2\n' };
  const s = await stage(chain('one'), { files });
  await s.repo.git('config', 'filter.slow.smudge', 'sleep 0.5; cat');
  await s.repo.git('config', 'filter.slow.clean', 'cat');
  const orphans: Promise<string>[] = [];
  const dying = await s.seat({
    reached(point) {
      if (point !== 'tree/remembered') return;
      orphans.push(s.repo.git('worktree', 'add', '-q', '--detach', place(s), 'cairn/demo'));
      throw new Error('died');
    },
  });
  await expect(dying.start()).rejects.toThrow('died');
  await eventually(() => existsSync(join(s.repo.root, '.git/worktrees/demo/index.lock')));
  expect((await s.resume()).reason).toBe('completed');
  await Promise.all(orphans);
  expect(await (await s.worktree()).read('slow-2')).toBe('2\n');
  expect([await s.log(), await s.violations()]).toEqual([['1 opened - running', '2 phase one/1 done'], []]);
});

describe('what a new worktree needs', () => {
  const flow = (setup: readonly unknown[]): Flow => ({
    ...chain('one'),
    worktree: { copy: ['.env.local', 'none.txt'], setup },
  });

  test('is copied, told, and never committed', async () => {
    const s = await stage(flow([]), { files: { '.gitignore': '.env.local\n' } });
    await s.repo.write('.env.local', 'local settings\n', 0o600);
    expect((await s.start()).reason).toBe('completed');
    expect(await (await s.worktree()).read('.env.local')).toBe('local settings\n');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('.env.local');
    expect(s.told().join('\n')).toContain('.env.local');
    expect(s.told().join('\n')).toContain('none.txt');
  });

  test('is set up before the first phase; a failure blocks with its output, resume repeats the whole list', async () => {
    const s = await stage(
      flow(['echo first >> setup.log', 'test -f ready || { echo the database is not there; exit 7; }']),
      {
        files: { '.gitignore': 'setup.log\nready\n' },
      },
    );
    expect(await s.start()).toMatchObject({ reason: 'blocked', seq: 2, phase: 'one' });
    expect(await s.agent.runs()).toEqual([]);
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase?.reasons.join('\n')).toContain('the database is not there');
    const tree = await s.worktree();
    await tree.write('ready', '');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await tree.read('setup.log')).toBe('first\nfirst\n');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await tree.read('setup.log')).toBe('first\nfirst\n');
    expect(await s.violations()).toEqual([]);
  });

  test('is set up again in a worktree that was made again, before its gate is judged', THOROUGH, async () => {
    const s = await stage(
      {
        phases: [{ id: 'one', checks: [{ run: 'test -f made && test -f ../flag' }] }],
        worktree: { setup: ['touch made'] },
      },
      { files: { '.gitignore': 'made\n' } },
    );
    expect((await s.start()).reason).toBe('blocked');
    await rm(place(s), { recursive: true });
    await writeFile(join(place(s), '../flag'), '');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 1']);
  });

  test('what a setup leaves when it is cut off is no edit of a person', async () => {
    const s = await stage({
      ...chain('one'),
      worktree: { setup: ['echo made > made.txt; echo line; sleep "$(cat ../nap)"'] },
    });
    await s.repo.write('../repo.worktrees/nap', '60');
    const stop = new AbortController();
    const other = await s.seat({ onProgress: (event) => event.type === 'agent-line' && stop.abort() });
    expect((await other.start({}, stop.signal)).reason).toBe('interrupted');
    await s.repo.write('../repo.worktrees/nap', '0');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
  });
});
