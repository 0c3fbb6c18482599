import { describe, expect, it } from 'vitest';
import { readPattern } from '../../../../src/model/agent/shell/pattern.ts';

const wide = (...lists: readonly string[]): [string, RegExp][] =>
  lists.flatMap((list) => list.split('; ').map((text): [string, RegExp] => [text, /^allows anything/]));

describe('a pattern of the settings', () => {
  it.each([
    ['npm test', { words: ['npm', 'test'], more: false }],
    ['  npm   run  * ', { words: ['npm', 'run'], more: true }],
    ['./scripts/check.sh', { words: ['./scripts/check.sh'], more: false }],
    ['git log -p HEAD~1 *', { words: ['git', 'log', '-p', 'HEAD~1'], more: true }],
    ['timeout 60 npm test *', { words: ['timeout', '60', 'npm', 'test'], more: true }],
    ['node --test *', { words: ['node', '--test'], more: true }],
    ['python -m pytest *', { words: ['python', '-m', 'pytest'], more: true }],
    ['bash scripts/check.sh *', { words: ['bash', 'scripts/check.sh'], more: true }],
    ['node --import tsx scripts/a.ts *', { words: ['node', '--import', 'tsx', 'scripts/a.ts'], more: true }],
    ['nice -n 5 make *', { words: ['nice', '-n', '5', 'make'], more: true }],
    ['uv run pytest *', { words: ['uv', 'run', 'pytest'], more: true }],
    ['npm exec -- eslint *', { words: ['npm', 'exec', '--', 'eslint'], more: true }],
    ['git --no-pager log *', { words: ['git', '--no-pager', 'log'], more: true }],
    ['bash -e scripts/check.sh', { words: ['bash', '-e', 'scripts/check.sh'], more: false }],
    ['make *', { words: ['make'], more: true }],
    ['sed -n 5p *', { words: ['sed', '-n', '5p'], more: true }],
    ['node --version', { words: ['node', '--version'], more: false }],
  ])('%j is read', (text, value) => {
    expect(readPattern(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', /^must not be empty$/],
    ['  ', /^must not be empty$/],
    ['*', /^allows every command: write `else: allow` for that$/],
    ['npm * test', /`\*` as its last word only$/],
    ['npm run b*', /`\*` as its last word only$/],
    ['npm test && rm x', /"&&" means something to a shell/],
    ['npm test > x', /">" means something to a shell/],
    ['npm "test"', /means something to a shell/],
    ['npm $X', /"\$X" means something to a shell/],
    ['echo `id`', /means something to a shell/],
    ['npm\ttest', /means something to a shell/],
    ['npm test;', /means something to a shell/],
    ['A=b npm test', /^must begin with a program: an assignment is not allowed by a pattern$/],
    ['cd src', /^must begin with a program: "cd" is done by the shell itself$/],
    ['eval *', /"eval" is done by the shell itself$/],
    ['. setup.sh', /"\." is done by the shell itself$/],
    ['source setup.sh', /done by the shell itself/],
    ['if true', /done by the shell itself/],
    ['printf %n PATH', /done by the shell itself/],
    ['bash *', /^allows anything, as "bash" does what its words say/],
    ['/bin/bash -c *', /^allows anything, as "bash"/],
    ['sh -x *', /^allows anything/],
    ['env A=b *', /^allows anything/],
    ['timeout 60 *', /^allows anything/],
    ['sudo *', /^allows anything/],
    ['xargs -n 1 *', /^allows anything/],
    ['npx *', /^allows anything/],
    ['npm *', /^allows anything/],
    ['git *', /^allows anything/],
    ['node *', /^allows anything/],
    ['node -e *', /^allows anything/],
    ['python3 -m *', /^allows anything/],
    ['sed *', /^allows anything, as "sed" does what its words say/],
    ['sed -i *', /^allows anything/],
    ['test *', /^allows anything/],
    ['node', /^allows anything, as "node" without more words does what its input says$/],
    ['/usr/bin/python3 -', /^allows anything, as "python3" without/],
    ['bash', /^allows anything/],
    ...wide(
      'node --no-warnings *; node --import *; npm --silent *; npm --prefix web *; npm exec *; npm exec -- *; yarn dlx *; uv run *',
      'uvx *; busybox *; ssh *; ssh host ls *; script *; flock *; flock lock *; chroot *; chroot dir *; sudo -u root *; watch ls *',
      'timeout --signal KILL *; env -u X *; xargs -I x *; bash -o pipefail *; python3.12 *; timeout 60 npm *; sudo -u root bash *',
      'git --no-pager *; git -C sub *; git -c a=b log; git; timeout 5 git *; uv run python *',
      'bash -s; bash -s x; bash -x; sh -e; python3 -u; node -i; bash -o pipefail; node -r x; timeout 60 bash; xargs',
    ),
  ])('%j is refused, with what it would allow', (text, why) => {
    expect(readPattern(text)).toEqual({ ok: false, error: expect.stringMatching(why) as string });
  });
});
