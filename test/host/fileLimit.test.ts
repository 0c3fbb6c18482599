import { expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { failureOf } from '../../src/git/errors.ts';
import { tooManyOpen } from '../../src/host/fileLimit.ts';
import { errorJson } from '../../src/cli/output/reportError.ts';

const full = (code: string): Error => Object.assign(new Error(`${code}: too many`), { code });

it.each([
  ['the error itself', full('EMFILE')],
  ['of the whole machine', full('ENFILE')],
  ['what caused it', new Error('no', { cause: new Error('no', { cause: full('EMFILE') }) })],
])('too many open files, %s: one sentence and exit code 8, no bug', (_what, error) => {
  expect(tooManyOpen(error)?.code).toBe('machine/open-files');
  expect(errorJson(error, { now: 0, command: null })).toMatchObject({
    code: 'machine/open-files',
    message: expect.stringMatching(/^Too many files are open at once(: this process may have \d+)?\.$/),
    hint: expect.stringContaining('ulimit -n'),
  });
});

it('another error is left as it is', () => {
  for (const error of [full('ENOENT'), new CairnError('git/bare', { folder: '/r' }), 'EMFILE', null])
    expect(tooManyOpen(error)).toBeNull();
});

it.each([
  ['git could not be started', 'Error: spawn git EMFILE'],
  ['git itself ran out', "fatal: cannot opendir 'src': Too many open files"],
  ['the machine ran out', 'error: open("a"): Too many open files in system'],
])('%s: told as that', (_what, stderr) => {
  const failure = { args: ['status'], cwd: '/r', binary: 'git', code: null, stderr };
  expect(failureOf(failure).code).toBe('machine/open-files');
});
