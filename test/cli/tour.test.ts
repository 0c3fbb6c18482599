import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const cli = builtCairn();
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('npm start runs the sample session to its end on a machine on which nobody configured git', async () => {
  const folder = join(await temporaryFolder(), 'footpath');
  const { PATH = '' } = process.env;
  const script = `import { runTour } from ${JSON.stringify(at('scripts/tour.ts'))}; runTour(${JSON.stringify({ cli: cli(), sample: at('examples/tour/repository'), folder })});`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: {
      PATH,
      HOME: '/nonexistent-home',
      TOUR_PACE: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
  });
  expect(out).toContain('this tour approves for you');
  expect(out).toMatch(/4 {2}verify +✓ done/);
  expect(out).toMatch(/6 {2}phase +verify +1 +done/);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  expect(git('log', '--format=%s', '--first-parent', 'main..cairn/failing-test').split('\n')).toHaveLength(6);
  expect(git('status', '--porcelain')).toBe('');
});
