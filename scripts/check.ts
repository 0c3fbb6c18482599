/** Types, lint, format and dead code, in the order of how fast each one answers. Every one runs; the exit code tells. */
import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [name: string, ...command: string[]])[] = [
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['dead code', 'knip'],
];

let failed = 0;
for (const [name, command, ...args] of steps) {
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
