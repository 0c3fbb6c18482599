/** Builds the VSIX: everything is bundled, so no dependency goes with it. The file's name is the last line. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
};
const file = `${name}-${version}.vsix`;
const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
};
run('node', 'scripts/build.ts');
// The repository has no public address yet: vsce would refuse links in the README without one.
run(
  'vsce',
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  '--out',
  file,
);
console.log(`${file}  ${Math.round(statSync(file).size / 1024)} KB`);
