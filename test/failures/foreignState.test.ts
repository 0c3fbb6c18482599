import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cannotWrite, refusedBySystem } from '../../src/host/refusedBySystem.ts';
import { toErrorValue } from '../../src/runner/runEvents.ts';
import { failureOf } from '../../src/git/errors.ts';
import { builtCairn } from '../support/builtCairn.ts';

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: as the system says it`), { code }, path === undefined ? {} : { path });

describe('what the system refuses', () => {
  it.each([
    ['EACCES', 'machine/cannot-write'],
    ['EPERM', 'machine/cannot-write'],
    ['EROFS', 'machine/cannot-write'],
    ['ENOSPC', 'machine/no-space'],
    ['EDQUOT', 'machine/no-space'],
  ])('%s is %s, wherever it was thrown', (code, expected) => {
    expect(refusedBySystem(systemError(code, '/a/b'))?.code).toBe(expected);
    expect(refusedBySystem(systemError(code), '/a/b')?.code).toBe(expected);
    expect(toErrorValue(systemError(code, '/a/b')).code).toBe(expected);
  });

  it('any other fault is not taken for that', () => {
    expect(refusedBySystem(systemError('ENOENT', '/a'))).toBeNull();
    expect(refusedBySystem(new Error('EACCES'))).toBeNull();
    expect(toErrorValue(systemError('ENOENT', '/a')).code).toBe('internal/unexpected');
  });

  it.each([
    [
      "fatal: Unable to create '/r/.git/refs/heads/cairn/x.lock': Permission denied",
      '/r/.git/refs/heads/cairn/x.lock',
    ],
    ["fatal: Unable to create '/r/.git/x.lock': Read-only file system", '/r/.git/x.lock'],
    [
      'error: insufficient permission for adding an object to repository database .git/objects\nfatal: failed to write object',
      '/r/.git/objects',
    ],
  ])('git says it as well: %s', (stderr, path) => {
    const error = failureOf({ args: ['update-ref'], cwd: '/r', binary: 'git', code: 128, stderr });
    expect(error).toMatchObject({ code: 'machine/cannot-write', details: { path } });
  });

  it('what is ours is nobody else’s', () => {
    expect(cannotWrite(process.cwd(), 'EACCES', null).details).toEqual({
      path: process.cwd(),
      why: 'EACCES',
    });
  });
});

const NOBODY = 65_534;
/** Another user can be played by root alone. */
const asRoot = process.platform === 'linux' && process.getuid?.() === 0;

const cli = builtCairn();

describe.skipIf(!asRoot)('a part of the state folder that belongs to root after one sudo', () => {
  // Not the folder of temporary files: others may not look into that.
  const top = asRoot ? mkdtempSync('/tmp/cairn-owned-') : '';
  const repo = join(top, 'r');
  afterAll(() => rmSync(top, { recursive: true, force: true }));
  const cairn = (...args: readonly string[]): { readonly status: number | null; readonly said: string } => {
    const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };
    const options = { cwd: repo, uid: NOBODY, gid: NOBODY, env, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [cli(), ...args], options);
    return { status, said: stderr };
  };

  it('every command answers or says in one sentence whose it is, and what gives it back', () => {
    chmodSync(top, 0o755);
    const flow =
      'schema: 1\nname: w\nisolation: in-place\nagent: {kind: command, command: [sh, -c, \'echo hi > "$CAIRN_PHASE_DIR/out.md"\']}\n' +
      'phases:\n  - {id: one, artifacts: [out.md], approval: required}\n';
    execFileSync(
      'sh',
      [
        '-ec',
        'mkdir -p r/.cairn/workflows && cd r && git init -q && git config user.name a && git config user.email a@b && printf %s "$1" > .cairn/workflows/w.yaml && git add -A && git commit -qm x && chown -R 65534:65534 .',
        'sh',
        flow,
      ],
      { cwd: top, env: { PATH: process.env['PATH'], HOME: '/nonexistent' } },
    );
    expect(cairn('start', 'w', '--request', 'x', '--id', 'my-session').status).toBe(3);
    const bad: string[] = [];
    const parts: Readonly<Record<string, readonly (readonly string[])[]>> = {
      '.git/cairn': [['list'], ['resume', 'my-session']],
      '.git/cairn/.runs': [['resume', 'my-session']],
      '.git/cairn/my-session': [
        ['status', 'my-session'],
        ['approve', 'my-session'],
      ],
    };
    for (const [part, commands] of Object.entries(parts)) {
      const place = join(repo, part);
      chownSync(place, 0, 0);
      for (const command of commands) {
        const { status, said } = cairn(...command);
        const right = said.includes(`${place} belongs to root.`) && said.includes('sudo chown -R ');
        if (status !== 8 || !right || said.trim().split('\n').length !== 2)
          bad.push(`${part}: ${command.join(' ')}: ${status} ${said}`);
      }
      chownSync(place, NOBODY, NOBODY);
    }
    expect(bad).toEqual([]);
    // Readable to all, as older versions left it: what only reads goes on.
    chownSync(join(repo, '.git/cairn'), 0, 0);
    chmodSync(join(repo, '.git/cairn'), 0o755);
    for (const command of [['list'], ['status', 'my-session']]) expect(cairn(...command).status).toBe(0);
  });
});
