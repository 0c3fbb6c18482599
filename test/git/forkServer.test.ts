import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginGit } from '../../src/git/beginGit.ts';
import { createGit, type Git } from '../../src/git/createGit.ts';
import { openForkServer, type ForkServer } from '../../src/git/forkServer/openForkServer.ts';
import type { GitProgram } from '../../src/git/gitCall.ts';
import { children, parentOf } from '../support/childProcesses.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { builtForkServer } from '../support/builtPrograms.ts';
import { until } from '../support/until.ts';

/** A server that starts with the first git, and is there. */
async function serverFor(repo: GitRepo, path = builtForkServer): Promise<ForkServer> {
  const server = openForkServer(path, 0);
  const git = createGit({ binary: 'git', env: repo.env, forkServer: server });
  await git(['version'], { cwd: repo.root });
  await until(async () => (await children(process.pid, 'forkServer')).length > 0 && isServing(server, repo));
  return server;
}

/** It starts one and lets it end. */
async function isServing(server: ForkServer, repo: GitRepo): Promise<boolean> {
  const start = { binary: 'git', args: ['version'], cwd: repo.root, env: repo.env };
  return (await server.start({ ...start, most: null, input: new Uint8Array() })?.ended) != null;
}

/** A git that writes down who started it and then does `script`. */
async function scriptedGit(script: string): Promise<{ readonly binary: string; readonly noted: string }> {
  const folder = await temporaryFolder();
  const [binary, noted] = [join(folder, 'git'), join(folder, 'noted')];
  await writeFile(binary, `#!/bin/sh\necho $PPID >> "${noted}"\n${script}\n`);
  await chmod(binary, 0o755);
  return { binary, noted };
}

const startersIn = async (noted: string): Promise<readonly number[]> =>
  (await readFile(noted, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);

/** A server that counts how often it is started, and then does `lines`. */
async function countedServer(lines: string): Promise<{ readonly path: string; starts(): Promise<number> }> {
  const folder = await temporaryFolder();
  const [path, noted] = [join(folder, 'server.cjs'), join(folder, 'noted')];
  await writeFile(path, `require('node:fs').appendFileSync(${JSON.stringify(noted)}, 'x');${lines}`);
  return { path, starts: async () => (await readFile(noted, 'utf8').catch(() => '')).length };
}

describe.runIf(process.platform === 'linux')('gits started by a fork server', () => {
  const WAYS = ['here', 'by a server'] as const;
  async function gitOf(
    way: (typeof WAYS)[number],
    binary = 'git',
  ): Promise<{ git: Git; repo: GitRepo; program: GitProgram }> {
    const repo = await gitRepo({ a: 'a' });
    const program: GitProgram =
      way === 'here'
        ? { binary, env: repo.env }
        : { binary, env: repo.env, forkServer: await serverFor(repo) };
    return { git: createGit(program), repo, program };
  }

  test.each(WAYS)('%s: output, input, exit codes and messages are git’s', async (way) => {
    const { git, repo } = await gitOf(way);
    const at = { cwd: repo.root };
    const bytes = Buffer.from([0, 255, 10, 13, 0, 128]);
    const stored = await git(['hash-object', '-w', '--stdin'], { ...at, input: bytes });
    const id = stored.out.toString().trim();
    expect((await git(['cat-file', 'blob', id], at)).out).toEqual(bytes);
    const large = Buffer.alloc(3_000_000, 'x');
    const whole = await git(['stripspace'], { ...at, input: large });
    expect(whole.out.length).toBe(large.length + 1);
    expect(await git(['config', 'no.such'], { ...at, answers: [1] })).toMatchObject({ code: 1, stderr: '' });
    await expect(git(['rev-parse', '--verify', 'none'], at)).rejects.toMatchObject({
      code: 'git/failed',
      details: { exitCode: 128, stderr: 'fatal: Needed a single revision' },
    });
  });

  test.each(WAYS)('%s: one that prints without end is ended', async (way) => {
    const { git, repo } = await gitOf(way, (await scriptedGit('exec yes')).binary);
    const said = await git(['x'], { cwd: repo.root, most: 100_000, answers: [125] });
    expect(said.code).toBe(125);
  });

  test.each(WAYS)('%s: one that a signal ends, or that is not there, has failed', async (way) => {
    const { binary } = await scriptedGit('kill -9 $$');
    const killed = await gitOf(way, binary);
    await expect(killed.git(['x'], { cwd: killed.repo.root, answers: [0, 1, 128] })).rejects.toMatchObject({
      code: 'git/failed',
      details: { exitCode: null },
    });
    await expect(killed.git(['x'.repeat(3_000_000)], { cwd: killed.repo.root })).rejects.toThrow(/E2BIG/);
    await expect(killed.git(['x'], { cwd: killed.repo.root })).rejects.toMatchObject({ code: 'git/failed' });
    const none = await gitOf(way, '/nonexistent/git');
    await expect(none.git(['x'], { cwd: none.repo.root })).rejects.toMatchObject({ code: 'git/not-found' });
  });

  test.each(WAYS)('%s: one that has begun waits for its input, and changes nothing without', async (way) => {
    const { repo, program } = await gitOf(way);
    const head = await repo.git('rev-parse', 'HEAD');
    const call = { cwd: repo.root, writes: true } as const;
    const [kept, left] = [1, 2].map(() => beginGit(program, ['update-ref', '--stdin'], call));
    await left!.cancel();
    await kept!.finish(Buffer.from(`create refs/heads/kept ${head}\n`));
    await left!.cancel();
    expect(await repo.git('for-each-ref', '--format=%(refname)')).toContain('refs/heads/kept');
    await expect(
      beginGit(program, ['update-ref', '--stdin'], call).finish(Buffer.from('nonsense\n')),
    ).rejects.toThrow();
  });

  test('a process that starts few of them has no server; after that all are the server’s', async () => {
    const { binary, noted } = await scriptedGit('exit 0');
    const repo = await gitRepo({ a: 'a' });
    const counted = await countedServer(`require(${JSON.stringify(builtForkServer)})`);
    const git = createGit({ binary, env: repo.env, forkServer: openForkServer(counted.path, 3) });
    for (let time = 0; time < 3; time += 1) await git(['x'], { cwd: repo.root });
    await sleep(300);
    expect(await counted.starts()).toBe(0);
    await until(async () => {
      await git(['x'], { cwd: repo.root });
      return (await startersIn(noted)).at(-1) !== process.pid;
    });
    for (let time = 0; time < 3; time += 1) await git(['x'], { cwd: repo.root });
    const [server, ...rest] = new Set((await startersIn(noted)).slice(-4));
    expect([rest, await parentOf(server!), await counted.starts()]).toEqual([[], process.pid, 1]);
  });

  test('many at once are told apart', async () => {
    const { git, repo } = await gitOf('by a server');
    const texts = Array.from({ length: 40 }, (_value, at) => `${at}\n`.repeat(1 + at * 50));
    const said = await Promise.all(
      texts.map((text) => git(['stripspace'], { cwd: repo.root, input: Buffer.from(text) })),
    );
    expect(said.map(({ out }) => out.toString())).toEqual(texts);
  });

  test('where it does not work each git is started here, and it is tried once', async () => {
    const { binary, noted } = await scriptedGit('exit 0');
    const repo = await gitRepo({ a: 'a' });
    const counted = await countedServer('process.exit(1)');
    const git = createGit({ binary, env: repo.env, forkServer: openForkServer(counted.path, 0) });
    await git(['x'], { cwd: repo.root });
    await until(async () => (await counted.starts()) === 1);
    await until(async () => (await children(process.pid, counted.path)).length === 0);
    await sleep(100);
    for (let time = 0; time < 3; time += 1) await git(['x'], { cwd: repo.root });
    await sleep(300);
    expect(await startersIn(noted)).toEqual(Array.from({ length: 4 }, () => process.pid));
    expect(await counted.starts()).toBe(1);
  });

  test('one that is killed fails what it was at, and the next is started anew', async () => {
    const { binary, noted } = await scriptedGit('exec sleep 2');
    const { git, repo } = await gitOf('by a server', binary);
    const under = git(['x'], { cwd: repo.root });
    await until(async () => (await startersIn(noted)).length === 1);
    const [server] = await startersIn(noted);
    process.kill(server!, 'SIGKILL');
    await expect(under).rejects.toMatchObject({ code: 'git/failed', details: { exitCode: null } });
    await until(async () => {
      await git(['x'], { cwd: repo.root });
      return ![process.pid, server].includes((await startersIn(noted)).at(-1));
    });
  });

  describe('whose engine is killed', () => {
    /** An engine that does `lines` with `git`, `begin` and `at`, says what it says, and stands. */
    async function engine(repo: GitRepo, binary: string, lines: string): Promise<ChildProcess> {
      const source = (path: string): string =>
        JSON.stringify(new URL(`../../src/git/${path}.ts`, import.meta.url).href);
      const script = `
        const { createGit } = await import(${source('createGit')});
        const { beginGit } = await import(${source('beginGit')});
        const { openForkServer } = await import(${source('forkServer/openForkServer')});
        const forkServer = openForkServer(${JSON.stringify(builtForkServer)}, 0);
        const at = { cwd: ${JSON.stringify(repo.root)} };
        const program = { binary: 'git', env: process.env, forkServer };
        const git = createGit(program);
        for (;;) {
          const start = { binary: 'git', args: ['version'], cwd: at.cwd, env: process.env };
          const own = forkServer.start({ ...start, most: null, input: new Uint8Array() });
          if (own !== null) { await own.ended; break; }
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        const scripted = createGit({ ...program, binary: ${JSON.stringify(binary)} });
        ${lines}
        console.log('stands');
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: repo.env });
      onTestFinished(() => void child.kill('SIGKILL'));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      return child;
    }
    const killed = async (child: ChildProcess): Promise<void> => {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    };

    test('one that waits for its input ends and has changed nothing; the server ends after it', async () => {
      const repo = await gitRepo({ a: 'a' });
      const child = await engine(
        repo,
        'git',
        `beginGit(program, ['update-ref', '--stdin'], { ...at, writes: true });`,
      );
      const [server] = await children(child.pid!, 'forkServer');
      await until(async () => (await children(server!, 'update-ref')).length === 1);
      const [git] = await children(server!, 'update-ref');
      await killed(child);
      await until(async () => (await parentOf(git!)) === null && (await parentOf(server!)) === null);
      expect(await repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    });

    test('one that prints without end ends, as nobody reads it', async () => {
      const repo = await gitRepo({ a: 'a' });
      const { binary, noted } = await scriptedGit('exec yes');
      const child = await engine(repo, binary, 'void scripted([], at);');
      const [server] = await children(child.pid!, 'forkServer');
      await until(async () => (await startersIn(noted)).length === 1);
      await killed(child);
      await until(async () => (await parentOf(server!)) === null);
    });

    test('one that the server had not come to is never started', async () => {
      const repo = await gitRepo({ a: 'a' });
      const { binary, noted } = await scriptedGit('exit 0');
      const child = await engine(
        repo,
        binary,
        `process.kill(Number((await import('node:fs')).readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8')), 'SIGSTOP');
         void scripted(['x'], at);
         await new Promise((resolve) => setTimeout(resolve, 100));`,
      );
      const [server] = await children(child.pid!, 'forkServer');
      await killed(child);
      process.kill(server!, 'SIGCONT');
      await until(async () => (await parentOf(server!)) === null);
      await sleep(100);
      expect(await startersIn(noted)).toEqual([]);
    });

    test('a ref is not moved by input that the server had not passed on', async () => {
      const repo = await gitRepo({ a: 'a' });
      const child = await engine(
        repo,
        'git',
        `const head = (await git(['rev-parse', 'HEAD'], at)).out.toString().trim();
         const begun = beginGit(program, ['update-ref', '--stdin'], { ...at, writes: true });
         await new Promise((resolve) => setTimeout(resolve, 200));
         process.kill(Number((await import('node:fs')).readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8')), 'SIGSTOP');
         void begun.finish(Buffer.from('create refs/heads/late ' + head + '\\n'));
         await new Promise((resolve) => setTimeout(resolve, 100));`,
      );
      const [server] = await children(child.pid!, 'forkServer');
      await killed(child);
      process.kill(server!, 'SIGCONT');
      await until(async () => (await parentOf(server!)) === null);
      expect(await repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    });
  });
});
